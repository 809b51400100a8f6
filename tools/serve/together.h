/* together.h - what players settle among themselves: giving up, a bot for a player who is
 * away, and what they say. */
#ifndef CANTRIP_TOOLS_SERVE_TOGETHER_H
#define CANTRIP_TOOLS_SERVE_TOGETHER_H

#include "routes.h"

/* The level of a bot that plays on for a player. */
#define STAND_IN "normal"

/* Answers of the table's requests "giveup", "replace" and "say". */
struct answer together_give_up(const struct asking *q);
struct answer together_replace(const struct asking *q);
struct answer together_say(const struct asking *q);

#endif
