/* zone.c - lists of cards, moves between zones, endless piles and cards that leave the game. */
#include "kernel_fixture.h"

static struct game g;

static void open_game(const char *ruleset, int people)
{
    game_load(&g, ruleset);
    game_start(&g, people, 1, true);
    g.e.s = g.s;
}

/* The cards of a slot, by definition: "ant bee". */
static const char *shown(unsigned slot)
{
    static char text[400];
    const struct kinst *in = k_insts(g.s);

    text[0] = '\0';
    for (unsigned c = k_first(g.s, slot); c != NO_CARD; c = k_next(g.s, c))
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "",
                 g.def->cards[in[c].def].id);
    return text;
}

static uint16_t deck_card(const char *id)
{
    return card_in(g.s, slot_of(&g, "deck", 0), card_id(&g, id));
}

static void places(void **state)
{
    (void)state;
    open_game("features/unit", 2);
    unsigned row = slot_of(&g, "row", 0);
    static const struct {
        const char *id;
        int at;
        const char *want;
    } step[] = {
        {"ant", -1, "ant"},
        {"bee", -1, "ant bee"},
        {"cat", 0, "cat ant bee"},
        {"dog", 2, "cat ant dog bee"},
        {"eel", 4, "cat ant dog bee eel"},
        {"ant", 99, "cat ant dog bee eel ant"},
    };
    for (int i = 0; i < N(step); i++) {
        uint16_t c = deck_card(step[i].id);
        zone_shift(&g.e, c, row, step[i].at, FACE_UP, 0);
        assert_string_equal(shown(row), step[i].want);
        cards_hold(&g.def->k, g.s);
    }
    uint16_t dog = card_in(g.s, row, card_id(&g, "dog"));
    assert_int_equal(zone_place(g.s, dog), 2);
    assert_int_equal(zone_place(g.s, k_first(g.s, row)), 0);
    assert_int_equal(zone_place(g.s, k_slots(g.s)[row].tail), 5);
    zone_unlink(g.s, k_first(g.s, row));
    assert_int_equal(zone_place(g.s, dog), 1);
    game_close(&g);
}

static void a_move_turns_up_and_settles_the_owner(void **state)
{
    (void)state;
    open_game("features/unit", 2);
    uint16_t c = deck_card("ant");
    assert_int_equal(k_insts(g.s)[c].owner, NO_SEAT);
    assert_int_equal(zone_move_card(&g.e, c, slot_of(&g, "row", 1), -1, FACE_DOWN, 0), 1);
    assert_int_equal(k_insts(g.s)[c].owner, 1);
    assert_int_equal(k_insts(g.s)[c].face, FACE_DOWN);
    assert_int_equal(zone_move_card(&g.e, c, slot_of(&g, "pool", -1), -1, FACE_ANY, 0), 1);
    assert_int_equal(k_insts(g.s)[c].face, FACE_UP);
    assert_int_equal(k_insts(g.s)[c].owner, 1); /* who had it last, where all see it */
    assert_int_equal(zone_move_card(&g.e, c, slot_of(&g, "dark", -1), -1, FACE_ANY, 0), 1);
    assert_int_equal(k_insts(g.s)[c].owner, NO_SEAT); /* nobody knows it here */
    game_close(&g);
}

static void counters_are_lost_where_not_all_see(void **state)
{
    (void)state;
    open_game("features/unit", 2);
    int mark = id_of(g.def->counters, g.def->k.ncounters, "mark");
    int prize = id_of(g.def->counters, g.def->k.ncounters, "prize");
    uint16_t c = deck_card("bee");
    zone_move_card(&g.e, c, slot_of(&g, "row", 0), -1, FACE_ANY, 0);
    assert_int_equal(set_counter(&g, (unsigned)mark, -1, c, 3, true), 1);
    assert_int_equal(set_counter(&g, (unsigned)prize, -1, -1, c, false), 1);
    zone_move_card(&g.e, c, slot_of(&g, "pool", -1), -1, FACE_ANY, 0);
    assert_int_equal(k_cardctr(g.s)[c], 3);
    assert_int_equal(counter(&g, "prize", -1), c);
    zone_move_card(&g.e, c, slot_of(&g, "hand", 0), -1, FACE_ANY, 0);
    assert_int_equal(k_cardctr(g.s)[c], 0);
    assert_int_equal(counter(&g, "prize", -1), -1);
    assert_int_equal(set_counter(&g, (unsigned)mark, -1, c, 3, true),
                     0); /* none in a hidden set */
    assert_int_equal(set_counter(&g, (unsigned)mark, -1, c, 3, false), -1);
    assert_int_equal(g.e.err.code, K_E_COUNTER_SET);
    g.e.err.code = K_OK;
    assert_int_equal(set_counter(&g, (unsigned)prize, -1, -1, c, false), -1);
    assert_int_equal(g.e.err.code, K_E_COUNTER_CARD);
    game_close(&g);
}

