/* memory.c - what happens when memory runs out: every allocation of a scenario fails once, alone and
 * with all that follow.
 *
 * malloc itself is taken over here, so that those of libyaml, Lua and jansson fail too; under ASan
 * its own malloc stands behind. A scenario says that it was done or refused; whatever failed, nothing
 * may crash, end the program or stay allocated, and the same scenario then ends as it did before.
 * With CT_LONG=1 every allocation is tried, of more than MANY one in two, three ...; else one in STEP.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/internal.h"
#include "bot/policy.h"
#include "cantrip.h"
#include "record/save.h"

/* ---- malloc, also that of the shared libraries ---- */

#pragma GCC visibility push(default)

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t),
    *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
extern void *__interceptor_malloc(size_t) __attribute__((weak)),
    *__interceptor_calloc(size_t, size_t) __attribute__((weak)),
    *__interceptor_realloc(void *, size_t) __attribute__((weak));
extern void __interceptor_free(void *) __attribute__((weak));

static _Thread_local bool armed;
static _Thread_local long asked, fails_at; /* the first is 1; 0: none fails */
static _Thread_local bool and_on;          /* and all after it */
static atomic_long alive;

static bool fails(void)
{
    if (!armed)
        return false;
    asked++;
    return fails_at && (and_on ? asked >= fails_at : asked == fails_at);
}

static void *counted(void *p)
{
    if (p)
        atomic_fetch_add(&alive, 1);
    else
        errno = ENOMEM;
    return p;
}

