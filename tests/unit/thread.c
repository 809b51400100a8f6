/* thread.c - a hook that goes on where it asked does what it does when it is run again.
 *
 * Every ruleset with hooks that ask is played twice, side by side: by an engine that keeps hooks at
 * their questions, and by one that always runs them again. Several lines of a game take turns on one
 * engine; by chance they are cloned, taken back to each other, sampled, or lose their stamps as if they came
 * from bytes. After each call every byte, event, choice and error of the two is the same.
 */
#include "every_ruleset.h"
#include "script/script.h"

enum { GAMES = 2, STEPS = 260, LINES = 3 };

struct side {
    struct game g;
    struct kstate *line[LINES];
    struct khost inner;
    uint64_t told; /* a hash of all events */
    uint64_t print;
    int went_on;
    int64_t work;  /* that a hook may do; 0: what is left */
    int64_t spent; /* by all hooks of a game */
};

struct twins {
    struct side kept, plain;
    int played, went_on, failed;
};

/* ---- what the two sides did ---- */

static void listen(void *ctx, struct kstate *s, const struct kevent *ev)
{
    struct side *side = ctx;
    uint64_t v[] = {ev->kind,        ev->seat,
                    ev->seats,       ev->card,
                    ev->def,         ev->from,
                    ev->to,          ev->place,
                    ev->id,          (uint64_t)ev->number,
                    ev->serial,      ev->number,
                    ev->from_place,  ev->extra,
                    ev->pick.action, ev->pick.card,
                    ev->pick.helper, ev->pick.target,
                    ev->pick.seat,   (uint64_t)ev->pick.number};

    (void)s;
    side->told = k_hash_bytes(v, sizeof v, side->told);
}

static enum hook_result went_on(void *ctx, struct kengine *e, unsigned hook)
{
    struct side *side = ctx;

    if (side->work)
        e->left = side->work;
    int64_t before = e->left;
    enum hook_result res = side->inner.go_on(side->inner.ctx, e, hook);

    side->spent += before - e->left;
    side->went_on += res != HOOK_GONE;
    return res;
}

static enum hook_result acting(void *ctx, struct kengine *e, unsigned hook)
{
    struct side *side = ctx;

    if (side->work)
        e->left = side->work;
    int64_t before = e->left;
    enum hook_result res = side->inner.acting(side->inner.ctx, e, hook);

    side->spent += before - e->left;
    return res;
}

static int64_t pure(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg, int n)
{
    struct side *side = ctx;

    return side->inner.pure(side->inner.ctx, e, hook, arg, n);
}

static bool asks(void *ctx, unsigned hook)
{
    struct side *side = ctx;

    return side->inner.asks(side->inner.ctx, hook);
}

/* A hook of these rulesets keeps something in a table of the script, which no law allows. */
static bool keeps(const struct side *side)
{
    return script_fingerprint(side->g.script) != side->print;
}

/* False: they differ, and may. */
static bool is_same(struct twins *t, const char *name, int i, const char *after)
{
    struct kstate *a = t->kept.line[i], *b = t->plain.line[i];
    const char *what = k_hash(&t->kept.g.e, a) != k_hash(&t->plain.g.e, b) ? "state"
                       : k_position(&t->kept.g.e, a) != k_position(&t->plain.g.e, b)
                           ? "position"
                       : t->kept.told != t->plain.told ? "events"
                                                       : NULL;

    if (!what)
        return true;
    if (keeps(&t->kept) || keeps(&t->plain))
        return false;
    fail_msg("%s: after %s, at pick %u, the %s of a hook that went on is another", name, after,
             (unsigned)k_know(a)->picks, what);
    return false;
}

