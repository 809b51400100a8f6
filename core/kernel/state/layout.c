/* layout.c - where things lie in the block; copying and hashing its live parts. */
#include "kernel/state/zone.h"

#include <stdlib.h>

static uint32_t align8(uint32_t n)
{
    return (n + 7u) & ~7u;
}

/* `choose` steps nest bodies, each with its own loops over cards. */
size_t each_room(const struct kdef *d, const struct kstate *s)
{
    return (size_t)d->each_deep * (OPEN_CHOICES + 1u) * (s->ninst + 4u);
}

void layout_parts(const struct kdef *d, struct kstate *h, unsigned cards)
{
    uint32_t at = align8(sizeof *h);

    h->ninst = (uint16_t)cards;
    h->words = (uint16_t)((cards + 63) / 64);

#define MORE(type, n) at = align8(at + (uint32_t)((n) * sizeof(type)));
#define ROOM(field, type, n)                                                                   \
    h->field = at;                                                                             \
    MORE(type, n)
#define PART(name, field, type, n) ROOM(field, type, n)
#include "kernel/state/parts.def"
    if (!d->each_deep)
        h->o_each = 0;
    h->size = at;
}

void layout_empty(struct kstate *s)
{
    unsigned pool = s->nslots - 1u;

    for (unsigned i = 0; i < s->nslots; i++)
        k_slots(s)[i] = (struct kslot){NO_CARD, NO_CARD, 0};
    memset(AT(s, s->o_held, char), 0, s->o_cardctr - s->o_held);
    for (unsigned c = 0; c < s->ninst; c++)
        k_insts(s)[c] = (struct kinst){
            .slot = (uint16_t)pool, .next = NO_CARD, .prev = NO_CARD, .owner = NO_SEAT};
    k_rules(s)->hook = REF_NONE;
    k_rules(s)->finish_pc = -1;
}

/* ---- live parts ---- */

struct span {
    uint32_t at, len;
};

/* Adds a stretch behind n others, unless it is empty. How many there are then. */
static inline int add_span(struct span *out, int n, uint32_t at, size_t len)
{
    out[n] = (struct span){at, (uint32_t)len};
    return n + (len > 0);
}

/* Copies of card counters may have only stretches of 64 cards with a marked one. */
enum counters_copied { ALL_COUNTERS, MARKED_COUNTERS };

/* Is a counter of the 64 cards of word w marked, in the [rules] `d` bytes behind the live ones? */
static bool marked_at(const struct kstate *s, uint32_t d, unsigned counters, unsigned w)
{
    const uint64_t *marked = CAT(s, s->o_marked + d, uint64_t) + w;
    uint64_t any = 0;

    for (unsigned i = 0; i < counters; i++, marked += s->words)
        any |= *marked;
    return any;
}

/* Stretches of card counters, `d` bytes behind live ones, marked here or in `over`. */
static int counter_spans(const struct kstate *s, uint32_t d, const struct kstate *over,
                         struct span *out)
{
    unsigned counters = s->words ? (s->o_cardctr - s->o_marked) / 8u / s->words : 0;
    uint32_t at = s->o_cardctr + d, end = at + s->ninst * counters * 4u;
    int n = 0;

    for (unsigned w = 0; w < s->words; w++, at += counters * 256u)
        if (marked_at(s, d, counters, w) || (over && marked_at(over, 0, counters, w))) {
            uint32_t len = end - at < counters * 256u ? end - at : counters * 256u;

            if (n && out[n - 1].at + out[n - 1].len == at)
                out[n - 1].len += len;
            else
                out[n++] = (struct span){at, len};
        }
    return n;
}

/* The live stretches of a [rules] part that begins at `base` (live or checkpoint). */
enum { RULE_SPANS = 12 + K_MAX_INSTS / 128 };
static int rule_spans(const struct kstate *s, uint32_t base, enum counters_copied how,
                      const struct kstate *over, struct span *out)
{
    const struct krules *r = CAT(s, base, struct krules);
    uint32_t d = base - s->o_rules;
    int n = add_span(out, 0, base, sizeof *r);

    n = add_span(out, n, s->o_frames + d, r->nframes * sizeof(struct kframe));
    if (how == ALL_COUNTERS || s->o_cardctr == s->o_insts) {
        n = add_span(out, n, s->o_phase + d, s->o_rounds - s->o_phase);
    } else {
        n = add_span(out, n, s->o_phase + d, s->o_cardctr - s->o_phase);
        n += counter_spans(s, d, over, out + n);
        n = add_span(out, n, s->o_insts + d, s->o_rounds - s->o_insts);
    }
    unsigned answers = (unsigned)r->nrounds * s->nseats;
    n = add_span(out, n, s->o_rounds + d, answers * sizeof(struct kanswer));
    n = add_span(out, n, sets_offset(s) + d, 2u * answers * s->most_chosen);
    n = add_span(out, n, s->o_queue + d, r->places * sizeof(struct kqueued));
    n = add_span(out, n, s->o_queue_order + d, r->places * sizeof(uint16_t));
    n = add_span(out, n, s->o_watch + d, r->nwatch * sizeof(struct kwatching));
    n = add_span(out, n, s->o_masks + d, r->nmask * sizeof(struct kmasked));
    return add_span(out, n, s->o_each + d, r->neach * sizeof(uint16_t));
}

