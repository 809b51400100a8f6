/* tables.h - a game's cards for the tables of other programs. */
#ifndef CANTRIP_TOOLS_PRINT_TABLES_H
#define CANTRIP_TOOLS_PRINT_TABLES_H

#include "print.h"

/* Tables: name, layout of the pictures (NLAYOUTS: none), their folder. */
#define TABLES(X)                                                                              \
    X("tts", LAYOUT_SHEET, "")                                                                 \
    X("tabletop-playground", LAYOUT_SHEET, "Textures/")                                        \
    X("cockatrice", LAYOUT_CARD, "")                                                           \
    X("card-game-simulator", LAYOUT_CARD, "sets/cards/")                                       \
    X("playingcards", LAYOUT_CARD, "userassets/")                                              \
    X("csv", NLAYOUTS, "")

/* Adds the files that a table reads to job->pages. `url`: where the folder will be. False after a
 * message. */
bool table_write(const struct print_job *job, const char *table, const char *url);

#endif
