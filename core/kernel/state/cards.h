/* cards.h - the block: where cards lie, which definition each has, how a block is laid out. */
#ifndef CANTRIP_KERNEL_STATE_CARDS_H
#define CANTRIP_KERNEL_STATE_CARDS_H

#include "kernel/common.h"

static inline unsigned k_zone_of(struct kstate *s, unsigned slot)
{
    return k_slotinfo(s)[slot].zone;
}

static inline bool k_ordered(struct kstate *s, unsigned slot)
{
    return k_slotinfo(s)[slot].ordered;
}

/* zone.c: cards in zones; inner loops are in zone.h */
unsigned zone_place(struct kstate *s, unsigned c); /* 0 in a set */
static inline int members(uint64_t m)
{
    m -= m >> 1 & 0x5555555555555555;
    m = (m & 0x3333333333333333) + (m >> 2 & 0x3333333333333333);
    return (int)(((m + (m >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
/* Writes a set's members to out, lowest first. How many. */
static inline int set_cards(const uint64_t *set, unsigned words, uint16_t *out)
{
    int n = 0;

    for (unsigned w = 0; w < words; w++)
        for (uint64_t m = set[w]; m; m &= m - 1)
            out[n++] = (uint16_t)(w * 64 + (unsigned)__builtin_ctzll(m));
    return n;
}
int zone_cards(struct kstate *s, unsigned slot, uint16_t *out); /* storage order */
/* Does everyone see cards that lie in this slot with this face? Never in the pool. */
static inline bool zone_all_see(struct kengine *e, unsigned slot, unsigned face)
{
    const struct kslotinfo *info = k_slotinfo(e->s) + slot;

    return (face == FACE_DOWN ? info->down : info->up) == SIGHT_ALL && slot + 1u < e->s->nslots;
}
/* The first card of c's definition. The cast must be as dealt, so that equals are neighbours. */
unsigned first_alike(const struct kengine *e, unsigned c);
/* The first instance after `after` (NO_CARD: of all) in the pool with the stamp's definition. */
unsigned next_copy(struct kengine *e, unsigned stamp, unsigned after);
/* Is c a stamp (the card an endless zone keeps to copy) with no copy left? Then it is not
 * offered. */
bool used_up(struct kengine *e, unsigned c);
/* Does each stamp among these cards have a copy of its own left? */
bool copies_for(struct kengine *e, const uint16_t *card, int n);
int64_t k_draw(struct kengine *e, uint32_t n, const uint16_t *cards);
void lift_all(struct kstate *s, unsigned slot); /* takes out all its cards */

/* layout.c: at[i]: the place (k_queued) of the waiting effect that arrived as number i */
void k_by_arrival(struct kstate *s, uint16_t *at);
unsigned k_arrived_before(struct kstate *s, unsigned arrival); /* of those that wait */

/* cast.c: the set of instances whose definition is in bitset `id` (kquick.set). */
const uint64_t *cast_make(struct kengine *e, unsigned id);
static inline const uint64_t *cast_set(struct kengine *e, unsigned id)
{
    const uint64_t *set = e->sets[id];

    return set ? set : cast_make(e, id);
}
/* The bitset of definitions from which set `id` is made. */
const uint64_t *cast_definitions(const struct kengine *e, unsigned id);
int casts_begin(struct kplan *p);
void casts_free(struct kplan *p);

/* layout.c */
/* Does the seat have zones or counters of this kind (enum per)? */
static inline bool seat_has(const struct kstate *s, unsigned per, unsigned kind, unsigned seat)
{
    return per == PER_SEAT || (per == PER_PLAYER && !s->seat_kind[seat]) ||
           (per == PER_KIND && s->seat_kind[seat] == kind + 1);
}
/* Sets the offsets and the size of a block with this head and so many cards. */
void layout_parts(const struct kdef *d, struct kstate *h, unsigned cards);
/* Puts all cards into the pool, with no hook under way. */
void layout_empty(struct kstate *s);
/* Card counters return to their start, but in words with marked cards. */
void counters_back(const struct kdef *d, struct kstate *s);
/* Copies the [rules] of s to its checkpoint, except the counters of 64 cards if none is marked. */
void rules_keep(struct kstate *s);
/* Copies the checkpoint of src to the [rules] of dst, which may be src. */
void rules_back(const struct kdef *d, struct kstate *dst, const struct kstate *src);

/* lists.c */
void lists_reset(struct kengine *e, const struct kstate *s); /* at the start of a call */
enum { MANY_CHOICES = 262144 };                              /* as K_E_CHOICES says */
bool choices_grow(struct kengine *e, uint32_t n);            /* room for n more */
/* Work until it goes on counts for no rule. */
void ran_pause(struct kengine *e, bool pause);
void hook_checkpoint(struct kengine *e);
/* Call before each change: a hook's first one makes the checkpoint. */
static inline void k_touch(struct kengine *e)
{
    if (e->in_hook && !e->checkpointed)
        hook_checkpoint(e);
}

#endif
