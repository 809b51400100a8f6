/* mutants.c - the public interface of mutants. */
#include "mutate/mutate.h"

#include "api/internal.h"
#include "base/files.h"
#include "base/rows.h"
#include "load/keys.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *says;
} mutators[CT_NMUTATORS] = {CT_MUTATORS(ROW_PAIR)};

const char *ct_mutator_name(enum ct_mutator by)
{
    return by >= 0 && by < CT_NMUTATORS ? mutators[by].name : NULL;
}

const char *ct_mutator_says(enum ct_mutator by)
{
    return by >= 0 && by < CT_NMUTATORS ? mutators[by].says : NULL;
}

/* ---- one more ---- */

static bool same_edit(const struct edit *a, const struct edit *b)
{
    return a->does == b->does && a->kind == b->kind && a->line == b->line && a->col == b->col &&
           a->at == b->at && a->with == b->with && !strcmp(a->path, b->path) &&
           !strcmp(a->text ? a->text : "", b->text ? b->text : "");
}

/* A map may be at two places. Its keys are then noted twice. */
static bool is_there(const struct ct_mutants *m, const struct edit *e)
{
    for (int i = m->n; i-- > 0 && m->v[i].edit.line >= e->line;)
        if (same_edit(&m->v[i].edit, e))
            return true;
    return false;
}

/* The line, as findings have it. */
static void excerpt(struct ct_mutants *m, struct mutant *one)
{
    char *line = source_line(one->src, one->line);
    struct diags d = {0};
    struct held h, own;

    diags_add(&d, DIAG_WARNING, "", NULL, one->line, one->col, line, NULL, "%s", "");
    arena_hold(m->mem, &h, &d, diags_drop);
    arena_hold(m->mem, &own, line, free);
    if (d.n && d.v[0].excerpt) {
        one->excerpt = arena_strdup(m->mem, d.v[0].excerpt);
        one->mark = d.v[0].excerpt_col;
    }
    bool lost = !line || d.lost;
    arena_release(m->mem, &own);
    arena_release(m->mem, &h);
    if (lost)
        arena_fail(m->mem);
}

void mutant_add(struct ct_mutants *m, enum ct_mutator by, struct edit edit,
                const struct node *at, int col, const char *fmt, ...)
{
    struct mutant one = {
        .by = by, .edit = edit, .src = at->src, .line = at->line, .col = col ? col : at->col};
    char text[400];
    va_list args;

    if (is_there(m, &edit))
        return;
    m->v = arena_room(m->mem, m->v, (size_t)m->n, sizeof *m->v);
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    one.says = arena_strdup(m->mem, text);
    excerpt(m, &one);
    m->v[m->n++] = one;
}

struct edit edit_of(const struct place_noted *p, enum edit_does does)
{
    return (struct edit){.does = does,
                         .path = p->path,
                         .kind = p->raw->kind,
                         .line = p->raw->line,
                         .col = p->raw->col};
}

const struct edit *mutant_edit(const struct ct_mutants *m, int i)
{
    return m && i >= 0 && i < m->n ? &m->v[i].edit : NULL;
}

enum { MOST_WORDS = 60 }; /* bytes of a piece that is told */

