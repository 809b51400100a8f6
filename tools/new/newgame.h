/* newgame.h - makes a folder with a small game, complete, for you to change. */
#ifndef CANTRIP_TOOLS_NEW_NEWGAME_H
#define CANTRIP_TOOLS_NEW_NEWGAME_H

#include <stdbool.h>
#include <stddef.h>

/* Kinds of games: a folder in tools/new/templates, a description. The first is the default. */
#define NEW_KINDS(X)                                                                           \
    X(draft, "keep a card, pass the others on")                                                \
    X(trick, "follow suit, the highest card or trump takes all")                               \
    X(deckbuilding, "buy cards for a deck of one's own")                                       \
    X(shedding, "play what fits, the first without cards wins")                                \
    X(duel, "creatures, and spells that answer spells")                                        \
    X(solitaire, "a puzzle for one")

/* A file of tools/new/templates, inside the program. {{WORD}} in it is replaced. */
struct new_file {
    const char *name; /* "draft/ruleset.yaml"; "dot-x" is ".x" in the new game */
    const unsigned char *bytes;
    size_t n;
};
/* All of them, ended by one without a name (made by the Makefile). */
extern const struct new_file new_files[];

/* Makes a game in a folder, which must not exist; the last part is its name. `kind`: of NEW_KINDS;
 * or NULL, and `like` is the game that it extends, as RULESET. Makes it and says so, or nothing:
 * false after a message. */
bool newgame_make(const char *path, const char *kind, const char *like);

#endif
