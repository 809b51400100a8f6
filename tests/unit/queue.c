/* queue.c - effects that wait, watchers, masks: their bookkeeping. Orders and events: tests/scenario/effects.yaml. */
#include "kernel_fixture.h"

static struct game g;

/* A game of features/effects with these cards in A's row, at its first phase. Effects that only add have a frame, too. */
static void row_of(const char *t, int n, const char *const *ids)
{
    game_load(&g, "features/effects");
    set_option(&g, t, 0);
    game_start(&g, 2, 1, true);
    for (int i = 0; i < n; i++)
        put_cards(&g, "row", 0, ids[i], 1);
    assert_int_equal(k_setup_known(&g.e, g.s), 0);
    g.e.s = g.s;
    for (unsigned i = 0; i < g.def->k.neffects; i++)
        g.e.plan->given[i].nadds = 0;
}

static int trait(const char *id)
{
    for (int i = 0; i < g.def->k.ntraits; i++)
        if (!strcmp(g.def->traits[i].name.id, id))
            return i;
    fail();
    return 0;
}

static void arrivals_are_numbered_from_an_empty_queue_on(void **state)
{
    static const char *const ids[] = {"blue", "swift"};
    struct krules *r;

    (void)state;
    row_of("t=board", 2, ids);
    r = k_rules(g.s);
    uint16_t cards[2] = {(uint16_t)k_first(g.s, slot_of(&g, "row", 0)),
                         k_slots(g.s)[slot_of(&g, "row", 0)].tail};
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), cards, 2, -1), 2);
    assert_int_equal(r->nqueue, 4);
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), cards, 1, 1), 1);
    uint16_t at[5];
    k_by_arrival(g.s, at);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(k_queued(g.s, at[i])->arrival, i);
        assert_int_equal(k_queued(g.s, at[i])->you, i == 4);
        assert_int_equal(k_queued(g.s, at[i])->card, cards[i > 0 && i < 4]);
    }
    while (r->nqueue) {
        assert_int_equal(queue_next(&g.e), 1);
        assert_int_equal(k_top(g.s)->kind, FRAME_EFFECT);
        r->nframes--;
    }
    assert_int_equal(queue_next(&g.e), 0);
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), cards, 1, -1), 1);
    assert_int_equal(k_queued(g.s, 0)->arrival, 0);
    game_close(&g);
}

static void effects_are_taken_by_class(void **state)
{
    static const char *const ids[] = {"swift", "slow", "blue"};

    (void)state;
    row_of("t=board", 3, ids);
    uint16_t cards[3];
    assert_int_equal(zone_cards(g.s, slot_of(&g, "row", 0), cards), 3);
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), cards, 3, -1), 3);
    int last = -1, n = 0;
    while (queue_next(&g.e) == 1) {
        int cls = g.def->k.effects[k_top(g.s)->effect.id].cls;
        assert_true(cls >= last);
        last = cls;
        k_rules(g.s)->nframes--;
        n++;
    }
    assert_int_equal(n, 6);
    game_close(&g);
}

static void cancel_says_how_many_it_took(void **state)
{
    static const char *const ids[] = {"swift", "blue"};

    (void)state;
    row_of("t=board", 2, ids);
    uint16_t cards[2];
    zone_cards(g.s, slot_of(&g, "row", 0), cards);
    k_trigger(&g.e, (unsigned)trait("effects"), cards, 2, -1);
    k_trigger(&g.e, (unsigned)trait("effects"), cards, 1, -1);
    assert_int_equal(k_rules(g.s)->nqueue, 7);
    assert_int_equal(k_cancel(&g.e, cards, 1), 6); /* both times swift was triggered */
    assert_int_equal(k_rules(g.s)->nqueue, 1);
    assert_int_equal(k_queued(g.s, 0)->card, cards[1]);
    assert_int_equal(k_cancel(&g.e, cards, 1), 0);
    game_close(&g);
}

/* ---- masks and what lasts ------------------------------------------------------------------ */

static void a_watcher_that_a_cancel_may_meet_tells_its_card_from_equals(void **state)
{
    (void)state;
    for (int pick = 0; pick < 2; pick++) {
        game_load(&g, "features/cancelled");
        game_start(&g, 1, 1, true);
        assert_int_equal(go_on(&g.e, g.s), 1);
        unsigned bird = k_watch(g.s)[0].card;
        assert_int_equal(k_rules(g.s)->nwatch, 1);
        assert_int_equal(k_choices_of(&g.e, g.s, 0), 2);
        bool its = g.e.opts[pick].card == bird;
        assert_int_equal(k_pick(&g.e, g.s, 0, pick), 0);
        assert_int_equal(go_on(&g.e, g.s), 1);
        assert_int_equal(k_gamectr(g.s)[1], its ? 0 : 1);
        game_close(&g);
    }
}

