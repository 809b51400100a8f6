/* mute.c - a game that nobody is told of goes as one that is told: the kernel's short ways (moves
 * without care, bodies without frames) change nothing. Every ruleset, side by side. */
#include "kernel_fixture.h"

#include <dirent.h>
#include <sys/stat.h>

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
    int n = k_options_of(&p->told.e, p->told.s, seat),
        m = k_options_of(&p->mute.e, p->mute.s, seat);

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

static bool opens(struct game *g, const char *path)
{
    struct diags diags = {0};
    struct serror err;

    memset(g, 0, sizeof *g);
    g->def = definition_load(path, &diags);
    diags_free(&diags);
    if (!g->def)
        return false;
    for (int i = 0; i < g->def->k.noptions; i++)
        g->opt[i] = g->def->k.options[i].def;
    assert_int_equal(k_engine_init(&g->e, &g->def->k), 0);
    if (g->def->nscripts && !(g->script = definition_open_script(g->def, &err)))
        return false;
    if (g->script)
        g->e.host = script_host(g->script);
    return true;
}

static int play_ruleset(const char *path)
{
    struct pair p;
    bool open = opens(&p.told, path);
    int played = 0;

    if (opens(&p.mute, path) && open)
        for (int people = p.told.def->k.min_people; people <= p.told.def->k.max_people;
             people++)
            for (uint64_t seed = 1; seed <= GAMES; seed++)
                if (game_starts(&p.told, people, seed, true) &&
                    game_starts(&p.mute, people, seed, false)) {
                    play_pair(&p, path, seed);
                    played++;
                }
    struct game *both[] = {&p.told, &p.mute};
    for (int i = 0; i < 2; i++)
        if (both[i]->def)
            game_close(both[i]);
    return played;
}

static void goes_as_told(void **state)
{
    static const char *const folders[] = {"rulesets", "tests/rulesets"};
    int played = 0;

    (void)state;
    for (int i = 0; i < 2; i++) {
        DIR *dir = opendir(folders[i]);
        assert_non_null(dir);
        for (struct dirent *d; (d = readdir(dir));) {
            char path[600];
            struct stat st;

            snprintf(path, sizeof path, "%s/%s/ruleset.yaml", folders[i], d->d_name);
            if (d->d_name[0] == '.' || stat(path, &st))
                continue;
            *strrchr(path, '/') = 0;
            played += play_ruleset(path);
        }
        closedir(dir);
    }
    assert_true(played > 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_as_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
