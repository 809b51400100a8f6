/* jsontext.h - texts from elsewhere as JSON. */
#ifndef CANTRIP_TOOLS_JSONTEXT_H
#define CANTRIP_TOOLS_JSONTEXT_H

#include "cantrip.h"

#include <jansson.h>

/* The text as it is, null for NULL; what is no UTF-8 (a path may hold it) as ct_shown writes it. */
json_t *json_text(const char *text);
/* Of each text. */
json_t *json_texts(const char *const *texts, int n);
/* A whole number as a text, for JSON's end at 2^53. */
json_t *json_seed(uint64_t seed);
/* With six decimals: more than a sample tells, and the text stays short. */
json_t *json_rounded(double v);
/* Findings by file and line, as ct_diags_text has them: [{level, code, file, line, column, message, hint, excerpt, mark}]. */
json_t *json_findings(const ct_diags *diags);
/* On stdout, as commands have it, with so many blanks for each level. Frees it. */
void json_print(json_t *o, int indent);

#endif
