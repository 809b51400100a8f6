/* Tests of core/api/block.c and block_check.c, through the public interface: what is written
 * comes back, and what was cut, changed or made up is refused or harmless.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include <cmocka.h> /* wants those above */

#include "api/internal.h"

enum { ROOM = 1 << 18, HEADER = 40 };

struct fixture {
    ct_definition *def, *other;
    ct_engine *engine, *reader;
    uint8_t *bytes, *bad;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    f->def = ct_load("rulesets/fairytale", NULL);
    f->other = ct_load("tests/rulesets/knowledge/ask", NULL);
    assert_non_null(f->def);
    assert_non_null(f->other);
    f->engine = ct_engine_new(f->def, NULL);
    f->reader = ct_engine_new(f->def, NULL);
    f->bytes = malloc(ROOM);
    f->bad = malloc(ROOM);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ct_engine_free(f->engine);
    ct_engine_free(f->reader);
    ct_free(f->def);
    ct_free(f->other);
    free(f->bytes);
    free(f->bad);
    free(f);
    return 0;
}

static ct_state *game(struct fixture *f, uint64_t seed)
{
    ct_state *g = ct_game_new(f->engine,
                              &(struct ct_setup){.people = 3, .seed = seed, .flags = CT_TRACK});

    assert_non_null(g);
    return g;
}

/* One random pick for everybody who is pending; false when the game is over or has failed. */
static bool step(ct_engine *e, ct_state *g, struct ct_rng *r)
{
    if (ct_advance(e, g) != 1)
        return false;
    for (int seat; (seat = ct_next_seat(g)) >= 0;) {
        int n = ct_choices(e, g, seat);
        if (n < 1 || ct_pick(e, g, seat, (int)ct_rng_below(r, (uint32_t)n)))
            return false;
    }
    return true;
}

static void what_is_written_comes_back(void **state)
{
    struct fixture *f = *state;
    ct_state *g = game(f, 1);
    struct ct_rng r = ct_rng_make(1, 1);

    do {
        size_t n = ct_serialize(f->engine, g, f->bytes, ROOM);
        assert_true(n > HEADER && n < ROOM);
        assert_int_equal(ct_serialize(f->engine, g, NULL, 0), n);
        ct_state *back = ct_deserialize(f->reader, f->bytes, n);
        assert_non_null(back);
        assert_true(ct_hash(f->engine, g) == ct_hash(f->reader, back));
        assert_int_equal(ct_serialize(f->reader, back, f->bad, ROOM), n);
        assert_memory_equal(f->bytes, f->bad, n);
        ct_state_free(back);
    } while (step(f->engine, g, &r));
    ct_state_free(g);
}

static void refused(struct fixture *f, ct_engine *e, const uint8_t *bytes, size_t n,
                    const char *why)
{
    assert_null(ct_deserialize(e, bytes, n));
    if (!strstr(ct_error(e), why))
        fail_msg("'%s' does not say '%s'", ct_error(e), why);
    (void)f;
}

static void cut_and_changed_bytes_are_refused(void **state)
{
    struct fixture *f = *state;
    ct_state *g = game(f, 2);
    size_t n = ct_serialize(f->engine, g, f->bytes, ROOM);

    refused(f, f->reader, f->bytes, 0, "not a game");
    refused(f, f->reader, f->bytes, HEADER - 1, "not a game");
    for (size_t cut = HEADER; cut < n; cut += 97)
        refused(f, f->reader, f->bytes, cut, "cut off");
    memcpy(f->bad, f->bytes, n);
    f->bad[n] = 0;
    refused(f, f->reader, f->bad, n + 1, "bytes too many");
    for (size_t at = 0; at < n; at += 13) {
        memcpy(f->bad, f->bytes, n);
        f->bad[at] ^= 0x40;
        refused(f, f->reader, f->bad, n, "");
    }
    ct_state_free(g);
}

