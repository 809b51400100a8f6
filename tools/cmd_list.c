/* cmd_list.c - `cantrip list`: all games. */
#include "common.h"

#include "jsontext.h"
#include "memory.h"
#include "tools/screen/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The kind of games that name none. It comes last. */
static const char OTHER[] = "other";

/* The games of one kind. */
struct kind {
    char *name;
    struct table t;
};
struct listing {
    struct table t; /* all games, put together from those of each kind */
    struct kind *kind;
    size_t kinds, cap;
    json_t *list; /* --json; else NULL */
    const char *lang;
};

/* A game that was not read for lack of memory is not called wrong. */
static void note_memory(const ct_diags *diags)
{
    struct ct_diag d;
    bool lost = !ct_diags_count(diags);

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        lost |= !strcmp(d.code, "MEMORY");
    if (lost)
        mem_die();
}

static json_t *number_or_null(int n)
{
    return n ? json_integer(n) : json_null();
}

static json_t *game_json(const ct_definition *def, const char *lang, const char *name,
                         const char *folder)
{
    json_t *o = json_pack("{s: o, s: o, s: b}", "name", json_text(name), "folder",
                          json_text(folder), "loads", def != NULL);

    if (def) {
        struct ct_info info = ct_get_info(def, lang ? lang : language_of(def, NULL));
        json_object_update_new(
            o, json_pack("{s:o, s:o, s:[i, i], s:i, s:i, s:i, s:o, s:o, s:o, s:o}", "id",
                         json_text(info.id), "title", json_text(info.title), "people",
                         info.min_people, info.max_people, "cards", info.copies, "copies",
                         info.copies, "different", info.different, "line",
                         json_text(*info.line ? info.line : NULL), "kind", json_text(info.kind),
                         "minutes", number_or_null(info.minutes), "weight",
                         number_or_null(info.weight)));
    }
    return o;
}

/* The table for games of this kind. */
static struct table *table_of(struct listing *l, const char *kind)
{
    size_t i = 0;

    kind = kind ? kind : OTHER;
    while (i < l->kinds && strcmp(l->kind[i].name, kind) != 0)
        i++;
    if (i == l->kinds) {
        MEM_MORE(l->kind, l->kinds, l->cap);
        l->kind[l->kinds++] = (struct kind){mem_strdup(kind), {.columns = l->t.columns}};
    }
    return &l->kind[i].t;
}

static void add_row(struct listing *l, const ct_definition *def, const char *name)
{
    struct ct_info info = {.line = ""};
    if (def)
        info = ct_get_info(def, l->lang ? l->lang : language_of(def, NULL));
    struct table *t = table_of(l, info.kind);

    table_addf(t, "  %s", name);
    if (def)
        table_add(t, info.title);
    else
        table_addf(t, "does not load: cantrip check %s", name);
    table_addf(t, info.min_people == info.max_people ? "%.0d" : "%d-%d", info.min_people,
               info.max_people);
    table_addf(t, "%.0d|%.0d|%s", info.minutes, info.copies, info.line);
}

static int by_name(const void *a, const void *b)
{
    const char *x = ((const struct kind *)a)->name, *y = ((const struct kind *)b)->name;
    bool last = !strcmp(x, OTHER);

    return last != !strcmp(y, OTHER) ? (last ? 1 : -1) : strcmp(x, y);
}

/* Puts the rows of all kinds together, each below a heading. */
static void put_together(struct listing *l)
{
    if (l->kinds)
        qsort(l->kind, l->kinds, sizeof *l->kind, by_name);
    for (size_t k = 0; k < l->kinds; k++) {
        struct table *of = &l->kind[k].t;
        for (int c = 0; c < l->t.columns; c++)
            table_add(&l->t, c ? "" : l->kind[k].name);
        for (size_t i = 0; i < of->n; i++)
            table_add(&l->t, of->cell[i]);
        table_free(of);
        free(l->kind[k].name);
    }
    free(l->kind);
}

static void add_game(void *ctx, const char *name, const char *folder)
{
    struct listing *l = ctx;
    ct_diags *diags;
    ct_definition *def = ruleset_open(folder, &diags);

    if (!def)
        note_memory(diags);
    if (l->list)
        json_array_append_new(l->list, game_json(def, l->lang, name, folder));
    else
        add_row(l, def, name);
    ct_diags_free(diags);
    ct_free(def);
}

int cmd_list(int argc, char **argv)
{
    struct listing l = {.t = {0}};
    bool json = false;
    const struct flag flags[] = {
        TEXT_FLAG("lang", &l.lang, "XX", "titles in this language"),
        JSON_FLAG(&json),
    };
    const struct usage usage =
        USAGE("list", flags, 0, 0, NULL, "cantrip list\ncantrip list --json");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    args_free(&rest);
    if (rc >= 0)
        return rc;
    table_heads(&l.t, "name|title|players|>minutes|>cards|");
    l.list = json ? json_array() : NULL;
    l.t.wrap = true;
    rulesets_each(add_game, &l);
    put_together(&l);
    if (json) {
        json_print(l.list, 2);
    } else if (l.t.n == (size_t)l.t.columns)
        complain("found no games in $CANTRIP_PATH or ./rulesets%s", games_of_the_tree());
    else
        table_print(&l.t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&l.t);
    return EXIT_OK;
}
