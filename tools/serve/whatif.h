/* whatif.h - a table that goes on from a place in a game that is over. */
#ifndef CANTRIP_TOOLS_SERVE_WHATIF_H
#define CANTRIP_TOOLS_SERVE_WHATIF_H

#include "sitting.h"

/* POST whatif {"to": PICKS, "as": SEAT, "bot": LEVEL}: a new table with the first so many picks, from there in a world
 * that the seat holds for possible. The seat's key is in the answer; programs sit at all others. */
struct answer whatif(const struct asking *q);

#endif
