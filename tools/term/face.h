/* face.h - the full-screen table, drawn. */
#ifndef CANTRIP_TOOLS_TERM_FACE_H
#define CANTRIP_TOOLS_TERM_FACE_H

#include "term.h"

/* Positions on the screen. */
struct face {
    int width, height; /* of the table's part */
    int table_y, table_height;
    int ask_y, list_y, list_height, about_y;
    int log_x, log_width; /* 0: no room for the log */
};

struct face face_now(const struct term *t);
/* Draws everything that `observer` sees. `asked`: with the question and choices. `said`: the
 * question, or what is happening. */
void face_draw(struct term *t, int observer, bool asked, const char *said);
/* The cell, or the index in the list, at this position. -1: none. */
int face_cell(const struct term *t, int y, int x);
int face_item(const struct term *t, int y, int x);
/* The card under the cursor; in the list that of the choice. -1: none, or a back. */
int face_card(const struct term *t);
/* Scrolls so that the cursor is seen. */
void face_follow(struct term *t);

#endif
