/* game.h - a ruleset that is served, as it was when it was loaded.
 *
 * Its tables and programs that think may outlast the moment at which a newer one takes its place, so whoever keeps one
 * holds it.
 */
#ifndef CANTRIP_TOOLS_SERVE_GAME_H
#define CANTRIP_TOOLS_SERVE_GAME_H

#include "cantrip.h"

#include <stdatomic.h>

struct game {
    char *name, *folder;
    ct_definition *def;
    atomic_int held;
};

/* Held once by the caller. `def` is the game's from now on. */
struct game *game_new(const char *name, const char *folder, ct_definition *def);
struct game *game_hold(struct game *game);
/* Freed with the last one; NULL is nothing. */
void game_drop(struct game *game);
/* The language of this name as the game keeps it; NULL: it does not speak it. */
const char *game_language(const struct game *game, const char *lang);

#endif
