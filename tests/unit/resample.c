/* resample.c - a world made by putting other instances in the places of a game's (rename.c) is the world that
 * other definitions give its instances, as an engine without shortcuts makes it. Both go on alike, but where a lot
 * falls on instances; and in the first an engine without shortcuts goes on as the usual one, lots and all. */
#include "every_ruleset.h"

struct pair {
    struct game fast, plain;
    struct kstate *a, *b; /* a sample of each */
    struct kstate *c;     /* a copy of a, for the plain engine */
    uint8_t *view[2];
    uint32_t cap;
    const char *name;
    unsigned worlds, moved; /* compared; made with the cast of the game */
    unsigned alike, lots;   /* went on without a lot; went on */
    uint64_t print[2];
    bool left; /* a hook keeps something, against the law: it shows where it is run again */
};

static uint64_t print_of(const struct game *g)
{
    return g->script ? script_fingerprint(g->script) : 0;
}

static void parted(struct pair *p, int o, const char *what)
{
    const struct kstate *s = p->fast.s;

    p->left |= print_of(&p->fast) != p->print[0] || print_of(&p->plain) != p->print[1];
    if (!p->left)
        fail_msg("%s, %d people, seed %u, pick %u, sample of %d: %s", p->name, s->people,
                 (unsigned)s->seed, (unsigned)k_know(p->fast.s)->picks, o, what);
}

/* All see the same in a, where the fast engine is, and in the plain one's world. */
static void same_sight(struct pair *p, struct kstate *plain, int of)
{
    for (int o = 0; o < p->a->nobs; o++) {
        uint32_t n = k_view_bytes(&p->fast.e, p->a, o, p->view[0], p->cap);
        uint32_t m = k_view_bytes(&p->plain.e, plain, o, p->view[1], p->cap);
        if (n != m || memcmp(p->view[0], p->view[1], n < p->cap ? n : p->cap) != 0)
            parted(p, of, "an observer sees another table");
        if (k_digest(p->a, o) != k_digest(plain, o))
            parted(p, of, "an observer was told other things");
    }
}

static void same_choices(struct pair *p, int of)
{
    for (int seat = 0; seat < p->a->nseats; seat++) {
        if (!(k_rules(p->a)->pending & BIT(seat)))
            continue;
        int n = k_choices_of(&p->fast.e, p->a, seat), m = k_choices_of(&p->plain.e, p->b, seat);
        if (n != m)
            parted(p, of, "another number of choices");
        for (int i = 0; i < n; i++) {
            struct kchoice x = p->fast.e.opts[i], y = p->plain.e.opts[i];
            if (k_choice_key(&p->fast.e, p->a, seat, &x) !=
                k_choice_key(&p->plain.e, p->b, seat, &y))
                parted(p, of, "another choice");
        }
    }
}

static bool has_twin(struct kstate *s, unsigned c)
{
    unsigned i = 0;

    while (i < s->ninst && (i == c || k_insts(s)[i].def != k_insts(s)[c].def))
        i++;
    return i < s->ninst;
}

/* Does something name a card that has an equal? In a set the two stand by instance: which comes first is a lot that fell
 * when cards were dealt, and another in a world that is made otherwise. */
static bool twin_is_named(struct kengine *e, struct kstate *s)
{
    bool named = false;
    unsigned of;

    k_at(e, s);
    uint64_t some = cards_named(e);
    for (unsigned c = 0; c < s->ninst && !named; c++)
        named = ((some >> (c & 63) & 1) || k_naming(e, s, c, &of)) && has_twin(s, c);
    return named;
}

/* All who are asked take a choice of the same number, in each of the three worlds. */
static void pick_alike(struct pair *p, int of, struct krng *rng)
{
    for (int seat = 0; seat < p->a->nseats; seat++)
        if (k_rules(p->a)->pending & BIT(seat)) {
            int n = k_choices_of(&p->fast.e, p->a, seat);
            int at = n > 0 ? (int)krng_below(rng, (uint32_t)n) : 0;
            int rc = k_pick(&p->fast.e, p->a, seat, at);
            if (rc || k_pick(&p->plain.e, p->b, seat, at) ||
                k_pick(&p->plain.e, p->c, seat, at))
                parted(p, of, "a pick is refused");
        }
}

static void go_on_alike(struct pair *p, int of, struct krng *rng)
{
    uint64_t drawn = k_rules(p->a)->rng.count;

    k_clone(p->c, p->a);
    bool lot = twin_is_named(&p->plain.e, p->b);
    pick_alike(p, of, rng);
    int rc = k_advance(&p->fast.e, p->a), other = k_advance(&p->plain.e, p->b);
    if (rc != k_advance(&p->plain.e, p->c))
        parted(p, of, "only one goes on");
    /* a card that is drawn by lot may be another in a world of other places: it may end the game */
    lot |= k_rules(p->a)->rng.count != drawn;
    if (rc != other && !lot)
        parted(p, of, "only one goes on, and no lot was drawn");
    if (rc < 0 || other < 0)
        return;
    uint64_t position = k_position_of_equals(&p->fast.e, p->a);
    if (position != k_position_of_equals(&p->plain.e, p->c) ||
        k_rules(p->a)->rng.count != k_rules(p->c)->rng.count)
        parted(p, of, "the same world, another position without shortcuts");
    same_sight(p, p->c, of);
    lot |= twin_is_named(&p->plain.e, p->b) || twin_is_named(&p->plain.e, p->c);
    p->lots++;
    p->alike += !lot;
    if (!lot && position != k_position_of_equals(&p->plain.e, p->b))
        parted(p, of, "one pick on, another position");
}

