/* cmd_sim.c - `cantrip sim`: many games over threads, counted.
 *
 * Game i of seed S has a seed of its own, made of (S, i), so that it does not matter which
 * thread plays it; and `cantrip play --seed` with that seed shows it. Threads take the next
 * games (tools/stats/part.h) and, at a terminal, count those played; they share nothing else that
 * is written until they hand in what they have counted.
 */
#include "common.h"

#include "bots.h"
#include "causal.h"
#include "policies.h"
#include "recorder.h"
#include "skill.h"
#include "tools/memory.h"
#include "tools/records/records.h"
#include "tools/report/report.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"
#include "tools/stats/part.h"
#include "tools/stats/simresult.h"
#include "tools/stats/target.h"
#include "variants.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A thread takes so many games. */
enum { GAMES_AT_ONCE = 16, MOST_GAMES = 1000000000 };

enum { HOOKS = 256 }; /* that are counted */

/* So many games of a run, the first, have others beside them for --skill. */
enum { SKILL_GAMES = 400 };

struct sim {
    const ct_definition *def;
    struct ct_setup setup;
    struct variants variants;               /* of its options, played in turn */
    struct player (*players)[CT_MAX_SEATS]; /* of each */
    char title[CT_MAX_SEATS][320];          /* of these */
    const char *bots, *name, *record;       /* name: of the ruleset as it was given */
    struct sim *other;                      /* that it is compared with, or NULL */
    const char *against;                    /* a ruleset beside which cards are told; or NULL */
    const char *page;                       /* --report, or NULL */
    const char *levels;                     /* --skill, or NULL; read: */
    struct skill skill;
    bool relearn;                   /* … who learns does so in each of them */
    bool causal;                    /* an offer of each game is played out both ways */
    struct recorder *recorder;      /* or NULL */
    const char *records_path;       /* where the games go as tables; or NULL */
    struct records_run records_run; /* … what is said of them all */
    struct records *records;        /* or NULL */
    const char *until;              /* --until, or NULL; read: */
    struct target target;
    uint64_t seed, games;
    struct part *part; /* of the games; the first of them, from 1 */
    uint64_t first;
    int jobs;
    bool json, timing, plain;
    atomic_uint_fast64_t stop; /* the first game that failed; later ones are not wanted */
    struct progress progress;
    pthread_mutex_t lock;  /* for what follows */
    struct sim_result got; /* what is told of the games */
    char *wrong;           /* of the first game that failed */
    struct hook_count {
        const char *name;
        uint64_t runs, reruns;
    } hook[HOOKS];
    int nhooks;
    double processor; /* seconds, of all threads */
};

/* What one thread plays with. */
struct worker {
    ct_engine *engine;
    ct_state *game, *games[MOST_VARIANTS]; /* the one under way; of each variant, or NULL */
    struct player *players, (*all)[CT_MAX_SEATS]; /* … its players; of each */
    struct tally tally;
    struct card_tally cards;
    struct report_tally *report;     /* or NULL */
    uint64_t number;                 /* of the game under way, from 1 */
    struct numbers played;           /* … in these games, which are to be handed in */
    unsigned round;                  /* of handing in */
    uint64_t forfeits[CT_MAX_SEATS]; /* that were handed in */
    unsigned counted;                /* seats whose cards are counted */
    struct record record;            /* of the game under way */
    const char *wrong;               /* what a bot that failed says */
    struct worker *beside;       /* plays the same games of what it is compared with, or NULL */
    struct versus_tally *versus; /* … what differs */
    struct skill_worker *skill;  /* or NULL */
    struct causal *causal, causals[MOST_VARIANTS]; /* --causal: its sample; of each variant */
    struct causal_tally *gains;                    /* … what samples came to; or NULL */
};

/* `rec`: where the picks are noted, or NULL. */
static int play_out(const struct sim *sim, struct worker *own, struct ct_replay *rec)
{
    ct_engine *engine = own->engine;
    ct_state *game = own->game;
    int rc;

    while ((rc = ct_advance(engine, game)) == 1) {
        unsigned pending = ct_pending(game);
        if (own->report)
            reporttally_asked(own->report, engine, game);
        for (int seat = 0; pending >> seat; seat++) {
            if (!(pending >> seat & 1))
                continue;
            int n = ct_choices(engine, game, seat);
            if (n < 1)
                return -1;
            struct player *player = &own->players[seat];
            int pick = player_choose(player, sim->def, game, seat, n);
            if (pick < 0)
                own->wrong = player_error(player);
            if (pick < 0 || (player->kind == PLAYER_BOT && ct_choices(engine, game, seat) != n))
                return -1;
            bool counts = n > 1 && own->counted >> seat & 1;
            if (counts)
                cardtally_pick(&own->cards, engine, game, seat, n, pick);
            if (counts && own->gains)
                causal_offer(own->causal, engine, game, seat, n, pick, &own->cards,
                             sim->got.kind, player);
            if (n > 1 && sim->records_run.picks)
                record_pick(&own->record, engine, game, seat, n, pick);
            if (n > 1 && own->report)
                reporttally_pick(own->report, engine, game, seat, n, pick,
                                 counts ? &own->cards : NULL, own->number);
            if (rec)
                ct_replay_note(rec, engine, game, seat, pick);
            if (ct_pick(engine, game, seat, pick))
                return -1;
        }
    }
    return rc;
}

