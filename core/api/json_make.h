/* json_make.h - JSON values that are complete or missing. Missing ones are noted (mem_losses). */
#ifndef CANTRIP_API_JSON_MAKE_H
#define CANTRIP_API_JSON_MAKE_H

#include "base/str.h"

#include <jansson.h>

/* Both take the value over. NULL, as the value or where it goes to: it could not be made. */
void json_put(json_t *o, const char *key, json_t *value);
void json_add(json_t *list, json_t *value);
/* As text, freed by the caller with free(); `o` is given back. NULL: not all is there that was
 * made since `lost`. */
char *json_whole(json_t *o, size_t how, unsigned lost);

#endif
