/* grow.c - growing zones never run out: if few copies of a stamp are left in the pool, more are
 * made.
 *
 * The block then grows into the room that it has from the start (kstate.room). Its parts move up,
 * and cards above the new copies get other numbers. This happens when the game moves on after all
 * have answered, so that nobody holds a number across it, and never during a script's hook. What is
 * asked, told and known stays the same. */
#include "kernel/run/move.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_COPIES = 12 }; /* fewer left of a stamp: more are made */

/* Where each part of the block begins; then where the last one ends. */
static int part_offsets(const struct kstate *s, uint32_t *at)
{
    int n = 0;

#define PART(name, field, type, n) ROOM(field, type, n)
#define ROOM(field, type, many)    at[n++] = s->field;
#include "kernel/state/parts.def"
    at[n] = s->size;
    for (int i = n; i--;) /* an absent part takes no room */
        at[i] = at[i] ? at[i] : at[i + 1];
    return n;
}

/* Lays the parts out for so many cards. Parts of fixed size are then right. */
static void move_parts(const struct kdef *d, struct kstate *s, const struct kstate *was,
                       unsigned cards)
{
    uint32_t from[40], to[40];
    uint8_t track = s->track;

    s->track = k_tracked(was) ? TRACK_ALL : 0; /* with room for knowledge, even if unused */
    layout_parts(d, s, cards);
    s->track = track;
    int n = part_offsets(was, from);
    part_offsets(s, to);
    memset((char *)s + s->o_rules, 0, s->size - s->o_rules); /* also between two parts */
    for (int i = 0; i < n; i++) {
        uint32_t old = from[i + 1] - from[i], new = to[i + 1] - to[i];
        memcpy((char *)s + to[i], (const char *)was + from[i], old < new ? old : new);
    }
}

/* Moves cards and sets of cards to their new numbers; renumber does the rest. */
static void move_cards(struct kengine *e, struct kstate *was, const uint16_t *to)
{
    struct kstate *s = e->s;
    unsigned n = e->d->ncardctr;
    /* all sets, side by side */
    unsigned rows = (was->o_cardctr - was->o_held) / 8u / was->words;
    uint64_t *old = k_held(was, 0), *new = k_held(s, 0);

    memset(new, 0, (size_t)rows * s->words * sizeof *new); /* laid out anew */
    for (unsigned r = 0; r < rows; r++, old += was->words, new += s->words)
        for (unsigned c = set_next(old, was->words, 0); c != NO_CARD;
             c = set_next(old, was->words, c + 1))
            set_put(new, to[c], true);
    for (unsigned c = was->ninst; c--;) {
        k_insts(s)[to[c]] = k_insts(was)[c];
        memcpy(k_cardctr(s) + to[c] * n, k_cardctr(was) + c * n, n * sizeof(int32_t));
    }
    for (int o = 0; o < s->nobs && k_tracked(s); o++)
        for (unsigned c = 0; c < was->ninst; c++) {
            k_classes(s, o)[to[c]] = to[k_classes(was, o)[c]];
            if (facts_live(was))
                memcpy(k_barred(s, o, to[c]), k_barred(was, o, c),
                       s->fact_words * sizeof(uint64_t));
        }
}

/* Puts n new cards, from number `at` on, into the pool. */
static void make_cards(struct kengine *e, unsigned at, unsigned n, uint16_t def)
{
    struct kstate *s = e->s;

    for (unsigned c = at; c < at + n; c++) {
        k_insts(s)[c] = (struct kinst){0};
        place_new(e, c, s->nslots - 1u, def);
        for (int o = 0; o < s->nobs && k_tracked(s); o++) {
            k_classes(s, o)[c] = (uint16_t)c;
            if (facts_live(s))
                memset(k_barred(s, o, c), 0, s->fact_words * sizeof(uint64_t));
        }
    }
}

/* Makes n more copies behind the definition's last card `last`. 0; 1: not now; -1 */
static int make_copies(struct kengine *e, unsigned last, unsigned n)
{
    struct kstate *s = e->s, *was = malloc(s->size);
    unsigned cards = s->ninst, at = last + 1;
    uint16_t def = k_insts(s)[last].def, *to = malloc(cards * sizeof *to);
    int rc = was && to ? 0 : k_fail(e, K_E_NOMEM, 0, 0, 0);

    for (unsigned c = 0; c < cards && !rc; c++)
        to[c] = (uint16_t)(c < at ? c : c + n);
    if (!rc) {
        memcpy(was, s, s->size);
        rc = know_signs_stand(e, was, to) ? 0 : 1;
        k_at(e, s);
    }
    if (!rc) {
        move_parts(e->d, s, was, cards + n);
        move_cards(e, was, to);
        know_renumber(e, s, cards, to);
        make_cards(e, at, n, def);
        struct kowed *w = e->owed; /* the battery's notes of owed cards */
        for (unsigned c = cards; w && c-- > at;) {
            w->to[c + n] = w->to[c], w->to[c] = 0;
            w->src[c + n] = w->src[c], w->src[c] = 0;
        }
        s->stamp = s->cast = s->cast_back = 0;
        e->named_for = 0;
        k_at(e, s);
        lists_reset(e, s);
        know_sign_anew(e, s, was, to);
        k_at(e, s);
    }
    free(was);
    free(to);
    return rc < 0 || e->err.code ? -1 : rc;
}

