/* rng.c - the seeded generator.
 *
 * SplitMix64 (Steele, Lea, Flood 2014; finaliser by D. Stafford, variant 13), read
 * as a counter-based generator: number n of stream k is mix(k + n * gamma), so a
 * stream is one number and a fresh one costs one store.
 */
#include "kernel/kernel.h"

#define GAMMA 0x9e3779b97f4a7c15ull

uint64_t kmix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

struct krng krng_stream(uint64_t seed, uint64_t stream)
{
    return (struct krng){kmix(kmix(seed + GAMMA) ^ (stream * GAMMA + 1)), 0};
}

uint64_t krng_next(struct krng *r)
{
    return kmix(r->key + ++r->count * GAMMA);
}

/* Lemire, Fast random integer generation in an interval, 2019: exact, seldom divides. */
uint32_t krng_below(struct krng *r, uint32_t n)
{
    uint64_t m = (krng_next(r) >> 32) * n;

    if ((uint32_t)m < n) {
        uint32_t floor = -n % n;

        while ((uint32_t)m < floor)
            m = (krng_next(r) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}
