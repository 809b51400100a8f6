/* reader.h - sentences on cards, and the YAML that says them. How they are read is in reader.lua. */
#ifndef CANTRIP_TOOLS_TEXT_READER_H
#define CANTRIP_TOOLS_TEXT_READER_H

#include "cantrip.h"

#include <jansson.h>
#include <stdbool.h>

/* Prints the YAML of a sentence of the game in a folder (NULL: of each line of stdin); `check`:
 * reads back what its cards say. The exit status. */
int reader_run(const char *folder, const char *lang, const char *sentence, bool check);
/* {"entries": ["effects: [draw]", …]}, the plainest first; {"wrong": …}: it is not understood. */
json_t *reader_answer(const char *folder, const char *lang, const char *sentence);
/* Adds a warning for each card whose `text` says something else than its data. `how` it was loaded:
 * NULL if its files lie on the disk as they were read. */
void reader_proof(const ct_definition *def, const struct ct_load_how *how, ct_diags *diags);

#endif
