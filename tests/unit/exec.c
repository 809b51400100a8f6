/* exec.c - the machine: orders drawn by lot, frames, what happens after the end. */
#include "kernel_fixture.h"

static int64_t draws[16];
static int ndraws, at;
static int64_t draw(void *ctx, struct kengine *e, uint32_t n, const uint16_t *cards)
{
    (void)ctx;
    (void)e;
    (void)cards;
    assert_true(at < ndraws && draws[at] < n);
    return draws[at++];
}

static struct kevent order;
static void listen(void *ctx, struct kstate *s, const struct kevent *ev)
{
    (void)ctx;
    (void)s;
    if (ev->kind == TELL_ORDER)
        order = *ev;
}

static int told_seat(int i)
{
    return (i < 7 ? order.number >> 4 * i : order.extra >> (4 * i - 24)) & 15;
}

/* All are tied: a Fisher-Yates shuffle of the seats, told to everybody in full. */
static void lots_give_every_order_once(void **state)
{
    struct game g;
    struct korder_of o = {.from = REF_NONE, .reversed = REF_NONE, .by_random = true};
    struct kluck luck = {.draw = draw};
    int seen[64] = {0};
    struct kctx x;
    uint8_t out[K_MAX_SEATS];

    (void)state;
    game_load(&g, "features/unit");
    game_start(&g, 3, 1, true);
    go_on(&g.e, g.s);
    g.e.luck = &luck;
    g.e.tell = listen;
    k_context(&g.e, &x);
    for (int i = 0; i < 6; i++) {
        draws[0] = i / 2;
        draws[1] = i % 2;
        ndraws = 2;
        at = 0;
        assert_int_equal(seats_in_order(&g.e, 7, &o, &x, out), 3);
        seen[out[0] * 16 + out[1] * 4 + out[2]]++;
        assert_int_equal(order.extra & 15, 3);
        for (int k = 0; k < 3; k++)
            assert_int_equal(told_seat(k), out[k]);
    }
    int orders = 0;
    for (int i = 0; i < 64; i++) {
        assert_true(seen[i] <= 1);
        orders += seen[i];
    }
    assert_int_equal(orders, 6);
    at = ndraws = 0;
    assert_int_equal(seats_in_order(&g.e, 2, &o, &x, out), 1); /* one alone draws nothing */
    assert_int_equal(seats_in_order(&g.e, 0, &o, &x, out), 0);
    game_close(&g);
}

static void lots_of_many_seats_are_told_in_full(void **state)
{
    struct game g;
    struct korder_of o = {.from = REF_NONE, .reversed = REF_NONE, .by_random = true};
    struct kluck luck = {.draw = draw};
    struct kctx x;
    uint8_t out[K_MAX_SEATS];
    uint64_t digest[2];

    (void)state;
    game_load(&g, "features/unit");
    for (int last = 0; last < 2; last++) {
        game_start(&g, 10, 1, true);
        go_on(&g.e, g.s);
        g.e.luck = &luck;
        g.e.tell = listen;
        k_context(&g.e, &x);
        for (int i = 0; i < 9; i++)
            draws[i] = 9 - i;
        draws[0] -= last; /* the last two change places */
        ndraws = 9;
        at = 0;
        assert_int_equal(seats_in_order(&g.e, 1023, &o, &x, out), 10);
        assert_int_equal(out[8], last ? 9 : 8);
        assert_int_equal(order.extra & 15, 10);
        for (int k = 0; k < 10; k++)
            assert_int_equal(told_seat(k), out[k]);
        digest[last] = k_digest(g.s, 10);
        g.e.luck = NULL;
        g.e.tell = NULL;
    }
    assert_int_not_equal(digest[0], digest[1]);
    game_close(&g);
}

static void after_the_end_nothing_goes_on(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/unit");
    game_start(&g, 2, 3, true);
    play_on(&g, 3, NULL);
    uint64_t h = k_hash(&g.e, g.s);
    assert_int_equal(k_rules(g.s)->status, K_OVER);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(k_advance(&g.e, g.s), 0);
        assert_int_equal(k_choices_of(&g.e, g.s, 0), -1);
        assert_int_equal(k_pick(&g.e, g.s, 0, 0), -1);
    }
    assert_int_equal(k_hash(&g.e, g.s), h);
    game_close(&g);
}

/* Advancing while a decision is open changes nothing. */
static void twice(struct game *g)
{
    if (!k_rules(g->s)->pending)
        return;
    uint64_t h = k_hash(&g->e, g->s);

    assert_int_equal(k_advance(&g->e, g->s), 1);
    assert_int_equal(k_hash(&g->e, g->s), h);
}

