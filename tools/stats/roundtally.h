/* roundtally.h - which cards win, by the round of each running phase in which they are picked. Also
 * by the value of an option, if a run plays several values.
 *
 * Most cards come in few rounds. So there is a table of met entries only, by kind of choice,
 * phase, round and card.
 */
#ifndef CANTRIP_TOOLS_STATS_ROUNDTALLY_H
#define CANTRIP_TOOLS_STATS_ROUNDTALLY_H

#include "cardtally.h"

/* Later rounds count as this one. */
enum { LAST_ROUND = 12 };

struct round_key {
    int kind, phase, round, card; /* round: from 1 to LAST_ROUND */
};
struct round_count {
    struct round_key key;
    struct card_count count;
    struct card_deeds did; /* in the present game */
    uint32_t met;          /* its index + 1 among those `met` in the present game, or 0 */
};
struct round_tally {
    struct round_count *v;
    size_t n, cap;
    uint32_t *slot; /* index + 1 in v of each entry, by its key (open addressing); 0: free */
    size_t slots;   /* a power of two */
    uint32_t *met;
    size_t nmet;
};

/* Starts from {0}; roundtally_free. */
/* A seat picks from the offers that `cards` has noted. Call it before ct_pick. */
void roundtally_pick(struct round_tally *t, ct_engine *engine, ct_state *game, int seat,
                     const struct card_tally *cards);
/* Does the same for an option's value: `round` is the value, `phase` a number beyond the phases. */
void roundtally_count(struct round_tally *t, int phase, int round, int seat,
                      const struct card_tally *cards);
void roundtally_game(struct round_tally *t, const struct ct_result *r, uint64_t number);
void roundtally_merge(struct round_tally *into, const struct round_tally *from);
void roundtally_free(struct round_tally *t);
/* The counts of the key. If missing, they are made or (`make` false) NULL. They live until the
 * next call. */
struct card_count *roundtally_at(struct round_tally *t, const struct round_key *key, bool make);

#endif
