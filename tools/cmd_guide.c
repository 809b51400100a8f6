/* cmd_guide.c - `cantrip guide`: the pages of the guide (rulesets/guide) in the terminal. `cantrip
 * explain`: the pages of errors and warnings, one for each code (tests/cli/explain.bats compares
 * them with the sources). */
#include "guide.h"

#include "buffer.h"
#include "memory.h"
#include "tools/screen/markdown.h"
#include "tools/screen/table.h"
#include "tools/there.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The guide's folders, in the order of the list. */
struct kind {
    const char *folder, *title;
};
static const struct kind guide_kinds[] = {{"tutorial", "learn it"},
                                          {"howto", "do one thing"},
                                          {"explain", "understand it"},
                                          {"reference/steps", "look it up: steps"},
                                          {"reference/rules", "what else rules are made of"},
                                          {"reference/commands", "commands"},
                                          {"reference/lua", "scripts"}},
                         finding_kinds[] = {{"reference/findings", "what is wrong"}};

struct page {
    char *file; /* below the guide's folder */
    char *name; /* the file's name without number and ending */
};
struct guide {
    const struct kind *kinds;
    size_t nkinds;
    char *folder;
    struct page *v;
    size_t n;
};

static char *guide_in(const char *place)
{
    char *index = mem_printf("%s/guide/README.md", place);
    char *found = access(index, R_OK) ? NULL : mem_printf("%s/guide", place);

    free(index);
    return found;
}

/* Beside the first games that have a guide, else in the source tree; or NULL. */
static char *guide_folder(void)
{
    const char **places = ruleset_places(), *tree = rulesets_of_the_tree();
    char *found = NULL;

    for (size_t i = 0; !found && places[i]; i++)
        found = guide_in(places[i]);
    ruleset_places_free(places);
    return found || !tree ? found : guide_in(tree);
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
        complain("guide: %s", wrong ? wrong : path);
    free(wrong);
    free(path);
    return text;
}

/* The heading of a page, without the page's name if it begins with that. */
static const char *title_of(char *text, const char *name)
{
    size_t n = strlen(name);

    text[strcspn(text, "\n")] = 0;
    text += strspn(text, "# ");
    return !strncmp(text, name, n) && text[n] == ':' ? text + n + 2 : text;
}

static int print_list(const struct guide *g)
{
    for (size_t k = 0; k < g->nkinds; k++) {
        struct table t = {.split = 1, .columns = 2};
        table_add(&t, g->kinds[k].folder);
        table_add(&t, g->kinds[k].title);
        for (size_t i = 0; i < g->n; i++) {
            if (strncmp(g->v[i].file, g->kinds[k].folder, strlen(g->kinds[k].folder)) != 0)
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

/* The pages of the guide, or those of errors and warnings. */
static void guide_load(struct guide *g, bool findings)
{
    g->kinds = findings ? finding_kinds : guide_kinds;
    g->nkinds = findings ? 1 : sizeof guide_kinds / sizeof *guide_kinds;
    g->folder = guide_folder();
    for (size_t k = 0; g->folder && k < g->nkinds; k++)
        add_pages(g, g->kinds[k].folder);
}

static void guide_free(struct guide *g)
{
    for (size_t i = 0; i < g->n; i++) {
        free(g->v[i].file);
        free(g->v[i].name);
    }
    free(g->v);
    free(g->folder);
}

/* By name, or by folder and name ("commands/show"), since a step may have the same name. */
static const struct page *page_named(const struct guide *g, const char *name)
{
    const char *slash = strrchr(name, '/');

    for (size_t i = 0; i < g->n; i++) {
        const char *file = g->v[i].file, *end = file + strlen(file) - strlen(".md");
        size_t n = strlen(name);
        if (!slash ? !strcmp(g->v[i].name, name)
                   : (size_t)(end - file) >= n && !strncmp(end - n, name, n))
            return &g->v[i];
    }
    return NULL;
}

/* Has the page a table with a row or a call of this name, or the table of this place? */
static bool has_row(const char *text, const char *topic)
{
    size_t n = strlen(topic);

    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        if (!strncmp(text, "| `", 3) && !strncmp(text + 3, topic, n) &&
            strchr("`(:", text[3 + n]))
            return true;
        if (!strncmp(text, "<!-- keys: ", 11) && !strncmp(text + 11, topic, n) &&
            text[11 + n] == ' ')
            return true;
    }
    return false;
}

/* Has a paragraph of the page this word among the bold words at its beginning? */
static bool has_lead(const char *text, const char *topic)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        const char *end = strncmp(text, "**", 2) != 0 ? NULL : strstr(text + 2, "**");
        for (const char *word = text + 2; end && word < end; word++)
            if (!strncasecmp(word, topic, strlen(topic)))
                return true;
    }
    return false;
}

/* Does a page's name begin or end with the topic: "sets-and-runs", "score-sets"? */
static bool is_named_by(const char *name, const char *topic)
{
    size_t n = strlen(topic), all = strlen(name);

    return all > n && ((!strncmp(name, topic, n) && name[n] == '-') ||
                       (!strcmp(name + all - n, topic) && name[all - n - 1] == '-'));
}

/* How a page may be about a topic, the surest first. */
enum about { NAMED_SO, TELLS_OF, IN_TITLE, IN_LEAD, ABOUTS };

