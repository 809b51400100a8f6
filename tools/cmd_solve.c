/* cmd_solve.c - `cantrip solve`: how many deals of a game for one player can be won. For several
 * players see equilibrium.c.
 *
 * Deal i of seed S is game i of `cantrip sim --seed S`. Each deal is searched exactly, with its
 * draws known, up to a limit of picks; the rest is `undecided`. The interval is Wilson's, at 95 %,
 * for the deals that were decided. */
#include "common.h"

#include "bots.h"
#include "cantrip.h"
#include "equilibrium.h"

#include "tools/clock.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"
#include "tools/stats/partial.h"
#include "tools/stopped.h"
#include "tools/threads.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct solve_run {
    const ct_definition *def;
    struct ct_setup setup;
    uint64_t seed, deals, nodes; /* deals: searched, when the run is over */
    uint64_t of;                 /* deals wanted */
    int jobs;
    bool json, check, list, timing;
    uint8_t *answer; /* [deal]: enum ct_solve_answer */
    atomic_uint_fast64_t next;
    atomic_bool stop;
    struct progress progress;
    pthread_mutex_t lock; /* for what follows */
    uint64_t tried, pruned, wrong, deep;
    char *failure;
    double seconds;
};

static void fail(struct solve_run *run, const char *why)
{
    pthread_mutex_lock(&run->lock);
    if (!run->failure)
        run->failure = mem_strdup(why);
    atomic_store(&run->stop, true);
    pthread_mutex_unlock(&run->lock);
}

/* The seed of a deal, for `play`. */
static uint64_t deal_seed(const struct solve_run *run, uint64_t deal)
{
    struct ct_rng r = ct_rng_make(run->seed, deal);

    return ct_rng_next(&r);
}

static int solve_deal(struct solve_run *run, ct_engine *engine, ct_solver **solver,
                      ct_state **game, uint64_t i, const char **why)
{
    struct ct_setup setup = run->setup;
    struct ct_solve_report report;

    setup.seed = deal_seed(run, i);
    if (*game ? ct_game_restart(engine, *game, setup.seed)
              : !(*game = ct_game_new(engine, &setup)))
        return -1;
    if (!*solver)
        *solver = ct_solver_new(engine);
    *why = "out of memory";
    if (!*solver)
        return -1;
    enum ct_solve_answer a = ct_solver_run(*solver, *game, run->nodes, run->check, &report);
    *why = report.no_memory ? *why : NULL;
    run->answer[i] = (uint8_t)a;
    pthread_mutex_lock(&run->lock);
    run->tried += report.nodes;
    run->deep += report.too_deep;
    run->pruned += report.pruned;
    run->wrong += report.wrong;
    pthread_mutex_unlock(&run->lock);
    return a == CT_FAILED ? -1 : 0;
}

static void *work(void *arg)
{
    struct solve_run *run = arg;
    char *wrong = NULL;
    ct_engine *engine = engine_open(run->def, &wrong);
    ct_solver *solver = NULL;
    ct_state *game = NULL;
    uint64_t i;

    if (!engine)
        fail(run, wrong);
    free(wrong);
    const char *why = NULL;
    while (engine && !stopped() && !atomic_load(&run->stop) &&
           (i = atomic_fetch_add(&run->next, 1)) < run->deals)
        if (solve_deal(run, engine, &solver, &game, i, &why))
            fail(run, why ? why : ct_error(engine));
        else
            progress_add(&run->progress, 1);
    ct_solver_free(solver);
    ct_state_free(game);
    ct_engine_free(engine);
    return NULL;
}

static void run_all(struct solve_run *run)
{
    double begun = seconds_now();

    threads_run(run->jobs, work, run);
    run->seconds = seconds_now() - begun;
    if (atomic_load(&run->next) < run->deals)
        run->deals = atomic_load(&run->next);
}

/* ---- what comes out ---- */

struct interval {
    double low, high;
};

/* Wilson's interval for k of n, at 95 %. */
static struct interval wilson(uint64_t k, uint64_t n)
{
    const double z = 1.959963985;

    if (!n)
        return (struct interval){0, 1};
    double p = (double)k / (double)n, d = 1 + z * z / (double)n;
    double mid = (p + z * z / (2 * (double)n)) / d;
    double half = z * sqrt(p * (1 - p) / (double)n + z * z / (4.0 * (double)n * (double)n)) / d;
    return (struct interval){mid - half < 0 ? 0 : mid - half, mid + half > 1 ? 1 : mid + half};
}

