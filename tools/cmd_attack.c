/* cmd_attack.c - `cantrip attack`: what breaks a game.
 *
 * It trains a player, watches trained play, tries plans of one rule against it, and prints what it
 * found, the worst first. */
#include "tools/attack/attack.h"

#include "policies.h"
#include "simgames.h"
#include "tools/clock.h"
#include "tools/memory.h"
#include "tools/report/report.h"
#include "tools/stopped.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* MEASURED: games that measure the trained player. A game is cut after TIMES_AS_LONG times the
 * picks of trained ones, but not before LEAST_LONG. */
enum { MEASURED = 400, TIMES_AS_LONG = 20, LEAST_LONG = 1000 };
/* Games with counted cards between two looks at the clock. */
enum { CARDS_AT_ONCE = 256 };
/* The part of the time when training ends, when watching the best picks ends, when watching drawn
 * picks ends. */
static const double LEARNING = 0.25, WATCHING = 0.35, CARDS = 0.5;

static bool train(struct attack *a)
{
    char *wrong = NULL;
    ct_learner *l = ct_learner_new(a->def, &a->setup, NULL, a->jobs, &wrong);
    uint64_t games = 0, most = (uint64_t)a->lessons;
    int rc = 0;

    if (!succeeded(l, "attack", &wrong))
        return false;
    progress_begin(&a->progress, "training games", most);
    while (!rc && games < most && !attack_over(a, LEARNING)) {
        rc = ct_learner_batch(l, most - games);
        progress_add(&a->progress, ct_learner_get(l).games - games);
        games = ct_learner_get(l).games;
    }
    progress_end(&a->progress);
    a->late = stopped();
    if (!rc && a->people > 1)
        rc = ct_learner_measure(l, MEASURED, &a->trained, NULL);
    a->longest = ct_learner_get(l).longest;
    a->longest = a->longest < LEAST_LONG ? LEAST_LONG : a->longest;
    size_t n = 0;
    char *text = rc ? NULL : ct_learner_text(l, &n);
    if (text)
        a->policy = ct_policy_read(a->def, a->name, text, n, &wrong);
    else
        wrong = mem_strdup(mem_said(ct_learner_error(l)));
    free(text);
    ct_learner_free(l);
    return succeeded(a->policy, "attack", &wrong);
}

/* Watches games of trained players who always make the pick they like best. */
static void watch(struct attack *a)
{
    struct line line = {.seed = a->seed, .deals = (uint64_t)a->games};

    course_begin(&a->course, a);
    lines_play(a, &line, 1, WATCHING, &a->course);
    const struct histogram *h = &a->course.games.histogram[OF_LENGTH];
    if (line.got.unended)
        return; /* its length says nothing */
    double picks = 0, n = (double)histogram_count(h);
    for (int32_t i = 0; i < h->bins; i++)
        picks += (double)bin_number(h->first + i) * (double)h->v[i].n;
    uint64_t longest = n > 0 ? (uint64_t)(TIMES_AS_LONG * picks / n) : LEAST_LONG;
    a->longest = longest < LEAST_LONG ? LEAST_LONG : longest;
}

static bool cards_over(void *ctx)
{
    return attack_over(ctx, CARDS);
}

/* … and of players who draw their picks; here cards are counted. False after a message. */
static bool watch_cards(struct attack *a)
{
    struct sim *sim = mem_zero(sizeof *sim);
    struct player players[1][CT_MAX_SEATS];

    for (int i = 0; i < CT_MAX_SEATS; i++)
        players[0][i] = attack_player(a, true);
    sim->def = a->def;
    sim->setup = a->setup;
    sim->name = a->name;
    sim->players = players;
    sim->seed = a->seed + 1;
    sim->jobs = a->jobs;
    sim->causal = sim->got.pairs = true;
    bool good = simgames_cards(sim, "attack", &a->options, 10 * (uint64_t)a->games,
                               CARDS_AT_ONCE, cards_over, a);
    if (sim->wrong)
        complain("note: not everything about cards is known: %s", sim->wrong);
    a->cards = sim->got;
    a->cards.run = tallyrun_of(a->def, &a->setup, a->seed);
    free(sim->wrong);
    free(sim);
    return good;
}