static void other_rules_are_refused(void **state)
{
    struct fixture *f = *state;
    ct_engine *other = ct_engine_new(f->other, NULL);
    ct_state *g = game(f, 3);
    size_t n = ct_serialize(f->engine, g, f->bytes, ROOM);

    refused(f, other, f->bytes, n, "other rules");
    ct_state_free(g);
    ct_engine_free(other);
}

/* Changed on purpose: the check sum fits. Refused, or a state that can be moved on safely. */
static void made_up_bytes_do_no_harm(void **state)
{
    struct fixture *f = *state;
    struct ct_rng r = ct_rng_make(4, 4);
    int taken = 0, tried = 0, many = getenv("CT_QUICK") ? 2 : 12;

    for (int seed = 0; seed < many; seed++) {
        ct_state *g = game(f, (uint64_t)seed);
        do {
            size_t n = ct_serialize(f->engine, g, f->bytes, ROOM);
            memcpy(f->bad, f->bytes, n);
            for (int i = 0; i < 3; i++)
                f->bad[HEADER + ct_rng_below(&r, (uint32_t)(n - HEADER))] =
                    (uint8_t)ct_rng_next(&r);
            uint64_t sum = XXH64(f->bad + HEADER, n - HEADER, 0);
            for (int i = 0; i < 8; i++)
                f->bad[32 + i] = (uint8_t)(sum >> (8 * i));
            ct_state *made = ct_deserialize(f->reader, f->bad, n);
            tried++;
            taken += made != NULL;
            for (int i = 0; made && i < 8 && step(f->reader, made, &r); i++)
                ct_position(f->reader, made);
            ct_state_free(made);
        } while (step(f->engine, g, &r));
        ct_state_free(g);
    }
    assert_true(tried > taken && taken > 0);
}

/* One card more or less in each of `sets` sets of cards that stand at `at`. */
static void flips_are_refused(struct fixture *f, ct_state *g, uint32_t at, unsigned sets)
{
    struct kstate *s = block(g);
    unsigned step = getenv("CT_QUICK") ? 37 : 1;

    for (unsigned i = 0; i < sets * s->words * 64; i += step) {
        uint64_t *word = AT(s, at, uint64_t) + i / 64, bit = 1ull << (i & 63);
        *word ^= bit;
        refused(f, f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM), "(cards)");
        *word ^= bit;
    }
}

static void sets_are_refused_that_say_something_else(struct fixture *f, ct_state *g,
                                                     uint32_t part)
{
    struct kstate *s = block(g);

    flips_are_refused(f, g, s->o_held + part, s->nslots);
    flips_are_refused(f, g, s->o_down + part, 1);
    flips_are_refused(f, g, s->o_loses + part, 1);
    flips_are_refused(f, g, s->o_marked + part, f->def->k.ncardctr);
}

/* Two cards of two zones change places in the sets alone: the counts fit. */
static void exchanged_cards_are_refused(struct fixture *f, ct_state *g)
{
    struct kstate *s = block(g);
    unsigned tried = 0;

    for (unsigned i = 0; i < s->nslots; i++)
        for (unsigned k = 0; k < i; k++) {
            unsigned a = k_first(s, i), b = k_first(s, k);
            if (a == NO_CARD || b == NO_CARD)
                continue;
            for (int back = 0; back < 2; back++) {
                set_put(k_held(s, i), a, back);
                set_put(k_held(s, k), b, back);
                set_put(k_held(s, i), b, !back);
                set_put(k_held(s, k), a, !back);
                if (!back)
                    refused(f, f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM),
                            "(cards)");
            }
            tried++;
        }
    assert_true(tried > 2);
}

/* Faces and counters are changed, and the sets are not. */
static void cards_are_refused_that_their_sets_deny(struct fixture *f, ct_state *g)
{
    struct kstate *s = block(g);

    for (unsigned c = 0; c < s->ninst; c++) {
        k_insts(s)[c].face ^= FACE_UP ^ FACE_DOWN;
        refused(f, f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM), "(cards)");
        k_insts(s)[c].face ^= FACE_UP ^ FACE_DOWN;
        for (unsigned i = 0; i < f->def->k.ncardctr; i++) {
            int32_t *v = k_cardctr(s) + c * f->def->k.ncardctr + i, was = *v,
                    start = f->def->k.counters[f->def->k.card_ctr[i]].start;
            *v = was == start ? start + 1 : start;
            refused(f, f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM),
                    "(cards)");
            *v = was;
        }
    }
}

