/* cmd_sim.c - `cantrip sim`: plays many games (simgames.h) and reports them. */
#include "simgames.h"

#include "policies.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/report/report.h"
#include "tools/screen/table.h"
#include "tools/stats/profilereport.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_GAMES = 1000000000 };

/* The first so many games of a run have others beside them for --skill. */
enum { SKILL_GAMES = 400 };

/* ---- what comes out ---- */

static void timing_json(const struct sim *sim, json_t *o, double seconds)
{
    const struct tally *t = &sim->got.total;
    json_t *hooks = json_object();

    for (int i = 0; i < sim->nhooks; i++)
        json_object_set_new(hooks, sim->hook[i].name,
                            json_pack("{s:I, s:I}", "runs", (json_int_t)sim->hook[i].runs,
                                      "reruns", (json_int_t)sim->hook[i].reruns));
    json_object_update_new(o, json_pack("{s:f, s:f, s:f, s:f, s:I, s:o}", "seconds", seconds,
                                        "processor_seconds", sim->processor, "games_per_second",
                                        (double)t->games / seconds, "picks_per_second",
                                        (double)t->picks / seconds, "reruns",
                                        (json_int_t)t->reruns, "hooks", hooks));
}

static void print_timing(const struct sim *sim, double seconds)
{
    struct table t = {.split = 1};

    printf("\n%.2f s with %d %s (%.2f s of processor): %.0f games/s, %.0f picks/s; %" PRIu64
           " hooks, %" PRIu64 " re-runs\n",
           seconds, sim->jobs, sim->jobs == 1 ? "job" : "jobs", sim->processor,
           (double)sim->got.total.games / seconds, (double)sim->got.total.picks / seconds,
           sim->got.total.hooks, sim->got.total.reruns);
    table_heads(&t, "hook|>runs|>re-runs");
    for (int i = 0; i < sim->nhooks; i++) {
        table_addf(&t, "%s|%" PRIu64 "|%" PRIu64, sim->hook[i].name, sim->hook[i].runs,
                   sim->hook[i].reruns);
    }
    if (sim->nhooks)
        table_print(&t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&t);
}

/* ---- the command ---- */

/* Closes the files of games. They get their names if `wanted`. False after a message. */
static bool close_files(struct sim *sim, bool wanted)
{
    bool good = !sim->recorder || recorder_end(sim->recorder, wanted);

    sim->recorder = NULL;
    good = (!sim->records || records_close(sim->records, wanted)) && good;
    sim->records = NULL;
    return good;
}

/* Plays the rest of the part up to its limit, and adds the seconds it took. EXIT_OK, or EXIT_USAGE
 * after a message. */
static int play_all(struct sim *sim, double *seconds)
{
    atomic_init(&sim->stop, UINT64_MAX);
    if (sim->other)
        atomic_init(&sim->other->stop, UINT64_MAX);
    progress_begin(&sim->progress, "games", part_left(sim->part));
    *seconds += simgames_play(sim);
    progress_end(&sim->progress);
    const struct sim *failed = sim;
    if (sim->other && sim->other->stop < sim->stop)
        failed = sim->other;
    if (failed->wrong)
        complain("sim: %s", failed->wrong);
    return failed->wrong ? EXIT_USAGE : EXIT_OK;
}

/* Looks again and again until the target is reached: EXIT_OK, or EXIT_FINDING if it is not. A run
 * that goes on skips the looks that an earlier process made. */
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
        struct estimate now = sim_target_now(&sim->target, r);
        bool reached = target_reached(&sim->target, now, look);
        if (!reached && look < r->of)
            continue;
        target_tell(&sim->target, now, look, "games", reached);
        r->of = look;
        return reached ? EXIT_OK : EXIT_FINDING;
    }
}

static void finish(struct sim *sim)
{
    close_files(sim, false);
    sim_result_free(&sim->got);
    ct_profile_free(sim->profile);
    free(sim->wrong);
    pthread_mutex_destroy(&sim->lock);
}

/* Saves what is counted so far, of both rulesets in a comparison. */
static bool save(void *ctx, struct tally_file *f)
{
    struct sim *sim = ctx;

    return sim_save(f, &sim->got, sim->other ? &sim->other->got : NULL);
}