static void same_world(struct pair *p, int o, struct krng *rng)
{
    uint64_t stream = krng_next(rng);
    int rc = k_resample(&p->fast.e, p->a, p->fast.s, o, stream);

    if (rc != k_resample(&p->plain.e, p->b, p->plain.s, o, stream))
        parted(p, o, "only one is refused");
    if (rc != 1)
        return;
    p->worlds++;
    p->moved += p->a->cast == p->fast.s->cast;
    cards_hold(&p->fast.def->k, p->a);
    if (k_position_of_equals(&p->fast.e, p->a) != k_position_of_equals(&p->plain.e, p->b))
        parted(p, o, "another position");
    same_sight(p, p->b, o);
    same_choices(p, o);
    go_on_alike(p, o, rng);
}

/* As they go on: forced answers must not be lost, nor may a hook that keeps something be blamed. */
static bool both_go_on(struct pair *p)
{
    int rc = k_advance(&p->fast.e, p->fast.s);

    return rc == k_advance(&p->plain.e, p->plain.s) && rc == 1 &&
           k_position_of_equals(&p->fast.e, p->fast.s) ==
               k_position_of_equals(&p->plain.e, p->plain.s);
}

static void play(struct pair *p, uint64_t seed, int picks)
{
    struct krng rng = krng_stream(seed, 21);

    for (int n = 0; n < picks && !p->left && both_go_on(p); n++) {
        for (int o = 0; o < p->fast.s->nobs && !p->left; o++)
            same_world(p, o, &rng);
        int seat = next_seat(p->fast.s), all = k_choices_of(&p->fast.e, p->fast.s, seat);
        int at = all > 0 ? (int)krng_below(&rng, (uint32_t)all) : 0;
        if (k_pick(&p->fast.e, p->fast.s, seat, at) ||
            k_pick(&p->plain.e, p->plain.s, seat, at))
            return;
    }
}

static void play_with(struct pair *p, int people, uint64_t seed)
{
    if (!game_starts(&p->fast, people, seed, true) ||
        !game_starts(&p->plain, people, seed, true))
        return;
    p->a = block_copy(p->fast.s);
    p->b = block_copy(p->fast.s);
    p->c = block_copy(p->fast.s);
    p->cap = 1u << 16;
    p->view[0] = malloc(p->cap);
    p->view[1] = malloc(p->cap);
    play(p, seed, getenv("CT_LONG") ? 400 : 10);
    free(p->a);
    free(p->b);
    free(p->c);
    free(p->view[0]);
    free(p->view[1]);
}

static void in_ruleset(const char *path, void *ctx)
{
    struct pair p = {.name = path};
    unsigned *sum = ctx;

    if (opens(&p.fast, path)) {
        p.plain.def = p.fast.def; /* one definition: states go from one engine to the other */
        memcpy(p.plain.opt, p.fast.opt, sizeof p.plain.opt);
        p.plain.script = engine_open(&p.plain.e, p.plain.def);
        k_without(&p.plain.e, K_EVERY_WAY);
        p.print[0] = print_of(&p.fast);
        p.print[1] = print_of(&p.plain);
        for (int people = p.fast.def->k.min_people; people <= p.fast.def->k.max_people;
             people++)
            play_with(&p, people, (uint64_t)people);
        engine_close(&p.plain.e, p.plain.script);
        free(p.plain.s);
    }
    const unsigned of[] = {p.worlds, p.moved, p.alike, p.lots};
    for (unsigned i = 0; i < N(of); i++)
        sum[i] += of[i];
    if (p.fast.script)
        script_free(p.fast.script);
    k_engine_free(&p.fast.e);
    free(p.fast.s);
    definition_free(p.fast.def);
}

static void places_make_the_world_that_definitions_make(void **state)
{
    unsigned sum[4] = {0};

    (void)state;
    each_ruleset(in_ruleset, sum);
    print_message("%u worlds, %u with the cast of their game; %u of %u went on without a lot\n",
                  sum[0], sum[1], sum[2], sum[3]);
    assert_true(sum[1] > sum[0] / 2);
    assert_true(sum[2] > sum[3] / 4);
}

/* All that may name a card names one of the pile, which nobody knows; only the first `n` do. One more: the
 * last is what a step was called with, not an effect. */