/* Notes the failure of the earliest game. One that could not even begin is told without its
 * number: no other could. */
static void note_failure(struct sim *sim, uint64_t game, uint64_t seed, bool begun,
                         const char *why)
{
    pthread_mutex_lock(&sim->lock);
    if (game < atomic_load(&sim->stop)) {
        atomic_store(&sim->stop, game);
        free(sim->wrong);
        sim->wrong = mem_alloc(strlen(why) + 128);
        if (!begun)
            strcpy(sim->wrong, why);
        else
            sprintf(sim->wrong,
                    "game %" PRIu64 " (--seed %" PRIu64 " of `cantrip play`) failed: %s",
                    game + 1, seed, why);
    }
    pthread_mutex_unlock(&sim->lock);
    if (sim->recorder)
        recorder_give_up(sim->recorder);
    if (sim->records)
        records_give_up(sim->records);
}

static void gather_hooks(struct sim *sim, const ct_engine *engine)
{
    struct hook_count h;

    for (int i = 0; i < HOOKS && ct_get_hook(engine, i, &h.name, &h.runs, &h.reruns); i++) {
        sim->hook[i].name = h.name;
        sim->hook[i].runs += h.runs;
        sim->hook[i].reruns += h.reruns;
        if (i >= sim->nhooks)
            sim->nhooks = i + 1;
    }
}

/* Plays a game that has begun, for the record too if there is one. */
static int play_game(struct sim *sim, struct worker *own, uint64_t i)
{
    ct_engine *engine = own->engine;
    ct_state *game = own->game;
    struct ct_replay rec = {0};
    char title[512];

    if (!sim->recorder)
        return play_out(sim, own, NULL);
    ct_replay_init(&rec, engine, game, sim->name);
    for (int k = 0; k < ct_seats(game); k++)
        ct_replay_player(&rec, k, player_title(&own->players[k], title, sizeof title));
    int rc = play_out(sim, own, &rec);
    if (rc >= 0)
        rc = ct_replay_close(&rec, engine, game);
    char *text = rc < 0 ? NULL : mem_had(ct_replay_text(&rec));
    ct_replay_free(&rec);
    if (rc >= 0 && !text)
        own->wrong = "out of memory";
    if (text && !recorder_put(sim->recorder, i + 1 - sim->first, text))
        atomic_store(&sim->stop, 0);
    return text ? rc : -1;
}

/* The game that is over goes to the records. */
static bool keep(struct sim *sim, struct worker *own, uint64_t i, uint64_t seed,
                 const struct ct_result *r)
{
    if (!record_end(&own->record, own->engine, own->game, i + 1, seed, r))
        return false;
    if (!records_put(sim->records, i + 1 - sim->first, &own->record))
        atomic_store(&sim->stop, 0);
    return true;
}

/* Only the seats of the first player's kind are counted: where players differ, the better one
 * would make its cards look better. */
static unsigned seats_counted(const struct sim *sim, const struct worker *own)
{
    char first[512], title[512];
    unsigned counted = 0;

    player_title(&own->players[0], first, sizeof first);
    for (int i = 0; sim_counts_cards(&sim->got) && i < ct_seats(own->game); i++)
        if (ct_is_person(own->game, i) &&
            !strcmp(first, player_title(&own->players[i], title, sizeof title)))
            counted |= 1u << i;
    return counted;
}

static bool begin_sample(struct worker *own, uint64_t number, uint64_t seed)
{
    bool good = !own->gains || causal_begin(own->causal, own->game, seed, number);

    if (!good)
        own->wrong = "out of memory";
    return good;
}

/* The game of this number (from 1) begins, with the options that it has. */
static bool begin_game(const struct sim *sim, struct worker *own, uint64_t number,
                       uint64_t seed)
{
    int at = variant_of(&sim->variants, number);
    struct ct_setup setup = sim->setup;

    setup.seed = seed;
    setup.options = sim->variants.options[at].v;
    own->players = own->all[at];
    players_seed(own->players, CT_MAX_SEATS, seed);
    for (int i = 0; own->report && i < sim->variants.several; i++)
        own->report->value[i] = variant_value(&sim->variants, at, i);
    own->game = own->games[at];
    own->causal = &own->causals[at];
    if (own->game)
        return !ct_game_restart(own->engine, own->game, seed) &&
               begin_sample(own, number, seed);
    own->game = own->games[at] = ct_game_new(own->engine, &setup);
    if (own->game)
        own->counted = seats_counted(sim, own);
    return own->game && begin_sample(own, number, seed);
}

