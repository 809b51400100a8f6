/* reporttally.h - all that is counted for a report and for nothing else. */
#ifndef CANTRIP_TOOLS_STATS_REPORTTALLY_H
#define CANTRIP_TOOLS_STATS_REPORTTALLY_H

#include "cardtally.h"
#include "gametally.h"

struct report_tally {
    struct game_tally games;
};

struct report_tally *reporttally_new(const struct card_names *names);
/* A seat picks among its n choices (two or more), which were listed last, in the game of this number. Before ct_pick. */
void reporttally_pick(struct report_tally *t, ct_engine *engine, ct_state *game, int seat,
                      int n, int pick, uint64_t number);
/* The game is over, or stopped. */
void reporttally_game(struct report_tally *t, const ct_state *game, const struct ct_result *r,
                      uint64_t number);
void reporttally_merge(struct report_tally *into, const struct report_tally *from);
/* Nothing is counted yet. Between games. */
void reporttally_clear(struct report_tally *t);
/* NULL is allowed. */
void reporttally_free(struct report_tally *t);

#endif
