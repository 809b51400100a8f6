/* grid.h - the cards of a zone in their places, by the counters in `layout: {grids: …}`. */
#ifndef CANTRIP_TOOLS_SCREEN_GRID_H
#define CANTRIP_TOOLS_SCREEN_GRID_H

#include "board.h"

/* Place of a counter of cards among those of a card, as ct_look gives them. */
int grid_counter(const ct_definition *def, int counter);
/* Adds the cards of a zone (seat -1: the table's) in lines and columns, with the numbers of the
 * counters. False: nothing is added, because the zone is no grid or too wide. */
bool grid_add(struct buffer *to, const struct board *b, int observer, int zone, int seat);

#endif
