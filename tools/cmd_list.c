/* cmd_list.c - `cantrip list`: the games there are. */
#include "common.h"

#include "jsontext.h"
#include "memory.h"
#include "tools/screen/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct listing {
    struct table t;
    json_t *list; /* --json; else NULL */
    const char *lang;
};

/* A game is not called wrong because there was no memory to read it. */
static void note_memory(const ct_diags *diags)
{
    struct ct_diag d;
    bool lost = !ct_diags_count(diags);

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        lost |= !strcmp(d.code, "MEMORY");
    if (lost)
        mem_die();
}

static json_t *game_json(const ct_definition *def, const char *lang, const char *name,
                         const char *folder)
{
    json_t *o = json_pack("{s: o, s: o, s: b}", "name", json_text(name), "folder",
                          json_text(folder), "loads", def != NULL);

    if (def) {
        struct ct_info info = ct_get_info(def, lang ? lang : language_of(def, NULL));
        json_object_set_new(o, "id", json_text(info.id));
        json_object_set_new(o, "title", json_text(info.title));
        json_object_set_new(o, "people", json_pack("[i, i]", info.min_people, info.max_people));
        json_object_set_new(o, "cards", json_integer(info.copies));
        json_object_set_new(o, "copies", json_integer(info.copies));
        json_object_set_new(o, "different", json_integer(info.cards));
    }
    return o;
}

static void add_row(struct listing *l, const ct_definition *def, const char *name,
                    const char *folder)
{
    table_add(&l->t, name);
    if (def) {
        struct ct_info info = ct_get_info(def, l->lang ? l->lang : language_of(def, NULL));
        table_add(&l->t, info.title);
        if (info.min_people == info.max_people)
            table_addf(&l->t, "%d", info.min_people);
        else
            table_addf(&l->t, "%d-%d", info.min_people, info.max_people);
        table_addf(&l->t, "%d", info.copies);
        table_addf(&l->t, "%d", info.cards);
    } else {
        table_addf(&l->t, "does not load: cantrip check %s", name);
        for (int i = 0; i < 3; i++)
            table_add(&l->t, "");
    }
    table_add(&l->t, folder);
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
        add_row(l, def, name, folder);
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
    table_heads(&l.t, "name|title|seats|>cards|>different|folder");
    l.list = json ? json_array() : NULL;
    rulesets_each(add_game, &l);
    if (json) {
        json_print(l.list, 2);
    } else if (l.t.n == (size_t)l.t.columns)
        complain("no games found: $CANTRIP_PATH and ./rulesets hold none%s",
                 games_of_the_tree());
    else
        table_print(&l.t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&l.t);
    return EXIT_OK;
}
