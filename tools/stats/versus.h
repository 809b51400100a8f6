/* versus.h - two rulesets that play the same games: the differences between games with the same
 * seed.
 *
 * Sums of products over pairs of games give the error of a paired difference. A card that the
 * change never touched differs by exactly 0, with error 0.
 */
#ifndef CANTRIP_TOOLS_STATS_VERSUS_H
#define CANTRIP_TOOLS_STATS_VERSUS_H

#include "cardtally.h"

/* Products of a card's numbers (P, Q, U, V of cardcount.h) in the first game with those in the
 * second. `pu` is P of the first times U of the second. */
struct versus_sums {
    __int128 uu, uv, vu, vv, up, uq, vp, vq, pu, pv, qu, qv;
};
/* One card in one kind of choice. A stopped game counts as one without offers. */
struct versus_count {
    uint64_t games,
        differ;     /* games with an offer in either ruleset; games with any difference */
    uint64_t first; /* the first game with a difference, or 0 */
    __int128 pp, pq, qp, qq;
    struct versus_sums share, score;
};
/* A quantity of a game: sums of its differences (second less first) and of their squares. */
struct versus_sum {
    __int128 by, by2;
    uint64_t differ, first;
};
/* The quantities. Only the first two are per seat. */
enum { VERSUS_SHARE, VERSUS_SCORE, VERSUS_PICKS, VERSUS_TIES, VERSUS_SUMS };
struct versus_tally {
    uint64_t games, differ,
        first; /* pairs of finished games; those with any counted difference */
    struct versus_sum sum[VERSUS_SUMS][CT_MAX_SEATS];
    int kinds, cards; /* of the first; the last kind is having the card */
    struct versus_count *count;
    int *kind_of, *card_of; /* numbers in the first of the second's kinds and cards; -1: none */
    int kinds_of, cards_of; /* sizes in the second */
    int32_t
        *at[2]; /* by kind and card of the first: index in the ended game of either, or -1 */
};

struct versus_tally *versus_new(const struct card_names *first,
                                const struct card_names *second);
/* Both rulesets finished or stopped the game with this number. Their own tallies have counted
 * it. */
void versus_game(struct versus_tally *t, const struct card_tally *first,
                 const struct card_tally *second, const struct ct_result *a,
                 const struct ct_result *b, uint64_t picks_a, uint64_t picks_b,
                 uint64_t number);
void versus_merge(struct versus_tally *into, const struct versus_tally *from);
/* The tables of a tally, for cards of this kind of choice, or of all (-1). */
void versus_tables(struct versus_tally *t, int kind, struct tally_way *way);
/* NULL: does nothing. */
void versus_free(struct versus_tally *t);

/* The mean of a difference over `games` games. */
struct estimate versus_mean(const struct versus_sum *s, uint64_t games);
/* By how much a card's gain is greater in the second: in shares of the win; in points. `a`, `b`:
 * the card's counts in each. */
struct estimate versus_share(const struct versus_count *c, const struct card_count *a,
                             const struct card_count *b);
struct estimate versus_score(const struct versus_count *c, const struct card_count *a,
                             const struct card_count *b);

#endif
