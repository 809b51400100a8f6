/* choose.c - decisions: picks by record, answers taken back, lists of choices that must not be stale. */
#include "kernel_fixture.h"

/* ---- picks by record ------------------------------------------------------------- */

/* A choice given as a record does what its number does; its key is its own. */
static void records(struct game *g)
{
    int seat = next_seat(g->s), n = seat < 0 ? 0 : k_choices_of(&g->e, g->s, seat);
    struct kchoice opt[400];

    assert_true(n <= N(opt));
    if (n > 0)
        memcpy(opt, g->e.opts, (size_t)n * sizeof *opt);
    for (int i = 0; i < n; i += 1 + n / 8) {
        struct kstate *a = block_copy(g->s), *b = block_copy(g->s);

        for (int j = 0; j < i; j++)
            assert_int_not_equal(k_choice_key(&g->e, g->s, seat, &opt[i]),
                                 k_choice_key(&g->e, g->s, seat, &opt[j]));
        assert_int_equal(k_pick(&g->e, a, seat, i), 0);
        assert_int_equal(k_pick_choice(&g->e, b, seat, opt[i]), 0);
        assert_int_equal(k_hash(&g->e, a), k_hash(&g->e, b));
        free(a);
        free(b);
    }
}

static void a_record_is_picked_as_its_number_is(void **state)
{
    (void)state;
    play_many(records, 8);
}

/* In another world that the seat cannot tell apart the same keys are offered in the same order. */
static void same_keys_in_samples(struct game *g)
{
    int seat = next_seat(g->s),
        n = seat < 0 || !g->s->track ? 0 : k_choices_of(&g->e, g->s, seat);
    struct kstate *w = block_copy(g->s);
    uint64_t key[400];

    assert_true(n <= N(key));
    for (int i = 0; i < n; i++) {
        struct kchoice c = g->e.opts[i];
        key[i] = k_choice_key(&g->e, g->s, seat, &c);
    }
    for (uint64_t k = 0; n && k < 3; k++) {
        if (k_resample(&g->e, w, g->s, seat, k) != 1)
            continue;
        assert_int_equal(k_choices_of(&g->e, w, seat), n);
        for (int i = 0; i < n; i++) {
            struct kchoice c = g->e.opts[i];
            assert_int_equal(k_choice_key(&g->e, w, seat, &c), key[i]);
        }
    }
    free(w);
}

static void keys_are_the_same_in_every_sample(void **state)
{
    (void)state;
    play_many(same_keys_in_samples, 8);
}

static void begin(struct game *g, const char *t, int people)
{
    game_load(g, "features/choose");
    set_option(g, t, 0);
    game_start(g, people, 1, true);
}

/* Runs up to the first decision of the position that was set up. */
static void ready(struct game *g)
{
    assert_int_equal(k_setup_known(&g->e, g->s), 0);
    assert_int_equal(go_on(&g->e, g->s), 1);
}

static void wrong_picks_are_refused(void **state)
{
    struct game g;
    struct kchoice c = {ACT_DONE, NO_CARD, NO_CARD, NO_CARD, NO_SEAT, 0, 0, 0};

    (void)state;
    begin(&g, "t=together_hand", 3);
    for (int p = 0; p < 3; p++) {
        put_cards(&g, "hand", p, "ant", 1);
        put_cards(&g, "hand", p, "bee", 1);
    }
    ready(&g);
    uint64_t h = k_hash(&g.e, g.s);
    assert_int_equal(k_choices_of(&g.e, g.s, 3), -1);
    assert_int_equal(g.e.err.code, K_E_ASKED);
    assert_int_equal(k_choices_of(&g.e, g.s, -1), -1);
    assert_int_equal(k_pick(&g.e, g.s, 1, 2), -1);
    assert_int_equal(g.e.err.code, K_E_CHOICE);
    assert_int_equal(k_pick(&g.e, g.s, 1, -1), -1);
    assert_int_equal(k_pick_choice(&g.e, g.s, 1, c), -1);
    assert_int_equal(g.e.err.code, K_E_CHOICE);
    assert_int_equal(k_choices_of(&g.e, g.s, 0), 2);
    struct kchoice other = g.e.opts[0];
    assert_int_equal(k_pick_choice(&g.e, g.s, 1, other), -1); /* a card of another hand */
    assert_int_equal(k_hash(&g.e, g.s), h);
    assert_int_equal(k_pick(&g.e, g.s, 1, 1), 0);
    assert_int_equal(k_pick(&g.e, g.s, 1, 1), -1);
    assert_int_equal(g.e.err.code, K_E_ASKED);
    assert_int_equal(go_on(&g.e, g.s), 1);
    assert_int_equal(k_rules(g.s)->asked, 7);
    assert_int_equal(k_rules(g.s)->pending, 5);
    game_close(&g);
}

