/* trials.h - tries a game's scenarios and kept replays whenever its rules change, as a job of the
 * house. */
#ifndef CANTRIP_TOOLS_DESK_TRIALS_H
#define CANTRIP_TOOLS_DESK_TRIALS_H

#include "tools/serve/house.h"

#include <jansson.h>
#include <stdbool.h>

struct trials;

/* `changed` is called when there is something new. */
struct trials *trials_open(struct house *h, void (*changed)(void *ctx), void *ctx);
/* Only after house_rest. */
void trials_close(struct trials *t);
/* Tries everything anew, and stops the run before. */
void trials_begin(struct trials *t, struct game *rules);
/* The present state: {running, passed, of, failed: [{name, file, line, report}], findings: [text],
 * replays: [{file, picks, done, same, says}]}. */
json_t *trials_json(struct trials *t);

#endif
