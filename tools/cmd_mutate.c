/* cmd_mutate.c - `cantrip mutate`: does anything notice when a rule is changed?
 *
 * Each mutant is tried by one of several threads. When the time is up, or at Ctrl-C, what there is is printed; with a limit of
 * time they are tried in an order that the seed gives, so that those that were tried stand for all.
 */
#include "common.h"

#include "testfiles.h"
#include "tools/memory.h"
#include "tools/mutate/mutate.h"
#include "tools/screen/progress.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct mutate {
    struct subject s;
    int64_t jobs, seconds;
    bool json, base;
    int *order; /* in which they are tried */
    atomic_int next;
    struct timespec begun;
    struct progress progress;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* The first such signal stops it cleanly, a second one at once. */
static void heed_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now = {.sa_flags = (int)SA_RESETHAND}, then;

    now.sa_handler = stop;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (!sigaction(signals[i], NULL, &then) && then.sa_handler != SIG_IGN)
            sigaction(signals[i], &now, NULL);
}

static bool is_over(const void *of)
{
    const struct mutate *m = of;
    struct timespec now;

    if (stopped || !m->seconds)
        return stopped;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - m->begun.tv_sec) +
               (double)(now.tv_nsec - m->begun.tv_nsec) / 1e9 >=
           (double)m->seconds;
}

/* ---- trying them ---- */

static void *work(void *arg)
{
    struct mutate *m = arg;
    int i;

    while (!is_over(m) && (i = atomic_fetch_add(&m->next, 1)) < m->s.n) {
        trial(&m->s, m->order[i], &m->s.out[m->order[i]]);
        progress_add(&m->progress, 1);
    }
    return NULL;
}

/* In the order of their numbers; where not all may be tried, in one drawn by lot. */
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

static void try_all(struct mutate *m)
{
    pthread_t *thread = mem_alloc((size_t)m->jobs * sizeof *thread);
    int n = 0;

    m->s.out = mem_zero((size_t)(m->s.n + 1) * sizeof *m->s.out);
    set_order(m);
    clock_gettime(CLOCK_MONOTONIC, &m->begun);
    progress_begin(&m->progress, "mutants", (uint64_t)m->s.n);
    while (n < m->jobs - 1 && !pthread_create(&thread[n], NULL, work, m))
        n++;
    work(m);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    progress_end(&m->progress);
    report_twins(&m->s);
    free(m->order);
    free(thread);
}

/* ---- a game ---- */

static int note_file(void *ctx, const char *path)
{
    struct list *files = ctx;

    list_add(files, mem_strndup(path, strlen(path)));
    return 0;
}

/* The folder of --out: one that is new, or empty. */
static bool make_folder(const char *path)
{
    DIR *dir;
    const struct dirent *e;
    bool empty = true;

    if (mkdir(path, 0777) && errno != EEXIST) {
        complain("mutate: %s cannot be made: %s", path, strerror(errno));
        return false;
    }
    if (!(dir = opendir(path))) {
        complain("mutate: %s cannot be read: %s", path, strerror(errno));
        return false;
    }
    while (empty && (e = readdir(dir)))
        empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
    closedir(dir);
    if (!empty)
        complain("mutate: %s is not empty: --out wants a folder of its own", path);
    return empty;
}

static int mutate_game(struct mutate *m)
{
    heed_signals();
    m->s.n = ct_mutants_count(m->s.mutants);
    m->s.scenarios = trial_begin(&m->s);
    if (m->s.scenarios < 0 || (m->s.kept && !make_folder(m->s.kept)))
        return EXIT_USAGE;
    try_all(m);
    int rc = report_survivors(&m->s) ? EXIT_FINDING : EXIT_OK;
    if (m->s.kept && write_all(&m->s) < 0)
        rc = EXIT_USAGE;
    else if (m->json)
        report_json(&m->s);
    else
        report_text(&m->s);
    for (int i = 0; i < m->s.n; i++)
        free(m->s.out[i].scenario);
    free(m->s.out);
    return rc;
}

static int mutate_folder(struct mutate *m, const char *name)
{
    ct_diags *diags = NULL;
    int rc = EXIT_USAGE;

    m->s.mutants = ct_mutants_new(m->s.folder, m->s.places, m->base, &diags);
    if (m->s.mutants)
        rc = mutate_game(m);
    else
        print_findings(diags);
    if (!m->s.mutants)
        complain("%s cannot be loaded%s", name, ct_diags_count(diags) ? "" : ": out of memory");
    ct_diags_free(diags);
    ct_mutants_free(m->s.mutants);
    return rc;
}

static int mutate(struct mutate *m, const char *name)
{
    char *folder = ruleset_folder(name);
    const char **places = ruleset_places();
    int rc = EXIT_USAGE;

    m->s.stopped = is_over;
    m->s.of = m;
    m->s.folder = folder;
    m->s.places = places;
    if (folder && !testfiles_of(folder, note_file, &m->s.files))
        rc = mutate_folder(m, name);
    for (int i = 0; i < m->s.files.n; i++)
        free((char *)(uintptr_t)m->s.files.v[i]);
    args_free(&m->s.files);
    ruleset_places_free(places);
    free(folder);
    return rc;
}

/* Names of changes and what they are, for --help. */
static char *help_of_changes(void)
{
    static char text[3000];
    size_t n =
        (size_t)snprintf(text, sizeof text,
                         "One place of the rules is changed at a time, the scenarios are "
                         "run, and what none of them notices\nis printed.\n"
                         "Status: 0 all was noticed, 1 something was not, 2 bad input, "
                         "or a scenario fails with the game\nas it is.\n\nchanges:\n");

    for (int i = 0; i < CT_NMUTATORS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "  %-11s %s\n",
                              ct_mutator_name((enum ct_mutator)i),
                              ct_mutator_says((enum ct_mutator)i));
    return text;
}

int cmd_mutate(int argc, char **argv)
{
    struct mutate m = {.s = {.seed = 1, .games = 2000}, .jobs = sysconf(_SC_NPROCESSORS_ONLN)};
    struct list rest = {0};
    const struct flag flags[] = {
        {"base", FLAG_SET, &m.base, NULL,
         "also what the ruleset that is extended says, not only this one", 0, 0, NULL},
        {"time", FLAG_COUNT, &m.seconds, "S", "stop after so many seconds", 1, 10000000, NULL},
        {"seed", FLAG_SEED, &m.s.seed, "S",
         "where chance begins (1): the games that are played, and what is tried in the time", 0,
         0, NULL},
        {"jobs", FLAG_COUNT, &m.jobs, "N", "threads (one per processor)", 1, 1024, NULL},
        {"out", FLAG_TEXT, &m.s.kept, "FOLDER",
         "write the scenarios there, a file for each mutant that survived", 0, 0, NULL},
        {"json", FLAG_SET, &m.json, NULL, "all mutants, for programs", 0, 0, NULL},
    };
    const struct usage usage = {"mutate",
                                flags,
                                sizeof flags / sizeof *flags,
                                help_of_changes(),
                                "cantrip mutate fairytale\n"
                                "cantrip mutate ./mine --time 60",
                                1,
                                1};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0)
        rc = mutate(&m, rest.v[0]);
    args_free(&rest);
    return rc;
}
