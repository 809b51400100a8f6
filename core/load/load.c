/* load.c: the order of a load: names, then cards, then everything that may mention either. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "load/load.h"
#include "base/shown.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "load/loaded.h"
#include "load/parts.h"

static char *base_name(struct arena *mem, const char *path)
{
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    size_t from = len;
    while (from > 0 && path[from - 1] != '/')
        from--;
    return arena_strndup(mem, path + from, len - from);
}

/* A folder's own name, even if the path ends with "." or "..". */
static char *folder_name(struct arena *mem, const char *dir)
{
    char real[PATH_MAX];
    char *name = base_name(mem, dir);
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
        return name;
    return realpath(dir, real) ? base_name(mem, real) : name;
}

/* The folder with rulesets/ and cards/. */
static char *root_of(struct arena *mem, const char *dir)
{
    char *up = file_up(mem, dir);
    for (int n = 0; up && n < 8; up = file_up(mem, up), n++)
        if (file_is_dir(file_join(mem, up, "rulesets")))
            return up;
    return arena_strdup(mem, dir);
}

/* Finds the file of the ruleset. */
static struct file_at locate(struct ct_definition *def, const char *path)
{
    bool folder = file_is_dir(path);
    char *dir = folder ? arena_strdup(def->mem, path) : file_dir(def->mem, path);
    struct file_at file =
        file_at(def->mem, dir, folder ? "ruleset.yaml" : base_name(def->mem, path));
    def->dir = file_dir(def->mem, file.path);
    char *id = base_name(def->mem, file.path);
    char *dot = strrchr(id, '.');
    if (dot)
        *dot = '\0';
    def->id = strcmp(id, "ruleset") == 0 ? folder_name(def->mem, def->dir) : id;
    def->root = root_of(def->mem, def->dir);
    return file;
}

static void run_parts(struct loader *ld, const struct node *const *extra, int nextra)
{
    struct sites *sites = ld->sites;
    ld->sites = NULL; /* limits, languages, number of players: mutants do not change them */
    head_load(ld);
    ld->sites = sites;
    byword_lay(ld);
    names_collect(ld);
    options_load(ld);
    traits_declare(ld);
    if (!cards_load(ld, extra, nextra))
        return;
    traits_constants(ld);
    counters_load(ld);
    zones_load(ld);
    kinds_load(ld);
    ld->sites = NULL;
    drawing_load(ld);
    ld->sites = sites;
    order_load(ld);
    traits_formulas(ld);
    actions_declare(ld);
    verbs_load(ld);
    actions_load(ld);
    lists_load(ld);
    always_load(ld);
    window_load(ld);
    ld->def->k.start_pc = phases_load(ld);
    result_load(ld);
    steps_check(ld);
    slots_check(ld);
    lets_check(ld);
    texts_check(ld);
    scripts_load(ld);
    choices_check(ld);
    always_check(ld);
    pitfalls_check(ld);
    names_unused(ld);
}

/* Copies of trees that others will free, with own sources. */
struct adopted {
    const struct source *old[16];
    struct source *own[16];
    int n;
};

static void adopt(struct arena *mem, struct node *n, struct adopted *a)
{
    int i = 0;
    while (i < a->n && a->old[i] != n->src)
        i++;
    if (i == a->n && n->src && i < 16) {
        a->old[i] = n->src;
        a->own[i] = source_new(mem, n->src->path, n->src->text, n->src->len);
        a->n++;
    }
    n->src = i < a->n ? a->own[i] : NULL;
    for (size_t k = 0; k < n->n; k++) {
        if (n->kind == NODE_MAP)
            adopt(mem, n->key[k], a);
        adopt(mem, n->item[k], a);
    }
}

/* The game's identifier appears in logs, replays and JSON. */
static bool id_check(struct loader *ld)
{
    const char *id = ld->def->id;
    if (shown_fit(id, strlen(id)) == strlen(id))
        return true;
    diags_add(ld->diags, DIAG_ERROR, "NAME-SYNTAX", ld->def->dir, 0, 0, NULL,
              "rename the folder",
              "the game's name '%s' has characters that a text cannot have", id);
    return false;
}

static void load(struct loader *ld, const char *path, const struct load_more *more)
{
    size_t before = ld->diags->errors;
    struct loaded *made = arena_alloc(ld->mem, sizeof *made);
    struct node **own = arena_alloc(ld->mem, ((size_t)more->ncards + 1) * sizeof *own);
    struct adopted a = {.n = 0};
    made->def.mem = ld->mem;
    ld->def = &made->def;
    pos_of(ld, NULL);
    struct file_at file = locate(ld->def, path);
    ld->root = id_check(ld) ? ruleset_read(ld, &file) : NULL;
    ld->def->base = ld->base[0];
    ld->def->fewer_cards = list_instead(ld, "cards", &ld->def->fewer_cards_hint);
    for (int i = 0; ld->root && i < more->ncards; i++) {
        own[i] = node_copy(ld->mem, more->cards[i]);
        adopt(ld->mem, own[i], &a);
    }
    if (ld->root)
        run_parts(ld, (const struct node *const *)own, more->ncards);
    if (ld->root && ld->diags->errors == before)
        loader_finish(ld);
}

/* A load keeps everything in one arena of limited size. */
static void say_full(struct loader *ld, const char *path)
{
    const struct node *at = ld->here ? ld->here : ld->root;
    if (at)
        node_error(ld->told, at, "LIMIT-MEMORY", NULL, "here the game needs more than %d MB",
                   CAP_MEMORY >> 20);
    else
        diags_add(ld->told, DIAG_ERROR, "LIMIT-MEMORY", path, 0, 0, NULL, NULL,
                  "the game takes more than %d MB", CAP_MEMORY >> 20);
}

/* Runs the load. If it runs out of memory, frees what it held outside its arena. */
static bool whole_load(struct loader *ld, struct arena *mem, const char *path,
                       const struct load_more *more, struct diags *diags)
{
    size_t before = diags->errors;
    struct arena_catch c;
    memset(ld, 0, sizeof *ld);
    ld->mem = mem;
    ld->diags = ld->told = diags;
    ld->places = more->places;
    ld->edit = more->edit;
    ld->sites = more->sites;
    ld->more = more;
    arena_catch(mem, &c);
    arena_limit(mem, CAP_MEMORY);
    if (!setjmp(c.here))
        load(ld, path, more);
    else if (arena_full(mem))
        say_full(ld, path);
    else if (!ld->too_large)
        diags_lost(diags);
    arena_uncatch(mem);
    loader_drop(ld);
    return ld->root && diags->errors == before;
}

struct ct_definition *definition_load(const char *path, const struct load_more *more,
                                      struct diags *diags)
{
    struct arena *mem = arena_new();
    struct loader ld;
    bool ok = mem && whole_load(&ld, mem, path, more, diags);
    if (ok)
        return ld.def;
    if (!mem)
        diags_lost(diags);
    arena_free(mem);
    return NULL;
}

void definition_free(struct ct_definition *def)
{
    if (def)
        arena_free(def->mem);
}

struct script *definition_open_script(const struct ct_definition *def, struct serror *err)
{
    const struct loaded *made = (const struct loaded *)def;
    struct sloader later = {NULL, NULL, def->script_sels, def->nscript_sels};
    return script_new(&made->names, made->source, def->nscripts, &later, err);
}