/* ---- told --------------------------------------------------------------------------------- */

/* The game goes on after these picks of seats 0 and 1, in turn; what seat `o` was told. */
static uint64_t told_after(struct game *g, int o, int first, int second)
{
    struct kstate *s = block_copy(g->s);
    uint64_t d;

    assert_int_equal(k_pick(&g->e, s, 0, first), 0);
    assert_int_equal(go_on(&g->e, s), 1);
    if (second >= 0) {
        assert_int_equal(k_pick(&g->e, s, 1, second), 0);
        go_on(&g->e, s);
    }
    d = k_digest(s, o);
    free(s);
    return d;
}

/* Answers that are in are public; one that is not is nobody's but his who gave it. */
static void an_answer_is_told_when_all_are_in(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "knowledge/told");
    game_start(&g, 2, 1, true);
    assert_int_equal(go_on(&g.e, g.s), 1);
    for (int o = 1; o < 3; o++) { /* the other seat, the spectator */
        assert_int_equal(told_after(&g, o, 0, -1), told_after(&g, o, 1, -1));
        assert_int_not_equal(told_after(&g, o, 0, 0), told_after(&g, o, 1, 0));
    }
    assert_int_not_equal(told_after(&g, 0, 0, -1), told_after(&g, 0, 1, -1));
    game_close(&g);
}

/* Of a card that is not seen only that it is one: two cards of a hand are told alike. */
static void an_answer_from_a_hand_is_told_as_a_back(void **state)
{
    struct game g;
    int n, hides = 0;

    (void)state;
    game_load(&g, "knowledge/told");
    game_start(&g, 2, 1, true);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(go_on(&g.e, g.s), 1);
        assert_int_equal(k_pick(&g.e, g.s, i, 0), 0);
    }
    assert_int_equal(go_on(&g.e, g.s), 1);
    n = k_choices_of(&g.e, g.s, 0);
    assert_int_equal(n, 4);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            k_choices_of(&g.e, g.s, 0);
            bool hidden = !strcmp(g.def->actions[g.e.opts[i].action].id, "hide") &&
                          !strcmp(g.def->actions[g.e.opts[j].action].id, "hide");
            bool same = told_after(&g, 1, i, -1) == told_after(&g, 1, j, -1);
            assert_int_equal(hidden, same);
            hides += hidden;
        }
    assert_int_equal(hides, 1);
    game_close(&g);
}

/* ---- taken back ------------------------------------------------------------------------ */

static void an_answer_can_be_taken_back(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "t=together_hand", 3);
    for (int p = 0; p < 3; p++) {
        put_cards(&g, "hand", p, "ant", 1);
        put_cards(&g, "hand", p, "bee", 1);
    }
    ready(&g);
    uint64_t p0 = k_position(&g.e, g.s);
    struct kstate *plain = block_copy(g.s);
    assert_int_equal(k_pick(&g.e, g.s, 1, 0), 0);
    assert_int_not_equal(k_position(&g.e, g.s), p0);
    k_unanswer(g.s, 1);
    assert_int_equal(k_position(&g.e, g.s), p0);
    k_unanswer(g.s, 1); /* not answered: nothing happens */
    k_unanswer(g.s, 7);
    assert_int_equal(k_position(&g.e, g.s), p0);
    for (int seat = 2; seat >= 0; seat--) {
        assert_int_equal(k_pick(&g.e, g.s, seat, 1), 0);
        assert_int_equal(k_pick(&g.e, plain, seat, 1), 0);
    }
    go_on(&g.e, g.s);
    go_on(&g.e, plain);
    assert_int_equal(k_position(&g.e, g.s), k_position(&g.e, plain));
    free(plain);
    game_close(&g);
}

/* ---- lists that are not stale ------------------------------------------------------------ */

/* Offers of `seat` as definitions, "ant bee". */
static const char *offers(struct game *g, struct kengine *e, struct kstate *s, int seat)
{
    static char text[200];
    int n = k_choices_of(e, s, seat);

    assert_true(n > 0);
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        uint16_t c = e->opts[i].card;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "",
                 c == NO_CARD ? "-" : g->def->cards[k_insts(s)[c].def].id);
    }
    return text;
}

/* A decision: A's hand of these two. */
static void deal_hand(struct game *g, const char *a, const char *b)
{
    k_seatctr(
        g->s)[g->def->k.counters[id_of(g->def->counters, g->def->k.ncounters, "gold")].index] =
        1;
    put_cards(g, "hand", 0, a, 1);
    put_cards(g, "hand", 0, b, 1);
    ready(g);
}

static void hand_of(struct game *g, const char *a, const char *b)
{
    begin(g, "t=who", 2);
    deal_hand(g, a, b);
}

