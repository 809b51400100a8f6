/* cmd_sim.c - `cantrip sim`: many games over threads, counted.
 *
 * Game i of seed S has a seed of its own, made of (S, i), so that it does not matter which
 * thread plays it; and `cantrip play --seed` with that seed shows it. Threads take the next
 * games from one counter and, at a terminal, count those played; they share nothing else that
 * is written.
 */
#include "common.h"

#include "bots.h"
#include "jsontext.h"
#include "policies.h"
#include "recorder.h"
#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"
#include "tools/stats/cardreport.h"
#include "tools/stats/tally.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GAMES_AT_ONCE = 16 };

enum { HOOKS = 256 }; /* that are counted */

struct sim {
    const ct_definition *def;
    struct ct_setup setup;
    struct player players[CT_MAX_SEATS];
    const char *bots, *name, *record; /* name: of the ruleset as it was given */
    const char *cards;                /* which cards win, in this kind of choice; or NULL */
    const char *against;              /* … beside those of this ruleset; or NULL */
    bool relearn;                     /* … who learns does so in each of them */
    int kind;                         /* `cards` as a number */
    struct recorder *recorder;        /* or NULL */
    uint64_t seed, games;
    int jobs;
    bool json, timing, plain;
    atomic_uint_fast64_t next; /* the next game to be played */
    atomic_uint_fast64_t stop; /* the first game that failed; later ones are not wanted */
    struct progress progress;
    pthread_mutex_t lock; /* for what follows */
    struct tally total;
    struct card_tally card_total;
    char *wrong; /* of the first game that failed */
    struct hook_count {
        const char *name;
        uint64_t runs, reruns;
    } hook[HOOKS];
    int nhooks, seats;
    double processor; /* seconds, of all threads */
    bool person[CT_MAX_SEATS];
    uint64_t forfeits[CT_MAX_SEATS]; /* answers of a program that were none */
};

/* The seed of game i. */
static uint64_t game_seed(uint64_t seed, uint64_t i)
{
    struct ct_rng r = ct_rng_make(seed, i);

    return ct_rng_next(&r);
}

/* What one thread plays with. */
struct worker {
    ct_engine *engine;
    ct_state *game;
    struct player players[CT_MAX_SEATS];
    struct tally tally;
    struct card_tally cards;
    unsigned counted;  /* seats whose cards are counted */
    const char *wrong; /* what a bot that failed says */
};

/* `rec`: where the picks are noted, or NULL. */
static int play_out(const struct sim *sim, struct worker *own, struct ct_replay *rec)
{
    ct_engine *engine = own->engine;
    ct_state *game = own->game;
    int rc;

    while ((rc = ct_advance(engine, game)) == 1) {
        unsigned pending = ct_pending(game);
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
            if (n > 1 && own->counted >> seat & 1)
                cardtally_pick(&own->cards, engine, game, seat, n, pick);
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
    if (text && !recorder_put(sim->recorder, i, text))
        atomic_store(&sim->stop, 0);
    return text ? rc : -1;
}

/* Only the seats of the first player's kind are counted: where players differ, the better one
 * would make its cards look better. */
static unsigned seats_counted(const struct sim *sim, const struct worker *own)
{
    char first[512], title[512];
    unsigned counted = 0;

    player_title(&own->players[0], first, sizeof first);
    for (int i = 0; sim->cards && i < ct_seats(own->game); i++)
        if (ct_is_person(own->game, i) &&
            !strcmp(first, player_title(&own->players[i], title, sizeof title)))
            counted |= 1u << i;
    return counted;
}

static bool begin_game(const struct sim *sim, struct worker *own, uint64_t seed)
{
    struct ct_setup setup = sim->setup;

    setup.seed = seed;
    players_seed(own->players, CT_MAX_SEATS, seed);
    if (own->game)
        return !ct_game_restart(own->engine, own->game, seed);
    own->game = ct_game_new(own->engine, &setup);
    if (own->game)
        own->counted = seats_counted(sim, own);
    return own->game != NULL;
}

/* Plays games first … last - 1. */
static int play_some(struct sim *sim, struct worker *own, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last && i < atomic_load(&sim->stop); i++) {
        uint64_t seed = game_seed(sim->seed, i);
        struct ct_result r;
        if (!begin_game(sim, own, seed) || play_game(sim, own, i) < 0 ||
            ct_get_result(own->engine, own->game, &r)) {
            note_failure(sim, i, seed, own->game != NULL,
                         own->wrong ? own->wrong : ct_error(own->engine));
            return -1;
        }
        tally_game(&own->tally, own->game, &r);
        if (sim->cards)
            cardtally_game(&own->cards, &r);
        progress_add(&sim->progress, 1);
    }
    return 0;
}

