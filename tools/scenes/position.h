/* position.h - a position as scenarios write it. */
#ifndef CANTRIP_TOOLS_SCENES_POSITION_H
#define CANTRIP_TOOLS_SCENES_POSITION_H

#include "facts.h"

#include <jansson.h>

enum { POSITION_AT = 300 };

/* A scenario's `given`, and its phase in `at`. The caller owns it. NULL: the game is in no phase
 * with a name, so no scenario can begin there. Watchers and knowledge are not in it. */
json_t *position_given(struct look *l, char at[POSITION_AT]);
/* The cards, for a game that has not begun. The caller owns it. */
json_t *position_cards(struct look *l);
/* A scenario from the start of a game with these players and options ("name=value"), without
 * `then`. The caller owns it. */
json_t *position_start(const ct_definition *def, int people, const char *const *option,
                       int noptions);
/* A line of `then` for what changed: `expect` what the picks changed or, if only another seat is
 * asked, what is offered. The caller owns it. */
json_t *position_expected(const struct facts *now, const struct facts *was, bool over);

#endif