/* A second game of the same definition and engine; the first stays g's. */
static struct kstate *hand_beside(struct game *g, const char *a, const char *b)
{
    struct kstate *first = g->s, *second;

    g->s = NULL;
    game_start(g, 2, 1, true);
    deal_hand(g, a, b);
    second = g->s;
    g->s = first;
    return second;
}

static void a_clone_over_the_same_block_between_list_and_pick(void **state)
{
    struct game g;

    (void)state;
    hand_of(&g, "ant", "bee");
    struct kstate *other = hand_beside(&g, "bee", "cat");
    struct kstate *s = block_copy(g.s);
    assert_string_equal(offers(&g, &g.e, s, 0), "ant bee");
    k_clone(s, other);
    assert_string_equal(offers(&g, &g.e, s, 0), "bee cat");
    k_clone(s, g.s);
    assert_int_equal(k_pick(&g.e, s, 0, 0), 0);
    go_on(&g.e, s);
    assert_int_equal(k_slots(s)[slot_of(&g, "pool", -1)].count, 1);
    assert_int_equal(k_insts(s)[k_first(s, slot_of(&g, "pool", -1))].def, card_id(&g, "ant"));
    free(s);
    game_close(&g);
    free(other);
}

static void two_engines_in_turn(void **state)
{
    struct game g;
    struct kengine e;

    (void)state;
    hand_of(&g, "ant", "bee");
    struct kstate *other = hand_beside(&g, "bee", "cat");
    struct script *sc = engine_open(&e, g.def);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(offers(&g, &g.e, g.s, 0), "ant bee");
        assert_string_equal(offers(&g, &e, other, 0), "bee cat");
        assert_string_equal(offers(&g, &e, g.s, 0), "ant bee");
        assert_string_equal(offers(&g, &g.e, other, 0), "bee cat");
    }
    assert_int_equal(k_pick(&e, g.s, 0, 1), 0);
    assert_int_equal(k_pick(&g.e, other, 0, 1), 0);
    go_on(&g.e, g.s);
    go_on(&e, other);
    unsigned pool = slot_of(&g, "pool", -1);
    assert_int_equal(k_insts(g.s)[k_first(g.s, pool)].def, card_id(&g, "bee"));
    assert_int_equal(k_insts(other)[k_first(other, pool)].def, card_id(&g, "cat"));
    engine_close(&e, sc);
    game_close(&g);
    free(other);
}

/* An engine at the same address, for a game of the same seed that stands where the other stood. */
static void an_engine_freed_and_made_anew(void **state)
{
    struct game g;

    (void)state;
    hand_of(&g, "ant", "bee");
    struct kstate *old = g.s;
    assert_string_equal(offers(&g, &g.e, old, 0), "ant bee");
    engine_close(&g.e, g.script);
    g.script = engine_open(&g.e, g.def);
    g.s = NULL;
    game_start(&g, 2, 1, true);
    deal_hand(&g, "bee", "cat");
    struct kstate *clone = block_copy(old);
    assert_string_equal(offers(&g, &g.e, g.s, 0), "bee cat");
    k_clone(g.s, old); /* the very block whose list the engine holds */
    assert_string_equal(offers(&g, &g.e, g.s, 0), "ant bee");
    assert_string_equal(offers(&g, &g.e, old, 0), "ant bee");
    assert_string_equal(offers(&g, &g.e, clone, 0), "ant bee");
    free(clone);
    free(old);
    game_close(&g);
}

/* The same, and the old block is asked about while the list is the new one's. */
static void an_engine_made_anew_asked_about_the_old_block(void **state)
{
    struct game g;

    (void)state;
    hand_of(&g, "ant", "bee");
    struct kstate *old = g.s;
    assert_string_equal(offers(&g, &g.e, old, 0), "ant bee");
    engine_close(&g.e, g.script);
    g.script = engine_open(&g.e, g.def);
    g.s = NULL;
    game_start(&g, 2, 1, true);
    deal_hand(&g, "bee", "cat");
    assert_string_equal(offers(&g, &g.e, old, 0), "ant bee");
    free(old);
    game_close(&g);
}

