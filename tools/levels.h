/* levels.h - how well the programs play that a person plays against. */
#ifndef CANTRIP_TOOLS_LEVELS_H
#define CANTRIP_TOOLS_LEVELS_H

/* Opponents learn from so few games that who has just edited a card need not wait. */
#define LEVELS(X)                                                                              \
    X(easy, "learnt,games=1000,temperature=1")                                                 \
    X(normal, "learnt,games=1000")                                                             \
    X(hard, "mcts:200,policy")
enum level {
#define X(name, player) LEVEL_##name,
    LEVELS(X)
#undef X
        NLEVELS
};

/* The level with this name, -1: there is none. */
int level_find(const char *name);
/* Its name, and its player as it is written for player_read. */
const char *level_name(enum level level);
const char *level_player(enum level level);

#endif