static uint64_t count(const struct solve_run *run, enum ct_solve_answer a)
{
    uint64_t n = 0;

    for (uint64_t i = 0; i < run->deals; i++)
        n += run->answer[i] == a;
    return n;
}

static const char *const answers[] = {"winnable", "lost", "undecided", "failed"};

static json_t *deals_json(const struct solve_run *run)
{
    json_t *list = json_array();

    for (uint64_t i = 0; i < run->deals; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:s}", "seed", json_seed(deal_seed(run, i)),
                                        "answer", answers[run->answer[i]]));
    return list;
}

static void print_json(const struct solve_run *run, uint64_t won, uint64_t open)
{
    struct interval i = wilson(won, run->deals - open);
    uint64_t decided = run->deals - open;
    json_t *o = json_pack("{s:s, s:s, s:o, s:o}", "ruleset", ct_get_info(run->def, NULL).id,
                          "version", CT_VERSION, "seed", json_seed(run->seed), "options",
                          json_texts(run->setup.options, run->setup.noptions));

    partial_json(o, &FIRST_OF(run->deals), run->of);
    json_object_update_new(
        o,
        json_pack("{s:I, s:I, s:I, s:o, s:[o,o], s:I, s:I, s:o*, s:o*, s:o*}", "deals",
                  (json_int_t)run->deals, "winnable", (json_int_t)won, "undecided",
                  (json_int_t)open, "share",
                  decided ? json_rounded((double)won / (double)decided) : json_null(),
                  "interval", json_rounded(i.low), json_rounded(i.high), "nodes",
                  (json_int_t)run->tried, "pruned", (json_int_t)run->pruned, "wrongly_hopeless",
                  run->check ? json_integer((json_int_t)run->wrong) : NULL, "list",
                  run->list ? deals_json(run) : NULL, "seconds",
                  run->timing ? json_real(run->seconds) : NULL));
    json_print(o, 2);
}

static void print_text(const struct solve_run *run, uint64_t won, uint64_t open)
{
    struct interval i = wilson(won, run->deals - open);
    uint64_t decided = run->deals - open;

    printf("%s: %" PRIu64 " deals, seed %" PRIu64 "\n", ct_get_info(run->def, NULL).title,
           run->deals, run->seed);
    partial_print(&FIRST_OF(run->deals), run->of, "deals");
    printf("winnable   %6" PRIu64 "  %.1f %% of those decided (95 %%: %.1f to %.1f)\n", won,
           decided ? 100.0 * (double)won / (double)decided : 0.0, 100 * i.low, 100 * i.high);
    printf("undecided  %6" PRIu64 "  after %" PRIu64 " picks each\n", open, run->nodes);
    if (run->deep)
        printf("%" PRIu64 " of these: more picks in a row than 64 MB hold\n", run->deep);
    printf("%" PRIu64 " picks tried, %" PRIu64 " positions called hopeless\n", run->tried,
           run->pruned);
    if (run->check)
        printf(run->wrong ? "bot.hopeless is WRONG: %" PRIu64 " of them on the way to a win\n"
                          : "bot.hopeless was never wrong: %" PRIu64
                            " of them on the way to a win\n",
               run->wrong);
    else if (run->pruned)
        text_wrapf(stdout, 1,
                   "(by the ruleset's bot.hopeless; --check searches them too: does it hold "
                   "for this ruleset?)");
    if (run->timing)
        printf("%.2f s, %.0f picks/s\n", run->seconds, (double)run->tried / run->seconds);
}

static void print_deals(const struct solve_run *run)
{
    for (uint64_t i = 0; i < run->deals; i++)
        printf("%" PRIu64 " --seed %" PRIu64 " %s\n", i, deal_seed(run, i),
               answers[run->answer[i]]);
}

/* ---- the command ---- */

static int solve(struct solve_run *run)
{
    run->answer = mem_alloc(run->deals);
    memset(run->answer, CT_UNDECIDED, run->deals);
    pthread_mutex_init(&run->lock, NULL);
    progress_begin(&run->progress, "deals", run->deals);
    run_all(run);
    progress_end(&run->progress);
    int rc = run->wrong ? EXIT_FINDING : EXIT_OK;
    uint64_t won = count(run, CT_WINNABLE), open = count(run, CT_UNDECIDED);
    if (run->failure) {
        rc = refuse("solve: %s", run->failure);
    } else if (run->json) {
        print_json(run, won, open);
    } else {
        if (run->list)
            print_deals(run);
        print_text(run, won, open);
    }
    free(run->failure);
    free(run->answer);
    pthread_mutex_destroy(&run->lock);
    return rc;
}

