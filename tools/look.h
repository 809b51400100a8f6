/* look.h - all cards that somebody sees of a game, and who plays. */
#ifndef CANTRIP_TOOLS_LOOK_H
#define CANTRIP_TOOLS_LOOK_H

#include "cantrip.h"

/* As ct_look has them: how many, or less than 0 (ct_error). *card gets them, and *counter (unless it is NULL) the counters of single
 * cards, one card's behind the other's; the caller frees both. */
int look_all(ct_engine *engine, ct_state *game, int observer, struct ct_card **card,
             int32_t **counter);
/* Seats with a person, as bits. */
unsigned persons_of(const ct_state *game);

#endif
