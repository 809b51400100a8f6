/* battery.c - ct_battery from a program; what each law finds is in tests/cli/deep.bats. */
#include "cantrip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static ct_definition *load(const char *name)
{
    char dir[100] = "tests/rulesets/";

    strcat(dir, name);
    ct_definition *def = ct_load(dir, NULL);
    assert_non_null(def);
    return def;
}

static void a_good_ruleset_keeps_every_law(void **state)
{
    ct_definition *def = load("knowledge/ask");
    struct ct_setup setup = {.people = 2, .seed = 3};
    struct ct_battery b;
    uint64_t samples = 0;

    (void)state;
    assert_int_equal(ct_battery(def, &setup, 0, 12, &b), 0);
    assert_false(b.broken || b.cannot_start);
    assert_null(b.message);
    assert_int_equal(b.games, 12);
    assert_int_equal(b.unfinished, 0);
    assert_true(b.picks >= 12 && b.samples > b.picks);
    for (int i = 0; i < b.nhooks; i++)
        samples += b.hook[i].accepted;
    assert_true(samples > 0);
    ct_battery_free(&b);
    ct_free(def);
}

static void parts_add_up_and_only_playing_gives_the_same_hash(void **state)
{
    ct_definition *def = load("knowledge/ask");
    struct ct_setup setup = {.people = 2, .seed = 3};
    struct ct_battery all, one, two, played, other;

    (void)state;
    assert_int_equal(ct_battery(def, &setup, 0, 10, &all), 0);
    assert_int_equal(ct_battery(def, &setup, 0, 4, &one), 0);
    assert_int_equal(ct_battery(def, &setup, 4, 6, &two), 0);
    assert_int_equal(ct_battery_hash(def, &setup, 0, 10, &played), 0);
    setup.seed = 4;
    assert_int_equal(ct_battery_hash(def, &setup, 0, 10, &other), 0);
    assert_int_equal(all.hash, one.hash + two.hash);
    assert_int_equal(all.picks, one.picks + two.picks);
    assert_int_equal(all.hash, played.hash);
    assert_int_equal(all.picks, played.picks);
    assert_int_not_equal(all.hash, other.hash);
    struct ct_battery *b[] = {&all, &one, &two, &played, &other};
    for (int i = 0; i < 5; i++)
        ct_battery_free(b[i]);
    ct_free(def);
}

static void a_broken_law_is_named(void **state)
{
    ct_definition *def = load("laws/checks");
    struct ct_setup setup = {.people = 2, .seed = 1};
    struct ct_battery b;

    (void)state;
    assert_int_equal(ct_battery(def, &setup, 0, 5, &b), 1);
    assert_true(b.broken);
    assert_int_equal(b.law, CT_LAW_CHECKS);
    assert_string_equal(ct_law_name(b.law), "checks");
    assert_non_null(strstr(b.message, ct_law_says(b.law)));
    assert_non_null(strstr(b.message, "step.play"));
    assert_int_equal(b.games, 1);
    ct_battery_free(&b);
    ct_free(def);
}

static void what_cannot_start_is_no_finding_and_nonsense_is_no_battery(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale-factions", NULL);
    const char *nonsense[] = {"nonsense=1"};
    struct ct_setup setup = {.people = 5, .seed = 1};
    struct ct_battery b;

    (void)state;
    assert_non_null(def);
    assert_int_equal(ct_battery(def, &setup, 0, 5, &b), 0);
    assert_true(b.cannot_start);
    assert_non_null(strstr(b.message, "REQUIRES"));
    assert_int_equal(b.games, 0);
    ct_battery_free(&b);
    setup = (struct ct_setup){.people = 4, .options = nonsense, .noptions = 1};
    assert_int_equal(ct_battery(def, &setup, 0, 5, &b), -1);
    assert_non_null(strstr(b.message, "nonsense"));
    ct_battery_free(&b);
    nonsense[0] = "\x1b[2J\xff"; /* what is quoted can be shown */
    assert_int_equal(ct_battery(def, &setup, 0, 5, &b), -1);
    assert_non_null(strstr(b.message, "'\\x1B[2J\\xFF'"));
    ct_battery_free(&b);
    setup = (struct ct_setup){.people = 11};
    assert_int_equal(ct_battery(def, &setup, 0, 5, &b), -1);
    ct_battery_free(&b);
    ct_free(def);
}

/* A listing asks a pure hook once for equal arguments, also where the runs of rules are counted. */
static void a_pure_hook_is_counted_once_a_listing(void **state)
{
    ct_definition *def = load("games/knock");
    struct ct_setup setup = {.people = 2, .seed = 3};
    ct_coverage *parts = ct_coverage_of(def);
    struct ct_covered part;
    struct ct_battery b;
    uint64_t runs = 0;

    (void)state;
    assert_int_equal(ct_battery(def, &setup, 0, 1, &b), 0);
    for (int i = 0; ct_coverage_get(parts, i, &part); i++)
        runs += strstr(part.name, "deadwood") ? b.ran[i] : 0;
    assert_true(runs > 0 && runs < 3 * b.held);
    ct_battery_free(&b);
    ct_coverage_free(parts);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pure_hook_is_counted_once_a_listing),
        cmocka_unit_test(a_good_ruleset_keeps_every_law),
        cmocka_unit_test(parts_add_up_and_only_playing_gives_the_same_hash),
        cmocka_unit_test(a_broken_law_is_named),
        cmocka_unit_test(what_cannot_start_is_no_finding_and_nonsense_is_no_battery),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
