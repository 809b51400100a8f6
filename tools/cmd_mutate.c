/* cmd_mutate.c - `cantrip mutate`: does anything notice when a rule is changed?
 *
 * Threads try one mutant each. When the time is up, or at Ctrl-C, it prints what it has. With a
 * limit of time the seed draws the order, so that the mutants that were tried stand for all. */
#include "common.h"

#include "clock.h"
#include "testfiles.h"
#include "threads.h"
#include "tools/memory.h"
#include "tools/mutate/mutate.h"
#include "tools/screen/progress.h"
#include "tools/stats/part.h"
#include "tools/stats/tallyrun.h"
#include "tools/stopped.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct mutate {
    struct subject s;
    int jobs;
    int64_t seconds;
    bool json;
    struct part part;     /* of the mutants */
    int *order;           /* with a limit of time: the order of trial, … */
    atomic_int next;      /* … which is next, … */
    bool closer;          /* … and whether those that passed are looked at closer */
    pthread_mutex_t lock; /* for what follows, and for the outcomes */
    struct numbers tried; /* from 1 */
    double begun;         /* by seconds_now */
    struct progress progress;
};

static bool is_over(const void *of)
{
    const struct mutate *m = of;

    return stopped() || (m->seconds && seconds_now() - m->begun >= (double)m->seconds);
}

/* ---- trying them ---- */

/* The mutant to try next, from 0; -1: none. */
static int next_mutant(struct mutate *m)
{
    struct range number;
    int i;

    if (is_over(m))
        return -1;
    if (!m->seconds)
        return part_take(&m->part, 1, &number) ? (int)number.first - 1 : -1;
    while ((i = atomic_fetch_add(&m->next, 1)) < m->s.n)
        if (!m->closer || m->s.out[m->order[i]].fate == FATE_PASSED)
            return m->order[i];
    return -1;
}

static void *work(void *arg)
{
    struct mutate *m = arg;
    unsigned round = 0;
    int i;

    part_join(&m->part);
    while ((i = next_mutant(m)) >= 0) {
        struct outcome out = m->s.out[i];
        if (!m->closer)
            trial(&m->s, i, &out);
        if (out.fate == FATE_PASSED && (m->closer || !m->seconds))
            trial_closer(&m->s, i, &out);
        progress_add(&m->progress, 1);
        pthread_mutex_lock(&m->lock);
        m->s.out[i] = out;
        if (out.fate != FATE_PASSED)
            numbers_add(&m->tried, (uint64_t)i + 1, (uint64_t)i + 1);
        pthread_mutex_unlock(&m->lock);
        if (part_due(&m->part, &round))
            part_handed(&m->part);
    }
    part_leave(&m->part);
    return NULL;
}

/* Orders the mutants by number, or at random if there may not be time for all. */
static void set_order(struct mutate *m)
{
    struct ct_rng rng = ct_rng_make(m->s.seed, 0);

    m->order = mem_alloc((size_t)(m->s.n + 1) * sizeof *m->order);
    for (int i = 0; i < m->s.n; i++)
        m->order[i] = i;
    for (int i = m->s.n - 1; i > 0 && m->seconds; i--) {
        int j = (int)ct_rng_below(&rng, (uint32_t)i + 1), was = m->order[i];
        m->order[i] = m->order[j];
        m->order[j] = was;
    }
}

static void try_each(struct mutate *m, uint64_t n)
{
    m->next = 0;
    progress_begin(&m->progress, m->closer ? "mutants that no scenario notices" : "mutants", n);
    threads_run(m->jobs, work, m);
    progress_end(&m->progress);
}

/* With a limit of time the scenarios come first, for all: they are quick. */
static void try_all(struct mutate *m)
{
    uint64_t passed = 0;

    set_order(m);
    m->begun = seconds_now();
    part_play(&m->part);
    try_each(m, part_left(&m->part));
    for (int i = 0; m->seconds && i < m->s.n; i++)
        passed += m->s.out[i].fate == FATE_PASSED;
    m->closer = true;
    if (passed)
        try_each(m, passed);
    part_stop(&m->part);
    free(m->order);
}

/* ---- a part of them ---- */

static bool save(void *ctx, struct tally_file *f)
{
    struct mutate *m = ctx;

    return mutate_save(f, &m->s, &m->tried);
}

/* Goes on from what an earlier process tried. */
static bool take_up(void *ctx, const struct tally_file *found, char **wrong)
{
    struct mutate *m = ctx;
    bool good = mutate_load(found, &m->s, wrong);

    if (good)
        numbers_join(&m->tried, &found->numbers);
    return good;
}

/* ---- a game ---- */

static int note_file(void *ctx, const char *path)
{
    struct list *files = ctx;

    list_add(files, mem_strdup(path));
    return 0;
}

/* Makes the folder of --out. It must be new, or empty. */
static bool make_folder(const char *path)
{
    DIR *dir;
    const struct dirent *e;
    bool empty = true;

    if (mkdir(path, 0777) && errno != EEXIST)
        return complain("mutate: %s cannot be made: %s", path, strerror(errno));
    if (!(dir = opendir(path)))
        return complain("mutate: %s cannot be read: %s", path, strerror(errno));
    while (empty && (e = readdir(dir)))
        empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
    closedir(dir);
    if (!empty)
        complain("mutate: %s is not empty: --out needs an empty folder", path);
    return empty;
}

/* Prints what came of all mutants. The exit status. */
static int tell(struct subject *s, bool json)
{
    report_twins(s);
    int rc = report_survivors(s) ? EXIT_FINDING : EXIT_OK;
    if (s->kept && write_all(s) < 0)
        rc = EXIT_USAGE;
    else
        report_mutants(s, json);
    return rc;
}

