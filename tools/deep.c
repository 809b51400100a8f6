/* deep.c - `check --deep`: the battery for every number of players.
 *
 * Threads take the games in groups, of each number of players in turn. Results are sums, so
 * neither the number of threads nor their order shows. If several groups find something, the first
 * is reported. At the end another process plays the same games. A script or kernel that depends on
 * addresses or leftover memory gives another hash there. */
#include "deep.h"

#include "tools/clock.h"
#include "tools/memory.h"
#include "tools/report/report.h"
#include "tools/said.h"
#include "tools/screen/progress.h"
#include "tools/stopped.h"
#include "tools/threads.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_A_GROUP = 8, GAMES_IN_ALL = 200, PICKS_IN_ALL = 100000, LEAST_GAMES = 4 };

struct work {
    struct deep *d;
    const ct_definition *def;
    struct progress progress;
    double begun;         /* by seconds_now */
    pthread_mutex_t lock; /* for what follows */
    struct deep_result got;
    char *wrong; /* why it was not possible, or NULL */
};

/* ---- groups ---- */

/* How many players a group's games have, and which games: first … first + games - 1. */
struct group {
    int people;
    uint64_t first, games;
};
static struct group group_of(const struct deep_result *r, uint64_t number)
{
    uint64_t counts = (uint64_t)(r->to - r->from + 1), i = (number - 1) / counts,
             first = r->games * i / r->each;

    return (struct group){r->from + (int)((number - 1) % counts), first,
                          r->games * (i + 1) / r->each - first};
}

static struct ct_setup setup_of(const struct deep *d, int people)
{
    return (struct ct_setup){
        .people = people, .seed = d->seed, .options = d->options.v, .noptions = d->options.n};
}

/* The games for each number of players, if not given: `share`, or fewer if they are long, judged
 * by a few that are only played. */
static uint64_t games_for(const struct deep_result *r, const struct deep *d,
                          const ct_definition *def, uint64_t share)
{
    uint64_t picks = 0;

    for (int people = r->from; people <= r->to; people++) {
        struct ct_setup setup = setup_of(d, people);
        struct ct_battery got;
        ct_battery_hash(def, &setup, 0, LEAST_GAMES, &got);
        picks += got.picks;
        ct_battery_free(&got);
    }
    uint64_t fit = picks ? (uint64_t)PICKS_IN_ALL * LEAST_GAMES / picks : share;
    return fit < LEAST_GAMES ? LEAST_GAMES : fit < share ? fit : share;
}

/* Makes the groups for every number of players. */
static void cut(struct deep_result *r, const struct deep *d, const ct_definition *def)
{
    struct ct_info info = ct_get_info(def, NULL);

    r->from = d->seats ? (int)d->seats : info.min_people;
    r->to = d->seats ? r->from : info.max_people;
    uint64_t counts = (uint64_t)(r->to - r->from + 1); /* they share GAMES_IN_ALL */
    r->games = d->games ? (uint64_t)d->games
                        : games_for(r, d, def, (GAMES_IN_ALL + counts - 1) / counts);
    uint64_t size = d->seconds ? 1 : GAMES_A_GROUP; /* groups that are soon done */
    r->each = r->games < 2 * size ? 1 : r->games / size;
    r->of = counts * r->each;
}

/* A law is broken, or something failed: no group after this one is needed. Those before it are
 * under way or done. */
static void end_at(struct work *w, uint64_t group, int status, const char *message)
{
    pthread_mutex_lock(&w->lock);
    if (status > 0)
        deep_note(&w->got, group, message);
    else if (!w->wrong)
        w->wrong = mem_strdup(message);
    part_limit(&w->d->part, w->wrong ? 0 : w->got.broken - 1);
    pthread_mutex_unlock(&w->lock);
}

static void play_group(struct work *w, uint64_t number)
{
    struct group g = group_of(&w->got, number);
    struct ct_setup setup = setup_of(w->d, g.people);
    struct ct_battery got;
    int status =
        (w->d->hash ? ct_battery_hash : ct_battery)(w->def, &setup, g.first, g.games, &got);

    progress_add(&w->progress, g.games);
    if (status)
        end_at(w, number, status, reason(got.message));
    pthread_mutex_lock(&w->lock);
    if (status >= 0)
        numbers_add(&w->got.numbers, number, number);
    if (!status)
        deep_add(&w->got, &got);
    pthread_mutex_unlock(&w->lock);
    ct_battery_free(&got);
}

static bool time_is_up(const struct work *w)
{
    return w->d->seconds && seconds_now() - w->begun >= (double)w->d->seconds;
}