void *malloc(size_t n)
{
    if (fails())
        return counted(NULL);
    return counted(__interceptor_malloc ? __interceptor_malloc(n) : __libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
    if (fails())
        return counted(NULL);
    return counted(__interceptor_calloc ? __interceptor_calloc(n, size)
                                        : __libc_calloc(n, size));
}

void *realloc(void *old, size_t n)
{
    if (fails())
        return old && !n ? NULL : (errno = ENOMEM, NULL);
    void *p = __interceptor_realloc ? __interceptor_realloc(old, n) : __libc_realloc(old, n);
    if (!old)
        return counted(p);
    return p;
}

void free(void *p)
{
    if (p)
        atomic_fetch_sub(&alive, 1);
    if (__interceptor_free)
        __interceptor_free(p);
    else
        __libc_free(p);
}

#pragma GCC visibility pop

/* ---- scenarios: what they came to (0: refused), the same each time ---- */

static ct_definition *def;
static char broken[] = "/tmp/cantrip-memory-XXXXXX";
static char tests_file[] = "/tmp/cantrip-memory-XXXXXX";
static uint64_t lines;

static void told(void *ctx, const struct ct_line *line)
{
    (void)ctx;
    lines += strlen(line->text);
}

/* Good: a definition; bad: findings. Either is read as text, too. */
static uint64_t load(const char *folder)
{
    ct_diags *diags = NULL;
    ct_definition *d = ct_load(folder, &diags);
    char *text = diags ? ct_diags_text(diags, true) : NULL;
    uint64_t sum = d ? ct_get_info(d, NULL).behaviour : 0;
    struct ct_diag f;

    for (size_t i = 0; ct_diags_get(diags, i, &f); i++)
        if (strstr(f.message, "out of memory"))
            assert_string_equal(f.code, "MEMORY");
    if (!d && text && !strstr(text, "out of memory"))
        sum = strlen(text);
    free(text);
    ct_diags_free(diags);
    ct_free(d);
    return sum;
}

static uint64_t load_good(void)
{
    return load("tests/rulesets/features/unit");
}

static uint64_t load_tale(void)
{
    return load("rulesets/fairytale");
}

/* A ruleset in which much is wrong: each finding has its hint. */
static uint64_t load_bad(void)
{
    return load(broken);
}

static ct_engine *open_engine(void)
{
    char *wrong = NULL;
    ct_engine *e = ct_engine_new(def, &wrong);

    free(wrong);
    if (e && (ct_engine_names(e, (const char *[]){"Ann", "Ben"}, 2, 0) ||
              ct_log(e, CT_SPECTATOR, told, NULL))) {
        assert_string_equal(ct_error_code(e), "MEMORY");
        ct_engine_free(e);
        return NULL;
    }
    return e;
}

static uint64_t noted;
static bool unnoted;

/* What happens is also wanted as JSON, from another engine: the one that tells must not be used. */
static void note(void *ctx, const ct_state *state, const struct ct_event *event)
{
    char *json = ct_event_json(ctx, state, event);

    if (json)
        noted += strlen(json);
    else
        unnoted = true;
    free(json);
}

static void why_not(void *ctx, const struct ct_reason *reason)
{
    *(size_t *)ctx += strlen(reason->text);
}

/* The same as data. */
static bool read_values(ct_engine *e, ct_state *g, int seat, int n)
{
    static struct ct_card cards[500];
    struct ct_waiting waiting[8];
    struct ct_choice choice;
    struct ct_result res;
    unsigned known;
    size_t letters = 0;
    bool ok = ct_look(e, g, seat, CT_KNOWN, cards, NULL, 500) >= 0 &&
              ct_why_each(e, g, seat, 0, why_not, &letters) >= 0 &&
              ct_waiting(e, g, seat, waiting, 8) >= 0 &&
              !ct_result_for(e, g, seat, &res, &known) && ct_phase_name(e, 0) &&
              ct_counter_text(e, g, 0, 1) && ct_effect_text(e, g, 0, 0);

    for (int i = 0; i < n && ok; i++) {
        char *json =
            ct_get_choice(e, g, seat, i, &choice) ? NULL : ct_chosen_json(e, g, &choice);
        ok = json && ct_choice_key(e, g, seat, i);
        free(json);
    }
    return ok;
}

/* What a seat may read at a question. */
static bool read_all(ct_engine *e, ct_state *g, int seat, int n)
{
    char *json = ct_view_json(e, g, seat, true);
    char *why = ct_why(e, g, seat, 0);
    struct ct_card cards[50];
    bool ok = json && why && ct_prompt(e, g) && ct_zone_name(e, 0) &&
              ct_zone_cards(e, g, seat, 0, -1, cards, 50) >= -1;

    free(json);
    free(why);
    if (ct_choices(e, g, seat) != n)
        return false;
    for (int i = 0; i < n && ok; i++)
        ok = ct_choice_text(e, g, seat, i) && ct_choice_pick(e, g, seat, i);
    return ok && read_values(e, g, seat, n);
}

/* Picks the last choice each time. 1: so many were made or the game is over, 0: refused. */
static int play_on(ct_engine *e, ct_state *g, int picks, bool read, struct ct_replay *r)
{
    int more = 1;

    while (picks && (more = ct_advance(e, g)) == 1) {
        int seat = ct_next_seat(g), n = ct_choices(e, g, seat);
        if (n < 1 || (read && !read_all(e, g, seat, n)))
            return 0;
        if (r)
            ct_replay_note(r, e, g, seat, n - 1);
        if (ct_choices(e, g, seat) != n || ct_pick(e, g, seat, n - 1))
            return 0;
        picks--;
    }
    return more < 0 ? 0 : 1;
}

/* A game that may have failed is asked, without memory and with it. */
static void stands(ct_engine *e, ct_state *g)
{
    static struct ct_card cards[500];
    static uint8_t view[1 << 16];
    struct ct_result res;
    bool was = armed;

    for (int i = 0; i < 2; i++) {
        uint64_t hash = ct_hash(e, g);
        int rc = ct_get_result(e, g, &res);
        assert_true(rc || res.status != CT_BROKEN || !ct_asked(g));
        (void)ct_look(e, g, CT_ALL, CT_EVERY, cards, NULL, 500);
        (void)ct_zone_cards(e, g, CT_ALL, 0, 0, cards, 500);
        (void)ct_view(e, g, CT_SPECTATOR, view, sizeof view);
        free(ct_view_json(e, g, 0, true));
        assert_true(ct_position(e, g) || was);
        assert_int_equal(ct_hash(e, g), hash);
        armed = false;
    }
    armed = was;
}

/* A game that is played with all that a player sees; what it came to. */
static uint64_t play(void)
{
    ct_engine *e = open_engine();
    ct_state *g =
        e ? ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 5, .flags = CT_TRACK})
          : NULL;
    struct ct_result res;
    uint64_t sum = 0;

    lines = 0;
    if (g && play_on(e, g, 12, true, NULL) && !ct_get_result(e, g, &res) && ct_reasons(e, g))
        sum = ct_hash(e, g) ^ lines;
    if (e && !sum)
        assert_true(strlen(ct_error(e)) > 0);
    if (g && !sum)
        stands(e, g);
    ct_state_free(g);
    ct_engine_free(e);
    return sum;
}

