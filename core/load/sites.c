/* sites.c: notes for sites.h. */
#include "load/sites.h"

#include <string.h>

#include "load/build.h"

/* Room for one more of N entries of SIZE bytes. */
static void *room(struct arena *mem, void *v, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return v;
    *cap = *cap ? *cap * 2 : 64;
    void *bigger = arena_alloc(mem, *cap * size);
    if (n)
        memcpy(bigger, v, n * size);
    return bigger;
}

static void note(struct loader *ld, struct site site)
{
    struct sites *s = ld->sites;
    site.aside = ld->aside;
    if (!s || !site.node)
        return;
    s->v = room(ld->mem, s->v, s->n, &s->cap, sizeof *s->v);
    s->v[s->n++] = site;
}

void site_note(struct loader *ld, enum site_is is, const struct node *node, int arg)
{
    note(ld, (struct site){.is = is, .arg = arg, .node = node});
}

bool only_says(const struct node *entry)
{
    return node_get(entry, "say") && !node_get(entry, "else");
}

void site_one_of(struct loader *ld, const struct node *node, const char *words)
{
    note(ld, (struct site){.is = SITE_ONE_OF, .words = words, .node = node});
}

void site_file_note(struct loader *ld, const char *path, const struct node *root)
{
    struct sites *s = ld->sites;
    if (!s)
        return;
    s->file = room(ld->mem, s->file, s->nfiles, &s->cap_files, sizeof *s->file);
    s->file[s->nfiles++] = (struct site_file){path, root};
}