static void hand_in(struct sim *sim, struct worker *own)
{
    pthread_mutex_lock(&sim->lock);
    tally_merge(&sim->total, &own->tally);
    if (sim->cards)
        cardtally_merge(&sim->card_total, &own->cards);
    if (own->engine)
        gather_hooks(sim, own->engine);
    if (own->game)
        sim->seats = ct_seats(own->game);
    for (int i = 0; own->game && i < sim->seats && i < CT_MAX_SEATS; i++)
        sim->person[i] = ct_is_person(own->game, i);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        sim->forfeits[i] += player_forfeits(&own->players[i]);
    pthread_mutex_unlock(&sim->lock);
}

static void *work(void *arg)
{
    struct sim *sim = arg;
    struct worker own = {0};
    char *wrong = NULL;
    uint64_t first;

    own.engine = engine_open(sim->def, &wrong);
    if (!own.engine)
        note_failure(sim, 0, sim->seed, false, wrong);
    free(wrong);
    memcpy(own.players, sim->players, sizeof own.players);
    if (sim->cards)
        cardtally_begin(&own.cards, sim->def);
    if (own.engine) {
        ct_count_hooks(own.engine, sim->timing);
        ct_engine_plain(own.engine, sim->plain);
    }
    while (own.engine && (first = atomic_fetch_add(&sim->next, GAMES_AT_ONCE)) < sim->games) {
        uint64_t last = first + GAMES_AT_ONCE < sim->games ? first + GAMES_AT_ONCE : sim->games;
        if (play_some(sim, &own, first, last))
            break;
    }
    hand_in(sim, &own);
    players_free(own.players, CT_MAX_SEATS);
    cardtally_free(&own.cards);
    ct_state_free(own.game);
    ct_engine_free(own.engine);
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

static const char *seat_bot(const struct sim *sim, int seat, char *out, size_t cap)
{
    return sim->person[seat] ? player_title(&sim->players[seat], out, cap) : "none";
}

static json_t *seats_json(const struct sim *sim)
{
    json_t *seats = json_array();

    for (int i = 0; i < sim->seats; i++) {
        const struct seat_tally *t = &sim->total.seat[i];
        json_t *o = json_object();
        char bot[320];
        json_object_set_new(o, "bot", json_string(seat_bot(sim, i, bot, sizeof bot)));
        json_object_set_new(o, "wins", json_integer((json_int_t)t->wins));
        json_object_set_new(o, "shared", json_integer((json_int_t)t->shared));
        if (t->named_won || t->named_lost) {
            json_object_set_new(o, "won", json_integer((json_int_t)t->named_won));
            json_object_set_new(o, "lost", json_integer((json_int_t)t->named_lost));
        }
        json_object_set_new(o, "score", spread_json(&t->score));
        if (sim->forfeits[i])
            json_object_set_new(o, "forfeits", json_integer((json_int_t)sim->forfeits[i]));
        json_array_append_new(seats, o);
    }
    return seats;
}

static void timing_json(const struct sim *sim, json_t *o, double seconds)
{
    json_t *hooks = json_object();

    json_object_set_new(o, "seconds", json_real(seconds));
    json_object_set_new(o, "processor_seconds", json_real(sim->processor));
    json_object_set_new(o, "games_per_second", json_real((double)sim->total.games / seconds));
    json_object_set_new(o, "picks_per_second", json_real((double)sim->total.picks / seconds));
    json_object_set_new(o, "reruns", json_integer((json_int_t)sim->total.reruns));
    for (int i = 0; i < sim->nhooks; i++)
        json_object_set_new(hooks, sim->hook[i].name,
                            json_pack("{s:I, s:I}", "runs", (json_int_t)sim->hook[i].runs,
                                      "reruns", (json_int_t)sim->hook[i].reruns));
    json_object_set_new(o, "hooks", hooks);
}

static void print_json(const struct sim *sim, double seconds)
{
    const struct tally *t = &sim->total;
    json_t *o = json_object(), *options = json_array();
    char seed[32];

    snprintf(seed, sizeof seed, "%" PRIu64, sim->seed); /* JSON numbers end at 2^53 */
    json_object_set_new(o, "ruleset", json_string(ct_get_info(sim->def, NULL).id));
    json_object_set_new(o, "version", json_string(CT_VERSION));
    json_object_set_new(o, "seed", json_string(seed));
    json_object_set_new(o, "people", json_integer(sim->setup.people));
    for (int i = 0; i < sim->setup.noptions; i++)
        json_array_append_new(options, json_string(sim->setup.options[i]));
    json_object_set_new(o, "options", options);
    json_object_set_new(o, "games", json_integer((json_int_t)t->games));
    json_object_set_new(o, "unfinished", json_integer((json_int_t)t->unfinished));
    json_object_set_new(o, "ties", json_integer((json_int_t)t->ties));
    json_object_set_new(o, "nobody", json_integer((json_int_t)t->nobody));
    json_object_set_new(o, "picks", json_integer((json_int_t)t->picks));
    json_object_set_new(o, "forced", json_integer((json_int_t)t->forced));
    json_object_set_new(o, "length", spread_json(&t->length));
    if (t->reached.n)
        json_object_set_new(o, "reached", json_real(spread_mean(&t->reached) / CT_WHOLE));
    json_object_set_new(o, "seats", seats_json(sim));
    if (sim->cards)
        json_object_set_new(o, "cards", cards_json(&sim->card_total, sim->def, sim->kind));
    if (sim->timing)
        timing_json(sim, o, seconds);
    json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    puts("");
    json_decref(o);
}

static void print_seats(const struct sim *sim)
{
    static const char *const heads[] = {"seat", "player", "wins", "shared", "% of wins",
                                        "mean", "sd",     "min",  "max"};
    struct table t = {.columns = 9};
    uint64_t finished = sim->total.games - sim->total.unfinished;

    for (int i = 0; i < 9; i++) {
        table_add(&t, heads[i]);
        t.right[i] = i > 1;
    }
    for (int i = 0; i < sim->seats; i++) {
        const struct seat_tally *s = &sim->total.seat[i];
        if (!sim->person[i] && !s->wins && !s->shared)
            continue; /* a seat without a person, that never won */
        table_addf(&t, "%d", i);
        char bot[320];
        table_add(&t, seat_bot(sim, i, bot, sizeof bot));
        table_addf(&t, "%" PRIu64, s->wins);
        table_addf(&t, "%" PRIu64, s->shared);
        table_addf(&t, "%.1f", finished ? 100.0 * (double)s->wins / (double)finished : 0.0);
        for (int c = 0; !s->score.n && c < 4; c++)
            table_add(&t, "");
        if (!s->score.n)
            continue;
        table_addf(&t, "%.2f", spread_mean(&s->score));
        table_addf(&t, "%.2f", spread_sd(&s->score));
        table_addf(&t, "%" PRId64, s->score.least);
        table_addf(&t, "%" PRId64, s->score.most);
    }
    table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
}

static void print_timing(const struct sim *sim, double seconds)
{
    struct table t = {.columns = 3, .right = {false, true, true}};

    printf("\n%.2f s with %d %s (%.2f s of processor): %.0f games/s, %.0f picks/s; %" PRIu64
           " hooks, %" PRIu64 " re-runs\n",
           seconds, sim->jobs, sim->jobs == 1 ? "job" : "jobs", sim->processor,
           (double)sim->total.games / seconds, (double)sim->total.picks / seconds,
           sim->total.hooks, sim->total.reruns);
    table_add(&t, "hook");
    table_add(&t, "runs");
    table_add(&t, "re-runs");
    for (int i = 0; i < sim->nhooks; i++) {
        table_add(&t, sim->hook[i].name);
        table_addf(&t, "%" PRIu64, sim->hook[i].runs);
        table_addf(&t, "%" PRIu64, sim->hook[i].reruns);
    }
    if (sim->nhooks)
        table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
}

/* A program that failed was played for by chance: its numbers are not its own. */
static void print_forfeits(const struct sim *sim)
{
    char bot[320];

    for (int i = 0; i < sim->seats; i++)
        if (sim->forfeits[i])
            printf("seat %d, %s: %" PRIu64 " choices forfeited and made at random\n", i,
                   seat_bot(sim, i, bot, sizeof bot), sim->forfeits[i]);
}

static void print_table(const struct sim *sim, double seconds)
{
    const struct tally *t = &sim->total;

    printf("%s: %" PRIu64 " games, seed %" PRIu64 "\n", ct_get_info(sim->def, NULL).title,
           t->games, sim->seed);
    printf("a game has %.1f picks (sd %.1f, %" PRId64 " to %" PRId64 ") and %.1f forced ones\n",
           spread_mean(&t->length), spread_sd(&t->length), t->length.least, t->length.most,
           t->games ? (double)t->forced / (double)t->games : 0.0);
    printf("%" PRIu64 " ended in a tie", t->ties);
    if (t->nobody)
        printf(", %" PRIu64 " without a winner", t->nobody);
    if (t->unfinished)
        printf(", %" PRIu64 " unfinished", t->unfinished);
    if (t->reached.n)
        printf("\n%.1f %% of what there is was reached on an average (sd %.1f)",
               100 * spread_mean(&t->reached) / CT_WHOLE,
               100 * spread_sd(&t->reached) / CT_WHOLE);
    puts("\n");
    print_seats(sim);
    print_forfeits(sim);
    if (sim->cards)
        cards_print(&sim->card_total, sim->def, sim->kind);
    if (sim->timing)
        print_timing(sim, seconds);
}

/* ---- the command ---- */

/* Plays all games. EXIT_OK, or EXIT_USAGE after a message; then: finish. */
static int play_all(struct sim *sim, double *seconds)
{
    int rc = EXIT_OK;

    pthread_mutex_init(&sim->lock, NULL);
    atomic_init(&sim->next, 0);
    atomic_init(&sim->stop, UINT64_MAX);
    if (sim->cards)
        cardtally_begin(&sim->card_total, sim->def);
    progress_begin(&sim->progress, "games", sim->games);
    *seconds = run(sim);
    progress_end(&sim->progress);
    if (sim->recorder && !recorder_end(sim->recorder, !sim->wrong))
        rc = EXIT_USAGE;
    if (sim->wrong)
        complain("sim: %s", sim->wrong);
    return sim->wrong ? EXIT_USAGE : rc;
}

static void finish(struct sim *sim)
{
    cardtally_free(&sim->card_total);
    free(sim->wrong);
    pthread_mutex_destroy(&sim->lock);
}

static int simulate(struct sim *sim)
{
    double seconds;
    int rc = play_all(sim, &seconds);

    if (rc == EXIT_OK && sim->json)
        print_json(sim, seconds);
    else if (rc == EXIT_OK)
        print_table(sim, seconds);
    finish(sim);
    return rc;
}

static void print_both(const struct sim *a, const struct sim *b)
{
    struct cards_side one = {&a->card_total, a->def, a->name},
                      two = {&b->card_total, b->def, b->name};
    char seed[32];

    if (!a->json) {
        text_put(stdout, a->name);
        fputs(" and ", stdout);
        text_put(stdout, b->name);
        printf(": %" PRIu64 " games each, seed %" PRIu64 "\n", a->total.games, a->seed);
        cards_print_both(&one, &two, a->kind);
        return;
    }
    snprintf(seed, sizeof seed, "%" PRIu64, a->seed);
    json_t *o = json_pack("{s:o, s:o, s:s, s:s, s:I, s:i, s:o}", "ruleset", json_text(a->name),
                          "against", json_text(b->name), "version", CT_VERSION, "seed", seed,
                          "games", (json_int_t)a->total.games, "people", a->setup.people,
                          "cards", cards_json_both(&one, &two, a->kind));
    json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    puts("");
    json_decref(o);
}

/* The same games of two rulesets. */
static int compare(struct sim *a, struct sim *b)
{
    double seconds;
    int rc = play_all(a, &seconds);

    if (rc == EXIT_OK && a->relearn)
        complain("note: each version was learnt for itself: what the change does not touch may "
                 "differ, too");
    if (rc == EXIT_OK) {
        rc = play_all(b, &seconds);
        if (rc == EXIT_OK)
            print_both(a, b);
        finish(b);
    }
    finish(a);
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

/* With --relearn: is there anybody who learns, and nobody who cannot? */
static bool learns_anew(const struct sim *sim)
{
    bool good = !sim->relearn || policies_unnamed(sim->players, sim->setup.people);

    if (!good)
        complain("sim: --relearn is for players who learn the game themselves, such as --bots "
                 "learnt");
    return good;
}

/* The policies of those who play; of a second version, unless each is to learn for itself, those of the first. */
static int read_policies(struct sim *sim, struct sim *first)
{
    return first && !sim->relearn
               ? policies_share("sim", sim->def, &sim->setup, first->players, sim->players,
                                CT_MAX_SEATS)
               : policies_read("sim", sim->def, &sim->setup, sim->players, CT_MAX_SEATS);
}

/* Reads what the flags say against the game; `first`: what it is compared with, or NULL. The definition, to be freed;
 * NULL after a message. */
static ct_definition *prepare(struct sim *sim, const char *name, int64_t seats,
                              const struct list *options, struct sim *first)
{
    ct_definition *def = ruleset_load(name);

    sim->def = def;
    sim->setup.options = options->v;
    sim->setup.noptions = options->n;
    if (!def || (sim->setup.people = seats_of(def, seats, 4)) <= 0 ||
        (sim->cards && (sim->kind = card_kind(def, sim->cards)) == NO_KIND) ||
        players_too_many("sim", sim->bots, sim->setup.people) ||
        players_read("sim", sim->bots, false, sim->players, CT_MAX_SEATS) ||
        !learns_anew(sim) || read_policies(sim, first)) {
        policies_free(sim->players, CT_MAX_SEATS);
        ct_free(def);
        return NULL;
    }
    if (players_need_knowledge(sim->players, CT_MAX_SEATS))
        sim->setup.flags |= CT_TRACK;
    sim->name = name;
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
    if (def && sim->against)
        def2 = prepare(other, sim->against, sim->setup.people, options, sim);
    if (def2)
        rc = compare(sim, other);
    else if (def && !sim->against && (!sim->record || may_record(sim)))
        rc = simulate(sim);
    policies_free(other->players, CT_MAX_SEATS);
    policies_free(sim->players, CT_MAX_SEATS);
    ct_free(def2);
    ct_free(def);
    free(other);
    return rc;
}

/* A comparison is of cards, and of nothing else. */
static bool flags_agree(const struct sim *sim)
{
    if (sim->against && (!sim->cards || sim->record || sim->timing))
        complain(!sim->cards ? "sim: --against goes with --cards"
                             : "sim: --against goes with neither --record nor --timing");
    if (sim->relearn && !sim->against)
        complain("sim: --relearn goes with --against");
    return sim->against ? sim->cards && !sim->record && !sim->timing : !sim->relearn;
}

int cmd_sim(int argc, char **argv)
{
    struct sim sim = {.bots = "random"};
    int64_t seats = 0, games = 1000, jobs = sysconf(_SC_NPROCESSORS_ONLN);
    struct list options = {0}, rest = {0};
    bool seeded = false;
    const struct flag flags[] = {
        {"seats", FLAG_COUNT, &seats, "N", "people (4, or what the game allows)", 1,
         CT_MAX_SEATS, NULL},
        {"bots", FLAG_TEXT, &sim.bots, "BOT[,BOT...]",
         "who plays, seat by seat, round and round (random)", 0, 0, NULL},
        {"games", FLAG_COUNT, &games, "N", "how many games (1000)", 1, 1000000000, NULL},
        {"seed", FLAG_SEED, &sim.seed, "S", "the same seed gives the same output (by chance)",
         0, 0, &seeded},
        {"jobs", FLAG_COUNT, &jobs, "N", "threads (one per processor)", 1, 1024, NULL},
        {"option", FLAG_LIST, &options, "K=V", "an option of the game; again for another", 0, 0,
         NULL},
        {"record", FLAG_TEXT, &sim.record, "FILE",
         "write the picks of every game to FILE, for cantrip replay", 0, 0, NULL},
        {"cards", FLAG_TEXT, &sim.cards, "KIND",
         "which cards win: for an action or a prompt's word, or all", 0, 0, NULL},
        {"against", FLAG_TEXT, &sim.against, "RULESET",
         "with --cards: what each card is worth in both, and the difference", 0, 0, NULL},
        {"relearn", FLAG_SET, &sim.relearn, NULL,
         "with --against and --bots learnt: each version is learnt for itself", 0, 0, NULL},
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
        "cantrip sim fairytale --against ./my-fairytale --games 100000 --cards keep_one\n"
        "cantrip sim fairytale --bots random,first --option expert=false --json",
        1,
        1};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        sim.games = (uint64_t)games;
        sim.jobs = jobs < 1 ? 1 : (int)jobs;
        if (!seeded)
            sim.seed = seed_by_chance();
        rc = flags_agree(&sim) ? prepared(&sim, rest.v[0], seats, &options) : EXIT_USAGE;
    }
    args_free(&rest);
    args_free(&options);
    return rc;
}
