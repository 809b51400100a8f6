/* layout.c - where things lie in the block; copying and hashing its live parts. */
#include "kernel/run/run.h"

#include <stdlib.h>

static uint32_t align8(uint32_t n)
{
    return (n + 7u) & ~7u;
}

/* Places the seats: persons, and seats without a person between or after them. */
static int lay_seats(struct kengine *e, struct kstate *h, int people)
{
    const struct kdef *d = e->d;
    uint8_t kind[K_MAX_SEATS];
    int n = 0, extra = 0;
    int want[8] = {0};

    for (int k = 0; k < d->nkinds && k < 8; k++) {
        struct kctx x = ctx_of(NO_SEAT);
        bool on = d->kinds[k].cond == REF_NONE || k_eval(e, d->kinds[k].cond, &x);

        int64_t n = on ? k_eval(e, d->kinds[k].count, &x) : 0;

        want[k] = n < 0 ? 0 : n > K_MAX_SEATS ? K_MAX_SEATS : (int)n;
        extra += want[k];
    }
    if (people < 1 || people + extra > K_MAX_SEATS)
        return k_fail(e, K_E_SEATS, 0, people, extra);
    for (int p = 0; p < people; p++) {
        kind[n++] = 0;
        for (int k = 0; k < d->nkinds && k < 8; k++)
            if (!d->kinds[k].at_end && want[k] > 0) {
                kind[n++] = (uint8_t)(k + 1);
                want[k]--;
            }
    }
    for (int k = 0; k < d->nkinds && k < 8; k++)
        for (; want[k] > 0; want[k]--)
            kind[n++] = (uint8_t)(k + 1);
    h->people = (uint8_t)people;
    h->nseats = (uint8_t)n;
    h->nobs = (uint16_t)(n + 1);
    int index[9] = {0};
    for (int i = 0; i < n; i++) {
        h->seat_kind[i] = kind[i];
        h->seat_index[i] = (uint8_t)index[kind[i]]++;
        if (!kind[i])
            h->people_seats |= (uint16_t)BIT(i);
    }
    return 0;
}

/* How many slots the zone has. */
static int zone_slots(const struct kzone *z, const struct kstate *h)
{
    int n = z->per == PER_TABLE;

    for (unsigned i = 0; i < h->nseats; i++)
        n += seat_has(h, z->per, z->kind, i);
    return n;
}

void each_held(struct kengine *e, unsigned z, struct kctx *x,
               void (*put)(void *ctx, unsigned card, int64_t copies), void *ctx)
{
    const struct kdef *d = e->d;
    const struct khold *hold = d->holds + d->zones[z].hold;

    for (const struct khold *end = hold + d->zones[z].nhold; hold < end; hold++) {
        int64_t first = hold->first == REF_NONE ? INT32_MAX : k_eval(e, hold->first, x);

        if (hold->cond != REF_NONE && !k_eval(e, hold->cond, x))
            continue;
        for (unsigned c = 0; c < d->ncards && first > 0; c++)
            if (hold->bits == REF_NONE || bits_has(d, hold->bits, (uint16_t)c)) {
                put(ctx, c,
                    hold->copies != REF_NONE ? k_eval(e, hold->copies, x) : d->cards[c].copies);
                first--;
            }
    }
}

/* What a zone of one seat starts with: how many cards, and how many definitions. */
struct stock {
    int64_t cards, stamps;
    uint64_t met[K_MAX_DEF_WORDS];
};

static void count_copies(void *ctx, unsigned card, int64_t copies)
{
    enum { TOO_MANY = K_MAX_INSTS + 1 }; /* so that no sum of them overflows */
    struct stock *of = ctx;

    if (copies <= 0)
        return;
    of->cards += copies > TOO_MANY ? TOO_MANY : copies;
    of->stamps += !set_has(of->met, card);
    set_put(of->met, card, true);
}

