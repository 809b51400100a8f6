/* coverage.h - the parts of a game's rules that can run. A part is everything compiled from one
 * place in the files: a named step has a copy for each scope that calls it. */
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
    int *op, *held, *effect, *action, *card, *hook; /* the part of each; NO_PART: none */
    int *reason;                                    /* … by its place in kdef.reasons */
    int *hook_op;                                   /* of an acting hook: an op that runs it */
    bool *seen;                                     /* ops that are looked at */
    int nreasons;
    bool lost; /* memory ran out */
};

#endif
