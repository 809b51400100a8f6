/* result.c - graded results (`result: {out_of: …}`, tests/rulesets/features/graded) and results in which every point counts
 * (`stake`, …/staked): their counters are set by hand. */
#include "kernel_fixture.h"

static struct game g;

static int counter_of(const char *id)
{
    return id_of(g.def->counters, g.def->k.ncounters, id);
}

/* What three people have laid, and with whom they play; then the game is over. */
static struct kresult end(const int own[3], const int band[3])
{
    struct kresult r;
    int id[] = {counter_of("own"), counter_of("band"), counter_of("laid")}, all = 0;

    for (int i = 0; i < 3; i++) {
        set_counter(&g, (unsigned)id[0], i, -1, own[i], false);
        set_counter(&g, (unsigned)id[1], i, -1, band[i], false);
        all += own[i];
    }
    set_counter(&g, (unsigned)id[2], -1, -1, all, false);
    k_rules(g.s)->status = K_OVER;
    assert_int_equal(k_result(&g.e, g.s, &r), 0);
    assert_true(r.graded);
    return r;
}

static void begin(const char *option, int32_t value)
{
    game_load(&g, "features/graded");
    if (option)
        set_option(&g, option, value);
    game_start(&g, 3, 1, true);
    k_at(&g.e, g.s);
}

static void shares(const struct kresult *r, int a, int b, int c)
{
    assert_int_equal(r->share[0], a);
    assert_int_equal(r->share[1], b);
    assert_int_equal(r->share[2], c);
}

static void what_is_common_is_each_ones(void **state)
{
    (void)state;
    begin(NULL, 0);
    struct kresult r = end((int[]){2, 3, 1}, (int[]){1, 2, 3});
    shares(&r, K_WHOLE * 6 / 10, K_WHOLE * 6 / 10, K_WHOLE * 6 / 10);
    assert_int_equal(r.winners, 0);
    r = end((int[]){2, 3, 1}, (int[]){0, 0, 0}); /* one side of three */
    shares(&r, K_WHOLE * 6 / 10, K_WHOLE * 6 / 10, K_WHOLE * 6 / 10);
    r = end((int[]){2, 3, 9}, (int[]){1, 2, 3}); /* it fell */
    shares(&r, 0, 0, 0);
    game_close(&g);
}

static void who_reached_all_has_won(void **state)
{
    (void)state;
    begin(NULL, 0);
    struct kresult r = end((int[]){2, 3, 5}, (int[]){0, 0, 0});
    shares(&r, K_WHOLE, K_WHOLE, K_WHOLE);
    assert_int_equal(r.winners, 7);
    assert_int_equal(r.sides, 1);
    game_close(&g);
}

static void a_side_has_what_its_people_reached_on_an_average(void **state)
{
    (void)state;
    begin("apart", 1);
    struct kresult r = end((int[]){2, 6, 11}, (int[]){1, 1, 2}); /* 11 of 10 is all */
    shares(&r, K_WHOLE * 4 / 10, K_WHOLE * 4 / 10, K_WHOLE);
    assert_int_equal(r.winners, 4);
    r = end((int[]){-2, 6, 1}, (int[]){1, 1, 2}); /* less than nothing is nothing */
    shares(&r, K_WHOLE * 3 / 10, K_WHOLE * 3 / 10, K_WHOLE / 10);
    assert_int_equal(r.winners, 0);
    game_close(&g);
}

static void whom_the_rules_name_has_all_or_nothing(void **state)
{
    (void)state;
    begin("apart", 1);
    k_rules(g.s)->won = 1;
    struct kresult r = end((int[]){2, 6, 5}, (int[]){1, 1, 2});
    shares(&r, K_WHOLE, K_WHOLE, K_WHOLE / 2);
    k_rules(g.s)->won = 0;
    k_rules(g.s)->lost = 2;
    r = end((int[]){2, 6, 10}, (int[]){1, 1, 2});
    shares(&r, 0, 0, K_WHOLE);
    assert_int_equal(r.winners, 4);
    game_close(&g);
}

static void while_it_runs_it_is_as_it_stands(void **state)
{
    struct kresult r;

    (void)state;
    begin(NULL, 0);
    set_counter(&g, (unsigned)counter_of("laid"), -1, -1, 4, false);
    assert_int_equal(k_result(&g.e, g.s, &r), 0);
    shares(&r, K_WHOLE * 4 / 10, K_WHOLE * 4 / 10, K_WHOLE * 4 / 10);
    assert_int_equal(r.winners, 0);
    game_close(&g);
}

