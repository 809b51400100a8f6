/* cmd_arena.c - `cantrip arena`: bots against each other on equal deals.
 *
 * A line-up is the list of bots, repeated until every seat has one. Each deal is played once for
 * each rotation that differs (A, B, A, B has two), so that every bot meets every hand. Threads
 * take whole deals and count in whole numbers (tools/stats/arenaresult.h), so any number of --jobs
 * gives the same bytes. The standard error counts deals: the games of one deal are not
 * independent. */
#include "common.h"

#include "bots.h"
#include "clock.h"
#include "policies.h"
#include "threads.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/report/report.h"
#include "tools/screen/progress.h"
#include "tools/stats/part.h"
#include "tools/stats/target.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 1000000000 };

struct arena_run {
    const ct_definition *def;
    struct ct_setup setup;
    struct player lineup[MOST_BOTS]; /* [place in the rotation] */
    char name[MOST_BOTS][BOT_NAME];  /* [bot] */
    int bots, rotations;
    struct part part;  /* of the deals */
    const char *until; /* --until, or NULL; read: */
    struct target target;
    uint64_t seed;
    int jobs;
    bool json, timing;
    atomic_bool stop;
    struct progress progress;
    pthread_mutex_t lock; /* for what follows */
    struct arena_result got;
    char *wrong;
    struct ct_bot_stats stats[MOST_BOTS];
    double seconds[MOST_BOTS];
};
struct worker {
    struct arena_run *run;
    ct_engine *engine;
    ct_state *game;
    struct player lineup[MOST_BOTS];
    double seconds[MOST_BOTS]; /* [place] */
    struct arena_deal deal;    /* under way */
    struct arena_counts counts;
    struct numbers played;                 /* deals that are not handed in yet */
    unsigned round;                        /* how often it handed in */
    struct ct_bot_stats handed[MOST_BOTS]; /* [place]: the player's counts at the last time */
};

/* ---- playing ---- */

/* Which place of the line-up sits at each seat. */
static void seat_bots(const struct worker *w, uint64_t rotation, int *place)
{
    int person = 0;

    for (int seat = 0; seat < ct_seats(w->game); seat++)
        place[seat] =
            ct_is_person(w->game, seat)
                ? (int)(((uint64_t)person++ + rotation) % (uint64_t)w->run->got.places)
                : -1;
}

static int answer(struct worker *w, int seat, int place, const char **why)
{
    struct player *p = &w->lineup[place];
    double begun = w->run->timing ? seconds_now() : 0;
    int n, pick = player_ask(p, w->engine, w->game, seat, &n, why);

    if (w->run->timing)
        w->seconds[place] += seconds_now() - begun;
    return pick < 0 || ct_pick(w->engine, w->game, seat, pick) ? -1 : 0;
}

static int play_out(struct worker *w, const int *place, const char **why)
{
    int rc;

    while ((rc = ct_advance(w->engine, w->game)) == 1) {
        unsigned pending = ct_pending(w->game);
        for (int seat = 0; pending >> seat; seat++)
            if ((pending >> seat & 1) && answer(w, seat, place[seat], why))
                return -1;
    }
    return rc;
}

static int32_t points(const struct ct_result *r, int seat)
{
    int64_t own = r->side_score[seat];
    int64_t capped = own > POINTS_CAP ? POINTS_CAP : own < -POINTS_CAP ? -POINTS_CAP : own;

    return (int32_t)(r->least_wins ? -capped : capped);
}

/* Plays one rotation (from 0) of a deal. */
static int play_game(struct worker *w, uint64_t deal, int rotation, const char **why)
{
    struct arena_run *run = w->run;
    struct ct_rng r = ct_rng_make(run->seed, deal);
    struct ct_result result;
    int place[CT_MAX_SEATS] = {0}, person = 0;

    struct ct_setup setup = run->setup;
    setup.seed = ct_rng_next(&r);
    if (w->game ? ct_game_restart(w->engine, w->game, setup.seed)
                : !(w->game = ct_game_new(w->engine, &setup)))
        return -1;
    seat_bots(w, (uint64_t)rotation, place);
    players_seed(w->lineup, run->got.places, setup.seed);
    if (play_out(w, place, why) < 0 || ct_get_result(w->engine, w->game, &result))
        return -1;
    w->deal.unfinished += result.status != CT_OVER;
    w->deal.scored[rotation] = result.status == CT_OVER && result.scored;
    for (int seat = 0; seat < ct_seats(w->game); seat++)
        if (place[seat] >= 0) {
            w->deal.share[rotation][person] = result.status == CT_OVER ? result.share[seat] : 0;
            w->deal.points[rotation][person] = points(&result, seat);
            w->deal.side[rotation][person++] = (uint16_t)result.side[seat];
        }
    return 0;
}

