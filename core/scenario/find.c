/* find.c - which ruleset a file is about, and loaded rulesets.
 *
 * A file's `ruleset: NAME` is, in this order: the ruleset the file lies in, a folder NAME beside
 * the file, in a folder above it or in a `rulesets/` there, else one in the places where games
 * are looked for. NAME may be a path from there.
 */
#include "scenario/scenario.h"

#include "base/files.h"
#include "base/suggest.h"
#include "load/load.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 2;
    char *out = mem_alloc(n);

    snprintf(out, n, "%s%s%s", a, *a && a[strlen(a) - 1] == '/' ? "" : "/", b);
    return out;
}

static bool is_ruleset(const char *dir)
{
    char *file = join(dir, "ruleset.yaml");
    bool yes = file_exists(file);

    free(file);
    return yes;
}

static char *copy(const char *text)
{
    return mem_strndup(text, strlen(text));
}

/* The games that a file can mean, for "did you mean"; the one called `want`, if there is one. */
struct games {
    const char *want, **name;
    char *folder;
    int n;
};

static void game_add(struct games *g, const char *name, const char *folder)
{
    if (!g->folder && !strcmp(name, g->want))
        g->folder = copy(folder);
    g->name = mem_realloc(g->name, (size_t)(g->n + 1) * sizeof *g->name);
    g->name[g->n++] = copy(name);
}

/* Those in a folder. */
static void games_in(struct games *g, const char *dir)
{
    struct dirent **v;
    int n = scandir(dir, &v, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        char *one = join(dir, v[i]->d_name);
        if (v[i]->d_name[0] != '.' && is_ruleset(one))
            game_add(g, v[i]->d_name, one);
        free(one);
        free(v[i]);
    }
    if (n >= 0)
        free(v);
}

/* The folder itself, those in it, and those in its rulesets/. */
static void games_near(struct games *g, const char *dir)
{
    char *root = join(dir, "rulesets");
    const char *last = strrchr(dir, '/');

    if (is_ruleset(dir))
        game_add(g, last ? last + 1 : dir, dir);
    games_in(g, dir);
    games_in(g, root);
    free(root);
}

/* A ruleset by its path from a folder, or from the rulesets/ in it. */
static void game_below(struct games *g, const char *dir)
{
    char *here = join(dir, g->want), *root = join(dir, "rulesets");
    char *there = join(root, g->want);

    if (!g->folder && is_ruleset(here))
        g->folder = copy(here);
    else if (!g->folder && is_ruleset(there))
        g->folder = copy(there);
    free(here);
    free(root);
    free(there);
}

/* The folder of the ruleset that N names in the file PATH; the caller frees it. NULL: told. */
static char *ruleset_of(const struct grounds *gs, const char *path, const struct node *n,
                        struct diags *diags)
{
    struct games g = {.want = n->text};
    char *dir = copy(path), *slash, hint[160];

    while (!g.folder && (slash = strrchr(dir, '/')) != NULL && slash != dir) {
        *slash = '\0';
        games_near(&g, dir);
        game_below(&g, dir);
    }
    if (!g.folder && is_ruleset(n->text))
        g.folder = copy(n->text);
    for (int i = 0; !g.folder && gs->places && gs->places[i]; i++)
        games_in(&g, gs->places[i]);
    const char *near = suggest(n->text, g.name, (size_t)g.n);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    if (!g.folder)
        node_error(diags, n, "RULESET-UNKNOWN", near ? hint : NULL, "there is no ruleset '%s'",
                   n->text);
    while (g.n > 0)
        free((char *)(uintptr_t)g.name[--g.n]);
    free(g.name);
    free(dir);
    return g.folder;
}

/* A scenario's `cards` as a card file. */
static struct ct_definition *load_with(const struct ground *g, const char *const *places,
                                       struct diags *found)
{
    struct arena *mem = arena_new();
    const struct node *x = g->extra;
    struct node *file = node_new_map(mem, x->src, x->line, x->col);

    node_map_add(mem, file, node_new_scalar(mem, x->src, x->line, x->col, "cantrip", 7, true),
                 node_new_scalar(mem, x->src, x->line, x->col, "1", 1, true));
    node_map_add(mem, file, node_new_scalar(mem, x->src, x->line, x->col, "cards", 5, true),
                 node_copy(mem, x));
    const struct node *const files[] = {file};
    struct load_more more = {.places = places, .cards = files, .ncards = 1};
    struct ct_definition *def = definition_load_more(g->dir, &more, found);
    arena_free(mem);
    return def;
}

static struct ground *ground_load(const struct grounds *gs, struct ground *g,
                                  struct diags *diags)
{
    struct serror wrong = {.message = ""};
    struct diags found = {0};

    struct load_more more = {.places = gs->places};
    g->def = g->extra ? load_with(g, gs->places, &found)
                      : definition_load_more(g->dir, &more, &found);
    for (size_t i = 0; i < found.n; i++) {
        const struct diag *d = &found.v[i];

        if (d->level == DIAG_ERROR)
            diags_add(diags, d->level, d->code, d->file, d->line, d->col, d->excerpt, d->hint,
                      "%s", d->message);
    }
    if (!g->def && !found.errors)
        diags_add(diags, DIAG_ERROR, "RULESET", g->dir, 0, 0, NULL, NULL,
                  "the ruleset does not load");
    diags_free(&found);
    if (!g->def)
        return NULL;
    k_engine_init(&g->e, &g->def->k);
    if (!g->def->nscripts)
        return g;
    g->script = definition_open_script(g->def, &wrong);
    if (!g->script) {
        diags_add(diags, DIAG_ERROR, "SCRIPT", wrong.file, wrong.line, 0, NULL, NULL, "%s",
                  wrong.message);
        return NULL;
    }
    g->e.host = script_host(g->script);
    return g;
}

struct ground *ground_get(struct grounds *gs, const char *path, const struct node *name,
                          const struct node *extra, struct diags *diags)
{
    char *dir = ruleset_of(gs, path, name, diags);

    if (!dir)
        return NULL;
    for (struct ground *g = gs->first; g; g = g->next)
        if (!strcmp(g->dir, dir) && g->extra == extra) {
            free(dir);
            return g->def && (!g->def->nscripts || g->script) ? g : NULL;
        }
    struct ground *g = mem_alloc(sizeof *g);
    *g = (struct ground){.dir = dir, .extra = extra, .next = gs->first};
    gs->first = g;
    return ground_load(gs, g, diags);
}

void grounds_free(struct grounds *gs)
{
    while (gs->first) {
        struct ground *g = gs->first;

        gs->first = g->next;
        if (g->def) {
            k_engine_free(&g->e);
            if (g->script)
                script_free(g->script);
            definition_free(g->def);
        }
        free(g->dir);
        free(g);
    }
}