/* A class of what a seat knows is named after its first member: a sample is made by that. */
static void classes_by_another_name_are_refused(struct fixture *f, ct_state *g)
{
    struct kstate *s = block(g);
    unsigned tried = 0;

    for (int o = 0; o < s->nobs; o++)
        for (unsigned c = 0; c < s->ninst; c++) {
            uint16_t *cls = k_classes(s, o), was[512], first = cls[c];
            assert_true(s->ninst <= sizeof was / sizeof *was);
            if (first == c)
                continue;
            memcpy(was, cls, s->ninst * sizeof *cls);
            for (unsigned i = 0; i < s->ninst; i++)
                cls[i] = was[i] == first ? (uint16_t)c : was[i];
            refused(f, f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM),
                    "(knowledge)");
            memcpy(cls, was, s->ninst * sizeof *cls);
            tried++;
        }
    assert_true(tried > 10);
}

/* What lies where, faces and counters are said twice, as sets and card by card: in the game and in
 * what an open hook goes back to. */
static void sets_that_contradict_the_cards_are_refused(void **state)
{
    struct fixture *f = *state;
    ct_state *g = game(f, 1);
    struct kstate *s = block(g);
    struct ct_rng r = ct_rng_make(1, 1);

    assert_true(f->def->k.ncardctr > 1 && s->ninst % 64);
    do
        assert_true(step(f->engine, g, &r));
    while (ct_advance(f->engine, g) == 1 && k_rules(s)->hook == REF_NONE);
    assert_int_equal(k_rules(s)->decision, DEC_HOOK);
    sets_are_refused_that_say_something_else(f, g, 0);
    sets_are_refused_that_say_something_else(f, g, s->o_check - s->o_rules);
    exchanged_cards_are_refused(f, g);
    cards_are_refused_that_their_sets_deny(f, g);
    classes_by_another_name_are_refused(f, g);
    ct_state *back =
        ct_deserialize(f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM));
    assert_non_null(back);
    ct_state_free(back);
    ct_state_free(g);
}