/* Goes on from the counts of an earlier process. */
static bool take_up(void *ctx, const struct tally_file *found, char **wrong)
{
    struct sim *sim = ctx;
    struct sim_result a, b;
    bool good = sim_load(found, &a, &b, wrong);

    if (good)
        sim_merge(&sim->got, &a);
    sim_result_free(&a);
    sim_result_free(&b);
    return good;
}

/* Settles which games this process plays. Then call part_end. */
static bool begin_part(struct sim *sim)
{
    sim->part->save = save;
    sim->part->guard = &sim->lock;
    sim->part->take_up = take_up;
    sim->part->ctx = sim;
    bool good = part_open(sim->part, sim->games, "games");
    sim->got.of = good ? sim->part->of : sim->games;
    return good;
}

static void print(const struct sim *sim, double seconds)
{
    if (!sim->json) {
        report_sim(&sim->got, sim->other ? &sim->other->got : NULL);
        if (sim->profile)
            profile_print(sim->profile, ct_get_info(sim->def, NULL).folder);
        if (sim->timing)
            print_timing(sim, seconds);
    } else {
        json_t *o = report_sim_json(sim->other ? "both" : "sim", &sim->got,
                                    sim->other ? &sim->other->got : NULL);
        if (sim->profile)
            json_object_set_new(o, "profile", profile_json(sim->profile));
        if (sim->timing)
            timing_json(sim, o, seconds);
        json_print(o, 2);
    }
}

/* Plays the games, in a comparison of both rulesets. */
static int play(struct sim *sim, double *seconds)
{
    int rc;

    *seconds = 0;
    sim->first = sim->part->todo.n ? sim->part->todo.v->first : 1;
    part_play(sim->part);
    rc = sim->until ? play_until(sim, seconds) : play_all(sim, seconds);
    if (rc == EXIT_OK && sim->relearn)
        complain("note: the bots were trained for each version, so numbers that the change "
                 "does not touch may differ, too");
    part_stop(sim->part);
    return rc;
}

/* Is a part of the run worth printing? If not (it is written or compared), a signal ends us and
 * leaves nothing behind. */
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

