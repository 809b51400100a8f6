/* steps.c - the steps as functions: how many cards or seats they say they changed, and what they refuse. */
#include "kernel_fixture.h"

static struct game g;

static void open_game(int people)
{
    game_load(&g, "features/unit");
    game_start(&g, people, 1, true);
    g.e.s = g.s;
}

static unsigned count(const char *zone, int seat)
{
    return k_slots(g.s)[slot_of(&g, zone, seat)].count;
}
static uint16_t head(const char *zone, int seat)
{
    return (uint16_t)k_first(g.s, slot_of(&g, zone, seat));
}

static int all_of(const char *zone, int seat, uint16_t *list)
{
    return zone_cards(g.s, slot_of(&g, zone, seat), list);
}

static void deal(void **state)
{
    (void)state;
    open_game(3);
    unsigned deck = zone_id(&g, "deck"), hand = zone_id(&g, "hand");
    uint16_t first = head("deck", -1);
    assert_int_equal(k_deal(&g.e, 5, deck, hand, 2, FACE_UP), 4);
    assert_int_equal(count("hand", 0), 2);
    assert_int_equal(count("hand", 1), 0);
    assert_int_equal(count("hand", 2), 2);
    assert_int_equal(head("hand", 0), first);
    assert_int_equal(k_deal(&g.e, 7, deck, hand, 0, FACE_UP), 0);
    assert_int_equal(k_deal(&g.e, 7, deck, hand, -4, FACE_UP), 0);
    assert_int_equal(k_deal(&g.e, 0, deck, hand, 4, FACE_UP), 0);
    assert_int_equal(k_deal(&g.e, 1, deck, hand, 100, FACE_UP), 16); /* what is left of 20 */
    assert_int_equal(count("deck", -1), 0);
    assert_int_equal(k_deal(&g.e, 1, deck, hand, 1, FACE_UP), 0);
    game_close(&g);
}

static void move(void **state)
{
    uint16_t list[200];

    (void)state;
    open_game(2);
    unsigned deck = zone_id(&g, "deck"), row = zone_id(&g, "row"), pool = zone_id(&g, "pool");
    k_deal(&g.e, 3, deck, row, 3, FACE_UP);
    int n = all_of("row", 1, list);
    assert_int_equal(move_to(&g, list, n, row, 0, FACE_DOWN, PLACE_FIRST, 0), 3);
    assert_int_equal(count("row", 0), 6);
    assert_int_equal(head("row", 0), list[0]);
    assert_int_equal(k_insts(g.s)[list[0]].owner, 0);
    assert_int_equal(k_insts(g.s)[list[0]].face, FACE_DOWN);
    uint16_t top[2] = {head("deck", -1), (uint16_t)k_next(g.s, head("deck", -1))};
    assert_int_equal(move_to(&g, top, 2, row, 0, FACE_UP, PLACE_AT, 2), 2);
    assert_int_equal(zone_place(g.s, top[0]), 1);
    assert_int_equal(zone_place(g.s, top[1]), 2);
    assert_int_equal(move_to(&g, list, 0, pool, -1, FACE_UP, PLACE_LAST, 0), 0);
    assert_int_equal(k_block(&g.e, MASK_MOVE, pool, 1, REF_NONE), 1);
    assert_int_equal(move_to(&g, list, 3, pool, -1, FACE_UP, PLACE_LAST, 0), 0);
    assert_int_equal(count("row", 0), 8);
    cards_hold(&g.def->k, g.s);
    game_close(&g);
}

