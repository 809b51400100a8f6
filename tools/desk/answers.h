/* answers.h - what the desk's page can ask below /api/desk. */
#ifndef CANTRIP_TOOLS_DESK_ANSWERS_H
#define CANTRIP_TOOLS_DESK_ANSWERS_H

#include "desk.h"
#include "tools/serve/routes.h"

/* For struct house, with the desk as its context. The page must send the desk's key. */
struct answer desk_answer(const struct asking *q);

#endif
