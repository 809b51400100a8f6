/* scenario_find.c - which files an argument of `cantrip test` stands for, and loaded rulesets.
 *
 * An argument is a file; a folder of scenario files; or a ruleset, by name or folder: its
 * `scenarios/`, `scenarios.yaml` and `*.scenario.yaml`. A file's `ruleset: NAME` is, in this
 * order: the ruleset the file lies in, a folder NAME beside the file, in a folder above it or
 * in a `rulesets/` there, else what `cantrip play NAME` would find.
 */
#include "tools/common.h"
#include "tools/scenario.h"

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

int scenario_files(const char *arg, int (*use)(void *ctx, const char *path), void *ctx,
                   struct diags *diags)
{
    char *ruleset = join(arg, "ruleset.yaml"), *found = NULL;
    int count = 0, rc;

    if (is_there(ruleset)) {
        rc = use_ruleset(arg, use, ctx, &count);
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

/* NAME in this folder or in its rulesets/; the folder itself if it bears the name. */
static char *here(const char *dir, const char *name)
{
    char *a = join(dir, name), *root = join(dir, "rulesets"), *b = join(root, name);
    const char *last = strrchr(dir, '/');
    char *out = NULL;

    if (!strcmp(last ? last + 1 : dir, name) && is_ruleset(dir))
        out = copy(dir);
    else if (is_ruleset(a))
        out = copy(a);
    else if (is_ruleset(b))
        out = copy(b);
    free(a);
    free(b);
    free(root);
    return out;
}

/* The folder of the ruleset NAME for the file PATH; the caller frees it. NULL: told. */
static char *ruleset_of(const char *path, const char *name)
{
    char *dir = copy(path), *slash, *found = NULL;

    while (!found && (slash = strrchr(dir, '/')) != NULL && slash != dir) {
        *slash = '\0';
        found = here(dir, name);
    }
    free(dir);
    return found ? found : ruleset_folder(name);
}

/* A scenario's `cards` as a card file. */
static struct ct_definition *load_with(struct ground *g, struct diags *found)
{
    struct arena *mem = arena_new();
    const struct node *x = g->extra;
    struct node *file = node_new_map(mem, x->src, x->line, x->col);

    node_map_add(mem, file, node_new_scalar(mem, x->src, x->line, x->col, "cantrip", 7, true),
                 node_new_scalar(mem, x->src, x->line, x->col, "1", 1, true));
    node_map_add(mem, file, node_new_scalar(mem, x->src, x->line, x->col, "cards", 5, true),
                 node_copy(mem, x));
    const struct node *const files[] = {file};
    struct ct_definition *def = definition_extra_cards(g->dir, files, 1, found);
    arena_free(mem);
    return def;
}

static struct ground *ground_load(struct ground *g, struct diags *diags)
{
    struct serror wrong = {.message = ""};
    struct diags found = {0};

    g->def = g->extra ? load_with(g, &found) : definition_load(g->dir, &found);
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
    char *dir = ruleset_of(path, name->text);

    if (!dir) {
        node_error(diags, name, "RULESET-UNKNOWN", NULL, "there is no ruleset '%s'",
                   name->text);
        return NULL;
    }
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
