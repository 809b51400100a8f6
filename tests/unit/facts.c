/* facts.c - public facts: what a card may still be, samples that keep to it, what is refused. What each rule of
 * know/facts.c makes of them is enumerated by tests/property/knowledge (clue, void, refill, miss, passed, carried, hint, some).
 */
#include "kernel_fixture.h"

#include "api/internal.h"
#include "cantrip.h"

static struct game g;

static void open_game(uint64_t seed)
{
    game_load(&g, "features/facts");
    game_start(&g, 3, seed, true);
}

/* Takes the first choice of this action (and seat or word) that is offered. */
static void take(const char *action, int seat, int number)
{
    int who = next_seat(g.s), n = k_choices_of(&g.e, g.s, who);
    int id = id_of(g.def->actions, g.def->k.nactions, action);

    for (int i = 0; i < n; i++)
        if (g.e.opts[i].action == id && (seat < 0 || g.e.opts[i].seat == seat) &&
            (number < 0 || g.e.opts[i].number == number)) {
            assert_int_equal(k_pick(&g.e, g.s, who, i), 0);
            return;
        }
    fail_msg("'%s' is not offered", action);
}

static bool may_be(int o, unsigned c, const char *card)
{
    uint64_t may[4];

    k_candidates(&g.e, g.s, o, c, may);
    return set_has(may, card_id(&g, card));
}

/* ---- what is told ---- */

static void a_row_is_told_of_by_place(void **state)
{
    (void)state;
    open_game(4); /* brows: Alice s3 c2 m1 c3, Bob's: none of clubs */
    go_on(&g.e, g.s);
    unsigned c = k_first(g.s, slot_of(&g, "brow", 0));
    take("of_suit", 1, 0);
    go_on(&g.e, g.s);
    assert_true(may_be(0, c, "c1") && may_be(0, c, "s3") && may_be(0, c, "m4"));
    take("of_suit", 0, 0); /* Bob tells Alice of her clubs */
    go_on(&g.e, g.s);
    assert_true(!may_be(0, c, "c1") && may_be(0, c, "s3") && may_be(0, c, "m4"));
    c = k_next(g.s, c);
    assert_true(may_be(0, c, "c1") && !may_be(0, c, "s3") && !may_be(0, c, "m4"));
    for (unsigned i = k_first(g.s, slot_of(&g, "brow", 1)); i != NO_CARD; i = k_next(g.s, i))
        assert_true(!may_be(1, i, "c2") && may_be(1, i, "m2"));
    game_close(&g);
}

/* A script tells of the fours: what is a club and a four is known, though nobody saw it. */
static void what_follows_is_known(void **state)
{
    uint16_t found = 0;

    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        open_game(seed);
        for (int i = 0; i < 3; i++) {
            go_on(&g.e, g.s);
            take("of_suit", (i + 1) % 3, (int)(seed % 3));
        }
        go_on(&g.e, g.s);
        for (int seat = 0; seat < 3; seat++)
            for (unsigned c = k_first(g.s, slot_of(&g, "brow", seat)); c != NO_CARD;
                 c = k_next(g.s, c)) {
                unsigned def = k_insts(g.s)[c].def, four = card_id(&g, "c4");
                bool told = seed % 3 == 0 && def == four;
                found += told;
                if (told)
                    assert_int_equal(k_knows(&g.e, g.s, seat, c), four);
                assert_int_equal(may_be(seat, c, "c4") || may_be(seat, c, "s4") ||
                                     may_be(seat, c, "m4"),
                                 def % 4 == card_id(&g, "c4") % 4);
            }
        game_close(&g);
    }
    assert_true(found > 5);
}

static void what_is_not_so_is_refused(void **state)
{
    uint64_t may[4] = {0};
    uint16_t list[64];

    (void)state;
    open_game(4);
    go_on(&g.e, g.s);
    int n = zone_cards(g.s, slot_of(&g, "brow", 0), list);
    set_put(may, k_insts(g.s)[list[0]].def, true);
    assert_int_equal(k_tell(&g.e, list, 1, may, REF_NONE), 1);
    assert_int_equal(k_tell(&g.e, list, n, may, REF_NONE), -1);
    assert_int_equal(g.e.err.code, K_E_FACT);
    game_close(&g);
}

/* Of cards that are mixed nobody can tell which was told of: each may be what any of them may. */
static void what_is_mixed_is_told_of_no_more(void **state)
{
    (void)state;
    open_game(4);
    go_on(&g.e, g.s);
    take("of_suit", 1, 0);
    go_on(&g.e, g.s);
    take("of_suit", 0, 0); /* Bob tells Alice of her clubs: not the first, but the second */
    go_on(&g.e, g.s);
    unsigned first = k_first(g.s, slot_of(&g, "brow", 0)), second = k_next(g.s, first);
    assert_true(!may_be(0, first, "c1") && !may_be(0, second, "s3"));
    assert_int_equal(k_shuffle(&g.e, BIT(0), zone_id(&g, "brow")), 4);
    for (unsigned c = k_first(g.s, slot_of(&g, "brow", 0)); c != NO_CARD; c = k_next(g.s, c))
        assert_true(may_be(0, c, "c1") && may_be(0, c, "s3"));
    game_close(&g);
}

