/* bot.c - how bots are written, and what a search remembers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cantrip.h"

#include <stdlib.h>
#include <string.h>

static void reads_and_writes(void **state)
{
    static const char *const good[] = {
        "random",
        "first",
        "greedy",
        "flat:200",
        "mcts:500",
        "mcts:500,plies=40",
        "mcts:1,forgets",
        "mcts:9,resample=seats",
        "flat:5,playouts=mast",
        "mcts:5,playouts=mast,prior=mast",
        "mcts:5,facts=no,playouts=mast,prior=mast,resample=seats",
        "mcts:5,plies=2,forgets,facts=no,playouts=mast,resample=seats",
        "mcts:9,policy",
        "mcts:9,policy=a b,c",
        "mcts:5,plies=2,playouts=mast,resample=seats,policy=a",
        "exec:./a b,c",
        "exec,seconds=60:a:b",
        "learnt",
        "learnt,temperature=1",
        "learnt,games=1000",
        "learnt,games=5,temperature=1",
        "learnt:a b.policy",
        "learnt,temperature=2:a",
        "learnt,temperature=0.250:a"};
    struct ct_bot_spec spec;
    char out[320], why[256];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(ct_bot_parse(good[i], &spec, why, sizeof why), 0);
        ct_bot_name(&spec, out, sizeof out);
        assert_string_equal(out, good[i]);
    }
}

static void refuses_others(void **state)
{
    static const char *const bad[] = {"",
                                      "mcts",
                                      "mcts:",
                                      "mcts:0",
                                      "mcts:x",
                                      "mcts:5,x",
                                      "random:3",
                                      "mcts:5plies=2",
                                      "exec:",
                                      "exec",
                                      "mcts:-1",
                                      "mct:3",
                                      "mcts:5,plies=",
                                      "flat:5,resample=seats",
                                      "mcts:5,resample=all",
                                      "mcts:5,prior=mast",
                                      "flat:5,playouts=mast,prior=mast",
                                      "mcts:5,playouts=mast,prior=",
                                      "mcts:5,playouts=mast,prior=mast,policy=a",
                                      "flat:5,policy=a",
                                      "mcts:5,policy=",
                                      "mcts:5,policyx",
                                      "mcts:5,policy,forgets",
                                      "mcts:5,playouts=",
                                      "exec,seconds=0:a",
                                      "exec,seconds=1",
                                      "exec,seconds=1:",
                                      "exec,a:b",
                                      "learnt:",
                                      "learnt,games=0",
                                      "learnt,games=",
                                      "learnt,games=5:a",
                                      "learnt,games=5x",
                                      "learnt,temperature=1,games=5",
                                      "learnt,temperature=:a",
                                      "learnt,temperature=0:a",
                                      "learnt,temperature=0.0001:a",
                                      "learnt,temperature=1,x",
                                      "learnt:\a"};
    struct ct_bot_spec spec;
    char why[256];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(ct_bot_parse(bad[i], &spec, why, sizeof why), -1);
    for (size_t cap = 1; cap < 60;
         cap++) { /* a message that is cut is cut between characters */
        assert_int_equal(ct_bot_parse("ééééééééééééééé", &spec, why, cap), -1);
        assert_true(strlen(why) < cap && ct_is_line(why));
    }
    assert_int_equal(ct_bot_parse("\x1b[2J", &spec, why, sizeof why), -1);
    assert_true(ct_is_line(why));
}

/* A game, and a bot that sits at it. */
struct table {
    ct_definition *def;
    ct_engine *engine;
    ct_state *game;
    ct_bot *bot;
};

static void sit_down(struct table *t, const char *folder, int people, const char *text)
{
    struct ct_bot_spec spec;
    char why[256];

    assert_int_equal(ct_bot_parse(text, &spec, why, sizeof why), 0);
    t->def = ct_load(folder, NULL);
    t->engine = ct_engine_new(t->def, NULL);
    t->game = ct_game_new(t->engine,
                          &(struct ct_setup){.people = people, .seed = 1, .flags = CT_TRACK});
    t->bot = ct_bot_new(t->def, &spec);
    assert_non_null(t->bot);
}

static void deal(struct table *t, uint64_t seed)
{
    assert_int_equal(ct_game_restart(t->engine, t->game, seed), 0);
    assert_int_equal(ct_advance(t->engine, t->game), 1);
}

