/* eval.c - formulas, conditions and seat words, as tests/rulesets/features/eval writes them into counters. */
#include "kernel_fixture.h"

static struct game g;

/* Seats: A, ghost, B, ghost, C, ghost. */
enum { A = 0, GA = 1, B = 2, GB = 3, C = 4, GC = 5 };

static void set_up(void)
{
    static const int gold[] = {4, 7, 7};

    game_load(&g, "features/eval");
    game_start(&g, 3, 1, true);
    const struct kcounter *k =
        &g.def->k.counters[id_of(g.def->counters, g.def->k.ncounters, "gold")];
    for (int p = 0; p < 3; p++)
        k_seatctr(g.s)[2 * p * g.def->k.nseat + k->index] = gold[p];
    put_cards(&g, "row", A, "ant", 1);
    put_cards(&g, "row", A, "cat", 1);
    put_cards(&g, "row", A, "bee", 1);
    put_cards(&g, "row", B, "cat", 1);
    g.e.s = g.s;
    unsigned last = k_slots(g.s)[slot_of(&g, "row", A)].tail;
    turn_over(&g.e, last >> 6, 1ull << (last & 63));
    assert_int_equal(k_setup_known(&g.e, g.s), 0);
    assert_int_equal(go_on(&g.e, g.s), 1);
}

static void formulas_of_the_game(void **state)
{
    static const struct {
        const char *id;
        int want;
    } t[] = {
        {"div_pp", 3},
        {"div_np", -4},
        {"div_pn", -4},
        {"div_nn", 3}, /* rounds down */
        {"mod_pp", 1},
        {"mod_np", 2},
        {"mod_pn", -2},
        {"mod_nn", -1},
        {"prec", 5},
        {"prec2", 6},
        {"neg", 4},
        {"cmp", 1 + 2 + 4 + 16},
        {"logic", 2 + 4 + 8},
        {"short", 1 + 2},
        {"cond", 22},
        {"mins", 300 + 70 + 2},
        {"opts", 700 + 50 + 1 + 4},
        {"people", 3},
        {"chairs", 12},
        {"phase", 123},
        {"total", 1 + 2 + 3 + 3},
        {"most_of", 30},
        {"least_of", -3},
        {"none_of", 0},
        {"sets_all", 6 * 10}, /* of cards worth 1, 2, 3, 3 */
        {"sets_alike", 1},
        {"sets_sum", 3 * 9 + 3 * 9},
        {"sets_most", 3 + 3},
        {"sets_least", 1 + 2},
        {"sets_none", 0},
        {"sets_short", 0},   /* no set of so many */
        {"sets_within", 33}, /* sets of a set, which is there again behind them */
        {"seat_sum", 4 + 7 + 7 + 3},
        {"seat_cards", 3 + 1}, /* each seat's own */
        {"seat_none", 0},
        {"seat_ghosts", -9}, /* they have none */
        {"count_up", 3},
        {"compared", 1 + 16},
        {"count_times", 5},
        {"where_it", 2},
        {"no_boss", 1},
    };

    (void)state;
    set_up();
    for (int i = 0; i < N(t); i++) {
        if (counter(&g, t[i].id, -1) != t[i].want)
            print_error("%s: %d, not %d\n", t[i].id, counter(&g, t[i].id, -1), t[i].want);
        assert_int_equal(counter(&g, t[i].id, -1), t[i].want);
    }
    game_close(&g);
}