static void masks_end_with_their_phase(void **state)
{
    (void)state;
    row_of("t=board", 0, NULL);
    int gold = id_of(g.def->counters, g.def->k.ncounters, "gold");
    ref turn = (ref)id_of(g.def->phases, g.def->k.nphases, "turn");
    ref day = (ref)id_of(g.def->phases, g.def->k.nphases, "day");

    assert_false(k_masked(&g.e, MASK_ADD, (unsigned)gold, 0));
    assert_int_equal(k_block(&g.e, MASK_ADD, (unsigned)gold, 1, day), 1);
    assert_int_equal(k_block(&g.e, MASK_ADD, (unsigned)gold, 2, turn), 1);
    assert_int_equal(k_block(&g.e, MASK_TURN, FACE_UP, 3, REF_NONE), 2);
    assert_int_equal(k_block(&g.e, MASK_TURN, FACE_UP, 0, REF_NONE), 0); /* of nobody */
    assert_true(k_masked(&g.e, MASK_ADD, (unsigned)gold, 0));
    assert_true(k_masked(&g.e, MASK_ADD, (unsigned)gold, 1));
    assert_false(k_masked(&g.e, MASK_ADD, (unsigned)gold + 1, 0));
    assert_false(k_masked(&g.e, MASK_MOVE, (unsigned)gold, 0));
    assert_false(k_masked(&g.e, MASK_TURN, FACE_DOWN, 0));
    assert_false(k_masked(&g.e, MASK_ADD, (unsigned)gold, -1));
    assert_false(k_masked(&g.e, MASK_ADD, (unsigned)gold, NO_SEAT));
    assert_int_equal(set_counter(&g, (unsigned)gold, 0, -1, 3, true), 0);
    assert_int_equal(set_counter(&g, (unsigned)gold, 0, -1, 3, false), 1);
    lasts_end(&g.e, turn);
    assert_int_equal(k_rules(g.s)->nmask, 2);
    assert_true(k_masked(&g.e, MASK_ADD, (unsigned)gold, 0));
    assert_false(k_masked(&g.e, MASK_ADD, (unsigned)gold, 1));
    lasts_end(&g.e, day);
    assert_int_equal(k_rules(g.s)->nmask, 1);
    assert_true(k_masked(&g.e, MASK_TURN, FACE_UP, 1));
    game_close(&g);
}

static void watchers_end_with_their_phase_and_once(void **state)
{
    static const char *const ids[] = {"owl", "kid", "elk",
                                      "jay"}; /* day, turn, once, the game */
    uint16_t cards[4];

    (void)state;
    row_of("t=board", 4, ids);
    struct krules *r = k_rules(g.s);
    zone_cards(g.s, slot_of(&g, "row", 0), cards);
    for (int i = 0; i < 4; i++)
        assert_true(k_setup_watch(&g.e, g.s, cards[i], 0) > 0);
    assert_int_equal(r->nwatch, 5); /* jay's `do` is two effects */
    unsigned play = (unsigned)id_of(g.def->actions, g.def->k.nactions, "play");
    assert_int_equal(k_fire(&g.e, EV_ACTION, play, 1, -1, 0), 0);
    assert_int_equal(r->nwatch, 4); /* elk fired: once */
    assert_int_equal(r->nqueue, 2); /* elk and kid */
    assert_int_equal(k_queued(g.s, 0)->them, 1);
    assert_int_equal(k_fire(&g.e, EV_ACTION, play, 1, -1, 0), 0);
    assert_int_equal(r->nqueue, 3);
    lasts_end(&g.e, (ref)id_of(g.def->phases, g.def->k.nphases, "turn"));
    assert_int_equal(r->nwatch, 3);
    lasts_end(&g.e, (ref)id_of(g.def->phases, g.def->k.nphases, "day"));
    assert_int_equal(r->nwatch, 2);
    game_close(&g);
}

static void counters_go_back_with_their_phase(void **state)
{
    (void)state;
    row_of("t=board", 0, NULL);
    int brief = id_of(g.def->counters, g.def->k.ncounters, "brief");
    int gold = id_of(g.def->counters, g.def->k.ncounters, "gold");
    for (int p = 0; p < 2; p++) {
        set_counter(&g, (unsigned)brief, p, -1, 3, false);
        set_counter(&g, (unsigned)gold, p, -1, 3, false);
    }
    lasts_end(&g.e, (ref)id_of(g.def->phases, g.def->k.nphases, "day"));
    assert_int_equal(counter(&g, "brief", 1), 3);
    lasts_end(&g.e, (ref)id_of(g.def->phases, g.def->k.nphases, "turn"));
    assert_int_equal(counter(&g, "brief", 0), 0);
    assert_int_equal(counter(&g, "brief", 1), 0);
    assert_int_equal(counter(&g, "gold", 1), 3);
    game_close(&g);
}

