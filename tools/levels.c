/* levels.c - how strong bots are. */
#include "levels.h"

#include <string.h>

static const struct {
    const char *name, *player;
} levels[] = {
#define X(name, player) {#name, player},
    LEVELS(X)
#undef X
};

int level_find(const char *name)
{
    for (int i = 0; i < NLEVELS; i++)
        if (!strcmp(levels[i].name, name))
            return i;
    return -1;
}

const char *level_name(enum level level)
{
    return levels[level].name;
}

const char *level_player(enum level level)
{
    return levels[level].player;
}
