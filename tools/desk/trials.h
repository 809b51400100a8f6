/* trials.h - a game's scenarios and kept replays, tried again whenever its rules change, beside everything else. */
#ifndef CANTRIP_TOOLS_DESK_TRIALS_H
#define CANTRIP_TOOLS_DESK_TRIALS_H

#include "tools/serve/game.h"

#include <jansson.h>
#include <stdbool.h>

struct trials;

/* `changed` is called by a thread of its own when there is something new to tell. NULL: errno. */
struct trials *trials_open(void (*changed)(void *ctx), void *ctx);
/* Stops and waits for its thread. */
void trials_close(struct trials *t);
/* Tries all of the game anew; what is under way is given up. */
void trials_begin(struct trials *t, struct game *rules);
/* How it stands: {running, passed, of, failed: [{name, file, line, report}], findings: [text], replays: [{file, picks, done, same,
 * says}]}. */
json_t *trials_json(struct trials *t);

#endif
