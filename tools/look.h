/* look.h - all cards that an observer sees in a game, and who plays. */
#ifndef CANTRIP_TOOLS_LOOK_H
#define CANTRIP_TOOLS_LOOK_H

#include "cantrip.h"

/* As ct_look: how many cards, or less than 0 (ct_error). *card gets them. *counter, unless NULL,
 * gets the counters of single cards, one card after the other. The caller frees both. */
int look_all(ct_engine *engine, ct_state *game, int observer, struct ct_card **card,
             int32_t **counter);
/* The seats of players, as bits. */
unsigned persons_of(const ct_state *game);

#endif