static void advancing_at_a_decision_does_nothing(void **state)
{
    (void)state;
    play_many(twice, 8);
}

/* Frames stay within their limit, and the bottom one is the game's. */
static void frames(struct game *g)
{
    const struct krules *r = k_rules(g->s);

    assert_true(r->nframes <= g->def->k.limits.depth && r->nrounds <= OPEN_CHOICES);
    if (r->nframes)
        assert_int_equal(k_frames(g->s)[0].kind, FRAME_BASE);
    int rounds = 0;
    for (int i = 0; i < r->nframes; i++)
        rounds += k_frames(g->s)[i].kind == FRAME_CHOOSE;
    assert_int_equal(rounds, r->nrounds);
    assert_true(r->status == K_RUNNING || r->nframes == 0 || r->status == K_UNFINISHED);
}

static void frames_and_rounds_belong_together(void **state)
{
    (void)state;
    play_many(frames, 10);
}

static void a_game_at_its_limit_of_picks_ends_unfinished(void **state)
{
    struct game g;
    struct kresult res;

    (void)state;
    game_load(&g, "features/limits");
    set_option(&g, "t=picks", 0);
    game_start(&g, 2, 1, true);
    while (k_advance(&g.e, g.s) == 1)
        assert_int_equal(k_pick(&g.e, g.s, next_seat(g.s), 0), 0);
    assert_int_equal(k_rules(g.s)->status, K_UNFINISHED);
    assert_int_equal(k_rules(g.s)->pending, 0);
    assert_int_equal(k_rules(g.s)->asked, 0);
    assert_int_equal(k_know(g.s)->picks, 50);
    assert_int_equal(k_result(&g.e, g.s, &res), 0);
    assert_int_equal(res.winners, 0);
    assert_int_equal(k_advance(&g.e, g.s), 0);
    game_close(&g);
}

/* Whatever fails names an error and a place, and the engine works on another game afterwards. */
static void failures_are_contained(void **state)
{
    static const struct {
        const char *t;
        enum kerrcode code;
    } t[] = {
        {"t=queue", K_E_QUEUE},        {"t=watchers", K_E_WATCHERS},
        {"t=masks", K_E_MASKS},        {"t=depth", K_E_DEPTH},
        {"t=formula", K_E_FORMULA},    {"t=formula_cond", K_E_FORMULA},
        {"t=loop", K_E_LOOP},          {"t=divide", K_E_DIV},
        {"t=modulo", K_E_DIV},         {"t=times", K_E_RANGE},
        {"t=back", K_E_HIDDEN},        {"t=back_if", K_E_HIDDEN},
        {"t=endless", K_E_CARDS},      {"t=choices", K_E_CHOICES},
        {"t=too_great", K_E_RANGE},    {"t=forced", K_E_REPEAT},
        {"t=forced_none", K_E_REPEAT},
    };
    struct game g;

    (void)state;
    game_load(&g, "features/limits");
    for (int i = 0; i < N(t); i++) {
        set_option(&g, t[i].t, 0);
        game_start(&g, 2, 1, true);
        int rc;
        while ((rc = k_advance(&g.e, g.s)) == 1)
            if (k_pick(&g.e, g.s, next_seat(g.s), 0)) {
                rc = -1;
                break;
            }
        if (rc != -1 || g.e.err.code != t[i].code)
            print_error("%s: %d, error %d\n", t[i].t, rc, g.e.err.code);
        assert_int_equal(rc, -1);
        assert_int_equal(g.e.err.code, t[i].code);
        assert_true(g.e.err.src > 0 && g.e.err.src < g.def->npos);
        cards_hold(&g.def->k, g.s);
        struct kstate *c = block_copy(g.s);
        assert_int_equal(k_hash(&g.e, c), k_hash(&g.e, g.s));
        assert_int_equal(k_position(&g.e, c), k_position(&g.e, g.s));
        free(c);
        set_option(&g, "t=none", 0);
        game_start(&g, 4, 1, true);
        assert_int_equal(k_advance(&g.e, g.s), 0);
    }
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lots_give_every_order_once),
        cmocka_unit_test(lots_of_many_seats_are_told_in_full),
        cmocka_unit_test(after_the_end_nothing_goes_on),
        cmocka_unit_test(advancing_at_a_decision_does_nothing),
        cmocka_unit_test(frames_and_rounds_belong_together),
        cmocka_unit_test(a_game_at_its_limit_of_picks_ends_unfinished),
        cmocka_unit_test(failures_are_contained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
