/* rng.c - the seeded generator.
 *
 * SplitMix64 (Steele, Lea, Flood 2014; finaliser by D. Stafford, variant 13), used as a counter:
 * number n of stream k is mix(k + n * gamma). So a stream is one number, and starting one costs one
 * store. */
#include "kernel/kernel.h"

struct krng krng_stream(uint64_t seed, uint64_t stream)
{
    return (struct krng){kmix(kmix(seed + KRNG_GAMMA) ^ (stream * KRNG_GAMMA + 1)), 0};
}

uint32_t krng_reject(struct krng *r, uint64_t m, uint32_t n)
{
    uint32_t floor = -n % n;

    while ((uint32_t)m < floor)
        m = (krng_next(r) >> 32) * n;
    return (uint32_t)(m >> 32);
}
