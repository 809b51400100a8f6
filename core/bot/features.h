/* features.h - what a seat may know and choose, as sums of names.
 *
 * A *feature* is a hash of identifiers ("this card lies face up in that zone of my left
 * neighbour"), never of numbers. So it means the same when other cards are added or removed. A
 * *head* is a hash of what a choice is ("this kind of choice, of this card"). A policy has a weight
 * for each head and for each pair of a head and a feature. */
#ifndef CANTRIP_BOT_FEATURES_H
#define CANTRIP_BOT_FEATURES_H

#include "bot/compare.h"
#include "cantrip.h"

struct features {
    const ct_definition *def;
    struct ct_info info;
    uint32_t *card, *zone, *kind, *counter, *phase; /* hashed names, by number */
    struct mark {
        int counter;
        int32_t start;
    } * mark;                                  /* counters of cards */
    uint8_t whose[CT_MAX_SEATS][CT_MAX_SEATS]; /* what one seat is to another */
    int seats;
    struct compare compare;
    struct ct_card *seen;
    int cap_seen, cap_marks;
    int32_t *marks, *values;
    uint32_t *at; /* the features of the position */
    int n, cap;
    uint32_t last; /* the card added last; how many equal ones in a row */
    int run;
    uint32_t *head; /* heads of choice i: head[first[i]] … head[first[i + 1] - 1] */
    int *first;
    int nheads, cap_heads, cap_first;
};

/* False: no memory. Call features_free in both cases. */
bool features_init(struct features *f, const ct_definition *def);
void features_free(struct features *f);
/* Call before a game's first question: finds how its seats stand to each other. 0; -1: ct_error */
int features_begin(struct features *f, ct_engine *engine, ct_state *game);
/* Gathers what the seat knows, and its n choices. 0; -1: ct_error, or no memory */
int features_gather(struct features *f, ct_engine *engine, ct_state *game, int seat, int n);
/* The hash of an identifier, seeded by the sort of thing that it names. */
uint32_t features_name(const char *sort, const char *id);

/* Mixes two hashes; the order counts. */
static inline uint32_t features_mix(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) * 0x9E3779B97F4A7C15u;

    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    return (uint32_t)(x >> 32);
}

#endif