static void fail(struct arena_run *run, const char *why)
{
    pthread_mutex_lock(&run->lock);
    if (!run->wrong)
        run->wrong = mem_strdup(why);
    atomic_store(&run->stop, true);
    pthread_mutex_unlock(&run->lock);
}

/* Adds up by name what the worker's bots did since the last time. */
static void hand_in_bots(struct worker *w)
{
    struct arena_run *run = w->run;

    for (int i = 0; i < run->got.places; i++) {
        int bot = run->got.who[i];
        struct ct_bot_stats *t = &run->stats[bot], *h = &w->handed[i];
        run->seconds[bot] += w->seconds[i];
        w->seconds[i] = 0;
        if (!w->lineup[i].bot)
            continue;
        struct ct_bot_stats s = ct_bot_get_stats(w->lineup[i].bot);
        t->iterations += s.iterations - h->iterations;
        t->picks += s.picks - h->picks;
        struct arena_bot *to = &run->got.counts.bot[bot];
        to->refused += s.refused - h->refused;
        to->forfeits += s.forfeits - h->forfeits;
        to->amiss = s.why > to->amiss ? s.why : to->amiss; /* so the order does not matter */
        *h = s;
    }
}

static void hand_in(struct worker *w)
{
    struct arena_run *run = w->run;

    pthread_mutex_lock(&run->lock);
    deals_merge(&run->got.counts, &w->counts);
    numbers_join(&run->got.numbers, &w->played);
    hand_in_bots(w);
    pthread_mutex_unlock(&run->lock);
    deals_clear(&w->counts);
    numbers_free(&w->played);
}

/* Plays a deal (from 1). False: one of its games failed. */
static bool play_deal(struct worker *w, uint64_t deal)
{
    struct arena_run *run = w->run;
    uint64_t games = (uint64_t)run->rotations, before = (deal - 1) * games;
    const char *why = NULL;

    w->deal.places = run->got.places;
    w->deal.who = run->got.who;
    w->deal.unfinished = 0;
    w->deal.games = (int)(run->got.games - before < games ? run->got.games - before : games);
    for (int g = 0; g < w->deal.games; g++) {
        if (atomic_load(&run->stop))
            return false;
        if (play_game(w, deal - 1, g, &why)) {
            fail(run, why ? why : ct_error(w->engine));
            return false;
        }
        progress_add(&run->progress, 1);
    }
    deals_count(&w->counts, &w->deal);
    numbers_add(&w->played, deal, deal);
    return true;
}

static void *work(void *arg)
{
    struct arena_run *run = arg;
    struct worker *w = mem_zero(sizeof *w);
    char *wrong = NULL;
    struct range deal;

    w->run = run;
    memcpy(w->lineup, run->lineup, sizeof w->lineup);
    deals_begin(&w->counts, run->bots, run->setup.people);
    part_join(&run->part);
    w->engine = engine_open(run->def, &wrong);
    if (!w->engine)
        fail(run, reason(wrong));
    free(wrong);
    while (w->engine && part_take(&run->part, 1, &deal) && play_deal(w, deal.first)) {
        bool due = part_due(&run->part, &w->round);
        if (due || w->played.n == MOST_RANGES)
            hand_in(w);
        if (due)
            part_handed(&run->part);
    }
    hand_in(w);
    part_leave(&run->part);
    players_free(w->lineup, run->got.places);
    deals_free(&w->counts);
    ct_state_free(w->game);
    ct_engine_free(w->engine);
    free(w);
    return NULL;
}

/* ---- what comes out ---- */

static void timing_json(const struct arena_run *run, json_t *o, int i)
{
    const struct ct_bot_stats *s = &run->stats[i];

    json_object_set_new(o, "seconds", json_real(run->seconds[i]));
    if (!s->iterations)
        return;
    json_object_set_new(o, "iterations_per_second",
                        json_real((double)s->iterations / run->seconds[i]));
    json_object_set_new(o, "picks_per_playout",
                        json_real((double)s->picks / (double)s->iterations));
}

