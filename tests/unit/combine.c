/* combine.c - several cards as one choice: each set once, so many and no more, whatever their order. */
#include "kernel_fixture.h"

#include "api/block.h"
#include "cantrip.h"

/* A position of tests/rulesets/features/sets: seat 0 holds so many of r1, r2 ... g4, as t asks. */
static void begin(struct game *g, const char *t, const int *held)
{
    static const char *const name[] = {"r1", "r2", "r3", "r4", "b1", "b2",
                                       "b3", "b4", "g1", "g2", "g3", "g4"};
    char option[40];

    game_load(g, "features/sets");
    snprintf(option, sizeof option, "t=%s", t);
    set_option(g, option, 0);
    game_start(g, 1, 1, true);
    g->s->stop_forced = 1;
    while (k_phase(g->s)[0] == 0 && go_on(&g->e, g->s) == 1 && !k_rules(g->s)->pending)
        ;
    for (unsigned c = 0; c < g->s->ninst; c++)
        k_setup_put(&g->e, g->s, c, slot_of(g, "deck", 0), FACE_UP, NO_SEAT);
    for (int i = 0; i < 12; i++)
        put_cards(g, "hand", 0, name[i], held[i]);
    assert_int_equal(k_setup_known(&g->e, g->s), 0);
    g->s->stamp = 0; /* other cards, other choices */
}

/* How many multisets of n there are of so many of each: by the generating function. */
static int multisets(const int *held, int n)
{
    int ways[33] = {1};

    for (int i = 0; i < 12; i++)
        for (int sum = n; sum > 0; sum--)
            for (int k = 1; k <= held[i] && k <= sum; k++)
                ways[sum] += ways[sum - k];
    return ways[n];
}

/* Each choice once, of `n` cards that lie in the hand; how many. */
static int all_differ(struct game *g, int cards)
{
    int n = k_choices_of(&g->e, g->s, 0);

    for (int i = 0; i < n; i++) {
        const uint16_t *set;
        uint64_t key = k_choice_key(&g->e, g->s, 0, &g->e.opts[i]);

        assert_int_equal(k_choice_set(&g->e, g->s, &g->e.opts[i], &set), cards);
        for (int j = 0; j < cards; j++) {
            assert_int_equal(k_insts(g->s)[set[j]].slot, slot_of(g, "hand", 0));
            for (int k = 0; k < j; k++)
                assert_int_not_equal(set[j], set[k]);
        }
        for (int j = 0; j < i; j++)
            assert_true(k_choice_key(&g->e, g->s, 0, &g->e.opts[j]) != key);
    }
    return n;
}

static void test_each_multiset_once(void **state)
{
    (void)state;
    struct krng rng = krng_stream(1, 1);

    for (int game = 0; game < 60; game++) {
        int held[12], cards = 0;
        struct game g;

        for (int i = 0; i < 12; i++)
            cards += held[i] = (int)krng_below(&rng, 3) * (krng_below(&rng, 2) != 0);
        if (cards < 2)
            continue;
        begin(&g, "two", held);
        assert_int_equal(all_differ(&g, 2), multisets(held, 2));
        game_close(&g);
    }
}

/* A record with the same cards in another order has the same key, and is the same pick. */
static void test_order_means_nothing(void **state)
{
    (void)state;
    static const int held[12] = {2, 1, 0, 0, 1};
    struct game g;

    begin(&g, "two", held);
    int n = k_choices_of(&g.e, g.s, 0);
    assert_int_equal(n, 4);
    for (int i = 0; i < n; i++) {
        struct kchoice c = g.e.opts[i];
        const uint16_t *set;
        uint64_t key = k_choice_key(&g.e, g.s, 0, &c);
        struct kstate *copy = block_copy(g.s);

        assert_int_equal(k_choice_set(&g.e, g.s, &c, &set), 2);
        assert_true(k_record_set(&g.e, &c, (uint16_t[]){set[1], set[0]}, 2));
        assert_true(k_choice_key(&g.e, g.s, 0, &c) == key);
        assert_int_equal(k_pick_choice(&g.e, copy, 0, c), 0);
        free(copy);
        assert_int_equal(k_choices_of(&g.e, g.s, 0), n);
    }
    struct kchoice c = g.e.opts[0];
    assert_false(k_record_set(&g.e, &c, NULL, 0));
    assert_false(k_record_set(&g.e, &c, NULL, K_MAX_CHOSEN + 1));
    uint16_t twice[2] = {g.e.now->sets[0], g.e.now->sets[0]};
    assert_true(k_record_set(&g.e, &c, twice, 2)); /* no such choice */
    c.action = ACT_CARD;
    assert_int_equal(k_pick_choice(&g.e, g.s, 0, c), -1);
    game_close(&g);
}

