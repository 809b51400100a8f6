/* whatif.h - a new table that continues from a point of a finished game. */
#ifndef CANTRIP_TOOLS_SERVE_WHATIF_H
#define CANTRIP_TOOLS_SERVE_WHATIF_H

#include "sitting.h"

/* POST whatif {"to": PICKS, "as": SEAT, "bot": LEVEL}: makes a table with the first PICKS picks.
 * It continues in a world that the seat considers possible, with bots at all other seats. The
 * answer has the seat's key. */
struct answer whatif(const struct asking *q);

#endif
