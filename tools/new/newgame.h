/* newgame.h - a folder with a game that is small and whole, to be changed into one's own. */
#ifndef CANTRIP_TOOLS_NEW_NEWGAME_H
#define CANTRIP_TOOLS_NEW_NEWGAME_H

#include <stdbool.h>
#include <stddef.h>

/* Kinds of games: the folder in tools/new/templates, what it is. The first is made where none is named. */
#define NEW_KINDS(X)                                                                           \
    X(draft, "keep a card, pass the others on")                                                \
    X(trick, "follow suit, the highest card or trump takes all")                               \
    X(deckbuilding, "buy cards for a deck of one's own")                                       \
    X(shedding, "play what fits, the first without cards wins")                                \
    X(solitaire, "a puzzle for one")

/* A file of tools/new/templates, inside the program. {{WORD}} in it stands for something that is given. */
struct new_file {
    const char *name; /* "draft/ruleset.yaml"; "dot-x" is ".x" in the new game */
    const unsigned char *bytes;
    size_t n;
};
/* All of them, up to one without a name (made by the Makefile). */
extern const struct new_file new_files[];

struct newgame {
    const char
        *path; /* its folder, which must not be there; the last part is the game's name */
    const char *kind; /* of NEW_KINDS; or NULL: */
    const char *like; /* … the game that it extends, as RULESET */
};
/* Makes it, or nothing. False after a message. */
bool newgame_make(const struct newgame *g);

#endif
