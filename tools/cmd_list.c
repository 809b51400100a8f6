/* cmd_list.c - `cantrip list`: all games. games.lua makes the table, and JSON. */
#include "common.h"

#include "gamedata.h"
#include "memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"

#include <string.h>

struct listing {
    lua_State *L;
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

/* Appends it to the list on top of the stack; one without an `id` does not load. */
static void add_game(void *ctx, const char *name, const char *folder)
{
    const struct listing *l = ctx;
    ct_diags *diags;
    ct_definition *def = ruleset_open(folder, &diags);

    if (!def) {
        note_memory(diags);
        lua_newtable(l->L);
    } else {
        gamedata_push(l->L, def, l->lang ? l->lang : language_of(def, NULL));
    }
    data_set(l->L, "s:name s:folder", name, folder);
    data_append(l->L);
    ct_diags_free(diags);
    ct_free(def);
}

int cmd_list(int argc, char **argv)
{
    struct listing l = {0};
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
    l.L = report_begin("/web/games.lua", json ? "list_json" : "list");
    lua_newtable(l.L);
    rulesets_each(add_game, &l);
    if (!json && !lua_rawlen(l.L, -1))
        complain("found no games in $CANTRIP_PATH or ./rulesets%s", games_of_the_tree());
    report_print(l.L, 1);
    return EXIT_OK;
}
