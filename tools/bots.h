/* bots.h - who sits at the table: people and simple programs. */
#ifndef CANTRIP_TOOLS_BOTS_H
#define CANTRIP_TOOLS_BOTS_H

#include "common.h"

/* The players there are: name, what it does. */
#define PLAYERS(X)                                                                             \
    X(HUMAN, human, "a person at this terminal")                                               \
    X(RANDOM, random, "picks by chance")                                                       \
    X(FIRST, first, "picks the first choice")

enum player_kind {
#define X(id, name, says) PLAYER_##id,
    PLAYERS(X)
#undef X
        PLAYER_KINDS
};
struct player {
    enum player_kind kind;
    struct ct_rng rng;
};

const char *player_name(enum player_kind kind);
/* The kind called `name`, or -1 after a message of `command`. */
int player_find(const char *command, const char *name, bool human_allowed);
/* "BOT[,BOT…]" over n seats, round and round. 0 or -1 after a message. */
int players_read(const char *command, const char *list, bool human_allowed, struct player *to,
                 int n);
/* Each player's stream of random numbers for the game with this seed. */
void players_seed(struct player *players, int n, uint64_t seed);
/* Which of n choices a program takes. */
static inline int player_pick(struct player *p, int n)
{
    return p->kind == PLAYER_FIRST || n < 2 ? 0 : (int)ct_rng_below(&p->rng, (uint32_t)n);
}
/* Lines for --help. */
#define PLAYERS_HELP                                                                           \
    "players: human, random (picks by chance), first (picks the first choice)\n"

#endif
