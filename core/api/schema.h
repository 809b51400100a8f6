/* schema.h - parts of JSON Schemas, from a short notation: alternatives by `|`, which are types ("string,number"), @DEFINITION,
 * [a list of such], {a map of such}; "": anything.
 *
 * What is made belongs to the caller, what is given is taken over.
 */
#ifndef CANTRIP_API_SCHEMA_H
#define CANTRIP_API_SCHEMA_H

#include <jansson.h>

json_t *schema_of(const char *text);
json_t *schema_ref(const char *definition);
json_t *schema_list(json_t *such);
json_t *schema_map(json_t *such);
json_t *schema_either(json_t *a, json_t *b);
/* Words with this sign between them, as a list. */
json_t *schema_words(const char *text, size_t n, char between);
/* With what it means, for who points at it; "": as it is. */
json_t *schema_said(json_t *schema, const char *says);
/* A whole one: a file is such as this definition. */
json_t *schema_open(const char *top, json_t *definitions);

#endif