/* A game is started again by an engine that has to lay it out anew. */
static uint64_t restart(void)
{
    struct ct_setup two = {.people = 2, .seed = 5, .flags = CT_TRACK},
                    three = {.people = 3, .seed = 5, .flags = CT_TRACK};
    ct_engine *e = open_engine();
    ct_state *g = e ? ct_game_new(e, &two) : NULL;
    ct_state *other = g && play_on(e, g, 2, false, NULL) ? ct_game_new(e, &three) : NULL;
    uint64_t sum = 0;

    if (other && !ct_game_restart(e, g, 6) && play_on(e, g, 4, false, NULL))
        sum = ct_hash(e, g);
    else if (other)
        stands(e, g);
    ct_state_free(g);
    ct_state_free(other);
    ct_engine_free(e);
    return sum;
}

/* A game whose seat 1 and a spectator are told, in sentences and as data. */
static uint64_t tell(void)
{
    ct_engine *e = open_engine(), *words = e ? open_engine() : NULL;
    ct_audience *all = words ? ct_audience_new(def) : NULL;
    ct_state *g = NULL;
    char *said = NULL;
    uint64_t sum = 0;

    lines = noted = 0;
    unnoted = false;
    if (all &&
        ct_audience_add(
            all, &(struct ct_listener){.observer = 1, .event = note, .ctx = words, .you = 1}) ==
            0 &&
        ct_audience_add(all, &(struct ct_listener){
                                 .observer = CT_SPECTATOR, .line = told, .you = -1}) == 1) {
        ct_tell(e, all);
        g = ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 5, .flags = CT_TRACK});
    }
    if (g && play_on(e, g, 12, false, NULL))
        said = ct_own_say(def, NULL, 0, NULL, 0);
    if (said && !unnoted)
        sum = ct_hash(e, g) ^ lines ^ noted << 20;
    free(said);
    ct_state_free(g);
    ct_engine_free(e);
    ct_engine_free(words);
    ct_audience_free(all);
    return sum;
}

/* What the cards are, in words. */
static uint64_t cards(void)
{
    struct ct_trait_info trait;
    uint64_t sum = 1;
    bool ok = true;

    for (int c = 0; ct_card_id(def, c) && ok; c++) {
        char *text = NULL;
        for (int t = 0; ct_get_trait(def, t, &trait) && ok; t++) {
            char *name = ct_trait_name(def, t, NULL);
            int n = ct_card_entries(def, c, t);
            for (int i = n ? 0 : -1; i < n && ok; i++) {
                text = ct_card_text(def, NULL, c, t, i, NULL);
                ok = name && text;
                sum = sum * 31 + (ok ? strlen(name) + strlen(text) : 0);
                free(text);
            }
            free(name);
        }
        text = ok ? ct_card_count(def, c, NULL) : NULL;
        ok = text;
        sum += ok ? strlen(text) : 0;
        free(text);
        for (int i = 0; ok && ct_card_field(def, c, i, NULL, &text); i++) {
            ok = text;
            sum += ok ? strlen(text) : 0;
            free(text);
        }
    }
    char *table = ok ? ct_cards_csv(def) : NULL;
    ok = table;
    sum += ok ? strlen(table) : 0;
    free(table);
    return ok ? sum : 0;
}

/* The schemas for editors. */
static uint64_t schemas(void)
{
    char *any = ct_schema(NULL), *of_game = ct_schema(def);
    uint64_t sum = any && of_game ? strlen(any) + strlen(of_game) : 0;

    free(any);
    free(of_game);
    return sum;
}

