/* find.c - finds the ruleset of a file, and keeps loaded rulesets.
 *
 * A file in a game's folder is about that game, whatever its name is. Elsewhere `ruleset: NAME`
 * is searched in this order: a folder NAME beside the file, in a folder above it or in a
 * `rulesets/` there; then in the places for games. NAME may be a path.
 */
#include "scenario/scenario.h"

#include "api/internal.h"
#include "base/files.h"
#include "base/suggest.h"
#include "load/load.h"

#include <stdlib.h>
#include <string.h>

/* The search for a ruleset: names for "did you mean", and the folder once it is found. */
struct games {
    struct arena *mem; /* for the time of the search */
    struct grounds *gs;
    const struct node *n; /* the wanted name; a map: none */
    const char *path;     /* path of the file */
    struct diags *diags;
    const char *want;
    struct file_names names;
    const char *folder;
    const char *around; /* folder of the game that contains the file */
};

static bool is_ruleset(struct games *g, const char *dir)
{
    return file_exists(file_join(g->mem, dir, "ruleset.yaml"));
}

/* Looks for the ruleset at a path from a folder. */
static void game_at(struct games *g, const char *dir)
{
    char *path = file_join(g->mem, dir, g->want);

    if (!g->folder && is_ruleset(g, path))
        g->folder = path;
}

/* Is this the name of the folder, even if its path says "." or ".."? */
static bool is_called(struct games *g, const char *dir)
{
    const char *up = file_up(g->mem, dir);

    return up && file_is_same(file_join(g->mem, up, g->want), dir);
}

/* Warns about scenarios of a copied game that still name the original. */
static void tell_elsewhere(struct games *g)
{
    if (g->gs->elsewhere == g->n || (g->folder && file_is_same(g->around, g->folder)))
        return;
    g->gs->elsewhere = g->n;
    node_warning(
        g->diags, g->n, "SCENARIO-ELSEWHERE", "remove 'ruleset:'; it is not needed here",
        "'%s' has no effect, because the file is in the folder of '%s' and tests that game",
        g->n->text, g->around);
}

/* Looks in the folder itself, the folders in it, and those in its rulesets/. */
static void games_near(struct games *g, const char *dir)
{
    char *root = file_join(g->mem, dir, "rulesets");
    const char *last = strrchr(dir, '/');

    if (!strcmp(last ? last + 1 : dir, g->want) && is_ruleset(g, dir))
        g->folder = dir;
    game_at(g, dir);
    game_at(g, root);
    file_names_add(g->mem, &g->names, dir, "/ruleset.yaml");
    file_names_add(g->mem, &g->names, root, "/ruleset.yaml");
}

static void tell_unknown(struct games *g)
{
    if (g->names.n)
        qsort(g->names.v, g->names.n, sizeof *g->names.v, text_order);
    const char *near = suggest(g->n->text, g->names.v, g->names.n);
    node_error(g->diags, g->n, "RULESET-UNKNOWN",
               near ? arena_printf(g->mem, DIAG_NEAR, near) : NULL, "there is no ruleset '%s'",
               g->n->text);
}

static void look_for(void *ctx)
{
    struct games *g = ctx;
    const char *path = g->path, *last = strrchr(path, '/');

    g->around = file_dir(g->mem, path);
    while (g->around && !is_ruleset(g, g->around))
        g->around = file_up(g->mem, g->around);
    if (g->around && (!g->want || is_called(g, g->around))) {
        g->folder = g->around;
        return;
    }
    if (!g->want) {
        node_error(g->diags, g->n, "KEY-MISSING", NULL,
                   "'ruleset: NAME' is missing, because this file is in no game's folder");
        return;
    }
    while (!g->folder && last && last != path) {
        path = arena_strndup(g->mem, path, (size_t)(last - path));
        games_near(g, path);
        last = strrchr(path, '/');
    }
    if (!g->folder && is_ruleset(g, g->n->text))
        g->folder = g->n->text;
    for (int i = 0; !g->folder && g->gs->places && g->gs->places[i]; i++) {
        game_at(g, g->gs->places[i]);
        file_names_add(g->mem, &g->names, g->gs->places[i], "/ruleset.yaml");
    }
    if (g->around) {
        tell_elsewhere(g);
        g->folder = g->around;
    } else if (!g->folder) {
        tell_unknown(g);
    }
}

