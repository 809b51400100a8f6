/* tables.h - a game's cards for the tables of other programs, as they publish their formats. */
#ifndef CANTRIP_TOOLS_PRINT_TABLES_H
#define CANTRIP_TOOLS_PRINT_TABLES_H

#include "print.h"

/* A card: its face, what it is in a line, its copies, the number of its back. */
struct table_card {
    const struct face *face;
    char *text;
    int copies, back;
};
struct exported {
    const struct print_job *job;
    const char *id, *url;    /* of the game; where the folder will be */
    struct table_card *card; /* in the order of the pictures */
    int n;
};

/* Tables: id, name, layout of the pictures (NLAYOUTS: none), their folder. */
#define TABLES(X)                                                                              \
    X(tts, "tts", LAYOUT_SHEET, "")                                                            \
    X(playground, "tabletop-playground", LAYOUT_SHEET, "Textures/")                            \
    X(cockatrice, "cockatrice", LAYOUT_CARD, "")                                               \
    X(simulator, "card-game-simulator", LAYOUT_CARD, "sets/cards/")                            \
    X(playingcards, "playingcards", LAYOUT_CARD, "userassets/")                                \
    X(csv, "csv", NLAYOUTS, "")

/* Adds the files that this table reads to job->pages. False after a message. */
#define X(id, ...) bool table_##id(const struct exported *x);
TABLES(X)
#undef X

#endif
