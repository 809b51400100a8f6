/* worth.h - what each card of a game is worth, from games that a thread plays. */
#ifndef CANTRIP_TOOLS_DESK_WORTH_H
#define CANTRIP_TOOLS_DESK_WORTH_H

#include "tools/serve/game.h"

#include <jansson.h>

struct worth;

/* Its thread calls `changed` when there is something new. NULL: errno. */
struct worth *worth_open(void (*changed)(void *ctx), void *ctx);
void worth_close(struct worth *w);
/* Plays games by these rules from now on, first with random bots, then with trained ones. */
void worth_begin(struct worth *w, struct game *rules);
/* {games, by, wrong, cards: {KIND: as sim --json}}, from games of the best players so far. */
json_t *worth_json(struct worth *w);
/* {games, lines: as profile_json}: the cost of each line of the rules in the first games; {} until
 * then. */
json_t *worth_profile(struct worth *w);

#endif
