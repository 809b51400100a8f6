/* hook.c - script hooks that ask: checkpoints, answers, re-runs; on tests/rulesets/features/unit. */
#include "kernel_fixture.h"

/* Plays until a hook has `answers` closed questions and one that is open. */
static bool play_to_hook(struct game *g, uint64_t seed, int answers)
{
    struct krng rng = krng_stream(seed, 5);

    game_start(g, 3, seed, true);
    do {
        if (!go_on(&g->e, g->s))
            return false;
        if (k_rules(g->s)->decision == DEC_HOOK && k_hook(g->s)->nanswers == answers)
            return true;
    } while (chance_pick(&g->e, g->s, &rng));
    return false;
}

/* A clone in the middle of a hook, moved on by another engine, goes the same way. */
static void a_clone_in_the_middle_goes_on_alike(void **state)
{
    struct game g;
    struct kengine other;
    int met = 0;

    (void)state;
    game_load(&g, "features/unit");
    struct script *sc = engine_open(&other, g.def);
    for (uint64_t seed = 1; seed < 9; seed++)
        for (int answers = 0; answers < 3; answers++) {
            if (!play_to_hook(&g, seed, answers))
                continue;
            met++;
            struct kstate *c = block_copy(g.s);
            struct krng rng = krng_stream(seed, 6), again = rng;
            for (int i = 0; i < 12 && chance_pick(&g.e, g.s, &rng); i++) {
                assert_true(chance_pick(&other, c, &again));
                assert_int_equal(k_hash(&other, c), k_hash(&g.e, g.s));
            }
            go_on(&g.e, g.s);
            go_on(&other, c);
            assert_int_equal(k_hash(&other, c), k_hash(&g.e, g.s));
            free(c);
        }
    assert_true(met > 6);
    engine_close(&other, sc);
    game_close(&g);
}

/* While the question is open the block is as the hook left it; beside it lies what was before. */
static void the_checkpoint_is_what_was_before(void **state)
{
    struct game g;
    int met = 0;

    (void)state;
    game_load(&g, "features/unit");
    for (uint64_t seed = 1; seed < 20; seed++) {
        if (!play_to_hook(&g, seed, 0))
            continue;
        if (strcmp(g.def->hooks[k_rules(g.s)->hook], "step.gamble"))
            continue;
        int seat = next_seat(g.s);
        unsigned hand = slot_of(&g, "hand", seat);
        const struct kslot *before =
            CAT(g.s, g.s->o_slots - g.s->o_rules + g.s->o_check, struct kslot);
        assert_int_equal(k_slots(g.s)[hand].count, before[hand].count + 1); /* one was dealt */
        assert_int_equal(CAT(g.s, g.s->o_check, struct krules)->decision, DEC_NONE);
        met++;
    }
    assert_true(met > 3);
    game_close(&g);
}

/* A re-run with the same answer changes the state only by what the answer does: rolls stay. */
static void rolls_before_a_question_are_repeated(void **state)
{
    struct game g;
    int met = 0;

    (void)state;
    game_load(&g, "features/unit");
    for (uint64_t seed = 1; seed < 30; seed++) {
        if (!play_to_hook(&g, seed, 1))
            continue;
        struct krng was = k_rules(g.s)->rng;
        struct kstate *c = block_copy(g.s);
        int seat = next_seat(g.s);
        int n = k_choices_of(&g.e, g.s, seat);
        assert_int_equal(k_pick(&g.e, g.s, seat, 0), 0);
        assert_int_equal(k_hook(g.s)->q[1].rng.count, was.count);
        assert_int_equal(k_pick(&g.e, c, seat, n - 1), 0);
        go_on(&g.e, g.s);
        go_on(&g.e, c);
        int gold = counter(&g, "gold", seat);
        struct kstate *keep = g.s;
        g.s = c;
        assert_int_equal(counter(&g, "gold", seat), gold); /* add("gold", the roll) */
        g.s = keep;
        free(c);
        met++;
    }
    assert_true(met > 5);
    game_close(&g);
}

/* ---- told once --------------------------------------------------------------------- */

static struct {
    uint64_t next;
    int wrong;
    uint16_t lies[200];
} told;

/* Every card is told to come from where it was told to go. */
static void listen(void *ctx, struct kstate *s, const struct kevent *ev)
{
    told.wrong += ev->serial != told.next;
    told.next = ev->serial + 1;
    if (ev->kind != TELL_MOVE)
        return;
    unsigned zone = k_slotinfo(s)[ev->from].zone;
    bool fresh = zone == *(unsigned *)ctx; /* the endless pile keeps its stamp */
    told.wrong += !fresh && told.lies[ev->card] != ev->from;
    told.lies[ev->card] = ev->to;
}

