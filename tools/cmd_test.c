/* cmd_test.c - `cantrip test`: runs scenarios (tests/scenario/README.md says what they are).
 *
 * All files are read first, so that every error of every file is told; with errors nothing is
 * run and the status is 2. A scenario in which something is left to the generator passes when
 * it passes under each of SCENE_SEEDS seeds.
 */
#include "scenario/scenario.h"
#include "tools/common.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct testing {
    bool verbose, json;
    const char *filter;
    struct arena *mem;
    struct diags diags;
    struct grounds grounds;
    struct scenes scenes;
    int passed, failed;
    json_t *out;
};

static int read_file(void *ctx, const char *path)
{
    struct testing *t = ctx;

    scenes_read(&t->scenes, &t->grounds, path, t->mem, &t->diags);
    return 0;
}

/* The report of a failure, indented. */
static void print_report(const char *report)
{
    const char *line = report;

    while (*line) {
        size_t n = strcspn(line, "\n");

        printf("      %.*s\n", (int)n, line);
        line += n + (line[n] != '\0');
    }
    putchar('\n');
}

static void tell(struct testing *t, const struct scene *sc, const char *report)
{
    const char *path = sc->node->src ? sc->node->src->path : "?";

    if (t->json) {
        json_t *one = json_pack("{s:s, s:s, s:i, s:b}", "name", sc->name, "file", path, "line",
                                sc->node->line, "passed", !report);
        if (report)
            json_object_set_new(one, "report", json_string(report));
        json_array_append_new(t->out, one);
        return;
    }
    if (!report && t->verbose)
        printf("ok    %s\n", sc->name);
    if (report) {
        printf("FAIL  %s\n      %s:%d\n", sc->name, path, sc->node->line);
        print_report(report);
    }
}

static void run_scene(struct testing *t, struct scene *sc)
{
    int seeds = sc->chance ? SCENE_SEEDS : 1;
    char *report = NULL;
    bool ok = true;

    for (int seed = 1; seed <= seeds && ok; seed++)
        ok = scene_run(sc, (uint64_t)seed, &report);
    if (ok)
        t->passed++;
    else
        t->failed++;
    tell(t, sc, report);
    free(report);
}

static void run_all(struct testing *t)
{
    t->out = t->json ? json_array() : NULL;
    for (int i = 0; i < t->scenes.n; i++)
        if (!t->filter || strstr(t->scenes.v[i]->name, t->filter))
            run_scene(t, t->scenes.v[i]);
    if (t->json) {
        json_t *all = json_pack("{s:i, s:i, s:o}", "passed", t->passed, "failed", t->failed,
                                "scenarios", t->out);
        char *text = json_dumps(all, JSON_INDENT(1));

        puts(text);
        free(text);
        json_decref(all);
    } else {
        printf("%d passed, %d failed\n", t->passed, t->failed);
    }
}

/* A filter that chooses nothing is a slip. */
static bool filter_fits(const struct testing *t)
{
    for (int i = 0; i < t->scenes.n; i++)
        if (!t->filter || strstr(t->scenes.v[i]->name, t->filter))
            return true;
    if (t->filter)
        complain("test: no scenario's name holds '%s' (there are %d)", t->filter, t->scenes.n);
    return !t->filter;
}

static int test_files(struct testing *t, const struct list *files)
{
    bool missing = false;

    t->mem = arena_new();
    if (!files->n)
        missing = scenario_all(read_file, t) != 0;
    for (int i = 0; i < files->n; i++)
        missing |= scenario_files(files->v[i], read_file, t, &t->diags) != 0;
    if (t->diags.n)
        diags_print(&t->diags, stderr, use_colour(stderr));
    bool bad = missing || t->diags.errors || !filter_fits(t);
    if (!bad)
        run_all(t);
    scenes_free(&t->scenes);
    grounds_free(&t->grounds);
    diags_free(&t->diags);
    arena_free(t->mem);
    return bad ? EXIT_USAGE : t->failed ? EXIT_FINDING : EXIT_OK;
}

int cmd_test(int argc, char **argv)
{
    struct testing t = {0};
    struct list files = {0};
    const struct flag flags[] = {
        {.name = "verbose",
         .kind = FLAG_SET,
         .to = &t.verbose,
         .help = "name the scenarios that pass, too"},
        {.name = "filter",
         .kind = FLAG_TEXT,
         .to = &t.filter,
         .argument = "TEXT",
         .help = "only scenarios whose name holds TEXT"},
        {.name = "json", .kind = FLAG_SET, .to = &t.json, .help = "print the results as JSON"},
    };
    const struct usage usage = {
        .command = "test",
        .flags = flags,
        .nflags = sizeof flags / sizeof *flags,
        .more = "RULESET: its scenarios/ folder. FILE: a scenario file, or a folder of them, "
                "or of games.\n"
                "Without arguments every game that is found is tested.\n",
        .examples =
            "cantrip test fairytale\n"
            "cantrip test rulesets/fairytale/scenarios/hunts.yaml --filter FT-11 --verbose",
        .least = 0,
        .most = -1,
    };
    int rc = args_parse(&usage, argc, argv, &files);

    if (rc < 0)
        rc = test_files(&t, &files);
    args_free(&files);
    return rc;
}