static int told_empty;
static void listen(void *ctx, struct kstate *s, const struct kevent *ev)
{
    (void)ctx;
    (void)s;
    told_empty += ev->kind == TELL_USED_UP;
}

static void a_card_that_left_comes_anew(void **state)
{
    (void)state;
    open_game("features/unit", 2);
    g.e.tell = listen;
    told_empty = 0;
    unsigned pool = g.s->nslots - 1u, supply = slot_of(&g, "supply", -1),
             open = slot_of(&g, "pool", -1);
    int mark = id_of(g.def->counters, g.def->k.ncounters, "mark");
    int prize = id_of(g.def->counters, g.def->k.ncounters, "prize");
    unsigned stamp = k_first(g.s, supply);

    assert_int_equal(k_slots(g.s)[pool].count, 6); /* three of each */
    for (int i = 0; i < 3; i++)
        assert_int_equal(zone_move_card(&g.e, stamp, open, -1, FACE_ANY, 0), 1);
    assert_int_equal(k_slots(g.s)[supply].count, 2);
    assert_int_equal(k_slots(g.s)[pool].count, 3);
    assert_int_equal(told_empty, 1);
    assert_int_equal(zone_move_card(&g.e, stamp, open, -1, FACE_ANY, 0), -1);
    assert_int_equal(g.e.err.code, K_E_CARDS);
    g.e.err.code = K_OK;

    unsigned c = k_first(g.s, open);
    assert_int_equal(set_counter(&g, (unsigned)mark, -1, c, 3, true), 1);
    assert_int_equal(set_counter(&g, (unsigned)prize, -1, -1, c, false), 1);
    assert_int_equal(zone_move_card(&g.e, c, slot_of(&g, "trash", -1), -1, FACE_ANY, 0), 1);
    assert_true(k_left_game(g.s, c));
    assert_int_equal(counter(&g, "prize", -1), -1); /* it is no card of the game */
    assert_int_equal(zone_move_card(&g.e, stamp, open, -1, FACE_ANY, 0), 1);
    assert_false(k_left_game(g.s, c));
    assert_int_equal(k_insts(g.s)[c].slot, open);
    assert_int_equal(k_insts(g.s)[c].def, k_insts(g.s)[stamp].def);
    assert_int_equal(k_insts(g.s)[c].owner, NO_SEAT);
    assert_int_equal(k_cardctr(g.s)[c], 0);
    assert_int_equal(told_empty, 2); /* as often as the last is taken */
    cards_hold(&g.def->k, g.s);
    game_close(&g);
}

/* Only what a pile began with has copies. */
static void a_card_that_comes_to_an_endless_pile_stays(void **state)
{
    (void)state;
    open_game("features/unit", 2);
    unsigned supply = slot_of(&g, "supply", -1), open = slot_of(&g, "pool", -1);
    uint16_t c = deck_card("cat");

    assert_false(used_up(&g.e, k_first(g.s, supply)));
    assert_false(used_up(&g.e, c)); /* where it lies now it is a card like others */
    assert_int_equal(zone_move_card(&g.e, c, supply, -1, FACE_ANY, 0), 1);
    assert_true(used_up(&g.e, c));
    assert_int_equal(zone_move_card(&g.e, c, open, -1, FACE_ANY, 0), -1);
    assert_int_equal(g.e.err.code, K_E_CARDS);
    game_close(&g);
}

/* An instance that not everybody saw leave is not used again. */
static void a_card_that_left_unseen_stays_aside(void **state)
{
    (void)state;
    open_game("features/choose", 2);
    unsigned pool = g.s->nslots - 1u;
    uint16_t a = deck_card("ant"), b = deck_card("bee"), c = deck_card("cat");
    unsigned before = k_slots(g.s)[pool].count, grave = slot_of(&g, "grave", -1);

    zone_move_card(&g.e, a, grave, -1, FACE_ANY, 0); /* from the deck: nobody saw it */
    assert_int_equal(k_slots(g.s)[pool].count, before);
    assert_int_equal(k_slots(g.s)[grave].count, 1);
    zone_move_card(&g.e, b, slot_of(&g, "hand", 0), -1, FACE_ANY, 0);
    zone_move_card(&g.e, b, grave, -1, FACE_ANY, 0); /* one seat saw it */
    assert_int_equal(k_slots(g.s)[grave].count, 2);
    zone_move_card(&g.e, c, slot_of(&g, "line", -1), -1, FACE_ANY, 0);
    zone_move_card(&g.e, c, grave, -1, FACE_ANY, 0); /* all saw it where it lay */
    assert_int_equal(k_slots(g.s)[grave].count, 2);
    assert_true(k_left_game(g.s, c));
    game_close(&g);
}

