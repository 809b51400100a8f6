/* digest.c - searches keep digests of their own (tell.c: what all are told alike goes into one for all). They must tell
 * histories apart as the whole ones do: equal where those are equal, different where those differ. Every ruleset. */
#include "every_ruleset.h"

enum { WORLDS = 24, PICKS = 12, MOST = WORLDS * PICKS * K_MAX_SEATS };

/* What a seat was told by the time that somebody was asked. */
struct history {
    uint64_t whole, quick, seat;
};

struct met {
    const char *name;
    struct history h[MOST];
    unsigned n, alike; /* alike: neighbours of different worlds with one history, over all */
};

/* Plays on by chance and writes down the digests of all persons each time that somebody is asked. How many. */
static unsigned listen(struct kengine *e, struct kstate *s, uint64_t chance, uint64_t *out)
{
    struct krng rng = krng_stream(chance, 3);
    unsigned n = 0;

    for (int picks = 0; picks < PICKS && k_advance(e, s) == 1; picks++) {
        int seat = next_seat(s), all = k_choices_of(e, s, seat);
        if (all < 1 || k_pick(e, s, seat, (int)krng_below(&rng, (uint32_t)all)))
            return n;
        for (int o = 0; o < s->nseats; o++)
            if (!s->seat_kind[o])
                out[n++] = k_digest(s, o);
    }
    return n;
}

static int by_whole(const void *a, const void *b)
{
    const struct history *x = a, *y = b;

    return x->seat != y->seat     ? (x->seat > y->seat) - (x->seat < y->seat)
           : x->whole != y->whole ? (x->whole > y->whole) - (x->whole < y->whole)
                                  : (x->quick > y->quick) - (x->quick < y->quick);
}

static int by_quick(const void *a, const void *b)
{
    struct history x = *(const struct history *)a, y = *(const struct history *)b;
    uint64_t whole = x.whole;

    x.whole = x.quick, x.quick = whole;
    whole = y.whole, y.whole = y.quick, y.quick = whole;
    return by_whole(&x, &y);
}

static void tell_apart_alike(struct met *m)
{
    qsort(m->h, m->n, sizeof *m->h, by_whole);
    for (unsigned i = 1; i < m->n; i++) {
        bool same = m->h[i].seat == m->h[i - 1].seat && m->h[i].whole == m->h[i - 1].whole;
        m->alike += same;
        if (same && m->h[i].quick != m->h[i - 1].quick)
            fail_msg("%s: one history of seat %u has two digests", m->name,
                     (unsigned)m->h[i].seat);
    }
    qsort(m->h, m->n, sizeof *m->h, by_quick);
    for (unsigned i = 1; i < m->n; i++)
        if (m->h[i].seat == m->h[i - 1].seat && m->h[i].quick == m->h[i - 1].quick &&
            m->h[i].whole != m->h[i - 1].whole)
            fail_msg("%s: two histories of seat %u have one digest", m->name,
                     (unsigned)m->h[i].seat);
}

/* A world of the searcher, played on twice: with whole digests and with those of a search. */
static void both_ways(struct game *g, struct met *m, int seat, uint64_t world,
                      struct kstate *whole, struct kstate *quick)
{
    static uint64_t a[MOST], b[MOST];
    unsigned people = (unsigned)__builtin_popcount(g->s->people_seats);

    if (k_resample(&g->e, whole, g->s, seat, world % 6) != 1)
        return;
    k_clone(quick, whole);
    quick->track = TRACK_TOLD;
    unsigned n = listen(&g->e, whole, world / 2, a);
    assert_int_equal(listen(&g->e, quick, world / 2, b), n);
    for (unsigned i = 0; i < n; i++)
        m->h[m->n++] = (struct history){a[i], b[i], i % people};
}

static void from_here(struct game *g, struct met *m, int seat)
{
    struct kstate *whole = block_copy(g->s), *quick = block_copy(g->s);

    m->n = 0;
    for (uint64_t world = 0; world < WORLDS; world++)
        both_ways(g, m, seat, world, whole, quick);
    tell_apart_alike(m);
    free(whole);
    free(quick);
}

static void in_ruleset(const char *path, void *ctx)
{
    struct game g;
    struct met *m = ctx;

    m->name = path;
    if (opens(&g, path))
        for (int people = g.def->k.min_people; people <= g.def->k.max_people; people++) {
            if (!game_starts(&g, people, 5, true))
                continue;
            for (int n = 0; n < 6 && k_advance(&g.e, g.s) == 1; n++) {
                int seat = next_seat(g.s), all = k_choices_of(&g.e, g.s, seat);
                if (n % 2)
                    from_here(&g, m, seat);
                if (all < 1 || k_pick(&g.e, g.s, seat, n % all))
                    break;
            }
        }
    if (g.def)
        game_close(&g);
}

static void searches_tell_histories_apart(void **state)
{
    static struct met m;

    (void)state;
    each_ruleset(in_ruleset, &m);
    print_message("%u times one history in two worlds\n", m.alike);
    assert_true(m.alike > 1000);
}

/* What seat 0 was told, in a search: a card that others do not see, and something that all hear. */
static uint64_t told_in_order(struct game *g, bool card_first)
{
    assert_true(game_starts(g, 2, 5, true));
    g->s->track = TRACK_TOLD;
    for (int i = 0; i < 2; i++) {
        struct kevent ev =
            (i == 0) == card_first ? k_event_of(&g->e, TELL_MOVE, 0) : k_event(TELL_ROLL);
        ev.number = 6;
        k_emit(&g->e, &ev, BIT(0));
    }
    return k_digest(g->s, 0);
}

static void what_came_first_is_told_apart(void **state)
{
    struct game g;

    (void)state;
    assert_true(opens(&g, "rulesets/fairytale"));
    uint64_t card = told_in_order(&g, true);
    assert_true(card != told_in_order(&g, false));
    assert_true(card == told_in_order(&g, true));
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(searches_tell_histories_apart),
                                       cmocka_unit_test(what_came_first_is_told_apart)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
