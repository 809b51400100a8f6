/* deep.c - `check --deep`: the battery on every number of people.
 *
 * The games are cut into tasks that threads take one by one; results are sums, so neither the
 * number of threads nor their order shows. Of several findings the first by number of people
 * and game is told. At the end the same games are played by another process: a script or a
 * kernel that looks at addresses or at what was left in memory gives another hash there.
 */
#include "deep.h"

#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { GAMES_A_TASK = 8, GAMES_IN_ALL = 200 };

struct task {
    int people, status;
    uint64_t first, games;
    struct ct_battery got;
};
struct work {
    const struct deep *d;
    const ct_definition *def;
    struct task *task;
    int ntasks, next;
    pthread_mutex_t lock;
    struct progress progress;
};

/* ---- tasks ---- */

static void run_task(const struct work *w, struct task *t)
{
    const struct deep *d = w->d;
    struct ct_setup setup = {.people = t->people,
                             .seed = d->seed,
                             .options = d->options.v,
                             .noptions = d->options.n};

    t->status =
        (d->hash ? ct_battery_hash : ct_battery)(w->def, &setup, t->first, t->games, &t->got);
}

static void *worker(void *arg)
{
    struct work *w = arg;

    for (;;) {
        pthread_mutex_lock(&w->lock);
        int i = w->next < w->ntasks ? w->next++ : -1;
        pthread_mutex_unlock(&w->lock);
        if (i < 0)
            return NULL;
        run_task(w, &w->task[i]);
        progress_add(&w->progress, w->task[i].games);
        if (w->task[i].status) { /* the tasks before this one are under way or done */
            pthread_mutex_lock(&w->lock);
            w->next = w->ntasks;
            pthread_mutex_unlock(&w->lock);
        }
    }
}

static void run_tasks(struct work *w)
{
    int64_t jobs = w->d->jobs < w->ntasks ? w->d->jobs : w->ntasks;
    pthread_t *thread = mem_alloc((size_t)(jobs + 1) * sizeof *thread);
    int n = 0;

    pthread_mutex_init(&w->lock, NULL);
    while (n < jobs - 1 && !pthread_create(&thread[n], NULL, worker, w))
        n++;
    worker(w);
    while (n > 0)
        pthread_join(thread[--n], NULL);
    pthread_mutex_destroy(&w->lock);
    free(thread);
}

/* Tasks for every number of people that is wanted. */
static void cut(struct work *w)
{
    struct ct_info info = ct_get_info(w->def, NULL);
    int from = w->d->seats ? (int)w->d->seats : info.min_people;
    int to = w->d->seats ? from : info.max_people;
    unsigned counts = (unsigned)(to - from + 1); /* not said: GAMES_IN_ALL, shared among them */
    uint64_t games = w->d->games ? (uint64_t)w->d->games : (GAMES_IN_ALL + counts - 1) / counts;
    uint64_t each = games < 2 * GAMES_A_TASK ? 1 : games / GAMES_A_TASK;

    w->task = mem_alloc(counts * each * sizeof *w->task);
    for (int people = from; people <= to; people++)
        for (uint64_t i = 0; i < each; i++) {
            uint64_t first = games * i / each;
            w->task[w->ntasks++] = (struct task){
                .people = people, .first = first, .games = games * (i + 1) / each - first};
        }
}

/* ---- what came of it ---- */

static void add(struct ct_battery *to, const struct ct_battery *from)
{
    to->games += from->games;
    to->unfinished += from->unfinished;
    to->picks += from->picks;
    to->samples += from->samples;
    to->hash += from->hash;
    for (int i = 0; i < from->nhooks && i < to->nhooks && from->hook; i++) {
        to->hook[i].samples += from->hook[i].samples;
        to->hook[i].accepted += from->hook[i].accepted;
    }
}

/* The sum in *all (hooks allocated). The status of the first task that has one. */
static int add_up(const struct work *w, const char *id, struct ct_battery *all)
{
    int people = 0, hooks = w->task[0].got.nhooks;

    *all = (struct ct_battery){.nhooks = hooks};
    all->hook = mem_alloc(((size_t)hooks + 1) * sizeof *all->hook);
    memset(all->hook, 0, ((size_t)hooks + 1) * sizeof *all->hook);
    for (int i = 0; i < w->ntasks; i++) {
        const struct task *t = &w->task[i];
        if (t->status) {
            complain("check: %s", t->got.message);
            return t->status < 0 ? EXIT_USAGE : EXIT_FINDING;
        }
        if (t->got.cannot_start && t->people != people)
            printf("%s: not with %d people: %s\n", id, t->people, t->got.message);
        people = t->people;
        add(all, &t->got);
    }
    return EXIT_OK;
}