static void *worker(void *arg)
{
    struct work *w = arg;
    struct part *part = &w->d->part;
    struct range group;
    unsigned round = 0;

    part_join(part);
    while (!time_is_up(w) && part_take(part, 1, &group)) {
        play_group(w, group.first);
        if (part_due(part, &round))
            part_handed(part);
    }
    part_leave(part);
    return NULL;
}

static void play_groups(struct work *w)
{
    int64_t groups = (int64_t)numbers_count(&w->d->part.todo),
            jobs = w->d->jobs < groups ? w->d->jobs : groups;

    progress_begin(&w->progress, "games", (uint64_t)groups * w->got.games / w->got.each);
    w->begun = seconds_now();
    part_play(&w->d->part);
    threads_run(jobs, worker, w);
    part_stop(&w->d->part);
    progress_end(&w->progress);
}

/* ---- what is told before any game is played ---- */

/* Which numbers of players cannot play. False after a message. */
static bool ask_people(struct work *w)
{
    struct deep_result *r = &w->got;
    bool some = false;

    for (int people = r->from; people <= r->to; people++) {
        struct ct_setup setup = setup_of(w->d, people);
        struct ct_battery none;
        int status = ct_battery_hash(w->def, &setup, 0, 0, &none);
        if (status)
            complain("check: %s", reason(none.message));
        r->sums.nhooks = none.nhooks;
        if (none.cannot_start)
            r->refused[people] = mem_strdup(none.message);
        ct_battery_free(&none);
        if (status)
            return false;
        some |= !r->refused[people];
    }
    if (!some)
        complain("check: %s: no such game can start: %s", r->run.id, r->refused[r->from]);
    return some;
}

/* Notes the names of the hooks. */
static bool name_hooks(struct work *w)
{
    struct deep_result *r = &w->got;
    uint64_t runs, reruns;
    char *wrong = NULL;
    const char *name;
    ct_engine *e = engine_open(w->def, &wrong);

    if (!succeeded(e, "check", &wrong))
        return false;
    ct_count_hooks(e, true);
    r->hook = mem_zero(((size_t)r->sums.nhooks + 1) * sizeof *r->hook);
    for (int i = 0; i < r->sums.nhooks; i++)
        r->hook[i] = ct_get_hook(e, i, &name, &runs, &reruns) ? name : "";
    r->sums.hook = mem_zero(((size_t)r->sums.nhooks + 1) * sizeof *r->sums.hook);
    ct_engine_free(e);
    return true;
}

static bool describe(struct work *w)
{
    struct ct_info info = ct_get_info(w->def, NULL);
    struct ct_setup setup = setup_of(w->d, (int)w->d->seats);

    w->got.run = tallyrun_of(w->def, &setup, w->d->seed);
    w->got.cards = info.different;
    w->got.copies = info.copies;
    w->got.hash_only = w->d->hash;
    if (!w->d->hash)
        deep_parts_of(&w->got, w->def);
    cut(&w->got, w->d, w->def);
    return ask_people(w) && name_hooks(w);
}

/* ---- another process ---- */

static bool read_hash(const char *text, uint64_t *hash)
{
    const char *at = strstr(text, "hash ");
    char *end;

    if (!at)
        return false;
    *hash = strtoull(at + 5, &end, 16);
    return end == at + 5 + 16;
}

/* Plays the same games in another process. False: that was not possible. */
static bool hash_elsewhere(const struct deep *d, const char *folder, uint64_t *hash)
{
    const struct shard *part = &d->part.shard;
    struct list argv = {0};

    list_add(&argv, mem_strdup("/proc/self/exe"));
    list_add(&argv, mem_strdup("check"));
    list_add(&argv, mem_printf("%s%s", strchr(folder, '/') ? "" : "./", folder));
    list_add(&argv, mem_strdup("--deep"));
    list_add(&argv, mem_strdup("--hash"));
    list_add(&argv, mem_printf("--games=%" PRId64, d->games));
    list_add(&argv, mem_printf("--jobs=%d", d->jobs));
    list_add(&argv, mem_printf("--seed=%" PRIu64, d->seed));
    if (d->seats)
        list_add(&argv, mem_printf("--seats=%" PRId64, d->seats));
    if (part->n)
        list_add(&argv, mem_printf("--shard=%" PRIu64 "/%" PRIu64, part->i, part->n));
    for (int i = 0; i < d->options.n; i++)
        list_add(&argv, mem_printf("--option=%s", d->options.v[i]));
    list_add(&argv, NULL);
    char *said = said_by(argv.v, part->n); /* the shard's own messages are out */
    bool ok = said && read_hash(said, hash);
    list_free(&argv);
    free(said);
    return ok;
}

