/* arrange.h - where everything lies on the full-screen table: a view as lines of cards, for any
 * width.
 *
 * Nothing here knows a terminal. Others' mats stand above, the table's zones in the middle, the
 * observer's own last.
 */
#ifndef CANTRIP_TOOLS_TERM_ARRANGE_H
#define CANTRIP_TOOLS_TERM_ARRANGE_H

#include "tools/screen/board.h"

/* A card, or several that look the same and lie together. */
struct cell {
    int zone, seat, place, n; /* place: of the first of them */
    int card;                 /* number in the definition; -1: backs */
    bool up, remembered;
    int colour; /* number of the word that colours it, -1 */
    int y, x, w;
    char *text;
};
/* Words that are no card: who sits there, a zone's name. */
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

/* Arranges what the observer sees in lines of `width` columns (at least 20). Freed by
 * arrange_free. */
void arrange(struct arrangement *a, const struct board *b, int observer, int width);
void arrange_free(struct arrangement *a);
/* The next cell from `from` on in a direction: dy -1 or 1: the nearest on another line above or
 * below; else dx. `from` itself if there is none. */
int arrange_next(const struct arrangement *a, int from, int dy, int dx);

#endif
