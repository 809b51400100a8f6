/* cmd_arena.c - `cantrip arena`: programs against each other, seats rotated, equal deals.
 *
 * A line-up is the list of bots, repeated until every seat has one. Each deal is played once
 * for each rotation of it, so that every bot meets every hand. Threads take whole deals and
 * write what came of a deal into its own place: sums are made at the end, in order, so that
 * any number of --jobs gives the same bytes. Shares are whole numbers (see CT_WHOLE). The standard
 * error counts deals, not games: the games of one deal are not independent.
 */
#include "common.h"

#include "bots.h"
#include "policies.h"
#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/screen/table.h"
#include "tools/stats/rating.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Divisible by every number of seats. */
enum { MOST_BOTS = 64 };

struct arena_run {
    const ct_definition *def;
    struct ct_setup setup;
    struct player lineup[MOST_BOTS]; /* one for each place of the rotation */
    int places;
    int who[MOST_BOTS]; /* which bot (by name) sits there */
    char name[MOST_BOTS][320];
    int bots;
    uint64_t seed, games, deals;
    int jobs;
    bool json, timing;
    int32_t *share;         /* [game][person] */
    uint16_t *side;         /* [game][person]: seats on his side */
    int64_t *wins;          /* [bot][bot], as in rating.h */
    struct rating *ratings; /* of each bot; NULL: nobody plays against another */
    atomic_uint_fast64_t next;
    atomic_bool stop;
    struct progress progress;
    pthread_mutex_t lock;
    char *wrong;
    struct ct_bot_stats stats[MOST_BOTS];
    double seconds[MOST_BOTS];
    uint64_t unfinished;
};
struct worker {
    struct arena_run *run;
    ct_engine *engine;
    ct_state *game;
    struct player lineup[MOST_BOTS];
    double seconds[MOST_BOTS]; /* by place */
    uint64_t unfinished;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- playing ---- */

/* The place of the line-up that sits at each seat. */
static void seat_bots(const struct worker *w, uint64_t rotation, int *place)
{
    int person = 0;

    for (int seat = 0; seat < ct_seats(w->game); seat++)
        place[seat] = ct_is_person(w->game, seat)
                          ? (int)(((uint64_t)person++ + rotation) % (uint64_t)w->run->places)
                          : -1;
}

static int answer(struct worker *w, int seat, int place, const char **why)
{
    struct player *p = &w->lineup[place];
    int n = ct_choices(w->engine, w->game, seat);
    double begun = w->run->timing ? now() : 0;

    if (n < 1)
        return -1;
    int pick = player_choose(p, w->run->def, w->game, seat, n);
    if (w->run->timing)
        w->seconds[place] += now() - begun;
    if (pick < 0)
        *why = player_error(p);
    return pick < 0 || ct_choices(w->engine, w->game, seat) != n ||
                   ct_pick(w->engine, w->game, seat, pick)
               ? -1
               : 0;
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

static int play_game(struct worker *w, uint64_t game, const char **why)
{
    struct arena_run *run = w->run;
    struct ct_rng r = ct_rng_make(run->seed, game / (uint64_t)run->places);
    struct ct_result result;
    int place[CT_MAX_SEATS] = {0}, person = 0;

    struct ct_setup setup = run->setup;
    setup.seed = ct_rng_next(&r);
    if (w->game ? ct_game_restart(w->engine, w->game, setup.seed)
                : !(w->game = ct_game_new(w->engine, &setup)))
        return -1;
    seat_bots(w, game % (uint64_t)run->places, place);
    players_seed(w->lineup, run->places, setup.seed);
    if (play_out(w, place, why) < 0 || ct_get_result(w->engine, w->game, &result))
        return -1;
    w->unfinished += result.status != CT_OVER;
    for (int seat = 0; seat < ct_seats(w->game); seat++)
        if (place[seat] >= 0) {
            size_t at = game * CT_MAX_SEATS + (uint64_t)person++;
            run->share[at] = result.status == CT_OVER ? result.share[seat] : 0;
            run->side[at] = (uint16_t)result.side[seat];
        }
    return 0;
}

static void fail(struct arena_run *run, const char *why)
{
    pthread_mutex_lock(&run->lock);
    if (!run->wrong)
        run->wrong = mem_strndup(why, strlen(why));
    atomic_store(&run->stop, true);
    pthread_mutex_unlock(&run->lock);
}

/* What the worker's bots did, added up by name. */
static void gather(struct worker *w)
{
    struct arena_run *run = w->run;

    pthread_mutex_lock(&run->lock);
    run->unfinished += w->unfinished;
    for (int i = 0; i < run->places; i++) {
        struct ct_bot_stats *t = &run->stats[run->who[i]];
        run->seconds[run->who[i]] += w->seconds[i];
        if (!w->lineup[i].bot)
            continue;
        struct ct_bot_stats s = ct_bot_get_stats(w->lineup[i].bot);
        t->choices += s.choices;
        t->iterations += s.iterations;
        t->picks += s.picks;
        t->refused += s.refused;
        t->forfeits += s.forfeits;
    }
    pthread_mutex_unlock(&run->lock);
}

static void *work(void *arg)
{
    struct arena_run *run = arg;
    struct worker w = {.run = run};
    char *wrong = NULL;
    const char *why = NULL;
    uint64_t deal;

    memcpy(w.lineup, run->lineup, sizeof w.lineup);
    w.engine = engine_open(run->def, &wrong);
    if (!w.engine)
        fail(run, wrong);
    free(wrong);
    while (w.engine && !atomic_load(&run->stop) &&
           (deal = atomic_fetch_add(&run->next, 1)) < run->deals)
        for (uint64_t g = deal * (uint64_t)run->places;
             g < (deal + 1) * (uint64_t)run->places && g < run->games; g++)
            if (!atomic_load(&run->stop) && play_game(&w, g, &why))
                fail(run, why ? why : ct_error(w.engine));
            else
                progress_add(&run->progress, 1);
    gather(&w);
    players_free(w.lineup, run->places);
    ct_state_free(w.game);
    ct_engine_free(w.engine);
    return NULL;
}

static void run_all(struct arena_run *run)
{
    pthread_t *thread = mem_alloc((size_t)run->jobs * sizeof *thread);
    int n = 0;

    while (n < run->jobs - 1 && !pthread_create(&thread[n], NULL, work, run))
        n++;
    work(run);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    free(thread);
}

/* ---- counting ---- */

struct measure {
    uint64_t games; /* seats of games */
    double share, error;
};

/* What bot `who` got at one person's seat, or (-1) at all: the mean, and its error by
 * deals. */
static struct measure measure(const struct arena_run *run, int who, int at)
{
    struct measure m = {0};
    double total = 0, squares = 0, products = 0, counts = 0;
    uint64_t deals = 0;

    for (uint64_t d = 0; d < run->deals; d++) {
        int64_t sum = 0, n = 0;
        for (uint64_t g = d * (uint64_t)run->places;
             g < (d + 1) * (uint64_t)run->places && g < run->games; g++)
            for (int p = 0; p < run->setup.people; p++) {
                int place = (int)(((uint64_t)p + g) % (uint64_t)run->places);
                if (run->who[place] != who || (at >= 0 && p != at))
                    continue;
                sum += run->share[g * CT_MAX_SEATS + (uint64_t)p];
                n++;
            }
        double x = (double)sum / CT_WHOLE, c = (double)n;
        deals += n > 0;
        m.games += (uint64_t)n;
        total += x;
        squares += x * x;
        products += x * c;
        counts += c * c;
    }
    if (!m.games)
        return m;
    m.share = total / (double)m.games;
    double spread = squares - 2 * m.share * products + m.share * m.share * counts;
    if (deals > 1 && spread > 0)
        m.error = sqrt(spread * (double)deals / (double)(deals - 1)) / (double)m.games;
    return m;
}

/* Who came before whom in a deal: each two persons of different bots, and of different sides. Of two who both
 * got nothing none is known to be better. Did anybody? */
static bool compare(const struct arena_run *run, uint64_t deal, int64_t *wins)
{
    uint64_t places = (uint64_t)run->places;
    bool any = false;

    for (uint64_t g = deal * places; g < (deal + 1) * places && g < run->games; g++) {
        const int32_t *share = run->share + g * CT_MAX_SEATS;
        const uint16_t *side = run->side + g * CT_MAX_SEATS;
        for (int p = 0; p < run->setup.people; p++)
            for (int q = 0; q < p; q++) {
                int a = run->who[((uint64_t)p + g) % places],
                    b = run->who[((uint64_t)q + g) % places];
                if (a == b || (side[p] & side[q]) || !(share[p] | share[q]))
                    continue;
                any |= share[p] != share[q];
                wins[a * run->bots + b] += share[p] > share[q] ? 2 : share[p] == share[q];
                wins[b * run->bots + a] += share[q] > share[p] ? 2 : share[p] == share[q];
            }
    }
    return any;
}

static void rate(struct arena_run *run)
{
    size_t size = (size_t)run->bots * (size_t)run->bots * sizeof *run->wins;
    int64_t *one = mem_alloc(size);
    bool any = false;

    run->wins = mem_zero(size);
    for (uint64_t d = 0; d < run->deals; d++)
        any |= compare(run, d, run->wins);
    if (any) {
        run->ratings = ratings_fit(run->wins, run->bots);
        struct rating_errors *e = ratings_errors(run->ratings, run->wins, run->bots);
        for (uint64_t d = 0; d < run->deals; d++) {
            memset(one, 0, size);
            compare(run, d, one);
            ratings_deal(e, one);
        }
        ratings_end(e, run->ratings);
    }
    free(one);
}

/* ---- what comes out ---- */

static json_t *rounded(double v)
{
    return json_real(round(v * 1e6) / 1e6);
}

static json_t *measure_json(struct measure m)
{
    json_t *o = json_object();

    json_object_set_new(o, "games", json_integer((json_int_t)m.games));
    json_object_set_new(o, "share", rounded(m.share));
    json_object_set_new(o, "error", rounded(m.error));
    return o;
}

static void rating_json(const struct arena_run *run, json_t *o, int i)
{
    json_t *wins = json_array();

    if (!run->ratings)
        return;
    for (int j = 0; j < run->bots; j++)
        json_array_append_new(wins, json_integer((json_int_t)run->wins[i * run->bots + j]));
    const struct rating *r = &run->ratings[i];
    json_object_set_new(o, "half_wins", wins);
    json_object_set_new(o, "rating", r->met ? rounded(r->value) : json_null());
    json_object_set_new(o, "rating_error", r->error >= 0 ? rounded(r->error) : json_null());
}

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
    json_t *o = json_object(), *bots = json_array(), *options = json_array();
    char seed[32];

    snprintf(seed, sizeof seed, "%" PRIu64, run->seed);
    json_object_set_new(o, "ruleset", json_string(ct_get_info(run->def, NULL).id));
    json_object_set_new(o, "version", json_string(CT_VERSION));
    json_object_set_new(o, "seed", json_string(seed));
    json_object_set_new(o, "people", json_integer(run->setup.people));
    for (int i = 0; i < run->setup.noptions; i++)
        json_array_append_new(options, json_string(run->setup.options[i]));
    json_object_set_new(o, "options", options);
    json_object_set_new(o, "games", json_integer((json_int_t)run->games));
    json_object_set_new(o, "deals", json_integer((json_int_t)run->deals));
    json_object_set_new(o, "unfinished", json_integer((json_int_t)run->unfinished));
    for (int i = 0; i < run->bots; i++) {
        json_t *b = measure_json(measure(run, i, -1)), *seats = json_array();
        json_object_set_new(b, "bot", json_string(run->name[i]));
        json_object_set_new(b, "refused", json_integer((json_int_t)run->stats[i].refused));
        json_object_set_new(b, "forfeits", json_integer((json_int_t)run->stats[i].forfeits));
        for (int p = 0; p < run->setup.people; p++)
            json_array_append_new(seats, measure_json(measure(run, i, p)));
        json_object_set_new(b, "seats", seats);
        rating_json(run, b, i);
        if (run->timing)
            timing_json(run, b, i);
        json_array_append_new(bots, b);
    }
    json_object_set_new(o, "bots", bots);
    json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    puts("");
    json_decref(o);
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

static void print_notes(const struct arena_run *run)
{
    if (run->unfinished)
        printf("%" PRIu64 " games were unfinished\n", run->unfinished);
    for (int i = 0; i < run->bots; i++) {
        if (run->stats[i].refused)
            printf("%s: %" PRIu64 " choices at random, for want of samples\n", run->name[i],
                   run->stats[i].refused);
        if (run->stats[i].forfeits)
            printf("%s: %" PRIu64 " choices forfeited and made at random\n", run->name[i],
                   run->stats[i].forfeits);
    }
}

static void add_rating(struct table *t, const struct rating *r)
{
    if (!r->met)
        table_add(t, "-");
    else if (r->error < 0)
        table_addf(t, "%.0f", r->value);
    else
        table_addf(t, "%.0f ±%.0f", r->value, r->error);
}

static void print_table(const struct arena_run *run)
{
    int first = run->ratings ? 4 : 3;
    struct table t = {.columns = first + run->setup.people, .right = {false, true, true, true}};

    printf("%s: %" PRIu64 " games of %" PRIu64 " deals, seed %" PRIu64 "\n\n",
           ct_get_info(run->def, NULL).title, run->games, run->deals, run->seed);
    table_add(&t, "player");
    table_add(&t, "share");
    table_add(&t, "error");
    if (run->ratings)
        table_add(&t, "rating");
    for (int p = 0; p < run->setup.people; p++) {
        t.right[first + p] = true;
        table_addf(&t, "seat %d", p);
    }
    for (int i = 0; i < run->bots; i++) {
        struct measure m = measure(run, i, -1);
        table_add(&t, run->name[i]);
        table_addf(&t, "%.3f", m.share);
        table_addf(&t, "%.3f", m.error);
        if (run->ratings)
            add_rating(&t, &run->ratings[i]);
        for (int p = 0; p < run->setup.people; p++) {
            m = measure(run, i, p);
            table_addf(&t, "%.3f ±%.3f", m.share, m.error);
        }
    }
    table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
    print_notes(run);
    if (run->timing)
        print_timing(run);
}

/* ---- the command ---- */

/* The line-up and the bots in it, by name. */
static int read_lineup(struct arena_run *run, const char *list)
{
    int listed = players_count(list);

    if (listed > MOST_BOTS) {
        complain("arena: at most %d bots", MOST_BOTS);
        return -1;
    }
    run->places = listed > run->setup.people ? listed : run->setup.people;
    if (players_read("arena", list, false, run->lineup, run->places))
        return -1;
    for (int i = 0; i < run->places; i++) {
        char name[320];
        int b = 0;
        player_title(&run->lineup[i], name, sizeof name);
        while (b < run->bots && strcmp(run->name[b], name) != 0)
            b++;
        if (b == run->bots)
            strcpy(run->name[run->bots++], name);
        run->who[i] = b;
    }
    return 0;
}

static int compete(struct arena_run *run)
{
    size_t cells = run->games * CT_MAX_SEATS;
    int rc = EXIT_OK;

    run->deals = (run->games + (uint64_t)run->places - 1) / (uint64_t)run->places;
    run->share = mem_alloc(cells * sizeof *run->share);
    memset(run->share, 0, cells * sizeof *run->share);
    run->side = mem_zero(cells * sizeof *run->side);
    if (players_need_knowledge(run->lineup, run->places))
        run->setup.flags |= CT_TRACK;
    pthread_mutex_init(&run->lock, NULL);
    progress_begin(&run->progress, "games", run->games);
    run_all(run);
    progress_end(&run->progress);
    if (run->wrong) {
        complain("arena: %s", run->wrong);
        rc = EXIT_USAGE;
    } else {
        rate(run);
        (run->json ? print_json : print_table)(run);
    }
    free(run->wrong);
    free(run->share);
    free(run->side);
    free(run->wins);
    free(run->ratings);
    pthread_mutex_destroy(&run->lock);
    return rc;
}

static int prepared(struct arena_run *run, const char *name, int64_t seats, const char *bots,
                    const struct list *options)
{
    ct_definition *def = ruleset_load(name);
    int rc = EXIT_USAGE;

    run->def = def;
    run->setup.options = options->v;
    run->setup.noptions = options->n;
    if (def && (run->setup.people = seats_of(def, seats, 4)) > 0 && !read_lineup(run, bots) &&
        !policies_read("arena", def, &run->setup, run->lineup, run->places))
        rc = compete(run);
    policies_free(run->lineup, run->places);
    ct_free(def);
    return rc;
}

int cmd_arena(int argc, char **argv)
{
    struct arena_run *run = mem_alloc(sizeof *run);
    int64_t seats = 0, games = 400, jobs = sysconf(_SC_NPROCESSORS_ONLN);
    struct list options = {0}, rest = {0};
    const char *bots = "mcts:200,random";
    bool seeded = false;

    memset(run, 0, sizeof *run);
    const struct flag flags[] = {
        {"bots", FLAG_TEXT, &bots, "BOT,BOT[,...]",
         "who plays, round and round the table (mcts:200,random)", 0, 0, NULL},
        {"seats", FLAG_COUNT, &seats, "N", "people (4, or what the game allows)", 1,
         CT_MAX_SEATS, NULL},
        {"games", FLAG_COUNT, &games, "N", "how many games (400)", 1, 10000000, NULL},
        {"seed", FLAG_SEED, &run->seed, "S", "the same seed gives the same output (by chance)",
         0, 0, &seeded},
        {"jobs", FLAG_COUNT, &jobs, "N", "threads (one per processor)", 1, 1024, NULL},
        {"option", FLAG_LIST, &options, "K=V", "an option of the game; again for another", 0, 0,
         NULL},
        {"json", FLAG_SET, &run->json, NULL, "for programs", 0, 0, NULL},
        {"timing", FLAG_SET, &run->timing, NULL, "with iterations per second", 0, 0, NULL},
    };
    const struct usage usage = {
        "arena",
        flags,
        sizeof flags / sizeof *flags,
        PROGRAMS_HELP,
        "cantrip arena fairytale --bots mcts:200,random,random,random --games 400\n"
        "cantrip arena wizard-quest --bots mcts:2000,flat:2000,random --games 300 --json",
        1,
        1};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        run->games = (uint64_t)games;
        run->jobs = jobs < 1 ? 1 : (int)jobs;
        if (!seeded)
            run->seed = seed_by_chance();
        rc = prepared(run, rest.v[0], seats, bots, &options);
    }
    args_free(&rest);
    args_free(&options);
    free(run);
    return rc;
}
