/* grow.c - a pile without end: a game whose block grows is the same as one that had the room from its start.
 *
 * Card Ring is played twice, side by side: with its supply, of which copies are made as they are wanted, and with one that
 * has them all when it begins. Players take what they can get. What is asked, told, known and counted is the same.
 */
#include "api/block.h"
#include "kernel_fixture.h"
#include <stdlib.h>

enum { MANY = 1000 }; /* copies of each card that the other game begins with */

/* The game with its supply as it is, or with a large pool that does not grow. */
static void open_game(struct game *g, bool grows)
{
    game_load(g, "rulesets/card-ring");
    struct kzone *z = (struct kzone *)(uintptr_t)&g->def->k.zones[zone_id(g, "supply")];

    assert_true(z->grows);
    if (!grows) {
        z->grows = false;
        z->endless = MANY;
    }
}

static uint16_t def_of(const struct game *g, unsigned c)
{
    return c == NO_CARD ? NO_CARD : k_insts(g->s)[c].def;
}

/* Both have the same choices; returns how many. */
static int same_choices(struct game *a, struct game *b, int seat)
{
    int n = k_choices_of(&a->e, a->s, seat), m = k_choices_of(&b->e, b->s, seat);

    assert_true(n > 0);
    assert_int_equal(n, m);
    for (int i = 0; i < n; i++) {
        assert_int_equal(a->e.opts[i].action, b->e.opts[i].action);
        assert_int_equal(a->e.opts[i].number, b->e.opts[i].number);
        assert_int_equal(def_of(a, a->e.opts[i].card), def_of(b, b->e.opts[i].card));
        assert_int_equal(def_of(a, a->e.opts[i].target), def_of(b, b->e.opts[i].target));
    }
    return n;
}

static bool does(const struct game *g, int i, const char *action)
{
    return g->e.opts[i].action == id_of(g->def->actions, g->def->k.nactions, action);
}

/* A card of the supply if there is one; and little of what brings the game nearer to its end. */
static int greedy(const struct game *g, int n, struct krng *rng)
{
    int kept[500], k = 0;

    for (int i = n - 1; i >= 0; i--) {
        if (does(g, i, "take") && krng_below(rng, 8))
            return i;
        bool ends = g->e.opts[i].action == ACT_DONE || does(g, i, "buy") ||
                    does(g, i, "clear") || does(g, i, "attack");
        if (!ends || !krng_below(rng, 100))
            kept[k++] = i;
    }
    return k ? kept[krng_below(rng, (uint32_t)k)] : n - 1;
}

/* Equal cards may have other numbers, so views are compared card by card. */
static void same_table(struct game *a, struct game *b)
{
    static struct klook x[20000], y[20000];

    assert_int_equal(a->s->nslots, b->s->nslots);
    for (unsigned slot = 0; slot + 1u < a->s->nslots; slot++) {
        assert_int_equal(k_slots(a->s)[slot].count, k_slots(b->s)[slot].count);
        list_holds(a->s, slot);
    }
    for (int o = 0; o < a->s->nobs; o++) {
        assert_int_equal(k_digest(a->s, o), k_digest(b->s, o));
        int n = k_look(&a->e, a->s, o, REF_NONE, false, x, 20000),
            m = k_look(&b->e, b->s, o, REF_NONE, false, y, 20000);
        assert_int_equal(n, m);
        for (int i = 0; i < n; i++) {
            assert_int_equal(x[i].def, y[i].def);
            assert_int_equal(x[i].zone, y[i].zone);
            assert_int_equal(x[i].remembered, y[i].remembered);
        }
    }
}

/* It is written, read again, and goes on from what was read. */
static void comes_back(struct game *g)
{
    const char *why = NULL;
    size_t n = block_write(g->def, g->s, NULL, 0);
    uint8_t *bytes = malloc(n);

    assert_non_null(bytes);
    assert_int_equal(block_write(g->def, g->s, bytes, n), n);
    struct kstate *s = block_read(g->def, &g->e, bytes, n, &why);
    if (!s)
        fail_msg("%s", why);
    assert_int_equal(k_hash(&g->e, s), k_hash(&g->e, g->s));
    assert_int_equal(s->room, g->s->room);
    free(g->s);
    g->s = s;
    free(bytes);
}

