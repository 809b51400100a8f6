/* grid.h - cards of a zone where they lie, by the counters that `layout: {grids: …}` names. */
#ifndef CANTRIP_TOOLS_SCREEN_GRID_H
#define CANTRIP_TOOLS_SCREEN_GRID_H

#include "board.h"

/* Place of a counter of cards among those of a card, as ct_look gives them. */
int grid_counter(const ct_definition *def, int counter);
/* Adds the cards of a zone (seat -1: the table's) in lines and columns, which bear the numbers of
 * the counters. False: nothing is added; the zone is no grid, or it is too wide. */
bool grid_add(struct buffer *to, const struct board *b, int observer, int zone, int seat);

#endif
