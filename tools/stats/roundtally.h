/* roundtally.h - which cards win, by when they are picked: in which round of each phase that was under way; and by the value of an
 * option, where the games of a run are played with several.
 *
 * Only what came is counted, for most cards come in few rounds: a table of what was met, by kind of choice, phase, round, card.
 */
#ifndef CANTRIP_TOOLS_STATS_ROUNDTALLY_H
#define CANTRIP_TOOLS_STATS_ROUNDTALLY_H

#include "cardtally.h"

/* Rounds from this one on are counted together. */
enum { LAST_ROUND = 12 };

struct round_key {
    int kind, phase, round, card; /* round: from 1 to LAST_ROUND */
};
struct round_count {
    struct round_key key;
    struct card_count count;
    struct card_deeds did; /* in the game under way */
    uint32_t met; /* its place among those that are `met` in that, from 1; 0: it was not */
};
struct round_tally {
    struct round_count *v;
    size_t n, cap;
    uint32_t *slot; /* the place of each in v + 1, by its key (open addressing); 0: free */
    size_t slots;   /* a power of two */
    uint32_t *met;
    size_t nmet;
};

/* Starts from {0}; roundtally_free. */
/* A seat picked among what `cards` was told of last. Before ct_pick. */
void roundtally_pick(struct round_tally *t, ct_engine *engine, ct_state *game, int seat,
                     const struct card_tally *cards);
/* The same in one "round" that is said: an option's value, under the number of a phase that there is not. */
void roundtally_count(struct round_tally *t, int phase, int round, int seat,
                      const struct card_tally *cards);
void roundtally_game(struct round_tally *t, const struct ct_result *r, uint64_t number);
void roundtally_merge(struct round_tally *into, const struct round_tally *from);
void roundtally_free(struct round_tally *t);
/* What is counted there, which is made if nothing is, or is NULL; it lives until the next call. */
struct card_count *roundtally_at(struct round_tally *t, const struct round_key *key, bool make);

#endif
