/* leads.h - who leads while a game runs, by the scores as they stand whatever is hidden, each time that somebody is asked.
 *
 * A side leads when no other has a better score. The lead changes when a side leads alone and the last that led alone was
 * another. A game is decided from that time on after which those who lead are those who win, until it ends.
 */
#ifndef CANTRIP_TOOLS_STATS_LEADS_H
#define CANTRIP_TOOLS_STATS_LEADS_H

#include "cantrip.h"

/* Of one game; begins with {0}. */
struct leads {
    unsigned now, alone; /* masks of seats: who leads; who led alone last */
    uint64_t since;      /* picks that were made when `now` were the leaders first */
    uint64_t changes;
    bool looked;
};

/* Who leads; 0: nobody can, for there is one side, or no score. `persons`: a mask of seats. */
unsigned leaders(const struct ct_result *r, unsigned persons);
/* How it stands after so many picks. */
void leads_look(struct leads *l, unsigned leaders, const struct ct_result *r, uint64_t picks);
/* The game is over, and was looked at for the last time: after how many picks it was decided. */
uint64_t leads_decided(const struct leads *l, const struct ct_result *r, uint64_t picks);

#endif
