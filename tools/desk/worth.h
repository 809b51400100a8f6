/* worth.h - what each card of a game is worth, from games that the house plays. */
#ifndef CANTRIP_TOOLS_DESK_WORTH_H
#define CANTRIP_TOOLS_DESK_WORTH_H

#include "tools/serve/house.h"

#include <jansson.h>

struct worth;

/* `changed` is called when there is something new. */
struct worth *worth_open(struct house *h, void (*changed)(void *ctx), void *ctx);
/* Only after house_rest. */
void worth_close(struct worth *w);
/* Plays games by these rules from now on, first with random bots, then with trained ones. */
void worth_begin(struct worth *w, struct game *rules);
/* {games, by, wrong, unfinished, seats: [{share, score}], cards: {KIND: as sim --json}}, from games
 * of the best players so far. */
json_t *worth_json(struct worth *w);
/* {games, lines: as profile_json}: the cost of each line of the rules in the first games; {} until
 * then. */
json_t *worth_profile(struct worth *w);

#endif