/* The bot's choice for the seat; *best: what it thinks of it. */
static int chosen(struct table *t, int seat, uint64_t seed, struct ct_bot_estimate *best)
{
    ct_bot_begin(t->bot, t->game, seat, seed);
    int i = ct_bot_choose(t->bot, t->game, seat);

    assert_true(i >= 0);
    assert_true(ct_bot_get_estimate(t->bot, i, best));
    return i;
}

static void get_up(struct table *t)
{
    ct_bot_free(t->bot);
    ct_state_free(t->game);
    ct_engine_free(t->engine);
    ct_free(t->def);
}

/* Rummy by chance goes on for some 15,000 picks, a playout for 300 at most: so a search has an end. */
static void a_playout_has_an_end(void **state)
{
    static const char *const bots[] = {"mcts:10", "flat:10", "mcts:10,playouts=mast",
                                       "mcts:10,plies=50"};
    struct ct_bot_estimate best;
    struct table t;

    (void)state;
    for (int k = 0; k < 4; k++) {
        sit_down(&t, "tests/rulesets/games/knock", 2, bots[k]);
        deal(&t, 1);
        int seat = ct_next_seat(t.game);
        for (int n; (n = ct_choices(t.engine, t.game, seat)) < 2; seat = ct_next_seat(t.game)) {
            assert_int_equal(ct_pick(t.engine, t.game, seat, 0), 0);
            assert_int_equal(ct_advance(t.engine, t.game), 1);
        }
        chosen(&t, seat, 1, &best);
        uint64_t picks = ct_bot_get_stats(t.bot).picks, most = k < 3 ? 300 : 50;
        assert_true(picks > 5 * most); /* the tree's few picks are counted, too */
        assert_true(picks <= 10 * (most + 10));
        get_up(&t);
    }
}

/* Bob cannot know the card at his brow: a search counts on him all the same, unless each seat acts on what it
 * knows itself. */
static void seats_act_on_what_they_know(void **state)
{
    static const char *const bots[] = {"mcts:4000", "mcts:4000,resample=seats"};
    struct ct_bot_estimate of[2], again;
    struct table t;
    int went_on[2] = {0};

    (void)state;
    for (int k = 0; k < 2; k++) {
        sit_down(&t, "tests/rulesets/search/brows", 2, bots[k]);
        for (uint64_t seed = 1; seed <= 10; seed++) {
            deal(&t, seed);
            int i = chosen(&t, 0, seed, &of[k]);
            went_on[k] += i == 1;
            assert_int_equal(chosen(&t, 0, seed, &again), i);
            assert_true(again.share == of[k].share && again.visits == of[k].visits);
        }
        get_up(&t);
    }
    assert_true(went_on[0] >= 7);
    assert_int_equal(went_on[1], 0);
}

/* Who guesses the card at his own brow is right as often as by chance, once in three times. */
static void nobody_is_told_his_own(void **state)
{
    struct table t;
    struct ct_result r;
    struct ct_bot_estimate best;
    int64_t right = 0;

    (void)state;
    sit_down(&t, "tests/rulesets/search/brows", 2,
             "mcts:40,playouts=mast,prior=mast,resample=seats");
    for (uint64_t seed = 1; seed <= 200; seed++) {
        deal(&t, seed);
        assert_int_equal(ct_pick(t.engine, t.game, 0, 1), 0);
        while (ct_advance(t.engine, t.game) == 1) {
            int seat = ct_next_seat(t.game);
            assert_int_equal(ct_pick(t.engine, t.game, seat, chosen(&t, seat, seed, &best)), 0);
        }
        assert_int_equal(ct_get_result(t.engine, t.game, &r), 0);
        right += r.score[0] / 5;
    }
    assert_true(right > 90 && right < 180); /* of 400; 133 expected, 9.4 standard deviation */
    get_up(&t);
}

/* Nothing is said of a pick of ten but its number: what went well earlier is tried again. */
static void playouts_learn(void **state)
{
    static const char *const bots[][2] = {{"flat:200", "flat:200,playouts=mast"},
                                          {"mcts:200", "mcts:200,playouts=mast"}};
    struct ct_bot_estimate best[2];
    struct table t;

    (void)state;
    for (int k = 0; k < 2; k++) {
        for (int m = 0; m < 2; m++) {
            sit_down(&t, "tests/rulesets/search/habit", 2, bots[k][m]);
            deal(&t, 1);
            chosen(&t, 0, 1, &best[m]);
            get_up(&t);
        }
        assert_true(best[0].share < 0.35 && best[1].share > 0.5);
    }
}