static void turn(void **state)
{
    uint16_t list[200];

    (void)state;
    open_game(2);
    k_deal(&g.e, 3, zone_id(&g, "deck"), zone_id(&g, "row"), 2, FACE_UP);
    int n = all_of("row", 0, list);
    n += all_of("row", 1, list + n);
    assert_int_equal(k_turn(&g.e, list, n, FACE_UP, REF_NONE),
                     0); /* as they lie: nothing changes */
    assert_int_equal(k_turn(&g.e, list, 1, FACE_DOWN, REF_NONE), 1);
    assert_int_equal(k_turn(&g.e, list, n, FACE_DOWN, REF_NONE), 3);
    k_block(&g.e, MASK_TURN, FACE_UP, 2, REF_NONE);
    assert_int_equal(k_turn(&g.e, list, n, FACE_UP, REF_NONE), 2);
    assert_int_equal(k_insts(g.s)[list[3]].face, FACE_DOWN);

    unsigned mark = (unsigned)id_of(g.def->counters, g.def->k.ncounters, "mark");
    assert_int_equal(set_counter(&g, mark, -1, list[0], 4, true), 1);
    assert_int_equal(k_turn(&g.e, list, 1, FACE_DOWN, REF_NONE), 1);
    assert_int_equal(k_cardctr(g.s)[list[0]],
                     4); /* a place in a row keeps its card's counters */
    assert_int_equal(move_to(&g, list, 1, zone_id(&g, "pool"), -1, FACE_UP, PLACE_LAST, 0), 1);
    assert_int_equal(k_cardctr(g.s)[list[0]], 4);
    assert_int_equal(k_turn(&g.e, list, 1, FACE_DOWN, REF_NONE), 1);
    assert_int_equal(k_cardctr(g.s)[list[0]], 0);
    game_close(&g);
}

static void fill_and_refill(void **state)
{
    (void)state;
    open_game(2);
    unsigned market = zone_id(&g, "market"), deck = zone_id(&g, "deck");
    assert_int_equal(k_fill(&g.e, 0, market, deck), 3);
    assert_int_equal(k_fill(&g.e, 0, market, deck), 0);
    uint16_t one = head("market", -1);
    move_to(&g, &one, 1, zone_id(&g, "dark"), -1, FACE_UP, PLACE_LAST, 0);
    assert_int_equal(k_fill(&g.e, 0, market, market), 0); /* of itself it never grows full */
    move_to(&g, &one, 1, market, -1, FACE_UP, PLACE_LAST, 0);
    uint16_t list[200];
    int n = all_of("market", -1, list);
    move_to(&g, list, n, zone_id(&g, "pool"), -1, FACE_UP, PLACE_LAST, 0);
    n = all_of("deck", -1, list);
    move_to(&g, list, n - 1, zone_id(&g, "dark"), -1, FACE_UP, PLACE_LAST, 0);
    assert_int_equal(count("deck", -1), 1);
    assert_int_equal(k_fill(&g.e, 0, market, deck), 3); /* one, and two of the pool of three */
    assert_int_equal(count("pool", -1), 0);
    assert_int_equal(count("deck", -1), 1);
    game_close(&g);
}

static void pass(void **state)
{
    uint8_t give[K_MAX_SEATS] = {1, 2, 0};
    ref sel = REF_NONE;

    (void)state;
    open_game(3);
    for (unsigned i = 0; i < g.def->k.nsels && sel == REF_NONE; i++) {
        const struct kselect *q = &g.def->k.sels[i];
        if (q->src == SRC_ZONES && q->nzones == 1 && q->zone[0] == zone_id(&g, "hand") &&
            q->ntests == 0 && q->bits == REF_NONE && q->face != FACE_DOWN &&
            k_count(&g.e, (ref)i, &(struct kctx){.you = 0}) == 0)
            sel = (ref)i;
    }
    assert_int_not_equal(sel, REF_NONE);
    k_deal(&g.e, 3, zone_id(&g, "deck"), zone_id(&g, "hand"), 2, FACE_UP);
    k_deal(&g.e, 4, zone_id(&g, "deck"), zone_id(&g, "hand"), 1, FACE_UP);
    uint16_t a = head("hand", 0), c = head("hand", 2);
    assert_int_equal(k_pass(&g.e, 7, sel, give), 5);
    assert_int_equal(count("hand", 0), 1);
    assert_int_equal(count("hand", 1), 2);
    assert_int_equal(count("hand", 2), 2);
    assert_int_equal(k_insts(g.s)[a].slot, slot_of(&g, "hand", 1));
    assert_int_equal(k_insts(g.s)[a].owner, 1);
    assert_int_equal(head("hand", 0), c);
    assert_int_equal(k_pass(&g.e, 0, sel, give), 0);
    cards_hold(&g.def->k, g.s);
    game_close(&g);
}

