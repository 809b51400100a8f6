/* worth.h - what each card of a game is worth, by games that are played beside everything else. */
#ifndef CANTRIP_TOOLS_DESK_WORTH_H
#define CANTRIP_TOOLS_DESK_WORTH_H

#include "tools/serve/game.h"

#include <jansson.h>

struct worth;

/* `changed` is called by a thread of its own when there is something new to tell. NULL: errno. */
struct worth *worth_open(void (*changed)(void *ctx), void *ctx);
void worth_close(struct worth *w);
/* Plays games by these rules from now on: first at random, then among trained bots. */
void worth_begin(struct worth *w, struct game *rules);
/* {games, by, wrong, cards: {KIND: as cards_json has it}}: of the best players there are so far. */
json_t *worth_json(struct worth *w);
/* {games, lines: as profile_json has them}: what each line of the rules cost in the first games; {} until then. */
json_t *worth_profile(struct worth *w);

#endif
