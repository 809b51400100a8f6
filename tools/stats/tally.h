/* tally.h - exact counts of many games.
 *
 * Whole numbers only: sums, sums of squares, least and greatest. So tallies of parts add up to
 * the very numbers of the whole, in any order; means and spreads are made at the end.
 */
#ifndef CANTRIP_TOOLS_STATS_TALLY_H
#define CANTRIP_TOOLS_STATS_TALLY_H

#include "columns.h"

#include <jansson.h>

/* The lesser of two numbers of games, of which 0 is none. */
static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a && (!b || a < b) ? a : b;
}

struct spread {
    uint64_t n;
    __int128 sum, squares;
    int64_t least, most;
};
struct seat_tally {
    uint64_t wins, shared, named_won, named_lost;
    uint64_t forfeits;     /* answers of a program that were none */
    enum ct_forfeit amiss; /* why one was: the last of CT_FORFEITS */
    struct spread score;
};
/* Of games in which some play together: each side, who else plays alone, too. */
struct side_tally {
    unsigned seats; /* that are on it */
    uint64_t games, wins, shared;
    struct spread score; /* what they have together */
};
/* Starts from {0}; tally_clear. */
struct tally {
    uint64_t games, unfinished, nobody, ties;
    uint64_t picks, forced, hooks, reruns;
    bool scored;           /* of a tally: some game of which cards are counted had scores */
    struct spread length;  /* picks of a game */
    struct spread reached; /* graded: by each person, of CT_WHOLE */
    struct seat_tally seat[CT_MAX_SEATS];
    struct side_tally *side; /* ascending by seats */
    size_t nsides;
};

void tally_game(struct tally *t, const ct_state *game, const struct ct_result *r);
void tally_merge(struct tally *into, const struct tally *from);
/* Its tables in a tally, of games with so many seats. */
void tally_tables(struct tally *t, int nseats, struct tally_way *way);
/* Nothing is counted yet. */
void tally_clear(struct tally *t);
void spread_merge(struct spread *into, const struct spread *from); /* columns.c */
/* 0 where there is nothing to average. */
double spread_mean(const struct spread *s);
double spread_sd(const struct spread *s); /* of the sample: n - 1 */
/* {mean, sd, min, max}, or null when n is 0. */
json_t *spread_json(const struct spread *s);

#endif
