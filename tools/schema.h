/* schema.h - JSON Schemas for editors, made from the loader's table of keys. */
#ifndef CANTRIP_TOOLS_SCHEMA_H
#define CANTRIP_TOOLS_SCHEMA_H

#include "cantrip.h"

#include <jansson.h>

/* Draft 07, which editors of YAML know. def NULL: of any ruleset.yaml; else of this game's files of
 * cards, with its traits and their words, its verbs, counters and zones. The caller's
 * (json_decref). */
json_t *schema_make(const ct_definition *def);

#endif
