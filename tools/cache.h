/* cache.h - policies that games bring with them, and the 64 newest that were trained here.
 *
 * The cache folder is $XDG_CACHE_HOME/cantrip or ~/.cache/cantrip. If that cannot be made or
 * written, it is $TMPDIR/cantrip-UID (/tmp). */
#ifndef CANTRIP_TOOLS_CACHE_H
#define CANTRIP_TOOLS_CACHE_H

#include "cantrip.h"

enum { CACHE_PATH = 4096 + 256 };

/* The path in the cache of the policy for such games, trained on so many. `out` has CACHE_PATH
 * bytes; "" if there is no cache. False after a message: the game cannot begin. */
bool cache_path(const char *command, const ct_definition *def, const struct ct_setup *setup,
                uint64_t games, char *out);
/* The policy that the game brings: FOLDER/policies/PLAYERS.policy, for the usual options and these
 * rules. `games`: it trained on at least so many; if it is for another number of players, it will
 * do, the nearest first. 0: on any number, and only for these players. NULL: none. */
ct_policy *cache_brought(const char *command, const ct_definition *def,
                         const struct ct_setup *setup, uint64_t games);
/* NULL: no such file, or it cannot be read. */
ct_policy *cache_read(const ct_definition *def, const char *path);
/* Keeps its bytes if possible, and deletes the oldest beyond 64. Says once if they go into a
 * temporary folder or are not kept. */
void cache_keep(const char *path, const char *text, size_t n);

#endif
