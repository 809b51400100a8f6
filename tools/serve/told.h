/* told.h - what one observer of a table was told since the game began: sentences and moves of
 * cards.
 *
 * The list is limited, because a game may talk without end. The oldest entries go, and a counter
 * says how many went.
 */
#ifndef CANTRIP_TOOLS_SERVE_TOLD_H
#define CANTRIP_TOOLS_SERVE_TOLD_H

#include "cantrip.h"

/* A line of the log, with the cards of its events. */
struct told_line {
    char *text;
    int depth;
    bool heading;
    /* only details of something told before: counters, a random order, cards that no one sees,
     * or cards that move in front of one seat without a pick */
    bool inner;
    int source;        /* the card whose effect it tells; -1: none */
    int *card, ncards; /* card numbers in the definition, each once */
};
/* The move of a card between two places. */
struct told_move {
    int32_t card; /* number in the definition; -1: a back */
    struct ct_spot from, to;
};
/* Most that is kept for an observer: lines, bytes of their texts, moves. */
enum { TOLD_LINES = 4000, TOLD_BYTES = 256 * 1024, TOLD_MOVES = 4000 };

/* Start from {0}; end with told_free. Lines and moves are numbered from the start of the game:
 * `line[i]` is number `lost + i`. */
struct told {
    struct told_line *line;
    struct told_move *move;
    size_t nlines, line_cap, nmoves, move_cap;
    size_t lost, lost_moves, bytes;
    size_t until;         /* lines from this number on are not stored; 0: all are */
    uint64_t at;          /* number of events */
    uint64_t first, last; /* events of the newest line */
    struct told_event {
        uint64_t number;
        int32_t card[4]; /* the first `ncards` of its cards */
        int ncards;
        bool move, inner;
    } recent[64]; /* the newest events, until their sentence comes */
    unsigned nrecent;
    bool picked; /* since the newest answer cards moved, and nothing else happened */
};

/* A listener that fills `to` in language `lang`. It calls the observer "you" if it is a seat. */
struct ct_listener told_listener(struct told *to, int observer, const char *lang);
/* Forgets everything, for a new start. */
void told_clear(struct told *t);
void told_free(struct told *t);

#endif