const char *mutant_cut(struct ct_mutants *m, const char *text, size_t n)
{
    size_t cut = MOST_WORDS;

    while (cut > 0 && n > MOST_WORDS && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--;
    return n > MOST_WORDS ? arena_printf(m->mem, "%.*s…", (int)cut, text) : text;
}

const char *mutant_words(struct ct_mutants *m, const struct node *key, const struct node *n)
{
    struct str text = {0};
    struct held h;

    arena_hold(m->mem, &h, &text, str_drop);
    if (key)
        str_addf(&text, "%s: ", key->text);
    node_text(&text, n);
    char *shown = arena_strndup(m->mem, str_of(&text), text.n);
    for (char *p = shown; *p; p++)
        *p = *p == '\n' || *p == '\t' ? ' ' : *p;
    const char *words = mutant_cut(m, shown, text.n);
    arena_release(m->mem, &h);
    return words;
}

/* ---- all of a game ---- */

/* Files that the extended ruleset reads, too. They are its rules, not the game's. */
struct base {
    struct ct_definition *def;
    struct sites sites;
};

static bool is_base(void *ctx, const char *path)
{
    const struct base *b = ctx;

    for (size_t i = 0; b->def && i < b->sites.nfiles; i++)
        if (file_is_same(b->sites.file[i].path, path))
            return true;
    for (int i = 0; b->def && i < b->def->nscripts; i++)
        if (file_is_same(b->def->scripts[i].path, path))
            return true;
    return false;
}

/* Their order: the files as they were found, in each by place. */
static int by_place(const void *a, const void *b)
{
    const struct mutant *x = a, *y = b;

    return x->file != y->file   ? x->file - y->file
           : x->line != y->line ? x->line - y->line
           : x->col != y->col   ? x->col - y->col
                                : x->found - y->found;
}

static void number(struct ct_mutants *m)
{
    for (int i = 0; i < m->n; i++) {
        m->v[i].found = i;
        m->v[i].file = i == 0                                             ? 0
                       : strcmp(m->v[i].edit.path, m->v[i - 1].edit.path) ? m->v[i - 1].file + 1
                                                                          : m->v[i - 1].file;
    }
    if (m->n)
        qsort(m->v, (size_t)m->n, sizeof *m->v, by_place);
}

static void drop_definition(void *def)
{
    definition_free(*(struct ct_definition **)def);
}

static void enumerate(void *ctx)
{
    struct ct_mutants *m = ctx;
    struct base b = {NULL, {0}};
    struct held h;

    arena_hold(m->mem, &h, &b.def, drop_definition);
    for (size_t i = 0; i < m->sites.n; i++)
        m->has_field |= m->sites.v[i].is == SITE_KEYS && m->sites.v[i].arg == AT_FIELD;
    m->solo = m->def->k.max_people == 1 && m->def->k.nkinds == 0;
    m->script = arena_alloc(m->mem, (size_t)(m->def->nscripts + 1) * sizeof *m->script);
    for (int i = 0; i < m->def->nscripts; i++) {
        m->script[i] = lua_read(m->mem, m->def->scripts[i].text, m->def->scripts[i].len);
        lua_mark_wanted(m->mem, m->def, &m->script[i]);
    }
    if (!m->base) {
        struct diags quiet = {0};
        struct load_more more = {.places = m->places, .sites = &b.sites};
        if (m->def->base)
            b.def = definition_load(m->def->base, &more, &quiet);
        bool lost = quiet.lost;
        diags_free(&quiet);
        if (lost)
            arena_fail(m->mem);
    }
    places_each(m, is_base, &b, yaml_mutants);
    scripts_mutants(m, is_base, &b);
    arena_release(m->mem, &h);
    number(m);
}

static void keep_names(void *ctx)
{
    struct ct_mutants *m = ctx;

    m->places = arena_strings(m->mem, m->places);
    m->folder = arena_strdup(m->mem, m->folder);
}

static bool fill(struct ct_mutants *m)
{
    unsigned lost = mem_losses();

    return arena_try(m->mem, enumerate, m) && mem_losses() == lost;
}

ct_mutants *ct_mutants_new(const char *folder, const char *const *places, bool base,
                           ct_diags **diags)
{
    ct_mutants *m = calloc(1, sizeof *m);
    ct_diags *found = calloc(1, sizeof *found);
    bool ok = m && found && (m->mem = arena_new());

    if (ok) {
        m->folder = folder;
        m->places = places;
        m->base = base;
        ok = arena_try(m->mem, keep_names, m);
    }
    if (ok) {
        struct load_more more = {.places = m->places, .sites = &m->sites};
        m->def = definition_load(m->folder, &more, &found->d);
        ok = m->def && fill(m);
    }
    if (diags)
        *diags = found;
    else
        ct_diags_free(found);
    if (ok)
        return m;
    ct_mutants_free(m);
    return NULL;
}

void ct_mutants_free(ct_mutants *m)
{
    if (!m)
        return;
    definition_free(m->def);
    arena_free(m->mem);
    free(m);
}

const ct_definition *ct_mutants_original(const ct_mutants *m)
{
    return m->def;
}

int ct_mutants_count(const ct_mutants *m)
{
    return m->n;
}

bool ct_get_mutant(const ct_mutants *m, int i, struct ct_mutant *out)
{
    if (i < 0 || i >= m->n)
        return false;
    const struct mutant *one = &m->v[i];
    *out = (struct ct_mutant){.by = one->by,
                              .file = one->src ? one->src->path : one->edit.path,
                              .line = one->line,
                              .column = one->col,
                              .excerpt = one->excerpt,
                              .mark = one->mark,
                              .says = one->says};
    return true;
}

ct_definition *ct_mutant_load(const ct_mutants *m, int i, ct_diags **diags)
{
    struct load_more more = {.places = m->places, .edit = mutant_edit(m, i)};
    ct_diags *found = calloc(1, sizeof *found);
    ct_definition *def = found ? definition_load(m->folder, &more, &found->d) : NULL;

    if (diags)
        *diags = found;
    else
        ct_diags_free(found);
    return def;
}

bool ct_mutant_is_same(const ct_mutants *m, int i, const ct_definition *def)
{
    bool selector = i >= 0 && i < m->n && m->v[i].selector;

    return def->behaviour == m->def->behaviour ||
           (selector && def->compiled == m->def->compiled);
}