/* The line that a program is asked with, at one decision of each seat. */
static uint64_t ask_program(void)
{
    struct ct_bot_spec spec = {.kind = CT_BOT_EXEC, .command = "exit"};
    ct_engine *e = open_engine();
    ct_state *g =
        e ? ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 8, .flags = CT_TRACK})
          : NULL;
    ct_bot *b = g && ct_advance(e, g) == 1 ? ct_bot_new(def, &spec) : NULL;
    uint64_t sum = 0;

    if (b) {
        int seat = ct_next_seat(g), n = ct_choices(e, g, seat);
        ct_bot_begin(b, g, seat, 1);
        char *line = n > 0 ? program_question(b, g, n) : NULL;
        sum = line ? strlen(line) : 0;
        free(line);
    }
    ct_bot_free(b);
    ct_state_free(g);
    ct_engine_free(e);
    return sum;
}

/* Worlds that a seat cannot tell from the game, played on. */
static uint64_t sample(void)
{
    ct_engine *e = open_engine();
    ct_state *g = e ? ct_game_new(e,
                                  &(struct ct_setup){.people = 2, .seed = 6, .flags = CT_TRACK})
                    : NULL,
             *w = NULL;
    uint64_t sum = 0;

    if (g && play_on(e, g, 4, false, NULL) && ct_advance(e, g) == 1)
        w = ct_clone(g);
    for (uint64_t i = 1; w && i < 4; i++) {
        int rc = ct_resample(e, w, g, 0, i);
        ct_quiet(w, CT_MUTE);
        if (rc < 0 || (rc > 0 && !play_on(e, w, 6, false, NULL))) {
            sum = 0;
            break;
        }
        uint64_t key = ct_position(e, w);
        if (!key) {
            sum = 0;
            break;
        }
        sum += key;
        ct_copy(w, g);
    }
    ct_state_free(w);
    ct_state_free(g);
    ct_engine_free(e);
    return sum;
}

/* A game is written down, read again and played again. */
static bool save_again(ct_engine *e, ct_state *g, struct ct_replay *r, uint64_t *sum)
{
    char *text = ct_save_text(r, e, g), *wrong = NULL, *said = NULL;
    struct ct_replay back = {0};
    struct ct_replay_run run = {0};
    size_t at = 0;
    int line = 1;
    ct_state *kept = NULL, *again = NULL;
    bool ok = text && ct_replay_read(&back, "mem", text, strlen(text), &at, &line, &wrong);

    if (ok)
        kept = ct_save_state(&back, e, &wrong);
    if (kept)
        again = ct_replay_start(&back, e, &said, &wrong);
    ok = again && ct_replay_play(&back, e, again, back.npicks, &run, &wrong) == 1 &&
         ct_replay_agrees(&back, e, again, &run, &wrong);
    if (ok)
        *sum = ct_hash(e, kept) ^ ct_hash(e, again) ^ strlen(text);
    ct_state_free(kept);
    ct_state_free(again);
    ct_replay_free(&back);
    free(text);
    free(wrong);
    free(said);
    return ok;
}

static uint64_t save(void)
{
    ct_engine *e = open_engine();
    ct_state *g =
        e ? ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 7, .flags = CT_TRACK})
          : NULL;
    struct ct_replay r = {0};
    uint64_t sum = 0;

    if (g) {
        ct_replay_init(&r, e, g, "mem");
        if (!play_on(e, g, 8, false, &r) || ct_advance(e, g) < 0 || !save_again(e, g, &r, &sum))
            sum = 0;
    }
    ct_replay_free(&r);
    ct_state_free(g);
    ct_engine_free(e);
    return sum;
}

/* Random games held against the laws: a lack of memory breaks none. */
static uint64_t battery(void)
{
    struct ct_battery out;
    int rc = ct_battery(def, &(struct ct_setup){.people = 2, .seed = 3}, 0, 1, &out);
    uint64_t sum = rc ? 0 : out.hash;

    if (rc == 1)
        print_error("%s\n", out.message);
    assert_int_not_equal(rc, 1);
    ct_battery_free(&out);
    return sum;
}

