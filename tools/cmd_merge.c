/* cmd_merge.c - `cantrip merge`: adds up the tallies of a run's parts, and prints what the whole
 * run would have. */
#include "common.h"

#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/mutate/mutate.h"
#include "tools/report/report.h"
#include "tools/screen/progress.h"
#include "tools/stats/arenaresult.h"
#include "tools/stats/learnresult.h"
#include "tools/stats/partial.h"
#include "tools/stats/simresult.h"
#include "tools/stats/tallyfile.h"
#include "tools/stats/target.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 8 };

struct merge {
    struct list *paths;
    const char *out, *report, *until;
    bool json, partial;
    struct tally_file sum;
    struct numbers *played; /* [tally] */
};

/* ---- adding up ---- */

/* An earlier tally with some of the same numbers, or -1. */
static int overlap(const struct merge *m, int at)
{
    for (int i = 0; i < at; i++) {
        struct numbers both = numbers_common(&m->played[i], &m->played[at]);
        if (both.n) {
            char *text = numbers_text(&both, MOST_NAMED);
            complain("merge: %s overlaps %s: %s %s are in both", m->paths->v[at],
                     m->paths->v[i], m->sum.unit, text);
            free(text);
            numbers_free(&both);
            return EXIT_USAGE;
        }
        numbers_free(&both);
    }
    return EXIT_OK;
}

static int add(struct merge *m, int at)
{
    struct tally_file f;
    char *wrong = NULL;
    int rc = EXIT_OK;

    if (!succeeded(tallyfile_read(&f, m->paths->v[at], &wrong), "merge", &wrong)) {
        tallyfile_free(&f);
        return EXIT_USAGE;
    }
    numbers_join(&m->played[at], &f.numbers);
    if (!at) {
        m->sum = f;
        return EXIT_OK;
    }
    struct numbers both = numbers_common(&m->sum.numbers, &f.numbers);
    if (!tallyfile_belongs(&m->sum, &f, &wrong)) {
        rc = refuse("merge: %s does not belong to %s: %s", f.path, m->sum.path, reason(wrong));
    } else if (both.n) {
        rc = overlap(m, at);
    } else if (!tallyfile_merge(&m->sum, &f)) {
        rc = refuse("merge: %s: its sums are too large to add", f.path);
    }
    free(wrong);
    numbers_free(&both);
    tallyfile_free(&f);
    return rc;
}

/* The last number that counts. `check` ends where a law is broken. */
static uint64_t last_of(const struct merge *m)
{
    const struct tally_list *broken = tallyfile_names(&m->sum, "broken");

    return broken && broken->n ? strtoull(broken->line[0], NULL, 10) : m->sum.of;
}

/* Are all parts of the run there, or can they be missing? */
static int whole(const struct merge *m)
{
    struct numbers missing = partial_missing(&m->sum.numbers, last_of(m));
    bool good = m->partial || !missing.n;

    if (!good) {
        char *text = numbers_text(&missing, MOST_NAMED);
        complain("merge: of %" PRIu64
                 " %s these are missing: %s (--partial merges what there is)",
                 m->sum.of, m->sum.unit, text);
        free(text);
    }
    numbers_free(&missing);
    return good ? EXIT_OK : EXIT_USAGE;
}

/* ---- until it is sure enough ---- */

struct first_of {
    const char *path;
    uint64_t first;
};

