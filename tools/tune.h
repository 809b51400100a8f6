/* tune.h - what a number of a card would have to be, for commands that ask themselves. */
#ifndef CANTRIP_TOOLS_TUNE_H
#define CANTRIP_TOOLS_TUNE_H

#include "bots.h"

/* Who plays how many games with each value; the players' policies stay the caller's. */
struct tune_asked {
    const char *name; /* of the ruleset as it was given */
    const struct player *players;
    const struct list *options;
    uint64_t games, seed;
    int people, jobs;
};
/* As `cantrip tune NAME WHAT`: where the card's gain is 0, with its standard error. False: nowhere between the values, or a
 * message said why it cannot be tried. */
bool tune_even(const struct tune_asked *asked, const char *what, double *value, double *error);

#endif