/* The folder of the ruleset that N names in the file PATH (a map: no name). NULL after an error. */
static char *ruleset_of(struct grounds *gs, const char *path, const struct node *n,
                        struct diags *diags)
{
    struct games g = {.mem = arena_new(),
                      .gs = gs,
                      .n = n,
                      .path = path,
                      .diags = diags,
                      .want = n->kind == NODE_SCALAR ? n->text : NULL};
    struct held h;

    if (!g.mem)
        arena_fail(gs->mem);
    arena_hold(gs->mem, &h, g.mem, arena_drop);
    if (!arena_try(g.mem, look_for, &g))
        arena_fail(gs->mem);
    char *folder = g.folder ? arena_strdup(gs->mem, g.folder) : NULL;
    arena_release(gs->mem, &h);
    return folder;
}

/* Loads the definition with a scenario's `cards` as a card file. */
static struct ct_definition *load_with(const struct grounds *gs, const struct ground *g,
                                       struct diags *found)
{
    struct arena *mem = gs->mem;
    const struct node *x = g->extra;
    struct node *file = node_map_at(mem, x);

    node_map_add(mem, file, node_word_at(mem, x, "cantrip"), node_word_at(mem, x, "1"));
    node_map_add(mem, file, node_word_at(mem, x, "cards"), node_copy(mem, x));
    const struct node *const files[] = {file};
    struct load_more more = {
        .places = gs->places, .cards = files, .ncards = 1, .edit = gs->edit};
    return definition_load(g->dir, &more, found);
}

/* The definition. NULL after an error. */
static struct ct_definition *load_told(const struct grounds *gs, const struct ground *g,
                                       struct diags *diags)
{
    struct load_more more = {.places = gs->places, .edit = gs->edit};
    struct diags found = {0};
    struct ct_definition *def =
        g->extra ? load_with(gs, g, &found) : definition_load(g->dir, &more, &found);
    bool lost = found.lost, silent = !found.errors;

    for (size_t i = 0; i < found.n; i++) {
        const struct diag *d = &found.v[i];

        if (d->level == DIAG_ERROR)
            diags_add(diags, d->level, d->code, d->file, d->line, d->col, d->excerpt, d->hint,
                      "%s", d->message);
    }
    diags_free(&found);
    if (!def && lost)
        arena_fail(gs->mem);
    if (!def && silent)
        diags_add(diags, DIAG_ERROR, "RULESET", g->dir, 0, 0, NULL, NULL,
                  "the ruleset does not load");
    return def;
}

static struct ground *ground_load(struct grounds *gs, struct ground *g, struct diags *diags)
{
    char *wrong = NULL;

    g->def = load_told(gs, g, diags);
    if (!g->def)
        return NULL;
    gs->bytes += arena_size(g->def->mem);
    g->engine = ct_engine_new(g->def, &wrong);
    if (g->engine) {
        g->e = &g->engine->k;
        return g;
    }
    if (!wrong)
        arena_fail(gs->mem);
    diags_add(diags, DIAG_ERROR, "SCRIPT", g->dir, 0, 0, NULL, NULL, "%s", wrong);
    free(wrong);
    return NULL;
}

/* Do the nodes say the same, at different places of a file? */
static bool says_same(const struct node *a, const struct node *b)
{
    if (a == b || !a || !b)
        return a == b;
    bool same = a->kind == b->kind && a->n == b->n && a->src == b->src;
    if (same && a->kind == NODE_SCALAR)
        return a->plain == b->plain && a->len == b->len && !memcmp(a->text, b->text, a->len);
    for (size_t i = 0; i < a->n && same; i++)
        same = says_same(a->item[i], b->item[i]) &&
               (a->kind != NODE_MAP || says_same(a->key[i], b->key[i]));
    return same;
}

struct ground *ground_get(struct grounds *gs, const char *path, const struct node *name,
                          const struct node *extra, struct diags *diags)
{
    char *dir = ruleset_of(gs, path, name, diags);

    if (!dir)
        return NULL;
    for (struct ground *g = gs->first; g; g = g->next)
        if (!strcmp(g->dir, dir) &&
            (g->engine ? says_same(g->extra, extra)
                       : g->extra == extra)) /* every error is reported once */
            return g->engine ? g : NULL;
    struct ground *g = arena_alloc(gs->mem, sizeof *g);
    *g = (struct ground){.dir = dir, .extra = extra, .next = gs->first};
    gs->first = g;
    return ground_load(gs, g, diags);
}

void grounds_free(struct grounds *gs)
{
    for (struct ground *g = gs->first; g; g = g->next) {
        ct_engine_free(g->engine);
        definition_free(g->def);
    }
    gs->first = NULL;
}
