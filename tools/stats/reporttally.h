/* reporttally.h - all that is counted for a report and for nothing else. */
#ifndef CANTRIP_TOOLS_STATS_REPORTTALLY_H
#define CANTRIP_TOOLS_STATS_REPORTTALLY_H

#include "cardtally.h"
#include "fatetally.h"
#include "gametally.h"
#include "roundtally.h"

enum { MOST_OPTIONS = 8 }; /* with several values */
struct report_tally {
    struct game_tally games;
    struct round_tally rounds; /* options stand behind the phases */
    int phases, options,
        value[MOST_OPTIONS]; /* which value each option has in the game under way, from 0 */
    struct fate_tally fates;
};

struct report_tally *reporttally_new(const struct card_names *names);
/* Somebody is asked. */
void reporttally_asked(struct report_tally *t, ct_engine *engine, ct_state *game);
/* A seat picks among its n choices (two or more), which were listed last, in the game of this number. `cards` was told of it,
 * or is NULL: this seat's cards are not counted. Before ct_pick. */
void reporttally_pick(struct report_tally *t, ct_engine *engine, ct_state *game, int seat,
                      int n, int pick, const struct card_tally *cards, uint64_t number);
/* The game is over, or stopped. */
void reporttally_game(struct report_tally *t, ct_engine *engine, ct_state *game,
                      const struct ct_result *r, uint64_t number);
void reporttally_merge(struct report_tally *into, const struct report_tally *from);
/* NULL is allowed. */
void reporttally_free(struct report_tally *t);

#endif
