/* cmd_merge.c - `cantrip merge`: adds up the tallies of a run's parts, and prints what the whole
 * run would have. */
#include "common.h"

#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/mutate/mutate.h"
#include "tools/report/report.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"
#include "tools/stats/arenaresult.h"
#include "tools/stats/learnresult.h"
#include "tools/stats/partial.h"
#include "tools/stats/residual.h"
#include "tools/stats/simresult.h"
#include "tools/stats/tallyfile.h"
#include "tools/stats/target.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 8 };

struct merge {
    struct list *paths;
    const char *out, *report, *until;
    bool json, partial, parts;
    struct tally_file sum;
    struct numbers *played;   /* [tally] */
    struct part_values *part; /* [tally] */
    int added;                /* the first so many of `paths`: --until may need no more */
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
    m->part[at] = part_values_of(&f);
    m->added = at + 1;
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

/* The target's value in what is added up so far; error -1: not known. False after a message. */
static bool value_of(const struct merge *m, struct target *t, struct estimate *now)
{
    const struct tally_field *command = tallyfile_get(&m->sum, "command", 0);
    bool arena = command && !strcmp(command->value, "arena"), good;
    struct sim_result a, b;
    struct arena_result r;
    char *wrong = NULL;

    if (arena) {
        good = arena_load(&m->sum, &r, &wrong);
        bool known = good && arena_target_find(t, "merge", &r);
        if (known)
            *now = arena_target_now(t, &r);
        arena_result_free(&r);
        return succeeded(good, "merge", &wrong) && known;
    }
    good = sim_load(&m->sum, &a, &b, &wrong);
    bool known = good && sim_target_find(t, "merge", &a);
    if (known)
        *now = sim_target_now(t, &a);
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
    struct estimate now = {0, -1};

    if (!target_read(&target, "merge", m->until) || sort_paths(m) != EXIT_OK)
        return EXIT_USAGE;
    for (int i = 0; i < m->paths->n; i++) {
        if (add(m, i) != EXIT_OK)
            return EXIT_USAGE;
        if (m->sum.numbers.n != 1 || m->sum.numbers.v->first != 1)
            break;
        n = m->sum.numbers.v->last;
        first = strcmp(m->sum.unit, "deals") != 0 ? FIRST_LOOK_GAMES : FIRST_LOOK_DEALS;
        if (!value_of(m, &target, &now))
            return EXIT_USAGE;
        if ((n < first && n < m->sum.of) || !target_reached(&target, now, n))
            continue;
        target_tell(&target, now, n, m->sum.unit, true);
        end_here(m);
        return EXIT_OK;
    }
    target_tell(&target, now, n, m->sum.unit, false);
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

/* ---- how far the parts are from the whole ---- */

/* The part that is farthest from the whole, if that is more than chance allows; -1. A bad part moves
 * the whole away from the good ones, too, so only one is named. */
static int odd_part(const struct merge *m, const struct part_values *whole)
{
    double z, most = 0;
    int odd = -1;

    for (int i = 0; i < m->added; i++)
        if (residual_of(&m->part[i], whole, &z) && fabs(z) > fabs(most)) {
            most = z;
            odd = i;
        }
    return residual_is_odd(most, whole, m->added) ? odd : -1;
}

static void complain_of_part(const struct merge *m, const struct part_values *whole, int i)
{
    double z;
    const struct part_value *v = residual_of(&m->part[i], whole, &z);

    complain("merge: note: %s differs from the others: %s is %.4g there, %.4g in all "
             "(%+.1f standard errors). Play it again, on another machine",
             m->paths->v[i], v->name, v->is.mean, whole->v[v - m->part[i].v].is.mean, z);
}

static void list_parts(const struct merge *m, const struct part_values *whole, int odd)
{
    struct table t = {0};
    json_t *list = m->json ? json_array() : NULL;
    char heads[64];

    snprintf(heads, sizeof heads, "tally|>%s|>residual|of", m->sum.unit);
    if (!list)
        table_heads(&t, heads);
    for (int i = 0; i < m->added; i++) {
        double z;
        const struct part_value *v = residual_of(&m->part[i], whole, &z);
        if (list)
            json_array_append_new(list, json_pack("{s: s, s: I, s: f, s: s?, s: b}", "tally",
                                                  m->paths->v[i], m->sum.unit,
                                                  (json_int_t)m->part[i].n, "residual", z, "of",
                                                  v ? v->name : NULL, "odd", i == odd));
        else
            table_addf(&t, "%s|%" PRIu64 "|%+.1f|%s", m->paths->v[i], m->part[i].n, z,
                       v ? v->name : "");
    }
    if (list)
        json_print(json_pack("{s: o}", "parts", list), 2);
    else
        table_show(&t);
}

static void tell_parts(const struct merge *m)
{
    struct part_values whole = part_values_of(&m->sum);
    int odd = odd_part(m, &whole);

    if (m->parts)
        list_parts(m, &whole, odd);
    if (odd >= 0)
        complain_of_part(m, &whole, odd);
    part_values_free(&whole);
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
        return refuse("merge: %s: tallies of learn have no --json", m->sum.path);
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
        SET_FLAG("parts", &m.parts, "print how far each part is from the whole, instead"),
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
    if (rc < 0 && m.parts && (m.out || m.report))
        rc = refuse("merge: --parts goes without --out and --report");
    if (rc < 0) {
        m.played = mem_zero((size_t)rest.n * sizeof *m.played);
        m.part = mem_zero((size_t)rest.n * sizeof *m.part);
        rc = m.until ? add_until(&m) : add_all(&m);
        if (rc == EXIT_OK)
            tell_parts(&m);
        if (rc == EXIT_OK && !m.parts)
            rc = m.out ? write_out(&m) : tell(&m);
        for (int i = 0; i < rest.n; i++) {
            numbers_free(&m.played[i]);
            part_values_free(&m.part[i]);
        }
        free(m.played);
        free(m.part);
        tallyfile_free(&m.sum);
    }
    args_free(&rest);
    return rc;
}
