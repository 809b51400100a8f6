/* common.h - what all rooms of the kernel use, and nobody else. */
#ifndef CANTRIP_KERNEL_COMMON_H
#define CANTRIP_KERNEL_COMMON_H

#include "kernel/kernel.h"

#include <string.h>

/* Not inlined, so that its caller saves no registers for it. */
#define APART __attribute__((noinline))
/* Always inlined: what its caller knows is constant there. */
#define INLINE __attribute__((always_inline))

#define BIT(i)      ((uint32_t)1 << (i))
#define BIT64(i)    ((uint64_t)1 << (i))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* seldom called: kept out of the code that is */
#define RARE __attribute__((noinline, cold))

static inline int k_fail(struct kengine *e, enum kerrcode code, uint32_t src, int32_t a,
                         int32_t b)
{
    if (e->err.code == K_OK) {
        e->err.code = code;
        e->err.src = src;
        e->err.ncycle = 0;
        e->err.action = 0;
        e->err.a = a;
        e->err.b = b;
    }
    return -1;
}

/* The sum; where 64 bits do not hold it the last number that they do: out of any other range. */
static inline int64_t k_sum(int64_t a, int64_t b)
{
    int64_t v;

    return __builtin_add_overflow(a, b, &v) ? (b < 0 ? INT64_MIN : INT64_MAX) : v;
}

/* The nearest number of 31 bits. */
static inline int32_t k_clamp(int64_t v)
{
    return v > INT32_MAX ? INT32_MAX : v <= INT32_MIN ? -INT32_MAX : (int32_t)v;
}

/* Where an expression is written. */
static inline uint32_t k_written(const struct kdef *d, ref expr)
{
    return d->expr_src && expr != REF_NONE ? d->expr_src[expr] : 0;
}

enum { MOVE_WORK = 40 }; /* of a card that moves or is shuffled: who is told has much to do */

/* Takes n units of the work that a call may do: about one for a part of an expression, a card that is looked
 * at, a choice that is listed. What is taken depends on the game alone, not on what is kept or who is
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
