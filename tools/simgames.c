/* simgames.c - plays many games in threads and counts them.
 *
 * Game i of seed S has its own seed, made of (S, i). So it does not matter which thread plays it,
 * and `cantrip play --seed` shows the same game. Threads take the next games (tools/stats/part.h).
 * They share nothing that is written until they hand in their counts. */
#include "simgames.h"

#include "causal.h"
#include "tools/clock.h"
#include "tools/memory.h"
#include "tools/threads.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* Games that a thread takes at once. */
enum { GAMES_AT_ONCE = 16 };

/* Microseconds of processor time between two samples of --profile. */
enum { TICK = 1000 };

/* One thread. */
struct worker {
    ct_engine *engine;
    ct_state *game, *games[MOST_VARIANTS];        /* under way; [variant], or NULL */
    struct player *players, (*all)[CT_MAX_SEATS]; /* … its players; [variant] */
    struct sim_result got;                        /* counts that are not handed in yet */
    uint64_t number;                              /* of the game under way, from 1 */
    unsigned round;                               /* how often it handed in */
    uint64_t forfeits[CT_MAX_SEATS];              /* already handed in */
    unsigned counted;                             /* seats whose cards count */
    struct record record;                         /* of the game under way */
    const char *wrong;                            /* why a bot failed */
    struct worker *beside;      /* plays the same games by the rules compared with, or NULL */
    struct skill_worker *skill; /* or NULL */
    struct causal *causal, causals[MOST_VARIANTS]; /* --causal: the game's sample; [variant] */
};

/* Plays to the end. `rec` notes the picks, unless NULL. */
static int play_out(const struct sim *sim, struct worker *own, struct ct_replay *rec)
{
    ct_engine *engine = own->engine;
    ct_state *game = own->game;
    int rc;

    while ((rc = ct_advance(engine, game)) == 1) {
        unsigned pending = ct_pending(game);
        if (sim_counts_cards(&sim->got))
            cardtally_look(&own->got.card, engine, game);
        if (own->got.report)
            reporttally_asked(own->got.report, engine, game);
        for (int seat = 0; pending >> seat; seat++) {
            if (!(pending >> seat & 1))
                continue;
            struct player *player = &own->players[seat];
            int n, pick = player_ask(player, engine, game, seat, &n, &own->wrong);
            if (pick < 0)
                return -1;
            bool counts = n > 1 && own->counted >> seat & 1;
            if (counts)
                cardtally_pick(&own->got.card, engine, game, seat, n, pick);
            if (counts && own->got.causal)
                causal_offer(own->causal, engine, game, seat, n, pick, &own->got.card,
                             sim->got.kind, player);
            if (n > 1 && sim->records_run.picks)
                record_pick(&own->record, engine, game, seat, n, pick);
            if (n > 1 && own->got.report)
                reporttally_pick(own->got.report, engine, game, seat, n, pick,
                                 counts ? &own->got.card : NULL, own->number);
            if (rec)
                ct_replay_note(rec, engine, game, seat, pick);
            if (ct_pick(engine, game, seat, pick))
                return -1;
        }
    }
    return rc;
}

/* Notes the failure of the earliest game. A game that could not begin is reported without its
 * number: no other could either. */