static void a_shuffle_keeps_the_cards(void **state)
{
    (void)state;
    open_game("features/unit", 2);
    unsigned deck = slot_of(&g, "deck", -1);
    char was[400];
    int moved = 0;

    snprintf(was, sizeof was, "%s", shown(deck));
    for (int i = 0; i < 10; i++) {
        assert_int_equal(zone_shuffle(&g.e, deck, NULL), k_slots(g.s)[deck].count);
        moved += strcmp(was, shown(deck)) != 0;
        cards_hold(&g.def->k, g.s);
    }
    assert_true(moved > 8);
    assert_int_equal(k_shuffle(&g.e, 0, zone_id(&g, "pool")), 0); /* a set has no order */
    assert_int_equal(zone_shuffle(&g.e, slot_of(&g, "row", 1), NULL), 0);
    game_close(&g);
}

/* Each order of three cards comes about as often as any other. */
static void a_shuffle_is_fair(void **state)
{
    int seen[27] = {0};

    (void)state;
    open_game("features/unit", 2);
    unsigned row = slot_of(&g, "row", 0);
    uint16_t c[3] = {deck_card("ant"), deck_card("bee"), deck_card("cat")};
    for (int i = 0; i < 3; i++)
        zone_move_card(&g.e, c[i], row, -1, FACE_ANY, 0);
    for (int i = 0; i < 6000; i++) {
        zone_shuffle(&g.e, row, NULL);
        seen[zone_place(g.s, c[0]) * 9 + zone_place(g.s, c[1]) * 3 + zone_place(g.s, c[2])]++;
    }
    for (int i = 0; i < 27; i++)
        assert_true(seen[i] == 0 || (seen[i] > 850 && seen[i] < 1150));
    game_close(&g);
}

/* Every way that a block comes about: played on, cloned, gone back to, dealt anew. */
static void and_in_what_comes_of_it(struct game *game)
{
    static uint64_t stream;
    const struct kdef *d = &game->def->k;
    struct kstate *s = game->s, *w = block_copy(s);
    struct krng rng = krng_stream(++stream, 9);

    if (k_rules(s)->hook != REF_NONE) {
        rules_back(d, w, s);
        cards_hold(d, w);
    }
    if (k_resample(&game->e, w, s, (int)(stream % s->nobs), stream) == 1)
        for (int i = 0; i < 4; i++) {
            cards_hold(d, w);
            if (!chance_pick(&game->e, w, &rng))
                break;
        }
    free(w);
}

static void what_is_kept_twice_agrees(void **state)
{
    (void)state;
    play_all(and_in_what_comes_of_it, 2);
}

/* Cards that are laid into a set in any order lie there alike; in a row they do not. */
static void a_set_has_no_order(void **state)
{
    uint16_t list[200];

    (void)state;
    open_game("features/unit", 2);
    unsigned slot[2] = {slot_of(&g, "pool", -1), slot_of(&g, "row", 0)};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 8; k++)
            zone_move_card(&g.e, (uint16_t)k_first(g.s, slot_of(&g, "deck", -1)), slot[i], -1,
                           FACE_ANY, 0);
    for (int i = 0; i < 2; i++) {
        int n = zone_cards(g.s, slot[i], list);
        uint64_t h = k_hash(&g.e, g.s);
        assert_int_equal(n, 8);
        for (int k = 1; k < n && !i; k++)
            assert_true(list[k - 1] < list[k]);
        for (int k = 0; k < n; k++) {
            zone_shift(&g.e, list[k * 3 % n], slot[i], k % 3 - 1, FACE_UP, 0);
        }
        cards_hold(&g.def->k, g.s);
        assert_true((k_hash(&g.e, g.s) == h) == !i);
    }
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(a_move_turns_up_and_settles_the_owner),
        cmocka_unit_test(counters_are_lost_where_not_all_see),
        cmocka_unit_test(a_card_that_left_comes_anew),
        cmocka_unit_test(a_card_that_comes_to_an_endless_pile_stays),
        cmocka_unit_test(a_card_that_left_unseen_stays_aside),
        cmocka_unit_test(a_shuffle_keeps_the_cards),
        cmocka_unit_test(a_shuffle_is_fair),
        cmocka_unit_test(what_is_kept_twice_agrees),
        cmocka_unit_test(a_set_has_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