static void print_json(const struct arena_run *run)
{
    json_t *o = report_arena_json(&run->got);

    for (int i = 0; run->timing && i < run->bots; i++)
        timing_json(run, json_array_get(json_object_get(o, "bots"), (size_t)i), i);
    json_print(o, 2);
}

static void print_timing(const struct arena_run *run)
{
    for (int i = 0; i < run->bots; i++) {
        const struct ct_bot_stats *s = &run->stats[i];
        if (s->iterations)
            printf("%s: %.0f iterations/s, %.1f picks per playout\n", run->name[i],
                   (double)s->iterations / run->seconds[i],
                   (double)s->picks / (double)s->iterations);
    }
}

static void print(const struct arena_run *run)
{
    if (run->json) {
        print_json(run);
        return;
    }
    report_arena(&run->got);
    if (run->timing)
        print_timing(run);
}

/* ---- the command ---- */

/* How many rotations of the line-up differ. */
static int rotations(const struct arena_result *r)
{
    int n = 1, i = 0;

    while (i < r->places) {
        bool same = r->who[i] == r->who[(i + n) % r->places];
        i = same ? i + 1 : 0;
        n += !same;
    }
    return n;
}

/* Reads the line-up, and its bots by name. */
static int read_lineup(struct arena_run *run, const char *list)
{
    int listed = players_count(list);

    if (listed > MOST_BOTS) {
        complain("arena: at most %d bots", MOST_BOTS);
        return -1;
    }
    struct arena_result *r = &run->got;
    r->places = listed > run->setup.people ? listed : run->setup.people;
    if (players_read("arena", list, false, run->lineup, r->places))
        return -1;
    for (int i = 0; i < r->places; i++) {
        char name[BOT_NAME];
        int b = 0;
        player_title(&run->lineup[i], name, sizeof name);
        while (b < run->bots && strcmp(run->name[b], name) != 0)
            b++;
        if (b == run->bots)
            strcpy(run->name[run->bots++], name);
        r->name[b] = run->name[b];
        r->who[i] = b;
    }
    run->rotations = rotations(r);
    return 0;
}

static bool save(void *ctx, struct tally_file *f)
{
    struct arena_run *run = ctx;

    return arena_save(f, &run->got);
}

/* Goes on from the counts of an earlier process. */
static bool take_up(void *ctx, const struct tally_file *found, char **wrong)
{
    struct arena_run *run = ctx;
    struct arena_result before;
    bool good = arena_load(found, &before, wrong);

    if (good) {
        deals_merge(&run->got.counts, &before.counts);
        numbers_join(&run->got.numbers, &before.numbers);
        run->got.games = before.games;
        run->got.of = before.of;
    }
    arena_result_free(&before);
    return good;
}

/* Plays the deals up to the limit. EXIT_OK, or EXIT_USAGE after a message. */
static int play_all(struct arena_run *run)
{
    progress_begin(&run->progress, "games", part_left(&run->part) * (uint64_t)run->rotations);
    threads_run(run->jobs, work, run);
    progress_end(&run->progress);
    if (run->wrong)
        complain("arena: %s", run->wrong);
    return run->wrong ? EXIT_USAGE : EXIT_OK;
}

/* Plays until the target is reached, as `sim` does. */
static int play_until(struct arena_run *run)
{
    struct arena_result *r = &run->got;
    uint64_t look = 0, played = numbers_last(&r->numbers);

    do
        look = target_look(look, FIRST_LOOK_DEALS, r->of);
    while (look < played);
    for (;; look = target_look(look, FIRST_LOOK_DEALS, r->of)) {
        part_limit(&run->part, look);
        if (play_all(run) != EXIT_OK)
            return EXIT_USAGE;
        struct estimate now = arena_target_now(&run->target, r);
        bool reached = target_reached(&run->target, now, look);
        if (!reached && look < r->of)
            continue;
        target_tell(&run->target, now, look, "deals", reached);
        r->of = look;
        r->games = r->counts.games;
        return reached ? EXIT_OK : EXIT_FINDING;
    }
}

