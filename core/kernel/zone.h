/* zone.h - cards in zones: lists of cards and one card's move, inlined where they run. */
#ifndef CANTRIP_KERNEL_ZONE_H
#define CANTRIP_KERNEL_ZONE_H

#include "kernel/internal.h"

#define INLINE __attribute__((always_inline))

static inline void zone_unlink(struct kstate *s, unsigned c)
{
    struct kinst *in = k_insts(s);
    struct kslot *slot = k_slots(s) + in[c].slot;
    uint16_t p = in[c].prev, n = in[c].next;

    if (p == NO_CARD)
        slot->head = n;
    else
        in[p].next = n;
    if (n == NO_CARD)
        slot->tail = p;
    else
        in[n].prev = p;
    slot->count--;
}

static inline void zone_append(struct kstate *s, unsigned c, unsigned slot)
{
    struct kinst *in = k_insts(s);
    struct kslot *z = k_slots(s) + slot;
    uint16_t last = z->tail;

    in[c].slot = (uint16_t)slot;
    in[c].next = NO_CARD;
    in[c].prev = last;
    if (last == NO_CARD)
        z->head = (uint16_t)c;
    else
        in[last].next = (uint16_t)c;
    z->tail = (uint16_t)c;
    z->count++;
}

void zone_insert(struct kstate *s, unsigned c, unsigned slot, int at);

/* at: place from 0, -1 = last */
static inline void zone_link(struct kstate *s, unsigned c, unsigned slot, int at)
{
    if (at < 0)
        zone_append(s, c, slot);
    else
        zone_insert(s, c, slot, at);
}

static inline void counters_start(struct kengine *e, unsigned c)
{
    unsigned n = e->d->ncardctr;
    int32_t *ctr = k_cardctr(e->s) + c * n;

    for (unsigned i = 0; i < n; i++)
        ctr[i] = e->plan.card_start[i];
}

void drop_references(struct kengine *e, unsigned c);

/* No counter or reference tells c from others any more. */
static inline void lose_marks(struct kengine *e, unsigned c)
{
    counters_start(e, c);
    if (e->plan.nref_game | e->plan.nref_seat)
        drop_references(e, c);
}

/* c lies where not all see it. */
INLINE static inline void zone_forget(struct kengine *e, unsigned c)
{
    struct kinst *in = k_insts(e->s) + c;
    unsigned z = k_zone_of(e->s, in->slot);

    lose_marks(e, c);
    if (z < e->d->nzones && e->d->zones[z].per == PER_TABLE)
        in->owner = NO_SEAT;
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
    in->face = side;
    in->owner = owner;
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
    bool watched = may_wait(e, EV_MOVE);

    if (k_rules(s)->nmask && k_masked(e, MASK_MOVE, to, gains(s, c, slot)))
        return 0;
    if (k_telling(e) || e->plain || zones[to].gone || zones[from].endless) {
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