static int by_first(const void *a, const void *b)
{
    const struct first_of *x = a, *y = b;

    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the tallies by their first numbers, so that each is one look further on. */
static int sort_paths(struct merge *m)
{
    size_t n = (size_t)m->paths->n;
    struct first_of *order = mem_alloc(n * sizeof *order);
    int rc = EXIT_OK;

    for (size_t i = 0; i < n && rc == EXIT_OK; i++) {
        struct tally_file f;
        char *wrong = NULL;
        if (!succeeded(tallyfile_read(&f, m->paths->v[i], &wrong), "merge", &wrong))
            rc = EXIT_USAGE;
        order[i] =
            (struct first_of){m->paths->v[i], f.numbers.n ? f.numbers.v->first : UINT64_MAX};
        tallyfile_free(&f);
    }
    if (rc == EXIT_OK)
        qsort(order, n, sizeof *order, by_first);
    for (size_t i = 0; i < n && rc == EXIT_OK; i++)
        m->paths->v[i] = order[i].path;
    free(order);
    return rc;
}

/* The standard error of what is added up so far; -1: not known. False after a message. */
static bool error_of(const struct merge *m, struct target *t, double *error)
{
    const struct tally_field *command = tallyfile_get(&m->sum, "command", 0);
    bool arena = command && !strcmp(command->value, "arena"), good;
    struct sim_result a, b;
    struct arena_result r;
    char *wrong = NULL;

    if (arena) {
        good = arena_load(&m->sum, &r, &wrong);
        bool known = good && arena_target_find(t, "merge", &r);
        *error = known ? arena_target_error(t, &r) : -1;
        arena_result_free(&r);
        return succeeded(good, "merge", &wrong) && known;
    }
    good = sim_load(&m->sum, &a, &b, &wrong);
    bool known = good && sim_target_find(t, "merge", &a);
    *error = known ? sim_target_error(t, &a) : -1;
    sim_result_free(&a);
    sim_result_free(&b);
    return succeeded(good, "merge", &wrong) && known;
}

/* Ends the run here: the numbers of games are set to what was counted. */
static void end_here(struct merge *m)
{
    m->sum.of = numbers_count(&m->sum.numbers);
    for (size_t i = 0; i < m->sum.ntables; i++)
        if (!strcmp(m->sum.table[i].name, "totals") &&
            !strncmp(m->sum.table[i].columns, "games+ ", 7))
            tallyfile_set(&m->sum, "games", "%" PRIu64,
                          (uint64_t)*tallyfile_values(&m->sum.table[i], 0));
}

/* Adds tallies, which follow one another without a gap, until the target is reached. EXIT_FINDING
 * after a message: it is not. */
static int add_until(struct merge *m)
{
    struct target target;
    uint64_t n = 0, first;
    double error = -1;

    if (!target_read(&target, "merge", m->until) || sort_paths(m) != EXIT_OK)
        return EXIT_USAGE;
    for (int i = 0; i < m->paths->n; i++) {
        if (add(m, i) != EXIT_OK)
            return EXIT_USAGE;
        if (m->sum.numbers.n != 1 || m->sum.numbers.v->first != 1)
            break;
        n = m->sum.numbers.v->last;
        first = strcmp(m->sum.unit, "deals") != 0 ? FIRST_LOOK_GAMES : FIRST_LOOK_DEALS;
        if (!error_of(m, &target, &error))
            return EXIT_USAGE;
        if ((n < first && n < m->sum.of) || !target_reached(&target, error, n))
            continue;
        target_tell(&target, error, n, m->sum.unit, true);
        end_here(m);
        return EXIT_OK;
    }
    target_tell(&target, error, n, m->sum.unit, false);
    return EXIT_FINDING;
}

static int add_all(struct merge *m)
{
    struct progress progress;
    int rc = EXIT_OK;

    progress_begin(&progress, "tallies", (uint64_t)m->paths->n);
    for (int i = 0; i < m->paths->n && rc == EXIT_OK; i++) {
        rc = add(m, i);
        progress_add(&progress, 1);
    }
    progress_end(&progress);
    return rc == EXIT_OK ? whole(m) : rc;
}

/* ---- what comes out ---- */

static int write_out(const struct merge *m)
{
    char *wrong = NULL;
    size_t n;
    char *text = tallyfile_text(&m->sum, &n);
    bool good = ct_file_may_become(m->out, "tally", &wrong) &&
                ct_file_replace(m->out, text, n, true, &wrong);

    free(text);
    return succeeded(good, "merge", &wrong) ? EXIT_OK : EXIT_USAGE;
}

static bool report(const struct merge *m, const struct sim_result *r,
                   const struct sim_result *then)
{
    if (!r->report)
        return complain("merge: %s: it has no counts for a report. Use sim --report with "
                        "--tally",
                        m->sum.path);
    return report_write("merge", m->report, r, then);
}

static int tell_sim(const struct merge *m)
{
    struct sim_result a, b;
    char *wrong = NULL;
    bool good = sim_load(&m->sum, &a, &b, &wrong), written = true;

    if (good && m->until)
        a.until = m->until;
    if (good && m->report)
        written = report(m, &a, b.run.id ? &b : NULL);
    if (!written) {
        /* the message is out */
    } else if (good && m->json) {
        json_print(report_sim_json(b.run.id ? "both" : "sim", &a, b.run.id ? &b : NULL), 2);
    } else if (good) {
        report_sim(&a, b.run.id ? &b : NULL);
    }
    sim_result_free(&a);
    sim_result_free(&b);
    return succeeded(good, "merge", &wrong) && written ? EXIT_OK : EXIT_USAGE;
}

static int tell_arena(const struct merge *m)
{
    struct arena_result r;
    char *wrong = NULL;
    bool good = arena_load(&m->sum, &r, &wrong);

    if (good && m->json)
        json_print(report_arena_json(&r), 2);
    else if (good)
        report_arena(&r);
    arena_result_free(&r);
    return succeeded(good, "merge", &wrong) ? EXIT_OK : EXIT_USAGE;
}

/* Prints what `check` prints of a game, before its games and about them. */
static int tell_deep(const struct deep_result *r, bool json)
{
    json_t *deep = json ? json_object() : NULL;

    if (!json && !r->hash_only)
        printf("%s: ok (%d cards, %d different)\n", r->run.id, r->copies, r->cards);
    int rc = report_deep(r, deep);
    if (json)
        json_print(json_pack("{s: s, s: i, s: i, s: o}", "ruleset", r->run.id, "cards",
                             r->copies, "different", r->cards, "deep", deep),
                   2);
    return rc;
}

static int tell_check(const struct merge *m)
{
    struct deep_result r;
    char *wrong = NULL;
    bool good = deep_load(&m->sum, &r, &wrong);
    int rc = succeeded(good, "merge", &wrong) ? tell_deep(&r, m->json) : EXIT_USAGE;

    deep_result_free(&r);
    return rc;
}

static int tell_learn(const struct merge *m)
{
    struct learn_result r;
    char *wrong = NULL;

    if (m->json)
        return refuse("merge: tallies of learn have no --json");
    bool good = learn_load(&m->sum, &r, &wrong);
    if (good)
        learn_print(&r);
    learn_result_free(&r);
    return succeeded(good, "merge", &wrong) ? EXIT_OK : EXIT_USAGE;
}

static int tell_mutate(const struct merge *m)
{
    return mutate_tell(&m->sum, m->json);
}

static int tell(const struct merge *m)
{
    static const struct {
        const char *command;
        int (*tell)(const struct merge *m);
    } commands[] = {{"sim", tell_sim},
                    {"arena", tell_arena},
                    {"check", tell_check},
                    {"learn", tell_learn},
                    {"mutate", tell_mutate}};
    const struct tally_field *command = tallyfile_get(&m->sum, "command", 0);

    if (m->report && command && strcmp(command->value, "sim") != 0)
        return refuse("merge: %s: only tallies of sim have a report", m->sum.path);
    for (size_t i = 0; command && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].command, command->value))
            return commands[i].tell(m);
    return refuse("merge: %s: it is a tally of '%s', which merge does not know", m->sum.path,
                  command ? command->value : "no command");
}