static bool count_seats(struct attack *a)
{
    char *wrong = NULL;
    ct_engine *engine = engine_open(a->def, &wrong);
    ct_state *game = engine ? ct_game_new(engine, &a->setup) : NULL;

    if (engine && !game)
        wrong = mem_strdup(mem_said(ct_error(engine)));
    a->seats = game ? ct_seats(game) : 0;
    ct_state_free(game);
    ct_engine_free(engine);
    return succeeded(a->seats, "attack", &wrong);
}

static int tell(struct attack *a)
{
    if (a->out && mkdir(a->out, 0777) && errno != EEXIST)
        return refuse("attack: %s: %s", a->out, strerror(errno));
    if ((a->out && !attack_replays(a)) || (a->page && !attack_page(a)))
        return EXIT_USAGE;
    attack_print(a);
    return a->found.n && !stopped() ? EXIT_FINDING : EXIT_OK;
}

static int run(struct attack *a, int64_t seats)
{
    ct_definition *def = ruleset_load(a->name);
    int rc = EXIT_USAGE;

    a->def = def;
    a->begun = seconds_now();
    if (def && (!a->page || report_may_become("attack", a->page)) &&
        (a->people = seats_of(def, seats, 4)) > 0) {
        a->setup = (struct ct_setup){.people = a->people,
                                     .seed = a->seed,
                                     .flags = CT_TRACK,
                                     .options = a->options.v,
                                     .noptions = a->options.n};
        card_names_of(&a->names, def);
        stopped_heed();
        if (count_seats(a) && train(a)) {
            watch(a);
            if (watch_cards(a)) {
                find_all(a);
                mend_all(a);
                rc = tell(a);
            }
            course_free(&a->course);
            sim_result_free(&a->cards);
        }
        card_names_free(&a->names);
    }
    findings_free(&a->found);
    free(a->plan);
    ct_policy_free(a->policy);
    ct_free(def);
    return rc;
}

int cmd_attack(int argc, char **argv)
{
    struct attack a = {.jobs = processors(), .games = 400, .lessons = 4000};
    struct list rest = {0};
    int64_t seats = 0;
    bool seeded = false, counted = false;
    const struct flag flags[] = {
        SEATS_FLAG(&seats, "4, or what the game allows"),
        COUNT_FLAG("games", &a.games, "N", "deals for each question (400)", 10, 1000000,
                   .given = &counted),
        COUNT_FLAG("learn", &a.lessons, "N", "train bots on so many games (4000)", 1,
                   100000000),
        COUNT_FLAG("time", &a.seconds, "S", "stop after S seconds", 1, 1000000),
        SEED_FLAG(&a.seed, "without --time the same seed gives the same output (random)",
                  .given = &seeded),
        JOBS_FLAG(&a.jobs),
        OPTION_FLAG(&a.options),
        TEXT_FLAG("out", &a.out, "FOLDER", "write a replay there for each fault"),
        TEXT_FLAG("report", &a.page, "FILE",
                  "write the faults to FILE, a page for the browser"),
        JSON_FLAG(&a.json),
    };
    const struct usage usage = USAGE("attack", flags, 1, 1, NULL,
                                     "cantrip attack fairytale --time 600\n"
                                     "cantrip attack ./my-game --seats 2 --out faults");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        a.name = rest.v[0];
        if (!seeded)
            a.seed = seed_by_chance();
        if (a.seconds && !counted)
            a.games = 2000;
        rc = run(&a, seats);
    }
    args_free(&rest);
    args_free(&a.options);
    return rc;
}
