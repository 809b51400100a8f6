/* listing.c - conditions are asked as early as nobody can notice: the choices, and the errors, are
 * those of asking the whole `if` of every combination. */
#include "kernel_fixture.h"

/* A position of tests/rulesets/features/listing: seat 0 holds ant, bee, cat; `line` and `dark` as said. */
static void begin(struct game *g, const char *t, int k, const char *line, const char *dark)
{
    static const char *const name[] = {"ant", "bee", "cat"};
    char option[40];

    game_load(g, "features/listing");
    snprintf(option, sizeof option, "t=%s", t);
    set_option(g, option, 0);
    set_option(g, "k", k);
    game_start(g, 2, 1, true);
    g->s->stop_forced = 1;
    for (int i = 0; i < 3; i++)
        put_cards(g, "hand", 0, name[i], 1);
    for (; *line; line++)
        put_cards(g, "line", -1, name[*line - 'a'], 1);
    for (; *dark; dark++)
        put_cards(g, "dark", -1, name[*dark - 'a'], 1);
    assert_int_equal(k_setup_known(&g->e, g->s), 0);
}

static const struct kaction *action(const struct game *g, const char *id)
{
    return &g->def->k.actions[id_of(g->def->actions, g->def->k.nactions, id)];
}

/* How many choices there are, or minus the error. */
static int listed(struct game *g)
{
    int n = k_advance(&g->e, g->s) < 0 ? -1 : k_choices_of(&g->e, g->s, 0);

    return n < 0 ? -(int)g->e.err.code : g->e.opts[0].action == ACT_NONE ? 0 : n;
}

static void is_listed(const char *t, int k, const char *line, const char *dark, int n)
{
    struct game g;

    begin(&g, t, k, line, dark);
    int got = listed(&g);
    if (got != n)
        print_error("%s, k %d, line '%s', dark '%s':\n", t, k, line, dark);
    assert_int_equal(got, n);
    game_close(&g);
}

/* When the parts of an action's `if` are asked: "card", or "card all" for two. */
static void is_asked(const char *t, const char *when)
{
    static const char *const word[] = {"first", "card", "helper", "target",
                                       "set",   "seat", "all"};
    struct game g;
    char got[80] = "";

    begin(&g, t, 1, "", "");
    const struct kaction *a = action(&g, t);
    for (int w = 0; w < WHEN_COUNT; w++)
        for (int i = w ? a->part_end[w - 1] : 0; i < a->part_end[w]; i++) {
            strcat(got, *got ? " " : "");
            strcat(got, word[w]);
        }
    assert_string_equal(got, when);
    game_close(&g);
}

static void a_part_is_asked_when_its_cards_are_bound(void **state)
{
    (void)state;
    is_asked("parts", "card target");
    is_listed("parts", 0, "abc", "", 3);
    is_asked("own_hand", "card");
    is_listed("own_hand", 0, "", "ab", 1);
    is_asked("sure_bounds", "card all");
    is_listed("sure_bounds", 0, "", "", 1);
    is_asked("both", "first seat all");
    is_listed("both", 1, "", "", 3);
    is_listed("both", 0, "", "", 0);
    is_asked("first", "first first target");
    is_listed("first", 1, "ab", "", 3);
    is_listed("first", 5, "ab", "", 0);
}

/* What may fail is asked where it always was, and so is all that stands behind it. */
static void a_part_that_may_fail_is_not_asked_early(void **state)
{
    (void)state;
    is_asked("guarded", "first all all");
    is_listed("guarded", 0, "ab", "", 0);
    is_listed("guarded", 4, "ab", "", 4);
    is_asked("unguarded", "all all");
    is_listed("unguarded", 0, "", "", 0); /* no combination: nobody divides */
    is_listed("unguarded", 0, "a", "", -K_E_DIV);
    is_asked("behind", "card all");
    is_listed("behind", 0, "a", "", 0);
    is_asked("product", "first all");
    is_listed("product", 1, "a", "", 2);
}

/* What would fail is not passed over for a condition that does not hold. */
static void what_may_fail_is_not_ruled_out(void **state)
{
    (void)state;
    is_asked("bounds", "all");
    is_listed("bounds", 0, "", "", -K_E_DIV);
    is_listed("bounds", 3, "", "", 0);
    is_asked("filter", "target");
    is_listed("filter", 0, "a", "", -K_E_DIV);
    is_listed("filter", 3, "a", "", 0);
}

/* A comparison in a `where` is not asked before what stands before it and may fail. */
static void a_where_is_asked_in_its_order(void **state)
{
    (void)state;
    is_listed("asked_first", 0, "a", "", -K_E_DIV);
    is_listed("asked_first", 3, "a", "", 0);
    is_listed("asked_last", 0, "a", "", 0);
}

/* Nor is a counter asked before a comparison that may look at a back. */
static void a_counter_waits_for_a_look(void **state)
{
    static const char *const t[] = {"t=marked_brow", "t=brow_marked"};
    (void)state;

    for (int i = 0; i < 2; i++) {
        struct game g;
        game_load(&g, "features/listing");
        set_option(&g, t[i], 0);
        game_start(&g, 2, 1, true);
        g.s->stop_forced = 1;
        put_cards(&g, "brow", 0, "cat", 1); /* its owner does not see it */
        assert_int_equal(k_setup_known(&g.e, g.s), 0);
        assert_int_equal(listed(&g), i ? 0 : -K_E_HIDDEN);
        game_close(&g);
    }
}

