/* program.c - what a program is told: the same bytes in every world that its seat cannot tell
 * from the true one, in every game that is shipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/internal.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS = 3, TRIES = 100, MOST_PICKS = 150 };

struct told {
    ct_engine *engine;
    ct_state *game, *world;
    ct_bot *bot;
    int worlds, other; /* looked at; of these, with something hidden that differs */
};

static bool hidden_differs(struct told *t)
{
    char *here = ct_view_json(t->engine, t->game, CT_ALL, false);
    char *there = ct_view_json(t->engine, t->world, CT_ALL, false);
    bool differs = strcmp(here, there) != 0;

    free(here);
    free(there);
    return differs;
}

/* The question to this seat, asked here and in other worlds. */
static void same_in_all_worlds(struct told *t, int seat)
{
    int n = ct_choices(t->engine, t->game, seat), done = 0;

    t->bot->seat = seat;
    assert_true(n > 0);
    char *here = program_question(t->bot, t->game, n);
    assert_null(strstr(here, "seed"));
    assert_ptr_equal(strchr(here, '\n'), here + strlen(here) - 1);
    for (uint64_t k = 0; k < TRIES && done < WORLDS; k++) {
        int rc = ct_resample(t->engine, t->world, t->game, seat, k);
        assert_true(rc >= 0);
        if (!rc)
            continue;
        done++;
        t->other += hidden_differs(t);
        assert_int_equal(ct_choices(t->engine, t->world, seat), n);
        char *there = program_question(t->bot, t->world, n);
        assert_string_equal(here, there);
        free(there);
    }
    t->worlds += done;
    free(here);
}

static void play(struct told *t, uint64_t seed)
{
    struct ct_rng rng = ct_rng_make(seed, 1);

    int most = getenv("CT_QUICK") ? 12 : MOST_PICKS;

    for (int k = 0; k < most && ct_advance(t->engine, t->game) == 1; k++) {
        unsigned pending = ct_pending(t->game);
        for (int seat = 0; pending >> seat; seat++) {
            if (!(pending >> seat & 1))
                continue;
            if (ct_rng_below(&rng, 4) == 0)
                same_in_all_worlds(t, seat);
            int n = ct_choices(t->engine, t->game, seat);
            assert_int_equal(
                ct_pick(t->engine, t->game, seat, (int)ct_rng_below(&rng, (uint32_t)n)), 0);
        }
    }
}

static void told(const char *folder, int people)
{
    struct ct_bot_spec spec = {.kind = CT_BOT_EXEC};
    ct_definition *def = ct_load(folder, NULL);
    struct told t = {.bot = ct_bot_new(def, &spec)};
    bool quick = getenv("CT_QUICK") != NULL;

    t.engine = t.bot->engine;

    for (uint64_t seed = 0; seed < (quick ? 1 : 3); seed++) {
        t.game = ct_game_new(
            t.engine, &(struct ct_setup){.people = people, .seed = seed, .flags = CT_TRACK});
        assert_non_null(t.game);
        t.world = ct_clone(t.game);
        play(&t, seed);
        ct_state_free(t.game);
        ct_state_free(t.world);
    }
    assert_true(quick || t.worlds > 20);
    assert_true(quick || t.other * 2 > t.worlds);
    ct_bot_free(t.bot);
    ct_free(def);
}

static void nothing_hidden_reaches_a_program(void **state)
{
    static const struct {
        const char *folder;
        int people;
    } games[] = {
        {"rulesets/fairytale", 4},         {"rulesets/fairytale-factions", 3},
        {"rulesets/wizard-quest", 1},      {"rulesets/once-upon-a-draft", 2},
        {"rulesets/once-upon-a-draft", 4}, {"rulesets/card-ring", 2},
        {"rulesets/card-ring", 4},         {"tests/rulesets/variants/draft-of-six", 3}};

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        told(games[i].folder, games[i].people);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_hidden_reaches_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
