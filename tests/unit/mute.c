/* mute.c - a game that nobody is told of goes as one that is told: the kernel's short ways (moves
 * without care, bodies without frames) change nothing. Every ruleset, side by side. */
#include "every_ruleset.h"

enum { GAMES = 3, PICKS = 400 };

struct pair {
    struct game told, mute;
};

/* The same decision, the same choices, the same position. */
static void is_same(struct pair *p, const char *name)
{
    struct krules *a = k_rules(p->told.s), *b = k_rules(p->mute.s);

    if (a->pending != b->pending || a->status != b->status || a->nframes != b->nframes ||
        a->rng.count != b->rng.count ||
        k_position(&p->told.e, p->told.s) != k_position(&p->mute.e, p->mute.s))
        fail_msg("%s: the game that is told and the mute one part at pick %u", name,
                 (unsigned)k_know(p->told.s)->picks);
}

static int pick_both(struct pair *p, const char *name, int seat, struct krng *rng)
{
    int n = k_choices_of(&p->told.e, p->told.s, seat),
        m = k_choices_of(&p->mute.e, p->mute.s, seat);

    if (n < 0 || n != m)
        fail_msg("%s: %d choices told, %d mute", name, n, m);
    int at = (int)krng_below(rng, (uint32_t)n);
    uint64_t key = k_choice_key(&p->told.e, p->told.s, seat, &p->told.e.opts[at]);
    assert_true(key == k_choice_key(&p->mute.e, p->mute.s, seat, &p->mute.e.opts[at]));
    assert_int_equal(k_pick(&p->told.e, p->told.s, seat, at), 0);
    assert_int_equal(k_pick(&p->mute.e, p->mute.s, seat, at), 0);
    return n > 1;
}

static void play_pair(struct pair *p, const char *name, uint64_t seed)
{
    struct krng rng = krng_stream(seed, 7);

    for (int picks = 0; picks < PICKS;) {
        int rc = k_advance(&p->told.e, p->told.s);
        assert_int_equal(k_advance(&p->mute.e, p->mute.s), rc);
        if (rc < 0) /* some rulesets of the tests are wrong by intent */
            return;
        is_same(p, name);
        cards_hold(&p->told.def->k, p->told.s);
        cards_hold(&p->mute.def->k, p->mute.s);
        if (!rc)
            return;
        for (int i = 0; i < p->told.s->nseats; i++)
            if (k_rules(p->told.s)->pending & BIT(i))
                picks += pick_both(p, name, i, &rng) + (picks == 0);
    }
}

static void play_ruleset(const char *path, void *played)
{
    struct pair p;
    bool open = opens(&p.told, path);

    if (opens(&p.mute, path) && open)
        for (int people = p.told.def->k.min_people; people <= p.told.def->k.max_people;
             people++)
            for (uint64_t seed = 1; seed <= GAMES; seed++)
                if (game_starts(&p.told, people, seed, true) &&
                    game_starts(&p.mute, people, seed, false)) {
                    play_pair(&p, path, seed);
                    ++*(int *)played;
                }
    struct game *both[] = {&p.told, &p.mute};
    for (int i = 0; i < 2; i++)
        if (both[i]->def)
            game_close(both[i]);
}

static void goes_as_told(void **state)
{
    int played = 0;

    (void)state;
    each_ruleset(play_ruleset, &played);
    assert_true(played > (getenv("CT_QUICK") ? 10 : 250));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_as_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
