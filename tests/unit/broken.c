/* broken.c - a game that failed: all that takes a state is asked of it, and answers as cantrip.h says. The
 * ruleset fails in many ways (its option `t`), games fail while they are advanced, picked in,
 * played out, sampled and started again. */
#include "cantrip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEEDS = 2, LOST = 1000, CARDS = 400 };

static ct_definition *def;
static bool bad_score;

static void heard(void *ctx, const struct ct_line *line)
{
    *(size_t *)ctx += strlen(line->text);
}

static void reason(void *ctx, const struct ct_reason *why)
{
    *(size_t *)ctx += strlen(why->text);
}

/* What an observer may ask. */
static void look(ct_engine *e, ct_state *g, int observer, bool tracked)
{
    static struct ct_card cards[CARDS];
    static int32_t counters[CARDS * 4];
    static uint8_t view[1 << 16];
    struct ct_info info = ct_get_info(def, NULL);
    struct ct_waiting waits[64];
    struct ct_result res;
    unsigned known = 0;

    if (observer != CT_ALL && !tracked)
        return;
    for (int z = 0; z < info.zones; z++)
        for (int seat = -1; seat < ct_seats(g); seat++) {
            int n = ct_zone_count(e, g, z, seat);
            assert_int_equal(ct_zone_cards(e, g, observer, z, seat, cards, CARDS), n);
        }
    assert_true(ct_look(e, g, observer, CT_EVERY, cards, counters, CARDS) >= 0);
    assert_true(ct_look(e, g, observer, CT_KNOWN, cards, counters, CARDS) >= 0);
    assert_true(ct_waiting(e, g, observer, waits, 64) >= 0);
    char *json = ct_view_json(e, g, observer, true);
    assert_non_null(json);
    assert_non_null(strstr(json, "\"status\": \"broken\""));
    assert_null(strstr(json, "\"result\""));
    free(json);
    assert_int_equal(ct_result_for(e, g, observer, &res, &known), 0);
    assert_int_equal(res.status, CT_BROKEN);
    assert_int_equal(res.winners, 0);
    if (observer == CT_ALL)
        return;
    size_t n = ct_view(e, g, observer, view, sizeof view);
    assert_true(n > 0 && n < sizeof view);
    (void)ct_digest(g, observer);
}

static void refused(ct_engine *e)
{
    assert_non_null(strstr(ct_error(e), "[BROKEN]"));
}

/* Nobody is asked, nothing moves it on. */
static void stands_still(ct_engine *e, ct_state *g)
{
    struct ct_rng rng[1] = {ct_rng_make(1, 2)};
    struct ct_choice choice;
    ct_state *to = ct_clone(g);
    uint64_t picks = 7;
    uint8_t byte;
    size_t n = 0;

    assert_int_equal(ct_asked(g) | ct_pending(g), 0);
    assert_int_equal(ct_next_seat(g), -1);
    assert_non_null(ct_prompt(e, g));
    for (int seat = -1; seat <= ct_seats(g); seat++) {
        assert_int_equal(ct_choices(e, g, seat), -1);
        assert_null(ct_choice_text(e, g, seat, 0));
        assert_null(ct_choice_pick(e, g, seat, 0));
        assert_int_equal(ct_choice_key(e, g, seat, 0), 0);
        assert_int_equal(ct_choice_keys(e, g, seat, NULL), -1);
        assert_int_equal(ct_choice_find(e, g, seat, 1), -1);
        assert_int_equal(ct_choice_card(e, g, seat, 0), -1);
        assert_int_equal(ct_choice_kind(e, g, seat, 0), -1);
        assert_int_equal(ct_get_choice(e, g, seat, 0, &choice), -1);
        assert_null(ct_why(e, g, seat, 0));
        assert_int_equal(ct_why_each(e, g, seat, 0, reason, &n), -1);
        assert_int_equal(ct_pick(e, g, seat, 0), -1);
    }
    assert_int_equal(ct_advance(e, g), -1);
    refused(e);
    assert_int_equal(ct_playout(e, g, rng, 1, 0, &picks), -1);
    refused(e);
    assert_int_equal(ct_resample(e, to, g, 0, 3), -1);
    refused(e);
    assert_int_equal(ct_serialize(e, g, &byte, 1), 0);
    refused(e);
    ct_state_free(to);
}

static void written(ct_engine *e, ct_state *g)
{
    struct ct_replay r;

    ct_replay_init(&r, e, g, "broken");
    ct_replay_note(&r, e, g, 0, 0);
    assert_int_equal(r.npicks, 0);
    assert_int_equal(ct_replay_close(&r, e, g), 0);
    char *text = ct_replay_text(&r);
    assert_non_null(strstr(text, "\nend: broken "));
    free(text);
    assert_null(ct_save_text(&r, e, g));
    refused(e);
    ct_replay_free(&r);
}