/* A counter that holds a word: none of them, or a word that there is. */
static void words_that_are_not_there_are_refused(void **state)
{
    struct fixture *f = *state;
    ct_definition *def = ct_load("tests/rulesets/features/word", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *g = ct_game_new(e, &(struct ct_setup){.people = 2, .flags = CT_TRACK});

    for (int32_t v = -2; v <= 3; v++) {
        int32_t told = 9;
        k_gamectr(block(g))[0] = v;
        size_t n = ct_serialize(e, g, f->bytes, ROOM);
        if (v == -2 || v == 3) {
            refused(f, e, f->bytes, n, "(counters)");
            continue;
        }
        ct_state *back = ct_deserialize(e, f->bytes, n);
        assert_non_null(back);
        assert_true(ct_counter(e, back, 0, -1, &told));
        assert_int_equal(told, v);
        if (v < 0)
            assert_null(ct_counter_word(def, 0, told));
        else
            assert_string_equal(ct_counter_word(def, 0, told), v == 0   ? "hearts"
                                                               : v == 1 ? "spades"
                                                                        : "clubs");
        ct_state_free(back);
    }
    assert_null(ct_counter_word(def, 99, 0));
    ct_state_free(g);
    g = ct_game_new(e, &(struct ct_setup){
                           .people = 2, .options = (const char *[]){"t=wait"}, .noptions = 1});
    assert_int_equal(ct_advance(e, g), 1); /* a verb waits whose parameter is none */
    ct_state *back = ct_deserialize(e, f->bytes, ct_serialize(e, g, f->bytes, ROOM));
    assert_non_null(back);
    ct_state_free(back);
    ct_state_free(g);
    ct_engine_free(e);
    ct_free(def);
}

/* A hook under way, its first card marked since its checkpoint, which has no counters: they are where they start. */
static void a_checkpoint_without_counters_comes_back(void **state)
{
    struct fixture *f = *state;
    ct_definition *def = ct_load("tests/rulesets/features/start-asked", NULL);
    ct_engine *e = ct_engine_new(def, NULL), *reader = ct_engine_new(def, NULL);
    ct_state *g = ct_game_new(e, &(struct ct_setup){.people = 1, .flags = CT_TRACK});
    struct ct_result result;

    for (int question = 0; question < 2; question++) {
        assert_int_equal(ct_advance(e, g), 1);
        ct_state *back = ct_deserialize(reader, f->bytes, ct_serialize(e, g, f->bytes, ROOM));
        if (!back)
            fail_msg("question %d: %s", question, ct_error(reader));
        assert_true(ct_hash(e, g) == ct_hash(reader, back));
        while (ct_advance(reader, back) == 1)
            assert_int_equal(ct_pick(reader, back, 0, 0), 0);
        assert_int_equal(ct_get_result(reader, back, &result), 0);
        assert_int_equal(result.score[0], 6); /* 1 + 4 and 1 */
        ct_state_free(back);
        assert_int_equal(ct_pick(e, g, 0, 0), 0);
    }
    ct_state_free(g);
    ct_engine_free(e);
    ct_engine_free(reader);
    ct_free(def);
}

/* A loop over cards that waits: as many cards are to come as its frame says, and they are cards of the game. */
static void loops_over_other_cards_are_refused(void **state)
{
    static const char whole[] = "(what is under way)";
    struct fixture *f = *state;
    ct_definition *def = ct_load("tests/rulesets/knowledge/each", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *g = ct_game_new(e, &(struct ct_setup){.people = 2, .flags = CT_TRACK, .seed = 3});
    struct krules *r = k_rules(block(g));

    assert_int_equal(ct_advance(e, g), 1);
    assert_int_equal(r->neach, 1); /* of a hand of two */
    size_t n = ct_serialize(e, g, f->bytes, ROOM);
    ct_state *back = ct_deserialize(e, f->bytes, n);
    assert_non_null(back);
    assert_true(ct_hash(e, back) == ct_hash(e, g) && ct_position(e, back) == ct_position(e, g));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ct_pick(e, i ? g : back, 1, 1), 0);
        assert_int_equal(ct_advance(e, i ? g : back), 1);
    }
    assert_true(ct_hash(e, back) == ct_hash(e, g)); /* the next card is drawn alike */
    ct_state_free(back);
    ct_game_restart(e, g, 3);
    assert_int_equal(ct_advance(e, g), 1);
    uint16_t was = k_each(block(g))[0];
    uint64_t position = ct_position(e, g);
    k_each(block(g))[0] = k_frames(block(g))[r->nframes - 2].card[BOUND_CARD] | EACH_GROUP;
    assert_true(ct_position(e, g) != position); /* what is to come matters */
    const uint16_t wrong[] = {(uint16_t)(block(g)->ninst | EACH_GROUP),
                              (uint16_t)(was & ~EACH_GROUP)};
    for (int i = 0; i < 2; i++) {
        k_each(block(g))[0] = wrong[i];
        refused(f, e, f->bytes, ct_serialize(e, g, f->bytes, ROOM), whole);
    }
    k_each(block(g))[0] = was;
    r->neach = 0;
    refused(f, e, f->bytes, ct_serialize(e, g, f->bytes, ROOM), whole);
    ct_state_free(g);
    ct_engine_free(e);
    ct_free(def);
}

/* A loop that ends early comes to no more cards: whole games leave none behind. */
static void loops_leave_no_cards_behind(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/games/reefs", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *g = ct_game_new(e, &(struct ct_setup){.people = 2});

    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        assert_int_equal(ct_game_restart(e, g, seed), 0);
        while (ct_advance(e, g) == 1) {
            int seat = ct_next_seat(g);
            assert_int_equal(
                ct_pick(e, g, seat, (int)(seed % (uint64_t)ct_choices(e, g, seat))), 0);
        }
        assert_int_equal(k_rules(block(g))->neach, 0);
    }
    ct_state_free(g);
    ct_engine_free(e);
    ct_free(def);
}

