/* position.h - how a game stands, as a scenario gives it. */
#ifndef CANTRIP_TOOLS_SCENES_POSITION_H
#define CANTRIP_TOOLS_SCENES_POSITION_H

#include "facts.h"

#include <jansson.h>

enum { POSITION_AT = 300 };

/* A scenario's `given`, and in `at` where it stands; the caller owns it. NULL: it is in no phase with a name, and no scenario can
 * begin there. What watchers and knowledge a scenario gives besides is not in it. */
json_t *position_given(struct look *l, char at[POSITION_AT]);
/* How the cards lie, for a game that has not begun; the caller owns it. */
json_t *position_cards(struct look *l);
/* A scenario of a game from its start, for so many people with these options ("name=value"), without a `then`; the caller owns it. */
json_t *position_start(const ct_definition *def, int people, const char *const *option,
                       int noptions);
/* A line of `then` for what stands otherwise than before: expect what the picks changed, or, where that is nothing but who is asked,
 * what is offered. The caller owns it. */
json_t *position_expected(const struct facts *now, const struct facts *was, bool over);

#endif
