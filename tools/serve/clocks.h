/* clocks.h - a clock for each player of a table.
 *
 * A clock runs while its player must choose, if all players have come. At zero a bot plays the
 * seat to the end. The caller holds the table's lock.
 */
#ifndef CANTRIP_TOOLS_SERVE_CLOCKS_H
#define CANTRIP_TOOLS_SERVE_CLOCKS_H

#include "house.h"

/* The most minutes, seconds for a pick, and milliseconds that a clock may have. */
enum { CLOCK_MINUTES = 600, CLOCK_PLUS = 600, CLOCK_MOST = 1000000000 };

/* Gives every seat a clock, before the game starts. 0 minutes: none. */
void clocks_set(struct gametable *t, int minutes, int plus);
/* Milliseconds since some moment, as clocks count them. */
int64_t clocks_now(void);
/* Milliseconds that are left now. */
int64_t clocks_left(const struct clock *c);
/* Starts and stops clocks after a change at the table. */
void clocks_settle(struct gametable *t);
/* Adds the seconds for a pick of this seat, and writes the clocks to disk. */
void clocks_add(struct gametable *t, int seat);
/* Gives seats without time to bots. Was there one? */
bool clocks_tick(struct house *h, struct gametable *t);

#endif
