/* common.h - what all rooms of the kernel use, and nobody else. */
#ifndef CANTRIP_KERNEL_COMMON_H
#define CANTRIP_KERNEL_COMMON_H

#include "kernel/kernel.h"

#include <string.h>

/* Not inlined, so that its caller saves no registers for it. */
#define APART __attribute__((noinline))
/* Always inlined: what its caller knows is constant there. */
#define INLINE __attribute__((always_inline))

#define BIT(i) ((uint32_t)1 << (i))
/* seldom called: kept out of the code that is */
#define RARE __attribute__((noinline, cold))

static inline int k_fail(struct kengine *e, enum kerrcode code, uint32_t src, int32_t a,
                         int32_t b)
{
    if (e->err.code == K_OK) {
        e->err.code = code;
        e->err.src = src;
        e->err.ncycle = 0;
        e->err.a = a;
        e->err.b = b;
    }
    return -1;
}

/* Takes n units of the work that a call may do: about one for a part of an expression, a card that is looked
 * at or moves, a choice that is listed. What is taken depends on the game alone, not on what is kept or who is
 * told, so that it runs out at the same place everywhere. When it has, that is an error, which ends all
 * loops. Parts of expressions are only counted (e->left--); the next k_spend finds out. */
static inline int k_spend(struct kengine *e, int64_t n)
{
    return __builtin_expect((e->left -= n) < 0, 0) ? k_overspent(e) : 0;
}

/* In a game for one, that person; else nobody. */
static inline uint8_t k_solo(const struct kstate *s)
{
    return s->people == 1 ? (uint8_t)__builtin_ctz(s->people_seats) : NO_SEAT;
}

#endif