/* Both failed: the same error, in the same words. */
static void fails_alike(struct twins *t, const char *name)
{
    const struct kerror *x = &t->kept.g.e.err, *y = &t->plain.g.e.err;
    const struct serror *a = script_error(t->kept.g.script),
                        *b = script_error(t->plain.g.script);

    if (keeps(&t->kept) || keeps(&t->plain))
        return;
    if (x->code != y->code || x->a != y->a || x->b != y->b || x->src != y->src)
        fail_msg("%s: error %d, plain %d", name, x->code, y->code);
    t->failed++;
    if (x->code != K_E_HOOK)
        return;
    assert_string_equal(a->message, b->message);
    assert_string_equal(a->hook, b->hook);
    assert_string_equal(a->file, b->file);
    assert_string_equal(a->traceback, b->traceback);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->cause, b->cause);
}

/* ---- playing ---- */

static void copy_line(struct side *side, int to, int from)
{
    if (to != from)
        k_clone(side->line[to], side->line[from]);
}

/* 1: it goes on; 0: over; -1: both failed, or keep something. */
static int go_on_both(struct twins *t, const char *name, int i)
{
    int rc = k_advance(&t->kept.g.e, t->kept.line[i]);
    int again = k_advance(&t->plain.g.e, t->plain.line[i]);

    if (rc != again && (keeps(&t->kept) || keeps(&t->plain)))
        return -1;
    if (rc != again)
        fail_msg("%s: %d, plain %d", name, rc, again);
    if (rc < 0)
        fails_alike(t, name);
    return rc < 0 || !is_same(t, name, i, "going on") ? -1 : rc;
}

static int pick_both(struct twins *t, const char *name, int i, struct krng *rng)
{
    struct kstate *a = t->kept.line[i], *b = t->plain.line[i];
    uint32_t pending = k_rules(a)->pending;

    for (int skip = (int)krng_below(rng, (uint32_t)__builtin_popcount(pending)); skip--;)
        pending &= pending - 1;
    int seat = __builtin_ctz(pending);
    int n = k_choices_of(&t->kept.g.e, a, seat), m = k_choices_of(&t->plain.g.e, b, seat);
    if (n != m)
        fail_msg("%s: %d choices, plain %d", name, n, m);
    if (n < 0) {
        fails_alike(t, name);
        return -1;
    }
    int at = (int)krng_below(rng, (uint32_t)n);
    assert_true(k_choice_key(&t->kept.g.e, a, seat, &t->kept.g.e.opts[at]) ==
                k_choice_key(&t->plain.g.e, b, seat, &t->plain.g.e.opts[at]));
    assert_int_equal(k_pick(&t->kept.g.e, a, seat, at), 0);
    assert_int_equal(k_pick(&t->plain.g.e, b, seat, at), 0);
    return 1;
}

/* Line j becomes a world that a seat cannot tell from line i. */
static void sample_both(struct twins *t, const char *name, int j, int i, struct krng *rng)
{
    uint64_t stream = krng_next(rng);
    int o = (int)krng_below(rng, (uint32_t)t->kept.line[i]->nseats + 1);

    if (i == j || k_rules(t->kept.line[i])->status != K_RUNNING)
        return;
    int rc = k_resample(&t->kept.g.e, t->kept.line[j], t->kept.line[i], o, stream);
    assert_int_equal(k_resample(&t->plain.g.e, t->plain.line[j], t->plain.line[i], o, stream),
                     rc);
    if (rc == 1 && is_same(t, name, j, "a sample"))
        return;
    copy_line(&t->kept, j, i);
    copy_line(&t->plain, j, i);
}

/* One thing that happens to line i. As go_on_both. */
static int step(struct twins *t, const char *name, int i, struct krng *rng)
{
    int j = (int)krng_below(rng, LINES);

    switch (krng_below(rng, 14)) {
    case 0:
    case 1: /* a clone, or back to where another line is */
        copy_line(&t->kept, i, j);
        copy_line(&t->plain, i, j);
        return is_same(t, name, i, "a clone") ? 1 : -1;
    case 2: sample_both(t, name, j, i, rng); return 1;
    case 3: /* as from bytes */ t->kept.line[i]->stamp = t->plain.line[i]->stamp = 0; return 1;
    case 4: /* another answer */
        if (k_rules(t->kept.line[i])->decision == DEC_HOOK)
            for (int seat = 0; seat < t->kept.line[i]->nseats; seat++) {
                k_unanswer(t->kept.line[i], seat);
                k_unanswer(t->plain.line[i], seat);
            }
        return 1;
    default: break;
    }
    int rc = go_on_both(t, name, i);
    return rc > 0 ? pick_both(t, name, i, rng) : rc;
}

