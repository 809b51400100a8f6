/* emblem.h - an ornament for cards that have no picture: the same for a card wherever and whenever it is printed, and another
 * for each card, so that one is told from afar. */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_EMBLEM_H
#define CANTRIP_TOOLS_PRINT_DRAW_EMBLEM_H

#include "ink.h"

/* For the card `id`, in the middle of a box. */
void emblem_draw(cairo_t *cr, const char *id, struct ink colour, double x, double y,
                 double width, double height);

#endif