/* Engines come and go at one address while clones of the positions live on. */
static void many_engines_one_address(void **state)
{
    struct game g;
    struct kstate *kept[8];

    (void)state;
    hand_of(&g, "ant", "bee");
    struct kstate *root = block_copy(g.s), *work = block_copy(g.s);
    unsigned hand = slot_of(&g, "hand", 0);
    for (int i = 0; i < N(kept); i++) {
        engine_close(&g.e, g.script);
        g.script = engine_open(&g.e, g.def);
        k_clone(work, root);
        k_choices_of(&g.e, work, 0);
        if (i & 1) /* another world: other cards in the hand */
            for (unsigned c = k_first(work, hand); c != NO_CARD; c = k_next(work, c))
                k_insts(work)[c].def = card_id(&g, "cat");
        work->stamp = work->cast = 0;
        k_choices_of(&g.e, work, 0);
        kept[i] = block_copy(work);
    }
    for (int i = 0; i < N(kept); i++)
        assert_string_equal(offers(&g, &g.e, kept[i], 0), i & 1 ? "cat" : "ant bee");
    for (int i = 0; i < N(kept); i++)
        free(kept[i]);
    free(root);
    free(work);
    game_close(&g);
}

/* One engine asked in turn about a game and its clone that went on. */
static void lists_of_a_game_that_went_on(struct game *g)
{
    int seat = next_seat(g->s);

    if (seat < 0)
        return;
    struct kstate *old = block_copy(g->s);
    int n = k_choices_of(&g->e, g->s, seat);
    uint64_t h = k_hash(&g->e, g->s);
    struct krng rng = krng_stream(h, 1);
    struct kstate *on = block_copy(g->s);
    for (int i = 0; i < 3; i++) {
        chance_pick(&g->e, on, &rng);
        assert_int_equal(k_choices_of(&g->e, old, seat), n);
        if (k_rules(on)->pending) {
            struct kengine *e = &g->e;
            int m = k_choices_of(e, on, next_seat(on));
            struct kstate *fresh = block_copy(on);
            fresh->stamp = 0;
            assert_int_equal(k_choices_of(e, fresh, next_seat(fresh)), m);
            free(fresh);
        }
    }
    assert_int_equal(k_hash(&g->e, g->s), h); /* listing changes nothing */
    free(old);
    free(on);
}

static void listing_changes_nothing_and_is_not_mixed_up(void **state)
{
    (void)state;
    play_many(lists_of_a_game_that_went_on, 8);
}

/* ---- what a record may hold: nested slots ------------------------------------------------------ */

/* Equal cards are one choice whatever their storage order, and it is the first of them. */
static void equal_cards(struct game *g)
{
    int seat = next_seat(g->s), n = seat < 0 ? 0 : k_choices_of(&g->e, g->s, seat);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            struct kchoice a = g->e.opts[i], b = g->e.opts[j];
            assert_true(memcmp(&a, &b, sizeof a) != 0);
        }
}

static void no_choice_is_offered_twice(void **state)
{
    (void)state;
    play_many(equal_cards, 10);
}

static int told_empty;
static void listen(void *ctx, struct kstate *s, const struct kevent *ev)
{
    (void)ctx;
    (void)s;
    told_empty += ev->kind == TELL_USED_UP;
}

static void a_used_up_pile_is_told(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "t=refill", 2);
    k_gamectr(
        g.s)[g.def->k.counters[id_of(g.def->counters, g.def->k.ncounters, "leader")].index] = 0;
    g.e.tell = listen;
    told_empty = 0;
    ready(&g);
    /* bees go to the trash and come back to the pool; ants stay */
    static const char *const picks[] = {"bee", "ant", "ant", "ant"};
    for (int i = 0; i < N(picks); i++) {
        int n = k_choices_of(&g.e, g.s, 0), at = -1;
        for (int k = 0; k < n; k++) {
            uint16_t c = g.e.opts[k].card;
            if (c != NO_CARD && k_insts(g.s)[c].def == card_id(&g, picks[i]) &&
                k_insts(g.s)[c].slot == slot_of(&g, "supply", -1))
                at = k;
        }
        assert_true(at >= 0);
        assert_int_equal(told_empty, 0);
        assert_int_equal(k_pick(&g.e, g.s, 0, at), 0);
        go_on(&g.e, g.s);
    }
    assert_int_equal(told_empty, 1);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_picked_as_its_number_is),
        cmocka_unit_test(keys_are_the_same_in_every_sample),
        cmocka_unit_test(wrong_picks_are_refused),
        cmocka_unit_test(an_answer_is_told_when_all_are_in),
        cmocka_unit_test(an_answer_from_a_hand_is_told_as_a_back),
        cmocka_unit_test(an_answer_can_be_taken_back),
        cmocka_unit_test(a_clone_over_the_same_block_between_list_and_pick),
        cmocka_unit_test(two_engines_in_turn),
        cmocka_unit_test(an_engine_freed_and_made_anew),
        cmocka_unit_test(an_engine_made_anew_asked_about_the_old_block),
        cmocka_unit_test(many_engines_one_address),
        cmocka_unit_test(listing_changes_nothing_and_is_not_mixed_up),
        cmocka_unit_test(no_choice_is_offered_twice),
        cmocka_unit_test(a_used_up_pile_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