/* From a row of n cards: how many choices, or -1. */
static int listed(int n, int least, int most, bool plain, struct kerror *err)
{
    struct game g;

    game_load(&g, "features/sets-many");
    k_without(&g.e, plain ? K_EVERY_WAY : 0);
    set_option(&g, "many", n);
    set_option(&g, "least", least);
    set_option(&g, "most", most);
    game_start(&g, 1, 1, true);
    g.s->stop_forced = 1;
    int got = k_advance(&g.e, g.s) < 0 ? -1 : k_choices_of(&g.e, g.s, 0);
    if (got == 1 && g.e.opts[0].action == ACT_NONE)
        got = 0;
    *err = g.e.err;
    if (got < 0) {
        const struct position *at = &g.def->pos[err->src];
        assert_true(err->src && strstr(at->src->path, "sets-many/ruleset.yaml"));
        assert_int_equal(at->line, 15); /* the choose */
    }
    game_close(&g);
    return got;
}

static void test_so_many_and_no_more(void **state)
{
    (void)state;
    struct kerror err;

    for (int plain = 0; plain < 2; plain++) {
        assert_int_equal(listed(6, 3, 3, plain, &err), 20); /* of 6 three */
        assert_int_equal(listed(7, 3, 3, plain, &err), -1);
        assert_int_equal(err.code, K_E_SETS);
        assert_int_equal(err.b, 20);
        assert_int_equal(listed(2, 3, 3, plain, &err), 0);
        assert_int_equal(listed(4, 1, 9, plain, &err), 15);
        assert_int_equal(listed(4, -5, 1, plain, &err), 4); /* at least one card */
        assert_int_equal(listed(4, 3, 2, plain, &err), 0);
        assert_int_equal(listed(32, 32, 40, plain, &err), 1);
        assert_int_equal(listed(33, 33, 40, plain, &err), -1);
        assert_int_equal(err.code, K_E_CHOSEN);
    }
}

/* A set that is bound stays what it is in the block: while its `do` asks, in a copy, hashed, scribbled over. */
static void test_a_set_stands_in_the_block(void **state)
{
    (void)state;
    static const int held[12] = {1, 1, 1, 1};
    struct game g;

    begin(&g, "nested", held);
    int n = k_choices_of(&g.e, g.s, 0);
    assert_int_equal(n, 6);
    struct kstate *other = block_copy(g.s);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(k_advance(&g.e, g.s), 1);
    assert_int_equal(k_pick(&g.e, other, 0, 1), 0);
    assert_int_equal(k_advance(&g.e, other), 1);
    assert_int_equal(k_choices_of(&g.e, g.s, 0), 2);
    assert_int_equal(k_choices_of(&g.e, other, 0), 2);
    assert_true(k_position(&g.e, g.s) !=
                k_position(&g.e, other)); /* nothing has moved, and yet */
    assert_true(k_hash(&g.e, g.s) != k_hash(&g.e, other));
    struct kstate *copy = block_copy(g.s);
    k_scribble(copy, 0xA5);
    assert_true(k_hash(&g.e, g.s) == k_hash(&g.e, copy));
    assert_true(k_position(&g.e, g.s) == k_position(&g.e, copy));
    assert_int_equal(k_choices_of(&g.e, copy, 0), 2);
    free(copy);
    free(other);
    game_close(&g);
}

static void test_a_taken_back_answer_leaves_nothing(void **state)
{
    (void)state;
    static const int held[12] = {1, 1, 1};
    struct game g;

    begin(&g, "two", held);
    assert_int_equal(k_pick(&g.e, g.s, 0, 2), 0);
    k_unanswer(g.s, 0);
    const struct kanswer *a = k_rounds(g.s);
    assert_int_equal(a->pick.nset, 0);
    assert_int_equal(k_set_of(g.s, 0)[0], NO_CARD);
    assert_int_equal(k_choices_of(&g.e, g.s, 0), 3);
    game_close(&g);
}

/* Whoever does not see the cards of a set that is bound: in his samples other cards are it, in the same hand. */
static void test_samples_keep_the_set(void **state)
{
    (void)state;
    struct game g;
    int others = 0;

    game_load(&g, "features/sets");
    set_option(&g, "t=nested", 0);
    game_start(&g, 2, 1, true);
    g.s->stop_forced = 1;
    assert_int_equal(k_advance(&g.e, g.s), 1);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(k_advance(&g.e, g.s), 1);
    struct kstate *sample = block_copy(g.s);
    for (uint64_t stream = 0; stream < 20; stream++) {
        assert_int_equal(k_resample(&g.e, sample, g.s, 1, stream), 1);
        for (int i = 0; i < 2; i++) {
            unsigned c = k_set_of(sample, 0)[i];
            assert_int_equal(k_insts(sample)[c].slot, slot_of(&g, "hand", 0));
            others += c != k_set_of(g.s, 0)[i];
        }
    }
    assert_true(others > 0);
    free(sample);
    game_close(&g);
}

