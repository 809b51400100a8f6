/* sites.c: notes for sites.h. */
#include "load/sites.h"

#include "load/build.h"

static void note(struct loader *ld, struct site site)
{
    struct sites *s = ld->sites;
    site.aside = ld->aside;
    if (!s || !site.node)
        return;
    *LIST_ADD(ld->mem, s->v, s->n) = site;
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
    *LIST_ADD(ld->mem, s->file, s->nfiles) = (struct site_file){path, root};
}