/* The last card of the stamp's definition if few copies are left in the pool; else NO_CARD. */
static unsigned runs_low(struct kengine *e, unsigned stamp)
{
    struct kstate *s = e->s;
    const uint64_t *pool = k_held(s, s->nslots - 1u);
    unsigned first = first_alike(e, stamp);
    unsigned last = set_next(e->plan->cast->last, s->words, stamp), left = 0;

    for (unsigned w = first >> 6; w <= last >> 6; w++) {
        uint64_t from = w == first >> 6 ? ~(uint64_t)0 << (first & 63) : ~(uint64_t)0;
        uint64_t to = w == last >> 6 ? ~(uint64_t)0 >> (63 - (last & 63)) : ~(uint64_t)0;
        left += (unsigned)members(pool[w] & from & to);
    }
    return left < FEW_COPIES ? last : NO_CARD;
}

static bool fits(const struct kengine *e, unsigned cards)
{
    struct kstate h = *e->s;

    h.track = k_tracked(e->s) ? TRACK_ALL : 0;
    if (cards > K_MAX_INSTS)
        return false;
    layout_parts(e->d, &h, cards);
    return h.size <= h.room;
}

/* How many cards of the block have the definition. Its other bytes may be anything. */
static unsigned count_cards(const struct kstate *s, unsigned def)
{
    const struct kinst *in = CAT(s, s->o_insts, struct kinst);
    unsigned n = 0;

    for (unsigned c = 0; c < s->ninst; c++)
        n += in[c].def == def;
    return n;
}

bool k_grow_like(struct kengine *e, struct kstate *s, const struct kstate *blank,
                 const struct kstate *grown, size_t size)
{
    k_clone(s, blank);
    k_at(e, s);
    lists_reset(e, s);
    struct kstate h = *s;
    if (grown->ninst < s->ninst || !fits(e, grown->ninst))
        return false;
    layout_parts(e->d, &h, grown->ninst);
    if (h.size != size || h.o_insts != grown->o_insts)
        return false;
    for (unsigned slot = 0; slot + 1u < s->nslots; slot++) {
        const struct kzone *z = &e->d->zones[k_zone_of(s, slot)];
        for (unsigned c = z->grows ? k_first(s, slot) : NO_CARD; c != NO_CARD;
             c = k_next(s, c)) {
            unsigned def = k_insts(s)[c].def, last = c;
            int more = (int)count_cards(grown, def) - (int)count_cards(s, def);
            while (last + 1 < s->ninst && k_insts(s)[last + 1].def == def)
                last++;
            if (more > 0 && more % z->endless == 0 && make_copies(e, last, (unsigned)more))
                return false;
        }
    }
    return s->ninst == grown->ninst;
}

/* Grows the pool of what lies in a slot, n copies at a time. 0; -1 */
static int grow_slot(struct kengine *e, unsigned slot, unsigned n)
{
    struct kstate *s = e->s;

    for (unsigned c = k_first(s, slot); c != NO_CARD; c = k_next(s, c)) {
        unsigned last = runs_low(e, c);
        int rc = last != NO_CARD && fits(e, s->ninst + n) ? make_copies(e, last, n) : 0;
        if (rc < 0)
            return -1;
        if (rc)
            k_rules(s)->taken_endlessly = 1;
    }
    return 0;
}

int grow_pools(struct kengine *e)
{
    struct kstate *s = e->s;

    if (k_rules(s)->hook != REF_NONE || !as_dealt(s))
        return 0; /* another time */
    k_rules(s)->taken_endlessly = 0;
    for (unsigned i = 0; i < e->d->nzones; i++)
        for (unsigned slot = k_zonebase(s)[i];
             e->d->zones[i].grows && slot < k_zonebase(s)[i + 1]; slot++)
            if (grow_slot(e, slot, (unsigned)e->d->zones[i].endless))
                return -1;
    return 0;
}
