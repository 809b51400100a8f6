/* fatetally.h - what becomes of the cards that seats take: they are picked again, count in a score,
 * or are dead.
 *
 * A copy is picked again when its seat picks such a card in another kind of choice later. It
 * counts when the score is a sum over cards and contains it. The number of dead copies of a game
 * is: copies taken, less those picked again or those that count, whichever are more.
 */
#ifndef CANTRIP_TOOLS_STATS_FATETALLY_H
#define CANTRIP_TOOLS_STATS_FATETALLY_H

#include "cardtally.h"

/* One card in one kind of choice, in finished games. Numbers are copies. */
struct fate_count {
    uint64_t taken, again, counted, dead, games; /* games: with a copy taken */
    uint64_t scored;           /* copies in the scores of seats that took one */
    __int128 points;           /* and their points */
    __int128 tt, td, dd;       /* sums over games of taken², taken·dead, dead² */
    uint64_t used_in, dead_in; /* the first game with a copy not dead, dead; 0: none */
};
extern const struct columns fate_columns;
struct fate_tally {
    int kinds, cards;
    struct fate_count *count; /* by kind, then card */
    struct fate_met *met;     /* of the present game */
    size_t nmet, cap;
    uint32_t *at;             /* by kind and card: place in `met` + 1, or 0 */
    struct ct_scored *scored; /* buffer for the cards of a score */
    int score_cap;
    int64_t *points; /* by card, for one seat */
    uint32_t *copies;
};

void fatetally_begin(struct fate_tally *t, int kinds, int cards);
/* A seat picks. The picks are the first offers that `cards` has noted. Call it before ct_pick. */
void fatetally_pick(struct fate_tally *t, int seat, const struct card_tally *cards);
/* The game is over or was stopped. */
void fatetally_game(struct fate_tally *t, ct_engine *engine, ct_state *game,
                    const struct ct_result *r, uint64_t number);
void fatetally_merge(struct fate_tally *into, const struct fate_tally *from);
void fatetally_free(struct fate_tally *t);
const struct fate_count *fatetally_of(const struct fate_tally *t, int kind, int card);
/* The share of dead copies, with its standard error over games as in cardcount.h. */
struct estimate fate_dead(const struct fate_count *c);

#endif