static void formulas_of_seats(void **state)
{
    static const struct {
        const char *id;
        int a, b, c;
    } t[] = {
        {"has_most", 0, 1, 1},      {"has_most_alone", 0, 0, 0}, {"has_least", 1, 0, 0},
        {"least_alone", 1, 0, 0},   {"left_of", B, C, A},        {"right_of", C, A, B},
        {"ghost_left", GA, GB, GC}, {"ghost_right", GC, GA, GB}, {"by_all", 1, 1, 1},
        {"by_most", 0, 1, 1},       {"by_least", 1, 0, 0},       {"by_where", 0, 1, 0},
        {"by_owner", 1, 0, 0},      {"by_others", 2, 2, 2},      {"by_boss", 0, 0, 0},
        {"their", 77, 74, 47},      {"lets", 8, 114, 114},       {"lets_of", 1411, 1410, 811},
        {"lets_in", 10, 1, 31},     {"by_let", 1, 0, 0},         {"seat_most", 3, 3, 0},
        {"seat_least", 14, 8, 8},
    };

    (void)state;
    set_up();
    for (int i = 0; i < N(t); i++) {
        int got[3] = {counter(&g, t[i].id, A), counter(&g, t[i].id, B),
                      counter(&g, t[i].id, C)};
        if (got[0] != t[i].a || got[1] != t[i].b || got[2] != t[i].c)
            print_error("%s: %d %d %d, not %d %d %d\n", t[i].id, got[0], got[1], got[2], t[i].a,
                        t[i].b, t[i].c);
        assert_int_equal(got[0], t[i].a);
        assert_int_equal(got[1], t[i].b);
        assert_int_equal(got[2], t[i].c);
    }
    game_close(&g);
}

static void traits_of_a_chosen_card(void **state)
{
    (void)state;
    set_up();
    assert_int_equal(k_rules(g.s)->asked, 1u << A);
    assert_int_equal(k_choices_of(&g.e, g.s, A), 3);
    assert_int_equal(k_pick(&g.e, g.s, A, 2), 0); /* the bee, which lies face down */
    assert_int_equal(go_on(&g.e, g.s), 0);
    assert_int_equal(counter(&g, "formula", -1), 211);
    assert_int_equal(counter(&g, "owner_is", -1), 1);
    assert_int_equal(counter(&g, "is_word", -1), 1);
    assert_int_equal(counter(&g, "in_row", -1), 10 * 3 + 8);
    assert_int_equal(counter(&g, "in_set", -1), -1);
    game_close(&g);
}

/* A product or quotient that leaves the range is an error, not a wrong number. */
static void ranges(void **state)
{
    struct kexpr x[3] = {
        {.op = X_MUL, .a = 1, .b = 2, .c = REF_NONE}, {.op = X_CONST}, {.op = X_CONST}};
    struct kdef d;
    struct kctx c;

    (void)state;
    set_up();
    d = g.def->k;
    d.exprs = x;
    g.e.d = &d;
    g.e.s = g.s;
    memset(&c, 0, sizeof c);
    static const struct {
        uint8_t op;
        int32_t a, b;
        int64_t want;
        enum kerrcode err;
    } t[] = {
        {X_MUL, INT32_MAX, INT32_MAX, (int64_t)INT32_MAX * INT32_MAX, K_OK},
        {X_DIV, INT32_MIN, -1, -(int64_t)INT32_MIN, K_OK},
        {X_DIV, -1, 3, -1, K_OK},
        {X_MOD, -1, 3, 2, K_OK},
        {X_MOD, 1, -3, -2, K_OK},
        {X_MOD, INT32_MIN, -1, 0, K_OK},
        {X_DIV, 1, 0, 0, K_E_DIV},
        {X_MOD, 1, 0, 0, K_E_DIV},
        {X_MIN, -2, 3, -2, K_OK},
        {X_MAX, -2, 3, 3, K_OK},
    };
    for (int i = 0; i < N(t); i++) {
        x[0].op = t[i].op;
        x[1].imm = t[i].a;
        x[2].imm = t[i].b;
        g.e.err.code = K_OK;
        int64_t v = k_eval(&g.e, 0, &c);
        assert_int_equal(g.e.err.code, t[i].err);
        assert_true(t[i].err || v == t[i].want);
    }
    g.e.d = &g.def->k;
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_of_the_game),
        cmocka_unit_test(formulas_of_seats),
        cmocka_unit_test(traits_of_a_chosen_card),
        cmocka_unit_test(ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
