/* trials.h - tries a game's scenarios and kept replays whenever its rules change, in a thread of
 * its own. */
#ifndef CANTRIP_TOOLS_DESK_TRIALS_H
#define CANTRIP_TOOLS_DESK_TRIALS_H

#include "tools/serve/game.h"

#include <jansson.h>
#include <stdbool.h>

struct trials;

/* Its thread calls `changed` when there is something new. NULL: errno. */
struct trials *trials_open(void (*changed)(void *ctx), void *ctx);
/* Stops and waits for its thread. */
void trials_close(struct trials *t);
/* Tries everything anew, and stops the run before. */
void trials_begin(struct trials *t, struct game *rules);
/* The present state: {running, passed, of, failed: [{name, file, line, report}], findings: [text],
 * replays: [{file, picks, done, same, says}]}. */
json_t *trials_json(struct trials *t);

#endif