static void counters(void **state)
{
    (void)state;
    open_game(2);
    unsigned gold = (unsigned)id_of(g.def->counters, g.def->k.ncounters, "gold");
    unsigned mark = (unsigned)id_of(g.def->counters, g.def->k.ncounters, "mark");
    assert_int_equal(set_counter(&g, gold, 0, -1, 5, true), 1);
    assert_int_equal(set_counter(&g, gold, 0, -1, -7, true), 1);
    assert_int_equal(counter(&g, "gold", 0), -2);
    assert_int_equal(set_counter(&g, gold, 0, -1, 0, true), 0);
    assert_int_equal(set_counter(&g, gold, 9, -1, 1, true), 0); /* no such seat */
    assert_int_equal(set_counter(&g, gold, -1, -1, 1, true), 0);
    assert_int_equal(set_counter(&g, mark, -1, -1, 1, true), 0);
    assert_int_equal(set_counter(&g, gold, 0, -1, INT32_MAX, false), 1);
    assert_int_equal(set_counter(&g, gold, 0, -1, 1, true), -1);
    assert_int_equal(g.e.err.code, K_E_RANGE);
    assert_int_equal(counter(&g, "gold", 0), INT32_MAX);
    game_close(&g);
}

static void show_ends_with_the_leaf(void **state)
{
    uint16_t list[200];

    (void)state;
    open_game(2);
    uint16_t c = head("deck", -1);
    move_to(&g, &c, 1, zone_id(&g, "dark"), -1, FACE_UP, PLACE_LAST, 0);
    int n = all_of("dark", -1, list);
    assert_false(k_sees(&g.e, g.s, 1, c));
    assert_int_equal(k_show(&g.e, 2, list, n, UNTIL_LEAF), 1);
    assert_true(k_sees(&g.e, g.s, 1, c));
    assert_false(k_sees(&g.e, g.s, 0, c));
    assert_false(k_sees(&g.e, g.s, 2, c)); /* the spectator */
    assert_int_equal(go_on(&g.e, g.s), 1); /* leaves went by */
    assert_false(k_sees(&g.e, g.s, 1, c));
    assert_int_equal(k_knows(&g.e, g.s, 1, c), k_insts(g.s)[c].def);
    assert_int_equal(k_knows(&g.e, g.s, 0, c), REF_NONE);
    game_close(&g);
}

static void show_lasts_until_its_phase_ends_or_the_card_goes(void **state)
{
    (void)state;
    open_game(2);
    uint16_t c = head("deck", -1);
    unsigned dark = (unsigned)zone_id(&g, "dark"), deck = (unsigned)zone_id(&g, "deck");

    assert_int_equal(k_show(&g.e, 2, &c, 1, 0), 1);
    assert_int_equal(k_show(&g.e, 1, &c, 1, UNTIL_LEAF), 1);
    k_end_shows(&g.e); /* the leaf is done */
    assert_true(k_sees(&g.e, g.s, 1, c));
    assert_false(k_sees(&g.e, g.s, 0, c));
    lasts_end(&g.e, 1); /* another phase */
    assert_true(k_sees(&g.e, g.s, 1, c));
    lasts_end(&g.e, 0);
    assert_false(k_sees(&g.e, g.s, 1, c));
    assert_false(k_rules(g.s)->any_shown);

    assert_int_equal(k_show(&g.e, 2, &c, 1, REF_NONE), 1);
    move_to(&g, &c, 1, dark, -1, FACE_UP, PLACE_LAST, 0);
    move_to(&g, &c, 1, deck, -1, FACE_UP, PLACE_LAST, 0);
    assert_int_equal(k_show(&g.e, 2, &c, 1, UNTIL_LEAF), 1);
    assert_true(k_sees(&g.e, g.s, 1, c));
    k_end_shows(&g.e);
    assert_false(k_sees(&g.e, g.s, 1, c));
    assert_int_equal(k_rules(g.s)->nmask, 0);
    move_to(&g, &c, 1, dark, -1, FACE_UP, PLACE_LAST, 0); /* a set */
    assert_int_equal(k_show(&g.e, 2, &c, 1, 0), -1);
    assert_int_equal(g.e.err.code, K_E_SHOW);
    game_close(&g);
}

