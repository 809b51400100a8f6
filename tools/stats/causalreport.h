/* causalreport.h - the effect of taking a card, as tables or JSON. */
#ifndef CANTRIP_TOOLS_STATS_CAUSALREPORT_H
#define CANTRIP_TOOLS_STATS_CAUSALREPORT_H

#include "cardtally.h"
#include "causaltally.h"

#include <jansson.h>

/* A table for each sampled kind of choice, or for one. `cards` gives what takers won, for
 * comparison. */
void causal_print(const struct causal_tally *t, const struct card_tally *cards,
                  const struct card_names *names, int kind);
/* {KIND: [{card, samples, share: {mean, error}, …}]}; the caller owns it. */
json_t *causal_json(const struct causal_tally *t, const struct card_tally *cards,
                    const struct card_names *names, int kind);

#endif