static int compete(struct arena_run *run)
{
    run->part.save = save;
    run->part.guard = &run->lock;
    run->part.take_up = take_up;
    run->part.ctx = run;
    if (!part_open(&run->part, run->got.of, "deals"))
        return EXIT_USAGE;
    if (!run->part.path && !run->until)
        part_heed(&run->part);
    part_play(&run->part);
    int rc = run->until ? play_until(run) : play_all(run);
    part_stop(&run->part);
    if (!part_end(&run->part, rc != EXIT_USAGE))
        rc = EXIT_USAGE;
    if (rc != EXIT_USAGE)
        print(run);
    return rc;
}

/* Prints what is known before the first game. */
static void describe(struct arena_run *run)
{
    struct arena_result *r = &run->got;
    uint64_t rotations = (uint64_t)run->rotations;

    r->run = tallyrun_of(run->def, &run->setup, run->seed);
    r->of = (r->games + rotations - 1) / rotations;
    for (int i = 0; i < r->places; i++)
        r->weights[i] = policies_fingerprint(&run->lineup[i]);
    deals_begin(&r->counts, run->bots, run->setup.people);
    r->until = run->until ? run->target.text : NULL;
    if (players_need_knowledge(run->lineup, r->places))
        run->setup.flags |= CT_TRACK;
}

static int prepared(struct arena_run *run, const char *name, int64_t seats, const char *bots,
                    const struct list *options)
{
    ct_definition *def = ruleset_load(name);
    int rc = EXIT_USAGE;

    pthread_mutex_init(&run->lock, NULL);
    run->def = def;
    run->setup.options = options->v;
    run->setup.noptions = options->n;
    if (def && (run->setup.people = seats_of(def, seats, 4)) > 0 && !read_lineup(run, bots) &&
        !policies_read("arena", def, &run->setup, run->lineup, run->got.places)) {
        describe(run);
        if (!run->until || arena_target_find(&run->target, "arena", &run->got))
            rc = compete(run);
    }
    policies_free(run->lineup, run->got.places);
    arena_result_free(&run->got);
    free(run->wrong);
    pthread_mutex_destroy(&run->lock);
    ct_free(def);
    return rc;
}

static bool flags_agree(struct arena_run *run)
{
    if (run->until && run->part.shard.n)
        complain("arena: --until goes without --shard. Use it with merge");
    return !run->until ||
           (!run->part.shard.n && target_read(&run->target, "arena", run->until));
}

int cmd_arena(int argc, char **argv)
{
    struct arena_run *run = mem_alloc(sizeof *run);
    int64_t seats = 0, games = 400;
    struct list options = {0}, rest = {0};
    const char *bots = "mcts:200,random";
    bool seeded = false, counted = false;

    memset(run, 0, sizeof *run);
    run->jobs = processors();
    const struct flag flags[] = {
        TEXT_FLAG("bots", &bots, "BOT,BOT[,...]",
                  "the bots, in turn around the table (mcts:200,random)"),
        SEATS_FLAG(&seats, "4, or what the game allows"),
        COUNT_FLAG("games", &games, "N",
                   "how many games (400; with --until at most this many, or 1000000000)", 1,
                   MOST_GAMES, .given = &counted),
        TEXT_FLAG("until", &run->until, "WHAT±ERROR", UNTIL_ARENA_HELP),
        SEED_FLAG(&run->seed, "the same seed gives the same output (random)", .given = &seeded),
        JOBS_FLAG(&run->jobs),
        OPTION_FLAG(&options),
        PART_FLAGS(&run->part),
        JSON_FLAG(&run->json),
        SET_FLAG("timing", &run->timing, "also print iterations per second"),
    };
    const struct usage usage =
        USAGE("arena", flags, 1, 1, PROGRAMS_HELP,
              "cantrip arena fairytale --bots mcts:200,random,random,random --games 400\n"
              "cantrip arena wizard-quest --bots mcts:2000,flat:2000,random --json");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        run->got.games = run->until && !counted ? MOST_GAMES : (uint64_t)games;
        if (!seeded)
            run->seed = seed_by_chance();
        rc = part_read(&run->part, "arena", seeded) && flags_agree(run)
                 ? prepared(run, rest.v[0], seats, bots, &options)
                 : EXIT_USAGE;
    }
    args_free(&rest);
    args_free(&options);
    free(run);
    return rc;
}
