/* arenaresult.h - all that `arena` tells of its games: counted by it, or added up from tallies.
 *
 * Everything is a sum over deals, in whole numbers: a deal is played once for each rotation of the line-up, and its games are not
 * independent, so that errors are worked out from sums of squares over deals.
 */
#ifndef CANTRIP_TOOLS_STATS_ARENARESULT_H
#define CANTRIP_TOOLS_STATS_ARENARESULT_H

#include "columns.h"
#include "rating.h"

#include <jansson.h>

enum { MOST_BOTS = 64, BOT_NAME = 320 };

/* Over the deals in which a bot played at some seat, of what it got there (x, in CT_WHOLEs) in how many games of the
 * deal (n). */
struct arena_sums {
    uint64_t deals, games;
    __int128 share, squares, products, counts; /* sums of x, x², x·n, n² */
};
struct arena_counts {
    int bots, people;
    uint64_t games, unfinished, uneven; /* uneven: one came before another */
    struct arena_bot {
        uint64_t refused, forfeits;
        enum ct_forfeit amiss; /* why one was: the last of CT_FORFEITS */
    } bot[MOST_BOTS];
    struct arena_sums *sums;  /* of each bot: at any seat, then at each person's */
    struct arena_sums *ahead; /* … at any seat, of points ahead, in CT_WHOLEths */
    int64_t *wins,
        *moments; /* who came before whom; sums of its products, by deals: rating.h */
};
/* A deal that was played, by all rotations or (the last one of a run) the first of them. Points are those of their side,
 * and less where the least wins; beyond POINTS_CAP they count as that many, so that no sum overflows. */
enum { POINTS_CAP = 1000000 };
struct arena_deal {
    int places, games;
    const int *who; /* [place]: the bot that sits there */
    int unfinished;
    int32_t share[MOST_BOTS][CT_MAX_SEATS]; /* [game][person] */
    uint16_t side[MOST_BOTS][CT_MAX_SEATS]; /* … seats on their side */
    bool scored[MOST_BOTS]; /* [game]: it ended, and by scores: these are given: */
    int32_t points[MOST_BOTS][CT_MAX_SEATS];
};

void deals_begin(struct arena_counts *c, int bots, int people);
void deals_clear(struct arena_counts *c);
void deals_free(struct arena_counts *c);
void deals_count(struct arena_counts *c, const struct arena_deal *d);
void deals_merge(struct arena_counts *into, const struct arena_counts *from);
/* Their tables in a tally. */
void deals_tables(struct arena_counts *c, struct tally_way *way);

/* What a bot got at one person's seat, or (-1) at all: the mean share, and its standard error by deals; -1: not known, of a
 * single deal. */
struct measure {
    uint64_t games, deals; /* seats of games */
    double share, error;
};
struct measure arena_measure(const struct arena_counts *c, int bot, int at);
/* By how many points it was ahead of the mean of those who played for another bot and on another side; no games: it
 * never met one, or there were no scores. `share` is that mean. */
struct measure arena_ahead(const struct arena_counts *c, int bot);
/* The rating of each bot; NULL: nobody played against another. The caller frees it. */
struct rating *arena_ratings(const struct arena_counts *c, uint64_t deals);

struct arena_result {
    struct tally_run run;
    int places, who[MOST_BOTS];  /* the line-up */
    const char *name[MOST_BOTS]; /* of each bot */
    uint64_t
        weights[MOST_BOTS]; /* of each place: the fingerprint of what it has learnt, or 0 */
    uint64_t games;         /* of the run */
    struct arena_counts counts;
    const char *until;      /* when it stops before all deals are played, or NULL */
    struct numbers numbers; /* deals */
    uint64_t of;
};
void arena_result_free(struct arena_result *r);

/* ---- arenareport.c: as it is told ---- */

void arena_print(const struct arena_result *r);
/* The caller owns it; "bots" in it has the bots in their order. */
json_t *arena_json(const struct arena_result *r);

/* ---- arenatally.c: as a tally ---- */

/* False after a message. */
bool arena_save(struct tally_file *f, const struct arena_result *r);
/* Sets up `r`; texts are those of the tally. False: *wrong says what it lacks. */
bool arena_load(const struct tally_file *f, struct arena_result *r, char **wrong);

#endif
