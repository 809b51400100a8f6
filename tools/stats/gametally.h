/* gametally.h - how games go: exact counts for a report, beside those of tally.h.
 *
 * Each count keeps the least number of a game that shows it. These merge, too.
 */
#ifndef CANTRIP_TOOLS_STATS_GAMETALLY_H
#define CANTRIP_TOOLS_STATS_GAMETALLY_H

#include "columns.h"
#include "histogram.h"
#include "leads.h"

/* Histograms: enum, name in tallies. */
#define HISTOGRAMS(X)                                                                          \
    X(SCORE, score)     /* a player's, at the end */                                           \
    X(MARGIN, margin)   /* points between the best side and the next */                        \
    X(LENGTH, length)   /* picks of a game */                                                  \
    X(CHOICES, choices) /* of a decision, two or more */                                       \
    X(CHANGES, changes) /* of the lead, in a game (leads.h) */                                 \
    X(DECIDED, decided) /* the part of a game's picks after which it was decided, in % */
/* How a game ends: enum, words. */
#define ENDINGS(X)                                                                             \
    X(ONE, "one wins")                                                                         \
    X(TIE, "several share the win")                                                            \
    X(NOBODY, "nobody wins")                                                                   \
    X(STOPPED, "the limit of picks stops it")
enum ending {
#define X(id, says) END_##id,
    ENDINGS(X)
#undef X
        NENDINGS
};

enum histogram_of {
#define X(id, name) OF_##id,
    HISTOGRAMS(X)
#undef X
        NHISTOGRAMS
};

/* Decisions in which a choice of this kind was picked. */
struct kind_count {
    uint64_t picks, choices, most, game; /* choices: in all of them; most: in one */
};
/* A number of games, and the first of them. */
struct game_count {
    uint64_t games, game;
};
/* Results of a seat: sums, and the first game in which it had a share of the win (0: none). */
struct seat_outcome {
    __int128 share, score;
    uint64_t won_in;
};
/* Sums of products of the results of two players. */
struct outcome_product {
    __int128 share, score;
};
extern const struct columns game_columns, outcome_columns, product_columns, pick_columns;
struct game_tally {
    uint64_t ended;   /* finished games; picks, choices and lengths are of all games */
    unsigned persons; /* mask of the players' seats */
    struct seat_outcome seat[CT_MAX_SEATS];
    struct outcome_product product[CT_MAX_SEATS][CT_MAX_SEATS]; /* i <= k */
    struct histogram histogram[NHISTOGRAMS];
    int kinds;
    struct kind_count *kind;
    struct game_count ending[NENDINGS];
    int words;
    struct game_count
        *reason;        /* by word: games that ended for this reason; a game may have several */
    struct leads leads; /* of the present game */
};

void gametally_begin(struct game_tally *t, int kinds, int words);
/* A decision in the present game. Notes who leads. */
void gametally_asked(struct game_tally *t, ct_engine *engine, ct_state *game);
/* A player picks one of n choices (two or more) of this kind in game `number` (from 1). */
void gametally_pick(struct game_tally *t, int kind, int n, uint64_t number);
/* The game is over or was stopped. */
void gametally_game(struct game_tally *t, ct_engine *engine, ct_state *game,
                    const struct ct_result *r, uint64_t number);
void gametally_merge(struct game_tally *into, const struct game_tally *from);
void gametally_free(struct game_tally *t);

#endif