/* ---- what is proven ---- */

static void who_throws_off_has_none(void **state)
{
    int throws = 0;

    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct krng rng = krng_stream(seed, 3);
        open_game(seed);
        while (go_on(&g.e, g.s)) {
            int seat = next_seat(g.s), led = counter(&g, "led", -1);
            int n = k_choices_of(&g.e, g.s, seat);
            int i = (int)krng_below(&rng, (uint32_t)n);
            bool throws_off =
                g.e.opts[i].action == id_of(g.def->actions, g.def->k.nactions, "throw");
            unsigned hand = slot_of(&g, "hand", seat);
            assert_int_equal(k_pick(&g.e, g.s, seat, i), 0);
            go_on(&g.e, g.s);
            throws += throws_off;
            for (unsigned c = k_first(g.s, hand); throws_off && c != NO_CARD;
                 c = k_next(g.s, c))
                for (int def = 0; def < g.def->k.ncards; def++) {
                    uint64_t of_led[4];
                    k_candidates(&g.e, g.s, (seat + 1) % 3, c, of_led);
                    assert_false(set_has(of_led, (unsigned)def) &&
                                 g.def->k.trait_value[def * g.def->k.ntraits] == led &&
                                 g.def->k.traits[0].type == T_WORD);
                }
        }
        game_close(&g);
    }
    assert_true(throws > 20);
}

/* knowledge/some: who claims holds an a. No world without one is thought of, by whoever does not see the hand; a hand
 * that is a row is not told of, nor who claims nothing. */
static int worlds_without(const char *ruleset, const char *action)
{
    int without = 0;

    game_load(&g, ruleset);
    for (uint64_t seed = 1; seed < 9; seed++) {
        game_start(&g, 2, seed, true);
        go_on(&g.e, g.s);
        int n = k_choices_of(&g.e, g.s, 0),
            id = id_of(g.def->actions, g.def->k.nactions, action);
        for (int i = 0; i < n && g.e.opts[i].action != id; i++)
            n = i + 1 < n ? n : 0;
        if (!n)
            continue;
        take(action, -1, -1);
        go_on(&g.e, g.s);
        struct kstate *dst = block_new(g.s);
        for (uint64_t k = 0; k < 100; k++) {
            assert_int_equal(k_resample(&g.e, dst, g.s, 1 + (k & 1), k), 1);
            bool held = false;
            unsigned hand = slot_of(&g, "hand", 0);
            for (unsigned c = k_first(dst, hand); c != NO_CARD; c = k_next(dst, c))
                held |= k_insts(dst)[c].def == card_id(&g, "a");
            without += !held;
        }
        free(dst);
    }
    game_close(&g);
    return without;
}

static void who_claims_has_one(void **state)
{
    (void)state;
    assert_int_equal(worlds_without("knowledge/some", "claim"), 0);
    assert_int_equal(worlds_without("knowledge/some", "low"), 0);
    assert_true(worlds_without("knowledge/some", "skip") > 0);
    assert_true(worlds_without("knowledge/some-row", "claim") > 0);
}

/* ---- samples ---- */

static long samples;

static void sample_keeps_to_facts(struct game *at)
{
    struct kstate *dst = block_new(at->s);

    if (k_rules(at->s)->status != K_RUNNING)
        return free(dst);
    for (int o = 0; o < at->s->nobs; o++)
        for (uint64_t k = 0; k < 8; k++) {
            assert_int_equal(k_resample(&at->e, dst, at->s, o, k), 1);
            samples++;
            for (unsigned c = 0; facts_live(at->s) && c < dst->ninst; c++)
                assert_false(set_has(k_barred(dst, o, c), k_insts(dst)[c].def));
        }
    for (int o = 0; facts_live(at->s) && o < at->s->nobs; o++)
        for (unsigned c = 0; c < at->s->ninst; c++)
            assert_false(set_has(k_barred(at->s, o, c), k_insts(at->s)[c].def));
    free(dst);
}

static void samples_are_never_refused(void **state)
{
    (void)state;
    samples = 0;
    for (uint64_t seed = 1; samples < 10000; seed++) {
        open_game(seed);
        play_on(&g, seed, sample_keeps_to_facts);
        game_close(&g);
    }
}

enum { WORLDS = 200, DRAWN = 40000 };

struct tally {
    uint64_t key[WORLDS];
    int n[WORLDS], all, worlds;
};

