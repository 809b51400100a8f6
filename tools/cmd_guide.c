/* cmd_guide.c - `cantrip guide`: the pages of the guide (rulesets/guide), in the terminal; `cantrip explain`: those of
 * findings, which are the list of all codes there are (tests/cli/explain.bats holds it against the sources). */
#include "common.h"

#include "buffer.h"
#include "memory.h"
#include "tools/screen/table.h"
#include "tools/there.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Its folders, in the order in which they are listed. */
static const struct kind {
    const char *folder, *heading, *title;
} guide_kinds[] = {{"tutorial", "tutorial", "learn it"},
                   {"howto", "howto", "do one thing"},
                   {"explain", "explain", "understand it"}},
  finding_kinds[] = {{"reference/findings", "code", "what is wrong"}};

struct page {
    char *file; /* below the guide's folder */
    char *name; /* of the file, without number and ending */
};
struct guide {
    const char *command;
    char *folder;
    struct page *v;
    size_t n;
};

/* Beside the first games that have one; NULL after a message. */
static char *guide_folder(const char *command)
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
        complain("%s: the guide is not here; it lies in rulesets/guide of Cantrip's source",
                 command);
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
        if (!end || strcmp(end, ".md") != 0 || !strcmp(e->d_name, "README.md"))
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
        complain("%s: %s", g->command, wrong ? wrong : path);
    free(wrong);
    free(path);
    return text;
}

/* Markdown reads well as it is; headings are bold where there are colours, and what only the tests read is left out. */
static void print_page(const char *text)
{
    bool colour = use_colour(stdout), code = false;

    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        code ^= !strncmp(text, "```", 3);
        if (!strncmp(text, "<!--", 4))
            continue;
        char *line = mem_strndup(text, n);
        bool bold = colour && !code && *line == '#';
        fputs(bold ? "\033[1m" : "", stdout);
        text_put(stdout, line);
        puts(bold ? "\033[0m" : "");
        free(line);
    }
}

/* Of the heading of a page what stands behind its name, or all. */
static const char *title_of(char *text, const char *name)
{
    size_t n = strlen(name);

    text[strcspn(text, "\n")] = 0;
    text += strspn(text, "# ");
    return !strncmp(text, name, n) && text[n] == ':' ? text + n + 2 : text;
}

static int print_list(const struct guide *g, const struct kind *kinds, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        struct table t = {.split = 1, .columns = 2};
        table_add(&t, kinds[k].heading);
        table_add(&t, kinds[k].title);
        for (size_t i = 0; i < g->n; i++) {
            if (strncmp(g->v[i].file, kinds[k].folder, strlen(kinds[k].folder)) != 0)
                continue;
            char *text = page_text(g, &g->v[i]);
            if (!text)
                return EXIT_USAGE;
            table_add(&t, g->v[i].name);
            table_add(&t, title_of(text, g->v[i].name));
            free(text);
        }
        fputs(k ? "\n" : "", stdout);
        table_show(&t);
    }
    return EXIT_OK;
}

static size_t page_at(const struct guide *g, const char *name)
{
    size_t i = 0;

    while (i < g->n && strcmp(g->v[i].name, name) != 0)
        i++;
    return i;
}

static int tell(const struct guide *g, const char *name)
{
    const char **known = mem_alloc((g->n + 1) * sizeof *known);
    char *law = mem_printf("LAW-%s", name); /* `check --deep` names them without it */
    size_t i = page_at(g, name);

    for (size_t k = 0; k < g->n; k++)
        known[k] = g->v[k].name;
    i = i < g->n ? i : page_at(g, law);
    char *text = i < g->n ? page_text(g, &g->v[i]) : NULL;
    if (text)
        print_page(text);
    else if (i == g->n)
        complain_near(name, known, (int)g->n, "%s: there is no page '%s'", g->command, name);
    int rc = text ? EXIT_OK : EXIT_USAGE;
    free(text);
    free(law);
    free(known);
    return rc;
}

/* A page by its name, or without one the list. */
static int guide(const struct usage *usage, int argc, char **argv, const struct kind *kinds,
                 size_t n)
{
    struct guide g = {.command = usage->command};
    struct list rest = {0};
    int rc = args_parse(usage, argc, argv, &rest);

    if (rc < 0) {
        g.folder = guide_folder(g.command);
        for (size_t k = 0; g.folder && k < n; k++)
            add_pages(&g, kinds[k].folder);
        char *name = rest.n ? mem_strdup(rest.v[0]) : NULL;
        for (char *c = kinds == finding_kinds ? name : NULL; c && *c; c++)
            *c = (char)toupper((unsigned char)*c);
        rc = !g.folder ? EXIT_USAGE : name ? tell(&g, name) : print_list(&g, kinds, n);
        free(name);
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

    return guide(&usage, argc, argv, guide_kinds, sizeof guide_kinds / sizeof *guide_kinds);
}

int cmd_explain(int argc, char **argv)
{
    const struct usage usage = {
        "explain",
        NULL,
        0,
        "What the word in brackets behind a message means, an example that "
        "has it, and the mend. Without CODE: all of them.\n",
        "cantrip explain NAME-UNKNOWN\n"
        "cantrip explain | grep HIDDEN",
        0,
        1};

    return guide(&usage, argc, argv, finding_kinds, 1);
}
