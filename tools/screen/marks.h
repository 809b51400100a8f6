/* marks.h - notes on single cards: their counters, and what a back may be. */
#ifndef CANTRIP_TOOLS_SCREEN_MARKS_H
#define CANTRIP_TOOLS_SCREEN_MARKS_H

#include "board.h"

/* " [marked] [clues 2]": the counters of a card that say something; `value`: of each counter of
 * cards, as of ct_look. */
void marks_counters(struct buffer *to, const struct board *b, const int32_t *value);
/* " Ant/Bee?": what a hidden card may be, if there are at most `most` possibilities. */
void marks_may_be(struct buffer *to, const struct board *b, int observer,
                  const struct ct_card *c, int most);
/* Notes on the cards of a zone (seat -1: the table's), by place: "1: Ant/Bee? [clues 2]; 3: …".
 * Adds nothing if there are none. */
void marks_add(struct buffer *to, const struct board *b, int observer, int zone, int seat);

#endif
