/* sources.h - the texts of a game's files, to find out where they change. */
#ifndef CANTRIP_TOOLS_DESK_SOURCES_H
#define CANTRIP_TOOLS_DESK_SOURCES_H

#include "cantrip.h"

#include <jansson.h>

struct source_file {
    char *path, *text; /* text NULL: it cannot be read any more */
};
struct sources {
    struct source_file *v;
    int n;
};

/* Reads all files that the game was made from. */
struct sources sources_read(const ct_definition *def);
void sources_free(struct sources *s);
/* Files that only one has, or that differ: [{file, line}], with the first line that differs. */
json_t *sources_changed(const struct sources *was, const struct sources *now);

#endif
