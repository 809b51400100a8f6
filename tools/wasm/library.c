/* library.c - libcantrip for JavaScript (cantrip.js): what cantrip.h takes or gives as a struct is
 * JSON here. All else JavaScript calls as it is. */
#include "export.h"
#include "tools/bots.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/policies.h"
#include "tools/serve/about.h"
#include "tools/stats/profilereport.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(json_t *o)
{
    char *text = mem_had(json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY));

    json_decref(o);
    return text;
}

/* ---- what a game is ---- */

EXPORT char *js_about(ct_definition *def, const char *lang)
{
    char *id = mem_strdup(ct_get_info(def, NULL).id);
    char *text = text_of(about_game(&(struct game){.name = id, .def = def}, lang));

    free(id);
    return text;
}

/* ---- games ---- */

/* {people, seed, options: ["name=value"]}, of which texts live as long as `o`. */
static struct ct_setup setup_of(const json_t *o, struct list *options)
{
    const json_t *list = json_object_get(o, "options"), *option;
    struct ct_setup setup = {.people = (int)json_integer_value(json_object_get(o, "people")),
                             .flags = CT_TRACK};
    size_t i;

    setup.seed = strtoull(mem_said(json_string_value(json_object_get(o, "seed"))), NULL, 10);
    json_array_foreach(list, i, option)
    {
        list_add(options, mem_said(json_string_value(option)));
    }
    setup.options = options->v;
    setup.noptions = options->n;
    return setup;
}

EXPORT ct_state *js_begin(ct_engine *engine, const char *setup)
{
    struct list options = {0};
    json_t *o = json_loads(setup, 0, NULL);
    struct ct_setup how = setup_of(o, &options);
    ct_state *game = ct_game_new(engine, &how);

    args_free(&options);
    json_decref(o);
    return game;
}

/* The result as far as the observer may know it. */
EXPORT char *js_result(ct_engine *engine, ct_state *game, int observer)
{
    static const char *const words[] = {"running", "over", "unfinished", "broken"};
    struct ct_result r;
    unsigned known;
    json_t *scores = json_array(), *shares = json_array();

    if (ct_result_for(engine, game, observer, &r, &known))
        return NULL;
    for (int i = 0; i < ct_seats(game); i++) {
        json_array_append_new(scores, r.scored && known >> i & 1
                                          ? json_integer((json_int_t)r.score[i])
                                          : json_null());
        json_array_append_new(shares, json_real((double)r.share[i] / CT_WHOLE));
    }
    return text_of(json_pack("{ss so so si ss}", "status", words[r.status], "scores", scores,
                             "shares", shares, "winners", (int)r.winners, "reasons",
                             mem_said(ct_reasons(engine, game))));
}

/* ---- saves and replays ---- */

EXPORT struct ct_replay *js_record(ct_engine *engine, ct_state *game)
{
    struct ct_replay *r = mem_zero(sizeof *r);

    ct_replay_init(r, engine, game, ct_get_info(ct_engine_definition(engine), NULL).id);
    return r;
}

EXPORT void js_record_free(struct ct_replay *r)
{
    ct_replay_free(r);
    free(r);
}

EXPORT int js_record_picks(const struct ct_replay *r)
{
    return (int)r->npicks;
}

/* NULL: *wrong says why, here and below. */
EXPORT struct ct_replay *js_record_read(const char *text, char **wrong)
{
    struct ct_replay *r = mem_zero(sizeof *r);
    size_t at = 0;
    int line = 0;

    if (ct_replay_read(r, "the save", text, strlen(text), &at, &line, wrong))
        return r;
    js_record_free(r);
    return NULL;
}

/* The game of the record after its first `picks` picks; the others are forgotten. */
EXPORT ct_state *js_record_play(struct ct_replay *r, ct_engine *engine, int picks, char **wrong)
{
    struct ct_replay_run run = {0};
    char *said = NULL;
    ct_state *game = ct_replay_start(r, engine, &said, wrong);

    free(said);
    if (game && ct_replay_play(r, engine, game, (size_t)picks, &run, wrong) != 1) {
        ct_state_free(game);
        return NULL;
    }
    ct_replay_cut(r, (size_t)picks);
    return game;
}

/* ---- the log ---- */

static void add_line(void *ctx, const struct ct_line *line)
{
    json_array_append_new(ctx, json_pack("{ss si sb}", "text", line->text, "depth", line->depth,
                                         "heading", line->kind == CT_LINE_HEADING));
}

/* Notes from now on what the observer is told. NULL: no memory. */
EXPORT json_t *js_listen(ct_engine *engine, int observer)
{
    json_t *lines = json_array();

    if (!ct_log(engine, observer, add_line, lines))
        return lines;
    json_decref(lines);
    return NULL;
}

EXPORT char *js_heard(json_t *lines)
{
    char *text = mem_had(json_dumps(lines, JSON_COMPACT));

    json_array_clear(lines);
    return text;
}

/* ---- bots ---- */

