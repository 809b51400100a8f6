/* tally.h - exact counts of many games.
 *
 * All are whole numbers: sums, sums of squares, least and greatest. So tallies of parts add up
 * exactly to those of the whole, in any order. Means and spreads are computed at the end.
 */
#ifndef CANTRIP_TOOLS_STATS_TALLY_H
#define CANTRIP_TOOLS_STATS_TALLY_H

#include "columns.h"

/* The lesser of two game numbers; 0 is none. */
static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    return a && (!b || a < b) ? a : b;
}

extern const struct columns tally_columns, seat_columns, side_columns;
struct spread {
    uint64_t n;
    __int128 sum, squares;
    int64_t least, most;
};
struct seat_tally {
    uint64_t wins, shared, named_won, named_lost;
    uint64_t forfeits;     /* invalid answers of a bot */
    enum ct_forfeit amiss; /* the reason of one: the last of CT_FORFEITS */
    struct spread score;
};
/* A side in games with teams. A seat that plays alone is a side, too. */
struct side_tally {
    unsigned seats; /* its seats */
    uint64_t games, wins, shared;
    struct spread score; /* the side's score */
};
/* Starts from {0}; tally_clear. */
struct tally {
    uint64_t games, unfinished, nobody, ties;
    uint64_t picks, forced, hooks, reruns;
    bool scored;           /* only in a total: some game that counts cards had scores */
    struct spread length;  /* picks of a game */
    struct spread reached; /* graded games: by each player, of CT_WHOLE */
    struct seat_tally seat[CT_MAX_SEATS];
    struct side_tally *side; /* ascending by seats */
    size_t nsides;
};

void tally_game(struct tally *t, const ct_state *game, const struct ct_result *r);
void tally_merge(struct tally *into, const struct tally *from);
/* The tables of a tally, for games with `nseats` seats. */
void tally_tables(struct tally *t, int nseats, struct tally_way *way);
/* Sets all counts to zero. */
void tally_clear(struct tally *t);
void spread_merge(struct spread *into, const struct spread *from); /* columns.c */
/* 0 without values. */
double spread_mean(const struct spread *s);
double spread_sd(const struct spread *s); /* of the sample: n - 1 */

#endif
