/* moment.h - a moment of a played game, as a scenario that leads there. */
#ifndef CANTRIP_TOOLS_SCENES_MOMENT_H
#define CANTRIP_TOOLS_SCENES_MOMENT_H

#include "cantrip.h"

#include <jansson.h>

struct moment_pick {
    int seat, choice; /* choice: its number among those offered to the seat */
};
struct moment {
    const char *path;          /* where the scenario would be, for the ruleset and messages */
    const char *const *places; /* as for ct_scenarios_new */
    const ct_definition *def;
    int people;
    const char *const *option; /* "name=value" */
    int noptions;
    uint64_t seed;
    const struct moment_pick *pick;
    int npicks;
};

/* The text of a file with one scenario of this name. It begins with a phase, as late as it can,
 * makes the picks since then and expects what they changed. It was played, passes, and ends where
 * the game was. NULL: *wrong says why. free() both. */
char *moment_text(const struct moment *m, const char *name, char **wrong);

#endif