static void plays_alike(int people, uint64_t seed, bool track, bool plain)
{
    struct game a, b;
    struct krng rng = krng_stream(seed, 7);
    int rc, steps = 0, grown = 0;

    open_game(&a, true);
    open_game(&b, false);
    k_without(&a.e, plain ? K_EVERY_WAY : 0);
    k_without(&b.e, plain ? K_EVERY_WAY : 0);
    game_start(&a, people, seed, track);
    game_start(&b, people, seed, track);
    unsigned cards = a.s->ninst;
    for (; (rc = k_advance(&a.e, a.s)) == k_advance(&b.e, b.s) && rc == 1 && steps < 6000;
         steps++) {
        assert_int_equal(k_rules(a.s)->pending, k_rules(b.s)->pending);
        if (a.s->ninst != cards) {
            cards = a.s->ninst;
            grown++;
            same_table(&a, &b);
            if (grown % 2)
                comes_back(&a);
        }
        for (int i = 0; i < people; i++)
            if (k_rules(a.s)->pending & BIT(i)) {
                int n = same_choices(&a, &b, i), pick = greedy(&a, n, &rng);
                assert_int_equal(k_pick(&a.e, a.s, i, pick), 0);
                assert_int_equal(k_pick(&b.e, b.s, i, pick), 0);
            }
        if (steps % 50 == 0)
            same_table(&a, &b);
    }
    if (rc < 0)
        fail_msg("error %d", (int)a.e.err.code);
    if (grown < 2)
        fail_msg("%d steps, %u cards, grown %d", steps, cards, grown);
    assert_true(k_rules(a.s)->rng.count == k_rules(b.s)->rng.count);
    game_close(&a);
    game_close(&b);
}

static void a_game_that_grows_is_the_same(void **state)
{
    (void)state;
    plays_alike(2, 1, true, false);
    plays_alike(3, 2, true, true);
    plays_alike(4, 3, false, false);
    plays_alike(3, 4, true, false);
}

/* Players who can pay for anything take at every pick of the longest game, and both cards are there to the last. */
static void the_longest_game_never_runs_out(void **state)
{
    struct game g;
    uint32_t picks, taken = 0;
    int rc;

    (void)state;
    open_game(&g, true);
    game_start(&g, 2, 1, true);
    picks = g.def->k.limits.picks;
    unsigned skill = (unsigned)id_of(g.def->counters, g.def->k.ncounters, "skill");
    for (unsigned i = 0; i < 2; i++)
        k_setup_counter(&g.e, g.s, skill, i, 1000000);
    while ((rc = k_advance(&g.e, g.s)) == 1)
        for (int seat = 0; seat < 2; seat++) {
            if (!(k_rules(g.s)->pending & BIT(seat)))
                continue;
            int n = k_choices_of(&g.e, g.s, seat), of[2], kinds = 0;
            for (int i = 0; i < n; i++)
                if (does(&g, i, "take"))
                    of[kinds++] = i;
            assert_true(kinds == 2 || !taken); /* the Play Phase is passed */
            taken += kinds == 2;
            assert_int_equal(k_pick(&g.e, g.s, seat, kinds == 2 ? of[taken % 3 == 0] : n - 1),
                             0);
        }
    assert_int_equal(rc, 0);
    assert_int_equal(k_rules(g.s)->status, K_UNFINISHED);
    assert_in_range(taken, picks - 10, picks);
    assert_in_range(k_slots(g.s)[slot_of(&g, "discard", 0)].count +
                        k_slots(g.s)[slot_of(&g, "discard", 1)].count,
                    picks - 10, picks);
    assert_true(g.s->size <= g.s->room);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_game_that_grows_is_the_same),
                                       cmocka_unit_test(the_longest_game_never_runs_out)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