/* After three picks of the game, if there is one: what the bot takes, plus 1; 0: it could not. */
static uint64_t bot_choice(const struct ct_bot_spec *spec, ct_engine *e, ct_state *g)
{
    ct_bot *b = g && play_on(e, g, 3, false, NULL) && ct_advance(e, g) == 1
                    ? ct_bot_new(def, spec)
                    : NULL;
    int i = -1;

    if (b) {
        int seat = ct_next_seat(g);
        ct_bot_begin(b, g, seat, 9);
        i = ct_bot_choose(b, g, seat);
        assert_true(i >= 0 || strlen(ct_bot_error(b)) > 0);
    }
    ct_bot_free(b);
    return (uint64_t)(i + 1);
}

static uint64_t search(void)
{
    struct ct_bot_spec spec;
    char why[100];
    uint64_t sum = 0;
    ct_engine *e = open_engine();
    ct_state *g =
        e ? ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 8, .flags = CT_TRACK})
          : NULL;

    assert_int_equal(
        ct_bot_parse("mcts:40,playouts=mast,prior=mast,resample=seats", &spec, why, sizeof why),
        0);
    sum = bot_choice(&spec, e, g);
    ct_state_free(g);
    ct_engine_free(e);
    return sum;
}

/* Some games are learnt from; what was learnt is read back and plays. */
static uint64_t learn(void)
{
    struct ct_bot_spec spec = {.kind = CT_BOT_LEARNT};
    struct ct_setup setup = {.people = 2, .seed = 8, .flags = CT_TRACK};
    struct ct_learn_share random, past;
    size_t n = 0;
    uint64_t sum = 0;
    ct_learner *l = ct_learner_new(def, &setup, NULL, 1, NULL);
    bool ok = l && !ct_learner_batch(l, 2) && !ct_learner_measure(l, 2, &random, &past);

    assert_true(!l || ok || strlen(ct_learner_error(l)) > 0);
    char *text = ok ? ct_learner_text(l, &n) : NULL;
    ct_policy *policy = text ? ct_policy_read(def, "x", text, n, NULL) : NULL;
    spec.policy = policy;
    ct_engine *e = policy ? open_engine() : NULL;
    ct_state *g = e ? ct_game_new(e, &setup) : NULL;
    uint64_t pick = bot_choice(&spec, e, g);
    for (size_t k = 0; pick && k < n; k++)
        sum = sum * 31 + (uint8_t)text[k];
    sum = pick ? sum + pick : 0;
    free(text);
    ct_state_free(g);
    ct_engine_free(e);
    ct_policy_free(policy);
    ct_learner_free(l);
    return sum;
}

/* A search that is led by a policy without an opinion. */
static uint64_t search_by_policy(void)
{
    static const ct_policy none = {.info.people = 2};
    struct ct_bot_spec spec = {.kind = CT_BOT_MCTS, .n = 9, .guided = true, .policy = &none};
    ct_engine *e = open_engine();
    ct_state *g =
        e ? ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 8, .flags = CT_TRACK})
          : NULL;
    uint64_t pick = bot_choice(&spec, e, g);

    ct_state_free(g);
    ct_engine_free(e);
    return pick;
}

/* Scenarios that pass, and one that does not. */
static uint64_t scenarios(void)
{
    static const char *const places[] = {"tests/rulesets/scenarios", "tests/rulesets", NULL};
    ct_scenarios *all = ct_scenarios_new(places);
    uint64_t sum = 0;
    bool ok = all && !ct_scenarios_read(all, tests_file);

    for (int i = 0; ok && i < ct_scenarios_count(all); i++) {
        char *report = NULL;
        int rc = ct_scenario_play(all, i, &report);

        ok = rc >= 0;
        sum = sum * 31 + (report ? strlen(report) : 1);
        free(report);
    }
    ct_scenarios_free(all);
    return ok ? sum : 0;
}

/* All mutants of a game that has a script, one of them loaded. */
static uint64_t mutants(void)
{
    ct_diags *diags = NULL;
    ct_mutants *all = ct_mutants_new("tests/rulesets/features/unit", NULL, false, &diags);
    struct ct_mutant m;
    uint64_t sum = 0;

    for (int i = 0; all && ct_get_mutant(all, i, &m); i++)
        sum = sum * 31 + strlen(m.says) + strlen(m.excerpt);
    ct_definition *d = all ? ct_mutant_load(all, 1, NULL) : NULL;
    sum = d ? sum ^ ct_get_info(d, NULL).behaviour : 0;
    ct_free(d);
    ct_mutants_free(all);
    ct_diags_free(diags);
    return sum;
}

