/* equilibrium.h - `cantrip solve` for several players: the value of best play, and how far bots
 * are from it. */
#ifndef CANTRIP_TOOLS_EQUILIBRIUM_H
#define CANTRIP_TOOLS_EQUILIBRIUM_H

#include "cantrip.h"

struct equilibrium {
    const ct_definition *def;
    struct ct_setup setup;
    uint64_t seed, positions; /* seed: of bots; positions: the most that a tree may have */
    int iterations, asks;     /* asks: how often a bot is asked in each information set */
    const char *bots;         /* NULL: compute the equilibrium */
    bool json, timing;
};
/* Works it out and prints it. The exit status. */
int equilibrium_solve(const struct equilibrium *how);

#endif