/* With what playouts have learnt as its prior, a tree of a few iterations finds the only good number of five more often. */
static void a_tree_goes_by_what_playouts_learn(void **state)
{
    static const char *const bots[] = {"mcts:20,playouts=mast",
                                       "mcts:20,playouts=mast,prior=mast"};
    struct ct_bot_estimate best;
    struct table t;
    int found[2] = {0};

    (void)state;
    for (int k = 0; k < 2; k++) {
        sit_down(&t, "tests/rulesets/search/habit", 2, bots[k]);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            deal(&t, seed);
            found[k] += chosen(&t, 0, seed, &best) == 2;
        }
        get_up(&t);
    }
    assert_true(found[0] < 24 && found[1] > 26); /* of 40; the prior is worth some 12 */
}

/* Where all results lie close together a search tells them apart all the same. */
static void close_results_are_told_apart(void **state)
{
    struct ct_bot_estimate best;
    struct table t;

    (void)state;
    sit_down(&t, "tests/rulesets/search/near", 2, "mcts:400");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        deal(&t, seed);
        assert_int_equal(chosen(&t, 0, seed, &best), 9);
        assert_true(best.visits > 80); /* of 400, among ten choices */
    }
    get_up(&t);
}

/* What a bot takes is worth most to it, and it says of every choice what that is worth; who picks by chance ranks nothing. */
static void choices_are_ranked(void **state)
{
    static const char *const bots[] = {"mcts:300", "flat:60", "greedy", "first", "random"};
    struct table t;
    double best, worth;

    (void)state;
    for (int k = 0; k < 5; k++) {
        sit_down(&t, "tests/rulesets/search/habit", 2, bots[k]);
        deal(&t, 3);
        ct_bot_begin(t.bot, t.game, 0, 3);
        int pick = ct_bot_choose(t.bot, t.game, 0), n = ct_choices(t.engine, t.game, 0);
        assert_true(n > 2);
        assert_int_equal(ct_bot_worth(t.bot, pick, &best), k < 4);
        for (int i = 0; k < 4 && i < n; i++) {
            assert_true(ct_bot_worth(t.bot, i, &worth));
            assert_true(i == pick ? worth == best : worth <= best);
        }
        assert_false(ct_bot_worth(t.bot, n, &worth));
        assert_false(ct_bot_worth(t.bot, -1, &worth));
        get_up(&t);
    }
}

/* The game of tests/rulesets/search/pays, which the seats play by this bot. What ct_pick and ct_advance came to last. */
static int pay(struct table *t, const char *bot, const char *how, uint64_t seed)
{
    struct ct_setup setup = {
        .people = 2, .seed = seed, .flags = CT_TRACK, .options = &how, .noptions = 1};
    int rc;

    sit_down(t, "tests/rulesets/search/pays", 2, bot);
    ct_state_free(t->game);
    t->game = ct_game_new(t->engine, &setup);
    assert_non_null(t->game);
    ct_bot_begin(t->bot, t->game, 0, seed);
    while ((rc = ct_advance(t->engine, t->game)) == 1) {
        int seat = ct_next_seat(t->game), pick = ct_bot_choose(t->bot, t->game, seat);
        if (pick < 0)
            fail_msg("%s, %s: %s", bot, how, ct_bot_error(t->bot));
        assert_int_equal(ct_pick(t->engine, t->game, seat, pick), 0);
    }
    return rc;
}

/* A world that a seat can think of, but the rules cannot play on, is nobody's fault: it does not count. */
static void worlds_that_fail_are_dropped(void **state)
{
    static const char *const bots[] = {
        "mcts:60", "mcts:60,resample=seats", "mcts:60,playouts=mast,prior=mast",
        "flat:60", "flat:60,playouts=mast",  "greedy"};
    static const char *const hows[] = {"how=endless", "how=divides"};
    struct table t, again;

    (void)state;
    for (int k = 0; k < 12; k++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            assert_int_equal(pay(&t, bots[k / 2], hows[k % 2], seed), 0);
            assert_int_equal(pay(&again, bots[k / 2], hows[k % 2], seed), 0);
            assert_true(ct_hash(t.engine, t.game) == ct_hash(again.engine, again.game));
            get_up(&again);
            get_up(&t);
        }
    /* where all of them fail chance plays, until the game itself fails */
    for (int k = 0; k < 6; k++) {
        assert_int_equal(pay(&t, bots[k], "how=hopeless", 1), -1);
        assert_string_equal(ct_error_code(t.engine), "DIVISION-BY-ZERO");
        assert_true(ct_bot_get_stats(t.bot).refused > 0);
        get_up(&t);
    }
}

