/* reporttally.h - all counts that only a report needs. */
#ifndef CANTRIP_TOOLS_STATS_REPORTTALLY_H
#define CANTRIP_TOOLS_STATS_REPORTTALLY_H

#include "cardtally.h"
#include "fatetally.h"
#include "gametally.h"
#include "roundtally.h"

enum { MOST_OPTIONS = 8 }; /* that have several values */
struct report_tally {
    struct game_tally games;
    struct round_tally rounds; /* options follow the phases */
    int phases, options,
        value[MOST_OPTIONS]; /* index of each option's value in the present game */
    struct fate_tally fates;
};

struct report_tally *reporttally_new(const struct card_names *names);
/* Call it at each decision. */
void reporttally_asked(struct report_tally *t, ct_engine *engine, ct_state *game);
/* A seat picks one of its n choices (two or more), the last ones listed, in game `number`.
 * `cards` has noted them, or is NULL if this seat's cards do not count. Call it before ct_pick. */
void reporttally_pick(struct report_tally *t, ct_engine *engine, ct_state *game, int seat,
                      int n, int pick, const struct card_tally *cards, uint64_t number);
/* The game is over or was stopped. */
void reporttally_game(struct report_tally *t, ct_engine *engine, ct_state *game,
                      const struct ct_result *r, uint64_t number);
void reporttally_merge(struct report_tally *into, const struct report_tally *from);
/* NULL: does nothing. */
void reporttally_free(struct report_tally *t);

#endif