/* A word that was chosen: in the frame of its `do`, and in the answer to what is asked within. */
static void chosen_words_that_are_not_there_are_refused(void **state)
{
    struct fixture *f = *state;
    ct_definition *def = ct_load("tests/rulesets/features/word", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *g = ct_game_new(e, &(struct ct_setup){.people = 2,
                                                    .options = (const char *[]){"t=within"},
                                                    .noptions = 1});
    struct krules *r = k_rules(block(g));
    struct kframe *body = NULL;

    assert_int_equal(ct_advance(e, g), 1);
    assert_int_equal(ct_choices(e, g, 0), 3);
    assert_int_equal(ct_pick(e, g, 0, 2), 0);
    assert_int_equal(ct_advance(e, g), 1); /* the number, asked within the word's `do` */
    for (unsigned i = 0; i < r->nframes; i++)
        if (k_frames(block(g))[i].kind == FRAME_LIST)
            body = &k_frames(block(g))[i];
    assert_non_null(body);
    assert_int_equal(body->number, 2);
    for (int32_t v = -1; v <= 3; v++) {
        body->number = v;
        size_t n = ct_serialize(e, g, f->bytes, ROOM);
        ct_state *back = ct_deserialize(e, f->bytes, n);
        assert_true((back != NULL) == (v >= 0 && v < 3));
        ct_state_free(back);
    }
    body->number = 2;
    assert_int_equal(ct_pick(e, g, 0, 2), 0); /* a 3, which is no word */
    assert_int_equal(ct_advance(e, g), 1);
    ct_state *within = ct_deserialize(e, f->bytes, ct_serialize(e, g, f->bytes, ROOM));
    assert_non_null(within);
    ct_state_free(within);
    ct_state_free(g);
    g = ct_game_new(e, &(struct ct_setup){
                           .people = 2, .options = (const char *[]){"t=asked"}, .noptions = 1});
    assert_int_equal(ct_advance(e, g), 1);
    assert_int_equal(ct_pick(e, g, 0, 0), 0); /* his answer waits for the other's */
    struct kanswer *given = k_rounds(block(g));
    assert_int_equal(given->state, ANS_GIVEN);
    for (int32_t v = -1; v <= 3; v++) {
        given->pick.number = v;
        ct_state *back = ct_deserialize(e, f->bytes, ct_serialize(e, g, f->bytes, ROOM));
        assert_true((back != NULL) == (v >= 0 && v < 3));
        ct_state_free(back);
    }
    ct_state_free(g);
    ct_engine_free(e);
    ct_free(def);
}

/* What is laid out when a game starts: which zone lies where, whose it is, at which place it is found. */
static void tables_of_another_layout_are_refused(void **state)
{
    struct fixture *f = *state;
    ct_state *g = game(f, 1);
    struct kstate *s = block(g);
    uint16_t *entry[] = {k_slotof(s), k_zonebase(s)};

    for (int i = 0; i < 2; i++) {
        *entry[i] ^= 0x40;
        refused(f, f->reader, f->bytes, ct_serialize(f->engine, g, f->bytes, ROOM),
                "(fixed part)");
        *entry[i] ^= 0x40;
    }
    ct_state_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_comes_back, setup, teardown),
        cmocka_unit_test_setup_teardown(cut_and_changed_bytes_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(other_rules_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(made_up_bytes_do_no_harm, setup, teardown),
        cmocka_unit_test_setup_teardown(sets_that_contradict_the_cards_are_refused, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(tables_of_another_layout_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(words_that_are_not_there_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_checkpoint_without_counters_comes_back, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(loops_over_other_cards_are_refused, setup, teardown),
        cmocka_unit_test(loops_leave_no_cards_behind),
        cmocka_unit_test_setup_teardown(chosen_words_that_are_not_there_are_refused, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
