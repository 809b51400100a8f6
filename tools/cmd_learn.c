/* cmd_learn.c - `cantrip learn`: trains a policy by self-play and writes it to a file, for the
 * player learnt:FILE.
 *
 * Output and file depend only on the seed and the number of games, for any number of jobs. With
 * --seconds the clock decides when to stop. Ctrl-C stops, too, and keeps what was trained. */
#include "common.h"

#include "clock.h"
#include "evaluate.h"
#include "policies.h"
#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/stats/learnresult.h"
#include "tools/stopped.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The games before the first measurement; the next come whenever they have doubled. MEASURING:
 * games in each. */
enum { FIRST_MEASURED = 1024, MEASURING = 400 };
/* After so many games without a choice, or with the same result, there is nothing to train. A win
 * may be rare. */
enum { NO_CHOICE = 320, ALL_ALIKE = 100000 };

struct learn {
    const ct_definition *def;
    struct ct_setup setup;
    const char *from, *out,
        *measure;     /* measure: a policy to measure; then nothing is trained */
    struct part part; /* of the measurement */
    char path[320];   /* --out, or the game's own */
    int64_t games, seconds;
    int jobs;
    ct_learner *learner;
    bool varied;                      /* did measured games end differently? */
    bool cut;                         /* has it said that games are cut? */
    char easier[256];                 /* the option it begins with, or "" */
    struct ct_learn_share last, past; /* of the last measurement */
    double begun;                     /* by seconds_now */
    struct progress progress;
};

static bool time_is_up(const struct learn *l)
{
    return l->seconds && seconds_now() - l->begun >= (double)l->seconds;
}

/* ---- what is told ---- */

static int failed(const struct learn *l)
{
    complain("learn: %s", mem_said(ct_learner_error(l->learner)));
    return -1;
}

static int measure(struct learn *l)
{
    uint64_t games = ct_learner_get(l->learner).games;

    if (ct_learner_measure(l->learner, MEASURING, &l->last, &l->past))
        return failed(l);
    l->varied |= l->last.error > 0;
    learn_tell(games, l->setup.people, &l->last, l->setup.people > 1 ? &l->past : NULL);
    fflush(stdout);
    return 0;
}

/* Why there is nothing to train, or NULL. `over`: all games are played. */
static const char *nothing_to_learn(const struct learn *l, struct ct_learned learned, bool over)
{
    if (!learned.choices && (over || learned.games >= NO_CHOICE))
        return "no player ever has a choice";
    if (!learned.varied && !l->varied && (over || learned.games >= ALL_ALIKE))
        return "every game has the same result, whatever players pick";
    return NULL;
}

/* Says if it begins with an easier game. */
static void tell_easier(struct learn *l, struct ct_learned learned)
{
    if (!strcmp(l->easier, learned.easier ? learned.easier : ""))
        return;
    snprintf(l->easier, sizeof l->easier, "%s", learned.easier ? learned.easier : "");
    if (learned.easier)
        printf("%8" PRIu64 " games: nobody wins yet, so it trains with %s\n", learned.games,
               l->easier);
    else
        printf("%8" PRIu64 " games: now it trains on the game itself\n", learned.games);
}

/* If one game in so many is cut, it says so, once. */
enum { CUT_TOLD = 20 };

static void tell_cut(struct learn *l, struct ct_learned learned)
{
    if (l->cut || learned.cut * CUT_TOLD < learned.games)
        return;
    l->cut = true;
    complain("learn: note: %" PRIu64 " of %" PRIu64 " games were cut after %" PRIu64
             " picks or more, because players need not end this game. Set the longest game "
             "with 'limits: {picks: N}'",
             learned.cut, learned.games, learned.longest);
}

/* Says how many games of the measurement were cut: the policy may not know how to end one. */
static void tell_measured_cut(const struct learn *l)
{
    uint64_t cut = l->last.cut + l->past.cut,
             of = (uint64_t)l->last.games + (uint64_t)l->past.games;

    if (cut)
        complain("learn: note: %" PRIu64 " of the %" PRIu64
                 " games that measured it did not end in %" PRIu64
                 " picks. 'cantrip attack' looks for the reason, and 'limits: {picks: N}' "
                 "sets the longest game",
                 cut, of, ct_learner_get(l->learner).longest);
}

/* ---- learning ---- */

/* 0: trained; 1: there is nothing to train; -1 after a message. */
static int learn_on(struct learn *l)
{
    uint64_t next = FIRST_MEASURED, measured = 0, games = 0;

    while (!stopped() && !time_is_up(l) && (!l->games || games < (uint64_t)l->games)) {
        uint64_t left = l->games ? (uint64_t)l->games - games : UINT64_MAX;
        if (ct_learner_batch(l->learner, left < next - games ? left : next - games))
            return failed(l);
        struct ct_learned learned = ct_learner_get(l->learner);
        progress_add(&l->progress, learned.games - games);
        games = learned.games;
        tell_easier(l, learned);
        tell_cut(l, learned);
        if (nothing_to_learn(l, learned, false))
            break;
        if (games < next)
            continue;
        if (measure(l))
            return -1;
        measured = games;
        next *= 2;
    }
    const char *nothing = nothing_to_learn(l, ct_learner_get(l->learner), true);
    if (nothing)
        printf("there is nothing to train: %s\n", nothing);
    return nothing ? 1 : games != measured ? measure(l) : 0;
}

