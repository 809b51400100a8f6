/* cmd_list.c - `cantrip list`: the games there are. */
#include "common.h"

#include "memory.h"
#include "tools/screen/table.h"

#include <stdlib.h>
#include <string.h>

struct listing {
    struct table t;
    const char *lang;
};

/* A game is not called wrong because there was no memory to read it. */
static void note_memory(const ct_diags *diags)
{
    struct ct_diag d;
    bool lost = !ct_diags_count(diags);

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        lost |= strstr(d.message, "out of memory") != NULL;
    if (lost)
        mem_die();
}

static void add_game(void *ctx, const char *name, const char *folder)
{
    struct listing *l = ctx;
    ct_diags *diags;
    ct_definition *def = ruleset_open(folder, &diags);

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
        note_memory(diags);
        table_addf(&l->t, "does not load: cantrip check %s", name);
        for (int i = 0; i < 3; i++)
            table_add(&l->t, "");
    }
    table_add(&l->t, folder);
    ct_diags_free(diags);
    ct_free(def);
}

int cmd_list(int argc, char **argv)
{
    struct listing l = {.t = {.columns = 6, .right = {[3] = true, [4] = true}}};
    const struct flag flags[] = {
        {"lang", FLAG_TEXT, &l.lang, "XX", "titles in this language", 0, 0, NULL},
    };
    const struct usage usage = {"list", flags, 1, NULL, "cantrip list", 0, 0};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    static const char *const heads[] = {"name",  "title",     "seats",
                                        "cards", "different", "folder"};

    args_free(&rest);
    if (rc >= 0)
        return rc;
    for (int i = 0; i < 6; i++)
        table_add(&l.t, heads[i]);
    rulesets_each(add_game, &l);
    if (l.t.n == 6)
        complain("no games found: $CANTRIP_PATH and ./rulesets hold none");
    else
        table_print(&l.t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&l.t);
    return EXIT_OK;
}