static void play(struct twins *t, const char *name, uint64_t seed)
{
    struct krng rng = krng_stream(seed, 7);

    t->kept.told = t->plain.told = 0;
    for (int n = 0; n < STEPS; n++) {
        /* often the same line again: else hardly a thread waits for its own answer */
        int i = krng_below(&rng, 3) ? 0 : (int)krng_below(&rng, LINES);
        if (step(t, name, i, &rng) < 0)
            return;
    }
}

/* ---- every ruleset ---- */

static bool side_opens(struct side *side, const char *path)
{
    if (!opens(&side->g, path))
        return false;
    side->inner = side->g.e.host;
    if (!side->g.script)
        return true;
    side->g.e.host = (struct khost){
        .ctx = side, .acting = acting, .go_on = went_on, .pure = pure, .asks = asks};
    side->g.e.tell = listen;
    side->g.e.tell_ctx = side;
    side->print = script_fingerprint(side->g.script);
    return true;
}

static bool side_starts(struct side *side, int people, uint64_t seed, bool track)
{
    bool ok = game_starts(&side->g, people, seed, track);

    for (int i = 0; ok && i < LINES; i++) {
        free(side->line[i]);
        side->line[i] = block_copy(side->g.s);
    }
    return ok;
}

static void side_closes(struct side *side)
{
    for (int i = 0; i < LINES; i++)
        free(side->line[i]);
    if (side->g.def)
        game_close(&side->g);
}

static bool some_hook_asks(const struct side *side)
{
    for (unsigned h = 0; side->g.script && h < side->g.def->k.nhooks; h++)
        if (side->inner.asks(side->inner.ctx, h))
            return true;
    return false;
}

static void play_table(struct twins *t, const char *path, int people)
{
    int failed = t->failed;

    for (uint64_t seed = 1; seed <= 2 * GAMES && t->failed < failed + 2; seed++)
        if (side_starts(&t->kept, people, seed, seed % 2) &&
            side_starts(&t->plain, people, seed, seed % 2)) {
            play(t, path, seed);
            t->played++;
        }
}

/* Every value of its option `t`, if it has one. */
static void play_options(struct twins *t, const char *path)
{
    const struct kdef *d = &t->kept.g.def->k;
    int of = 0, words = 1;

    for (int i = 0; i < d->noptions; i++)
        if (!strcmp(t->kept.g.def->options[i].name.id, "t"))
            of = i, words = t->kept.g.def->options[i].values.n;
    for (int w = 0; w < words; w++) {
        if (words > 1)
            t->kept.g.opt[of] = t->plain.g.opt[of] = t->kept.g.def->options[of].value_is[w];
        for (int people = d->min_people; people <= d->max_people; people++)
            play_table(t, path, people);
    }
}

static void play_ruleset(const char *path, void *ctx)
{
    struct twins *all = ctx, t = {0};

    if (side_opens(&t.kept, path) && side_opens(&t.plain, path) && some_hook_asks(&t.kept)) {
        t.plain.g.e.host.go_on = NULL;
        play_options(&t, path);
    }
    all->played += t.played;
    all->went_on += t.kept.went_on;
    all->failed += t.failed;
    side_closes(&t.kept);
    side_closes(&t.plain);
}

static void goes_on_as_run_again(void **state)
{
    struct twins all = {0};

    (void)state;
    each_ruleset(play_ruleset, &all);
    print_message("%d games, %d hooks went on, %d failed\n", all.played, all.went_on,
                  all.failed);
    assert_true(getenv("CT_QUICK") || all.played > 150);
    assert_true(getenv("CT_QUICK") || all.went_on > 2000);
    assert_true(getenv("CT_QUICK") || all.failed > 10);
}

/* ---- alone ---- */

