/* told.h - what one observer of a table was told since the game began: the sentences, and what moved.
 *
 * The list has an end, for a game may talk without one: the oldest go, and how many did is counted.
 */
#ifndef CANTRIP_TOOLS_SERVE_TOLD_H
#define CANTRIP_TOOLS_SERVE_TOLD_H

#include "cantrip.h"

/* A line of the log, with the cards that its events are about. */
struct told_line {
    char *text;
    int depth;
    bool heading;
    int *card, ncards; /* numbers in the definition, each once */
};
/* A card went from one place to another. */
struct told_move {
    int32_t card; /* number in the definition; -1: a back */
    struct ct_spot from, to;
};
/* So much is kept of what an observer was told: lines, bytes of their texts, moves. */
enum { TOLD_LINES = 4000, TOLD_BYTES = 256 * 1024, TOLD_MOVES = 4000 };

/* Start from {0}; told_free. Lines and moves are numbered from the start of the game: `line[i]` is number `lost + i`. */
struct told {
    struct told_line *line;
    struct told_move *move;
    size_t nlines, line_cap, nmoves, move_cap;
    size_t lost, lost_moves, bytes;
    size_t until;         /* lines from this number on are not heard; 0: all are */
    uint64_t at;          /* events */
    uint64_t first, last; /* those of the newest line */
    struct told_card {
        uint64_t event;
        int32_t card;
    } recent[64]; /* cards of the newest events, for the sentence that follows them */
    unsigned nrecent;
};

/* A listener that tells `to`, in `lang`, and calls the observer "you" if it is a seat. */
struct ct_listener told_listener(struct told *to, int observer, const char *lang);
/* Forgets all, for a game that begins again. */
void told_clear(struct told *t);
void told_free(struct told *t);

#endif
