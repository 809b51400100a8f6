/* scene.c - scenarios as games that a program goes on with (ct_scene), and what luck brought in them.
 *
 * A game with every kind of luck: a shuffle at the start, one later, a card drawn, an order of seats by lot. It is
 * played beside the game that ct_game_new makes, beside another scene, and from a scenario written of what was noted.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cantrip.h"

static const char game[] =
    "cantrip: 1\n"
    "players: 2\n"
    "scripts: [lots.lua]\n"
    "cards:\n"
    "  - {c1: {}, c2: {}, c3: {}, c4: {}, c5: {}, c6: {}, c7: {}, c8: {}, c9: {}, c10: {}}\n"
    "  - {c11: {}, c12: {}, c13: {}, c14: {}, c15: {}, c16: {}, c17: {}, c18: {}, c19: {}}\n"
    "zones:\n"
    "  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}\n"
    "  hand: {per: player, seen_by: owner}\n"
    "  row: {per: player, as: row, seen_by: all}\n"
    "  lost: {as: row, seen_by: all}\n"
    "counters: {place: {per: player}, places: {}, ticks: {}}\n"
    "phases:\n"
    "  - deal: {who: all, from: deck, to: hand, count: 4}\n"
    "  - name: turn\n"
    "    repeat: 3\n"
    "    phases:\n"
    "      - choose: {who: all, together: true, card: {zone: hand}, do: [{move: {to: row}}]}\n"
    "      - run: tick\n"
    "      - move: {cards: {zone: deck, random: 1}, to: lost}\n"
    "      - if: turn == 2\n"
    "        shuffle: {zone: deck}\n"
    "      - each: all\n"
    "        by: [random]\n"
    "        do: [{add: {places: 1}}, {add: {who: you, place: places}}]\n";

static const char from_start[] = "cantrip: 1\nruleset: lots\nseats: [A, B]\n"
                                 "scenarios: [{name: start, then: [{expect: {}}]}]\n";
static const char in_place[] =
    "cantrip: 1\nruleset: lots\nseats: [A, B]\nscenarios:\n  - name: place\n"
    "    given: {deck: [c19, c18, c17, c16, c15, c14, c13, c12, c11, c10, c9, c8, c7, c6, c5, "
    "c4, c3, c2, c1]}\n";

static char root[] = "/tmp/cantrip-scene-XXXXXX";
static const char *const places[] = {root, NULL};

static ct_scenarios *collection(const char *text)
{
    ct_scenarios *all = ct_scenarios_new(places);
    char path[200];

    snprintf(path, sizeof path, "%s/lots/scenarios/test.yaml", root);
    assert_non_null(all);
    if (text && ct_scenarios_read_text(all, path, text, strlen(text)))
        fail_msg("%s", ct_diags_text(ct_scenarios_diags(all), false));
    return all;
}

/* in_place, with these lines of `then`. */
static ct_scenarios *placed(const char *rest)
{
    char text[6000];

    snprintf(text, sizeof text, "%s%.4000s", in_place, rest);
    return collection(text);
}

static uint64_t hash(ct_scene *s)
{
    return ct_hash(ct_scene_engine(s), ct_scene_game(s));
}

/* Picks choice i of the seat that is asked next: its words in `text`, its seat. */
static int pick(ct_scene *s, int i, char *text, size_t cap)
{
    int seat = ct_next_seat(ct_scene_game(s));
    int n = ct_choices(ct_scene_engine(s), ct_scene_game(s), seat);

    snprintf(text, cap, "%s", ct_scene_choice(s, seat, i % n));
    assert_int_equal(ct_scene_pick(s, seat, text), 1);
    return seat;
}

