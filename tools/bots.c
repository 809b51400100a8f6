/* bots.c - who sits at the table. */
#include "bots.h"

#include <string.h>

static const char *const names[PLAYER_KINDS] = {
#define X(id, name, says) #name,
    PLAYERS(X)
#undef X
};

/* Streams 0 … 999 of a seed are the game's; a seat's bot has one of its own. */
enum { BOT_STREAM = 1000 };

const char *player_name(enum player_kind kind)
{
    return names[kind];
}

int player_find(const char *command, const char *name, bool human_allowed)
{
    int from = human_allowed ? 0 : 1;

    for (int i = from; i < PLAYER_KINDS; i++)
        if (!strcmp(names[i], name))
            return i;
    complain_near(name, names + from, PLAYER_KINDS - from,
                  "%s: there is no player '%s', only %s%s", command, name,
                  human_allowed ? "human, " : "", "random, first");
    return -1;
}

int players_read(const char *command, const char *list, bool human_allowed, struct player *to,
                 int n)
{
    enum player_kind kinds[64];
    int count = 0;

    for (const char *s = list;; s++) {
        size_t len = strcspn(s, ",");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(len < 60 ? len : 60), s);
        int kind = player_find(command, name, human_allowed);
        if (kind < 0)
            return -1;
        if (count < 64)
            kinds[count++] = (enum player_kind)kind;
        s += len;
        if (!*s)
            break;
    }
    for (int i = 0; i < n; i++)
        to[i].kind = kinds[i % count];
    return 0;
}

void players_seed(struct player *players, int n, uint64_t seed)
{
    for (int i = 0; i < n; i++)
        players[i].rng = ct_rng_make(seed, BOT_STREAM + (uint64_t)i);
}