static void free_outcomes(struct subject *s)
{
    for (int i = 0; s->out && i < s->n; i++)
        free(s->out[i].scenario);
    free(s->out);
}

static int mutate_game(struct mutate *m)
{
    int rc = EXIT_USAGE;

    stopped_heed();
    m->s.scenarios = trial_begin(&m->s);
    if (m->s.scenarios < 0 || (m->s.kept && !make_folder(m->s.kept)))
        return EXIT_USAGE;
    mutate_sum(&m->s);
    m->s.out = mem_zero((size_t)(m->s.n + 1) * sizeof *m->s.out);
    pthread_mutex_init(&m->lock, NULL);
    m->part.save = save;
    m->part.guard = &m->lock;
    m->part.take_up = take_up;
    m->part.ctx = m;
    if (part_open(&m->part, (uint64_t)m->s.n, "mutants")) {
        try_all(m);
        if (part_end(&m->part, true))
            rc = part_status(&m->part, tell(&m->s, m->json));
    }
    pthread_mutex_destroy(&m->lock);
    numbers_free(&m->tried);
    free_outcomes(&m->s);
    return rc;
}

/* Reads the game and what can be changed in it. False after a message. Call close_subject in each
 * case. */
static bool open_subject(struct subject *s)
{
    ct_diags *diags = NULL;
    char *folder = ruleset_folder(s->name);

    s->folder = folder;
    s->places = ruleset_places();
    if (!folder || testfiles_of("mutate", folder, note_file, &s->files) < 0)
        return false;
    s->mutants = ct_mutants_new(folder, s->places, s->base, &diags);
    if (!s->mutants) {
        print_findings(diags);
        complain("%s cannot be loaded%s", s->name,
                 ct_diags_count(diags) ? "" : ": out of memory");
    }
    ct_diags_free(diags);
    s->n = s->mutants ? ct_mutants_count(s->mutants) : 0;
    return s->mutants;
}

static void close_subject(struct subject *s)
{
    ct_mutants_free(s->mutants);
    list_free(&s->files);
    ruleset_places_free((const char **)(uintptr_t)s->places);
    free((char *)(uintptr_t)s->folder);
}

static int mutate(struct mutate *m)
{
    m->s.stopped = is_over;
    m->s.of = m;
    int rc = open_subject(&m->s) ? mutate_game(m) : EXIT_USAGE;
    close_subject(&m->s);
    return rc;
}

/* ---- the report of a tally ---- */

/* Are the game and its scenarios unchanged? */
static bool same_files(const struct tally_file *f, struct subject *s)
{
    struct tally_file now = {0};
    const struct numbers none = {0};
    char *wrong = NULL;

    mutate_sum(s);
    bool good = mutate_save(&now, s, &none);
    now.path = mem_strdup(s->folder);
    if (good && !tallyfile_belongs(f, &now, &wrong)) {
        complain("merge: %s: the game has changed since: %s", f->path, reason(wrong));
        good = false;
    }
    free(wrong);
    tallyfile_free(&now);
    return good;
}

int mutate_tell(const struct tally_file *f, bool json)
{
    struct tally_way w = {.from = f};
    struct subject s = {.games = MUTATE_GAMES};
    char *wrong = NULL;
    int rc = EXIT_USAGE;

    mutate_head(&w, &s);
    bool good = way_end(&w, "mutate", &wrong);
    if (good && open_subject(&s) && same_files(f, &s)) {
        s.out = mem_zero((size_t)(s.n + 1) * sizeof *s.out);
        good = mutate_load(f, &s, &wrong);
        rc = good ? tell(&s, json) : rc;
    }
    succeeded(good, "merge", &wrong);
    free_outcomes(&s);
    close_subject(&s);
    return rc;
}

/* ---- the command ---- */

/* The changes by name, for --help. */
static char *help_of_changes(void)
{
    static char text[3000];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "It changes one place of the rules and runs the scenarios. It "
                                "prints each change that no scenario\n"
                                "notices. Status: 0 they notice every change, 1 they miss "
                                "one, 2 bad input, or a scenario fails before\n"
                                "any change.\n"
                                "\n"
                                "changes:\n");

    for (int i = 0; i < CT_NMUTATORS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  %-11s %s\n",
                              ct_mutator_name((enum ct_mutator)i),
                              ct_mutator_says((enum ct_mutator)i));
    return text;
}

int cmd_mutate(int argc, char **argv)
{
    struct mutate m = {.s = {.seed = 1, .games = MUTATE_GAMES}, .jobs = processors()};
    struct list rest = {0};
    const struct flag flags[] = {
        SET_FLAG("base", &m.s.base, "also change the ruleset that this one extends"),
        COUNT_FLAG("time", &m.seconds, "S", "stop after S seconds", 1, 10000000),
        SEED_FLAG(&m.s.seed, "the same seed plays the same games and tries the same changes "
                             "(1)"),
        JOBS_FLAG(&m.jobs),
        TEXT_FLAG("out", &m.s.kept, "FOLDER",
                  "write a scenario there for each change that was missed"),
        PART_FLAGS(&m.part),
        SET_FLAG("json", &m.json, "all changes, for programs"),
    };
    const struct usage usage = USAGE("mutate", flags, 1, 1, help_of_changes(),
                                     "cantrip mutate fairytale\n"
                                     "cantrip mutate ./mine --time 60");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        m.s.name = rest.v[0];
        if (m.seconds && part_given(&m.part))
            rc = refuse("mutate: --time goes without --shard, --shards and --tally");
        else
            rc = part_read(&m.part, "mutate", true) ? mutate(&m) : EXIT_USAGE;
    }
    args_free(&rest);
    return rc;
}
