/* exact.c - chance by hand, and exact answers about games whose tree is small. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cantrip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct tried {
    ct_definition *def;
    ct_engine *engine;
    ct_exact *exact;
    int rc; /* of the tree */
    struct ct_exact_size size;
    struct ct_exact_worth worth;
};

static struct tried try(const char *path, ct_exact_policy policy)
{
    struct tried t = {.def = ct_load(path, NULL)};

    assert_non_null(t.def);
    t.engine = ct_engine_new(t.def, NULL);
    t.exact = ct_exact_new(t.engine, &(struct ct_setup){.people = 2, .seed = 5}, 50000, policy,
                           t.engine);
    assert_non_null(t.exact);
    while ((t.rc = ct_exact_grow(t.exact, 7)) == 1)
        ;
    t.size = ct_exact_get_size(t.exact);
    return t;
}

static void done(struct tried *t)
{
    ct_exact_free(t->exact);
    ct_engine_free(t->engine);
    ct_free(t->def);
}

static void near(double is, double wanted, double within)
{
    if (!(fabs(is - wanted) <= within))
        fail_msg("%.6f, not %.6f", is, wanted);
}

static void worths(const struct tried *t, double value, double first, double second)
{
    near(t->worth.value[0], value, 1e-9);
    near(t->worth.value[1], -value, 1e-9);
    near(t->worth.best[0], first, 1e-9);
    near(t->worth.best[1], second, 1e-9);
    near(t->worth.exploitability, (first + second) / 2, 1e-9);
}

/* ---- chance by hand ---- */

struct asked {
    int n[16], weight[16],
        times; /* how many outcomes; the weight of the first, 0: all are alike */
    int fails; /* at this question; -1: at none */
};

static int the_last(void *ctx, int n, const int *weight)
{
    struct asked *a = ctx;

    a->n[a->times] = n;
    a->weight[a->times] = weight ? weight[0] : 0;
    return a->times++ == a->fails ? n : n - 1;
}

/* Of a a b b c the last definition each time, until a a are left; then each takes a card out of a hand of two, of
 * three. */