/* Answers of the programs at a seat that were none. */
static uint64_t forfeits(const struct sim *sim, const struct worker *own, int seat)
{
    uint64_t n = 0;

    for (int i = 0; own->all && i < sim->variants.n; i++)
        n += player_forfeits(&own->all[i][seat]);
    return n;
}

/* Adds what the thread has counted of one ruleset. */
static void add_counts(struct sim *sim, struct worker *own)
{
    tally_merge(&sim->got.total, &own->tally);
    own->tally = (struct tally){0};
    if (sim_counts_cards(&sim->got)) {
        cardtally_merge(&sim->got.card, &own->cards);
        cardtally_clear(&own->cards);
    }
    if (own->report) {
        reporttally_merge(sim->got.report, own->report);
        reporttally_clear(own->report);
    }
    if (own->versus) {
        versus_merge(sim->got.versus, own->versus);
        versus_clear(own->versus);
    }
    if (own->skill) {
        skilltally_merge(sim->got.skill, &own->skill->tally);
        skilltally_clear(&own->skill->tally);
    }
    if (own->gains) {
        causaltally_merge(sim->got.causal, own->gains);
        causaltally_clear(own->gains);
    }
    numbers_join(&sim->got.numbers, &own->played);
    numbers_free(&own->played);
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        uint64_t now = forfeits(sim, own, i);
        sim->got.forfeits[i] += now - own->forfeits[i];
        own->forfeits[i] = now;
    }
}

/* Adds what the thread has counted since it last did so. */
static void hand_in(struct sim *sim, struct worker *own)
{
    pthread_mutex_lock(&sim->lock);
    add_counts(sim, own);
    if (own->beside)
        add_counts(sim->other, own->beside);
    pthread_mutex_unlock(&sim->lock);
}

/* The games beside game i in which players of different levels meet. */
static bool play_levels(struct sim *sim, struct worker *own, uint64_t i, uint64_t seed)
{
    const char *wrong = skill_play(&sim->skill, own->skill, own->engine, i + 1, seed);

    if (wrong)
        note_failure(sim, i, seed, true, wrong);
    return !wrong;
}

/* Plays and counts game i (from 0). False: it failed, which is noted. */
static bool play_one(struct sim *sim, struct worker *own, uint64_t i, struct ct_result *r)
{
    uint64_t seed = game_seed(sim->seed, i + 1);

    own->number = i + 1;
    if (!begin_game(sim, own, i + 1, seed) || play_game(sim, own, i) < 0 ||
        ct_get_result(own->engine, own->game, r) ||
        (sim->records && !keep(sim, own, i, seed, r)) ||
        (own->gains &&
         causal_play(own->causal, own->engine, own->players, own->gains, &own->wrong))) {
        note_failure(sim, i, seed, own->game != NULL,
                     own->wrong ? own->wrong : ct_error(own->engine));
        return false;
    }
    if (own->skill && !play_levels(sim, own, i, seed))
        return false;
    tally_game(&own->tally, own->game, r);
    if (sim_counts_cards(&sim->got))
        cardtally_game(&own->cards, r, i + 1);
    if (own->report)
        reporttally_game(own->report, own->engine, own->game, r, i + 1);
    numbers_add(&own->played, i + 1, i + 1);
    return true;
}

/* The same game of what it is compared with, and what differs. */
static bool play_beside(struct sim *sim, struct worker *own, uint64_t i,
                        const struct ct_result *r)
{
    struct worker *beside = own->beside;
    struct ct_result then;

    if (!play_one(sim->other, beside, i, &then))
        return false;
    versus_game(own->versus, &own->cards, &beside->cards, r, &then,
                ct_get_stats(own->game).picks, ct_get_stats(beside->game).picks, i + 1);
    return true;
}

/* Is game i wanted still: did none before it fail? */
static bool is_wanted(struct sim *sim, uint64_t i)
{
    return i < atomic_load(&sim->stop) && (!sim->other || i < atomic_load(&sim->other->stop));
}

/* Plays some games, whose numbers are from 1. */
static int play_some(struct sim *sim, struct worker *own, struct range games)
{
    for (uint64_t i = games.first - 1; i < games.last && is_wanted(sim, i); i++) {
        struct ct_result r;
        if (!play_one(sim, own, i, &r) || (own->beside && !play_beside(sim, own, i, &r)))
            return -1;
        progress_add(&sim->progress, 1);
        bool due = part_due(sim->part, &own->round);
        if (due || own->played.n == MOST_RANGES)
            hand_in(sim, own);
        if (due)
            part_handed(sim->part);
    }
    return 0;
}

static bool begin_worker(struct sim *sim, struct worker *own)
{
    char *wrong = NULL;

    size_t players = (size_t)sim->variants.n * sizeof *own->all;

    own->all = mem_alloc(players);
    memcpy(own->all, sim->players, players);
    if (sim_counts_cards(&sim->got))
        sim_begin_cards(&sim->got, &own->cards);
    own->report = sim->got.report ? reporttally_new(&sim->got.names) : NULL;
    own->gains =
        sim->got.causal ? causaltally_new(sim->got.names.kinds, sim->got.names.cards) : NULL;
    own->engine = engine_open(sim->def, &wrong);
    if (own->engine) {
        ct_count_hooks(own->engine, sim->timing);
        ct_engine_plain(own->engine, sim->plain);
    } else {
        note_failure(sim, 0, sim->seed, false, reason(wrong));
    }
    free(wrong);
    return own->engine != NULL;
}