/* What a hook had before its question is good after it, also where it is run again. */
static void what_it_had_is_good(void **state)
{
    static const char *const how[] = {"t=selectors", "t=loops", "t=within", "t=again",
                                      "t=calls"};
    struct game g;

    (void)state;
    game_load(&g, "features/kept");
    enum hook_result (*keeps)(void *, struct kengine *, unsigned) = g.e.host.go_on;
    for (int i = 0; i < 2 * N(how); i++) {
        set_option(&g, how[i / 2], 0);
        g.e.host.go_on = i % 2 ? NULL : keeps;
        for (uint64_t seed = 1; seed < 5; seed++) {
            game_start(&g, 3, seed, true);
            assert_true(play_on(&g, seed, NULL) > 0);
        }
    }
    game_close(&g);
}

/* It is a shortcut: an engine without any does not take it. */
static void none_goes_on_in_a_plain_engine(void **state)
{
    (void)state;
    for (int plain = 0; plain < 2; plain++) {
        struct side side = {0};

        assert_true(side_opens(&side, "tests/rulesets/features/kept"));
        k_without(&side.g.e, plain ? K_EVERY_WAY : 0);
        game_start(&side.g, 3, 1, true);
        assert_true(play_on(&side.g, 1, NULL) > 5);
        assert_true(plain ? !side.went_on : side.went_on > 5);
        side_closes(&side);
    }
}

/* Where it failed is told as of a hook that does not ask. */
static void where_it_failed(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/kept");
    set_option(&g, "t=refused", 0);
    game_start(&g, 3, 1, true);
    for (struct krng rng = krng_stream(1, 5); k_advance(&g.e, g.s) > 0;) {
        int seat = next_seat(g.s), n = k_choices_of(&g.e, g.s, seat);
        assert_int_equal(k_pick(&g.e, g.s, seat, (int)krng_below(&rng, (uint32_t)n)), 0);
    }
    const struct serror *err = script_error(g.script);
    assert_int_equal(g.e.err.code, K_E_HOOK);
    assert_string_equal(err->hook, "step.refused");
    assert_string_equal(err->file, "tests/rulesets/features/kept/hooks.lua");
    assert_string_equal(err->message, "one seat is needed, but `others` is several");
    assert_non_null(strstr(err->traceback, "stack traceback:\n\t[C]: in method 'move'\n\t"));
    game_close(&g);
}

/* What hooks did before is done without Lua: the same, and where their work runs out with the same words. How often. */
static int known_is_done_alike(const char *name)
{
    struct twins t = {0};

    assert_true(side_opens(&t.kept, name) && side_opens(&t.plain, name));
    script_only_lua(t.plain.g.script);
    for (int64_t work = 0; work < 1200; work += work < 300 ? 3 : 30) {
        for (uint64_t seed = 1; seed <= (work ? 2 : 30); seed++) {
            struct krng rng = krng_stream(seed, 7);

            t.kept.told = t.plain.told = 0;
            t.kept.work = t.plain.work = t.kept.spent = t.plain.spent = 0;
            assert_true(side_starts(&t.kept, 3, seed, seed % 4 == 0));
            assert_true(side_starts(&t.plain, 3, seed, seed % 4 == 0));
            t.kept.work = t.plain.work = work;
            while (go_on_both(&t, name, 0) > 0)
                while (k_rules(t.kept.line[0])->pending)
                    pick_both(&t, name, 0, &rng);
            assert_int_equal(t.kept.g.e.left, t.plain.g.e.left);
            assert_int_equal(t.kept.spent, t.plain.spent);
        }
    }
    side_closes(&t.kept);
    side_closes(&t.plain);
    return t.failed;
}

static void what_is_known_is_done_alike(void **state)
{
    (void)state;
    assert_true(known_is_done_alike("rulesets/fairytale") > 50);
    assert_true(known_is_done_alike("tests/rulesets/features/traced") > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_had_is_good),
        cmocka_unit_test(none_goes_on_in_a_plain_engine),
        cmocka_unit_test(where_it_failed),
        cmocka_unit_test(what_is_known_is_done_alike),
        cmocka_unit_test(goes_on_as_run_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