/* Everything else. */
static void rest(ct_engine *e, ct_state *g)
{
    struct ct_info info = ct_get_info(def, NULL);
    struct ct_phase phases[16];
    int32_t counters[16];
    int64_t value;
    bool hopeless;

    for (int seat = -1; seat < ct_seats(g); seat++) {
        assert_non_null(ct_seat_name(e, g, seat));
        ct_counters(e, g, seat, counters);
        (void)ct_is_person(g, seat);
        assert_int_equal(ct_bot_value(e, g, seat, &value), 0);
        assert_int_equal(ct_bot_hopeless(e, g, seat, &hopeless), 0);
    }
    for (int c = 0; c < info.counters; c++)
        assert_non_null(ct_counter_text(e, g, c, 0));
    assert_non_null(ct_effect_text(e, g, 0, 0));
    assert_true(ct_phases(e, g, phases, 16) <= 16);
    assert_non_null(ct_reasons(e, g));
    assert_true(ct_replay_check(e, g) >= 0);
    (void)ct_get_stats(g);
    assert_true(ct_seed(g) < LOST);
}

/* All of it, of the game and of a copy, by this engine and by another one: the same. */
static void ask_all(ct_engine *e, ct_engine *other, ct_state *g, bool tracked)
{
    ct_state *copy = ct_clone(g);
    uint64_t hash = ct_hash(e, g), at = ct_position(e, g);

    assert_non_null(copy);
    assert_int_not_equal(at, 0);
    for (int i = 0; i < 2; i++) {
        for (int o = CT_SPECTATOR; o < ct_seats(g); o++)
            look(i ? other : e, i ? copy : g, o, tracked);
        rest(i ? other : e, i ? copy : g);
        stands_still(i ? other : e, i ? copy : g);
        written(i ? other : e, i ? copy : g);
    }
    assert_int_equal(ct_hash(e, g), hash);
    assert_int_equal(ct_hash(other, copy), hash);
    assert_int_equal(ct_position(other, copy), at);
    assert_int_equal(ct_position(e, g), at);
    if (tracked)
        ct_forget(e, copy, 0);
    ct_quiet(copy, CT_MUTE);
    assert_int_not_equal(ct_hash(e, copy), 0);
    ct_state_free(copy);
}

static ct_engine *open_engine(bool plain, size_t *letters)
{
    ct_engine *e = ct_engine_new(def, NULL);

    assert_non_null(e);
    ct_engine_plain(e, plain);
    if (letters)
        assert_int_equal(ct_log(e, CT_ALL, heard, letters), 0);
    return e;
}

/* One pick by chance of each who is asked. False: the game has failed. */
static bool round_of_picks(ct_engine *e, ct_state *g, struct ct_rng *rng)
{
    for (int seat; (seat = ct_next_seat(g)) >= 0;) {
        int n = ct_choices(e, g, seat);
        assert_true(n > 0);
        if (ct_pick(e, g, seat, (int)ct_rng_below(rng, (uint32_t)n)))
            return false;
    }
    return true;
}

/* Worlds of each seat, played on until they fail. */
static unsigned sample(ct_engine *e, ct_engine *other, ct_state *g)
{
    ct_state *w = ct_clone(g);
    struct ct_result res;
    unsigned failed = 0;

    for (int seat = 0; seat < ct_people(g); seat++)
        for (uint64_t i = 0; i < 2; i++) {
            struct ct_rng rng[2] = {ct_rng_make(i, 1), ct_rng_make(i, 2)};
            int rc = ct_resample(e, w, g, seat, i);
            if (rc == 1)
                rc = ct_playout(e, w, rng, 2, 0, NULL);
            else
                rc = -1;
            if (rc < 0) {
                if (!i)
                    ask_all(e, other, w, true);
                failed++;
            } else {
                /* over; its score may be what fails */
                assert_int_equal(ct_get_result(e, w, &res), 0 - bad_score);
                assert_true(bad_score || res.status == CT_OVER);
            }
            ct_copy(w, g);
            assert_int_equal(ct_hash(e, w), ct_hash(e, g));
        }
    ct_state_free(w);
    return failed;
}