static void free_worker(const struct sim *sim, struct worker *own)
{
    for (int i = 0; own->all && i < sim->variants.n; i++) {
        players_free(own->all[i], CT_MAX_SEATS);
        ct_state_free(own->games[i]);
        causal_free(&own->causals[i]);
    }
    free(own->all);
    cardtally_free(&own->cards);
    record_clear(&own->record);
    reporttally_free(own->report);
    versus_free(own->versus);
    causaltally_free(own->gains);
    ct_engine_free(own->engine);
}

static void *work(void *arg)
{
    struct sim *sim = arg;
    struct worker own = {0}, beside = {0};
    struct skill_worker skill = {0};
    struct range games;

    part_join(sim->part);
    bool begun = begin_worker(sim, &own);
    if (sim->other) {
        own.beside = &beside;
        own.versus = versus_new(&sim->got.names, &sim->other->got.names);
        begun = begin_worker(sim->other, &beside) && begun;
    }
    if (sim->got.skill) {
        own.skill = &skill;
        skill_begin(&sim->skill, &skill, sim->got.skill);
    }
    while (begun && part_take(sim->part, GAMES_AT_ONCE, &games) &&
           !play_some(sim, &own, games)) {
    }
    hand_in(sim, &own);
    part_leave(sim->part);
    if (own.engine) {
        pthread_mutex_lock(&sim->lock);
        gather_hooks(sim, own.engine);
        pthread_mutex_unlock(&sim->lock);
    }
    skill_end(&skill);
    free_worker(sim, &own);
    if (sim->other)
        free_worker(sim->other, &beside);
    return NULL;
}

/* Seconds of processor that the command has used, in all its threads. */
static double processor(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Runs all games; seconds it took. */
static double run(struct sim *sim)
{
    struct timespec begun, done;
    double busy = processor();
    pthread_t *thread = mem_alloc((size_t)sim->jobs * sizeof *thread);
    int n = 0;

    clock_gettime(CLOCK_MONOTONIC, &begun);
    while (n < sim->jobs - 1 && !pthread_create(&thread[n], NULL, work, sim))
        n++;
    work(sim);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &done);
    sim->processor = processor() - busy;
    free(thread);
    return (double)(done.tv_sec - begun.tv_sec) + (double)(done.tv_nsec - begun.tv_nsec) / 1e9;
}

/* ---- what comes out ---- */

static void timing_json(const struct sim *sim, json_t *o, double seconds)
{
    const struct tally *t = &sim->got.total;
    json_t *hooks = json_object();

    json_object_set_new(o, "seconds", json_real(seconds));
    json_object_set_new(o, "processor_seconds", json_real(sim->processor));
    json_object_set_new(o, "games_per_second", json_real((double)t->games / seconds));
    json_object_set_new(o, "picks_per_second", json_real((double)t->picks / seconds));
    json_object_set_new(o, "reruns", json_integer((json_int_t)t->reruns));
    for (int i = 0; i < sim->nhooks; i++)
        json_object_set_new(hooks, sim->hook[i].name,
                            json_pack("{s:I, s:I}", "runs", (json_int_t)sim->hook[i].runs,
                                      "reruns", (json_int_t)sim->hook[i].reruns));
    json_object_set_new(o, "hooks", hooks);
}

static void print_timing(const struct sim *sim, double seconds)
{
    struct table t = {.split = 1, .columns = 3, .right = {false, true, true}};

    printf("\n%.2f s with %d %s (%.2f s of processor): %.0f games/s, %.0f picks/s; %" PRIu64
           " hooks, %" PRIu64 " re-runs\n",
           seconds, sim->jobs, sim->jobs == 1 ? "job" : "jobs", sim->processor,
           (double)sim->got.total.games / seconds, (double)sim->got.total.picks / seconds,
           sim->got.total.hooks, sim->got.total.reruns);
    table_add(&t, "hook");
    table_add(&t, "runs");
    table_add(&t, "re-runs");
    for (int i = 0; i < sim->nhooks; i++) {
        table_add(&t, sim->hook[i].name);
        table_addf(&t, "%" PRIu64, sim->hook[i].runs);
        table_addf(&t, "%" PRIu64, sim->hook[i].reruns);
    }
    if (sim->nhooks)
        table_print(&t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&t);
}

/* ---- the command ---- */

/* Files of games, which get their names if they are wanted. False after a message. */
static bool close_files(struct sim *sim, bool wanted)
{
    bool good = !sim->recorder || recorder_end(sim->recorder, wanted);

    sim->recorder = NULL;
    good = (!sim->records || records_close(sim->records, wanted)) && good;
    sim->records = NULL;
    return good;
}

