/* cardtally.h - which cards win: what becomes of seats that pick a card, and of those that pass it.
 *
 * Whole numbers only, as in tally.h, so that threads add up to the same bytes in any order.
 */
#ifndef CANTRIP_TOOLS_STATS_CARDTALLY_H
#define CANTRIP_TOOLS_STATS_CARDTALLY_H

#include "cantrip.h"

/* Sums over seats of games of y, the seat's share of the win or its score, by how often it picked the
 * card (p) and how often it passed it (q): what the means and their errors are made of. */
struct card_sums {
    __int128 py, qy;    /* of p·y, of q·y */
    __int128 ppy, ppyy; /* of p²·y, of p²·y² */
    __int128 qqy, qqyy;
    __int128 pqy, pqyy;
};

/* One card in one kind of choice, in games that ended. */
struct card_count {
    uint64_t picked, passed;   /* choices that offered it */
    uint64_t pickers, passers; /* seats of games that ever did */
    __int128 pp, qq, pq;       /* sums of p², q², p·q */
    struct card_sums share, score;
};

struct card_tally {
    int kinds, cards;
    struct card_count *count; /* by kind, then card */
    struct card_met *met;     /* in the game under way */
    size_t nmet, cap;
    uint32_t *at;             /* by kind, card and seat: place in `met` + 1, or 0 */
    uint64_t *seen, decision; /* by kind and card: the last choice that offered it */
    bool scored;              /* some game had scores */
};

/* A mean, or the difference of two, with its standard error. */
struct estimate {
    double mean, error;
};
/* What a card's numbers say: with those who picked it, with those who passed it, and the first less the
 * second. `known`: two seats at least did either. */
struct card_worth {
    bool known;
    struct estimate picked, passed, gain;
};

void cardtally_begin(struct card_tally *t, const ct_definition *def);
/* A seat picks among its n choices (two or more), which were listed last. Before ct_pick. */
void cardtally_pick(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int n,
                    int pick);
/* The game is over, or not to be counted. */
void cardtally_game(struct card_tally *t, const struct ct_result *r);
void cardtally_merge(struct card_tally *into, const struct card_tally *from);
void cardtally_free(struct card_tally *t);

const struct card_count *cardtally_of(const struct card_tally *t, int kind, int card);
/* In shares of the win (0 … 1), in points. */
struct card_worth card_share(const struct card_count *c);
struct card_worth card_score(const struct card_count *c);

#endif