/* How many instances zone z starts with, in all its slots together; for an endless zone with its copies. */
static int64_t zone_holds(struct kengine *e, const struct kstate *h, unsigned z)
{
    struct kctx x = ctx_of(NO_SEAT);
    struct stock of;
    int64_t slots = zone_slots(e->d->zones + z, h);

    of.cards = of.stamps = 0;
    memset(of.met, 0, e->d->bits.nwords * sizeof *of.met);
    each_held(e, z, &x, count_copies, &of);
    return of.cards * slots + (slots ? of.stamps * e->d->zones[z].endless : 0);
}

/* `choose` steps nest bodies within one another, each with its own loops over cards. */
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

/* How many cards a game that begins with so many may come to have: where a zone grows, one more for each pick, and what
 * is made in advance, which is no more than there was at the start. */
static int64_t most_cards(const struct kdef *d, int64_t cards)
{
    int64_t most = 2 * cards + d->limits.picks;
    bool grows = false;

    for (int z = 0; z < d->nzones; z++)
        grows |= d->zones[z].grows;
    return !grows ? cards : most < K_MAX_INSTS ? most : K_MAX_INSTS;
}

/* Fills the fixed part of a header: seats, sizes, offsets. */
static int lay_header(struct kengine *e, struct kstate *h, int people, bool track)
{
    const struct kdef *d = e->d;
    int64_t cards = 0;
    int slots = 0;

    memset(h, 0, sizeof *h);
    h->magic = K_MAGIC;
    h->version = K_VERSION;
    h->track = track;
    if (lay_seats(e, h, people))
        return -1;
    for (int z = 0; z < d->nzones; z++) {
        slots += zone_slots(d->zones + z, h);
        cards += zone_holds(e, h, (unsigned)z);
        if (cards < 0 || cards > K_MAX_INSTS || slots > 2000)
            return k_fail(e, K_E_CARDS, 0, (int32_t)cards, z + 1);
    }
    if (e->err.code)
        return -1;
    h->nslots = (uint16_t)(slots + 1); /* the last slot holds the pool of unused instances */
    h->most_chosen = d->most_chosen;
    h->fact_words = d->facts ? d->bits.nwords : 0;
    layout_parts(d, h, (unsigned)most_cards(d, cards));
    uint32_t room = h->size;
    layout_parts(d, h, (unsigned)cards);
    h->room = room;
    return 0;
}

/* Options are read through the state: a small block that holds only them stands in for it
 * while the header is worked out. */
static int lay_with_options(struct kengine *e, struct kstate *h, int people,
                            const int32_t *options, bool track)
{
    struct {
        struct kstate h;
        struct krules r;
        int32_t opt[256];
    } mini;

    memset(&mini, 0, sizeof mini);
    mini.h.people = (uint8_t)people;
    mini.h.o_options = offsetof(__typeof__(mini), opt);
    _Static_assert(offsetof(__typeof__(mini), r) == RULES_AT, "as in a block");
    for (int i = 0; i < e->d->noptions && i < 256; i++)
        mini.opt[i] = options[i];
    e->s = &mini.h;
    int rc = lay_header(e, h, people, track);
    e->s = NULL;
    return rc;
}

uint32_t k_size(struct kengine *e, int people, const int32_t *options, bool track)
{
    struct kstate h;

    k_unlowered(e);
    e->err.code = K_OK;
    if (people < e->d->min_people || people > e->d->max_people) {
        k_fail(e, K_E_SEATS, 0, people, 0);
        return 0;
    }
    ran_pause(e, true);
    bool bad = lay_with_options(e, &h, people, options, track);
    ran_pause(e, false);
    return bad ? 0 : h.room;
}