static void one_of_nothing_is_the_game_of_its_seed(void **state)
{
    char folder[100], text[100];

    (void)state;
    snprintf(folder, sizeof folder, "%s/lots", root);
    ct_definition *def = ct_load(folder, NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_scenarios *all = collection(from_start);
    for (uint64_t seed = 1; seed < 20; seed++) {
        ct_scene *s = ct_scene_new(all, 0, seed);
        ct_state *g = ct_game_new(
            e,
            &(struct ct_setup){.people = 2, .seed = seed, .flags = CT_TRACK | CT_STOP_FORCED});
        assert_non_null(s);
        for (int k = 0; k < 6; k++) {
            assert_int_equal(ct_scene_settle(s), 1);
            assert_int_equal(ct_advance(e, g), 1);
            int at = (int)(seed * 7 + (uint64_t)k), seat = ct_next_seat(ct_scene_game(s));
            int n = ct_choices(e, g, seat);
            assert_int_equal(ct_choices(ct_scene_engine(s), ct_scene_game(s), seat), n);
            assert_int_equal(pick(s, at, text, sizeof text), seat);
            assert_int_equal(ct_pick(e, g, seat, at % n), 0);
        }
        assert_int_equal(ct_scene_settle(s), 1);
        assert_int_equal(ct_advance(e, g), 0);
        assert_true(hash(s) == ct_hash(e, g));
        ct_state_free(g);
        ct_scene_free(s);
    }
    ct_scenarios_free(all);
    ct_engine_free(e);
    ct_free(def);
}

/* The cards of a zone, "[c1, c2]". */
static void cards_of(ct_scene *s, const char *zone, char *to)
{
    const ct_definition *def = ct_engine_definition(ct_scene_engine(s));
    struct ct_card v[64];
    int n = ct_look(ct_scene_engine(s), ct_scene_game(s), CT_ALL, CT_EVERY, v, NULL, 64);

    to += sprintf(to, "[");
    const char *gap = "";
    for (int i = 0; i < n; i++)
        if (!strcmp(ct_zone_id(def, v[i].zone), zone)) {
            to += sprintf(to, "%s%s", gap, ct_card_id(def, v[i].card));
            gap = ", ";
        }
    sprintf(to, "]");
}

/* The scenario of what happened passes, by the seeds of the player as by any. */
static void noted_luck_is_that_of_a_scenario(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        ct_scenarios *all = placed("    then: [{expect: {}}]\n");
        ct_scene *s = ct_scene_new(all, 0, seed);
        char then[2000] = "", rest[4000], text[100], lost[400], deck[400];
        for (int k = 0; k < 6; k++) {
            assert_int_equal(ct_scene_settle(s), 1);
            int seat = pick(s, (int)seed + k, text, sizeof text);
            sprintf(then + strlen(then), "      - %s: %s\n", ct_scene_seat(s, seat), text);
        }
        assert_int_equal(ct_scene_settle(s), 1);
        cards_of(s, "lost", lost);
        cards_of(s, "deck", deck);
        char *luck = ct_scene_luck(s);
        assert_non_null(strstr(luck, "\"],"));
        snprintf(rest, sizeof rest,
                 "    luck: %s\n    then:\n%s      - expect: {lost: %s, deck: %s}\n", luck,
                 then, lost, deck);
        ct_scenarios *own = placed(rest);
        char *why = NULL;
        if (ct_scenario_play(own, 0, &why) != 1)
            fail_msg("%s\n%s", rest, why);
        free(luck);
        ct_scene_free(s);
        ct_scenarios_free(own);
        ct_scenarios_free(all);
    }
}

/* ---- two of them ---- */

struct two {
    ct_mutants *mutants;
    ct_scenarios *all[2];
    ct_scene *s[2];
};

/* The game, and beside it mutant `at` (-1: the same game) by another seed. */
static struct two open_two(int at)
{
    struct two t;
    char path[200], text[2000];

    snprintf(path, sizeof path, "%s/lots", root);
    t.mutants = ct_mutants_new(path, NULL, false, NULL);
    snprintf(path, sizeof path, "%s/lots/scenarios/test.yaml", root);
    snprintf(text, sizeof text, "%s    then: [{expect: {}}]\n", in_place);
    for (int k = 0; k < 2; k++) {
        t.all[k] = ct_scenarios_new(places);
        ct_scenarios_mutant(t.all[k], t.mutants, k ? at : -1);
        assert_int_equal(ct_scenarios_read_text(t.all[k], path, text, strlen(text)), 0);
        t.s[k] = ct_scene_new(t.all[k], 0, 3 + 100 * (uint64_t)k);
    }
    return t;
}

static void close_two(struct two *t)
{
    for (int k = 1; k >= 0; k--) {
        ct_scene_free(t->s[k]);
        ct_scenarios_free(t->all[k]);
    }
    ct_mutants_free(t->mutants);
}

