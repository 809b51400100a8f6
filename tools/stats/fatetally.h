/* fatetally.h - what becomes of cards that are taken: whether they are picked again, count in a score, or are dead.
 *
 * A copy that a seat takes in one kind of choice is picked again when that seat later picks such a card in another kind. It
 * counts when it is among the cards of the seat's score at the end (where the score is a sum over cards). Dead are as many of the
 * copies a seat took in a game as are more than those picked again, and more than those that count.
 */
#ifndef CANTRIP_TOOLS_STATS_FATETALLY_H
#define CANTRIP_TOOLS_STATS_FATETALLY_H

#include "cardtally.h"

/* One card in one kind of choice, in games that ended; in copies. */
struct fate_count {
    uint64_t taken, again, counted, dead, games; /* games: in which it was taken */
    uint64_t scored;                             /* copies in the scores of who took one … */
    __int128 points;                             /* … and what those bring */
    __int128 tt, td, dd;       /* sums over games of taken², taken · dead, dead² */
    uint64_t used_in, dead_in; /* the first game in which one was not dead, was dead; 0: none */
};
extern const struct columns fate_columns;
struct fate_tally {
    int kinds, cards;
    struct fate_count *count; /* by kind, then card */
    struct fate_met *met;     /* in the game under way */
    size_t nmet, cap;
    uint32_t *at;             /* by kind and card: place in `met` + 1, or 0 */
    struct ct_scored *scored; /* room for the cards of a score */
    int score_cap;
    int64_t *points; /* by card: of the seat that is looked at */
    uint32_t *copies;
};

void fatetally_begin(struct fate_tally *t, int kinds, int cards);
/* A seat picks what stands first of what `cards` was told of last. Before ct_pick. */
void fatetally_pick(struct fate_tally *t, int seat, const struct card_tally *cards);
/* The game is over, or stopped. */
void fatetally_game(struct fate_tally *t, ct_engine *engine, ct_state *game,
                    const struct ct_result *r, uint64_t number);
void fatetally_merge(struct fate_tally *into, const struct fate_tally *from);
void fatetally_free(struct fate_tally *t);
const struct fate_count *fatetally_of(const struct fate_tally *t, int kind, int card);
/* The part that was dead, with its standard error: over games, as in cardcount.h. */
struct estimate fate_dead(const struct fate_count *c);

#endif
