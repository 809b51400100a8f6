/* ref.h - games written by hand in C, the yardstick for the interpreter.
 *
 * They have the rules, deck, seeds and random play of the rulesets of the same name with standard
 * options, and nothing else: no views, no clones, no log, no other table. Game and players draw
 * from the streams of core/kernel/rng.c and tools/bots.c, and choices are counted in the
 * interpreter's order. So a seed gives the same game here and there, and `bench --check` compares
 * the two. */
#ifndef CANTRIP_BENCH_REF_H
#define CANTRIP_BENCH_REF_H

#include "cantrip.h"

#include <stdint.h>

/* How a game ended. Not all games have all of it. */
struct ref_outcome {
    int64_t score[CT_MAX_SEATS]; /* wizard-quest: the mana left over */
    uint32_t winners, won, lost; /* a bit for each seat */
    uint32_t picks, forced;      /* picks among two or more; among one */
};

/* Plays the game of this seed with random players. */
void ref_fairytale(uint64_t seed, int seats, struct ref_outcome *out); /* 2 to 5 seats */
void ref_wizard(uint64_t seed, struct ref_outcome *out);
/* The first card at which `def` differs from the game written by hand, or NULL: same cards, same
 * order. */
const char *ref_fairytale_differs(const ct_definition *def);
const char *ref_wizard_differs(const ct_definition *def);

/* ---- random numbers: SplitMix64 as a counter, as in core/kernel/rng.c ---- */

enum { REF_GAME_STREAM = 0, REF_BOT_STREAM = 1000 };
#define REF_GAMMA 0x9e3779b97f4a7c15ull

struct ref_rng {
    uint64_t at; /* key + count * gamma */
};

static inline uint64_t ref_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/* A seed's streams share the first half of the work. */
static inline uint64_t ref_root(uint64_t seed)
{
    return ref_mix(seed + REF_GAMMA);
}

static inline struct ref_rng ref_stream(uint64_t root, uint64_t stream)
{
    return (struct ref_rng){ref_mix(root ^ (stream * REF_GAMMA + 1))};
}

/* 0 … n - 1 (Lemire 2019). */
static inline uint32_t ref_below(struct ref_rng *r, uint32_t n)
{
    uint64_t m = (ref_mix(r->at += REF_GAMMA) >> 32) * n;

    if ((uint32_t)m < n) {
        uint32_t floor = -n % n;

        while ((uint32_t)m < floor)
            m = (ref_mix(r->at += REF_GAMMA) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Fisher and Yates, from the end, as core/kernel/zone.c does. */
static inline void ref_shuffle(struct ref_rng *r, uint8_t *cards, int n)
{
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = ref_below(r, (uint32_t)i + 1);
        uint8_t t = cards[i];

        cards[i] = cards[j];
        cards[j] = t;
    }
}

/* Counts bits, for plain x86-64, which has no instruction for it. */
static inline uint32_t ref_bits16(uint32_t m)
{
    m -= (m >> 1) & 0x5555;
    m = (m & 0x3333) + ((m >> 2) & 0x3333);
    m = (m + (m >> 4)) & 0x0f0f;
    return (m + (m >> 8)) & 31;
}

/* The k-th set bit (from 0) of m, alone. */
static inline uint32_t ref_nth_bit(uint32_t m, uint32_t k)
{
    while (k--)
        m &= m - 1;
    return m & -m;
}

#endif