/* Plays the games that the part still has to, up to its limit; adds the seconds it took. EXIT_OK, or EXIT_USAGE after a
 * message. */
static int play_all(struct sim *sim, double *seconds)
{
    atomic_init(&sim->stop, UINT64_MAX);
    if (sim->other)
        atomic_init(&sim->other->stop, UINT64_MAX);
    progress_begin(&sim->progress, "games", part_left(sim->part));
    *seconds += run(sim);
    progress_end(&sim->progress);
    const struct sim *failed = sim;
    if (sim->other && sim->other->stop < sim->stop)
        failed = sim->other;
    if (failed->wrong)
        complain("sim: %s", failed->wrong);
    return failed->wrong ? EXIT_USAGE : EXIT_OK;
}

/* From look to look, until the target is reached: EXIT_OK, or EXIT_FINDING where it is not. Looks before the last game
 * that was played were in vain: else no more would have been. */
static int play_until(struct sim *sim, double *seconds)
{
    struct sim_result *r = &sim->got;
    uint64_t look = 0, played = numbers_last(&r->numbers);

    do
        look = target_look(look, FIRST_LOOK_GAMES, r->of);
    while (look < played);
    for (;; look = target_look(look, FIRST_LOOK_GAMES, r->of)) {
        part_limit(sim->part, look);
        if (play_all(sim, seconds) != EXIT_OK)
            return EXIT_USAGE;
        double error = sim_target_error(&sim->target, r);
        bool reached = target_reached(&sim->target, error, look);
        if (!reached && look < r->of)
            continue;
        target_tell(&sim->target, error, look, "games", reached);
        r->of = look;
        return reached ? EXIT_OK : EXIT_FINDING;
    }
}

static void finish(struct sim *sim)
{
    close_files(sim, false);
    sim_result_free(&sim->got);
    free(sim->wrong);
    pthread_mutex_destroy(&sim->lock);
}

/* What is counted so far; both rulesets of a comparison. */
static bool save(void *ctx, struct tally_file *f)
{
    struct sim *sim = ctx;

    pthread_mutex_lock(&sim->lock);
    bool good = sim_save(f, &sim->got, sim->other ? &sim->other->got : NULL);
    pthread_mutex_unlock(&sim->lock);
    return good;
}

/* Counts on from what an earlier process had counted. */
static bool take_up(struct sim *sim, const struct tally_file *found)
{
    struct sim_result a, b;
    char *wrong = NULL;
    bool good = !found->nfields || sim_load(found, &a, &b, &wrong);

    if (!found->nfields)
        return true;
    if (good) {
        tally_merge(&sim->got.total, &a.total);
        if (sim_counts_cards(&sim->got))
            cardtally_merge(&sim->got.card, &a.card);
        if (sim->got.report)
            reporttally_merge(sim->got.report, a.report);
        if (sim->got.causal && a.causal)
            causaltally_merge(sim->got.causal, a.causal);
        if (sim->got.skill && a.skill)
            skilltally_merge(sim->got.skill, a.skill);
        for (int i = 0; i < CT_MAX_SEATS; i++)
            sim->got.forfeits[i] += a.forfeits[i];
        numbers_join(&sim->got.numbers, &a.numbers);
    } else {
        complain("sim: %s", reason(wrong));
    }
    sim_result_free(&a);
    sim_result_free(&b);
    free(wrong);
    return good;
}

/* Which games this process plays. Then: part_end. */
static bool begin_part(struct sim *sim)
{
    struct tally_file head = {0}, found = {0};

    sim->part->save = save;
    sim->part->ctx = sim;
    bool good = (!sim->part->path || save(sim, &head));
    head.of = sim->games;
    head.unit = "games";
    good = good && part_begin(sim->part, &head, &found);
    if (good && !take_up(sim, &found)) {
        part_end(sim->part, false);
        good = false;
    }
    sim->got.of = good ? sim->part->of : sim->games;
    tallyfile_free(&head);
    tallyfile_free(&found);
    return good;
}

static void print(const struct sim *sim, double seconds)
{
    if (!sim->json && sim->other) {
        sim_print_both(&sim->got, &sim->other->got);
    } else if (!sim->json) {
        sim_print(&sim->got);
        if (sim->timing)
            print_timing(sim, seconds);
    } else {
        json_t *o =
            sim->other ? sim_json_both(&sim->got, &sim->other->got) : sim_json(&sim->got);
        if (sim->timing)
            timing_json(sim, o, seconds);
        json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
        puts("");
        json_decref(o);
    }
}

/* Plays what is to be played, of both rulesets if there are two. */
static int play(struct sim *sim, double *seconds)
{
    int rc;

    *seconds = 0;
    sim->first = sim->part->todo.n ? sim->part->todo.v->first : 1;
    part_play(sim->part);
    rc = sim->until ? play_until(sim, seconds) : play_all(sim, seconds);
    if (rc == EXIT_OK && sim->relearn)
        complain("note: each version was learnt for itself: what the change does not touch may "
                 "differ, too");
    part_stop(sim->part);
    return rc;
}

