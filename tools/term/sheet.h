/* sheet.h - texts for a player at the full-screen table: a card, a zone, the log, the rules, a
 * hint, help. */
#ifndef CANTRIP_TOOLS_TERM_SHEET_H
#define CANTRIP_TOOLS_TERM_SHEET_H

#include "term.h"

/* A card with all it has, and why it cannot be chosen now. Nothing for a back (-1). */
void sheet_show(struct term *t, int card, int seat);
/* For a finished game: board_scores. */
void sheet_scores(struct term *t, int observer);
/* Shows the text for a key. Other keys do nothing. */
void sheet_command(struct term *t, int seat, int key);

#endif
