/* deep.h - `check --deep`: games played twice, to find where a ruleset breaks the kernel's
 * laws. */
#ifndef CANTRIP_TOOLS_DEEP_H
#define CANTRIP_TOOLS_DEEP_H

#include "common.h"

struct deep_counts {
    uint64_t games, unfinished, picks, resampled, refused;
};

/* Plays `games` games like `setup` (its people and options). Returns an exit status; *wrong
 * (freed by the caller) says what parted, or, with EXIT_OK, why these people cannot play at
 * all. The counts are added to. May run in several threads at once. */
int deep_check(const ct_definition *def, const struct ct_setup *setup, uint64_t first_game,
               uint64_t games, uint64_t seed, struct deep_counts *counts, char **wrong);

#endif