static void what_happens_is_told_once(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/unit");
    g.e.tell = listen;
    unsigned supply = zone_id(&g, "supply");
    g.e.tell_ctx = &supply;
    for (uint64_t seed = 1; seed < 8; seed++) {
        struct krng rng = krng_stream(seed, 5);
        told.next = 0;
        told.wrong = 0;
        game_start(&g, 3, seed, true);
        assert_true(g.s->ninst < 199);
        for (unsigned c = 0; c < g.s->ninst; c++)
            told.lies[c] = k_insts(g.s)[c].slot;
        while (chance_pick(&g.e, g.s, &rng))
            assert_int_equal(k_know(g.s)->events, told.next);
        for (unsigned c = 0; c < g.s->ninst; c++)
            assert_true(k_left_game(g.s, c) || told.lies[c] == k_insts(g.s)[c].slot);
        assert_int_equal(told.wrong, 0);
        assert_true(k_know(g.s)->reruns > 5);
    }
    game_close(&g);
}

/* With and without knowledge, and with clones that are never used, the game is the same. */
static void knowledge_does_not_change_the_game(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/unit");
    for (uint64_t seed = 1; seed < 12; seed++) {
        game_start(&g, 2 + (int)(seed % 3), seed, true);
        struct kstate *with = g.s;
        g.s = NULL;
        game_start(&g, 2 + (int)(seed % 3), seed, false);
        struct krng rng = krng_stream(seed, 5), again = rng;
        while (chance_pick(&g.e, with, &rng)) {
            assert_true(chance_pick(&g.e, g.s, &again));
            assert_int_equal(k_position(&g.e, with), k_position(&g.e, g.s));
        }
        assert_int_equal(go_on(&g.e, g.s), 0);
        assert_int_equal(k_position(&g.e, with), k_position(&g.e, g.s));
        free(with);
    }
    game_close(&g);
}

/* An abandoned hook leaves no list of cards in use: views and keys after it have room. */
static void an_abandoned_hook_leaves_nothing_behind(struct game *g)
{
    struct klook v[64];

    assert_ptr_equal(g->e.tmp_next, g->e.tmp);
    if (k_rules(g->s)->hook != REF_NONE) {
        assert_int_equal(k_look(&g->e, g->s, 0, slot_of(g, "hand", 0), false, v, N(v)),
                         k_slots(g->s)[slot_of(g, "hand", 0)].count);
        assert_false(g->e.in_hook);
        assert_false(g->e.quiet);
    }
}

static void nothing_is_left_behind(void **state)
{
    (void)state;
    play_many(an_abandoned_hook_leaves_nothing_behind, 8);
}

/* An answer to a hook's question can be taken back, and another given. */
static void an_answer_to_a_hook_taken_back(void **state)
{
    struct game g;
    int met = 0;

    (void)state;
    game_load(&g, "features/unit");
    for (uint64_t seed = 1; seed < 200 && met < 3; seed++) {
        if (!play_to_hook(&g, seed, 0))
            continue;
        struct krules *r = k_rules(g.s);
        if (strcmp(g.def->hooks[r->hook], "effect.dream") || !(r->pending & (r->pending - 1)))
            continue;
        uint64_t p = k_position(&g.e, g.s);
        int seat = next_seat(g.s);
        int n = k_choices_of(&g.e, g.s, seat);
        assert_int_equal(k_pick(&g.e, g.s, seat, n - 1), 0);
        assert_int_not_equal(k_position(&g.e, g.s), p);
        k_unanswer(g.s, seat);
        assert_int_equal(k_position(&g.e, g.s), p);
        assert_int_equal(go_on(&g.e, g.s), 1);
        assert_int_equal(k_rules(g.s)->decision, DEC_HOOK);
        met++;
    }
    assert_true(met > 0);
    game_close(&g);
}

/* A back in a slot that depends on the card before it is any of its set, by lot. */
static void a_later_back_is_drawn(void **state)
{
    struct game g;
    int first = 0, games = 40;

    (void)state;
    game_load(&g, "features/taken");
    for (int seed = 1; seed <= games; seed++) {
        game_start(&g, 2, (uint64_t)seed, true);
        uint16_t deck[8];
        assert_int_equal(zone_cards(g.s, slot_of(&g, "deck", 0), deck), 4);
        go_on(&g.e, g.s);
        first += k_insts(g.s)[deck[2]].slot == slot_of(&g, "box", 0); /* he is dealt it first */
    }
    assert_in_range(first, games / 4, games * 3 / 4);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clone_in_the_middle_goes_on_alike),
        cmocka_unit_test(the_checkpoint_is_what_was_before),
        cmocka_unit_test(rolls_before_a_question_are_repeated),
        cmocka_unit_test(what_happens_is_told_once),
        cmocka_unit_test(knowledge_does_not_change_the_game),
        cmocka_unit_test(nothing_is_left_behind),
        cmocka_unit_test(an_answer_to_a_hook_taken_back),
        cmocka_unit_test(a_later_back_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
