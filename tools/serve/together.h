/* together.h - what players settle among themselves: giving up, and a bot for a player who is
 * away. */
#ifndef CANTRIP_TOOLS_SERVE_TOGETHER_H
#define CANTRIP_TOOLS_SERVE_TOGETHER_H

#include "routes.h"

/* The level of a bot that plays on for a player. */
#define STAND_IN "normal"

/* Answers of the table's requests "giveup" and "replace". */
struct answer together_give_up(const struct asking *q);
struct answer together_replace(const struct asking *q);

#endif
