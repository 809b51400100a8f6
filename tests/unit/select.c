/* select.c - the cards of a selector: counting, membership and order agree; on features/unit and features/effects. */
#include "kernel_fixture.h"

static void context(struct kengine *e, struct kctx *x, int you, uint16_t card)
{
    k_context(e, x);
    x->you = (uint8_t)you;
    x->card[BOUND_THIS] = x->card[BOUND_CARD] = x->card[BOUND_HELPER] = x->card[BOUND_TARGET] =
        card;
    x->card[BOUND_IT] = NO_CARD;
}

static bool usable(const struct kdef *d, unsigned sel)
{
    const struct kselect *q = &d->sels[sel];

    return q->random == REF_NONE && (q->src != SRC_ZONES || q->nzones);
}

/* For every selector of the game: how many, which, and whether each card is one of them. */
static void agree(struct game *g)
{
    const struct kdef *d = &g->def->k;
    uint16_t list[200];
    struct kctx x;

    g->e.s = g->s;
    if (!k_rules(g->s)->nframes)
        return;
    for (unsigned sel = 0; sel < d->nsels; sel++)
        for (int you = 0; you < g->s->nseats && usable(d, sel); you++) {
            context(&g->e, &x, you, (uint16_t)(sel * 7 % g->s->ninst));
            if (k_left_game(g->s, x.card[0]))
                continue;
            int n = k_select(&g->e, (ref)sel, &x, list);
            assert_int_equal(g->e.err.code, K_OK);
            assert_int_equal(k_count(&g->e, (ref)sel, &x), n);
            for (unsigned c = 0; c < g->s->ninst; c++) {
                bool in = false;
                for (int i = 0; i < n; i++)
                    in |= list[i] == c;
                if (!k_left_game(g->s, c) && sel_holds(&g->e, (ref)sel, &x, c) != in)
                    print_error("selector %u, you %d, card %u: held %d, selected %d\n", sel,
                                you, c, !in, in);
                assert_true(k_left_game(g->s, c) || sel_holds(&g->e, (ref)sel, &x, c) == in);
            }
            for (int i = 0; i < n; i++)
                for (int j = 0; j < i; j++)
                    assert_int_not_equal(list[i], list[j]);
            assert_ptr_equal(g->e.tmp_next, g->e.tmp);
        }
}

static void count_list_and_membership_agree(void **state)
{
    (void)state;
    play_many(agree, 6);
}

/* Of two cards of a slot, does a come before b? In a set whose sides not the same people see, those
 * that lie face up come first; cards that are alike stand by instance, where they keep no order. */
static bool comes_before(struct kengine *e, unsigned slot, unsigned a, unsigned b)
{
    struct kstate *s = e->s;
    const struct kzone *z = &e->d->zones[k_zone_of(s, slot)];
    const struct kinst *in = k_insts(s);

    if (k_ordered(s, slot))
        return zone_place(s, a) < zone_place(s, b);
    if (z->up != z->down && in[a].face != in[b].face)
        return in[a].face < in[b].face;
    int order = card_order(e, a, b);
    return order < 0 || (!order && (a < b || k_slotinfo(s)[slot].listed));
}

/* A set comes out in its canonical order, rows and piles by place. */
static void in_order(struct kengine *e, struct kstate *s)
{
    static const int32_t none[K_MAX_PARAMS + K_MAX_ARGS];
    uint16_t list[K_MAX_INSTS];
    struct kctx x;

    e->s = s;
    for (unsigned sel = 0; sel < e->d->nsels && k_rules(s)->nframes; sel++)
        for (unsigned you = 0; you < s->people && usable(e->d, sel); you++) {
            if (e->d->sels[sel].src != SRC_ZONES)
                continue;
            context(e, &x, (int)you, 0);
            x.param = x.arg = none;
            int n = k_select(e, (ref)sel, &x, list);
            for (int i = 1; i < n; i++) {
                unsigned slot = k_insts(s)[list[i]].slot;
                if (slot == k_insts(s)[list[i - 1]].slot)
                    assert_true(comes_before(e, slot, list[i - 1], list[i]));
            }
            e->err.code = K_OK; /* some make no sense with such parameters */
        }
}

/* Also in a sample, whose instances may bear other definitions. */
static void in_order_here_and_elsewhere(struct game *g)
{
    static uint64_t stream;
    struct kstate *w = block_copy(g->s);

    stream++;
    in_order(&g->e, g->s);
    if (k_resample(&g->e, w, g->s, (int)(stream % g->s->nobs), stream) == 1)
        in_order(&g->e, w);
    free(w);
}

static void sets_are_in_canonical_order(void **state)
{
    (void)state;
    play_all(in_order_here_and_elsewhere, 1);
}

/* ---- one selector after the other, by hand -------------------------------------------- */

static struct game g;

/* The cards, as letters of their ids. */
static const char *picked(ref sel, struct kctx *x)
{
    static char text[100];
    uint16_t list[200];
    int n = k_select(&g.e, sel, x, list);

    for (int i = 0; i < n; i++)
        text[i] = g.def->cards[k_insts(g.s)[list[i]].def].id[0];
    text[n < 0 ? 0 : n] = '\0';
    return text;
}

/* `random` takes each set of that size as often as any other, and by what is drawn. */
static int64_t drawn[8];
static int ndrawn;
static int64_t draw(void *ctx, struct kengine *e, uint32_t n, const uint16_t *cards)
{
    (void)ctx;
    (void)e;
    (void)cards;
    assert_true(drawn[ndrawn] < n);
    return drawn[ndrawn++];
}

