/* cmd_guide.c - `cantrip guide`: the pages of the guide (rulesets/guide), in the terminal. */
#include "common.h"

#include "buffer.h"
#include "memory.h"
#include "tools/screen/markdown.h"
#include "tools/screen/table.h"
#include "tools/there.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Its folders, in the order in which they are listed. */
static const struct {
    const char *folder, *title;
} kinds[] = {{"tutorial", "learn it"}, {"howto", "do one thing"}, {"explain", "understand it"}};

struct page {
    char *file; /* below the guide's folder */
    char *name; /* of the file, without number and ending */
};
struct guide {
    char *folder;
    struct page *v;
    size_t n;
};

/* Beside the first games that have one; NULL after a message. */
static char *guide_folder(void)
{
    const char **places = ruleset_places();
    char *found = NULL;

    for (size_t i = 0; !found && places[i]; i++) {
        char *index = mem_printf("%s/guide/README.md", places[i]);
        if (!access(index, R_OK))
            found = mem_printf("%s/guide", places[i]);
        free(index);
    }
    ruleset_places_free(places);
    if (!found)
        complain("guide: the guide is not here; it lies in rulesets/guide of Cantrip's source");
    return found;
}

static int by_file(const void *a, const void *b)
{
    return strcmp(((const struct page *)a)->file, ((const struct page *)b)->file);
}

static void add_pages(struct guide *g, const char *kind)
{
    char *folder = mem_printf("%s/%s", g->folder, kind);
    DIR *dir = opendir(folder);
    size_t first = g->n;
    struct dirent *e;

    while (dir && (e = readdir(dir))) {
        const char *end = strrchr(e->d_name, '.'), *from = e->d_name;
        if (!end || strcmp(end, ".md") != 0)
            continue;
        from += strspn(from, "0123456789");
        from += *from == '-' && from > e->d_name;
        g->v = mem_realloc(g->v, (g->n + 1) * sizeof *g->v);
        g->v[g->n++] = (struct page){mem_printf("%s/%s", kind, e->d_name),
                                     mem_strndup(from, (size_t)(end - from))};
    }
    if (dir)
        closedir(dir);
    if (g->n > first)
        qsort(g->v + first, g->n - first, sizeof *g->v, by_file);
    free(folder);
}

static char *page_text(const struct guide *g, const struct page *p)
{
    char *wrong = NULL, *path = mem_printf("%s/%s", g->folder, p->file);
    size_t n;
    char *text = there_text(path, &n, &wrong);

    if (!text)
        complain("guide: %s", wrong ? wrong : path);
    free(wrong);
    free(path);
    return text;
}

static int print_list(const struct guide *g)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct table t = {.split = 1, .columns = 2};
        table_add(&t, kinds[k].folder);
        table_add(&t, kinds[k].title);
        for (size_t i = 0; i < g->n; i++) {
            if (strncmp(g->v[i].file, kinds[k].folder, strlen(kinds[k].folder)) != 0)
                continue;
            char *text = page_text(g, &g->v[i]);
            if (!text)
                return EXIT_USAGE;
            text[strcspn(text, "\n")] = 0;
            table_add(&t, g->v[i].name);
            table_add(&t, text + strspn(text, "# "));
            free(text);
        }
        fputs(k ? "\n" : "", stdout);
        table_show(&t);
    }
    return EXIT_OK;
}

static int tell(const struct guide *g, const char *name)
{
    const char **known = mem_alloc((g->n + 1) * sizeof *known);
    int rc = EXIT_USAGE;
    size_t i = 0;

    for (size_t k = 0; k < g->n; k++)
        known[k] = g->v[k].name;
    while (i < g->n && strcmp(known[i], name) != 0)
        i++;
    char *text = i < g->n ? page_text(g, &g->v[i]) : NULL;
    if (text)
        markdown_print(stdout, text, use_colour(stdout));
    else if (i == g->n)
        complain_near(name, known, (int)g->n, "guide: there is no page '%s'", name);
    rc = text ? EXIT_OK : rc;
    free(text);
    free(known);
    return rc;
}

int cmd_guide(int argc, char **argv)
{
    const struct usage usage = {"guide",
                                NULL,
                                0,
                                "Without PAGE: which pages there are. With it: that page.\n",
                                "cantrip guide\n"
                                "cantrip guide follow-suit | less",
                                0,
                                1};
    struct guide g = {0};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        g.folder = guide_folder();
        for (size_t k = 0; g.folder && k < sizeof kinds / sizeof *kinds; k++)
            add_pages(&g, kinds[k].folder);
        rc = !g.folder ? EXIT_USAGE : rest.n ? tell(&g, rest.v[0]) : print_list(&g);
    }
    for (size_t i = 0; i < g.n; i++) {
        free(g.v[i].file);
        free(g.v[i].name);
    }
    free(g.v);
    free(g.folder);
    args_free(&rest);
    return rc;
}
