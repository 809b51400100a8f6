/* leads.h - who leads during a game, by the true scores at each decision.
 *
 * A side leads if no other has a better score. The lead changes when a side leads alone and
 * another was the last to lead alone. A game is decided when its leaders are the winners and
 * stay so until the end.
 */
#ifndef CANTRIP_TOOLS_STATS_LEADS_H
#define CANTRIP_TOOLS_STATS_LEADS_H

#include "cantrip.h"

/* State of one game; begins with {0}. */
struct leads {
    unsigned now, alone; /* masks of seats: the leaders; the last that led alone */
    uint64_t since;      /* picks made when `now` began to lead */
    uint64_t changes;
    bool looked;
};

/* The leaders. 0: there is only one side, or no score. `persons`: a mask of players' seats. */
unsigned leaders(const struct ct_result *r, unsigned persons);
/* Notes the leaders after `picks` picks. */
void leads_look(struct leads *l, unsigned leaders, const struct ct_result *r, uint64_t picks);
/* After how many picks the finished game was decided. Call leads_look before. */
uint64_t leads_decided(const struct leads *l, const struct ct_result *r, uint64_t picks);

#endif