static void name_cards(struct game *g, int n)
{
    struct kstate *s = g->s;
    struct kctx x = {.you = 1, .them = NO_SEAT, .seat = NO_SEAT};
    int32_t param[K_MAX_PARAMS] = {-1};
    uint16_t card[9], all[K_MAX_INSTS];
    bool back;

    memset(x.card, 0xFF, sizeof x.card);
    memset(card, 0xFF, sizeof card);
    assert_true(zone_cards(s, slot_of(g, "deck", -1), all) >= (int)N(card));
    memcpy(card, all, sizeof card);
    for (int i = n; i < (int)N(card); i++)
        card[i] = NO_CARD;
    unsigned verb = 0, effect = 0;
    while (g->def->k.verbs[verb].type[0] != V_CARD)
        verb++;
    while (g->def->k.effects[effect].verb != verb)
        effect++;
    param[0] = card[0] == NO_CARD ? -1 : card[0];
    assert_int_equal(k_queue_verb(&g->e, verb, param, 1, &x), 0);
    k_queued(s, 0)->card = card[1];
    k_queued(s, 0)->evcard = card[2];
    k_queued(s, 0)->target = card[2];
    k_watch(s)[k_rules(s)->nwatch++] = (struct kwatching){.card = card[3]};
    k_top(s)->card[BOUND_TARGET] = card[4];
    k_gamectr(s)[g->e.plan->ref_game[0]] = card[5] == NO_CARD ? -1 : card[5];
    /* an answer of one who is not asked, as if it were still to be carried out */
    struct kanswer *a = k_rounds(s) + 2;
    a->pick = k_no_choice;
    a->pick.card = card[6];
    a->pick.target = card[7];
    a->state = ANS_GIVEN;
    a->sign = pick_sign(&g->e, 2, &a->pick, &back);
    /* an effect under way, below the question */
    struct kframe *f = k_frames(s);
    f->kind = n > 9 ? FRAME_CALL : FRAME_EFFECT;
    f->effect.id = (uint16_t)effect;
    f->effect.param[0] = card[8] == NO_CARD ? -1 : card[8];
}

/* Whatever names a card names in a sample what took its place. */
static void references_go_along(struct pair *p, int n)
{
    struct game *g[2] = {&p->fast, &p->plain};
    struct krng rng = krng_stream(1, 3);
    uint64_t first = 0;
    unsigned others = 0;
    bool back;

    for (int i = 0; i < 2; i++) {
        set_option(g[i], "t=asked", 0);
        game_start(g[i], 3, 1, true);
        assert_int_equal(go_on(&g[i]->e, g[i]->s), 1);
        name_cards(g[i], n);
    }
    p->a = block_copy(p->fast.s);
    p->b = block_copy(p->fast.s);
    for (int i = 0; i < 20; i++) {
        uint64_t stream = krng_next(&rng);
        assert_int_equal(k_resample(&p->fast.e, p->a, p->fast.s, 2, stream), 1);
        assert_int_equal(k_resample(&p->plain.e, p->b, p->plain.s, 2, stream), 1);
        assert_true(p->a->cast == p->fast.s->cast);
        uint64_t position = k_position_of_equals(&p->fast.e, p->a);
        assert_true(position == k_position_of_equals(&p->plain.e, p->b));
        const struct kanswer *a = k_rounds(p->a) + 2;
        k_at(&p->fast.e, p->a);
        assert_true(a->sign == pick_sign(&p->fast.e, 2, &a->pick, &back));
        assert_true(a->state ==
                    ANS_GIVEN); /* his own; in another's world he will be asked again */
        first = i ? first : position;
        others += position != first;
        assert_int_equal(k_resample(&p->fast.e, p->a, p->fast.s, 0, stream), 1);
        assert_true(a->state == ANS_AGAIN);
    }
    assert_true(others > 0);
    free(p->a);
    free(p->b);
}

static void what_names_cards_goes_along(void **state)
{
    struct pair p = {.name = "features/word"};

    (void)state;
    game_load(&p.fast, p.name);
    game_load(&p.plain, p.name);
    k_without(&p.plain.e, K_EVERY_WAY);
    for (int n = 1; n <= 10; n++)
        references_go_along(&p, n);
    game_close(&p.fast);
    game_close(&p.plain);
}

/* In a world seats may have one choice that had several. They are answered, whatever the engine was at before: here, a game
 * that ended in answers without end. */
static void a_world_begins_its_own_count(void **state)
{
    struct game g;
    unsigned forced = 0;

    (void)state;
    assert_true(opens(&g, "rulesets/fairytale"));
    game_start(&g, 3, 3, true);
    struct kstate *world = block_copy(g.s);
    while (k_advance(&g.e, g.s) == 1) {
        int seat = next_seat(g.s), n = k_choices_of(&g.e, g.s, seat);
        for (uint64_t stream = 0; stream < 4; stream++)
            if (k_resample(&g.e, world, g.s, seat, stream) == 1) {
                uint32_t asked = k_rules(world)->pending;
                g.e.forced = 1u << 20;
                assert_true(k_advance(&g.e, world) >= 0);
                forced += k_rules(world)->pending != asked;
            }
        assert_int_equal(k_pick(&g.e, g.s, seat, (int)(k_know(g.s)->picks % (unsigned)n)), 0);
    }
    assert_true(forced > 0);
    free(world);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_begins_its_own_count),
        cmocka_unit_test(what_names_cards_goes_along),
        cmocka_unit_test(places_make_the_world_that_definitions_make),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