static void lay_slots(const struct kdef *d, struct kstate *s)
{
    unsigned slot = 0;

    for (unsigned i = 0; i < d->nzones; i++) {
        const struct kzone *z = &d->zones[i];
        bool ordered = z->as != AS_SET, table = z->per == PER_TABLE;
        struct kslotinfo info = {.zone = (uint8_t)i,
                                 .seat = NO_SEAT,
                                 .ordered = ordered,
                                 .listed = ordered || z->shuffled || z->refill != REF_NONE,
                                 .up = z->up,
                                 .down = z->down,
                                 .careful = z->gone || z->endless};

        k_zonebase(s)[i] = (uint16_t)slot;
        if (table)
            k_slotinfo(s)[slot++] = info;
        for (unsigned seat = 0; seat < s->nseats; seat++) {
            bool has = seat_has(s, z->per, z->kind, seat);
            info.seat = (uint8_t)seat;
            if (has)
                k_slotinfo(s)[slot] = info;
            k_slotof(s)[i * s->nseats + seat] = table ? k_zonebase(s)[i]
                                                : has ? (uint16_t)slot++
                                                      : REF_NONE;
        }
    }
    k_zonebase(s)[d->nzones] = (uint16_t)slot;
    k_slotinfo(s)[slot] =
        (struct kslotinfo){.zone = 0xFF, .seat = NO_SEAT, .up = SIGHT_ALL, .down = SIGHT_ALL};
}

int layout_fill(struct kengine *e, struct kstate *s, int people, const int32_t *options,
                bool track)
{
    const struct kdef *d = e->d;
    struct kstate h;

    if (lay_with_options(e, &h, people, options, track))
        return -1;
    /* the other parts are written before they are read */
    memset(s, 0, h.o_frames);
    memset((char *)s + h.o_phase, 0, h.o_rounds - h.o_phase);
    memset((char *)s + h.o_know, 0, h.o_hook - h.o_know);
    memset((char *)s + h.o_slotzone, 0, h.o_end - h.o_slotzone);
    *s = h;
    e->s = s;
    for (int i = 0; i < d->noptions; i++)
        k_options(s)[i] = options[i];
    lay_slots(d, s);
    layout_empty(s);
    return 0;
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

/* Notes a stretch that is not empty behind n others. How many there are then. */
static inline int add_span(struct span *out, int n, uint32_t at, size_t len)
{
    out[n] = (struct span){at, (uint32_t)len};
    return n + (len > 0);
}

/* Of a copy of counters of cards that is not the live one only stretches of 64 cards with a marked one are there. */
enum counters_copied { ALL_COUNTERS, MARKED_COUNTERS };

static unsigned card_counters(const struct kstate *s)
{
    return s->words ? (s->o_cardctr - s->o_marked) / 8u / s->words : 0;
}

/* Is a counter of one of the 64 cards w marked in the [rules] that lie `d` bytes behind the live ones? */
static bool marked_at(const struct kstate *s, uint32_t d, unsigned counters, unsigned w)
{
    const uint64_t *marked = CAT(s, s->o_marked + d, uint64_t) + w;
    uint64_t any = 0;

    for (unsigned i = 0; i < counters; i++, marked += s->words)
        any |= *marked;
    return any;
}

/* The stretches of counters of cards, `d` bytes behind the live ones, with a marked one here or in `over`. */
static int counter_spans(const struct kstate *s, uint32_t d, const struct kstate *over,
                         struct span *out)
{
    unsigned counters = card_counters(s);
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

/* All live stretches of the block, in ascending order. `how` and `over` are of the live [rules]. */
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

void counters_back(const struct kdef *d, struct kstate *s, bool marked)
{
    unsigned n = d->ncardctr;

    for (unsigned w = 0; n && w < s->words; w++) {
        if (marked_at(s, 0, n, w) != marked)
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

    counters_back(d, dst, true);
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

/* Hash of bytes of a block: quicker than k_hash_bytes, and only ever compared for equality. */
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

/* Lays the effects that wait, in the [rules] at `base`, in the order of their turn, and without free places. */
static void level_queue(struct kstate *s, uint32_t base)
{
    struct krules *r = AT(s, base, struct krules);
    struct kqueued *q = AT(s, s->o_queue + base - s->o_rules, struct kqueued);
    uint16_t *order = AT(s, s->o_queue_order + base - s->o_rules, uint16_t);

    for (unsigned i = 0; i < r->nqueue; i++) {
        unsigned from = order[i];
        while (from < i) /* it has changed places with what lay there */
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
    /* they name an engine's caches, so rubbish would name a wrong one */
    s->stamp = s->cast = s->cast_back = 0;
    s->work = 0;
}