/* Of what is written or compared a part is no use: then a signal ends us, and nothing is left behind. */
static bool only_prints(const struct sim *sim)
{
    return !sim->part->path && !sim->recorder && !sim->records && !sim->other && !sim->until;
}

static int simulate(struct sim *sim)
{
    double seconds;

    if (!begin_part(sim))
        return EXIT_USAGE;
    if (only_prints(sim))
        part_heed(sim->part);
    int rc = play(sim, &seconds);
    bool wanted = rc != EXIT_USAGE;
    if (!close_files(sim, wanted))
        wanted = false;
    if (!part_end(sim->part, wanted) || !wanted)
        return EXIT_USAGE;
    print(sim, seconds);
    if (sim->page &&
        !report_write("sim", sim->page, &sim->got, sim->other ? &sim->other->got : NULL))
        rc = EXIT_USAGE;
    return rc;
}

/* Replays say how the game stands with all that the seats know. */
static bool may_record(struct sim *sim)
{
    char *wrong = NULL;

    if (ct_file_may_become(sim->record, "replay", &wrong))
        sim->recorder = recorder_new(sim->record);
    else
        complain("sim: %s", reason(wrong));
    sim->setup.flags |= CT_TRACK;
    free(wrong);
    return sim->recorder != NULL;
}

/* After look_at_seats. */
static bool open_records(struct sim *sim)
{
    const struct tally_run *played = &sim->got.run;
    struct records_run *run = &sim->records_run;

    run->def = sim->def;
    run->id = played->id;
    run->title = played->title;
    run->seed = sim->seed;
    run->games = sim->games;
    run->behaviour = played->behaviour;
    run->people = played->people;
    run->options = played->options;
    run->noptions = played->noptions;
    run->seats = sim->got.seats;
    memcpy(run->bot, sim->got.bot, sizeof run->bot);
    sim->records = records_open(sim->records_path, run, "sim");
    return sim->records != NULL;
}

/* With --relearn: is there anybody who learns, and nobody who cannot? */
static bool learns_anew(const struct sim *sim)
{
    bool good = !sim->relearn || policies_unnamed(*sim->players, sim->setup.people);

    if (!good)
        complain("sim: --relearn is for players who learn the game themselves, such as --bots "
                 "learnt");
    return good;
}

/* The policies of those who play; of a second version, unless each is to learn for itself, those of the first. */
static int read_policies(struct sim *sim, struct sim *first)
{
    int rc = 0;

    for (int i = 0; i < sim->variants.n && !rc; i++) {
        struct ct_setup setup = sim->setup;
        setup.options = sim->variants.options[i].v;
        rc = first && !sim->relearn
                 ? policies_share("sim", sim->def, &setup, first->players[i], sim->players[i],
                                  CT_MAX_SEATS)
                 : policies_read("sim", sim->def, &setup, sim->players[i], CT_MAX_SEATS);
    }
    return rc;
}

/* Who sits where, as a game of a variant has it. False after a message: it cannot begin, or has other seats. */
static bool look_at(struct sim *sim, int variant)
{
    struct ct_setup setup = sim->setup;
    struct player *players = sim->players[variant];
    char *wrong = NULL;
    ct_engine *engine = engine_open(sim->def, &wrong);

    setup.seed = game_seed(sim->seed, 1);
    setup.options = sim->variants.options[variant].v;
    ct_state *game = engine ? ct_game_new(engine, &setup) : NULL;
    int seats = game ? ct_seats(game) : 0;
    if (!game)
        complain("sim: %s", engine ? mem_said(ct_error(engine)) : reason(wrong));
    else if (variant && seats != sim->got.seats)
        complain("sim: with other options there are other seats: games cannot be counted "
                 "together");
    bool good = game && (!variant || seats == sim->got.seats);
    sim->got.seats = seats;
    for (int i = 0; good && i < seats; i++)
        if (ct_is_person(game, i)) {
            sim->got.bot[i] = player_title(&players[i], sim->title[i], sizeof sim->title[i]);
            sim->got.weights[i] = 31 * sim->got.weights[i] + policies_fingerprint(&players[i]);
        }
    free(wrong);
    ct_state_free(game);
    ct_engine_free(engine);
    return good;
}

static bool look_at_seats(struct sim *sim)
{
    bool good = true;

    for (int i = 0; i < sim->variants.n && good; i++)
        good = look_at(sim, i);
    return good;
}

/* What is told of the games before any is played. */
static bool describe(struct sim *sim)
{
    struct sim_result *r = &sim->got;

    r->run = tallyrun_of(sim->def, &sim->setup, sim->seed);
    r->name = sim->against || sim->page ? sim->name : NULL;
    r->of = sim->games;
    card_names_of(&r->names, sim->def);
    for (int i = 0; i < sim->variants.several; i++)
        card_names_option(&r->names, sim->variants.text[i]);
    if (sim->against)
        r->names.look = card_looks(sim->def, r->names.cards);
    r->kind = r->cards ? card_kind(&r->names, r->run.id, r->cards) : EVERY_KIND;
    if (r->kind == NO_KIND)
        return false;
    r->report = sim->page ? reporttally_new(&r->names) : NULL;
    r->causal = sim->causal ? causaltally_new(r->names.kinds, r->names.cards) : NULL;
    if (sim_counts_cards(r))
        sim_begin_cards(r, &r->card);
    r->until = sim->until ? sim->target.text : NULL;
    return true;
}

