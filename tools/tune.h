/* tune.h - `cantrip tune` for other commands: the value of a number that makes a card fair. */
#ifndef CANTRIP_TOOLS_TUNE_H
#define CANTRIP_TOOLS_TUNE_H

#include "bots.h"

/* Who plays how many games with each value. The players' policies stay the caller's. */
struct tune_asked {
    const char *name; /* of the ruleset as it was given */
    const struct player *players;
    const struct list *options;
    uint64_t games, seed;
    int people, jobs;
};
/* As `cantrip tune NAME WHAT`: the value with gain 0, and its standard error. False: none of the
 * values, or it cannot be tried (after a message). */
bool tune_even(const struct tune_asked *asked, const char *what, double *value, double *error);

#endif