/* Were flags given that are for another number of players? False after a message. */
static bool flags_fit(const struct solve_run *run, const struct equilibrium *several)
{
    const char *id = ct_get_info(run->def, NULL).id;
    const char *one = run->deals   ? "--deals"
                      : run->check ? "--check"
                      : run->list  ? "--list"
                                   : NULL;
    const char *more = several->bots         ? "--bots"
                       : several->iterations ? "--iterations"
                       : several->asks       ? "--asks"
                                             : NULL;

    if (run->setup.people > 1 && one)
        complain("solve: %s is not a solitaire: %s does not go with it", id, one);
    else if (run->setup.people == 1 && more)
        complain("solve: %s is a solitaire: %s does not go with it", id, more);
    else if (several->bots && several->iterations)
        complain("solve: --bots and --iterations do not go together");
    return run->setup.people > 1 ? !one && !(several->bots && several->iterations) : !more;
}

/* Solves a game for several players exactly. */
static int solve_several(const struct solve_run *run, struct equilibrium *several)
{
    several->def = run->def;
    several->setup = run->setup;
    several->seed = run->seed;
    several->positions = run->nodes ? run->nodes : 2000000;
    several->iterations = several->iterations ? several->iterations : 2000;
    several->asks = several->asks ? several->asks : 20;
    several->json = run->json;
    several->timing = run->timing;
    return equilibrium_solve(several);
}

static int prepared(struct solve_run *run, struct equilibrium *several, const char *name,
                    int64_t seats, const struct list *options)
{
    ct_definition *def = ruleset_load(name);
    int rc = EXIT_USAGE;

    run->def = def;
    run->setup.options = options->v;
    run->setup.noptions = options->n;
    if (def &&
        (run->setup.people = seats_of(def, seats, ct_get_info(def, NULL).min_people)) > 0 &&
        flags_fit(run, several)) {
        run->deals = run->of = run->deals ? run->deals : 300;
        run->nodes = run->nodes || run->setup.people > 1 ? run->nodes : 200000;
        rc = run->setup.people > 1 ? solve_several(run, several) : solve(run);
    }
    ct_free(def);
    return rc;
}

int cmd_solve(int argc, char **argv)
{
    struct solve_run run = {.jobs = processors()};
    struct equilibrium several = {0};
    int64_t deals = 0, nodes = 0, seats = 0;
    struct list options = {0}, rest = {0};
    bool seeded = false;
    const struct flag flags[] = {
        COUNT_FLAG("deals", &deals, "N", "solitaire: how many deals (300)", 1, 100000000),
        SEED_FLAG(&run.seed, "deals as in `sim`, and the bots' random picks (random)",
                  .given = &seeded),
        COUNT_FLAG(
            "nodes", &nodes, "N",
            "solitaire: picks to try for each deal (200000); else positions in all (2000000)",
            1, 1000000000000),
        OPTION_FLAG(&options),
        SET_FLAG("check", &run.check,
                 "solitaire: search hopeless positions, too: is bot.hopeless ever wrong?"),
        SET_FLAG("list", &run.list, "solitaire: each deal, with its seed for `play`"),
        SEATS_FLAG(&seats, "the fewest the game allows"),
        TEXT_FLAG("bots", &several.bots, "BOT[,BOT...]",
                  "how far these bots are from their best responses"),
        INT_FLAG("iterations", &several.iterations, "N",
                 "iterations towards the equilibrium "
                 "(2000)",
                 1, 1000000000),
        INT_FLAG("asks", &several.asks, "N", "ask a bot so often in each information set (20)",
                 1, 1000000),
        INT_FLAG("jobs", &run.jobs, "N", "solitaire: threads (one per processor)", 1, 1024),
        JSON_FLAG(&run.json),
        SET_FLAG("timing", &run.timing, "also print wall time"),
    };
    const struct usage usage =
        USAGE("solve", flags, 1, 1, PROGRAMS_HELP,
              "cantrip solve wizard-quest --deals 300 --seed 1\n"
              "cantrip solve wizard-quest --option difficulty=hard --deals 1000 --json\n"
              "cantrip solve kuhn\ncantrip solve kuhn --bots learnt,random");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        run.deals = (uint64_t)deals;
        run.nodes = (uint64_t)nodes;
        if (!seeded)
            run.seed = seed_by_chance();
        stopped_heed();
        rc = prepared(&run, &several, rest.v[0], seats, &options);
    }
    args_free(&rest);
    args_free(&options);
    return rc;
}