static void no_such_zone(void **state)
{
    (void)state;
    game_load(&g, "features/choose");
    set_option(&g, "ghosts", 1);
    set_option(&g, "t=seats", 0);
    game_start(&g, 2, 1, true);
    g.e.s = g.s;
    assert_int_equal(g.s->nseats, 4);
    assert_int_equal(k_deal(&g.e, 15, zone_id(&g, "deck"), zone_id(&g, "pile"), 1, FACE_UP),
                     -1);
    assert_int_equal(g.e.err.code, K_E_ZONE);
    assert_int_equal(g.e.err.a, 0);
    g.e.err.code = K_OK;
    assert_int_equal(k_deal(&g.e, 10, zone_id(&g, "deck"), zone_id(&g, "pile"), 1, FACE_UP), 2);
    uint16_t c = head("deck", -1);
    assert_int_equal(move_to(&g, &c, 1, zone_id(&g, "hand"), 1, FACE_UP, PLACE_LAST, 0), -1);
    assert_int_equal(g.e.err.code, K_E_ZONE);
    cards_hold(&g.def->k, g.s);
    game_close(&g);
}

static void a_roll_is_in_range(void **state)
{
    int seen[4] = {0};

    (void)state;
    open_game(2);
    for (int i = 0; i < 400; i++) {
        int64_t v = k_roll(&g.e, 3);
        assert_true(v >= 1 && v <= 3);
        seen[v]++;
    }
    assert_true(seen[1] > 80 && seen[2] > 80 && seen[3] > 80);
    assert_int_equal(k_roll(&g.e, 1), 1);
    assert_int_equal(k_roll(&g.e, 0), -1);
    assert_int_equal(g.e.err.code, K_E_RANGE);
    game_close(&g);
}

/* What lies face down in the open is passed without its marks; what all see keeps them. */
static void a_pass_forgets_what_is_face_down(void **state)
{
    struct game g;
    uint8_t give[K_MAX_SEATS] = {1, 0};
    ref sel = REF_NONE;

    (void)state;
    game_load(&g, "features/apart");
    game_start(&g, 2, 1, false);
    g.e.s = g.s;
    for (uint32_t i = 0; i < g.def->k.nprog; i++) /* pass: {cards: {zone: heap}} */
        if (g.def->k.prog[i].op == OP_PASS &&
            g.def->k.sels[g.def->k.prog[i].cards].zone[0] == zone_id(&g, "heap"))
            sel = g.def->k.prog[i].cards;
    for (unsigned c = 0; c < 2; c++) {
        k_setup_put(&g.e, g.s, c, slot_of(&g, "heap", 0), c ? FACE_UP : FACE_DOWN, 0);
        card_mark(&g.e, c, 0, 3);
    }
    assert_int_equal(k_pass(&g.e, 3, sel, give), 2);
    assert_int_equal(k_cardctr(g.s)[0], 0);
    assert_int_equal(k_cardctr(g.s)[g.def->k.ncardctr], 3);
    assert_int_equal(k_insts(g.s)[0].slot, slot_of(&g, "heap", 1));
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deal),
        cmocka_unit_test(move),
        cmocka_unit_test(turn),
        cmocka_unit_test(fill_and_refill),
        cmocka_unit_test(pass),
        cmocka_unit_test(a_pass_forgets_what_is_face_down),
        cmocka_unit_test(counters),
        cmocka_unit_test(show_ends_with_the_leaf),
        cmocka_unit_test(show_lasts_until_its_phase_ends_or_the_card_goes),
        cmocka_unit_test(no_such_zone),
        cmocka_unit_test(a_roll_is_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