/* A condition about a card that the seat does not see is refused, whatever else it says. */
static void a_look_at_a_hidden_card_is_refused(void **state)
{
    (void)state;
    is_asked("hidden_helper", "all all");
    is_listed("hidden_helper", 0, "", "a", -K_E_HIDDEN);
    is_listed("hidden_helper", 0, "", "", 0);
    is_asked("hidden_card", "all");
    is_listed("hidden_card", 0, "a", "a", -K_E_HIDDEN);
    is_listed("hidden_card", 0, "", "a", 0); /* no combination: nobody looks */
    is_listed("hidden_among", 0, "a", "a", -K_E_HIDDEN);
    is_listed("hidden_left", 0, "a", "a", -K_E_HIDDEN);
    is_listed("hidden_players", 0, "a", "a", -K_E_HIDDEN);
}

/* A selector that names no slot before is looked at once; the others for each card. */
static void cards_of_a_selector_alone_are_kept(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "fixed", 0, "", "");
    assert_int_equal(action(&g, "fixed")->fixed, BIT(BOUND_CARD) | BIT(BOUND_HELPER));
    assert_int_equal(action(&g, "none_fixed")->fixed, BIT(BOUND_CARD));
    game_close(&g);
    is_listed("fixed", 0, "", "", 0);
    is_listed("fixed", 0, "abc", "", 3 * (1 + 2 + 3));
    is_listed("fixed", 0, "aab", "", 3 * (1 + 2)); /* equal cards are one choice */
    is_listed("none_fixed", 0, "abc", "", 1);
}

/* `card` of a choice around this one is no slot of the inner action: bound from the first. */
static void cards_of_an_outer_choice_are_bound(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "outer", 0, "abc", "");
    const struct kaction *in = NULL;
    for (int i = 0; i < g.def->k.nactions; i++)
        if (!g.def->k.actions[i].named && g.def->k.actions[i].target != REF_NONE)
            in = &g.def->k.actions[i];
    assert_non_null(in);
    assert_int_equal(in->part_end[WHEN_FIRST], 1);
    assert_int_equal(in->part_end[WHEN_TARGET], 2);
    assert_int_equal(listed(&g), 1);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(listed(&g), 2);
    game_close(&g);
}

static int64_t (*hook)(void *, struct kengine *, unsigned, const int64_t *, int);
static int asked;

static int64_t counted(void *ctx, struct kengine *e, unsigned h, const int64_t *arg, int n)
{
    asked++;
    return hook(ctx, e, h, arg, n);
}

/* Within one listing a hook is asked once for the same arguments, in the next one anew. */
static void a_hook_is_asked_once_in_a_listing(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "script", 0, "ab", "");
    hook = g.e.host.pure;
    g.e.host.pure = counted;
    asked = 0;
    assert_int_equal(listed(&g), 2 * 3 * 2);
    assert_int_equal(asked, 3);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(listed(&g), 2 * 2 * 2);
    assert_int_equal(asked, 6);
    game_close(&g);
    is_listed("numbers", 0, "", "", 20); /* more arguments than are kept */
}

/* So many choices stand in the first question of a game. */
static void first_lists(const char *ruleset, int people, int choices)
{
    struct game g;

    game_load(&g, ruleset);
    game_start(&g, people, 1, true);
    assert_int_equal(listed(&g), choices);
    game_close(&g);
}

/* Equal cards of a set are one choice, also where one that a counter names lies between: that one, and
 * the others, of either action. */
static void a_named_twin_parts_no_others(void **state)
{
    (void)state;
    first_lists("features/twins", 1, 4);
}

/* A back of every set is offered, however many sets there are. */
static void each_set_offers_a_back(void **state)
{
    (void)state;
    first_lists("features/backs", 12, 72);
}

/* What asks nothing, for its parameter was not given, tells no backs apart. */
static void what_is_not_asked_tells_no_backs_apart(void **state)
{
    (void)state;
    first_lists("features/ungiven", 2, 2);
}

/* Listing asks again and again: it may not draw, while what is done may. */
static void what_is_listed_is_not_drawn(void **state)
{
    static const struct {
        const char *way;
        int n;
    } all[] = {
        {"way=card", -K_E_LOT},
        {"way=condition", -K_E_LOT},
        {"way=fine", 3},
    };
    struct game g;

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        game_load(&g, "features/drawn");
        set_option(&g, all[i].way, 0);
        game_start(&g, 2, 1, true);
        assert_int_equal(listed(&g), all[i].n);
        game_close(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_asked_when_its_cards_are_bound),
        cmocka_unit_test(a_part_that_may_fail_is_not_asked_early),
        cmocka_unit_test(what_may_fail_is_not_ruled_out),
        cmocka_unit_test(a_where_is_asked_in_its_order),
        cmocka_unit_test(a_counter_waits_for_a_look),
        cmocka_unit_test(a_look_at_a_hidden_card_is_refused),
        cmocka_unit_test(cards_of_a_selector_alone_are_kept),
        cmocka_unit_test(cards_of_an_outer_choice_are_bound),
        cmocka_unit_test(a_hook_is_asked_once_in_a_listing),
        cmocka_unit_test(a_named_twin_parts_no_others),
        cmocka_unit_test(each_set_offers_a_back),
        cmocka_unit_test(what_is_not_asked_tells_no_backs_apart),
        cmocka_unit_test(what_is_listed_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
