/* levels.h - how strong the bots are that you play against. */
#ifndef CANTRIP_TOOLS_LEVELS_H
#define CANTRIP_TOOLS_LEVELS_H

/* Bots train on few games here, so that you can play soon after you edit a card. */
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

/* The level with this name, or -1. */
int level_find(const char *name);
/* Its name, and its bot as player_read reads it. */
const char *level_name(enum level level);
const char *level_player(enum level level);

#endif
