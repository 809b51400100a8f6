/* common.h - what all rooms of the kernel use, and nobody else. */
#ifndef CANTRIP_KERNEL_COMMON_H
#define CANTRIP_KERNEL_COMMON_H

#include "kernel/kernel.h"

#include <string.h>

/* Not inlined: its caller then saves no registers and jumps. */
#define APART  __attribute__((noinline))
#define INLINE __attribute__((always_inline))

#define BIT(i) ((uint32_t)1 << (i))
#define RARE   __attribute__((noinline, cold)) /* keeps what is rare out of the usual way */

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

/* In a game for one, that person; else nobody. */
static inline uint8_t k_solo(const struct kstate *s)
{
    return s->people == 1 ? (uint8_t)__builtin_ctz(s->people_mask) : NO_SEAT;
}

#endif
