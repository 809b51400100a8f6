/* versus.h - two rulesets, of which the same games are played: what differs from game to game of the same seed.
 *
 * Sums of products over pairs of games, so that the error of a difference is that of paired observations: what a change never
 * touched differs by exactly 0, and its error is 0, too.
 */
#ifndef CANTRIP_TOOLS_STATS_VERSUS_H
#define CANTRIP_TOOLS_STATS_VERSUS_H

#include "cardtally.h"

/* Products of a card's numbers in the first game with those in the second (P, Q, U, V of cardcount.h): `pu` is P of the first by U
 * of the second. */
struct versus_sums {
    __int128 uu, uv, vu, vv, up, uq, vp, vq, pu, pv, qu, qv;
};
/* One card in one kind of choice. Of a game that was stopped nothing is counted, as if it had been offered in none. */
struct versus_count {
    uint64_t games,
        differ; /* in one of the two it was offered; those in which anything of it differs */
    uint64_t first; /* the first such game, or 0 */
    __int128 pp, pq, qp, qq;
    struct versus_sums share, score;
};
/* A quantity of a game: the sum of its differences (the second less the first), and of their squares. */
struct versus_sum {
    __int128 by, by2;
    uint64_t differ, first;
};
/* Of what; only the first two have seats. */
enum { VERSUS_SHARE, VERSUS_SCORE, VERSUS_PICKS, VERSUS_TIES, VERSUS_SUMS };
struct versus_tally {
    uint64_t games, differ,
        first; /* pairs that both ended; pairs in which anything that is counted differs */
    struct versus_sum sum[VERSUS_SUMS][CT_MAX_SEATS];
    int kinds, cards; /* of the first; the last kind is to have the card, whoever offers it */
    struct versus_count *count;
    int *kind_of, *card_of; /* those of the second as numbers of the first; -1: it has none */
    int kinds_of, cards_of; /* … of the second */
    int32_t *at[2]; /* by kind and card of the first: place in what ended of either, or -1 */
};

struct versus_tally *versus_new(const struct card_names *first,
                                const struct card_names *second);
/* A game of both, of the same number, has ended or was stopped, and is counted in their own tallies. */
void versus_game(struct versus_tally *t, const struct card_tally *first,
                 const struct card_tally *second, const struct ct_result *a,
                 const struct ct_result *b, uint64_t picks_a, uint64_t picks_b,
                 uint64_t number);
void versus_merge(struct versus_tally *into, const struct versus_tally *from);
/* Its tables in a tally, of cards in this kind of choice, or in each (-1). */
void versus_tables(struct versus_tally *t, int kind, struct tally_way *way);
/* NULL is allowed. */
void versus_free(struct versus_tally *t);

/* The mean of a difference, of so many games. */
struct estimate versus_mean(const struct versus_sum *s, uint64_t games);
/* By how much a card's gain is greater in the second: in shares of the win, in points. `a`, `b`: what is counted of it in each. */
struct estimate versus_share(const struct versus_count *c, const struct card_count *a,
                             const struct card_count *b);
struct estimate versus_score(const struct versus_count *c, const struct card_count *a,
                             const struct card_count *b);

#endif
