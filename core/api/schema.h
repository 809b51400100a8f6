/* schema.h - parts of JSON Schemas, from a short notation: alternatives by `|`, which are types
 * ("string,number"), @DEFINITION, [a list of these], {a map of these}; "": anything.
 *
 * Results belong to the caller. Arguments are taken over.
 */
#ifndef CANTRIP_API_SCHEMA_H
#define CANTRIP_API_SCHEMA_H

#include <jansson.h>

json_t *schema_of(const char *text);
json_t *schema_ref(const char *definition);
json_t *schema_list(json_t *such);
json_t *schema_map(json_t *such);
json_t *schema_either(json_t *a, json_t *b);
/* One of N words: the text at the start of each element of V (PLACE_OF). */
#define SCHEMA_ENUM(v, n) schema_enum(v, (size_t)(n), sizeof *(v))
json_t *schema_enum(const void *v, size_t n, size_t size);
/* Splits words at this sign into a list. */
json_t *schema_words(const char *text, size_t n, char between);
/* Adds a description, for tooltips. "": none. */
json_t *schema_said(json_t *schema, const char *says);
/* A complete schema: a file has the form of this definition. */
json_t *schema_open(const char *top, json_t *definitions);

#endif
