/* measure.h - one contestant: a ruleset at a number of seats, or a game written by hand. */
#ifndef CANTRIP_BENCH_MEASURE_H
#define CANTRIP_BENCH_MEASURE_H

#include "ref.h"

/* A game written by hand. `people` is passed on. */
struct by_hand {
    const char *ruleset; /* the ruleset that it plays */
    void (*play)(uint64_t seed, int people, struct ref_outcome *out);
    const char *(*differs)(const ct_definition *def);
};
/* By the ruleset's name, or NULL. */
const struct by_hand *by_hand_find(const char *ruleset);

/* Copies of games under way: half-way, or in the middle of a script's question. */
enum { STATES = 32 };
struct clones {
    ct_state *state[STATES], *to;
    int n;
    double bytes, ns; /* live bytes on average; the best round's time */
};

struct contest {
    char name[64];
    int people;
    const struct by_hand *hand; /* NULL: interpreted */
    const ct_definition *def;
    ct_engine *engine;
    ct_state *game;
    uint64_t seed;                         /* game i has the same seed as in `cantrip sim` */
    uint64_t games;                        /* in a round */
    uint64_t picks, forced, hooks, reruns; /* of one round */
    double seconds;                        /* of the best round */
    double inside;                         /* the same by ct_playout */
    double start_ns; /* to set a game up and shuffle it, in the best round */
    struct clones mid, asked;
};

/* All return 0, or -1 after a message. */
int contest_open(struct contest *c, const ct_definition *def, const char *name, int people,
                 uint64_t seed);
void contest_open_by_hand(struct contest *c, const struct by_hand *hand, int people,
                          uint64_t seed);
void contest_close(struct contest *c);
/* Plays games first … last - 1 and counts picks, forced, hooks and reruns. tests/bench-guard
 * counts the instructions in here. */
int contest_play(struct contest *c, uint64_t first, uint64_t last);
/* Settles how many games take so many seconds. */
int contest_calibrate(struct contest *c, double seconds);
/* Collects the states that are cloned. */
int contest_collect(struct contest *c);
/* One round: games, starts, clones. */
int contest_round(struct contest *c, double seconds);
/* Compares outcomes and picks of the same `games` games by hand and interpreted. */
int contest_compare(const struct by_hand *hand, struct contest *c, uint64_t games);

#endif
