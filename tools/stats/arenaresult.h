/* arenaresult.h - the results of `arena`, counted or merged from tallies.
 *
 * All are sums over deals, in whole numbers. A deal is played once for each rotation of the
 * line-up, so its games depend on each other. Errors therefore come from sums of squares over
 * deals.
 */
#ifndef CANTRIP_TOOLS_STATS_ARENARESULT_H
#define CANTRIP_TOOLS_STATS_ARENARESULT_H

#include "columns.h"
#include "rating.h"

enum { MOST_BOTS = 64, BOT_NAME = 320 };

/* Sums over the deals that a bot played. x: its wins there, in CT_WHOLEs; n: its seats in games
 * of the deal. */
struct arena_sums {
    uint64_t deals, games;
    __int128 share, squares, products, counts; /* sums of x, x², x·n, n² */
};
struct arena_counts {
    int bots, people;
    uint64_t games, unfinished, uneven; /* uneven: one side came before another */
    struct arena_bot {
        uint64_t refused, forfeits;
        enum ct_forfeit amiss; /* the reason of a forfeit: the last of CT_FORFEITS */
    } bot[MOST_BOTS];
    struct arena_sums *sums;  /* of each bot: at any seat, then at each player's */
    struct arena_sums *ahead; /* the same for points ahead, at any seat, in CT_WHOLEths */
    int64_t *wins,
        *moments; /* who came before whom, and sums of products over deals (rating.h) */
};
/* A played deal: all rotations, or only the first ones at the end of a run. Points are those of
 * the side; they are negated if the least wins. POINTS_CAP limits them, so no sum overflows. */
enum { POINTS_CAP = 1000000 };
struct arena_deal {
    int places, games;
    const int *who; /* [place]: the bot in this place of the line-up */
    int unfinished;
    int32_t share[MOST_BOTS][CT_MAX_SEATS]; /* [game][seat] */
    uint16_t side[MOST_BOTS][CT_MAX_SEATS]; /* [game][seat]: seats on its side */
    bool scored[MOST_BOTS];                 /* [game]: it ended with scores, which follow */
    int32_t points[MOST_BOTS][CT_MAX_SEATS];
};

void deals_begin(struct arena_counts *c, int bots, int people);
void deals_clear(struct arena_counts *c);
void deals_free(struct arena_counts *c);
void deals_count(struct arena_counts *c, const struct arena_deal *d);
void deals_merge(struct arena_counts *into, const struct arena_counts *from);
/* The tables of a tally. */
void deals_tables(struct arena_counts *c, struct tally_way *way);

/* What a bot won at one seat or (-1) at all: the mean share and its standard error over deals.
 * Error -1: unknown, as after a single deal. */
struct measure {
    uint64_t games, deals; /* games: seats in games */
    double share, error;
};
struct measure arena_measure(const struct arena_counts *c, int bot, int at);
/* The mean of the points by which a bot was ahead of its rivals (in `share`). Rivals play for
 * another bot and on another side. No games: it had no rivals, or there were no scores. */
struct measure arena_ahead(const struct arena_counts *c, int bot);
/* The rating of each bot. NULL: no two bots met. The caller frees it. */
struct rating *arena_ratings(const struct arena_counts *c, uint64_t deals);

struct arena_result {
    struct tally_run run;
    int places, who[MOST_BOTS];  /* the line-up */
    const char *name[MOST_BOTS]; /* the bots' names */
    uint64_t weights[MOST_BOTS]; /* [place]: fingerprint of its training, or 0 */
    uint64_t games;              /* games of the run */
    struct arena_counts counts;
    const char *until;      /* the target that may stop the run early, or NULL */
    struct numbers numbers; /* deals played */
    uint64_t of;
};
void arena_result_free(struct arena_result *r);

/* ---- arenatally.c: to and from a tally ---- */

/* Writes the tally. False after a message. */
bool arena_save(struct tally_file *f, const struct arena_result *r);
/* Sets up `r` from a tally, which owns the texts. False: *wrong says what is missing. */
bool arena_load(const struct tally_file *f, struct arena_result *r, char **wrong);

#endif
