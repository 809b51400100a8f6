/* variants.h - options with several values, "goal=3,5": the games of a run take all combinations
 * in turn. */
#ifndef CANTRIP_TOOLS_VARIANTS_H
#define CANTRIP_TOOLS_VARIANTS_H

#include "common.h"

#include <stdint.h>

/* MOST_VALUES: as many columns as a report has (LAST_ROUND in stats/roundtally.h). */
enum { MOST_VARIANTS = 64, MOST_VALUES = 12, MOST_SEVERAL = 6 };
/* Starts from {0}; variants_free. */
struct variants {
    int n;                              /* combinations; 1 if each option has one value */
    int noptions;                       /* in each combination */
    struct list options[MOST_VARIANTS]; /* [combination], as ct_setup takes them */
    int several;                        /* options with several values: */
    const char *text[MOST_SEVERAL];     /* [these], as given */
    int values[MOST_SEVERAL];           /* [these]: how many */
};

/* Reads options as they were given. False after a message. */
bool variants_read(struct variants *v, const char *command, const struct list *given);
void variants_free(struct variants *v);
/* The combination of the game with this number (from 1). */
static inline int variant_of(const struct variants *v, uint64_t number)
{
    return (int)((number - 1) % (uint64_t)v->n);
}
/* Which value (from 0) an option with several has. */
int variant_value(const struct variants *v, int variant, int option);

#endif