static bool disagree(const char *what)
{
    complain("sim: %s", what);
    return false;
}

/* Who plays, in each variant. */
static bool read_players(struct sim *sim)
{
    if (sim->levels && sim->variants.n > 1)
        return disagree("--skill goes with one value of each option");
    sim->players = mem_zero((size_t)sim->variants.n * sizeof *sim->players);
    for (int i = 0; i < sim->variants.n; i++)
        if (players_read("sim", sim->bots, false, sim->players[i], CT_MAX_SEATS))
            return false;
    return true;
}

static void free_players(struct sim *sim)
{
    for (int i = 0; sim->players && i < sim->variants.n; i++)
        policies_free(sim->players[i], CT_MAX_SEATS);
    free(sim->players);
    variants_free(&sim->variants);
}

/* Who plays beside the games of the run, for --skill. */
static bool read_levels(struct sim *sim)
{
    if (!sim->levels)
        return true;
    sim->got.skill = mem_zero(sizeof *sim->got.skill);
    return skill_read(&sim->skill, "sim", sim->levels, sim->def, &sim->setup, SKILL_GAMES,
                      sim->got.skill);
}

/* Reads what the flags say against the game; `first`: what it is compared with, or NULL. The definition, to be freed;
 * NULL after a message. Then: finish. */
static ct_definition *prepare(struct sim *sim, const char *name, int64_t seats,
                              const struct list *options, struct sim *first)
{
    ct_definition *def = ruleset_load(name);

    pthread_mutex_init(&sim->lock, NULL);
    sim->def = def;
    sim->name = name;
    sim->setup.options = options->v;
    sim->setup.noptions = options->n;
    if (!def || !variants_read(&sim->variants, "sim", options) ||
        (sim->setup.people = seats_of(def, seats, 4)) <= 0 || !describe(sim) ||
        players_too_many("sim", sim->bots, sim->setup.people) || !read_players(sim) ||
        !learns_anew(sim) || read_policies(sim, first) || !read_levels(sim)) {
        ct_free(def);
        return NULL;
    }
    if (players_need_knowledge(*sim->players, CT_MAX_SEATS))
        sim->setup.flags |= CT_TRACK;
    return def;
}

static int prepared(struct sim *sim, const char *name, int64_t seats,
                    const struct list *options)
{
    struct sim *other = mem_alloc(sizeof *other);
    ct_definition *def, *def2 = NULL;
    int rc = EXIT_USAGE;

    *other = *sim;
    def = prepare(sim, name, seats, options, NULL);
    if (def && sim->against) {
        def2 = prepare(other, sim->against, sim->setup.people, options, sim);
        sim->other = other;
    }
    if (def2)
        sim->got.versus = versus_new(&sim->got.names, &other->got.names);
    if (def && (!sim->against || (def2 && look_at_seats(other))) && look_at_seats(sim) &&
        (!sim->until || sim_target_find(&sim->target, "sim", &sim->got)) &&
        (!sim->record || may_record(sim)) && (!sim->records_path || open_records(sim)) &&
        (!sim->page || report_may_become("sim", sim->page)))
        rc = simulate(sim);
    free_players(other);
    free_players(sim);
    skill_free(&sim->skill);
    if (sim->against)
        finish(other);
    finish(sim);
    ct_free(def2);
    ct_free(def);
    free(other);
    return rc;
}

/* A comparison is of cards, and of nothing else. */
static bool flags_agree(const struct sim *sim)
{
    bool cards = sim->got.cards;

    if (sim->against && !cards && !sim->page)
        return disagree("--against goes with --cards or --report");
    if (sim->against &&
        (sim->record || sim->records_path || sim->timing || sim->got.pairs || sim->part->every))
        return disagree(
            "--against goes without --record, --records, --timing, --pairs and --checkpoint");
    if (sim->levels && (!sim->page || sim->against))
        return disagree("--skill goes with --report and without --against");
    if (sim->relearn && !sim->against)
        return disagree("--relearn goes with --against");
    if (sim->causal && !cards && !sim->page)
        return disagree("--causal goes with --cards or --report");
    if (sim->causal && sim->against)
        return disagree("--causal goes without --against");
    if (sim->got.pairs && !cards)
        return disagree("--pairs goes with --cards");
    if ((sim->record || sim->records_path) && sim->part->every)
        return disagree("--record and --records go without --checkpoint");
    if (sim->records_run.picks && !sim->records_path)
        return disagree("--picks goes with --records");
    if (sim->until && sim->against)
        return disagree("--until goes without --against");
    if (sim->until && sim->part->shard.n)
        return disagree(
            "--until looks at all games from the first on, which a shard has not: it "
            "goes with merge");
    return true;
}

