/* evaluate.h - `learn --measure`: how well a policy plays. */
#ifndef CANTRIP_TOOLS_EVALUATE_H
#define CANTRIP_TOOLS_EVALUATE_H

#include "tools/stats/part.h"

/* Plays `games` games, each deal from each seat, with the policy against random bots and, unless
 * `past` is NULL, against that policy. Prints its share of the win. The exit status. */
int evaluate(const ct_definition *def, const struct ct_setup *setup, const ct_policy *policy,
             const ct_policy *past, uint64_t games, int jobs, struct part *part);

#endif
