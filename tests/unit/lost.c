/* lost.c - what a watcher, a waiting effect and what is under way lose with their card, and what is told of it. Where it
 * is lost: tests/scenario/lost.yaml, bound.yaml; that it must be: tests/property/knowledge. */
#include "kernel_fixture.h"

static struct game g;

/* What was told to the spectator. */
static struct {
    int lost, effects, named, shown;
    uint16_t def;
} told;

static void listen(void *ctx, struct kstate *s, const struct kevent *ev)
{
    (void)ctx;
    (void)s;
    told.lost += ev->kind == TELL_LOST;
    told.effects += ev->kind == TELL_EFFECT;
    told.named += ev->kind == TELL_EFFECT && ev->id != REF_NONE;
    told.shown += ev->kind == TELL_SHOW && ev->def != REF_NONE;
    if (ev->kind == TELL_LOST || ev->kind == TELL_EFFECT)
        told.def = ev->def;
}

static void begin_game(const char *ruleset, const char *option, const char *zone,
                       const char *card)
{
    game_load(&g, ruleset);
    set_option(&g, option, 0);
    game_start(&g, 2, 1, true);
    put_cards(&g, zone, 0, card, 1);
    assert_int_equal(k_setup_known(&g.e, g.s), 0);
    memset(&told, 0, sizeof told);
    g.e.tell = listen;
    g.e.viewer = g.s->nseats;
    g.e.s = g.s;
}

static void begin(const char *option, const char *zone, const char *card)
{
    begin_game("features/lost", option, zone, card);
}

static unsigned list(const char *id)
{
    for (int i = 0; i < g.def->k.ntraits; i++)
        if (!strcmp(g.def->traits[i].name.id, id))
            return (unsigned)i;
    fail();
    return 0;
}

static uint16_t owl_in(const char *zone)
{
    uint16_t c = card_in(g.s, slot_of(&g, zone, 0), card_id(&g, "owl"));

    assert_int_not_equal(c, NO_CARD);
    return c;
}

static void goes(uint16_t c, const char *zone)
{
    assert_int_equal(move_to(&g, &c, 1, zone_id(&g, zone), 0, FACE_ANY, PLACE_LAST, 0), 1);
}

static void several_watchers_lose_a_card_and_it_is_told_once(void **state)
{
    (void)state;
    begin("t=hand", "row", "owl");
    uint16_t c = owl_in("row");
    for (int i = 0; i < 3; i++)
        assert_true(k_setup_watch(&g.e, g.s, c, 0) > 0);
    int n = k_rules(g.s)->nwatch;
    goes(c, "heap");
    assert_int_equal(told.lost, 0);
    goes(c, "hand");
    assert_int_equal(told.lost, 1);
    assert_int_equal(told.def, card_id(&g, "owl"));
    assert_int_equal(k_rules(g.s)->nwatch, n); /* they go on */
    for (int i = 0; i < n; i++)
        assert_int_equal(k_watch(g.s)[i].card, NO_CARD);
    goes(c, "row");
    goes(c, "hand");
    assert_int_equal(told.lost, 1);
    game_close(&g);
}

static void what_was_public_keeps_its_name(void **state)
{
    struct kwaiting waits;

    (void)state;
    begin("t=hand", "row", "owl");
    uint16_t c = owl_in("row");
    assert_int_equal(k_trigger(&g.e, list("once"), &c, 1, -1), 1);
    goes(c, "hand");
    assert_int_equal(told.lost, 1);
    assert_int_equal(k_waiting(&g.e, g.s, &waits, 1), 1);
    assert_int_equal(waits.card, NO_CARD);
    assert_int_not_equal(waits.effect, REF_NONE);
    assert_int_equal(queue_next(&g.e), 1);
    assert_int_equal(told.named, 1);
    assert_int_equal(told.def, card_id(&g, "owl"));
    game_close(&g);
}

static void what_was_not_public_has_none(void **state)
{
    struct kwaiting waits;

    (void)state;
    begin("t=hand", "hand", "owl");
    uint16_t c = owl_in("hand");
    assert_int_equal(k_trigger(&g.e, list("once"), &c, 1, -1), 1);
    assert_int_equal(k_queued(g.s, 0)->card, c);
    k_turn(&g.e, &c, 1, FACE_DOWN, REF_NONE); /* among the others of the hand */
    assert_int_equal(k_queued(g.s, 0)->card, NO_CARD);
    assert_int_equal(told.lost, 0);
    assert_int_equal(k_waiting(&g.e, g.s, &waits, 1), 1);
    assert_int_equal(waits.effect, REF_NONE);
    assert_int_equal(waits.verb, REF_NONE);
    assert_int_equal(queue_next(&g.e), 1);
    assert_int_equal(told.effects, 1);
    assert_int_equal(told.named, 0);
    assert_int_equal(told.def, REF_NONE);
    game_close(&g);
}

static void cards_of_parameters_are_lost_too(void **state)
{
    struct kctx x = {.you = 0, .them = NO_SEAT, .seat = NO_SEAT};
    int32_t param[K_MAX_PARAMS] = {0};
    unsigned verb = 0;

    (void)state;
    begin("t=hand", "row", "owl");
    uint16_t c = owl_in("row");
    memset(x.card, 0xFF, sizeof x.card);
    while (g.def->k.verbs[verb].type[0] != V_CARD)
        verb++;
    param[0] = c;
    assert_int_equal(k_queue_verb(&g.e, verb, param, 1, &x), 0);
    goes(c, "heap");
    assert_int_equal(k_queued(g.s, 0)->param[0], c);
    goes(c, "hand");
    assert_int_equal(k_queued(g.s, 0)->param[0], -1);
    assert_int_equal(told.lost, 0); /* it was not `this` */
    game_close(&g);
}

