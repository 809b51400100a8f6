/* gametally.h - how games go: exact counts for a report, beside those of tally.h.
 *
 * With each number stands the least number of a game that shows it: these add up, too.
 */
#ifndef CANTRIP_TOOLS_STATS_GAMETALLY_H
#define CANTRIP_TOOLS_STATS_GAMETALLY_H

#include "columns.h"
#include "histogram.h"
#include "leads.h"

/* Enum, name in tallies: of what is counted how often each number of it came. */
#define HISTOGRAMS(X)                                                                          \
    X(SCORE, score)     /* of a person, at the end */                                          \
    X(MARGIN, margin)   /* points between the best side and the next */                        \
    X(LENGTH, length)   /* picks of a game */                                                  \
    X(CHOICES, choices) /* of a pick, two or more */                                           \
    X(CHANGES, changes) /* of the lead, in a game (leads.h) */                                 \
    X(DECIDED, decided) /* which part of its picks was made when a game was decided, in % */
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

/* Of the picks of one kind: what was picked is an answer of that kind. */
struct kind_count {
    uint64_t picks, choices, most, game; /* choices: there were, in all; most: at once */
};
/* Games, and the first of them. */
struct game_count {
    uint64_t games, game;
};
/* What a seat gets: sums, and the first game in which it had a share of the win; 0: none. */
struct seat_outcome {
    __int128 share, score;
    uint64_t won_in;
};
/* Sums of products of what two persons get. */
struct outcome_product {
    __int128 share, score;
};
extern const struct columns game_columns, outcome_columns, product_columns, pick_columns;
struct game_tally {
    uint64_t ended;   /* games; what follows is of these, but for picks, choices and lengths */
    unsigned persons; /* a mask of seats */
    struct seat_outcome seat[CT_MAX_SEATS];
    struct outcome_product product[CT_MAX_SEATS][CT_MAX_SEATS]; /* i <= k */
    struct histogram histogram[NHISTOGRAMS];
    int kinds;
    struct kind_count *kind;
    struct game_count ending[NENDINGS];
    int words;
    struct game_count *reason; /* by word: games that ended for it; a game may have several */
    struct leads leads;        /* of the game under way */
};

void gametally_begin(struct game_tally *t, int kinds, int words);
/* Somebody is asked in the game under way: who leads? */
void gametally_asked(struct game_tally *t, ct_engine *engine, ct_state *game);
/* A person picks one of n choices (two or more), of this kind, in the game of this number (from 1). */
void gametally_pick(struct game_tally *t, int kind, int n, uint64_t number);
/* The game is over, or stopped. */
void gametally_game(struct game_tally *t, ct_engine *engine, ct_state *game,
                    const struct ct_result *r, uint64_t number);
void gametally_merge(struct game_tally *into, const struct game_tally *from);
void gametally_free(struct game_tally *t);

#endif
