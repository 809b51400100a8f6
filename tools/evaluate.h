/* evaluate.h - `learn --measure`: how well a policy plays, in many deals or a part of them. */
#ifndef CANTRIP_TOOLS_EVALUATE_H
#define CANTRIP_TOOLS_EVALUATE_H

#include "tools/stats/part.h"

/* Plays `games` games, at each seat once in a deal, by a policy among random bots and, if `past` is not NULL,
 * among players by that one; prints its share of the win. The exit status. */
int evaluate(const ct_definition *def, const struct ct_setup *setup, const ct_policy *policy,
             const ct_policy *past, uint64_t games, int jobs, struct part *part);

#endif