/* Plays both to the end. False: the second cannot go on. */
static bool play_two(struct two *t)
{
    char text[100];

    for (int k = 0; k < 6; k++) {
        assert_int_equal(ct_scene_settle(t->s[0]), 1);
        if (ct_scene_settle(t->s[1]) != 1)
            return false;
        int seat = pick(t->s[0], 0, text, sizeof text);
        if (ct_scene_pick(t->s[1], seat, text) != 1)
            return false;
    }
    assert_int_equal(ct_scene_settle(t->s[0]), 1);
    return ct_scene_settle(t->s[1]) == 1;
}

static void one_that_follows_has_the_luck_of_the_other(void **state)
{
    (void)state;
    for (int follows = 0; follows < 2; follows++) {
        struct two t = open_two(-1);
        char lost[2][400];
        if (follows)
            ct_scene_follow(t.s[1], t.s[0]);
        assert_true(play_two(&t));
        for (int k = 0; k < 2; k++)
            cards_of(t.s[k], "lost", lost[k]);
        char *luck[] = {ct_scene_luck(t.s[0]), ct_scene_luck(t.s[1])};
        assert_true((strcmp(luck[0], luck[1]) == 0) == follows);
        assert_true((strcmp(lost[0], lost[1]) == 0) == follows);
        free(luck[0]);
        free(luck[1]);
        close_two(&t);
    }
}

/* How a mutant that wants other luck ends when it follows the game. */
static void follows_badly(const char *says, const char *wrong)
{
    struct two t = open_two(-1);
    struct ct_mutant m;
    int at = -1;

    for (int i = 0; ct_get_mutant(t.mutants, i, &m); i++)
        if (!strcmp(m.says, says))
            at = i;
    assert_true(at >= 0);
    close_two(&t);
    t = open_two(at);
    ct_scene_follow(t.s[1], t.s[0]);
    assert_false(play_two(&t));
    if (!strstr(ct_scene_error(t.s[1]), wrong))
        fail_msg("%s: %s", says, ct_scene_error(t.s[1]));
    assert_int_equal(ct_scene_settle(t.s[1]), 0); /* nothing goes on */
    close_two(&t);
}

static void who_follows_wants_no_other_luck(void **state)
{
    (void)state;
    follows_badly("`{if: turn == 2, shuffle: {zone: deck}}` is left out",
                  "one of 2 is picked at random");
    follows_badly("`if: turn == 2` is left out", "deck is shuffled: a list of cards is needed");
    follows_badly("`random: 1` is left out", "one of 2 is picked at random");
    follows_badly("`random` is left out", "less luck was met than there was");
}

/* In every order of 19 cards each stands on top in some: eight seeds do not meet each, a thousand do. */
static void more_seeds_meet_more(void **state)
{
    int pass[2] = {0, 0};

    (void)state;
    for (int c = 1; c < 20; c++)
        for (int k = 0; k < 2; k++) {
            char text[300];
            snprintf(text, sizeof text,
                     "cantrip: 1\nruleset: lots\nseats: [A, B]\nscenarios:\n"
                     "  - {name: x, then: [{refused: {A: c%d}}]}\n",
                     c);
            ct_scenarios *all = collection(text);
            if (k)
                ct_scenarios_seeds(all, 1000);
            pass[k] += ct_scenario_play(all, 0, NULL) == 1;
            ct_scenarios_free(all);
        }
    assert_true(pass[0] > 0);
    assert_int_equal(pass[1], 0);
}

static void there_is_one_at_a_time(void **state)
{
    ct_scenarios *all = placed("    then: [{expect: {}}]\n");
    ct_scene *a = ct_scene_new(all, 0, 1);

    (void)state;
    assert_int_equal(ct_scene_settle(a), 1);
    ct_scene *b = ct_scene_new(all, 0, 1);
    assert_int_equal(ct_scene_settle(a), 0);
    assert_int_equal(ct_scene_pick(a, 0, "c19"), 0);
    assert_int_equal(ct_scene_settle(b), 1);
    ct_scene_free(a);
    assert_int_equal(ct_scene_pick(b, 0, "c19"), 1);
    ct_scene_free(b);
    assert_null(ct_scene_new(all, 1, 1));
    assert_null(ct_scene_new(all, -1, 1));
    ct_scenarios_free(all);
}

