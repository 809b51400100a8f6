/* ran.c - what rules cost (ct_engine_profile): counting changes no game, loses no work, and is the same for engines that
 * share the games. Every ruleset.
 */
#include "api/internal.h"
#include "every_ruleset.h"

enum { GAMES = 3, PICKS = 400 };

struct run {
    uint64_t sum, work, calls; /* of the positions met; units of work of all calls; how many */
    int64_t left;              /* that the last call might still do */
    bool broken;               /* a game failed: then the kernel begins a call of its own */
};

/* Adds what was done since this was asked last: at most one call that the kernel counts for itself. */
static void add_work(const ct_engine *e, struct run *r)
{
    bool anew = e->k.calls != r->calls;

    r->work += (uint64_t)((anew ? e->def->k.limits.work * INT64_C(1000) : r->left) - e->k.left);
    r->calls = e->k.calls;
    r->left = e->k.left;
}

static struct kstate *begin(struct game *g, ct_engine *e, uint64_t seed, struct run *r)
{
    int people = e->def->k.min_people;
    uint32_t size = k_size(&e->k, people, g->opt, false);
    struct kstate *s = size ? calloc(1, size) : NULL;

    r->left = e->k.left; /* sizes are not counted */
    if (s && k_start(&e->k, s, people, g->opt, seed, false)) {
        free(s);
        s = NULL;
    }
    add_work(e, r);
    return s;
}

static void play(struct game *g, ct_engine *e, uint64_t seed, struct run *r)
{
    struct krng rng = krng_stream(seed, 11);
    struct kstate *s = begin(g, e, seed, r);
    int n = 0, rc = 0;

    for (; s && n < PICKS && (rc = k_advance(&e->k, s)) == 1; n++) {
        add_work(e, r);
        int seat = next_seat(s), all = k_choices_of(&e->k, s, seat);
        add_work(e, r);
        if (all < 1 || k_pick(&e->k, s, seat, (int)krng_below(&rng, (uint32_t)all)))
            break;
        add_work(e, r);
        r->sum = kmix(r->sum + k_hash(&e->k, s));
        add_work(e, r);
    }
    add_work(e, r);
    r->broken |= !s || rc < 0 || k_rules(s)->status == K_BROKEN;
    r->sum = kmix(r->sum + (uint64_t)rc + (uint64_t)n);
    free(s);
}

static ct_engine *opened(const struct ct_definition *def, bool counted)
{
    ct_engine *e = ct_engine_new(def, NULL);

    assert_non_null(e);
    assert_true(!counted || !ct_engine_profile(e));
    return e;
}

static uint64_t work_of(const ct_profile *p)
{
    struct ct_profiled x;
    uint64_t work = 0;

    for (int i = 0; ct_profile_get(p, i, &x); i++)
        work += x.work;
    return work;
}

static void same_profile(const char *path, const ct_profile *a, const ct_profile *b)
{
    struct ct_profiled x, y;

    for (int i = 0; ct_profile_get(a, i, &x) | ct_profile_get(b, i, &y); i++)
        if (!ct_profile_get(b, i, &y) || !ct_profile_get(a, i, &x) || x.line != y.line ||
            x.work != y.work || x.times != y.times || x.cards != y.cards || x.why != y.why)
            fail_msg("%s: line %d: %llu, %llu, %llu of one engine, of several line %d: %llu, "
                     "%llu, %llu",
                     path, x.line, (unsigned long long)x.work, (unsigned long long)x.times,
                     (unsigned long long)x.cards, y.line, (unsigned long long)y.work,
                     (unsigned long long)y.times, (unsigned long long)y.cards);
}

static void counts(const char *path, void *ctx)
{
    struct run without = {0}, with = {0}, shared = {0};
    struct game g;

    (void)ctx;
    if (!opens(&g, path))
        return;
    ct_profile *one = ct_profile_new(g.def), *two = ct_profile_new(g.def);
    ct_engine *e = opened(g.def, false), *counted = opened(g.def, true);
    free(begin(&g, counted, 1, &with)); /* it lays the game out, which is not counted */
    ct_profile_add(two, counted);
    ct_profile_free(two);
    two = ct_profile_new(g.def);
    with.work = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        ct_engine *own = opened(g.def, true);
        play(&g, e, seed, &without);
        play(&g, counted, seed, &with);
        play(&g, own, seed, &shared);
        ct_profile_add(two, own);
        ct_engine_free(own);
    }
    ct_profile_add(one, counted);
    if (with.sum != without.sum || shared.sum != without.sum)
        fail_msg("%s: the games are others when costs are counted", path);
    if (!with.broken && work_of(one) != with.work)
        fail_msg("%s: %llu units of work, of lines %llu", path, (unsigned long long)with.work,
                 (unsigned long long)work_of(one));
    same_profile(path, one, two);
    ct_profile_free(one);
    ct_profile_free(two);
    ct_engine_free(e);
    ct_engine_free(counted);
    game_close(&g);
}

static void counting_changes_nothing(void **state)
{
    (void)state;
    each_ruleset(counts, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counting_changes_nothing)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
