/* jsontext.h - texts and numbers as JSON. */
#ifndef CANTRIP_TOOLS_JSONTEXT_H
#define CANTRIP_TOOLS_JSONTEXT_H

#include "cantrip.h"

#include <jansson.h>

/* The text as it is, null for NULL. Bytes that are no UTF-8 (a path may have some) as ct_shown
 * writes them. */
json_t *json_text(const char *text);
/* An array of these. */
json_t *json_texts(const char *const *texts, int n);
/* A whole number as a text: JSON's numbers are exact only up to 2^53. */
json_t *json_seed(uint64_t seed);
/* Rounded to six decimals, more than any sample can tell. */
json_t *json_rounded(double v);
/* Errors and warnings by file and line, as ct_diags_text: [{level, code, file, line, column,
 * message, hint, excerpt, mark}]. */
json_t *json_findings(const ct_diags *diags);
/* Prints it on stdout, indented by so many blanks a level, and frees it. */
void json_print(json_t *o, int indent);

#endif