/* With what was not said filled in. */
static int set_out(struct sim *sim, const char *name, int64_t seats, struct list *options,
                   bool seeded)
{
    if (!sim->bots)
        sim->bots = sim->page || sim->causal ? "learnt" : "random";
    if (!seeded)
        sim->seed = seed_by_chance();
    if (!part_read(sim->part, "sim", seeded) || !flags_agree(sim) ||
        (sim->until && !target_read(&sim->target, "sim", sim->until)))
        return EXIT_USAGE;
    return prepared(sim, name, seats, options);
}

int cmd_sim(int argc, char **argv)
{
    struct part part = {0};
    struct sim sim = {.part = &part};
    int64_t seats = 0, games = 1000, jobs = sysconf(_SC_NPROCESSORS_ONLN);
    struct list options = {0}, rest = {0};
    bool seeded = false, counted = false;
    const struct flag flags[] = {
        {"seats", FLAG_COUNT, &seats, "N", "people (4, or what the game allows)", 1,
         CT_MAX_SEATS, NULL},
        {"bots", FLAG_TEXT, &sim.bots, "BOT[,BOT...]",
         "who plays, seat by seat, round and round (random; with --report or --causal learnt)",
         0, 0, NULL},
        {"games", FLAG_COUNT, &games, "N",
         "how many games (1000; with --until at most, 1000000000)", 1, MOST_GAMES, &counted},
        {"until", FLAG_TEXT, &sim.until, "WHAT±ERROR", UNTIL_HELP, 0, 0, NULL},
        {"seed", FLAG_SEED, &sim.seed, "S", "the same seed gives the same output (by chance)",
         0, 0, &seeded},
        {"jobs", FLAG_COUNT, &jobs, "N", "threads (one per processor)", 1, 1024, NULL},
        {"option", FLAG_LIST, &options, "K=V",
         "an option of the game, of several values each in turn; again for another", 0, 0,
         NULL},
        {"record", FLAG_TEXT, &sim.record, "FILE",
         "write the picks of every game to FILE, for cantrip replay", 0, 0, NULL},
        {"records", FLAG_TEXT, &sim.records_path, "FILE",
         "write games, seats and cards at the end to FILE.sqlite, .ndjson or .csv", 0, 0, NULL},
        {"picks", FLAG_SET, &sim.records_run.picks, NULL,
         "with --records: also what was offered and picked", 0, 0, NULL},
        {"cards", FLAG_TEXT, &sim.got.cards, "KIND",
         "which cards win: for an action or a prompt's word, or all", 0, 0, NULL},
        {"pairs", FLAG_SET, &sim.got.pairs, NULL, "with --cards: also which two gain together",
         0, 0, NULL},
        {"causal", FLAG_SET, &sim.causal, NULL,
         "with --cards: play an offer of each game out both ways, the card taken or not", 0, 0,
         NULL},
        {"report", FLAG_TEXT, &sim.page, "FILE",
         "write all of it and more to FILE, a page for browsers and paper", 0, 0, NULL},
        {"skill", FLAG_TEXT, &sim.levels, "BOT,BOT[,...]",
         "with --report: how much better players win, the weakest first", 0, 0, NULL},
        {"against", FLAG_TEXT, &sim.against, "RULESET",
         "with --cards or --report: what each card is worth in both, game by game of the "
         "same seed",
         0, 0, NULL},
        {"relearn", FLAG_SET, &sim.relearn, NULL,
         "with --against and --bots learnt: each version is learnt for itself", 0, 0, NULL},
        PART_FLAGS(&part),
        {"json", FLAG_SET, &sim.json, NULL, "for programs", 0, 0, NULL},
        {"timing", FLAG_SET, &sim.timing, NULL, "with wall time and re-runs per hook", 0, 0,
         NULL},
        {"plain", FLAG_SET, &sim.plain, NULL, PLAIN_HELP, 0, 0, NULL},
    };
    const struct usage usage = {
        "sim",
        flags,
        sizeof flags / sizeof *flags,
        PROGRAMS_HELP,
        "cantrip sim fairytale --seats 4 --games 20000 --seed 1\n"
        "cantrip sim fairytale --games 100000 --cards keep_one\n"
        "cantrip sim fairytale --cards keep_one --until 'gain(werewolf) ± 0.002'\n"
        "cantrip sim fairytale --games 5000 --cards keep_one --causal\n"
        "cantrip sim fairytale --games 20000 --seed 1 --report fairytale.html\n"
        "cantrip sim fairytale --against ./my-fairytale --games 10000 --cards keep_one\n"
        "cantrip sim fairytale --bots random,first --option expert=false --json",
        1,
        1};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        sim.games = sim.until && !counted ? MOST_GAMES : (uint64_t)games;
        sim.jobs = jobs < 1 ? 1 : (int)jobs;
        rc = set_out(&sim, rest.v[0], seats, &options, seeded);
    }
    args_free(&rest);
    args_free(&options);
    return rc;
}
