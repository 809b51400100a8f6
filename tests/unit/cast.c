/* cast.c - who is what: the sets that an engine keeps are those that a look at every card gives. */
#include "kernel_fixture.h"

/* The definitions of a set, as in cast.c. */
static const uint64_t *definitions(const struct kengine *e, unsigned id)
{
    size_t n = e->d->bits.nwords;

    return id < e->plan->nsets ? e->d->bits.word + id * n
                               : e->plan->bits + (id - e->plan->nsets) * n;
}

/* Every `step`-th set from `from` on: those not asked for stay unmade. */
static void sets_agree(struct kengine *e, struct kstate *s, unsigned from, unsigned step)
{
    const struct kinst *in = k_insts(s);

    k_at(e, s);
    for (unsigned id = from; id < e->plan->nsets + e->plan->nbits; id += step) {
        const uint64_t *set = cast_set(e, id), *defs = definitions(e, id);
        unsigned wrong = set_next(set, s->words, s->ninst) != NO_CARD;

        for (unsigned c = 0; c < s->ninst; c++)
            wrong += set_has(set, c) != set_has(defs, in[c].def);
        if (wrong)
            print_error("set %u of %u: %u cards wrong, cast %llx\n", id,
                        e->plan->nsets + e->plan->nbits, wrong, (unsigned long long)s->cast);
        assert_int_equal(wrong, 0);
    }
    assert_int_equal(e->err.code, K_OK);
}

/* What an open hook goes back to is a block with a cast of its own. */
static void checkpoint_agrees(struct kengine *e, struct kstate *s)
{
    struct kstate *back = block_copy(s);

    rules_back(e->d, back, s);
    back->cast = s->cast_back;
    sets_agree(e, back, 0, 1);
    free(back);
}

/* Some of the game's sets, all of a sample's while it goes on, all of the game's again. */
static void samples_and_the_game_in_turn(struct game *g)
{
    static uint64_t stream;
    struct kstate *s = g->s, *w = block_copy(s);
    struct krng rng = krng_stream(++stream, 11);

    sets_agree(&g->e, s, stream % 3, 3);
    if (k_rules(s)->hook != REF_NONE)
        checkpoint_agrees(&g->e, s);
    if (k_resample(&g->e, w, s, (int)(stream % s->nobs), stream) == 1)
        for (int i = 0; i < 4; i++) {
            sets_agree(&g->e, w, i ? 0 : stream % 2, 2 - (i & 1));
            if (k_rules(w)->hook != REF_NONE)
                checkpoint_agrees(&g->e, w);
            if (!chance_pick(&g->e, w, &rng))
                break;
        }
    sets_agree(&g->e, s, 0, 1);
    free(w);
}

static void a_sample_finds_its_sets(void **state)
{
    (void)state;
    play_all(samples_and_the_game_in_turn, 1);
}

/* Rubbish in the dead bytes of two worlds does not give them one name. */
static void rubbish_is_no_name(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "rulesets/fairytale");
    game_start(&g, 2, 1, true);
    go_on(&g.e, g.s);
    struct kstate *w = block_copy(g.s);
    assert_int_equal(k_resample(&g.e, w, g.s, 1, 3), 1);
    k_scribble(g.s, 0xA4);
    k_scribble(w, 0xA4);
    sets_agree(&g.e, g.s, 0, 1);
    sets_agree(&g.e, w, 0, 1);
    free(w);
    game_close(&g);
}

/* A game goes as its twin does, whose names are forgotten before every step. */
static void names_change_nothing(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/cast");
    for (uint64_t seed = 1; seed < (getenv("CT_QUICK") ? 3 : 30); seed++) {
        struct krng rng = krng_stream(seed, 5), again = rng;
        game_start(&g, 2 + (int)(seed & 1), seed, true);
        struct kstate *c = block_copy(g.s);
        do {
            go_on(&g.e, g.s);
            c->stamp = c->cast = c->cast_back = 0;
            go_on(&g.e, c);
            assert_int_equal(k_hash(&g.e, c), k_hash(&g.e, g.s));
            assert_int_equal(k_position(&g.e, c), k_position(&g.e, g.s));
            c->stamp = c->cast = c->cast_back = 0;
            chance_pick(&g.e, c, &again);
        } while (chance_pick(&g.e, g.s, &rng));
        free(c);
    }
    game_close(&g);
}