static void note_failure(struct sim *sim, uint64_t game, uint64_t seed, bool begun,
                         const char *why)
{
    pthread_mutex_lock(&sim->lock);
    if (game < atomic_load(&sim->stop)) {
        atomic_store(&sim->stop, game);
        free(sim->wrong);
        sim->wrong = begun ? mem_printf("game %" PRIu64 " (--seed %" PRIu64
                                        " of `cantrip play`) failed: %s",
                                        game + 1, seed, why)
                           : mem_strdup(why);
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

/* Plays a game that has begun, with a replay if one is kept. */
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

/* Writes a game that is over to the records. */
static bool keep(struct sim *sim, struct worker *own, uint64_t i, uint64_t seed,
                 const struct ct_result *r)
{
    if (!record_end(&own->record, own->engine, own->game, i + 1, seed, r))
        return false;
    if (!records_put(sim->records, i + 1 - sim->first, &own->record))
        atomic_store(&sim->stop, 0);
    return true;
}

/* Only seats of the first player's kind count. If players differ, the better one would make its
 * cards look better. */
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
    bool good = !own->got.causal || causal_begin(own->causal, own->game, seed, number);

    if (!good)
        own->wrong = "out of memory";
    return good;
}

/* Begins the game of this number (from 1) with its options. */
static bool begin_game(const struct sim *sim, struct worker *own, uint64_t number,
                       uint64_t seed)
{
    int at = variant_of(&sim->variants, number);
    struct ct_setup setup = sim->setup;

    setup.seed = seed;
    setup.options = sim->variants.options[at].v;
    own->players = own->all[at];
    players_seed(own->players, CT_MAX_SEATS, seed);
    for (int i = 0; own->got.report && i < sim->variants.several; i++)
        own->got.report->value[i] = variant_value(&sim->variants, at, i);
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

/* Invalid answers of the outside programs at a seat. */
static uint64_t forfeits(const struct sim *sim, const struct worker *own, int seat)
{
    uint64_t n = 0;

    for (int i = 0; own->all && i < sim->variants.n; i++)
        n += player_forfeits(&own->all[i][seat]);
    return n;
}

/* What was wrong with one of them. */
static enum ct_forfeit amiss(const struct sim *sim, const struct worker *own, int seat)
{
    enum ct_forfeit why = CT_FORFEIT_NONE;

    for (int i = 0; own->all && i < sim->variants.n; i++) {
        enum ct_forfeit one = player_amiss(&own->all[i][seat]);
        why = one > why ? one : why;
    }
    return why;
}

/* Sets the thread's counts to nothing. */
static void begin_counts(const struct sim *sim, struct worker *own)
{
    own->got.skill = NULL; /* belongs to the thread */
    sim_result_free(&own->got);
    sim_begin_like(&own->got, &sim->got, own->beside ? &sim->other->got : NULL);
    if (own->skill)
        skilltally_clear(own->got.skill = &own->skill->tally);
}

/* Adds what the thread counted for one ruleset. */
static void add_counts(struct sim *sim, struct worker *own)
{
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        uint64_t now = forfeits(sim, own, i);
        own->got.total.seat[i].forfeits = now - own->forfeits[i];
        own->got.total.seat[i].amiss = amiss(sim, own, i);
        own->forfeits[i] = now;
    }
    sim_merge(&sim->got, &own->got);
    begin_counts(sim, own);
}

/* Adds what the thread counted since the last time. */
static void hand_in(struct sim *sim, struct worker *own)
{
    pthread_mutex_lock(&sim->lock);
    add_counts(sim, own);
    if (own->beside)
        add_counts(sim->other, own->beside);
    pthread_mutex_unlock(&sim->lock);
}

/* Plays the games of --skill beside game i. */
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
        (own->got.causal &&
         causal_play(own->causal, own->engine, own->players, own->got.causal, &own->wrong))) {
        note_failure(sim, i, seed, own->game != NULL,
                     own->wrong ? own->wrong : ct_error(own->engine));
        return false;
    }
    if (own->skill && !play_levels(sim, own, i, seed))
        return false;
    tally_game(&own->got.total, own->game, r);
    if (sim_counts_cards(&sim->got))
        cardtally_game(&own->got.card, own->engine, own->game, own->counted, r, i + 1);
    if (own->got.report)
        reporttally_game(own->got.report, own->engine, own->game, r, i + 1);
    numbers_add(&own->got.numbers, i + 1, i + 1);
    return true;
}

/* Plays the same game by the rules compared with, and counts what differs. */
static bool play_beside(struct sim *sim, struct worker *own, uint64_t i,
                        const struct ct_result *r)
{
    struct worker *beside = own->beside;
    struct ct_result then;

    if (!play_one(sim->other, beside, i, &then))
        return false;
    versus_game(own->got.versus, &own->got.card, &beside->got.card, r, &then,
                ct_get_stats(own->game).picks, ct_get_stats(beside->game).picks, i + 1);
    return true;
}

/* Is game i still wanted: has none before it failed? */
static bool is_wanted(struct sim *sim, uint64_t i)
{
    return i < atomic_load(&sim->stop) && (!sim->other || i < atomic_load(&sim->other->stop));
}