static void chance_is_asked(void **state)
{
    static const int n[] = {3, 2, 2, 2, 3}, weight[] = {2, 2, 2, 0, 0};
    struct asked a = {.fails = -1};
    ct_definition *def = ct_load("tests/rulesets/knowledge/steal", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    struct ct_card deck[8];

    (void)state;
    ct_chance(engine, the_last, &a);
    ct_state *game = ct_game_new(engine, &(struct ct_setup){.people = 2});
    assert_int_equal(ct_advance(engine, game), 1);
    assert_int_equal(a.times, 5);
    for (int i = 0; i < a.times; i++) {
        assert_int_equal(a.n[i], n[i]);
        assert_int_equal(a.weight[i], weight[i]);
    }
    assert_int_equal(ct_zone_cards(engine, game, CT_ALL, 0, -1, deck, 8), 1); /* an a is left */
    assert_string_equal(ct_card_id(def, deck[0].card), "a");
    ct_state_free(game);
    for (int at = 0; at < 5; at++) { /* it says what cannot be */
        a = (struct asked){.fails = at};
        game = ct_game_new(engine, &(struct ct_setup){.people = 2});
        assert_true(!game || ct_advance(engine, game) < 0);
        ct_state_free(game);
    }
    ct_chance(engine, NULL, NULL);
    a.times = 0;
    game = ct_game_new(engine, &(struct ct_setup){.people = 2});
    assert_int_equal(ct_advance(engine, game), 1);
    assert_int_equal(a.times, 0);
    ct_state_free(game);
    ct_engine_free(engine);
    ct_free(def);
}

/* ---- known policies in Kuhn's game ---- */

/* The first card is one of three, the second one of two: six deals. In each the first question, two behind it, one behind a
 * check and a bet, five ends. */
static void a_tree_has_all_ways(void **state)
{
    struct tried t = try("rulesets/kuhn", NULL);

    (void)state;
    assert_int_equal(t.rc, 0);
    assert_int_equal(t.size.positions, 1 + 6 * 9);
    assert_int_equal(t.size.ends, 6 * 5);
    assert_int_equal(t.size.sets[0], 3 * 2); /* a card; at the first question, or after a bet */
    assert_int_equal(t.size.sets[1], 3 * 2);
    assert_true(t.size.points);
    done(&t);
}

/* By chance: the seat that comes first has a fourth of the hands each in a bet that is called and in one that is folded to, in
 * which it gains 1 in the second and nothing in the first, on an average of the cards; a fourth in two checks; an eighth each in a
 * bet behind a check that is folded, called: 1/4 - 1/8. Best against that is what no policy of the 64 beats: 1/2, 5/12
 * (tests/cli/solve.bats tries them all). */
static void by_chance(void **state)
{
    struct tried t = try("rulesets/kuhn", NULL);

    (void)state;
    ct_exact_measure(t.exact, CT_EXACT_GIVEN, &t.worth);
    worths(&t, 1.0 / 8, 1.0 / 2, 5.0 / 12);
    done(&t);
}

/* Who never bets and folds to each bet loses the ante to whoever bets. */
static int passes(void *ctx, ct_state *game, int seat, int n, double *chance)
{
    for (int i = 0; i < n; i++) {
        const char *pick = ct_choice_pick(ctx, game, seat, i);
        chance[i] = !strcmp(pick, "check") || !strcmp(pick, "fold");
    }
    return 0;
}

/* Who calls each bet and never bets loses 2 to a King that bets, and 1 to a King in the other hand. A Jack that checks loses
 * 1, a Queen nothing on an average: 2/3 - 1/3. */
static int calls(void *ctx, ct_state *game, int seat, int n, double *chance)
{
    for (int i = 0; i < n; i++) {
        const char *pick = ct_choice_pick(ctx, game, seat, i);
        chance[i] = !strcmp(pick, "check") || !strcmp(pick, "call");
    }
    return 0;
}

static void best_responses(void **state)
{
    struct tried t = try("rulesets/kuhn", passes);

    (void)state;
    ct_exact_measure(t.exact, CT_EXACT_GIVEN, &t.worth);
    worths(&t, 0, 1, 1);
    done(&t);
    t = try("rulesets/kuhn", calls);
    ct_exact_measure(t.exact, CT_EXACT_GIVEN, &t.worth);
    worths(&t, 0, 1.0 / 3, 1.0 / 3);
    done(&t);
}

/* Ways that are not alike likely, before a choice and behind it; the least score wins. The ruleset says what comes out. */
static void by_the_odds(void **state)
{
    struct tried t = try("tests/rulesets/search/odds", NULL);

    (void)state;
    assert_int_equal(t.size.ends, 5 * (1 + 1 + 3));
    assert_int_equal(t.size.sets[0], 0);
    assert_int_equal(t.size.sets[1], 1);
    ct_exact_measure(t.exact, CT_EXACT_GIVEN, &t.worth);
    near(t.worth.value[1], 2.0 / 3, 1e-9);
    near(t.worth.best[1], 1, 1e-9);
    near(t.worth.best[0], -2.0 / 3, 1e-9);
    near(t.worth.exploitability, 1.0 / 3, 1e-9); /* of the one who chooses */
    /* by chance, then the best twice; they count once, twice, three times */
    for (int i = 0; i < 3; i++)
        ct_exact_iterate(t.exact);
    ct_exact_measure(t.exact, CT_EXACT_AVERAGE, &t.worth);
    near(t.worth.value[1], (2.0 / 3 + 2 + 3) / 6, 1e-9);
    done(&t);
}

static int cannot(void *ctx, ct_state *game, int seat, int n, double *chance)
{
    (void)ctx;
    (void)game;
    (void)chance;
    return seat + n ? -1 : 0;
}

static void a_policy_may_fail(void **state)
{
    struct tried t = try("rulesets/kuhn", cannot);

    (void)state;
    assert_int_equal(t.rc, -1);
    assert_string_equal(ct_exact_error(t.exact), "the policy failed");
    done(&t);
}

/* ---- equilibria ---- */

static void equilibrium(const char *path, int iterations, double value, double within)
{
    struct tried t = try(path, NULL);
    double before = INFINITY;

    for (int i = 1; i <= iterations; i++) {
        ct_exact_iterate(t.exact);
        if (i != iterations / 8 && i != iterations)
            continue;
        ct_exact_measure(t.exact, CT_EXACT_AVERAGE, &t.worth);
        assert_true(t.worth.exploitability >= -1e-12 && t.worth.exploitability < before / 4);
        before = t.worth.exploitability;
    }
    near(t.worth.value[0], value, within);
    near(t.worth.value[1], -value, within);
    assert_true(before < within);
    /* the value lies between what each seat is sure of */
    assert_true(t.worth.best[0] >= value - within / 100 &&
                -t.worth.best[1] <= value + within / 100);
    done(&t);
}

/* H. W. Kuhn, A simplified two-person poker, 1950. */
static void kuhn(void **state)
{
    (void)state;
    equilibrium("rulesets/kuhn", 512, -1.0 / 18, 0.001);
}

/* Its known value; and what both best responses gain against chance, as OpenSpiel has it. */
static void leduc(void **state)
{
    struct tried t = try("rulesets/leduc", NULL);

    (void)state;
    ct_exact_measure(t.exact, CT_EXACT_GIVEN, &t.worth);
    near(2 * t.worth.exploitability, 4.747222, 1e-6);
    done(&t);
    equilibrium("rulesets/leduc", 512, -0.0856, 0.001);
}

/* ---- what is refused ---- */

static void what_is_too_large(void **state)
{
    struct tried t = try("rulesets/fairytale", NULL);
    double orders = 0;
    int cards = ct_get_info(t.def, NULL).cards, all = 0;

    (void)state;
    for (int i = 0; i < cards; i++) {
        orders -= lgamma(ct_card_copies(t.def, i) + 1);
        all += ct_card_copies(t.def, i);
    }
    assert_int_equal(t.rc, -1);
    assert_true(t.size.too_large);
    near(t.size.outcomes, (orders + lgamma(all + 1)) / log(10), 1e-6);
    done(&t);
    t = try("tests/rulesets/search/habit", NULL); /* no deal, many picks */
    assert_int_equal(t.rc, -1);
    assert_true(t.size.too_large && t.size.outcomes == 0 && t.size.positions == 50000);
    done(&t);
}

static void refused(const char *path, const char *why)
{
    struct tried t = try(path, NULL);

    assert_int_equal(t.rc, -1);
    if (!strstr(ct_exact_error(t.exact), why))
        fail_msg("%s: %s", path, ct_exact_error(t.exact));
    assert_false(t.size.too_large);
    done(&t);
}

static void what_cannot_be_answered(void **state)
{
    (void)state;
    refused("tests/rulesets/search/brows", "players do not play against each other");
    refused("tests/rulesets/knowledge/roll", "asks a player");
    refused("tests/rulesets/laws/divides", "division by zero");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_is_asked),
        cmocka_unit_test(a_tree_has_all_ways),
        cmocka_unit_test(by_chance),
        cmocka_unit_test(best_responses),
        cmocka_unit_test(by_the_odds),
        cmocka_unit_test(a_policy_may_fail),
        cmocka_unit_test(kuhn),
        cmocka_unit_test(leduc),
        cmocka_unit_test(what_is_too_large),
        cmocka_unit_test(what_cannot_be_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