/* `policy`: n bytes of a file of `cantrip learn` for this bot, or NULL. */
EXPORT ct_bot *js_bot(const ct_definition *def, const char *name, const char *policy, size_t n,
                      char **wrong)
{
    struct ct_bot_spec spec;
    char why[256];

    if (ct_bot_parse(name, &spec, why, sizeof why)) {
        *wrong = mem_strdup(why);
        return NULL;
    }
    spec.policy = policy ? ct_policy_read(def, "the policy", policy, n, wrong) : NULL;
    return policy && !spec.policy ? NULL : ct_bot_new(def, &spec);
}

/* ---- scenarios, many games ---- */

/* Plays the scenarios of files, a path a line: {findings, scenarios: [{name, file, line, passed, report}]}. */
EXPORT char *js_test(const char *paths)
{
    ct_scenarios *all = ct_scenarios_new(NULL);
    json_t *list = json_array();
    struct ct_scenario s;
    char *copy = mem_strdup(paths);

    if (!all)
        mem_die();
    for (char *path = strtok(copy, "\n"); path; path = strtok(NULL, "\n"))
        ct_scenarios_read(all, path);
    for (int i = 0; ct_get_scenario(all, i, &s); i++) {
        char *report = NULL;
        int rc = ct_scenario_play(all, i, &report);
        json_array_append_new(list, json_pack("{so so si sb so}", "name", json_text(s.name),
                                              "file", json_text(s.file), "line", s.line,
                                              "passed", rc == 1, "report", json_text(report)));
        free(report);
    }
    char *text = text_of(json_pack("{so so}", "findings",
                                   json_findings(ct_scenarios_diags(all)), "scenarios", list));
    ct_scenarios_free(all);
    free(copy);
    return text;
}

struct many {
    ct_engine *engine;
    ct_state *game;
    struct player players[CT_MAX_SEATS], *at[CT_MAX_SEATS];
    bool random;
    uint64_t unfinished, picks, share[CT_MAX_SEATS];
    int64_t score[CT_MAX_SEATS];
};

/* Plays game number i with this seed to the end. False: *why. */
static bool play_one(struct many *m, uint64_t seed, const char **why)
{
    struct ct_rng rng[CT_MAX_SEATS];
    struct ct_result r;

    players_seed(m->players, CT_MAX_SEATS, seed);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        rng[i] = m->players[i].rng;
    if (ct_game_restart(m->engine, m->game, seed) ||
        (m->random ? ct_playout(m->engine, m->game, rng, CT_MAX_SEATS, 0, NULL)
                   : players_finish(m->at, m->engine, m->game, why)) ||
        ct_get_result(m->engine, m->game, &r))
        return false;
    m->unfinished += r.status == CT_UNFINISHED;
    m->picks += ct_get_stats(m->game).picks;
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        m->share[i] += (uint64_t)r.share[i];
        m->score[i] += r.score[i];
    }
    return true;
}

static json_t *many_json(const struct many *m, uint64_t games)
{
    json_t *seats = json_array();

    for (int i = 0; i < ct_seats(m->game); i++)
        json_array_append_new(
            seats, json_pack("{sf sf}", "share",
                             (double)m->share[i] / CT_WHOLE / (double)(games ? games : 1),
                             "score", (double)m->score[i] / (double)(games ? games : 1)));
    return json_pack("{sI sI sI so}", "games", (json_int_t)games, "unfinished",
                     (json_int_t)m->unfinished, "picks", (json_int_t)m->picks, "seats", seats);
}

/* Plays games first … first + games - 1 of those with this seed, as `cantrip sim` does. NULL: *wrong. With `profile`: what each
 * line of the rules costs, too. */
EXPORT char *js_simulate(const ct_definition *def, const char *setup, const char *bots,
                         double first, double games, bool profile, char **wrong)
{
    struct list options = {0};
    json_t *o = json_loads(setup, 0, NULL), *out = NULL;
    struct ct_setup how = setup_of(o, &options);
    struct many m = {.engine = ct_engine_new(def, wrong),
                     .random = !strcmp(bots, player_name(PLAYER_RANDOM))};
    ct_profile *costs = profile ? ct_profile_new(def) : NULL;
    const char *why = NULL;
    double done = 0;

    if (m.random && !profile)
        how.flags = 0;
    if (m.engine && !(profile && ct_engine_profile(m.engine)) &&
        !players_read("simulate", bots, false, m.players, CT_MAX_SEATS) &&
        !policies_read("simulate", def, &how, m.players, CT_MAX_SEATS))
        m.game = ct_game_new(m.engine, &how);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        m.at[i] = &m.players[i];
    while (m.game && done < games &&
           play_one(&m, game_seed(how.seed, (uint64_t)(first + done)), &why))
        done++;
    if (m.game && done >= games) {
        out = many_json(&m, (uint64_t)games);
        if (costs) {
            ct_profile_add(costs, m.engine);
            json_object_set_new(out, "profile", profile_json(costs));
        }
    } else if (m.engine) {
        *wrong = mem_strdup(why ? why : ct_error(m.engine));
    }
    players_free(m.players, CT_MAX_SEATS);
    policies_free(m.players, CT_MAX_SEATS);
    ct_profile_free(costs);
    ct_state_free(m.game);
    ct_engine_free(m.engine);
    args_free(&options);
    json_decref(o);
    return out ? text_of(out) : NULL;
}
