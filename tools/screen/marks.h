/* marks.h - what is known of a single card beside what lies there: its counters, and what a back
 * may be. */
#ifndef CANTRIP_TOOLS_SCREEN_MARKS_H
#define CANTRIP_TOOLS_SCREEN_MARKS_H

#include "board.h"

/* " [marked] [clues 2]": the counters of a card that say something; `value`: of each counter of
 * cards, as of ct_look. */
void marks_counters(struct buffer *to, const struct board *b, const int32_t *value);
/* " Ant/Bee?": what a card that the observer does not see may be, if no more than `most`. */
void marks_may_be(struct buffer *to, const struct board *b, int observer,
                  const struct ct_card *c, int most);
/* Each card of a zone (seat -1: the table's) of which there is something to say, by its place: "1:
 * Ant/Bee? [clues 2]; 3: …". Nothing is added where there is nothing. */
void marks_add(struct buffer *to, const struct board *b, int observer, int zone, int seat);

#endif
