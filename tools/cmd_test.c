/* cmd_test.c - `cantrip test`: runs scenarios (tests/scenario/README.md).
 *
 * It reads all files first, and prints every error of every file. With errors nothing is run, and
 * the status is 2. */
#include "common.h"
#include "jsontext.h"
#include "memory.h"
#include "testfiles.h"

#include "tools/screen/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct testing {
    bool verbose, json, plain, wrong; /* wrong: a file has errors */
    const char *filter;
    ct_scenarios *all;
    int passed, failed;
    json_t *out;
};

static int read_file(void *ctx, const char *path)
{
    struct testing *t = ctx;

    t->wrong |= ct_scenarios_read(t->all, path) != 0;
    return 0;
}

static void tell(struct testing *t, const struct ct_scenario *sc, const char *report)
{
    if (t->json) {
        json_t *one = json_pack("{s:o, s:o, s:i, s:b}", "name", json_text(sc->name), "file",
                                json_text(sc->file), "line", sc->line, "passed", !report);
        if (report)
            json_object_set_new(one, "report", json_text(report));
        json_array_append_new(t->out, one);
        return;
    }
    if (!report && !t->verbose)
        return;
    fputs(report ? "FAIL  " : "ok    ", stdout);
    text_put(stdout, sc->name);
    putchar('\n');
    if (report) {
        fputs("      ", stdout);
        text_put(stdout, sc->file);
        printf(":%d\n", sc->line);
        text_put_behind(stdout, report, "      ");
        putchar('\n');
    }
}

/* Scenario i, if the filter takes it. */
static bool wanted(const struct testing *t, int i, struct ct_scenario *sc)
{
    return ct_get_scenario(t->all, i, sc) && (!t->filter || strstr(sc->name, t->filter));
}

static void play(struct testing *t, int i)
{
    struct ct_scenario sc;
    char *report = NULL;

    if (!wanted(t, i, &sc))
        return;
    int rc = ct_scenario_play(t->all, i, &report);
    if (rc < 0) /* no file has errors */
        mem_die();
    t->passed += rc;
    t->failed += !rc;
    tell(t, &sc, rc ? NULL : mem_had(report));
    free(report);
}

static void run_all(struct testing *t)
{
    t->out = t->json ? json_array() : NULL;
    for (int i = 0; i < ct_scenarios_count(t->all); i++)
        play(t, i);
    if (t->json) {
        json_t *all = json_pack("{s:i, s:i, s:o}", "passed", t->passed, "failed", t->failed,
                                "scenarios", t->out);

        json_print(all, 1);
    } else {
        printf("%d passed, %d failed\n", t->passed, t->failed);
    }
}

/* A filter that takes nothing is a slip. */
static bool filter_fits(const struct testing *t)
{
    int n = ct_scenarios_count(t->all);
    struct ct_scenario sc;

    for (int i = 0; i < n; i++)
        if (wanted(t, i, &sc))
            return true;
    if (t->filter)
        complain("test: no scenario's name holds '%s' (there are %d)", t->filter, n);
    return !t->filter;
}

/* A game that does not load fails, even if its scenarios name another one: a copied folder has the
 * scenarios of its original. */
static bool read_named(struct testing *t, const char *name)
{
    bool was = t->wrong;
    int game, before = ct_scenarios_count(t->all);

    t->wrong = false;
    game = testfiles_of("test", name, read_file, t);
    bool none = game >= 0 && !t->wrong && ct_scenarios_count(t->all) == before;
    if (none)
        complain("test: %s: there are no scenarios", name);
    ct_definition *def = game == 1 && !t->wrong ? ruleset_load(name) : NULL;
    bool good = !none && (game == 0 || t->wrong || def);
    t->wrong |= was;
    ct_free(def);
    return good;
}

static int test_files(struct testing *t, const struct list *files)
{
    const char **places = ruleset_places();
    bool bad = false;

    t->all = ct_scenarios_new(places);
    if (!t->all) {
        complain("out of memory");
        ruleset_places_free(places);
        return EXIT_USAGE;
    }
    ct_scenarios_plain(t->all, t->plain);
    if (!files->n)
        bad = testfiles_all(read_file, t) != 0;
    for (int i = 0; i < files->n; i++)
        bad |= !read_named(t, files->v[i]);
    print_findings(ct_scenarios_diags(t->all));
    if (t->wrong && !ct_diags_count(ct_scenarios_diags(t->all)))
        complain("out of memory");
    bad |= t->wrong || !filter_fits(t);
    if (!bad)
        run_all(t);
    ct_scenarios_free(t->all);
    ruleset_places_free(places);
    return bad ? EXIT_USAGE : t->failed ? EXIT_FINDING : EXIT_OK;
}

int cmd_test(int argc, char **argv)
{
    struct testing t = {0};
    struct list files = {0};
    const struct flag flags[] = {
        SET_FLAG("verbose", &t.verbose, "also list the scenarios that pass"),
        TEXT_FLAG("filter", &t.filter, "TEXT", "only scenarios with TEXT in their name"),
        SET_FLAG("json", &t.json, "print the results as JSON"),
        PLAIN_FLAG(&t.plain),
    };
    const struct usage usage =
        USAGE("test", flags, 0, -1,
              "RULESET: its scenarios/ folder. FILE: a scenario file, or a folder of "
              "scenarios or of games.\n"
              "Without arguments it tests every game it finds.\n",
              "cantrip test fairytale\n"
              "cantrip test rulesets/fairytale/scenarios/hunts.yaml --filter FT-11 --verbose");
    int rc = args_parse(&usage, argc, argv, &files);

    if (rc < 0)
        rc = test_files(&t, &files);
    args_free(&files);
    return rc;
}
