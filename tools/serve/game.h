/* game.h - a loaded ruleset, shared by reference counting.
 *
 * Its tables and bots may still need it after a newer one replaces it. So everyone who keeps a
 * pointer to it holds a reference.
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

/* The caller holds the first reference. `def` belongs to the game. */
struct game *game_new(const char *name, const char *folder, ct_definition *def);
struct game *game_hold(struct game *game);
/* Releases a reference; the last one frees the game. NULL: does nothing. */
void game_drop(struct game *game);
/* The game's own string for this language; NULL: the game has no such language. */
const char *game_language(const struct game *game, const char *lang);

#endif