static int write_out(struct learn *l)
{
    char *wrong = NULL;
    size_t n;
    char *text = mem_had(ct_learner_text(l->learner, &n));

    bool good = ct_file_replace(l->path, text, n, true, &wrong);
    if (good)
        printf("wrote %s\n", l->path);
    free(text);
    if (good)
        tell_measured_cut(l);
    if (good && l->setup.people > 1 &&
        !policy_is_above(l->last.share, l->last.error, l->last.even))
        complain("learn: note: it wins no more than its share against random bots. Train it "
                 "further with --from, or use a search (mcts:200)");
    return succeeded(good, "learn", &wrong) ? EXIT_OK : EXIT_USAGE;
}

static int learn(struct learn *l, const ct_policy *from)
{
    char *wrong = NULL;

    l->learner = ct_learner_new(l->def, &l->setup, from, l->jobs, &wrong);
    if (!succeeded(l->learner, "learn", &wrong))
        return EXIT_USAGE;
    stopped_heed();
    l->begun = seconds_now();
    progress_begin(&l->progress, "games", (uint64_t)l->games);
    int rc = learn_on(l);
    progress_end(&l->progress);
    int status = rc < 0 ? EXIT_USAGE : rc ? EXIT_FINDING : write_out(l);
    ct_learner_free(l->learner);
    return status;
}

/* Settles the file to write, and whether it may be written. */
static bool may_write(struct learn *l)
{
    char *wrong = NULL;
    int n = l->out
                ? snprintf(l->path, sizeof l->path, "%s", l->out)
                : snprintf(l->path, sizeof l->path, "%s.policy", ct_get_info(l->def, NULL).id);
    bool may = n < (int)sizeof l->path && ct_file_may_become(l->path, "policy", &wrong);

    if (!may)
        complain("learn: %s", n < (int)sizeof l->path ? reason(wrong) : "--out is too long");
    free(wrong);
    return may;
}

static int measured(struct learn *l, const ct_policy *from)
{
    ct_policy *policy = policy_open("learn", l->def, l->measure);
    int rc = EXIT_USAGE;

    if (policy && policy_fits("learn", l->measure, policy, l->setup.people) &&
        (!from || policy_fits("learn", l->from, from, l->setup.people)))
        rc = evaluate(l->def, &l->setup, policy, l->setup.people > 1 ? from : NULL,
                      (uint64_t)l->games, l->jobs, &l->part);
    ct_policy_free(policy);
    return rc;
}

static int prepared(struct learn *l, const char *name, int64_t seats)
{
    ct_definition *def = ruleset_load(name);
    ct_policy *from = NULL;
    int rc = EXIT_USAGE;

    l->def = def;
    if (def && (l->setup.people = seats_of(def, seats, 4)) > 0 &&
        (l->measure || may_write(l)) &&
        (!l->from || (from = policy_open("learn", def, l->from))))
        rc = l->measure ? measured(l, from) : learn(l, from);
    ct_policy_free(from);
    ct_free(def);
    return rc;
}

/* Only measuring can be done in parts: training goes game by game. */
static bool flags_agree(const struct learn *l)
{
    if (part_given(&l->part) && !l->measure)
        return complain("learn: --shard, --shards and --tally go with --measure");
    if (l->measure && (l->seconds || l->out))
        return complain("learn: --measure goes without --seconds and --out");
    return true;
}

int cmd_learn(int argc, char **argv)
{
    struct learn l = {.games = 20000, .jobs = processors()};
    struct list options = {0}, rest = {0};
    int64_t seats = 0;
    bool counted = false;
    const struct flag flags[] = {
        SEATS_FLAG(&seats, "4, or what the game allows"),
        COUNT_FLAG("games", &l.games, "N", "train on so many games (20000)", 1, 1000000000,
                   .given = &counted),
        COUNT_FLAG("seconds", &l.seconds, "S",
                   "stop training after S seconds, whatever --games says", 1, 10000000),
        SEED_FLAG(&l.setup.seed, "the same seed and games give the same file (0)"),
        JOBS_FLAG(&l.jobs),
        OPTION_FLAG(&options),
        TEXT_FLAG("from", &l.from, "FILE", "train FILE further"),
        TEXT_FLAG("out", &l.out, "FILE", "the file to write (GAME.policy)"),
        TEXT_FLAG("measure", &l.measure, "FILE",
                  "train nothing, but measure how well FILE plays in 400 games against random "
                  "bots, and against --from"),
        PART_FLAGS(&l.part),
    };
    const struct usage usage = USAGE(
        "learn", flags, 1, 1,
        "The bot plays against itself and learns from the results. Then let it play as "
        "learnt:FILE. Now and then\n"
        "it prints its share of the win against random bots. Ctrl-C stops it and keeps what "
        "it has learned.\n",
        "cantrip learn fairytale --games 50000\n"
        "cantrip arena fairytale --bots learnt:fairytale.policy,random,random,random\n"
        "cantrip learn fairytale --from fairytale.policy --seconds 60 --out new.policy\n"
        "cantrip learn fairytale --measure new.policy --from fairytale.policy");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        if (!counted)
            l.games = l.measure ? MEASURING : l.seconds ? 0 : l.games;
        l.setup.options = options.v;
        l.setup.noptions = options.n;
        rc = flags_agree(&l) && part_read(&l.part, "learn", true)
                 ? prepared(&l, rest.v[0], seats)
                 : EXIT_USAGE;
    }
    args_free(&options);
    args_free(&rest);
    return rc;
}
