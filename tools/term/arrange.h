/* arrange.h - arranges a view as lines of cards, for any width.
 *
 * It does not depend on a terminal. Others' mats are at the top, the table's zones in the
 * middle, the observer's own below.
 */
#ifndef CANTRIP_TOOLS_TERM_ARRANGE_H
#define CANTRIP_TOOLS_TERM_ARRANGE_H

#include "tools/screen/board.h"

/* A card, or several that look the same and are together. */
struct cell {
    int zone, seat, place, n; /* place: of the first of them */
    int card;                 /* number in the definition; -1: backs */
    bool up, remembered;
    int colour; /* number of the word that colours it, -1 */
    int y, x, w;
    char *text;
};
/* Words beside cards: a player, a zone's name. */
enum strip_kind { STRIP_SEAT, STRIP_ZONE };
struct strip {
    enum strip_kind is;
    int seat; /* -1: the table */
    int y, x;
    char *text;
};
struct arrangement {
    struct cell *cell;
    int ncells, cell_cap;
    struct strip *strip;
    int nstrips, strip_cap;
    int height; /* lines */
};

/* Arranges what the observer sees in lines of `width` columns (at least 20). Free it with
 * arrange_free. */
void arrange(struct arrangement *a, const struct board *b, int observer, int width);
void arrange_free(struct arrangement *a);
/* The next cell from `from` in a direction. dy -1 or 1: the nearest on another line above or
 * below; else dx. Returns `from` if there is none. */
int arrange_next(const struct arrangement *a, int from, int dy, int dx);

#endif
