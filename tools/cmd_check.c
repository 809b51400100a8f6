/* cmd_check.c - `cantrip check`: loads and reports; with --deep plays to find more. */
#include "common.h"

#include "deep.h"
#include "load/arena.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct check {
    bool deep;
    json_t *list; /* --json: a game each; else NULL */
    struct deep how;
    int status;
};

static void worse(struct check *c, int status)
{
    if (status > c->status)
        c->status = status;
}

/* A text of a file may hold bytes that are no UTF-8. */
static json_t *text_json(const char *text)
{
    json_t *s = text ? json_string(text) : NULL;

    if (s || !text)
        return s ? s : json_null();
    char *copy = mem_strndup(text, strlen(text));
    for (char *p = copy; *p; p++)
        *p = (unsigned char)*p < 0x80 ? *p : '?';
    s = json_string(copy);
    free(copy);
    return s;
}

static json_t *findings_json(const ct_diags *diags)
{
    json_t *list = json_array();
    struct ct_diag d;

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        json_array_append_new(
            list, json_pack("{s: s, s: s, s: o, s: i, s: i, s: o, s: o, s: o}", "level",
                            d.error ? "error" : "warning", "code", d.code, "file", text_json(d.file),
                            "line", d.line, "column", d.column, "message", text_json(d.message), "hint",
                            text_json(d.hint), "excerpt", text_json(d.excerpt)));
    return list;
}

/* Loaded, with an engine that could be made, or why not. */
static void check_json(struct check *c, const char *folder)
{
    ct_diags *diags = NULL;
    ct_definition *def = ct_load(folder, &diags);
    char *wrong = NULL;
    ct_engine *engine = def ? ct_engine_new(def, &wrong) : NULL;
    json_t *o = json_pack("{s: o, s: b, s: o}", "folder", text_json(folder), "ok", engine != NULL, "findings",
                          findings_json(diags));

    if (def) {
        struct ct_info info = ct_get_info(def, NULL);
        json_object_set_new(o, "ruleset", json_string(info.id));
        json_object_set_new(o, "cards", json_integer(info.copies));
        json_object_set_new(o, "different", json_integer(info.cards));
    }
    if (wrong)
        json_object_set_new(o, "wrong", text_json(wrong));
    json_array_append_new(c->list, o);
    worse(c, engine ? EXIT_OK : EXIT_USAGE);
    free(wrong);
    ct_engine_free(engine);
    ct_diags_free(diags);
    ct_free(def);
}

static void check_folder(struct check *c, const char *folder)
{
    ct_diags *diags = NULL;

    if (c->list) {
        check_json(c, folder);
        return;
    }
    ct_definition *def = ct_load(folder, &diags);
    if (ct_diags_count(diags)) {
        char *text = ct_diags_text(diags, use_colour(stdout));
        fputs(text, stdout);
        free(text);
    }
    if (def) {
        struct ct_info info = ct_get_info(def, NULL);
        if (c->how.seats && seats_of(def, c->how.seats, 0) < 0) {
            worse(c, EXIT_USAGE);
        } else {
            char *wrong = NULL;
            ct_engine *engine = ct_engine_new(def, &wrong);
            if (engine && !c->how.hash)
                printf("%s: ok (%d cards, %d different)\n", info.id, info.copies, info.cards);
            else if (!engine)
                complain("check: %s: %s", info.id, wrong);
            worse(c, engine ? EXIT_OK : EXIT_USAGE);
            if (engine && c->deep)
                worse(c, deep_check(&c->how, def, folder));
            ct_engine_free(engine);
            free(wrong);
        }
    } else {
        worse(c, EXIT_USAGE);
    }
    ct_diags_free(diags);
    ct_free(def);
}

static void check_found(void *ctx, const char *name, const char *folder)
{
    (void)name;
    check_folder(ctx, folder);
}

int cmd_check(int argc, char **argv)
{
    struct check c = {.how = {/* games 0: 200 in all */ .seed = 1, .jobs = sysconf(_SC_NPROCESSORS_ONLN)}};
    bool deep_only = false, json = false;
    const struct flag flags[] = {
        {"json", FLAG_SET, &json, NULL, "findings for editors and CI, a list of games", 0, 0, NULL},
        {"deep", FLAG_SET, &c.deep, NULL,
         "also play random games and hold them against every law, pick by pick", 0, 0, NULL},
        {"seats", FLAG_COUNT, &c.how.seats, "N",
         "with --deep: people (every number the game allows)", 1, CT_MAX_SEATS, &deep_only},
        {"games", FLAG_COUNT, &c.how.games, "N",
         "with --deep: games for each number of people (200 in all)", 0, 1000000, &deep_only},
        {"option", FLAG_LIST, &c.how.options, "K=V",
         "with --deep: an option of the game; again for another", 0, 0, &deep_only},
        {"seed", FLAG_SEED, &c.how.seed, "S", "with --deep: where its chance begins (1)", 0, 0,
         &deep_only},
        {"jobs", FLAG_COUNT, &c.how.jobs, "N", "with --deep: threads (one per processor)", 1,
         1024, &deep_only},
        {"hash", FLAG_SET, &c.how.hash, NULL,
         "with --deep: only play, and print a hash of all states, to compare machines", 0, 0,
         &deep_only},
    };
    const struct usage usage = {
        "check",
        flags,
        sizeof flags / sizeof *flags,
        "Without arguments every game that is found is checked, of a folder of games each in it.\n"
        "Status: 0 all is well, 1 --deep found something, 2 a file has errors.\n",
        "cantrip check fairytale\ncantrip check ./my-game ./other-game\n"
        "cantrip check fairytale --deep --seats 4 --games 50",
        0,
        -1};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0 && deep_only && !c.deep) {
        complain("check: --seats, --games, --option, --seed, --jobs and --hash go with --deep");
        rc = EXIT_USAGE;
    }
    if (rc < 0 && json && c.deep) {
        complain("check: --json does not go with --deep");
        rc = EXIT_USAGE;
    }
    if (rc < 0) {
        c.list = json ? json_array() : NULL;
        for (int i = 0; i < rest.n; i++) {
            if (rulesets_in(rest.v[i], check_found, &c))
                continue;
            char *folder = ruleset_folder(rest.v[i]);
            if (folder)
                check_folder(&c, folder);
            else
                worse(&c, EXIT_USAGE);
            free(folder);
        }
        if (!rest.n)
            rulesets_each(check_found, &c);
        if (c.list) {
            json_dumpf(c.list, stdout, JSON_INDENT(2));
            puts("");
        }
        json_decref(c.list);
        rc = c.status;
    }
    args_free(&rest);
    args_free(&c.how.options);
    return rc;
}
