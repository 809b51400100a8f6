/* usual.h - sets answer selectors of zones of `you` with at most one test (kquick.usual), without a
 * call. */
#ifndef CANTRIP_KERNEL_USUAL_H
#define CANTRIP_KERNEL_USUAL_H

#include "kernel/ask/ask.h"

/* Reads the value that a test compares with. False: it is no leaf, or it may not be looked at. */
INLINE static inline bool leaf_value(const struct kengine *e, const struct kask *a,
                                     const struct kctx *x, int64_t *v)
{
    struct kstate *s = e->s;

    switch ((enum leaf_kind)a->leaf) {
    case LEAF_CONST: *v = a->imm; return true;
    case LEAF_GAME: *v = k_gamectr(s)[a->imm]; return true;
    case LEAF_YOURS:
        if (x->you >= s->nseats)
            return false;
        *v = k_seatctr(s)[x->you * e->d->nseat + (uint32_t)a->imm];
        return true;
    case LEAF_PARAM: *v = x->param ? x->param[a->imm] : K_ABSENT; return true;
    case LEAF_ARG: *v = x->arg ? x->arg[a->imm] : K_ABSENT; return true;
    case LEAF_TRAIT: {
        unsigned c = x->card[a->bound];
        if (c >= s->ninst || (e->asker != NO_SEAT && !card_seen(e, s, e->asker, c)))
            return false;
        *v = e->d->trait_value[(uint32_t)k_insts(s)[c].def * e->d->ntraits + (uint32_t)a->imm];
        return true;
    }
    default: return false;
    }
}

/* Does the asker see this side (kquick.up, down) of all cards in a selector's zones? */
static inline bool sees_side(const struct kengine *e, uint8_t sight, unsigned you)
{
    return sight == SIGHT_ALL || (sight == SIGHT_OWNER && e->asker == you);
}

/* Of the cards m of word w, those that lie with a side that the zones hide from the asker. They may
 * still be seen by `show`, or remembered. */
INLINE static inline uint64_t backs_in(const struct kengine *e, uint8_t up, uint8_t down,
                                       unsigned you, unsigned w, uint64_t m)
{
    uint64_t turned = m & k_down(e->s)[w];
    uint64_t behind = sees_side(e, up, you) ? 0 : m & ~turned;

    return turned && !sees_side(e, down, you) ? behind | turned : behind;
}

/* Does the selector ask what cards are that its zones hide from the asker? */
INLINE static inline bool has_backs(const struct kengine *e, const struct kquick *p,
                                    const struct kctx *x, const uint64_t *held, unsigned words)
{
    uint64_t backs = 0;

    if (p->guarded && e->asker != NO_SEAT)
        EACH_WORD (w, words)
            backs |= backs_in(e, p->up, p->down, x->you, w, held[w]);
    return backs != 0;
}

/* The cards in the zones of a usual selector of seat `you`. */
INLINE static inline void lie_mine(const struct kengine *e, const struct kquick *p,
                                   unsigned you, uint64_t *held, unsigned words)
{
    EACH_WORD (w, words)
        held[w] = 0;
    for (const uint8_t *zone = p->zone, *end = zone + p->nzones; zone < end; zone++) {
        unsigned slot = slot_of_seat(e->s, *zone, you);
        if (slot == REF_NONE)
            continue;
        EACH_WORD (w, words)
            held[w] |= held_in(e->s, slot, words)[w];
    }
}

/* Removes from `cards` those that lie with another face. */
INLINE static inline void keep_face(const struct kengine *e, uint8_t face, uint64_t *cards,
                                    unsigned words)
{
    if (face == FACE_ANY)
        return;
    const uint64_t *down = k_down(e->s);
    uint64_t flip = face == FACE_UP ? ~(uint64_t)0 : 0;
    EACH_WORD (w, words)
        cards[w] &= down[w] ^ flip;
}

/* Puts those of `held` with this face and a definition of the selector into `cards`; tests come
 * later. Are there any? -1: use the general way. It calls nothing, so callers save no registers. */
INLINE static inline int usual_lie(const struct kengine *e, const struct kquick *p,
                                   const uint64_t *held, uint8_t face, uint64_t *cards,
                                   unsigned words)
{
    const uint64_t *set = e->sets[p->all];
    uint64_t any = 0;

    if (!set)
        return -1;
    EACH_WORD (w, words)
        cards[w] = held[w] & set[w];
    keep_face(e, face, cards, words);
    EACH_WORD (w, words)
        any |= cards[w];
    return any != 0;
}

/* The cards that pass a usual test with this value (kask.flip: fail it). NULL: the general way */
static inline const uint64_t *usual_set(const struct kengine *e, const struct kask *a,
                                        int64_t v)
{
    if (v == K_ABSENT)
        return NULL;
    v -= a->from;
    if (a->kind == ASK_NUMBER)
        v = v < 0 ? 0 : v >= a->n ? a->n - 1 : v;
    return (uint64_t)v < (uint64_t)a->n ? e->sets[a->first + (unsigned)v] : NULL;
}

/* Removes from `cards` those that fail the selector's test. False: use the general way. */
INLINE static inline bool usual_pass(const struct kengine *e, const struct kquick *p,
                                     const struct kctx *x, uint64_t *cards, unsigned words)
{
    const struct kask *a = e->plan->asks + p->asks;
    const uint64_t *set;
    int64_t v;

    if (!leaf_value(e, a, x, &v))
        return false;
    if (v == K_ABSENT) /* not given: no test */
        return true;
    if (!(set = usual_set(e, a, v)))
        return false;
    EACH_WORD (w, words)
        cards[w] &= set[w] ^ a->flip;
    return true;
}

/* The cards of `held` with this face that it selects, before it asks card by card. False: the
 * general way */
INLINE static inline bool usual_words(const struct kengine *e, const struct kquick *p,
                                      const struct kctx *x, const uint64_t *held, uint8_t face,
                                      uint64_t *cards, unsigned words)
{
    if (has_backs(e, p, x, held, words))
        return false;
    int any = usual_lie(e, p, held, face, cards, words);
    return any >= 0 && (!any || !p->nasks || usual_pass(e, p, x, cards, words));
}

#endif
