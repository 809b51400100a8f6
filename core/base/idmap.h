/* idmap.h: from an id to its place in a list, however long the list is. */
#ifndef CANTRIP_BASE_IDMAP_H
#define CANTRIP_BASE_IDMAP_H

#include <stdint.h>

#include "base/arena.h"

/* Starts as {0}; all it holds lies in the arena. Ids are not copied. */
struct idmap {
    struct idmap_entry {
        const char *id;
        int at;
    } * slot;
    uint32_t n, cap;
};

/* The place of an id, or -1. */
int idmap_find(const struct idmap *map, const char *id);
/* Notes the place of an id that is not in it yet. */
void idmap_add(struct idmap *map, struct arena *mem, const char *id, int at);

#endif
