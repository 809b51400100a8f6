/* causaltally.h - what it does to take a card: the same game, where it was taken and where the best of the rest was.
 *
 * A sample is one offer of a game, played out both ways with equal luck. The more offers a game has (M, by weight), the less likely is
 * each to be its sample, which so stands for M (Horvitz and Thompson, J. Amer. Statist. Assoc. 47, 1952). Else games in which few
 * offers come would count for more, and how many come may hang together with what comes of them. Whole numbers only, as in tally.h.
 */
#ifndef CANTRIP_TOOLS_STATS_CAUSALTALLY_H
#define CANTRIP_TOOLS_STATS_CAUSALTALLY_H

#include "cardcount.h"

/* D is what the seat gets with the card, less what it gets without. Sums over samples of M·D, M²·D, M²·D². */
struct causal_sums {
    __int128 md, mmd, mmdd;
};
/* Of one card in one kind of choice. */
struct causal_count {
    uint64_t samples, same;       /* same: … in which both ways came to the same */
    uint64_t better_in, worse_in; /* the first game whose sample went so; 0: none */
    __int128 m, mm;               /* sums of M, M² */
    struct causal_sums share, margin;
};
struct causal_tally {
    int kinds, cards;
    uint64_t cut;               /* samples of which a way was stopped at the limit of picks */
    bool won, scored;           /* in some of the others somebody won, there were scores */
    struct causal_count *count; /* by kind, then card */
};

/* Which kind of choice and card (kind * cards + card), whose, for how much it stands, in which game (from 1). */
struct causal_sample {
    int cell, seat;
    uint64_t weight, game;
};

struct causal_tally *causaltally_new(int kinds, int cards);
/* Its two ways, which are over. */
void causaltally_add(struct causal_tally *t, const struct causal_sample *s,
                     const struct ct_result *with, const struct ct_result *without);
void causaltally_merge(struct causal_tally *into, const struct causal_tally *from);
/* Its tables in a tally. */
void causaltally_tables(struct causal_tally *t, struct tally_way *way);
/* NULL is allowed. */
void causaltally_free(struct causal_tally *t);

/* What taking the card does, in shares of the win (0 … 1) and of the margin, points before the best other side. `known`: there
 * are two samples; `tested`: so many that a test means something; rate: of false findings among the cards of this kind of choice. */
enum { CAUSAL_TESTED = 30 };
struct causal_gain {
    const struct causal_count *count;
    int card;
    bool known, tested;
    struct estimate share, margin;
    double rate;
};
/* What is known of one kind of choice, the best first, by shares or, where there are none, by points. */
struct causal_gains {
    struct causal_gain *v;
    int n, tested, sure;  /* sure: chance does not explain it (RATE) */
    bool shares, margins; /* anything to tell of either */
};
struct causal_gains causal_gains(const struct causal_tally *t, int kind);
/* That which is tested: in shares, or in points. */
const struct estimate *causal_of(const struct causal_gains *g, const struct causal_gain *one);

#endif
