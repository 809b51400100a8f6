/* entry.h - scenarios as text, as people write them. */
#ifndef CANTRIP_TOOLS_SCENES_ENTRY_H
#define CANTRIP_TOOLS_SCENES_ENTRY_H

#include <jansson.h>

/* A scenario (seats, options, cards, at, given, luck, then) as an entry of a file. The caller frees it with free(). */
char *entry_text(const char *name, const json_t *scene);
/* A file of n entries. free(). */
char *entry_file(const char *ruleset, const char *const *scenario, int n);

#endif
