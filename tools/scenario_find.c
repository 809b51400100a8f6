/* scenario_find.c - which files an argument of `cantrip test` stands for, and loaded rulesets.
 *
 * An argument is a file; a folder of scenario files, or of rulesets; or a ruleset, by name or
 * folder: its `scenarios/`, `scenarios.yaml` and `*.scenario.yaml`. A file's `ruleset: NAME` is, in this
 * order: the ruleset the file lies in, a folder NAME beside the file, in a folder above it or
 * in a `rulesets/` there, else what `cantrip play NAME` would find.
 */
#include "scenario/scenario.h"
#include "tools/common.h"

#include "base/suggest.h"
#include "load/load.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_dir(const char *path)
{
    struct stat st;

    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool is_there(const char *path)
{
    struct stat st;

    return !stat(path, &st);
}

static char *join(const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 2;
    char *out = mem_alloc(n);

    snprintf(out, n, "%s%s%s", a, *a && a[strlen(a) - 1] == '/' ? "" : "/", b);
    return out;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && !strcmp(text + n - m, end);
}

typedef int (*use_fn)(void *ctx, const char *path);

/* The .yaml files of a folder that end so, by name, folders within it too. 0, or -1. */
static int use_folder(const char *dir, const char *end, bool deep, use_fn use, void *ctx,
                      int *count)
{
    struct dirent **v;
    int n = scandir(dir, &v, NULL, alphasort), rc = n < 0 ? -1 : 0;

    for (int i = 0; i < n; i++) {
        char *path = join(dir, v[i]->d_name);

        if (v[i]->d_name[0] != '.' && !rc) {
            if (is_dir(path) && deep) {
                rc = use_folder(path, end, deep, use, ctx, count);
            } else if (!is_dir(path) && ends_with(path, end)) {
                ++*count;
                rc = use(ctx, path);
            }
        }
        free(path);
        free(v[i]);
    }
    if (n >= 0)
        free(v);
    return rc;
}

/* The scenarios of a ruleset's folder. */
static int use_ruleset(const char *dir, use_fn use, void *ctx, int *count)
{
    char *sub = join(dir, "scenarios"), *one = join(dir, "scenarios.yaml");
    int rc = 0;

    if (is_dir(sub))
        rc = use_folder(sub, ".yaml", true, use, ctx, count);
    if (!rc && is_there(one)) {
        ++*count;
        rc = use(ctx, one);
    }
    if (!rc)
        rc = use_folder(dir, ".scenario.yaml", false, use, ctx, count);
    free(sub);
    free(one);
    return rc;
}

/* Games of a folder of games. */
struct games_walk {
    use_fn use;
    void *ctx;
    int count, rc;
};

static void use_game(void *ctx, const char *name, const char *folder)
{
    struct games_walk *w = ctx;

    (void)name;
    w->rc |= use_ruleset(folder, w->use, w->ctx, &w->count);
}

int scenario_all(int (*use)(void *ctx, const char *path), void *ctx)
{
    struct games_walk w = {use, ctx, 0, 0};

    rulesets_each(use_game, &w);
    if (!w.count)
        complain("test: no games with scenarios found in ./rulesets or $CANTRIP_PATH");
    return w.rc || !w.count ? -1 : 0;
}

int scenario_files(const char *arg, int (*use)(void *ctx, const char *path), void *ctx,
                   struct diags *diags)
{
    char *ruleset = join(arg, "ruleset.yaml"), *found = NULL;
    struct games_walk walk = {use, ctx, 0, 0};
    int count = 0, rc;

    if (is_there(ruleset)) {
        rc = use_ruleset(arg, use, ctx, &count);
    } else if (is_dir(arg) && rulesets_in(arg, use_game, &walk)) {
        rc = walk.rc;
        count = walk.count;
    } else if (is_dir(arg)) {
        rc = use_folder(arg, ".yaml", true, use, ctx, &count);
    } else if (is_there(arg) || ends_with(arg, ".yaml")) {
        count = 1;
        rc = use(ctx, arg);
    } else {
        found = ruleset_folder(arg);
        rc = found ? use_ruleset(found, use, ctx, &count) : -2;
    }
    free(ruleset);
    free(found);
    if (rc == -2)
        return -1; /* told by ruleset_folder */
    if (rc || !count)
        diags_add(diags, DIAG_ERROR, "SCENARIO-NONE", NULL, 0, 0, NULL, NULL, "%s: %s", arg,
                  rc ? "cannot be read" : "there are no scenarios");
    return rc || !count ? -1 : 0;
}

/* ---- rulesets ---- */

static bool is_ruleset(const char *dir)
{
    char *file = join(dir, "ruleset.yaml");
    bool yes = is_there(file);

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

static void game_add(void *ctx, const char *name, const char *folder)
{
    struct games *g = ctx;

    if (!g->folder && !strcmp(name, g->want))
        g->folder = copy(folder);
    g->name = mem_realloc(g->name, (size_t)(g->n + 1) * sizeof *g->name);
    g->name[g->n++] = copy(name);
}

/* The folder itself, those in it, and those in its rulesets/. */
static void games_near(struct games *g, const char *dir)
{
    char *root = join(dir, "rulesets");
    const char *const in[] = {dir, root}, *last = strrchr(dir, '/');
    struct dirent **v;

    if (is_ruleset(dir))
        game_add(g, last ? last + 1 : dir, dir);
    for (int k = 0; k < 2; k++) {
        int n = scandir(in[k], &v, NULL, alphasort);
        for (int i = 0; i < n; i++) {
            char *one = join(in[k], v[i]->d_name);
            if (v[i]->d_name[0] != '.' && is_ruleset(one))
                game_add(g, v[i]->d_name, one);
            free(one);
            free(v[i]);
        }
        if (n >= 0)
            free(v);
    }
    free(root);
}

/* The folder of the ruleset that N names in the file PATH; the caller frees it. NULL: told. */
static char *ruleset_of(const char *path, const struct node *n, struct diags *diags)
{
    struct games g = {.want = n->text};
    char *dir = copy(path), *slash, hint[160];

    while (!g.folder && (slash = strrchr(dir, '/')) != NULL && slash != dir) {
        *slash = '\0';
        games_near(&g, dir);
    }
    if (!g.folder && is_ruleset(n->text))
        g.folder = copy(n->text);
    if (!g.folder)
        rulesets_each(game_add, &g);
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

static struct ct_definition *load_ground(const struct ground *g, struct diags *found)
{
    const char **places = ruleset_places();
    struct load_more more = {.places = places};
    struct ct_definition *def =
        g->extra ? load_with(g, places, found) : definition_load_more(g->dir, &more, found);

    ruleset_places_free(places);
    return def;
}

static struct ground *ground_load(struct ground *g, struct diags *diags)
{
    struct serror wrong = {.message = ""};
    struct diags found = {0};

    g->def = load_ground(g, &found);
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
    char *dir = ruleset_of(path, name, diags);

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
    return ground_load(g, diags);
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
