/* zone.h - cards in zones: lists of cards and one card's move, inlined where they run. */
#ifndef CANTRIP_KERNEL_ZONE_H
#define CANTRIP_KERNEL_ZONE_H

#include "kernel/internal.h"

#define INLINE __attribute__((always_inline))

/* ---- the lists of rows, piles and what is shuffled ---- */

static inline void list_unlink(struct kstate *s, unsigned c, struct kslot *z)
{
    struct kinst *in = k_insts(s);
    uint16_t p = in[c].prev, n = in[c].next;

    *(p == NO_CARD ? &z->head : &in[p].next) = n;
    *(n == NO_CARD ? &z->tail : &in[n].prev) = p;
    in[c].next = in[c].prev = NO_CARD;
}

static inline void list_append(struct kstate *s, unsigned c, struct kslot *z)
{
    struct kinst *in = k_insts(s);
    uint16_t last = z->tail;

    in[c].next = NO_CARD;
    in[c].prev = last;
    *(last == NO_CARD ? &z->head : &in[last].next) = (uint16_t)c;
    z->tail = (uint16_t)c;
}

/* ---- a card is taken from where it lies, and laid down ---- */

static inline void zone_unlink(struct kstate *s, unsigned c)
{
    unsigned slot = k_insts(s)[c].slot;
    struct kslot *z = k_slots(s) + slot;

    if (k_slotinfo(s)[slot].listed)
        list_unlink(s, c, z);
    set_put(k_held(s, slot), c, false);
    z->count--;
}

static inline void zone_append(struct kstate *s, unsigned c, unsigned slot)
{
    struct kslot *z = k_slots(s) + slot;

    if (k_slotinfo(s)[slot].listed)
        list_append(s, c, z);
    set_put(k_held(s, slot), c, true);
    k_insts(s)[c].slot = (uint16_t)slot;
    z->count++;
}

/* at: its place from 0; it must be listed */
void zone_insert(struct kstate *s, unsigned c, unsigned slot, int at);

/* at: place from 0, -1 = last; a set has no places */
static inline void zone_link(struct kstate *s, unsigned c, unsigned slot, int at)
{
    if (at < 0 || !k_slotinfo(s)[slot].listed)
        zone_append(s, c, slot);
    else
        zone_insert(s, c, slot, at);
}

/* Of 64 instances those that are odd. */
static inline void odd_anew(struct kengine *e, unsigned w)
{
    struct kstate *s = e->s;
    uint64_t odd = k_down(s)[w] | k_owned(s)[w];

    for (unsigned i = 0; i < e->d->ncardctr; i++)
        odd |= k_marked(s, i)[w];
    k_odd(s)[w] = odd;
}

static inline void card_turn(struct kengine *e, unsigned c, unsigned face)
{
    struct kinst *in = k_insts(e->s) + c;

    if (in->face == face)
        return;
    in->face = (uint8_t)face;
    set_put(k_down(e->s), c, face == FACE_DOWN);
    odd_anew(e, c >> 6);
}

/* The seat's that it lies with, on the table anybody's or nobody's. */
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

/* A card's counter, by its place among such counters. */
static inline void card_mark(struct kengine *e, unsigned c, unsigned i, int32_t v)
{
    k_cardctr(e->s)[c * e->d->ncardctr + i] = v;
    set_put(k_marked(e->s, i), c, v != e->plan->card_start[i]);
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

/* No counter or reference tells c from others any more. */
static inline void lose_marks(struct kengine *e, unsigned c)
{
    counters_start(e, c);
    if (e->plan->nref_game | e->plan->nref_seat)
        drop_references(e, c);
}

/* c lies where not all see it. */
INLINE static inline void zone_forget(struct kengine *e, unsigned c)
{
    struct kinst *in = k_insts(e->s) + c;
    unsigned z = k_zone_of(e->s, in->slot);

    lose_marks(e, c);
    if (z < e->d->nzones && e->d->zones[z].per == PER_TABLE)
        card_own(e, c, NO_SEAT);
}

/* c comes to lie in a slot, in none so far. Bytes are stored last: after that nothing is known. */
INLINE static inline void zone_land(struct kengine *e, unsigned c, unsigned slot, int at,
                                    int face)
{
    struct kinst *in = k_insts(e->s) + c;
    const struct kslotinfo *to = k_slotinfo(e->s) + slot;
    const struct kzone *zone = &e->d->zones[to->zone];
    uint8_t side = face == FACE_ANY ? FACE_UP : (uint8_t)face;
    uint8_t owner = to->seat != NO_SEAT ? to->seat : in->owner;

    if (side != FACE_UP || zone->up != SIGHT_ALL) { /* as zone_forget */
        lose_marks(e, c);
        if (zone->per == PER_TABLE)
            owner = NO_SEAT;
    }
    zone_link(e->s, c, slot, at);
    in->shown = 0;
    card_turn(e, c, side);
    card_own(e, c, owner);
}

#define MOVED_WHOLE                                                                            \
    1u /* one of all the cards of its set: knowledge is dealt with by the caller */
/* A move that is told, from an endless zone or out of the game: the card that moved, NO_CARD: error. */
unsigned zone_move_with_care(struct kengine *e, unsigned c, unsigned slot, int at, int face,
                             unsigned flags);

/* Whose cards become more: the seat of the slot, on the table the card's owner. */
static inline int gains(struct kstate *s, unsigned c, unsigned slot)
{
    uint8_t seat = k_slotinfo(s)[slot].seat;

    return seat != NO_SEAT ? seat : k_insts(s)[c].owner;
}

/* Moves one card (at: place from 0, -1 = last), tells it and lets watchers know. 1; 0: masked; -1 */
INLINE static inline int zone_move_card(struct kengine *e, unsigned c, unsigned slot, int at,
                                        int face, unsigned flags)
{
    struct kstate *s = e->s;
    const struct kzone *zones = e->d->zones;
    unsigned to = k_zone_of(s, slot), from = k_zone_of(s, k_insts(s)[c].slot);
    bool watched = e->d->event_used[EV_MOVE];

    if (k_rules(s)->nmask && k_masked(e, MASK_MOVE, to, gains(s, c, slot)))
        return 0;
    if (k_telling(e) || zones[to].gone || zones[from].endless) {
        c = zone_move_with_care(e, c, slot, at, face, flags);
        if (c == NO_CARD)
            return -1;
    } else {
        zone_unlink(s, c);
        zone_land(e, c, slot, at, face);
    }
    if (watched)
        return k_fire(e, EV_MOVE, to, k_insts(s)[c].owner, (int)c, 1) < 0 ? -1 : 1;
    return 1;
}

#endif
