/* equilibrium.h - `cantrip solve` of games for several: how well they can be played, and how well programs play them. */
#ifndef CANTRIP_TOOLS_EQUILIBRIUM_H
#define CANTRIP_TOOLS_EQUILIBRIUM_H

#include "cantrip.h"

struct equilibrium {
    const ct_definition *def;
    struct ct_setup setup;
    uint64_t seed, positions; /* of programs; the most that a tree may have */
    int iterations, asks;     /* asks: how often a program is asked in each information set */
    const char *bots;         /* NULL: the equilibrium is wanted */
    bool json, timing;
};
/* Works it out and prints it. The exit status. */
int equilibrium_solve(const struct equilibrium *how);

#endif