/* The engine plays another definition. */
static void go_by(struct kengine *e, const struct kdef *d)
{
    lower_end(e);
    memset(e->plans, 0, sizeof e->plans);
    assert_int_equal(lower_begin(e, d), 0);
}

static void a_random_choice_is_what_is_drawn(void **state)
{
    struct kselect q, *sels;
    struct kexpr two = {.op = X_CONST, .imm = 2}, *exprs;
    struct kctx x;
    struct kluck luck = {.draw = draw};

    (void)state;
    game_load(&g, "features/choose");
    set_option(&g, "t=pool_equal", 0);
    game_start(&g, 2, 1, true);
    put_cards(&g, "pool", -1, "ant", 1);
    put_cards(&g, "pool", -1, "bee", 1);
    put_cards(&g, "pool", -1, "cat", 1);
    /* a selector {zone: pool, random: 2} beside those of the game */
    struct kdef d = g.def->k;
    sels = malloc((d.nsels + 1u) * sizeof *sels);
    exprs = malloc((d.nexprs + 1u) * sizeof *exprs);
    memcpy(sels, d.sels, d.nsels * sizeof *sels);
    memcpy(exprs, d.exprs, d.nexprs * sizeof *exprs);
    memset(&q, 0, sizeof q);
    q.src = SRC_ZONES;
    q.nzones = 1;
    q.zone[0] = (uint8_t)zone_id(&g, "pool");
    q.of = q.value = q.bits = q.where = q.except = q.most = q.least = q.each = q.first =
        q.last = REF_NONE;
    q.random = (ref)d.nexprs;
    sels[d.nsels] = q;
    exprs[d.nexprs] = two;
    d.sels = sels;
    d.exprs = exprs;
    ref sel = (ref)d.nsels++;
    d.nexprs++;
    go_by(&g.e, &d);
    g.e.s = g.s;
    cast_for(&g.e);
    g.e.luck = &luck;
    k_context(&g.e, &x);
    static const struct {
        int64_t a, b;
        const char *want;
    } t[] = {
        {0, 0, "ab"}, {0, 1, "ac"}, {1, 0, "ba"}, {1, 1, "bc"}, {2, 0, "ca"}, {2, 1, "cb"},
    };
    for (int i = 0; i < N(t); i++) {
        ndrawn = 0;
        drawn[0] = t[i].a;
        drawn[1] = t[i].b;
        assert_string_equal(picked(sel, &x), t[i].want);
        assert_int_equal(ndrawn, 2);
    }
    go_by(&g.e, &g.def->k);
    free(sels);
    free(exprs);
    game_close(&g);
}

static void a_card_bound_twice_is_one_card(void **state)
{
    struct kctx x;
    ref sel = REF_NONE;

    (void)state;
    game_load(&g, "features/choose");
    set_option(&g, "t=together_bound", 0);
    game_start(&g, 2, 1, true);
    g.e.s = g.s;
    for (unsigned i = 0; i < g.def->k.nsels; i++)
        if (g.def->k.sels[i].src == SRC_BOUND &&
            g.def->k.sels[i].bound == (BIT(BOUND_CARD) | BIT(BOUND_TARGET)))
            sel = (ref)i;
    assert_int_not_equal(sel, REF_NONE);
    uint16_t a = card_in(g.s, slot_of(&g, "deck", -1), card_id(&g, "ant"));
    uint16_t b = card_in(g.s, slot_of(&g, "deck", -1), card_id(&g, "bee"));
    context(&g.e, &x, 0, NO_CARD);
    assert_string_equal(picked(sel, &x), "");
    x.card[BOUND_TARGET] = b;
    assert_string_equal(picked(sel, &x), "b");
    x.card[BOUND_CARD] = a;
    assert_string_equal(picked(sel, &x), "ab");
    x.card[BOUND_TARGET] = a;
    assert_string_equal(picked(sel, &x), "a");
    k_setup_aside(&g.e, g.s, a);
    assert_string_equal(picked(sel, &x), "");
    game_close(&g);
}

/* Cards that go out of a set, as the spectator is told: which, or that it is a back. */
static char swept[10];

static void note_swept(void *ctx, struct kstate *s, const struct kevent *ev)
{
    (void)ctx;
    (void)s;
    if (ev->kind == TELL_MOVE && k_zone_of(s, ev->from) == 1)
        strcat(swept, ev->def == REF_NONE ? "?" : "!");
}

/* Whatever the back is, it goes after the card that is seen: its place tells nothing of it. */
static void backs_of_a_set_come_last(void **state)
{
    (void)state;
    game_load(&g, "knowledge/swept");
    for (uint64_t seed = 1; seed < (getenv("CT_QUICK") ? 3 : 20); seed++) {
        game_start(&g, 1, seed, true);
        g.e.tell = note_swept;
        g.e.viewer = g.s->nseats;
        swept[0] = '\0';
        assert_true(k_advance(&g.e, g.s) >= 0);
        assert_string_equal(swept, "!?");
    }
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(count_list_and_membership_agree),
        cmocka_unit_test(sets_are_in_canonical_order),
        cmocka_unit_test(backs_of_a_set_come_last),
        cmocka_unit_test(a_random_choice_is_what_is_drawn),
        cmocka_unit_test(a_card_bound_twice_is_one_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