/* How many looks have the choices of this kind? */
static int looks(struct table *t, int seat, const char *kind, int *choices)
{
    int n = ct_choices(t->engine, t->game, seat), different = 0;
    uint64_t met[64];

    *choices = 0;
    for (int i = 0; i < n; i++) {
        uint64_t look = ct_choice_look(t->engine, t->game, seat, i);
        int k = 0;
        if (strcmp(ct_kind_id(t->def, ct_choice_kind(t->engine, t->game, seat, i)), kind) != 0)
            continue;
        ++*choices;
        while (k < different && met[k] != look)
            k++;
        if (k == different)
            met[different++] = look;
        assert_true(different < 64);
    }
    return different;
}

/* Backs in a row look alike wherever they lie, until something marks them. */
static void a_look_has_no_place(void **state)
{
    struct table t;
    int n, i = 0;

    (void)state;
    sit_down(&t, "rulesets/lantern-night", 3, "random");
    deal(&t, 1);
    assert_int_equal(looks(&t, 0, "hang", &n), 1);
    assert_int_equal(n, 5);
    while (strcmp(ct_kind_id(t.def, ct_choice_kind(t.engine, t.game, 0, i)), "tell_colour") !=
           0)
        i++;
    assert_int_equal(ct_pick(t.engine, t.game, 0, i), 0);
    assert_int_equal(ct_advance(t.engine, t.game), 1);
    assert_int_equal(looks(&t, 1, "hang", &n), 2);
    assert_int_equal(n, 5);
    get_up(&t);
}

/* The strength of a playing card by its identifier, d-7 or h-k: ace 1, court cards 10. */
static int strength(const char *id)
{
    int v = id[2] >= '0' && id[2] <= '9' ? (int)strtol(id + 2, NULL, 10)
            : id[2] == 'a'               ? 1
                                         : 10;

    return v;
}

/* rulesets/wizard-quest, bot.hopeless: for some strength more enemies are left than spells that are as
 * strong, and fairies. */
static bool enemies_outnumber(ct_engine *engine, ct_state *game, const ct_definition *def)
{
    int left[128][11] = {{0}};

    for (int zone = 0; zone < 2; zone++) { /* draw and tableau */
        struct ct_card cards[64];
        int n = ct_zone_cards(engine, game, CT_ALL, zone, -1, cards, 64);
        for (int i = 0; i < n; i++) {
            const char *id = ct_card_id(def, cards[i].card);
            for (int v = 1; v <= strength(id); v++)
                left[(unsigned char)*id & 127][v]++;
        }
    }
    for (int v = 1; v <= 10; v++)
        if (left['c'][v] > left['d'][v] + left['h'][1])
            return true;
    return false;
}

