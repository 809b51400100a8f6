/* written.h - scenarios as text for readers. */
#ifndef CANTRIP_TOOLS_SCENES_WRITTEN_H
#define CANTRIP_TOOLS_SCENES_WRITTEN_H

#include <jansson.h>

/* A scenario (seats, options, cards, at, given, luck, then) as an entry of a file (free()). */
char *written_entry(const char *name, const json_t *scene);
/* A line of its `then`, {KEY: VALUE}, as in an entry (free()). */
char *written_line(const json_t *line);
/* A file of n entries (free()). */
char *written_file(const char *ruleset, const char *const *scenario, int n);

#endif
