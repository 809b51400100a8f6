/* cmd_test.c - `cantrip test`: runs scenarios (tests/scenario/README.md).
 *
 * It reads all files first, and prints every error of every file. With errors nothing is run, and
 * the status is 2. The files of a folder are read together, because they mostly test one game. */
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
    const char **places;
    char *folder;       /* of `all`, the last one */
    ct_scenarios **all; /* by folder */
    int nall;
    int passed, failed;
    json_t *out;
};

static int read_file(void *ctx, const char *path)
{
    struct testing *t = ctx;
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) : 0;

    if (!t->folder || strlen(t->folder) != n || strncmp(t->folder, path, n) != 0) {
        free(t->folder);
        t->folder = mem_strndup(path, n);
        t->all = mem_realloc(t->all, (size_t)(t->nall + 1) * sizeof(*t->all));
        if (!(t->all[t->nall] = ct_scenarios_new(t->places)))
            mem_die();
        ct_scenarios_plain(t->all[t->nall++], t->plain);
    }
    t->wrong |= ct_scenarios_read(t->all[t->nall - 1], path) != 0;
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

/* Scenario i of ALL, if the filter takes it. */
static bool wanted(const struct testing *t, const ct_scenarios *all, int i,
                   struct ct_scenario *sc)
{
    return ct_get_scenario(all, i, sc) && (!t->filter || strstr(sc->name, t->filter));
}

static void play(struct testing *t, ct_scenarios *all, int i)
{
    struct ct_scenario sc;
    char *report = NULL;

    if (!wanted(t, all, i, &sc))
        return;
    int rc = ct_scenario_play(all, i, &report);
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
    for (int k = 0; k < t->nall; k++)
        for (int i = 0; i < ct_scenarios_count(t->all[k]); i++)
            play(t, t->all[k], i);
    if (t->json) {
        json_t *all = json_pack("{s:i, s:i, s:o}", "passed", t->passed, "failed", t->failed,
                                "scenarios", t->out);

        json_print(all, 1);
    } else {
        printf("%d passed, %d failed\n", t->passed, t->failed);
    }
}

static int count(const struct testing *t)
{
    int n = 0;

    for (int k = 0; k < t->nall; k++)
        n += ct_scenarios_count(t->all[k]);
    return n;
}

/* A filter that takes nothing is a slip. */
static bool filter_fits(const struct testing *t)
{
    struct ct_scenario sc;

    for (int k = 0; k < t->nall; k++)
        for (int i = 0; i < ct_scenarios_count(t->all[k]); i++)
            if (wanted(t, t->all[k], i, &sc))
                return true;
    if (t->filter)
        complain("test: no scenario's name holds '%s' (there are %d)", t->filter, count(t));
    return !t->filter;
}

/* A game that does not load fails, even if its scenarios name another one: a copied folder has the
 * scenarios of its original. */
static bool read_named(struct testing *t, const char *name)
{
    bool was = t->wrong;
    int game, before = count(t);

    t->wrong = false;
    game = testfiles_of("test", name, read_file, t);
    bool none = game >= 0 && !t->wrong && count(t) == before;
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
    bool bad = false;
    int findings = 0;

    t->places = ruleset_places();
    if (!files->n)
        bad = testfiles_all(read_file, t) != 0;
    for (int i = 0; i < files->n; i++)
        bad |= !read_named(t, files->v[i]);
    for (int k = 0; k < t->nall; k++) {
        print_findings(ct_scenarios_diags(t->all[k]));
        findings += ct_diags_count(ct_scenarios_diags(t->all[k]));
    }
    if (t->wrong && !findings)
        complain("out of memory");
    bad |= t->wrong || !filter_fits(t);
    if (!bad)
        run_all(t);
    for (int k = 0; k < t->nall; k++)
        ct_scenarios_free(t->all[k]);
    free(t->all);
    free(t->folder);
    ruleset_places_free(t->places);
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
