/* idmap.c: an open hash table, at most half full. */
#include "base/idmap.h"

#include <string.h>
#include <xxhash.h>

/* The entry of an id, or the empty one where it belongs. */
static struct idmap_entry *entry_of(const struct idmap *map, const char *id)
{
    uint32_t at = (uint32_t)XXH64(id, strlen(id), 0);
    for (;; at++) {
        struct idmap_entry *e = &map->entry[at & (map->cap - 1)];
        if (!e->id || strcmp(e->id, id) == 0)
            return e;
    }
}

int idmap_find(const struct idmap *map, const char *id)
{
    const struct idmap_entry *e = map->n ? entry_of(map, id) : NULL;
    return e && e->id ? e->at : -1;
}

void idmap_add(struct idmap *map, struct arena *mem, const char *id, int at)
{
    if (2 * (map->n + 1) > map->cap) {
        struct idmap old = *map;
        map->cap = old.cap ? old.cap * 2 : 16;
        map->entry = arena_alloc(mem, map->cap * sizeof *map->entry);
        for (uint32_t i = 0; i < old.cap; i++)
            if (old.entry[i].id)
                *entry_of(map, old.entry[i].id) = old.entry[i];
    }
    *entry_of(map, id) = (struct idmap_entry){id, at};
    map->n++;
}
