/* ct_playout - the very game that ct_advance, ct_choices and ct_pick play by chance. */
#include "cantrip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static int play_by_hand(ct_engine *e, ct_state *s, struct ct_rng *rng, int n, int plies,
                        uint64_t *picks)
{
    int rc;

    *picks = 0;
    while ((rc = ct_advance(e, s)) == 1 && (!plies || *picks < (uint64_t)plies))
        for (unsigned m = ct_pending(s); m; m &= m - 1) {
            int seat = __builtin_ctz(m), choices = ct_choices(e, s, seat);
            int i = choices < 2 ? 0 : (int)ct_rng_below(&rng[seat % n], (uint32_t)choices);
            assert_true(choices > 0);
            assert_int_equal(ct_pick(e, s, seat, i), 0);
            *picks += choices > 1;
        }
    return rc;
}

static void ignore(void *ctx, const struct ct_line *line)
{
    ++*(int *)ctx;
    (void)line;
}

/* Both ways with the same numbers: the same end, bytes, picks and draws. */
static void same_game(ct_engine *e, const struct ct_setup *setup, int n, int plies)
{
    ct_state *hand = ct_game_new(e, setup), *inside = ct_game_new(e, setup);
    struct ct_rng a[3], b[3];
    uint64_t made, picks;

    assert_non_null(hand);
    assert_non_null(inside);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = ct_rng_make(setup->seed, (uint64_t)i + 50);
    assert_int_equal(ct_playout(e, inside, b, n, plies, &made),
                     play_by_hand(e, hand, a, n, plies, &picks));
    assert_int_equal(made, picks);
    assert_int_equal(ct_hash(e, inside), ct_hash(e, hand));
    for (int i = 0; i < n; i++)
        assert_int_equal(a[i].count, b[i].count);
    ct_state_free(hand);
    ct_state_free(inside);
}

static void every_game(const char *folder, int people)
{
    ct_diags *diags;
    ct_definition *def = ct_load(folder, &diags);
    char *wrong;
    int lines = 0;

    assert_non_null(def);
    ct_engine *e = ct_engine_new(def, &wrong);
    assert_non_null(e);
    for (uint64_t seed = 1; seed < 6; seed++)
        for (int plies = 0; plies < 60; plies += 29) {
            struct ct_setup setup = {.people = people, .seed = seed};
            same_game(e, &setup, 1, plies);
            setup.flags = CT_TRACK;
            same_game(e, &setup, 3, plies);
        }
    ct_log(e, CT_ALL, ignore, &lines);
    struct ct_setup setup = {.people = people, .seed = 9, .flags = CT_TRACK};
    same_game(e, &setup, 3, 20);
    assert_true(lines > 0);
    ct_engine_free(e);
    ct_free(def);
    ct_diags_free(diags);
}

static void playouts_are_games_by_chance(void **state)
{
    (void)state;
    every_game("rulesets/fairytale", 4);
    every_game("rulesets/once-upon-a-draft", 3);
    every_game("rulesets/wizard-quest", 1);
    every_game("rulesets/fairytale-factions", 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(playouts_are_games_by_chance)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
