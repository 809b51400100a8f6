/* sees.h - who sees a card, and whether anybody is told. */
#ifndef CANTRIP_KERNEL_SEES_H
#define CANTRIP_KERNEL_SEES_H

#include "kernel/state/cards.h"

/* As kengine.asker: may look only at what everyone sees. */
enum { THE_PUBLIC = K_MAX_SEATS };

/* Does the seat see a side that not everyone sees? If nobody owns the card, `others` are all. */
static inline bool side_sees(uint8_t sight, unsigned owner, unsigned seat)
{
    return (sight == SIGHT_OWNER && owner == seat) ||
           (sight == SIGHT_OTHERS && owner != seat && seat != THE_PUBLIC);
}

/* Does observer o see the front of c? */
static inline bool card_seen(const struct kengine *e, struct kstate *s, int o, unsigned c)
{
    const struct kinst *in = k_insts(s) + c;
    const struct kslotinfo *info = k_slotinfo(s) + in->slot;
    uint8_t sight = in->face == FACE_DOWN ? info->down : info->up;

    (void)e;
    if (sight == SIGHT_ALL)
        return true;
    if (o >= s->nseats)
        return in->shown >> THE_PUBLIC & 1;
    return (in->shown & BIT(o)) ||
           side_sees(sight, info->seat == NO_SEAT ? in->owner : info->seat, (unsigned)o);
}

/* Does the seat see a side of every card in a slot of `owner`? On the table it depends on each
 * card. */
static inline bool side_seen(uint8_t sight, uint8_t owner, int seat)
{
    bool table = owner == NO_SEAT;

    return sight == SIGHT_ALL ||
           (!table && seat >= 0 && side_sees(sight, owner, (unsigned)seat));
}

/* The sides of a slot's cards that the asker may not see: a bit per enum face. */
static inline unsigned faces_behind(struct kengine *e, unsigned slot)
{
    const struct kslotinfo *info = k_slotinfo(e->s) + slot;

    return (side_seen(info->up, info->seat, e->asker) ? 0 : BIT(FACE_UP)) |
           (side_seen(info->down, info->seat, e->asker) ? 0 : BIT(FACE_DOWN));
}

/* As faces_behind, without the down side if no card of the slot lies face down. */
static inline unsigned backs_behind(struct kengine *e, unsigned slot)
{
    unsigned behind = faces_behind(e, slot);
    const uint64_t *held = k_held(e->s, slot), *down = k_down(e->s);
    uint64_t any = 0;

    if (!(behind & BIT(FACE_DOWN)))
        return behind;
    for (unsigned w = 0; w < e->s->words; w++)
        any |= held[w] & down[w];
    return any ? behind : behind & ~BIT(FACE_DOWN);
}

/* Makes a person the asker: only what they see may be looked at. Returns the asker before. */
static inline uint8_t ask_as(struct kengine *e, int seat)
{
    uint8_t was = e->asker;

    e->asker = e->s->seat_kind[seat] ? NO_SEAT : (uint8_t)seat;
    return was;
}

static inline bool may_look(struct kengine *e, unsigned c)
{
    return e->asker == NO_SEAT || card_seen(e, e->s, e->asker, c) ||
           (UNLIKELY(e->recalls != NULL) && e->recalls(e, e->s, e->asker, c) != REF_NONE);
}

static inline bool k_telling(const struct kengine *e)
{
    return e->telling;
}

/* Does the state keep digests but no classes? It does in a search. */
static inline bool told_only(const struct kengine *e)
{
    return e->s->track == TRACK_TOLD;
}

/* And does nobody listen, so that no event need be made? */
static inline bool only_digests(const struct kengine *e)
{
    return told_only(e) && !e->tell && !SLOW(e, DIGESTS);
}

#endif
