/* log.c - what is said of a game does not depend on the way in which an engine goes: every ruleset, told by an engine
 * without shortcuts (ct_engine_plain) and by the usual one, to somebody who sees all and to a seat, line by line.
 */
#include "every_ruleset.h"

#include "cantrip.h"

enum { MOST_PICKS = 60, GAMES = 2 };

/* What is said between two questions. */
struct said {
    char *text;
    size_t n, cap;
};

static void say(void *ctx, const struct ct_line *line)
{
    struct said *to = ctx;
    size_t n = strlen(line->text);

    if (to->n + n + 40 > to->cap) {
        to->cap = 2 * (to->n + n + 40);
        to->text = realloc(to->text, to->cap);
        assert_non_null(to->text);
    }
    to->n += (size_t)sprintf(to->text + to->n, "%d %d ", line->kind, line->depth);
    memcpy(to->text + to->n, line->text, n);
    to->n += n;
    to->text[to->n++] = '\n';
    to->text[to->n] = 0;
}

/* The same game twice: [1] without shortcuts. */
struct twice {
    ct_engine *engine[2];
    ct_state *game[2];
    struct said said[2];
};

static bool begins(struct twice *t, const ct_definition *def, int observer, int people,
                   uint64_t seed)
{
    const struct ct_setup setup = {.people = people, .seed = seed, .flags = CT_TRACK};

    for (int i = 0; i < 2; i++) {
        t->engine[i] = ct_engine_new(def, NULL);
        assert_non_null(t->engine[i]);
        ct_engine_plain(t->engine[i], i);
        assert_int_equal(ct_log(t->engine[i], observer, say, t->said + i), 0);
        t->game[i] = ct_game_new(t->engine[i], &setup);
    }
    return t->game[0] && t->game[1];
}

static void ends(struct twice *t)
{
    for (int i = 0; i < 2; i++) {
        ct_state_free(t->game[i]);
        ct_engine_free(t->engine[i]);
        free(t->said[i].text);
    }
}

/* Both say the same since the last question; then that is forgotten. */
static bool say_alike(struct twice *t)
{
    struct said *a = t->said, *b = t->said + 1;
    bool alike = a->n == b->n && (!a->n || !memcmp(a->text, b->text, a->n));

    if (!alike)
        printf("usual:\n%splain:\n%s", a->n ? a->text : "", b->n ? b->text : "");
    a->n = b->n = 0;
    return alike;
}

/* Both go on to the next question, and each seat asked picks by chance. False: the game is over, or they part. */
static bool both_go_on(struct twice *t, struct krng *rng, bool *alike)
{
    int more[2], seat;

    for (int i = 0; i < 2; i++)
        more[i] = ct_advance(t->engine[i], t->game[i]);
    *alike = more[0] == more[1] &&
             (more[0] < 0 || say_alike(t)); /* how far work lasts is each engine's own */
    if (!*alike || more[0] != 1)
        return false;
    while ((seat = ct_next_seat(t->game[0])) >= 0) {
        int n = ct_choices(t->engine[0], t->game[0], seat);
        if (n <= 0) /* some rulesets of the tests are wrong by intent */
            return false;
        int at = (int)krng_below(rng, (uint32_t)n);
        if (ct_pick(t->engine[0], t->game[0], seat, at) ||
            ct_choices(t->engine[1], t->game[1], seat) != n ||
            ct_pick(t->engine[1], t->game[1], seat, at))
            return false;
    }
    return true;
}

struct tally {
    int games, faults;
};

static void told_alike(const char *path, void *ctx)
{
    struct tally *all = ctx;
    ct_diags *diags;
    ct_definition *def = ct_load(path, &diags);
    struct ct_info info;

    ct_diags_free(diags);
    if (!def)
        return;
    info = ct_get_info(def, NULL);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct twice t = {0};
        struct krng rng = krng_stream(seed, 7);
        bool alike = true;
        int people = seed % 2 ? info.max_people : info.min_people;
        if (begins(&t, def, seed % 2 ? CT_ALL : 0, people, seed))
            for (int i = 0; i < MOST_PICKS && both_go_on(&t, &rng, &alike); i++)
                ;
        if (!alike)
            print_error("%s, %d people, seed %u: the plain engine tells otherwise\n", path,
                        people, (unsigned)seed);
        all->games++;
        all->faults += !alike;
        ends(&t);
    }
    ct_free(def);
}

static void tells_as_plain(void **state)
{
    struct tally all = {0, 0};

    (void)state;
    each_ruleset(told_alike, &all);
    assert_int_equal(all.faults, 0);
    assert_true(all.games > (getenv("CT_QUICK") ? 10 : 150));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_as_plain)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