static void nothing_to_reach_is_an_error(void **state)
{
    struct kresult r;

    (void)state;
    begin("empty", 1);
    assert_int_equal(k_result(&g.e, g.s, &r), -1);
    assert_int_equal(g.e.err.code, K_E_RANGE);
    assert_int_not_equal(g.e.err.src, 0);
    game_close(&g);
}

/* Three people have won so much, and play with whom they play; whether the game is over. */
static struct kresult staked(const int own[3], const int band[3], bool over)
{
    struct kresult r;

    for (int i = 0; i < 3; i++) {
        set_counter(&g, (unsigned)counter_of("own"), i, -1, own[i], false);
        set_counter(&g, (unsigned)counter_of("band"), i, -1, band[i], false);
    }
    k_rules(g.s)->status = over ? K_OVER : K_RUNNING;
    assert_int_equal(k_result(&g.e, g.s, &r), 0);
    assert_true(r.staked && !r.graded);
    return r;
}

static void begin_staked(void)
{
    game_load(&g, "features/staked");
    game_start(&g, 3, 1, true);
    k_at(&g.e, g.s);
}

static void where_every_point_counts_each_has_a_part_of_all_points(void **state)
{
    const int each[] = {1, 2, 3}, two[] = {1, 1, 2};
    struct kresult r;

    (void)state;
    begin_staked();
    r = staked((int[]){2, -4, 2}, each, true); /* 12, 6 and 12 of 30 */
    shares(&r, K_WHOLE * 12 / 30, K_WHOLE * 6 / 30, K_WHOLE * 12 / 30);
    assert_int_equal(r.winners, 5);              /* who has won is what it was */
    r = staked((int[]){20, -15, 0}, each, true); /* 30, 0 and 10 of 40 */
    shares(&r, K_WHOLE * 3 / 4, 0, K_WHOLE / 4);
    r = staked((int[]){2, -4, 2}, two, true); /* 18 and 12 of 30 */
    shares(&r, K_WHOLE * 18 / 30, K_WHOLE * 18 / 30, K_WHOLE * 12 / 30);
    r = staked((int[]){-10, -12, -30}, two, true); /* nobody has any */
    shares(&r, K_WHOLE / 2, K_WHOLE / 2, K_WHOLE / 2);
    r = staked((int[]){1, 0, 0}, each, true); /* 31 do not divide a whole: nothing is lost */
    assert_int_equal(r.share[0] + r.share[1] + r.share[2], K_WHOLE);
    r = staked((int[]){2, -4, 2}, each, false);
    shares(&r, K_WHOLE * 12 / 30, K_WHOLE * 6 / 30, K_WHOLE * 12 / 30);
    assert_int_equal(r.winners, 0);
    ((struct kdef *)g.e.d)->least_wins = true; /* what one has is bad */
    r = staked((int[]){2, -4, 2}, each, true);
    shares(&r, K_WHOLE * 8 / 30, K_WHOLE * 14 / 30, K_WHOLE * 8 / 30);
    assert_int_equal(r.winners, 2);
    game_close(&g);
}

static void nothing_to_sit_down_with_is_an_error(void **state)
{
    struct kresult r;

    (void)state;
    game_load(&g, "features/staked");
    set_option(&g, "empty", 1);
    game_start(&g, 3, 1, true);
    assert_int_equal(k_result(&g.e, g.s, &r), -1);
    assert_int_equal(g.e.err.code, K_E_RANGE);
    assert_int_not_equal(g.e.err.src, 0);
    game_close(&g);
}

/* Whoever looks at a score changes nothing: it would be another at each look, and the game with it. */
static void a_score_is_not_drawn(void **state)
{
    struct kresult r;
    uint32_t known;

    (void)state;
    game_load(&g, "features/drawn");
    set_option(&g, "way=score", 0);
    game_start(&g, 2, 1, true);
    uint64_t hash = k_hash(&g.e, g.s);
    assert_int_equal(k_result(&g.e, g.s, &r), -1);
    assert_int_equal(g.e.err.code, K_E_LOT);
    assert_int_equal(k_result_seen(&g.e, g.s, 0, &r, &known), -1);
    assert_int_equal(g.e.err.code, K_E_LOT);
    assert_int_equal(k_hash(&g.e, g.s), hash);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_common_is_each_ones),
        cmocka_unit_test(who_reached_all_has_won),
        cmocka_unit_test(a_side_has_what_its_people_reached_on_an_average),
        cmocka_unit_test(whom_the_rules_name_has_all_or_nothing),
        cmocka_unit_test(while_it_runs_it_is_as_it_stands),
        cmocka_unit_test(nothing_to_reach_is_an_error),
        cmocka_unit_test(where_every_point_counts_each_has_a_part_of_all_points),
        cmocka_unit_test(nothing_to_sit_down_with_is_an_error),
        cmocka_unit_test(a_score_is_not_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
