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
    /* nothing but what comes of something told before: counters, an order by lot, cards that nobody sees or that only change
     * places before one seat without being picked */
    bool inner;
    int source;        /* the card whose effect it tells; -1: of none */
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
    struct told_event {
        uint64_t number;
        int32_t card[4]; /* the first `ncards` that it is about */
        int ncards;
        bool move, inner;
    } recent[64]; /* the newest events, for the sentence that follows them */
    unsigned nrecent;
    bool picked; /* since the newest answer cards have moved, and nothing else happened */
};

/* A listener that tells `to`, in `lang`, and calls the observer "you" if it is a seat. */
struct ct_listener told_listener(struct told *to, int observer, const char *lang);
/* Forgets all, for a game that begins again. */
void told_clear(struct told *t);
void told_free(struct told *t);

#endif
