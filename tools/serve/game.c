/* game.c - rulesets that several tables share. */
#include "game.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

struct game *game_new(const char *name, const char *folder, ct_definition *def)
{
    struct game *game = mem_zero(sizeof *game);

    game->name = mem_strdup(name);
    game->folder = mem_strdup(folder);
    game->def = def;
    atomic_init(&game->held, 1);
    return game;
}

struct game *game_hold(struct game *game)
{
    atomic_fetch_add(&game->held, 1);
    return game;
}

void game_drop(struct game *game)
{
    if (!game || atomic_fetch_sub(&game->held, 1) > 1)
        return;
    ct_free(game->def);
    free(game->name);
    free(game->folder);
    free(game);
}

const char *game_language(const struct game *game, const char *lang)
{
    for (int i = 0; lang && ct_language(game->def, i); i++)
        if (!strcmp(ct_language(game->def, i), lang))
            return ct_language(game->def, i);
    return NULL;
}
