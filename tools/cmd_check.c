/* cmd_check.c - `cantrip check`: loads and reports; with --deep plays to find more. */
#include "common.h"

#include "deep.h"
#include "jsontext.h"
#include "memory.h"
#include "testfiles.h"
#include "tools/lsp/lsp.h"
#include "tools/text/reader.h"
#include "whose.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct check {
    bool deep, fix;
    json_t *list; /* --json: one object for each game; else NULL */
    struct deep how;
    const char *scenario; /* the only file of scenarios to read, or NULL */
    char *code;           /* of the first error or warning printed, or NULL */
    int status;
};

static void worse(struct check *c, int status)
{
    if (status > c->status)
        c->status = status;
}

/* A loaded game: its definition and engine, or what is wrong; its scenarios, read but not played. */
struct loaded {
    const char *folder;
    ct_diags *diags;
    ct_definition *def;
    ct_engine *engine;
    ct_scenarios *scenarios;
    bool bad_scenarios;
    char *wrong;
};

static const ct_diags *scenario_findings(const struct loaded *l)
{
    return l->scenarios ? ct_scenarios_diags(l->scenarios) : NULL;
}

static json_t *loaded_json(const struct loaded *l)
{
    json_t *findings = json_findings(l->diags), *more = json_findings(scenario_findings(l));

    json_array_extend(findings, more);
    json_decref(more);
    json_t *o = json_pack("{s: o, s: b, s: o}", "folder", json_text(l->folder), "ok",
                          l->engine != NULL && !l->bad_scenarios, "findings", findings);

    if (l->def) {
        struct ct_info info = ct_get_info(l->def, NULL);
        json_object_update_new(o,
                               json_pack("{s:s, s:s, s:i, s:i, s:i, s:i}", "id", info.id,
                                         "ruleset", info.id, "cards", info.copies, "copies",
                                         info.copies, "different", info.different, "scenarios",
                                         l->scenarios ? ct_scenarios_count(l->scenarios) : 0));
    }
    if (!l->engine && (l->wrong || !ct_diags_count(l->diags)))
        json_object_set_new(o, "wrong", json_text(reason(l->wrong)));
    return o;
}

/* The caller frees it. */
static char *first_code(const ct_diags *diags)
{
    struct ct_diag first;

    ct_diags_get(diags, 0, &first); /* there is one */
    return mem_strdup(first.code);
}

static void tell_findings(struct check *c, const ct_diags *diags)
{
    if (!ct_diags_count(diags))
        return;
    if (!c->code)
        c->code = first_code(diags);
    char *text = mem_had(ct_diags_text(diags, use_colour(stdout)));
    fputs(text, stdout);
    free(text);
}

/* The line for a whole game. With --deep it has no scenarios: `merge`, which prints the same line,
 * has none. */
static void tell_whole(const struct loaded *l, bool deep)
{
    struct ct_info info = ct_get_info(l->def, NULL);
    int n = l->scenarios && !deep ? ct_scenarios_count(l->scenarios) : 0;

    printf("%s: ok (%d cards, %d different", info.id, info.copies, info.different);
    if (n)
        printf("; %d scenario%s", n, n == 1 ? "" : "s");
    puts(")");
}

static void tell_loaded(struct check *c, const struct loaded *l)
{
    tell_findings(c, l->diags);
    tell_findings(c, scenario_findings(l));
    if (!l->def && !ct_diags_count(l->diags))
        complain("check: %s", reason(NULL));
    if (!l->def)
        return;
    if (c->how.seats && seats_of(l->def, c->how.seats, 0) < 0) {
        worse(c, EXIT_USAGE);
        return;
    }
    if (!l->engine)
        complain("check: %s: %s", ct_get_info(l->def, NULL).id, reason(l->wrong));
    else if (!c->how.hash && !l->bad_scenarios)
        tell_whole(l, c->deep);
    if (l->engine && c->deep)
        worse(c, deep_check(&c->how, l->def, l->folder));
}

static void list_loaded(struct check *c, const struct loaded *l)
{
    json_t *o = loaded_json(l);

    if (l->engine && c->deep) {
        c->how.json = json_object();
        worse(c, deep_check(&c->how, l->def, l->folder));
        json_object_set_new(o, "deep", c->how.json);
    }
    json_array_append_new(c->list, o);
}

static int read_scenarios(void *ctx, const char *path)
{
    struct loaded *l = ctx;

    l->bad_scenarios |= ct_scenarios_read(l->scenarios, path) != 0;
    return 0;
}

/* Of a game that loads, so that the scenarios' names can be looked up. */
static void load_scenarios(const struct check *c, struct loaded *l, const char **places)
{
    l->scenarios = ct_scenarios_new(places);
    if (!l->scenarios)
        mem_die();
    if (c->scenario)
        read_scenarios(l, c->scenario);
    else if (testfiles_in(l->folder, read_scenarios, l) < 0)
        l->bad_scenarios = true;
}

static void check_folder(struct check *c, const char *folder)
{
    const char **places = ruleset_places();
    struct loaded l = {.folder = folder};

    if (c->fix && !fix_game(folder))
        worse(c, EXIT_USAGE);
    l.def = ruleset_open(folder, &l.diags);
    if (l.def && ct_begins(l.def, l.diags)) {
        ct_free(l.def);
        l.def = NULL;
    }
    if (l.def)
        reader_proof(l.def, NULL, l.diags);
    l.engine = l.def ? engine_open(l.def, &l.wrong) : NULL;
    if (l.engine && !c->how.hash)
        load_scenarios(c, &l, places);
    worse(c, l.engine && !l.bad_scenarios ? EXIT_OK : EXIT_USAGE);
    if (c->list)
        list_loaded(c, &l);
    else
        tell_loaded(c, &l);
    free(l.wrong);
    ct_scenarios_free(l.scenarios);
    ct_engine_free(l.engine);
    ct_diags_free(l.diags);
    ct_free(l.def);
    ruleset_places_free(places);
}