/* All live stretches of the block, in ascending order. how, over: for the live [rules]. */
enum { SPANS = 2 * RULE_SPANS + 12 };
static int all_spans(const struct kstate *s, enum counters_copied how,
                     const struct kstate *over, struct span *out)
{
    const struct krules *r = CAT(s, s->o_rules, struct krules);
    int n = 0;

    n = add_span(out, n, 0, offsetof(struct kstate, stamp));
    n += rule_spans(s, s->o_rules, how, over, out + n);
    n = add_span(out, n, s->o_know, sizeof(struct kknow));
    n = add_span(out, n, s->o_classes, s->track ? (size_t)s->nobs * s->ninst * 2 : 0);
    n = add_span(out, n, s->o_facts,
                 facts_live(s) ? (size_t)s->nobs * s->ninst * s->fact_words * 8 : 0);
    if (r->hook != REF_NONE) {
        const struct khookpart *h = CAT(s, s->o_hook, struct khookpart);
        size_t q = h->nanswers + (h->open ? 1u : 0u), first = offsetof(struct khookpart, q);
        uint32_t picks = s->o_hook + (uint32_t)sizeof *h,
                 of_one = s->nseats * (uint32_t)sizeof(struct kchoice);

        n = add_span(out, n, s->o_hook, first + q * sizeof(struct kasked));
        n = add_span(out, n, picks, q * of_one);
        n = add_span(out, n, picks + K_MAX_ANSWERS * of_one,
                     2 * q * s->nseats * s->most_chosen);
        n += rule_spans(s, s->o_check, MARKED_COUNTERS, NULL, out + n);
    }
    n = add_span(out, n, s->o_slotzone, s->o_end - s->o_slotzone);
    return n;
}

void rules_keep(struct kstate *s)
{
    struct span sp[RULE_SPANS];
    int n = rule_spans(s, s->o_rules, MARKED_COUNTERS, NULL, sp);

    for (int i = 0; i < n; i++)
        memcpy((char *)s + (sp[i].at - s->o_rules + s->o_check), (const char *)s + sp[i].at,
               sp[i].len);
}

void counters_back(const struct kdef *d, struct kstate *s)
{
    unsigned n = d->ncardctr;

    for (unsigned w = 0; n && w < s->words; w++) {
        if (marked_at(s, 0, n, w))
            continue;
        for (unsigned c = w * 64; c < (w + 1) * 64 && c < s->ninst; c++)
            for (unsigned i = 0; i < n; i++)
                k_cardctr(s)[c * n + i] = d->counters[d->card_ctr[i]].start;
    }
}

void rules_back(const struct kdef *d, struct kstate *dst, const struct kstate *src)
{
    struct span sp[RULE_SPANS];
    int n = rule_spans(src, src->o_check, MARKED_COUNTERS, NULL, sp);

    for (unsigned i = 0; i < d->ncardctr; i++)
        for (unsigned c = 0; (c = set_next(k_marked(dst, i), dst->words, c)) != NO_CARD; c++)
            k_cardctr(dst)[c * d->ncardctr + i] = d->counters[d->card_ctr[i]].start;
    for (int i = 0; i < n; i++)
        memcpy((char *)dst + (sp[i].at - src->o_check + src->o_rules),
               (const char *)src + sp[i].at, sp[i].len);
}

static void copy_spans(struct kstate *dst, const struct kstate *s, const struct span *sp, int n)
{
    for (int i = 0; i < n; i++)
        memcpy((char *)dst + sp[i].at, (const char *)s + sp[i].at, sp[i].len);
    dst->stamp = s->stamp;
    dst->cast = s->cast;
    dst->cast_back = s->cast_back;
    dst->work = s->work;
    dst->low = s->low;
}

void k_clone(struct kstate *dst, const struct kstate *s)
{
    struct span sp[SPANS];

    copy_spans(dst, s, sp, all_spans(s, ALL_COUNTERS, NULL, sp));
}