static void a_card_that_lies_hidden_installs_no_watcher(void **state)
{
    (void)state;
    begin("t=trap", "row", "owl");
    assert_int_equal(k_advance(&g.e, g.s), -1);
    assert_int_equal(g.e.err.code, K_E_WATCH_HIDDEN);
    assert_int_not_equal(g.e.err.src, 0);
    game_close(&g);
}

/* The frame of the owl's effect that buries it. */
static struct kframe *under_way(bool known)
{
    uint16_t c = owl_in("row");

    assert_int_equal(k_trigger(&g.e, list("bury"), &c, 1, -1), 1);
    k_queued(g.s, 0)->known = known;
    assert_int_equal(queue_next(&g.e), 1);
    assert_int_equal(k_top(g.s)->kind, FRAME_EFFECT);
    told.effects = 0;
    return k_top(g.s);
}

static void what_is_under_way_loses_its_card_when_somebody_is_asked(void **state)
{
    (void)state;
    for (int known = 0; known < 2; known++) {
        begin_game("features/bound", "t=effect", "row", "owl");
        uint16_t c = owl_in("row");
        struct kframe *f = under_way(known);
        goes(c, "hand");
        assert_int_equal(f->card[BOUND_THIS], c);
        goes(c, "row"); /* it might be any of the hand now */
        assert_int_equal(f->card[BOUND_THIS], c);
        before_asking(&g.e);
        assert_int_equal(f->card[BOUND_THIS], NO_CARD);
        assert_int_equal(k_rules(g.s)->unsettled, 0);
        assert_int_equal(told.lost, known);
        if (known)
            assert_int_equal(told.def, card_id(&g, "owl"));
        before_asking(&g.e);
        assert_int_equal(told.lost, known);
        game_close(&g);
    }
}

/* What an effect that is taken now, or a loop, is about is not what was lost before. */
static void what_is_bound_anew_is_kept(void **state)
{
    (void)state;
    for (int twice = 0; twice < 2; twice++) {
        begin_game("features/bound", "t=effect", "row", "owl");
        uint16_t c = owl_in("row");
        struct kframe *f = under_way(true);
        goes(c, "hand");
        assert_int_equal(k_trigger(&g.e, list("bury"), &c, 1, -1), 1);
        assert_int_equal(queue_next(&g.e), 1);
        struct kframe *again = k_top(g.s);
        assert_ptr_equal(again, f + 1);
        if (twice) { /* then this one has lost it, too */
            goes(c, "row");
            goes(c, "hand");
        }
        assert_int_equal(f->card[BOUND_THIS], c); /* nobody was asked yet */
        assert_int_equal(again->card[BOUND_THIS], c);
        before_asking(&g.e);
        assert_int_equal(f->card[BOUND_THIS], NO_CARD);
        assert_int_equal(again->card[BOUND_THIS], twice ? NO_CARD : c);
        assert_int_equal(again->effect.anew, 0);
        game_close(&g);
    }
}

static void what_waits_in_secret_is_told_when_somebody_is_asked(void **state)
{
    struct kwaiting waits;

    (void)state;
    begin_game("features/bound", "t=effect", "row", "owl");
    uint16_t c = owl_in("row");
    k_turn(&g.e, &c, 1, FACE_DOWN, REF_NONE);
    assert_int_equal(k_trigger(&g.e, list("bury"), &c, 1, -1), 1);
    assert_int_equal(k_waiting(&g.e, g.s, &waits, 1), 1);
    assert_false(waits.known);
    assert_int_equal(told.shown, 0);
    before_asking(&g.e);
    assert_int_equal(told.shown, 1);
    assert_int_equal(k_classes(g.s, g.s->nseats)[c], c);
    assert_int_equal(k_waiting(&g.e, g.s, &waits, 1), 1);
    assert_true(waits.known);
    before_asking(&g.e);
    assert_int_equal(told.shown, 1);
    game_close(&g);
}

/* Among others of a hand nobody can say which it is; what waits is told all the same. */
static void a_secret_that_was_lost_is_told_by_its_name(void **state)
{
    (void)state;
    begin("t=hand", "hand", "owl");
    uint16_t c = owl_in("hand");
    assert_int_equal(k_trigger(&g.e, list("once"), &c, 1, -1), 1);
    k_turn(&g.e, &c, 1, FACE_DOWN, REF_NONE);
    assert_int_equal(told.lost, 0);
    before_asking(&g.e);
    assert_int_equal(told.lost, 1);
    assert_int_equal(told.def, card_id(&g, "owl"));
    assert_int_equal(told.shown, 0);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_watchers_lose_a_card_and_it_is_told_once),
        cmocka_unit_test(what_was_public_keeps_its_name),
        cmocka_unit_test(what_was_not_public_has_none),
        cmocka_unit_test(cards_of_parameters_are_lost_too),
        cmocka_unit_test(a_card_that_lies_hidden_installs_no_watcher),
        cmocka_unit_test(what_is_under_way_loses_its_card_when_somebody_is_asked),
        cmocka_unit_test(what_is_bound_anew_is_kept),
        cmocka_unit_test(what_waits_in_secret_is_told_when_somebody_is_asked),
        cmocka_unit_test(a_secret_that_was_lost_is_told_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
