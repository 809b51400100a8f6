/* cache.h - policies that games bring with them, and those of the cache folder: the 64 newest of them.
 *
 * It is $XDG_CACHE_HOME/cantrip or ~/.cache/cantrip. If that cannot be made or written, it is
 * $TMPDIR/cantrip-UID (/tmp). */
#ifndef CANTRIP_TOOLS_CACHE_H
#define CANTRIP_TOOLS_CACHE_H

#include "cantrip.h"

enum { CACHE_PATH = 4096 + 256 };

/* Where the policy of such games stands or would stand, learnt from so many; `out` has CACHE_PATH bytes, "": there is no
 * place for it. False after a message: there is no such game. */
bool cache_path(const char *command, const ct_definition *def, const struct ct_setup *setup,
                uint64_t games, char *out);
/* What the game brings for so many people and its usual options, FOLDER/policies/PEOPLE.policy: of the rules as they are now,
 * and from at least so many games (0: from any number). NULL: nothing such. */
ct_policy *cache_brought(const char *command, const ct_definition *def,
                         const struct ct_setup *setup, uint64_t games);
/* NULL: there is none that can be read. */
ct_policy *cache_read(const ct_definition *def, const char *path);
/* Keeps its bytes, if it can, and forgets the oldest beyond 64. Says once where, if it is a temporary
 * folder or none. */
void cache_keep(const char *path, const char *text, size_t n);

#endif