void k_copy(struct kstate *dst, const struct kstate *s)
{
    struct span sp[SPANS];
    bool kept = dst->size == s->size && k_rules(dst)->status != K_BROKEN;

    copy_spans(dst, s, sp, all_spans(s, kept ? MARKED_COUNTERS : ALL_COUNTERS, dst, sp));
}

uint32_t k_used(const struct kstate *s, bool copied)
{
    struct span sp[SPANS];
    int n = all_spans(s, copied ? MARKED_COUNTERS : ALL_COUNTERS, NULL, sp);
    uint32_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += sp[i].len;
    return sum;
}

uint64_t k_hash_bytes(const void *p, size_t n, uint64_t h)
{
    const unsigned char *c = p;

    for (; n >= 8; n -= 8, c += 8) {
        uint64_t w;
        memcpy(&w, c, 8);
        h = kmix(h ^ w) + 0x9e3779b97f4a7c15ull;
    }
    uint64_t w = n;
    for (size_t i = 0; i < n; i++)
        w = (w << 8) | c[i];
    return kmix(h ^ w ^ ((uint64_t)n << 56));
}

/* A hash of a block's bytes: quicker than k_hash_bytes, only compared for equality. */
static uint64_t hash_words(const char *at, uint32_t len, uint64_t h)
{
    uint64_t w;

    for (const char *end = at + len / 8 * 8; at < end; at += 8) {
        memcpy(&w, at, 8);
        h = (h ^ w) * KRNG_GAMMA;
        h ^= h >> 32;
    }
    w = 0;
    memcpy(&w, at, len % 8);
    return kmix(h ^ w ^ (uint64_t)len << 56);
}

/* Lays the waiting effects of the [rules] at `base` in order of turn, without free places. */
static void level_queue(struct kstate *s, uint32_t base)
{
    struct krules *r = AT(s, base, struct krules);
    struct kqueued *q = AT(s, s->o_queue + base - s->o_rules, struct kqueued);
    uint16_t *order = AT(s, s->o_queue_order + base - s->o_rules, uint16_t);

    for (unsigned i = 0; i < r->nqueue; i++) {
        unsigned from = order[i];
        while (from < i) /* it has changed places with what was there */
            from = order[from];
        struct kqueued was = q[i];
        q[i] = q[from];
        q[from] = was;
        order[i] = (uint16_t)from;
    }
    for (unsigned i = 0; i < r->nqueue; i++)
        order[i] = (uint16_t)i;
    r->places = r->nqueue;
}

void k_level(struct kstate *s)
{
    level_queue(s, s->o_rules);
    if (k_rules(s)->hook != REF_NONE)
        level_queue(s, s->o_check);
}

uint64_t k_hash(struct kengine *e, struct kstate *s)
{
    struct span sp[SPANS];
    int n = all_spans(s, ALL_COUNTERS, NULL, sp);
    uint64_t h = 0;

    (void)e;
    for (int i = 0; i < n; i++)
        h = hash_words((const char *)s + sp[i].at, sp[i].len, h);
    return h;
}

void k_scribble(struct kstate *s, uint8_t fill)
{
    struct span sp[SPANS];
    int n = all_spans(s, ALL_COUNTERS, NULL, sp);
    uint32_t at = 0;

    for (int i = 0; i <= n; i++) {
        uint32_t next = i < n ? sp[i].at : s->size;

        if (next > at)
            memset((char *)s + at, fill, next - at);
        if (i < n && sp[i].at + sp[i].len > at)
            at = sp[i].at + sp[i].len;
    }
    /* names of an engine's caches: rubbish would name a wrong one */
    s->stamp = s->cast = s->cast_back = 0;
    s->work = 0;
}

void k_by_arrival(struct kstate *s, uint16_t *at)
{
    unsigned n = k_rules(s)->nqueue;

    for (unsigned i = 0; i < n; i++)
        at[i] = (uint16_t)i;
    for (unsigned gap = n / 2, j; gap; gap /= 2)
        for (unsigned i = gap; i < n; i++) {
            uint16_t it = at[i], arrival = k_queued(s, it)->arrival;
            for (j = i; j >= gap && k_queued(s, at[j - gap])->arrival > arrival; j -= gap)
                at[j] = at[j - gap];
            at[j] = it;
        }
}

unsigned k_arrived_before(struct kstate *s, unsigned arrival)
{
    unsigned n = 0;

    for (unsigned i = 0; i < k_rules(s)->nqueue; i++)
        n += k_queued(s, i)->arrival < arrival;
    return n;
}