/* Plays a game until it fails, with a sample before each pick. 1: it failed. */
static int play(ct_engine *e, ct_engine *other, ct_state *g, uint64_t seed, bool tracked)
{
    struct ct_rng rng = ct_rng_make(seed, 9);
    int more;

    while ((more = ct_advance(e, g)) == 1) {
        if (tracked)
            sample(e, other, g);
        if (!round_of_picks(e, g, &rng)) {
            more = -1;
            break;
        }
    }
    if (more == 0)
        return 0;
    assert_null(strstr(ct_error(e), "[BROKEN]"));
    ask_all(e, other, g, tracked);
    return 1;
}

static int games(const char *way, int people, bool plain, bool tracked)
{
    size_t letters = 0;
    ct_engine *e = open_engine(plain, &letters), *other = open_engine(!plain, NULL);
    char option[64];
    const char *options[] = {option};
    struct ct_setup setup = {people, 0, tracked ? CT_TRACK : 0, options, 1};
    int failed = 0;

    snprintf(option, sizeof option, "t=%s", way);
    ct_state *g = ct_game_new(e, &setup), *first = ct_game_new(e, &setup);
    assert_non_null(g);
    uint64_t fresh = ct_hash(e, first);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        assert_int_equal(ct_game_restart(e, g, seed), 0); /* it is whole again */
        failed += play(e, other, g, seed, tracked);
    }
    ct_copy(g, first);
    assert_int_equal(ct_hash(e, g), fresh);
    ct_state_free(g);
    ct_state_free(first);
    ct_engine_free(e);
    ct_engine_free(other);
    return failed;
}

static void a_game_that_failed_may_be_asked_everything(void **state)
{
    struct ct_option t;

    (void)state;
    assert_true(ct_get_option(def, 0, NULL, &t));
    for (int way = 0; way < t.values; way++) {
        const char *name = ct_option_value(def, 0, way);
        int failed = 0;
        bad_score = !strcmp(name, "score");
        for (int i = 0; i < 6; i++)
            failed += games(name, 1 + i % 3, i & 1, i < 4);
        bool fails = strcmp(name, "none") != 0 && strcmp(name, "score") != 0;
        if ((failed > 0) != fails)
            fail_msg("%s: %d games failed", name, failed);
    }
}

/* The engine that met a failure plays the next game as a new one does. */
static void the_engine_is_none_the_worse(void **state)
{
    ct_engine *e = open_engine(false, NULL), *new_one = open_engine(false, NULL);
    struct ct_setup bad = {2, 1, CT_TRACK, (const char *[]){"t=after_two"}, 1},
                    good = {2, 1, CT_TRACK, NULL, 0};
    struct ct_rng rng[2] = {ct_rng_make(1, 1), ct_rng_make(1, 2)}, same[2];

    (void)state;
    memcpy(same, rng, sizeof same);
    ct_state *g = ct_game_new(e, &bad);
    assert_int_equal(ct_playout(e, g, rng, 2, 0, NULL), -1);
    ct_state *a = ct_game_new(e, &good), *b = ct_game_new(new_one, &good);
    memcpy(rng, same, sizeof same);
    assert_int_equal(ct_playout(e, a, rng, 2, 0, NULL), 0);
    assert_int_equal(ct_playout(new_one, b, same, 2, 0, NULL), 0);
    assert_int_equal(ct_hash(e, a), ct_hash(new_one, b));
    ct_state_free(g);
    ct_state_free(a);
    ct_state_free(b);
    ct_engine_free(e);
    ct_engine_free(new_one);
}

/* What refuses a pick changes nothing. */
static void a_pick_that_is_refused_breaks_nothing(void **state)
{
    ct_engine *e = open_engine(false, NULL);
    ct_state *g = ct_game_new(e, &(struct ct_setup){2, 1, CT_TRACK, NULL, 0});
    struct ct_result res;

    (void)state;
    assert_int_equal(ct_advance(e, g), 1);
    uint64_t hash = ct_hash(e, g);
    assert_int_equal(ct_pick(e, g, ct_next_seat(g), 1000), -1);
    assert_int_equal(ct_pick(e, g, 9, 0), -1);
    assert_int_equal(ct_hash(e, g), hash);
    assert_int_equal(ct_get_result(e, g, &res), 0);
    assert_int_equal(res.status, CT_RUNNING);
    ct_state_free(g);
    ct_engine_free(e);
}

static int set_up(void **state)
{
    (void)state;
    def = ct_load("tests/rulesets/features/broken", NULL);
    return def == NULL;
}

static int clean_up(void **state)
{
    (void)state;
    ct_free(def);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_failed_may_be_asked_everything),
        cmocka_unit_test(the_engine_is_none_the_worse),
        cmocka_unit_test(a_pick_that_is_refused_breaks_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
