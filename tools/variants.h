/* variants.h - options with several values, "goal=3,5": the games of a run are played with all combinations in turn. */
#ifndef CANTRIP_TOOLS_VARIANTS_H
#define CANTRIP_TOOLS_VARIANTS_H

#include "common.h"

#include <stdint.h>

/* MOST_VALUES: no more than a report has columns for (LAST_ROUND in stats/roundtally.h). */
enum { MOST_VARIANTS = 64, MOST_VALUES = 12, MOST_SEVERAL = 6 };
/* Starts from {0}; variants_free. */
struct variants {
    int n;                              /* combinations, 1 where each option has one value */
    int noptions;                       /* in each */
    struct list options[MOST_VARIANTS]; /* … as ct_setup takes them */
    int several;                        /* options with several values: */
    const char *text[MOST_SEVERAL];     /* as they were given */
    int values[MOST_SEVERAL];           /* … so many */
};

/* Reads options as they were given. False after a message. */
bool variants_read(struct variants *v, const char *command, const struct list *given);
void variants_free(struct variants *v);
/* The combination of the game of this number (from 1). */
static inline int variant_of(const struct variants *v, uint64_t number)
{
    return (int)((number - 1) % (uint64_t)v->n);
}
/* Which value of the option (of those with several) it has, from 0. */
int variant_value(const struct variants *v, int variant, int option);

#endif