/* As hash_elsewhere, for the games of each number of players that were played in time. */
static bool hash_of_some(const struct work *w, const char *folder, uint64_t *hash)
{
    const struct deep_result *r = &w->got;
    uint64_t counts = (uint64_t)(r->to - r->from + 1), done = numbers_count(&r->numbers), part;

    *hash = 0;
    for (uint64_t i = 0; i < counts && i < done; i++) {
        struct deep d = *w->d;
        d.seats = r->from + (int64_t)i;
        d.games = (int64_t)(r->games * ((done - i + counts - 1) / counts) / r->each);
        if (!hash_elsewhere(&d, folder, &part))
            return false;
        *hash += part;
    }
    return true;
}

/* Reports a law that no single group breaks. */
static int told_broken(const struct work *w, const char *why)
{
    if (w->d->json)
        json_object_set_new(w->d->json, "broken", json_string(why));
    else
        complain("check: %s %s", w->got.run.id, why);
    return EXIT_FINDING;
}

/* Does another process agree? */
static int compare(const struct work *w, const char *folder)
{
    const char *id = w->got.run.id;
    uint64_t hash = w->got.sums.hash, other;
    bool some = w->d->seconds || stopped();
    bool all = !some || numbers_count(&w->got.numbers) == w->got.of;

    if (!(all ? hash_elsewhere(w->d, folder, &other) : hash_of_some(w, folder, &other))) {
        if (!w->d->json)
            printf("%s: note: cannot start another process to play the same games\n", id);
        return EXIT_OK;
    }
    if (other == hash)
        return EXIT_OK;
    char why[200];
    snprintf(why, sizeof why,
             "breaks the law `process`: the same games end differently in another process\n"
             "  here they have the hash %016" PRIx64 ", there %016" PRIx64,
             hash, other);
    return told_broken(w, why);
}

/* ---- the whole ---- */

static bool save(void *ctx, struct tally_file *f)
{
    struct work *w = ctx;

    return deep_save(f, &w->got);
}

/* Goes on from the counts of an earlier process. */
static bool take_up(void *ctx, const struct tally_file *found, char **wrong)
{
    struct work *w = ctx;
    struct deep_result before;
    bool good = deep_load(found, &before, wrong);

    if (good) {
        deep_add(&w->got, &before.sums);
        numbers_join(&w->got.numbers, &before.numbers);
    }
    if (good && before.broken)
        end_at(w, before.broken, 1, before.message);
    deep_result_free(&before);
    return good;
}

/* Plays, and asks another process. An exit status, EXIT_OK or after a message. */
static int play(struct work *w, const char *folder)
{
    int rc = EXIT_OK;

    if (!w->d->part.path)
        part_heed(&w->d->part);
    play_groups(w);
    if (w->wrong) {
        rc = refuse("check: %s", w->wrong);
    } else if (!w->got.broken && !w->d->hash) {
        rc = compare(w, folder);
        if (rc != EXIT_OK && !w->d->json)
            deep_print_refused(&w->got);
    }
    return part_end(&w->d->part, rc == EXIT_OK) ? rc : EXIT_USAGE;
}

/* Are most games unfinished? With groups of one game only the sum can tell. */
static bool most_unfinished(const struct ct_battery *b)
{
    return b->games >= LEAST_GAMES && 2 * b->unfinished > b->games;
}

/* The folder that holds rulesets/, else the game's, with a slash. Tallies name files from there. */
static char *root_of(const char *folder)
{
    size_t n = strlen(folder), above = strlen("rulesets/");

    while (n && folder[n - 1] == '/')
        n--;
    while (n && folder[n - 1] != '/')
        n--;
    if (n >= above && !strncmp(folder + n - above, "rulesets/", above))
        n -= above;
    return mem_strndup(folder, n);
}

int deep_check(struct deep *d, const ct_definition *def, const char *folder)
{
    struct work w = {.d = d, .def = def};
    char *root = root_of(folder);
    int rc = EXIT_USAGE;

    w.got.root = root;
    pthread_mutex_init(&w.lock, NULL);
    d->part.save = save;
    d->part.guard = &w.lock;
    d->part.take_up = take_up;
    d->part.ctx = &w;
    if (describe(&w) && part_open(&d->part, w.got.of, "groups") &&
        (rc = play(&w, folder)) == EXIT_OK)
        rc = part_status(&d->part, report_deep(&w.got, d->json));
    if (rc == EXIT_OK && d->seconds && most_unfinished(&w.got.sums)) {
        char why[200];
        snprintf(why, sizeof why, "breaks the law `%s`: %s", ct_law_name(CT_LAW_ENDS),
                 ct_law_says(CT_LAW_ENDS));
        rc = told_broken(&w, why);
    }
    deep_result_free(&w.got);
    free(w.wrong);
    free(root);
    pthread_mutex_destroy(&w.lock);
    return rc;
}