/* Six picks of two scenes, one behind the other; 0: memory ran out. */
static uint64_t go_on(ct_scene *a, ct_scene *b)
{
    uint64_t sum = 1;

    ct_scene_follow(b, a);
    for (int k = 0; k < 6; k++) {
        if (ct_scene_settle(a) != 1 || ct_scene_settle(b) != 1)
            return 0;
        int seat = ct_next_seat(ct_scene_game(a));
        const char *said = ct_scene_choice(a, seat, 0);
        char *pick = said ? strdup(said) : NULL;
        bool ok =
            pick && ct_scene_pick(a, seat, pick) == 1 && ct_scene_pick(b, seat, pick) == 1;
        sum = sum * 31 + (pick ? strlen(pick) : 0);
        free(pick);
        if (!ok)
            return 0;
    }
    char *luck = ct_scene_luck(b);
    sum = luck ? sum * 31 + strlen(luck) : 0;
    free(luck);
    return sum;
}

/* A scenario that a program goes on with, and one that follows it. */
static uint64_t scenes(void)
{
    static const char *const places[] = {"tests/rulesets", NULL};
    static const char text[] =
        "{cantrip: 1, ruleset: features/unit, scenarios: [{name: x, options: {lots: true}, "
        "then: [{expect: {}}]}]}";
    ct_scenarios *all[2];
    ct_scene *s[2] = {NULL, NULL};
    bool ok = true;

    for (int k = 0; k < 2; k++) {
        all[k] = ct_scenarios_new(places);
        ok = ok && all[k] && !ct_scenarios_read_text(all[k], "x.yaml", text, strlen(text));
    }
    for (int k = 0; k < 2 && ok; k++) {
        s[k] = ct_scene_new(all[k], 0, 1);
        ok = s[k] != NULL;
    }
    char *json = ok ? ct_scenario_json(all[0], 0) : NULL;
    uint64_t sum = json ? go_on(s[0], s[1]) : 0;
    sum = sum ? sum * 31 + strlen(json) : 0;
    free(json);
    for (int k = 1; k >= 0; k--) {
        ct_scene_free(s[k]);
        ct_scenarios_free(all[k]);
    }
    return sum;
}

static uint64_t solve(void)
{
    struct ct_solve_report report = {0};
    ct_definition *d = ct_load("tests/rulesets/features/fro", NULL);
    ct_engine *e = d ? ct_engine_new(d, NULL) : NULL;
    ct_state *g = e ? ct_game_new(e, &(struct ct_setup){.people = 1, .seed = 1}) : NULL;
    ct_solver *s = g ? ct_solver_new(e) : NULL;
    enum ct_solve_answer a = s ? ct_solver_run(s, g, 1000, true, &report) : CT_FAILED;

    ct_solver_free(s);
    ct_state_free(g);
    ct_engine_free(e);
    ct_free(d);
    return a == CT_FAILED ? 0 : report.nodes + 1;
}

static uint64_t exact(void)
{
    struct ct_exact_worth worth = {.exploitability = -1};
    ct_definition *d = ct_load("rulesets/kuhn", NULL);
    ct_engine *e = d ? ct_engine_new(d, NULL) : NULL;
    ct_exact *x = e ? ct_exact_new(e, &(struct ct_setup){.people = 2}, 1000, NULL, NULL) : NULL;

    if (x && !ct_exact_grow(x, 1000)) {
        ct_exact_iterate(x);
        ct_exact_measure(x, CT_EXACT_AVERAGE, &worth);
    }
    ct_exact_free(x);
    ct_engine_free(e);
    ct_free(d);
    return worth.exploitability < 0 ? 0 : 1 + (uint64_t)(worth.exploitability * 1e6);
}

/* ---- the sweep ---- */

static uint64_t once(uint64_t (*scenario)(void), long at, bool on)
{
    asked = 0;
    fails_at = at;
    and_on = on;
    armed = true;
    uint64_t sum = scenario();
    armed = false;
    return sum;
}

enum { STEP = 17, MANY = 1500 };