static const char *fault_of(struct game *g, struct kstate *s)
{
    struct kstate *copy = block_copy(s);
    const char *why = block_fault(g->def, copy, g->s);

    free(copy);
    return why;
}

/* A block from elsewhere whose sets are none is refused. */
static void test_forged_sets_are_refused(void **state)
{
    (void)state;
    static const int held[12] = {1, 1, 1, 1};
    struct game g;

    begin(&g, "nested", held);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(k_advance(&g.e, g.s), 1);
    struct kstate *s = block_copy(g.s);
    uint16_t *set = k_set_of(s, 0), was[2] = {set[0], set[1]};
    struct kchoice *c = &k_rounds(s)[0].pick;
    assert_int_equal(c->nset, 2 | SET_KEPT);
    assert_null(fault_of(&g, s));
    set[1] = set[0];
    assert_non_null(fault_of(&g, s)); /* a card twice */
    set[1] = g.s->ninst;
    assert_non_null(fault_of(&g, s)); /* no card */
    set[1] = was[1];
    set[2] = was[1];
    assert_non_null(fault_of(&g, s)); /* more than it says */
    set[2] = NO_CARD;
    c->nset = 127;
    assert_non_null(fault_of(&g, s));
    c->nset = 2;
    assert_non_null(fault_of(&g, s));
    c->nset = 2 | SET_KEPT;
    c->set = 1;
    assert_non_null(fault_of(&g, s)); /* another's */
    c->set = 0;
    k_top(s)->set = 200;
    assert_non_null(fault_of(&g, s));
    k_top(s)->set = 2; /* of a seat that has not picked a set */
    assert_non_null(fault_of(&g, s));
    free(s);
    game_close(&g);
}

/* As a value, in words, as a pick line, as JSON: what the asked seat sees of it. */
static void test_a_set_is_told(void **state)
{
    (void)state;
    static const char *const lang[] = {"en", "fr"};
    ct_definition *def = ct_load("tests/rulesets/features/sets", NULL);
    ct_engine *engine = ct_engine_new(def, NULL);
    const char *options[] = {"t=backs"};
    struct ct_setup setup = {
        .people = 2, .seed = 3, .flags = CT_TRACK, .options = options, .noptions = 1};

    for (int i = 0; i < 2; i++) {
        options[0] = i ? "t=two" : "t=backs";
        ct_state *game = ct_game_new(engine, &setup);
        struct ct_choice c;
        ct_engine_language(engine, lang[i]);
        assert_int_equal(ct_advance(engine, game), 1);
        assert_int_equal(ct_get_choice(engine, game, 0, 1, &c), 0);
        assert_int_equal(c.ncards, 2);
        assert_int_equal(c.part[0], CT_PART_SET);
        assert_int_equal(c.part[1], CT_PART_SET);
        assert_int_equal(ct_choice_find(engine, game, 0, c.key), 1);
        assert_true((c.card[0].card >= 0) == (i == 1));
        assert_true((ct_choice_card(engine, game, 0, 1) >= 0) == (i == 1));
        assert_string_equal(ct_prompt(engine, game),
                            i ? "choisissez des cartes (main)" : "choose cards (bag)");
        const char *pick = ct_choice_pick(engine, game, 0, 1);
        assert_non_null(strchr(pick, '+'));
        assert_null(strchr(pick, ' '));
        if (!i)
            assert_string_equal(pick, "unknown+unknown");
        const char *text = ct_choice_text(engine, game, 0, 1);
        assert_non_null(strstr(
            text,
            i ? " et " : "a card of Alice's bag at random and a card of Bob's bag at random"));
        char *json = ct_chosen_json(engine, game, &c);
        assert_non_null(strstr(json, "\"part\":\"set\""));
        assert_true((strstr(json, "\"card\":null") != NULL) == !i);
        free(json);
        ct_state_free(game);
    }
    ct_engine_free(engine);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_multiset_once),
        cmocka_unit_test(test_order_means_nothing),
        cmocka_unit_test(test_so_many_and_no_more),
        cmocka_unit_test(test_a_set_stands_in_the_block),
        cmocka_unit_test(test_samples_keep_the_set),
        cmocka_unit_test(test_forged_sets_are_refused),
        cmocka_unit_test(test_a_set_is_told),
        cmocka_unit_test(test_a_taken_back_answer_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