/* Two engines of a definition with a first game each. */
static void two_engines_never_give_one_name(void **state)
{
    struct game g;
    struct kengine other;

    (void)state;
    game_load(&g, "rulesets/fairytale");
    struct script *sc = engine_open(&other, g.def);
    game_start(&g, 2, 1, true);
    struct kstate *two = calloc(1, k_size(&other, 3, g.opt, true));
    assert_int_equal(k_start(&other, two, 3, g.opt, 1, true), 0);
    assert_true(g.s->cast != two->cast);
    for (int i = 0; i < 2; i++) {
        sets_agree(&g.e, g.s, 0, 1);
        sets_agree(&g.e, two, 0, 1);
        sets_agree(&other, g.s, 0, 1);
        sets_agree(&other, two, 0, 1);
    }
    engine_close(&other, sc);
    game_close(&g);
    free(two);
}

/* Two engines and three blocks, each moved on by whoever comes: nobody's names are mixed up. */
static void engines_in_turn(const char *ruleset)
{
    struct game g;
    struct kengine other;
    struct krng rng = krng_stream(1, 13);

    game_load(&g, ruleset);
    struct script *sc = engine_open(&other, g.def);
    for (uint64_t seed = 1; seed < (getenv("CT_QUICK") ? 2 : 6); seed++) {
        struct kengine *e[2] = {&g.e, &other};
        game_start(&g, g.def->k.min_people, seed, true);
        struct kstate *s[3] = {g.s, block_copy(g.s), block_copy(g.s)};
        for (int i = 0; i < 120; i++) {
            int a = (int)krng_below(&rng, 3), b = (int)krng_below(&rng, 3);
            struct kengine *by = e[krng_below(&rng, 2)];
            if (i % 5 == 4)
                k_clone(s[b], s[a]);
            else
                chance_pick(by, s[a], &rng);
            for (int k = 0; k < 6; k++)
                sets_agree(e[k & 1], s[(a + k) % 3], krng_below(&rng, 3), 3);
        }
        free(s[1]);
        free(s[2]);
    }
    engine_close(&other, sc);
    game_close(&g);
}

static void another_engine_moves_a_clone(void **state)
{
    static const char *const rulesets[] = {"features/cast", "features/stamp",
                                           "rulesets/card-ring"};

    (void)state;
    for (int i = 0; i < N(rulesets); i++)
        engines_in_turn(rulesets[i]);
}

static unsigned take(struct game *g, struct kstate *s, unsigned i)
{
    unsigned supply = slot_of(g, "supply", -1), n = k_slots(s)[s->nslots - 1u].count,
             stamp = k_first(s, supply);

    while (i--)
        stamp = k_next(s, stamp);
    g->e.s = s;
    assert_int_equal(zone_move_card(&g->e, stamp, slot_of(g, "mine", 0), -1, FACE_ANY, 0), 1);
    assert_int_equal(k_slots(s)[s->nslots - 1u].count, n - 1);
    return k_insts(s)[stamp].def;
}

/* A copy that a pile gives bears its definition from the start: the cast stays. */
static void a_pile_that_gave_cards(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/cast");
    game_start(&g, 2, 1, true);
    sets_agree(&g.e, g.s, 0, 2); /* half are made, the others when they are asked for */
    uint64_t dealt = g.s->cast;
    assert_true(dealt && !(dealt & 1));
    for (int i = 0; i < 9; i++)
        take(&g, g.s, i % 3);
    assert_true(g.s->cast == dealt);
    sets_agree(&g.e, g.s, 0, 1);
    game_close(&g);
}

/* The hook of features/cast takes cards, asks, takes others, asks: at each answer it is back where it began. */
static void a_hook_goes_back_to_its_cast(void **state)
{
    struct game g;
    int met = 0;

    (void)state;
    game_load(&g, "features/cast");
    for (uint64_t seed = 1; seed < (getenv("CT_QUICK") ? 2 : 6); seed++) {
        struct krng rng = krng_stream(seed, 5);
        game_start(&g, 3, seed, true);
        sets_agree(&g.e, g.s, 0, 1);
        do {
            if (k_rules(g.s)->hook == REF_NONE)
                continue;
            struct kstate *c = block_copy(g.s);
            checkpoint_agrees(&g.e, g.s); /* its sets are at hand when the hook goes back */
            met++;
            sets_agree(&g.e, g.s, 0, 1);
            assert_true(chance_pick(&g.e, g.s, &rng));
            go_on(&g.e, g.s); /* run again, with one answer more */
            sets_agree(&g.e, g.s, 0, 1);
            sets_agree(&g.e, c, 0, 1);
            free(c);
        } while (chance_pick(&g.e, g.s, &rng));
    }
    assert_true(met > (getenv("CT_QUICK") ? 1 : 20));
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_finds_its_sets),
        cmocka_unit_test(rubbish_is_no_name),
        cmocka_unit_test(names_change_nothing),
        cmocka_unit_test(two_engines_never_give_one_name),
        cmocka_unit_test(another_engine_moves_a_clone),
        cmocka_unit_test(a_pile_that_gave_cards),
        cmocka_unit_test(a_hook_goes_back_to_its_cast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