/* ---- files ---- */

static bool is_file(const char *path)
{
    struct stat st;

    return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Is it a file that `test` runs, judged by its place? */
static bool is_scenario(const char *path)
{
    size_t n = strlen(path), end = strlen(".scenario.yaml");
    const char *name = strrchr(path, '/');

    name = name ? name + 1 : path;
    return strstr(path, "scenarios/") || !strcmp(name, "scenarios.yaml") ||
           (n > end && !strcmp(path + n - end, ".scenario.yaml"));
}

static void check_whose(void *ctx, const char *folder)
{
    check_folder(ctx, folder);
}

/* Checks the games that a file belongs to; of scenarios only that file. */
static void check_file(struct check *c, const char *path)
{
    c->scenario = is_scenario(path) ? path : NULL;
    if (!whose_file(path, check_whose, c)) {
        complain("check: %s: no game reads this file", path);
        worse(c, EXIT_USAGE);
    }
    c->scenario = NULL;
}

static void check_found(void *ctx, const char *name, const char *folder)
{
    (void)name;
    check_folder(ctx, folder);
}

static bool disagree(const char *why)
{
    return complain("check: %s", why);
}

/* deep_only: a flag for --deep was given. */
static bool flags_agree(struct check *c, bool deep_only, int names)
{
    bool part = part_given(&c->how.part);

    if ((deep_only || part) && !c->deep)
        return disagree("--seats, --games, --time, --option, --seed, --jobs, --hash, --shard, "
                        "--shards and --tally go with --deep");
    if (part && names != 1)
        return disagree("--shard, --shards and --tally need the name of one game");
    if (c->how.seconds && (part || c->how.hash))
        return disagree("--time does not go with --hash, --shard, --shards and --tally");
    return part_read(&c->how.part, "check", true);
}

/* Checks a file, a folder of games, or a game. */
static void check_named(struct check *c, const char *name)
{
    if (is_file(name)) {
        check_file(c, name);
        return;
    }
    if (!part_given(&c->how.part) && rulesets_in(name, check_found, c))
        return;
    char *folder = ruleset_folder(name);
    if (folder)
        check_folder(c, folder);
    else
        worse(c, EXIT_USAGE);
    free(folder);
}

/* Without names, all games. The status. */
static int check_all(struct check *c, bool json, const struct list *names)
{
    c->list = json ? json_array() : NULL;
    for (int i = 0; i < names->n; i++)
        check_named(c, names->v[i]);
    if (!names->n)
        rulesets_each(check_found, c);
    if (c->list)
        json_print(c->list, 2);
    if (c->code && isatty(STDOUT_FILENO))
        printf("`cantrip explain %s` tells you more.\n", c->code);
    free(c->code);
    return c->status;
}

int cmd_check(int argc, char **argv)
{
    struct check c = {.how = {/* games 0: 200 in all */ .seed = 1, .jobs = processors()}};
    bool deep_only = false, json = false;
    const struct flag flags[] = {
        SET_FLAG("json", &json, "errors and warnings for editors and CI, game by game"),
        SET_FLAG("fix", &c.fix, "first write the fixes that are certain into the files"),
        SET_FLAG("deep", &c.deep, "also play random games and test every law after each pick"),
        COUNT_FLAG("seats", &c.how.seats, "N",
                   "with --deep: number of players (every number the game allows)", 1,
                   CT_MAX_SEATS, .given = &deep_only),
        COUNT_FLAG("games", &c.how.games, "N",
                   "with --deep: games for each number of players (200 in all)", 0, 1000000,
                   .given = &deep_only),
        COUNT_FLAG("time", &c.how.seconds, "S",
                   "with --deep: begin no more games after S seconds", 1, 10000000,
                   .given = &deep_only),
        LIST_FLAG("option", &c.how.options, "K=V",
                  "with --deep: an option of the game (may be repeated)", .given = &deep_only),
        SEED_FLAG(&c.how.seed, "with --deep: the same seed plays the same games (1)",
                  .given = &deep_only),
        INT_FLAG("jobs", &c.how.jobs, "N", "with --deep: threads (one per processor)", 1, 1024,
                 .given = &deep_only),
        PART_FLAGS(&c.how.part),
        SET_FLAG("hash", &c.how.hash,
                 "with --deep: only play, and print a hash of all states to compare machines",
                 .given = &deep_only),
    };
    const struct usage usage =
        USAGE("check", flags, 0, -1,
              "Without arguments it checks every game it finds. Name a folder of games to "
              "check them all, or one file\n"
              "(cards, a script, scenarios) to check the games that use it. Scenarios are "
              "read but not played.\n"
              "Status: 0 all is well, 1 --deep found something, 2 a file has errors.\n",
              "cantrip check fairytale\ncantrip check ./my-game ./other-game\n"
              "cantrip check fairytale --deep --seats 4 --games 50");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0)
        rc = flags_agree(&c, deep_only, rest.n) ? check_all(&c, json, &rest) : EXIT_USAGE;
    args_free(&rest);
    args_free(&c.how.options);
    return rc;
}
