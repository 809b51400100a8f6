/* coverage.h - what of a game's rules can run, as parts that stand in its files. A part is all that was compiled from one place of the
 * files: a named step has a copy for each scope in which it is called.
 */
#ifndef CANTRIP_BATTERY_COVERAGE_H
#define CANTRIP_BATTERY_COVERAGE_H

#include "battery/internal.h"

enum { NO_PART = -1 };

struct part {
    enum ct_covers is;
    const char *name;
    struct position at;
    int *after;
    int nafter;
};
struct ct_coverage {
    const ct_definition *def;
    struct part *part;
    int n;
    int *numbers;                                   /* room for these: */
    int *op, *held, *effect, *action, *card, *hook; /* the part of each, NO_PART: none */
    int *reason;                                    /* … by its place in kdef.reasons */
    int *hook_op;                                   /* of an acting hook: an op that runs it */
    bool *seen;                                     /* ops that are looked at */
    int nreasons;
    bool lost; /* memory ran out */
};

#endif
