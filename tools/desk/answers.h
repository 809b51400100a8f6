/* answers.h - what the designer's page may ask below /api/desk, and the answers. */
#ifndef CANTRIP_TOOLS_DESK_ANSWERS_H
#define CANTRIP_TOOLS_DESK_ANSWERS_H

#include "desk.h"
#include "tools/serve/routes.h"

/* For struct house, with the desk as its context. Whoever asks must have the desk's key. */
struct answer desk_answer(const struct asking *q);

#endif