/* A replay tells how the game stands with all that the seats know. */
static bool may_record(struct sim *sim)
{
    char *wrong = NULL;

    if (succeeded(ct_file_may_become(sim->record, "replay", &wrong), "sim", &wrong))
        sim->recorder = recorder_new(sim->record);
    sim->setup.flags |= CT_TRACK;
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

/* With --relearn: does a player train, and can all of them that should? */
static bool learns_anew(const struct sim *sim)
{
    bool good = !sim->relearn || policies_unnamed(*sim->players, sim->setup.people);

    if (!good)
        complain("sim: --relearn needs bots that train themselves, such as --bots learnt");
    return good;
}

/* Reads the players' policies. A second version uses those of the first, unless each is to train
 * its own. */
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

/* Seats the players in a game of a variant. False after a message: it cannot begin, or has other
 * seats. */
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
        complain(
            "sim: these options change the number of seats, so their games cannot be counted "
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

static bool disagree(const char *what)
{
    return complain("sim: %s", what);
}

/* Prints what is known before the first game. */
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
    r->kind = r->cards ? card_kind(&r->names, "sim", r->run.id, r->cards) : EVERY_KIND;
    if (r->kind == NO_KIND)
        return false;
    sim_begin_counts(r, r, sim->page, sim->causal);
    if (sim->profiled && !(sim->profile = ct_profile_new(sim->def)))
        return disagree("out of memory");
    r->until = sim->until ? sim->target.text : NULL;
    return true;
}

/* Reads the players, for each variant. */
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

/* Reads the players of --skill. */
static bool read_levels(struct sim *sim)
{
    if (!sim->levels)
        return true;
    sim->got.skill = mem_zero(sizeof *sim->got.skill);
    return skill_read(&sim->skill, "sim", sim->levels, sim->def, &sim->setup, SKILL_GAMES,
                      sim->got.skill);
}

/* Checks the flags against the game. `first`: the ruleset that it is compared with, or NULL. The
 * definition (free it), or NULL after a message. Then call finish. */
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

/* Do the flags agree? A comparison is only about cards. */
static bool flags_agree(const struct sim *sim)
{
    bool cards = sim->got.cards;

    if (sim->against && !cards && !sim->page)
        return disagree("--against goes with --cards or --report");
    if (sim->against &&
        (sim->record || sim->records_path || sim->timing || sim->got.pairs || sim->part->every))
        return disagree(
            "--against goes without --record, --records, --timing, --pairs and --checkpoint");
    if (sim->profiled && (sim->against || sim->plain || sim->part->path))
        return disagree("--profile goes without --against, --plain and --tally");
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
        return disagree("--until goes without --shard. Use it with merge");
    return true;
}

/* Fills in what was not given. */
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

/* Flags that are not about the run itself. */
struct said {
    int64_t seats, games;
    struct list options, rest;
    bool seeded, counted;
};

static int read_flags(struct sim *sim, struct said *said, int argc, char **argv)
{
    const struct flag flags[] = {
        SEATS_FLAG(&said->seats, "4, or what the game allows"),
        TEXT_FLAG("bots", &sim->bots, "BOT[,BOT...]",
                  "the players, seat by seat; if too few, again from the first (random; with "
                  "--report or --causal learnt)"),
        COUNT_FLAG("games", &said->games, "N",
                   "how many games (1000; with --until at most this many, or 1000000000)", 1,
                   MOST_GAMES, .given = &said->counted),
        TEXT_FLAG("until", &sim->until, "WHAT±ERROR", UNTIL_HELP),
        SEED_FLAG(&sim->seed, "the same seed gives the same output (random)",
                  .given = &said->seeded),
        JOBS_FLAG(&sim->jobs),
        LIST_FLAG("option", &said->options, "K=V",
                  "an option of the game, or several values in turn (may be repeated)"),
        TEXT_FLAG("record", &sim->record, "FILE",
                  "write the picks of every game to FILE, for cantrip replay"),
        TEXT_FLAG("records", &sim->records_path, "FILE",
                  "write games, seats and cards at the end to FILE.sqlite, .ndjson or .csv"),
        SET_FLAG("picks", &sim->records_run.picks, "with --records: also each choice and pick"),
        TEXT_FLAG("cards", &sim->got.cards, "KIND",
                  "which cards win, for an action, a prompt's word or all"),
        SET_FLAG("pairs", &sim->got.pairs,
                 "with --cards: also pairs of cards that win "
                 "together"),
        SET_FLAG(
            "causal", &sim->causal,
            "with --cards: play one offer of each game twice, with the card taken and without"),
        TEXT_FLAG("report", &sim->page, "FILE",
                  "write everything to FILE, a page for the browser and for paper"),
        TEXT_FLAG("skill", &sim->levels, "BOT,BOT[,...]",
                  "with --report: how often better bots win, the weakest first"),
        TEXT_FLAG("against", &sim->against, "RULESET",
                  "with --cards or --report: compare each card's worth with this ruleset, on "
                  "the same seeds"),
        SET_FLAG("relearn", &sim->relearn,
                 "with --against and --bots learnt: train bots for each version"),
        PART_FLAGS(sim->part),
        JSON_FLAG(&sim->json),
        SET_FLAG("timing", &sim->timing,
                 "also print wall time, processor time and re-runs "
                 "per hook"),
        SET_FLAG("profile", &sim->profiled,
                 "where the time goes: what each line of the rules costs and why"),
        PLAIN_FLAG(&sim->plain),
    };
    const struct usage usage =
        USAGE("sim", flags, 1, 1, PROGRAMS_HELP,
              "cantrip sim fairytale --seats 4 --games 20000 --seed 1\n"
              "cantrip sim fairytale --games 100000 --cards keep_one\n"
              "cantrip sim fairytale --cards keep_one --until 'gain(werewolf) ± 0.002'\n"
              "cantrip sim fairytale --games 5000 --cards keep_one --causal\n"
              "cantrip sim fairytale --games 20000 --seed 1 --report fairytale.html\n"
              "cantrip sim fairytale --against ./my-fairytale --games 10000 --cards keep_one\n"
              "cantrip sim fairytale --bots random,first --option expert=false --json\n"
              "cantrip sim fairytale --games 200 --seed 1 --profile");
    return args_parse(&usage, argc, argv, &said->rest);
}

int cmd_sim(int argc, char **argv)
{
    struct part part = {0};
    struct sim sim = {.part = &part, .jobs = processors()};
    struct said said = {.games = 1000};
    int rc = read_flags(&sim, &said, argc, argv);

    if (rc < 0) {
        sim.games = sim.until && !said.counted ? MOST_GAMES : (uint64_t)said.games;
        rc = set_out(&sim, said.rest.v[0], said.seats, &said.options, said.seeded);
    }
    args_free(&said.rest);
    args_free(&said.options);
    return rc;
}