static bool is_about(const struct guide *g, const struct page *p, enum about how,
                     const char *topic)
{
    bool reference = !strncmp(p->file, "reference/", 10);
    if (how == NAMED_SO)
        return reference && !strcmp(p->name, topic);
    char *text = page_text(g, p);
    bool is = false;
    if (text && how == TELLS_OF)
        is = reference ? has_row(text, topic) : is_named_by(p->name, topic);
    else if (text && how == IN_TITLE)
        is = strstr(p->name, topic) || strstr(title_of(text, p->name), topic);
    else if (text)
        is = has_lead(text, topic);
    free(text);
    return is;
}

/* The pages of the reference that have this name. If none: those with a row for it, and how-tos
 * and explanations whose name begins or ends with it. If none: all pages with it in their name or
 * title. If none: in the bold words of a paragraph. */
static size_t pages_about(const struct guide *g, const char *topic, const struct page **found)
{
    size_t n = 0;

    for (enum about how = 0; how < ABOUTS && !n; how++)
        for (size_t i = 0; i < g->n; i++)
            if (is_about(g, &g->v[i], how, topic))
                found[n++] = &g->v[i];
    return n;
}

void guide_name_pages(const char *topic)
{
    struct guide g = {0};

    guide_load(&g, false);
    const struct page **found = mem_alloc((g.n + 1) * sizeof *found);
    size_t n = pages_about(&g, topic, found);
    for (size_t i = 0; i < n; i++)
        printf("%s%s", i ? ", " : "\nExamples: cantrip guide ", found[i]->name);
    fputs(n ? "\n" : "", stdout);
    free(found);
    guide_free(&g);
}

/* `command`: the one that asks for a page; NULL: `help`, which also asks for commands. */
static void no_page(const struct guide *g, const char *name, const char *command)
{
    struct list known = {0};
    struct ct_key k;

    for (size_t i = 0; i < g->n; i++)
        list_add(&known, g->v[i].name);
    for (int i = 0; g->kinds == guide_kinds && ct_get_key(i, &k); i++)
        list_add(&known, k.key);
    if (command)
        complain_near(name, known.v, known.n, "%s: there is no page '%s'", command, name);
    else
        complain_near(name, known.v, known.n,
                      "there is no command and no page '%s' (see cantrip --help and cantrip "
                      "guide)",
                      name);
    args_free(&known);
}

/* Prints the page, or a list if several are about it. */
static int tell(const struct guide *g, const char *name)
{
    char *law = mem_printf("LAW-%s", name); /* `check --deep` prints laws without it */
    const struct page *page = page_named(g, name);
    page = page || g->kinds == guide_kinds ? page : page_named(g, law);
    const struct page **found = mem_alloc((g->n + 1) * sizeof *found);
    size_t n = page ? 0 : pages_about(g, name, found);
    int rc = EXIT_USAGE;

    page = n == 1 ? found[0] : page;
    char *text = page ? page_text(g, page) : NULL;
    if (text) {
        markdown_print(stdout, text, terminal_width(stdout), use_colour(stdout));
        rc = EXIT_OK;
    } else if (n) {
        printf("'%s' is on several pages:\n", name);
        for (size_t i = 0; i < n; i++)
            printf("  cantrip guide %s\n", found[i]->name);
        rc = EXIT_OK;
    } else if (!page) {
        no_page(g, name, g->kinds == guide_kinds ? "guide" : "explain");
    }
    free(text);
    free(found);
    free(law);
    return rc;
}

int guide_tell(const char *topic)
{
    struct guide g = {0};

    guide_load(&g, false);
    const struct page **found;
    int rc = g.folder ? EXIT_USAGE : -1;

    found = mem_alloc((g.n + 1) * sizeof *found);
    if (page_named(&g, topic) || pages_about(&g, topic, found))
        rc = tell(&g, topic);
    else if (g.folder)
        no_page(&g, topic, NULL);
    free(found);
    guide_free(&g);
    return rc;
}

/* Prints a page by its name; without a name, the list. */
static int pages(const struct usage *usage, int argc, char **argv, bool findings)
{
    struct guide g = {0};
    struct list rest = {0};
    int rc = args_parse(usage, argc, argv, &rest);

    if (rc < 0) {
        guide_load(&g, findings);
        char *name = rest.n ? mem_strdup(rest.v[0]) : NULL;
        for (char *c = findings ? name : NULL; c && *c; c++)
            *c = (char)toupper((unsigned char)*c);
        rc = !g.folder ? EXIT_USAGE : name ? tell(&g, name) : print_list(&g);
        if (!g.folder)
            complain("%s: the guide is not installed. It is in rulesets/guide of Cantrip's "
                     "source",
                     usage->command);
        free(name);
    }
    guide_free(&g);
    args_free(&rest);
    return rc;
}

int cmd_guide(int argc, char **argv)
{
    const struct usage usage = {
        .command = "guide",
        .more = "Without PAGE it lists all pages. PAGE may also be a step, a key, a command, "
                "a call of scripts or a word of a title.\n",
        .examples = "cantrip guide\n"
                    "cantrip guide follow-suit | less\n"
                    "cantrip guide move",
        .most = 1};

    return pages(&usage, argc, argv, false);
}

int cmd_explain(int argc, char **argv)
{
    const struct usage usage = {
        .command = "explain",
        .more = "CODE is the word in brackets at the end of a message. You get its meaning, an "
                "example and the fix.\n"
                "Without CODE it lists all codes.\n",
        .examples = "cantrip explain NAME-UNKNOWN\n"
                    "cantrip explain | grep HIDDEN",
        .most = 1};

    return pages(&usage, argc, argv, true);
}
