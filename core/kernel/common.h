/* common.h - what all parts of the kernel use, and nobody else. */
#ifndef CANTRIP_KERNEL_COMMON_H
#define CANTRIP_KERNEL_COMMON_H

#include "kernel/kernel.h"

#include <string.h>

/* Not inlined, so that a fast caller need not save registers for it. */
#define APART __attribute__((noinline))
/* Always inlined: arguments that are constant in the caller become constants in the body. */
#define INLINE __attribute__((always_inline))

/* A loop over the words of a set. If the compiler knows that there are two, it writes no loop. */
#define EACH_WORD(w, words) _Pragma("GCC unroll 2") for (unsigned w = 0; w < (words); w++)

/* Sorts the n things of a list; equal ones keep their order. AFTER: does `a` come after `b`? */
#define SORT(type, list, n, AFTER)                                                             \
    for (int i_ = 1; i_ < (int)(n); i_++) {                                                    \
        type b = (list)[i_];                                                                   \
        int j_ = i_;                                                                           \
        for (; j_ > 0; j_--) {                                                                 \
            type a = (list)[j_ - 1];                                                           \
            if (!(AFTER))                                                                      \
                break;                                                                         \
            (list)[j_] = a;                                                                    \
        }                                                                                      \
        (list)[j_] = b;                                                                        \
    }

#define BIT(i)      ((uint32_t)1 << (i))
#define BIT64(i)    ((uint64_t)1 << (i))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Seldom called: not inlined, and kept apart from code that runs often. */
#define RARE __attribute__((noinline, cold))
/* The pointer p, worked out once. Else the compiler may add up its parts at each use in a loop. */
#define READY(p)                                                                               \
    __extension__({                                                                            \
        __typeof__(p) at_ = (p);                                                               \
        __asm__("" : "+r"(at_));                                                               \
        at_;                                                                                   \
    })

static inline int k_fail(struct kengine *e, enum kerrcode code, uint32_t src, int32_t a,
                         int32_t b)
{
    if (e->err.code == K_OK) {
        e->err.code = code;
        e->err.src = src;
        e->err.ncycle = e->err.ncircle = 0;
        e->err.action = 0;
        e->err.a = a;
        e->err.b = b;
    }
    return -1;
}

/* v, or the nearest value from -INT32_MAX to INT32_MAX (INT32_MIN is K_ABSENT). */
static inline int32_t k_clamp(int64_t v)
{
    return v > INT32_MAX ? INT32_MAX : v <= INT32_MIN ? -INT32_MAX : (int32_t)v;
}

/* Where an expression stands in the files, for messages; 0: unknown. */
static inline uint32_t k_written(const struct kdef *d, ref expr)
{
    return d->expr_src && expr < d->nexprs ? d->expr_src[expr] : 0;
}

enum { MOVE_WORK = 40 }; /* units of work (k_spend) for each card moved or shuffled */
/* Units of work (k_spend) for an op, a question, a hook. */
enum { OP_WORK = 4, ASK_WORK = 40, HOOK_WORK = 100 };

/* Takes n units of the work that this call may do: about one for each part of an expression, card
 * looked at or choice listed. The amount depends on the game alone, not on caches or listeners, so
 * work runs out at the same place everywhere. That is an error, and it ends all loops. Parts of
 * expressions only count down (e->left--); the next k_spend notices. */
static inline int k_spend(struct kengine *e, int64_t n)
{
    return __builtin_expect((e->left -= n) < 0, 0) ? k_overspent(e) : 0;
}

/* From here on work counts for the rule at `src` (kengine.ran) and for `cards` more cards; nested
 * work of one place counts once. Returns the place before, for k_ran_back. */
static inline uint32_t k_ran(struct kengine *e, uint32_t src, unsigned cards)
{
    return __builtin_expect(e->ran != NULL, 0) ? k_ran_at(e, src, src != e->ran->at, cards) : 0;
}
static inline void k_ran_back(struct kengine *e, uint32_t was)
{
    if (__builtin_expect(e->ran != NULL, 0))
        k_ran_at(e, was, 0, 0);
}
/* The rule at work asks n cards one by one. */
static inline void k_ran_cards(struct kengine *e, int n)
{
    if (__builtin_expect(e->ran != NULL, 0))
        k_ran_at(e, e->ran->at, 0, n > 0 ? (unsigned)n : 0);
}

static inline bool list_has(const uint16_t *list, int n, unsigned c)
{
    int i = 0;

    while (i < n && list[i] != c)
        i++;
    return i < n;
}

/* The seat of the only person in a game for one; else NO_SEAT. */
static inline uint8_t k_solo(const struct kstate *s)
{
    return s->people == 1 ? (uint8_t)__builtin_ctz(s->people_seats) : NO_SEAT;
}

#endif