static void a_pick_that_cannot_be_ends_it(void **state)
{
    ct_scenarios *all = placed("    then: [{A: c19}, {expect: {}}, {pick: c18}]\n");
    ct_scene *s = ct_scene_new(all, 0, 1);
    int seat = 9;

    (void)state;
    assert_int_equal(ct_scene_lines(s), 3);
    assert_string_equal(ct_scene_line_pick(s, 0, &seat), "c19");
    assert_int_equal(seat, 0);
    assert_null(ct_scene_line_pick(s, 1, &seat));
    assert_string_equal(ct_scene_line_pick(s, 2, &seat), "c18");
    assert_int_equal(seat, -1);
    assert_null(ct_scene_line_pick(s, 3, &seat));
    assert_string_equal(ct_scene_seat(s, 1), "B");
    assert_null(ct_scene_seat(s, 2));
    assert_int_equal(ct_scene_settle(s), 1);
    assert_null(ct_scene_choice(s, 0, 99));
    assert_int_equal(ct_scene_pick(s, 0, "c1"), 0);
    assert_non_null(strstr(ct_scene_error(s), "c1"));
    assert_int_equal(ct_scene_settle(s), 0);
    ct_scene_free(s);
    ct_scenarios_free(all);
}

/* As JSON it is a scenario again, and says the same. */
static void as_json_it_is_the_same_scenario(void **state)
{
    static const char text[] = "cantrip: 1\nruleset: lots\nseats: [Ann, Bob]\nscenarios:\n"
                               "  - name: \"{c} is laid\"\n"
                               "    for_each: {c: [c1, c2]}\n"
                               "    at: turn\n"
                               "    given: {turn: 3, Ann.hand: [\"{c}\", c3], Bob.hand: [c4, "
                               "c5], deck: [c7, c8], Bob.place: 2}\n"
                               "    luck: [c8, 1]\n"
                               "    then:\n"
                               "      - {Ann: \"{c}\", Bob: c4}\n"
                               "      - expect: {at: end, Ann.row: [\"{c}\"], lost: [c8], "
                               "Bob.place: 3, Ann.place: 2}\n";
    ct_scenarios *all = collection(text);

    (void)state;
    assert_int_equal(ct_scenarios_count(all), 2);
    for (int i = 0; i < 2; i++) {
        char *json = ct_scenario_json(all, i), file[3000], want[40];
        assert_non_null(json);
        snprintf(want, sizeof want, "\"name\":\"c%d is laid\"", i + 1);
        assert_non_null(strstr(json, want));
        assert_null(strchr(strstr(json, "given"), '~'));
        snprintf(file, sizeof file, "{cantrip: 1, scenarios: [%s]}", json);
        ct_scenarios *again = collection(file);
        char *why = NULL;
        if (ct_scenario_play(again, 0, &why) != 1)
            fail_msg("%s\n%s", json, why);
        char *twice = ct_scenario_json(again, 0);
        assert_string_equal(json, twice);
        free(twice);
        free(json);
        ct_scenarios_free(again);
    }
    assert_null(ct_scenario_json(all, 2));
    ct_scenarios_free(all);
}

static int write_file(const char *name, const char *text)
{
    char path[100];

    snprintf(path, sizeof path, "%s/lots/%s", root, name);
    FILE *f = fopen(path, "we");
    return !f || fputs(text, f) < 0 || fclose(f);
}

static int set_up(void **state)
{
    char path[100];

    (void)state;
    if (!mkdtemp(root))
        return -1;
    snprintf(path, sizeof path, "%s/lots", root);
    mkdir(path, 0700);
    return write_file("ruleset.yaml", game) ||
                   write_file("lots.lua", "step.tick = function(g) g:add('ticks', 1) end\n")
               ? -1
               : 0;
}

static int tear_down(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_nothing_is_the_game_of_its_seed),
        cmocka_unit_test(noted_luck_is_that_of_a_scenario),
        cmocka_unit_test(one_that_follows_has_the_luck_of_the_other),
        cmocka_unit_test(who_follows_wants_no_other_luck),
        cmocka_unit_test(more_seeds_meet_more),
        cmocka_unit_test(there_is_one_at_a_time),
        cmocka_unit_test(a_pick_that_cannot_be_ends_it),
        cmocka_unit_test(as_json_it_is_the_same_scenario),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
