/* think.h - a bot's pick at a table. The table is free for others while the bot thinks. */
#ifndef CANTRIP_TOOLS_SERVE_THINK_H
#define CANTRIP_TOOLS_SERVE_THINK_H

#include "gametable.h"

/* Lets the next bot that is asked pick, if there is one. `wake` tells observers that it thinks.
 * The table is locked, but not while the bot thinks. The game is saved when only players are
 * asked. */
void think_once(struct gametable *t, void (*wake)(struct gametable *t));

/* Answers the waiting request for advice, in the same way. */
void think_hint(struct gametable *t);

#endif