static void sweep(uint64_t (*scenario)(void))
{
    uint64_t want = once(scenario, 0, false), got;
    bool quick = getenv("CT_QUICK") != NULL;

    assert_int_not_equal(want, 0);
    assert_true(once(scenario, 0, false) == want); /* what is made once has been made */
    long n = asked, far = quick ? 97 : getenv("CT_LONG") ? n / MANY + 1 : STEP;
    for (int on = 0; on < 2; on++)
        for (long at = 1; at <= n; at += at < 60 && !quick ? 1 : far) {
            long before = atomic_load(&alive);
            got = once(scenario, at, on);
            if (got && got != want) /* it may do without: then it is the same */
                print_error("allocation %ld of %ld: another game\n", at, n);
            assert_true(!got || got == want);
            if (!__interceptor_malloc && atomic_load(&alive) != before)
                print_error("allocation %ld of %ld, on %d: %ld lost\n", at, n, on,
                            atomic_load(&alive) - before);
            if (!__interceptor_malloc)
                assert_int_equal(atomic_load(&alive), before);
        }
    assert_true(once(scenario, 0, false) == want);
    print_message("%ld allocations\n", n);
}

#define SWEEP(name)                                                                            \
    static void test_##name(void **state)                                                      \
    {                                                                                          \
        (void)state;                                                                           \
        sweep(name);                                                                           \
    }
SWEEP(load_good)
SWEEP(load_tale)
SWEEP(load_bad)
SWEEP(play)
SWEEP(restart)
SWEEP(tell)
SWEEP(cards)
SWEEP(schemas)
SWEEP(ask_program)
SWEEP(sample)
SWEEP(save)
SWEEP(battery)
SWEEP(search)
SWEEP(learn)
SWEEP(search_by_policy)
SWEEP(solve)
SWEEP(exact)
SWEEP(scenarios)
SWEEP(mutants)
SWEEP(scenes)

static int open_def(void **state)
{
    static const char scenes[] =
        "cantrip: 1\nruleset: features/fro\nscenarios:\n"
        "- {name: goes, then: [{pick: go a}, {expect: {there: [a]}}, {offers: [go b, come a, "
        "done]}]}\n"
        "- {name: fails, given: {there: [a]}, then: [{pick: go b}, {expect: {here: [b], there: "
        "[a]}}]}\n";
    static const char text[] =
        "cantrip: 1\nplayers: 2\ntitel: x\ncards: [{a: {wroth: 1}, a: {like: b}}]\n"
        "zones: {hand: {per: player, seen_by: owner, holds: [{}]}}\n"
        "actions: {go: {card: {zone: hadn}, do: [{moev: {to: hand}}]}}\n"
        "phases: [{choose: {any_of: [gp], tims: 1}}, {add: {gold: x + }}]\n";
    char path[64];
    (void)state;
    if (!mkdtemp(broken))
        return -1;
    snprintf(path, sizeof path, "%s/ruleset.yaml", broken);
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f))
        return -1;
    int fd = mkstemp(tests_file);
    f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f || fputs(scenes, f) < 0 || fclose(f))
        return -1;
    def = ct_load("tests/rulesets/features/unit", NULL);
    return !def;
}

static int close_def(void **state)
{
    char path[64];
    (void)state;
    ct_free(def);
    snprintf(path, sizeof path, "%s/ruleset.yaml", broken);
    return unlink(path) || rmdir(broken) || unlink(tests_file);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_good), cmocka_unit_test(test_load_tale),
        cmocka_unit_test(test_load_bad),  cmocka_unit_test(test_play),
        cmocka_unit_test(test_sample),    cmocka_unit_test(test_save),
        cmocka_unit_test(test_battery),   cmocka_unit_test(test_search),
        cmocka_unit_test(test_learn),     cmocka_unit_test(test_search_by_policy),
        cmocka_unit_test(test_solve),     cmocka_unit_test(test_exact),
        cmocka_unit_test(test_scenarios), cmocka_unit_test(test_tell),
        cmocka_unit_test(test_restart),   cmocka_unit_test(test_cards),
        cmocka_unit_test(test_schemas),   cmocka_unit_test(test_ask_program),
        cmocka_unit_test(test_mutants),   cmocka_unit_test(test_scenes),
    };

    if (argc > 1) /* those alone whose names are such */
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, open_def, close_def);
}