/* What a hook counts of a position is right wherever it is asked, though nothing is counted twice. */
static void hopeless_is_what_the_rule_says(void **state)
{
    ct_definition *def = ct_load("rulesets/wizard-quest", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    int asked[2] = {0};

    (void)state;
    assert_string_equal(ct_zone_id(def, 0), "draw");
    assert_string_equal(ct_zone_id(def, 1), "tableau");
    for (uint64_t seed = 1; seed <= 100; seed++) {
        ct_state *game = ct_game_new(engine, &(struct ct_setup){.people = 1, .seed = seed});
        struct ct_rng rng = ct_rng_make(seed, 1);
        while (ct_advance(engine, game) == 1) {
            int n = ct_choices(engine, game, 0);
            bool hopeless = false;
            assert_int_equal(ct_bot_hopeless(engine, game, 0, &hopeless), 1);
            assert_int_equal(hopeless, enemies_outnumber(engine, game, def));
            asked[hopeless]++;
            assert_int_equal(ct_pick(engine, game, 0, (int)ct_rng_below(&rng, (uint32_t)n)), 0);
        }
        ct_state_free(game);
    }
    assert_true(asked[0] > 100 && asked[1] > 100);
    ct_engine_free(engine);
    ct_free(def);
}

/* A large game is judged as well after the engine was at a small one. */
static void judges_any_game(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/judge", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    ct_state *small = ct_game_new(engine, &(struct ct_setup){.people = 1, .seed = 1});
    ct_state *large = ct_game_new(engine, &(struct ct_setup){.people = 12, .seed = 1});

    (void)state;
    for (int i = 0; i < 2; i++) {
        int64_t value = 0;

        assert_int_equal(ct_bot_value(engine, large, 0, &value), 1);
        assert_int_equal(value, 1);
        assert_int_equal(ct_advance(engine, small), 0);
    }
    ct_state_free(small);
    ct_state_free(large);
    ct_engine_free(engine);
    ct_free(def);
}

/* Formulas of the ruleset judge as a script's functions do, each person as `you`. */
static void rates_by_formulas(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/rated", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    ct_state *game = ct_game_new(engine, &(struct ct_setup){.people = 2, .seed = 1});
    const int64_t worth[] = {570, 430};

    (void)state;
    assert_int_equal(ct_advance(engine, game), 1);
    assert_int_equal(ct_pick(engine, game, 0, 0), 0); /* seat 0 digs: 7 and 0 */
    assert_int_equal(ct_advance(engine, game), 1);
    for (int seat = 0; seat < 2; seat++) {
        int64_t value = 0;
        bool hopeless = seat == 0;
        assert_int_equal(ct_bot_value(engine, game, seat, &value), 1);
        assert_int_equal(value, worth[seat]);
        assert_int_equal(ct_bot_hopeless(engine, game, seat, &hopeless), 1);
        assert_int_equal(hopeless, seat == 1);
    }
    ct_state_free(game);
    ct_engine_free(engine);
    ct_free(def);
}

/* What a position is worth to each is compared as scores are: half the win for equal worths, towards all of it for a lead. */
static void worths_are_compared(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/worthy", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    ct_state *game = ct_game_new(engine, &(struct ct_setup){.people = 2, .seed = 1});
    struct ct_bot_spec spec = {.kind = CT_BOT_GREEDY};
    ct_bot *bot = ct_bot_new(def, &spec);
    int64_t worth[CT_MAX_SEATS];
    struct ct_bot_estimate dig, rest;

    (void)state;
    assert_int_equal(ct_advance(engine, game), 1);
    ct_bot_begin(bot, game, 0, 3);
    assert_int_equal(ct_bot_choose(bot, game, 0), 0); /* digs: 7 and 0, or 0 and 0 */
    assert_true(ct_bot_get_estimate(bot, 0, &dig) && ct_bot_get_estimate(bot, 1, &rest));
    assert_true(dig.share == (CT_WHOLE / 2 + CT_WHOLE / 2 * 7 / 8) / (double)CT_WHOLE);
    assert_true(rest.share == 0.5);
    assert_int_equal(ct_pick(engine, game, 0, 0), 0);
    assert_int_equal(ct_advance(engine, game), 1);
    assert_int_equal(ct_bot_worths(engine, game, worth), 1);
    assert_true(worth[0] == 7 && worth[1] == 0);
    ct_bot_free(bot);
    ct_state_free(game);
    ct_engine_free(engine);
    ct_free(def);
}

/* A hook that judges does not draw: the game stays as it was. */
static void judging_changes_nothing(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/drawn", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    const char *fine = "way=fine";
    ct_state *game = ct_game_new(
        engine, &(struct ct_setup){.people = 2, .seed = 1, .options = &fine, .noptions = 1});
    uint64_t before = ct_hash(engine, game);
    int64_t value = 0;

    (void)state;
    assert_int_equal(ct_bot_value(engine, game, 0, &value), -1);
    assert_non_null(strstr(ct_error(engine), "DRAWN-CHOICE"));
    assert_int_equal(ct_hash(engine, game), before);
    ct_state_free(game);
    ct_engine_free(engine);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_has_no_place),
        cmocka_unit_test(hopeless_is_what_the_rule_says),
        cmocka_unit_test(judges_any_game),
        cmocka_unit_test(rates_by_formulas),
        cmocka_unit_test(worths_are_compared),
        cmocka_unit_test(judging_changes_nothing),
        cmocka_unit_test(nobody_is_told_his_own),
        cmocka_unit_test(playouts_learn),
        cmocka_unit_test(a_tree_goes_by_what_playouts_learn),
        cmocka_unit_test(close_results_are_told_apart),
        cmocka_unit_test(choices_are_ranked),
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(refuses_others),
        cmocka_unit_test(a_playout_has_an_end),
        cmocka_unit_test(seats_act_on_what_they_know),
        cmocka_unit_test(worlds_that_fail_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