static int *tally_of(struct tally *t, uint64_t key)
{
    int i = 0;

    while (i < t->worlds && t->key[i] != key)
        i++;
    assert_true(i < WORLDS);
    t->worlds += i == t->worlds;
    t->key[i] = key;
    return &t->n[i];
}

/* Deals without facts that happen to be right say how often each world should come. */
static void worlds_come_alike(void **state)
{
    static struct tally with, without;

    (void)state;
    game_load(&g, "knowledge/refill");
    k_without(
        &g.e,
        K_EVERY_WAY); /* instances are given other definitions, and stay where they are; seat 1 has thrown off: it has none of the suit */
    for (uint64_t seed = 1; seed < 100 && (!g.s || !facts_live(g.s)); seed++) {
        game_start(&g, 2, seed, true);
        g.s->stop_forced = 1;
        for (int i = 0; i < 2 && go_on(&g.e, g.s); i++)
            assert_int_equal(k_pick(&g.e, g.s, next_seat(g.s), 0), 0);
        go_on(&g.e, g.s);
    }
    assert_true(facts_live(g.s));
    struct kstate *dst = block_new(g.s), *bare = block_copy(g.s);
    k_know(bare)->facts = 0;
    for (uint64_t k = 0; k < DRAWN; k++) {
        assert_int_equal(k_resample(&g.e, dst, g.s, 2, k), 1);
        (*tally_of(&with, k_position_of_equals(&g.e, dst)))++;
        with.all++;
    }
    for (int i = 0; i < with.worlds; i++)
        tally_of(&without, with.key[i]);
    for (uint64_t k = 0; k < 4 * DRAWN; k++) {
        bool right = true;
        assert_int_equal(k_resample(&g.e, dst, bare, 2, k), 1);
        for (unsigned c = 0; c < dst->ninst; c++)
            right &= !set_has(k_barred(g.s, 2, c), k_insts(dst)[c].def);
        if (right)
            (*tally_of(&without, k_position_of_equals(&g.e, dst)))++, without.all++;
    }
    assert_int_equal(without.worlds, with.worlds);
    assert_true(with.worlds > 3);
    for (int i = 0; i < with.worlds; i++) {
        double p = (double)with.n[i] / with.all, q = (double)without.n[i] / without.all;
        assert_true(p < 1.2 * q + 0.005 && q < 1.2 * p + 0.005);
    }
    free(dst);
    free(bare);
    game_close(&g);
}

/* ---- a game that is kept ---- */

static void facts_are_saved(void **state)
{
    static uint8_t bytes[1 << 20];
    ct_definition *def = ct_load("tests/rulesets/features/facts", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *s = ct_game_new(e, &(struct ct_setup){.people = 3, .flags = CT_TRACK, .seed = 4});
    uint64_t may[4], again[4];
    int zone = 0;

    (void)state;
    while (strcmp(ct_zone_id(def, zone), "brow") != 0)
        zone++;
    assert_int_equal(ct_advance(e, s), 1);
    int before = ct_candidates(e, s, 0, zone, 0, 0, may), n = before;
    while (n == before && ct_advance(e, s) == 1) {
        assert_int_equal(ct_pick(e, s, ct_next_seat(s), 0), 0);
        n = ct_candidates(e, s, 0, zone, 0, 0, may);
    }
    assert_true(n > 0 && n < before && before > 8);
    size_t len = ct_serialize(e, s, bytes, sizeof bytes);
    ct_state *back = ct_deserialize(e, bytes, len);
    assert_non_null(back);
    assert_int_equal(ct_candidates(e, back, 0, zone, 0, 0, again), n);
    assert_memory_equal(may, again, sizeof *may);
    ct_forget_facts(back);
    assert_int_equal(ct_candidates(e, back, 0, zone, 0, 0, again), before);
    assert_int_equal(ct_candidates(e, back, 0, zone, 0, 99, again), -1);
    assert_int_equal(ct_candidates(e, back, 0, zone + 1, 0, 0, again), -1); /* a set */
    ct_state_free(back);
    set_put(k_barred(block(s), 1, 0), k_insts(block(s))[0].def,
            true); /* it is not what it is */
    len = ct_serialize(e, s, bytes, sizeof bytes);
    assert_null(ct_deserialize(e, bytes, len));
    assert_non_null(strstr(ct_error(e), "(knowledge)"));
    ct_state_free(s);
    ct_engine_free(e);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_told_of_by_place),
        cmocka_unit_test(what_follows_is_known),
        cmocka_unit_test(what_is_not_so_is_refused),
        cmocka_unit_test(what_is_mixed_is_told_of_no_more),
        cmocka_unit_test(who_throws_off_has_none),
        cmocka_unit_test(who_claims_has_one),
        cmocka_unit_test(samples_are_never_refused),
        cmocka_unit_test(worlds_come_alike),
        cmocka_unit_test(facts_are_saved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