/* ---- the command ---- */

int cmd_merge(int argc, char **argv)
{
    struct list rest = {0};
    struct merge m = {.paths = &rest};
    const struct flag flags[] = {
        TEXT_FLAG("out", &m.out, "FILE", "write the sum as a tally, and print nothing"),
        TEXT_FLAG("report", &m.report, "FILE",
                  "for tallies of sim --report: write the page to FILE"),
        JSON_FLAG(&m.json),
        TEXT_FLAG("until", &m.until, "WHAT±ERROR",
                  "use only as many games as it takes to be so sure (see sim, arena)"),
        SET_FLAG("partial", &m.partial, "merge even if games are missing"),
    };
    const struct usage usage =
        USAGE("merge", flags, 1, -1,
              "It prints what one run of all these games would have printed.\n",
              "cantrip sim fairytale --games 1000000 --seed 1 --shard 1/2 --tally one.tally\n"
              "cantrip sim fairytale --games 1000000 --seed 1 --shard 2/2 --tally two.tally\n"
              "cantrip merge one.tally two.tally --json");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0 && m.out && (m.json || m.report))
        rc = refuse("merge: --out goes without --json and --report");
    if (rc < 0) {
        m.played = mem_zero((size_t)rest.n * sizeof *m.played);
        rc = m.until ? add_until(&m) : add_all(&m);
        if (rc == EXIT_OK)
            rc = m.out ? write_out(&m) : tell(&m);
        for (int i = 0; i < rest.n; i++)
            numbers_free(&m.played[i]);
        free(m.played);
        tallyfile_free(&m.sum);
    }
    args_free(&rest);
    return rc;
}
