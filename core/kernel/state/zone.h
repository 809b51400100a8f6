/* zone.h - cards in zones: their lists, counters and owners, inlined where they are used. */
#ifndef CANTRIP_KERNEL_ZONE_H
#define CANTRIP_KERNEL_ZONE_H

#include "kernel/state/cards.h"

/* Can counters hold a card? */
static inline bool may_hold_card(const struct kengine *e)
{
    return e->plan->nref_game | e->plan->nref_seat | e->plan->nref_card;
}
/* ---- card counters that hold a card; i is a place in kplan.ref_card ---- */

static inline unsigned held_card(const struct kengine *e, unsigned i, unsigned holder)
{
    return (unsigned)k_cardctr(e->s)[holder * e->d->ncardctr + e->plan->ref_card[i]];
}

/* The first card from `from` on whose counter i holds c (NO_CARD: any card), or NO_CARD. */
static inline unsigned next_holder(const struct kengine *e, unsigned i, unsigned c,
                                   unsigned from)
{
    const uint64_t *holders = k_marked(e->s, e->plan->ref_card[i]);
    unsigned h = set_next(holders, e->s->words, from);

    while (h != NO_CARD && c != NO_CARD && held_card(e, i, h) != c)
        h = set_next(holders, e->s->words, h + 1);
    return h;
}

/* ---- the linked lists of rows, piles and shuffled sets ---- */

static inline void list_unlink(struct kinst *in, unsigned c, struct kslot *z)
{
    uint16_t p = in[c].prev, n = in[c].next;

    *(p == NO_CARD ? &z->head : &in[p].next) = n;
    *(n == NO_CARD ? &z->tail : &in[n].prev) = p;
    in[c].next = in[c].prev = NO_CARD;
}

static inline void list_append(struct kinst *in, unsigned c, struct kslot *z)
{
    uint16_t last = z->tail;

    in[c].next = NO_CARD;
    in[c].prev = last;
    *(last == NO_CARD ? &z->head : &in[last].next) = (uint16_t)c;
    z->tail = (uint16_t)c;
}

/* ---- taking a card out of its slot, putting it into another ---- */

static inline void zone_unlink(struct kstate *s, unsigned c)
{
    unsigned slot = k_insts(s)[c].slot;

    if (k_slotinfo(s)[slot].listed)
        list_unlink(k_insts(s), c, k_slots(s) + slot);
    set_put(k_held(s, slot), c, false);
    k_slots(s)[slot].count--;
}

static inline void zone_append(struct kstate *s, unsigned c, unsigned slot)
{
    if (k_slotinfo(s)[slot].listed)
        list_append(k_insts(s), c, k_slots(s) + slot);
    set_put(k_held(s, slot), c, true);
    k_insts(s)[c].slot = (uint16_t)slot;
    k_slots(s)[slot].count++;
}

/* Works out again which cards are odd (k_odd) among the 64 instances of word w. */
static inline void odd_anew(struct kengine *e, unsigned w)
{
    struct kstate *s = e->s;
    uint64_t odd = k_down(s)[w] | k_owned(s)[w];

    for (unsigned i = 0; i < e->d->ncardctr; i++)
        odd |= k_marked(s, i)[w];
    k_odd(s)[w] = odd;
}

/* Turns these cards of word w over. How many. */
static inline int turn_over(struct kengine *e, unsigned w, uint64_t cards)
{
    int n = 0;

    k_down(e->s)[w] ^= cards;
    odd_anew(e, w);
    for (; cards; cards &= cards - 1, n++)
        k_insts(e->s)[w * 64 + (unsigned)__builtin_ctzll(cards)].face ^= FACE_UP ^ FACE_DOWN;
    return n;
}

/* Sets the owner of c: its zone's seat, or on the table any seat or nobody. */
static inline void card_own(struct kengine *e, unsigned c, uint8_t owner)
{
    struct kinst *in = k_insts(e->s) + c;
    bool table = k_slotinfo(e->s)[in->slot].seat == NO_SEAT;

    in->owner = owner;
    if (set_has(k_owned(e->s), c) == (table && owner != NO_SEAT))
        return;
    set_put(k_owned(e->s), c, table && owner != NO_SEAT);
    odd_anew(e, c >> 6);
}

/* Sets card counter i of c. */
INLINE static inline void card_mark(struct kengine *e, unsigned c, unsigned i, int32_t v)
{
    bool on = v != e->plan->card_start[i];

    k_cardctr(e->s)[c * e->d->ncardctr + i] = v;
    set_put(k_marked(e->s, i), c, on);
    if (on)
        set_put(k_odd(e->s), c, true);
    else
        odd_anew(e, c >> 6);
}

static inline void counters_start(struct kengine *e, unsigned c)
{
    if (!set_has(k_odd(e->s), c))
        return;
    for (unsigned i = 0; i < e->d->ncardctr; i++)
        if (set_has(k_marked(e->s, i), c))
            card_mark(e, c, i, e->plan->card_start[i]);
}

void drop_references(struct kengine *e, unsigned c);
/* Resets what tells c from equal cards: its counters, and the counters that hold it. */
static inline void lose_marks(struct kengine *e, unsigned c)
{
    counters_start(e, c);
    if (may_hold_card(e))
        drop_references(e, c);
}

/* Card c lies where not everyone sees it: it loses its counters, and on the table its owner. */
INLINE static inline void zone_forget(struct kengine *e, unsigned c)
{
    struct kinst *in = k_insts(e->s) + c;
    unsigned z = k_zone_of(e->s, in->slot);

    lose_marks(e, c);
    if (z < e->d->nzones && e->d->zones[z].per == PER_TABLE)
        card_own(e, c, NO_SEAT);
}

/* Pointers to where cards lie. Read once for several moves, since the compiler must assume that
 * each written byte changes them. */
struct lying {
    struct kinst *in;
    struct kslot *slots;
    uint64_t *held;
    size_t words;
};
static inline struct lying lying_in(struct kstate *s)
{
    return (struct lying){k_insts(s), k_slots(s), k_held(s, 0), s->words};
}

/* Moves card c, which nothing tells from its equals, from a set to the end of a slot. On the table,
 * if everyone sees it there, it keeps its owner. */
INLINE static inline void zone_lay(struct kstate *s, struct lying l, unsigned c,
                                   const struct kslotinfo *info, unsigned slot)
{
    uint64_t bit = 1ull << (c & 63), *held = l.held + (c >> 6);
    struct kinst *in = l.in + c;
    struct kslot *from = l.slots + in->slot, *to = l.slots + slot;
    uint8_t owner = info->seat;

    if (owner == NO_SEAT && info->up == SIGHT_ALL && (owner = in->owner) != NO_SEAT) {
        set_put(k_owned(s), c, true);
        set_put(k_odd(s), c, true);
    }
    held[in->slot * l.words] ^= bit;
    from->count--;
    if (info->listed)
        list_append(l.in, c, to);
    held[slot * l.words] ^= bit;
    to->count++;
    in->slot = (uint16_t)slot;
    in->owner = owner;
}

#endif