/* A verb that a script queues has the class and the text of no card. */
static void a_queued_verb_has_its_own_effect(void **state)
{
    (void)state;
    game_load(&g, "features/queue");
    game_start(&g, 2, 1, true);
    assert_int_equal(k_advance(&g.e, g.s), 0);
    assert_int_equal(counter(&g, "trail", -1), 12);
    for (int i = 0; i < g.def->k.neffects; i++)
        assert_int_equal(g.def->k.effects[i].card, REF_NONE);
    game_close(&g);
}

/* Only which batch is newer counts, and whether what comes next belongs to the last one. */
static void batches_begin_where_an_effect_is_taken(void **state)
{
    (void)state;
    game_load(&g, "features/stack");
    game_start(&g, 2, 1, true);
    put_cards(&g, "hand", 0, "storm", 1);
    assert_int_equal(k_setup_known(&g.e, g.s), 0);
    g.e.s = g.s;
    uint16_t c = (uint16_t)k_first(g.s, slot_of(&g, "hand", 0));
    for (int i = 0; i < 2; i++)
        assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), &c, 1, 0), 1);
    assert_int_equal(k_rules(g.s)->nqueue, 6);
    assert_int_equal(k_queued(g.s, 5)->batch, k_queued(g.s, 0)->batch);
    assert_int_equal(queue_next(&g.e), 1);
    uint64_t between = k_position(&g.e, g.s);
    k_rules(g.s)->taken = 0;
    assert_int_not_equal(k_position(&g.e, g.s), between);
    k_rules(g.s)->taken = 1;
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), &c, 1, 0), 1);
    struct kqueued *new = k_queued(g.s, 0), *old = k_queued(g.s, 3); /* the newest go first */
    assert_int_equal(old->batch, k_queued(g.s, 7)->batch);
    assert_true(new->batch > old->batch &&k_queued(g.s, 2)->batch == new->batch);
    uint64_t p = k_position(&g.e, g.s);
    for (int i = 0; i < 8; i++)
        k_queued(g.s, (unsigned)i)->batch += 5;
    k_rules(g.s)->batch += 5;
    assert_int_equal(k_position(&g.e, g.s), p);
    old->batch = new->batch;
    assert_int_not_equal(k_position(&g.e, g.s), p);
    game_close(&g);
}

/* Where something always waits, numbers run out: then what waits is numbered anew, and its order stays. */
static void arrivals_never_run_out(void **state)
{
    (void)state;
    game_load(&g, "features/stack");
    game_start(&g, 2, 1, true);
    put_cards(&g, "hand", 0, "storm", 2);
    assert_int_equal(k_setup_known(&g.e, g.s), 0);
    g.e.s = g.s;
    uint16_t c = (uint16_t)k_first(g.s, slot_of(&g, "hand", 0));
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), &c, 1, 0), 1);
    assert_int_equal(queue_next(&g.e), 1);
    assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), &c, 1, 0), 1);
    struct kstate *late = block_copy(g.s), *both[] = {g.s, late};
    for (unsigned i = 0; i < k_rules(late)->nqueue; i++) {
        k_queued(late, i)->arrival += 60000;
        k_queued(late, i)->batch += 50000;
    }
    k_rules(late)->arrival = UINT16_MAX;
    k_rules(late)->batch += 50000;
    for (int taken = 0; taken < 2; taken++) {
        for (int i = 0; i < 2; i++) {
            g.e.s = both[i];
            k_rules(both[i])->taken = (uint8_t)taken;
            assert_int_equal(k_trigger(&g.e, (unsigned)trait("effects"), &c, 1, 0), 1);
        }
        assert_true(k_rules(late)->arrival < 100);
        assert_int_equal(k_position(&g.e, late), k_position(&g.e, g.s));
        for (unsigned i = 0; i < k_rules(late)->nqueue; i++)
            assert_int_equal(k_queued(late, i)->effect, k_queued(g.s, i)->effect);
        k_rules(late)->arrival = UINT16_MAX;
    }
    free(late);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrivals_are_numbered_from_an_empty_queue_on),
        cmocka_unit_test(effects_are_taken_by_class),
        cmocka_unit_test(cancel_says_how_many_it_took),
        cmocka_unit_test(a_watcher_that_a_cancel_may_meet_tells_its_card_from_equals),
        cmocka_unit_test(masks_end_with_their_phase),
        cmocka_unit_test(watchers_end_with_their_phase_and_once),
        cmocka_unit_test(counters_go_back_with_their_phase),
        cmocka_unit_test(a_queued_verb_has_its_own_effect),
        cmocka_unit_test(batches_begin_where_an_effect_is_taken),
        cmocka_unit_test(arrivals_never_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
