/* move.h - one card's move, inlined where it runs. */
#ifndef CANTRIP_KERNEL_MOVE_H
#define CANTRIP_KERNEL_MOVE_H

#include "kernel/run/run.h"

/* Is this zone a set of which not everyone sees both sides? Cards that come there may be lost. */
static inline bool zone_hides(const struct kengine *e, unsigned zone)
{
    const struct kzone *z = &e->d->zones[zone];

    return z->as == AS_SET && (z->up != SIGHT_ALL || z->down != SIGHT_ALL);
}
/* Bit c % 64 of each card c that a counter holds or that is named, and that loses this in this zone
 * with this face. Worked out once for all cards that move there. */
uint64_t named_or_held(struct kengine *e, unsigned zone);
static inline uint64_t named_cards(struct kengine *e, unsigned zone, int face)
{
    bool all_see = face != FACE_DOWN && e->d->zones[zone].up == SIGHT_ALL;

    if (all_see)
        return 0;
    return SLOW(e, HELD)                              ? ~(uint64_t)0
           : !(may_hold_card(e) || anything_named(e)) ? 0
                                                      : named_or_held(e, zone);
}

/* Card c goes to this slot, where not everyone sees it: whatever names it loses it. */
void drop_names(struct kengine *e, unsigned c, unsigned slot, uint8_t face);

/* Moves c to another slot (at: place from 0; -1: last; sets have no places), and nothing else.
 * named: named_cards, or more bits. Faster ways: lay_all, lay_word, lay_first and go_home of
 * steps.c, zone_lay of zone.h. */
void zone_shift(struct kengine *e, unsigned c, unsigned slot, int at, int face, uint64_t named);

#define MOVED_WHOLE 1u /* all cards of its set move: the caller updates knowledge */
/* Moves one card (at: place from 0; -1: last), tells it and fires watchers. 1; 0: masked; -1 */
int zone_move_card(struct kengine *e, unsigned c, unsigned slot, int at, int face,
                   unsigned flags);

/* order: how its cards lie; NULL: not known yet. How many; -1 */
int zone_shuffle(struct kengine *e, unsigned slot, const uint16_t *order);
/* An empty slot must give a card: shuffles in the zone named by `refill`. How many; -1 */
int zone_refill(struct kengine *e, unsigned slot);

/* Can cards just move? Nobody is told, no watcher or mask cares for moves, and no card is shown. */
static inline bool moves_freely(const struct kengine *e)
{
    const struct krules *r = k_rules(e->s);

    return !(e->telling | SLOW(e, FREELY) | e->plan->waits[EV_MOVE] | r->nmask | r->any_shown |
             e->to_owner);
}

/* Can sets of all seats (all persons, so slots stand side by side) just move, with nothing
 * waiting? */
static inline bool sets_go_freely(struct kengine *e)
{
    return e->s->people_seats == BIT(e->s->nseats) - 1 && e->s->words <= FEW_WORDS &&
           moves_freely(e) && !anything_waits(e);
}

/* As zone_move_card. freely: moves_freely. named: as for zone_shift. */
static inline int zone_send(struct kengine *e, bool freely, unsigned c, unsigned slot, int at,
                            int face, uint64_t named, unsigned flags)
{
    const struct kslotinfo *info = k_slotinfo(e->s);

    if (!freely || (info[slot].careful | info[k_insts(e->s)[c].slot].careful))
        return zone_move_card(e, c, slot, at, face, flags);
    zone_shift(e, c, slot, at, face, named);
    return 1;
}

/* As zone_send, to the end of a slot; quick from a set. */
INLINE static inline int zone_send_last(struct kengine *e, bool freely, unsigned c,
                                        unsigned slot, int face, uint64_t named)
{
    const struct kslotinfo *info = k_slotinfo(e->s), *to = info + slot,
                           *from = info + k_insts(e->s)[c].slot;
    bool odd = (k_odd(e->s)[c >> 6] | named) >> (c & 63) & 1;

    if (!freely || odd || SLOW(e, LAID) || face == FACE_DOWN ||
        (to->careful | from->careful | from->listed))
        return zone_send(e, freely, c, slot, -1, face, named, 0);
    zone_lay(e->s, lying_in(e->s), c, to, slot);
    return 1;
}

#endif