/* Plays games with these numbers, from 1. */
static int play_some(struct sim *sim, struct worker *own, struct range games)
{
    for (uint64_t i = games.first - 1; i < games.last && is_wanted(sim, i); i++) {
        struct ct_result r;
        if (!play_one(sim, own, i, &r) || (own->beside && !play_beside(sim, own, i, &r)))
            return -1;
        progress_add(&sim->progress, 1);
        bool due = part_due(sim->part, &own->round);
        if (due || own->got.numbers.n == MOST_RANGES)
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
    begin_counts(sim, own);
    own->engine = engine_open(sim->def, &wrong);
    if (own->engine) {
        ct_count_hooks(own->engine, sim->timing);
        ct_engine_plain(own->engine, sim->plain);
        if (sim->profile && ct_engine_profile(own->engine)) {
            note_failure(sim, 0, sim->seed, false, "out of memory");
            return false;
        }
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
    own->got.skill = NULL; /* belongs to the thread */
    sim_result_free(&own->got);
    record_clear(&own->record);
    ct_engine_free(own->engine);
}

/* ---- time beside a profile ---- */

/* This thread's engine. At each tick of processor time its line is noted. */
static _Thread_local ct_engine *volatile ticking;

static void tick(int sig)
{
    (void)sig;
    if (ticking)
        ct_profile_tick(ticking);
}

static void tick_every(int microseconds)
{
    const struct itimerval every = {{0, microseconds}, {0, microseconds}};
    struct sigaction does = {.sa_handler = tick, .sa_flags = SA_RESTART};

    sigaction(SIGPROF, &does, NULL);
    setitimer(ITIMER_PROF, &every, NULL);
}

static void *work(void *arg)
{
    struct sim *sim = arg;
    struct worker own = {0}, beside = {0};
    struct skill_worker skill = {0};
    struct range games;

    part_join(sim->part);
    if (sim->got.skill) {
        own.skill = &skill;
        skill_begin(&sim->skill, &skill, sim->got.skill);
    }
    own.beside = sim->other ? &beside : NULL;
    bool begun = begin_worker(sim, &own);
    if (own.beside)
        begun = begin_worker(sim->other, &beside) && begun;
    ticking = sim->timing && sim->profile ? own.engine : NULL;
    while (begun && part_take(sim->part, GAMES_AT_ONCE, &games) &&
           !play_some(sim, &own, games)) {
    }
    ticking = NULL;
    hand_in(sim, &own);
    part_leave(sim->part);
    if (own.engine) {
        pthread_mutex_lock(&sim->lock);
        gather_hooks(sim, own.engine);
        if (sim->profile)
            ct_profile_add(sim->profile, own.engine);
        pthread_mutex_unlock(&sim->lock);
    }
    skill_end(&skill);
    free_worker(sim, &own);
    if (sim->other)
        free_worker(sim->other, &beside);
    return NULL;
}

double simgames_play(struct sim *sim)
{
    double begun = seconds_now(), busy = seconds_of(CLOCK_PROCESS_CPUTIME_ID);

    if (sim->timing && sim->profile)
        tick_every(TICK);
    threads_run(sim->jobs, work, sim);
    if (sim->timing && sim->profile)
        tick_every(0);
    sim->processor += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - busy;
    return seconds_now() - begun;
}

bool simgames_cards(struct sim *sim, const char *command, const struct list *options,
                    uint64_t games, uint64_t at_once, bool (*over)(void *ctx), void *ctx)
{
    struct part part = {.command = command};
    struct tally_file head = {.of = games, .unit = "games"}, found;
    bool good = variants_read(&sim->variants, command, options);

    sim->part = &part;
    sim->got.cards = "all";
    sim->got.kind = EVERY_KIND;
    card_names_of(&sim->got.names, sim->def);
    sim_begin_counts(&sim->got, &sim->got, false, sim->causal);
    pthread_mutex_init(&sim->lock, NULL);
    atomic_init(&sim->stop, UINT64_MAX);
    good = part_begin(&part, &head, &found) && good;
    part_heed(&part);
    progress_begin(&sim->progress, "games", games);
    for (uint64_t n = 0; good && n < games && !sim->wrong && !(over && over(ctx));) {
        part_limit(&part, n += at_once);
        simgames_play(sim);
    }
    progress_end(&sim->progress);
    part_end(&part, false);
    variants_free(&sim->variants);
    pthread_mutex_destroy(&sim->lock);
    return good;
}
