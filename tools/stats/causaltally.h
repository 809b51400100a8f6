/* causaltally.h - the effect of taking a card: one game, played on with the card and with the best
 * other choice.
 *
 * A sample is one offer of a game, played on both ways with equal luck. A game with many offers
 * (M, by weight) is less likely to sample any of them. So its sample counts M times (Horvitz and
 * Thompson, J. Amer. Statist. Assoc. 47, 1952). Otherwise games with few offers would count too
 * much, and the number of offers may depend on the outcome. Whole numbers only, as in tally.h.
 */
#ifndef CANTRIP_TOOLS_STATS_CAUSALTALLY_H
#define CANTRIP_TOOLS_STATS_CAUSALTALLY_H

#include "cardcount.h"

/* D is the seat's result with the card less that without. Sums over samples of M·D, M²·D, M²·D². */
struct causal_sums {
    __int128 md, mmd, mmdd;
};
/* One card in one kind of choice. */
struct causal_count {
    uint64_t samples, same;       /* same: both ways had the same result */
    uint64_t better_in, worse_in; /* the first game with such a sample; 0: none */
    __int128 m, mm;               /* sums of M, M² */
    struct causal_sums share, margin;
};
struct causal_tally {
    int kinds, cards;
    uint64_t cut;               /* samples in which a way reached the limit of picks */
    bool won, scored;           /* some other sample had a winner; had scores */
    struct causal_count *count; /* by kind, then card */
};

/* The kind of choice and card (kind * cards + card), the seat, the weight M and the game (from
 * 1). */
struct causal_sample {
    int cell, seat;
    uint64_t weight, game;
};

struct causal_tally *causaltally_new(int kinds, int cards);
/* Adds a sample. Both ways are over. */
void causaltally_add(struct causal_tally *t, const struct causal_sample *s,
                     const struct ct_result *with, const struct ct_result *without);
void causaltally_merge(struct causal_tally *into, const struct causal_tally *from);
/* The tables of a tally. */
void causaltally_tables(struct causal_tally *t, struct tally_way *way);
/* NULL: does nothing. */
void causaltally_free(struct causal_tally *t);

/* The effect of taking the card: on the share of the win (0 … 1) and on the margin (points
 * before the best other side). `known`: at least two samples. `tested`: enough for a test. rate:
 * of false findings among the cards of this kind. */
enum { CAUSAL_TESTED = 30 };
struct causal_gain {
    const struct causal_count *count;
    int card;
    bool known, tested;
    struct estimate share, margin;
    double rate;
};
/* The cards of a kind of choice, the best first, by shares or else by points. */
struct causal_gains {
    struct causal_gain *v;
    int n, tested, sure;  /* sure: more than chance explains (RATE) */
    bool shares, margins; /* is there any value in shares, in points? */
};
struct causal_gains causal_gains(const struct causal_tally *t, int kind);

#endif