/* How many samples in the middle of each hook were accepted. */
static void print_hooks(const ct_definition *def, const struct ct_battery *all)
{
    struct table t = {.columns = 4, .right = {false, true, true, true}};
    ct_engine *e = ct_engine_new(def, NULL);
    int n = 0;

    table_add(&t, "  samples in the middle of");
    table_add(&t, "tried");
    table_add(&t, "accepted");
    table_add(&t, "share");
    if (e)
        ct_count_hooks(e, true);
    for (int i = 0; i < all->nhooks && e; i++) {
        const struct ct_battery_hook *h = &all->hook[i];
        const char *name;
        uint64_t runs, reruns;
        if (!h->samples || !ct_get_hook(e, i, &name, &runs, &reruns))
            continue;
        table_addf(&t, "  %s", name);
        table_addf(&t, "%" PRIu64, h->samples);
        table_addf(&t, "%" PRIu64, h->accepted);
        table_addf(&t, "%.1f %%", 100.0 * (double)h->accepted / (double)h->samples);
        n++;
    }
    if (n)
        table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
    ct_engine_free(e);
}

/* ---- another process ---- */

static bool read_hash(int fd, uint64_t *hash)
{
    char text[4096];
    size_t n = 0;
    ssize_t got;
    const char *at;
    char *end;

    while (n < sizeof text - 1 && (got = read(fd, text + n, sizeof text - 1 - n)) > 0)
        n += (size_t)got;
    text[n] = 0;
    at = strstr(text, "hash ");
    if (!at)
        return false;
    *hash = strtoull(at + 5, &end, 16);
    return end == at + 5 + 16;
}

static bool start(char **argv, pid_t *pid, int *out)
{
    posix_spawn_file_actions_t files;
    int fd[2], rc;

    if (pipe(fd))
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addclose(&files, fd[0]);
    posix_spawn_file_actions_adddup2(&files, fd[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&files, fd[1]);
    rc = posix_spawn(pid, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    close(fd[1]);
    if (rc)
        close(fd[0]);
    *out = fd[0];
    return rc == 0;
}

/* Plays the same games in another process. False: that could not be done. */
static bool hash_elsewhere(const struct deep *d, const char *folder, uint64_t *hash)
{
    char seats[24], games[24], jobs[24], seed[24], *path = mem_alloc(strlen(folder) + 3);
    const char **argv = mem_alloc((size_t)(16 + 2 * d->options.n) * sizeof *argv);
    int n = 0, out, status;
    pid_t pid;
    bool ok;

    sprintf(path, "%s%s", strchr(folder, '/') ? "" : "./", folder);
    snprintf(seats, sizeof seats, "%" PRId64, d->seats);
    snprintf(games, sizeof games, "%" PRId64, d->games);
    snprintf(jobs, sizeof jobs, "%" PRId64, d->jobs);
    snprintf(seed, sizeof seed, "%" PRIu64, d->seed);
    const char *fixed[] = {
        "/proc/self/exe", "check", path,     "--deep", "--hash", "--games", games,
        "--jobs",         jobs,    "--seed", seed};
    for (; n < (int)(sizeof fixed / sizeof *fixed); n++)
        argv[n] = fixed[n];
    if (d->seats) {
        argv[n++] = "--seats";
        argv[n++] = seats;
    }
    for (int i = 0; i < d->options.n; i++) {
        argv[n++] = "--option";
        argv[n++] = d->options.v[i];
    }
    argv[n] = NULL;
    ok = start((char **)(uintptr_t)argv, &pid, &out);
    if (ok) {
        ok = read_hash(out, hash);
        close(out);
        ok = waitpid(pid, &status, 0) == pid && ok && WIFEXITED(status) && !WEXITSTATUS(status);
    }
    free(path);
    free(argv);
    return ok;
}

/* Does another process agree? */
static int compare(const struct deep *d, const char *id, const char *folder, uint64_t hash)
{
    uint64_t other;

    if (!hash_elsewhere(d, folder, &other)) {
        printf("%s: note: another process could not be asked to play the same games\n", id);
        return EXIT_OK;
    }
    if (other == hash)
        return EXIT_OK;
    complain(
        "check: %s breaks the law `process`: the same games in another process end the same"
        "\n  here they have the hash %016" PRIx64 ", there %016" PRIx64,
        id, hash, other);
    return EXIT_FINDING;
}

int deep_check(const struct deep *d, const ct_definition *def, const char *folder)
{
    struct work w = {.d = d, .def = def};
    uint64_t games = 0;
    struct ct_battery all;
    const char *id = ct_get_info(def, NULL).id;

    cut(&w);
    for (int i = 0; i < w.ntasks; i++)
        games += w.task[i].games;
    progress_begin(&w.progress, "games", games);
    run_tasks(&w);
    progress_end(&w.progress);
    int rc = add_up(&w, id, &all);
    if (rc == EXIT_OK && d->hash) {
        printf("%s: %" PRIu64 " games, %" PRIu64 " picks, hash %016" PRIx64 "\n", id, all.games,
               all.picks, all.hash);
    } else if (rc == EXIT_OK && (rc = compare(d, id, folder, all.hash)) == EXIT_OK) {
        printf("%s: %" PRIu64 " games, every law holds at each of %" PRIu64 " picks; %" PRIu64
               " samples; hash %016" PRIx64 "\n",
               id, all.games, all.picks, all.samples, all.hash);
        if (all.unfinished)
            printf("%s: note: %" PRIu64 " of these games were stopped at the limit of picks\n",
                   id, all.unfinished);
        print_hooks(def, &all);
    }
    ct_battery_free(&all);
    for (int i = 0; i < w.ntasks; i++)
        ct_battery_free(&w.task[i].got);
    free(w.task);
    return rc;
}
