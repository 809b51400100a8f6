/* main.c - tests/property/foresee: nobody foresees. README.md says what it proves.
 *
 * The guess is the last pick of seat 0 in each ruleset; all other picks are random, and of
 * those who choose together seat 0 is last.
 */
#include "cantrip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUESSES = 10000, SAMPLES = 12, REFUSALS = 1000, LESSONS = 4000 };

static const struct {
    const char *name;
    int before; /* picks before the guess */
    double chance;
} rulesets[] = {
    {"guesses/ace", 0, 1.0 / 2},
    {"guesses/colour", 0, 1.0 / 2},
    {"guesses/shuffle", 0, 1.0 / 2},
    {"guesses/kept", 2, 1.0 / 2}, /* of three cards, but his own he knows */
    {"guesses/open", 1, 1.0 / 2},
    {"guesses/bid", 1, 1.0 / 2},
    {"guesses/hook", 0, 1.0 / 2},
    {"guesses/second", 1, 1.0 / 2},
    {"guesses/roll", 0, 1.0 / 2},
    {"guesses/lot", 0, 1.0 / 2},
    {"guesses/next", 0, 1.0 / 2},
    {"guesses/moved", 0, 1.0 / 2},
    {"guesses/emptied", 0, 1.0 / 2},
};
enum { RULESETS = sizeof rulesets / sizeof *rulesets };

/* They must be as blind as the chooser here; `learnt` after it has learnt what can be. */
static const char *const bots[] = {"greedy", "flat:24", "mcts:24", "learnt:-"};
enum { BOTS_HERE = sizeof bots / sizeof *bots };

struct table {
    ct_engine *e;
    ct_state *game, *world, *tried;
    struct ct_rng luck, streams;
    bool cheats; /* looks at the true state */
    ct_bot *bot; /* chooses instead, or NULL */
    long refused;
};

static _Noreturn void die(struct table *t, const char *what)
{
    printf("%s: %s\n0 passed, 1 failed\n", what, t->e ? ct_error(t->e) : "");
    exit(1);
}

/* A random pick of a pending seat, seat 0 last. */
static void pick_any(struct table *t, ct_state *s)
{
    unsigned others = ct_pending(s) & ~1u;
    int seat = 0;

    while (others && !(others >> seat & 1))
        seat++;
    int n = ct_choices(t->e, s, seat);
    if (n < 1 || ct_pick(t->e, s, seat, (int)ct_rng_below(&t->luck, (uint32_t)n)))
        die(t, "no pick");
}

/* Plays on by chance; what seat 0 has at the end. */
static int64_t play_out(struct table *t, ct_state *s)
{
    struct ct_result r;
    int rc;

    while ((rc = ct_advance(t->e, s)) == 1)
        pick_any(t, s);
    if (rc < 0 || ct_get_result(t->e, s, &r))
        die(t, "the game fails");
    return r.score[0];
}

/* t->world := what seat 0 may take for the world. False: no stream was accepted. */
static bool imagine(struct table *t)
{
    int rc = 0;

    if (t->cheats) {
        ct_copy(t->world, t->game);
        return true;
    }
    for (int i = 0; i < REFUSALS && !rc; i++) {
        rc = ct_resample(t->e, t->world, t->game, 0, ct_rng_next(&t->streams));
        t->refused += rc == 0;
    }
    if (rc < 0)
        die(t, "resample");
    return rc == 1;
}

/* The choice that does best in the worlds he imagines; the first of equals. */
static int best(struct table *t, int n)
{
    int64_t sum[64] = {0};
    int top = 0;

    for (int k = 0; k < SAMPLES && imagine(t); k++)
        for (int i = 0; i < n && i < 64; i++) {
            ct_copy(t->tried, t->world);
            if (ct_pick(t->e, t->tried, 0, i))
                die(t, "a choice is not offered in a sample");
            sum[i] += play_out(t, t->tried);
        }
    for (int i = 1; i < n && i < 64; i++)
        if (sum[i] > sum[top])
            top = i;
    return top;
}

/* One game up to the guess, the guess, the rest. Is it right? */
static bool guess(struct table *t, uint64_t seed, int before)
{
    if (ct_game_restart(t->e, t->game, seed))
        die(t, "no game");
    t->luck = ct_rng_make(seed, 5);
    t->streams = ct_rng_make(seed, 6);
    for (int i = 0; i < before; i++) {
        if (ct_advance(t->e, t->game) != 1)
            die(t, "the game ends before the guess");
        pick_any(t, t->game);
    }
    if (ct_advance(t->e, t->game) != 1 || ct_pending(t->game) != 1)
        die(t, "seat 0 is not asked alone");
    if (t->bot)
        ct_bot_begin(t->bot, t->game, 0, seed);
    int n = ct_choices(t->e, t->game, 0);
    int pick = n < 2 ? -1 : t->bot ? ct_bot_choose(t->bot, t->game, 0) : best(t, n);
    if (pick < 0 || ct_choices(t->e, t->game, 0) != n || ct_pick(t->e, t->game, 0, pick))
        die(t, "there is nothing to guess");
    return play_out(t, t->game) > 0;
}

/* What can be learnt of the game. */
static ct_policy *learn(struct table *t, const ct_definition *def, const struct ct_setup *setup)
{
    ct_learner *l = ct_learner_new(def, setup, NULL, 1, NULL);
    size_t n;

    while (l && ct_learner_get(l).games < LESSONS)
        if (ct_learner_batch(l, LESSONS))
            die(t, ct_learner_error(l));
    char *text = l ? ct_learner_text(l, &n) : NULL;
    ct_policy *policy = text ? ct_policy_read(def, "-", text, n, NULL) : NULL;
    if (!policy)
        die(t, "nothing is learnt");
    free(text);
    ct_learner_free(l);
    return policy;
}

/* How many of GUESSES guesses are right; `bot`: as it is written, or NULL. */
static long count(const ct_definition *def, int before, const char *bot, bool cheats,
                  long *refused)
{
    struct ct_setup setup = {.people = ct_get_info(def, NULL).min_people, .flags = CT_TRACK};
    struct table t = {.e = ct_engine_new(def, NULL), .cheats = cheats};
    struct ct_rng seeds = ct_rng_make(1, 7);
    struct ct_bot_spec spec;
    char why[256];
    long right = 0;

    ct_policy *policy = NULL;
    if (bot && ct_bot_parse(bot, &spec, why, sizeof why))
        die(&t, bot);
    if (bot && spec.kind == CT_BOT_LEARNT)
        spec.policy = policy = learn(&t, def, &setup);
    if (bot && !(t.bot = ct_bot_new(def, &spec)))
        die(&t, bot);
    if (!t.e || !(t.game = ct_game_new(t.e, &setup)))
        die(&t, "no game");
    t.world = ct_clone(t.game);
    t.tried = ct_clone(t.game);
    for (int i = 0; i < GUESSES; i++)
        right += guess(&t, ct_rng_next(&seeds), before);
    *refused = t.refused;
    ct_bot_free(t.bot);
    ct_policy_free(policy);
    ct_state_free(t.game);
    ct_state_free(t.world);
    ct_state_free(t.tried);
    ct_engine_free(t.e);
    return right;
}

static int passed, failed;

static void test_ruleset(int i)
{
    double mean = GUESSES * rulesets[i].chance;
    double wide = 4 * sqrt(mean * (1 - rulesets[i].chance));
    long refused, none;
    char dir[100];

    snprintf(dir, sizeof dir, "tests/rulesets/%s", rulesets[i].name);
    ct_diags *diags;
    ct_definition *def = ct_load(dir, &diags);
    if (!def) {
        char *text = ct_diags_text(diags, false);
        printf("%s: does not load\n%s", dir, text);
        free(text);
        failed += 2;
    } else {
        long right = count(def, rulesets[i].before, NULL, false, &refused);
        long cheat = count(def, rulesets[i].before, NULL, true, &none);
        bool blind = fabs((double)right - mean) <= wide, sees = (double)cheat > mean + wide;
        printf("%-10s %8.0f %8.0f %10ld %8ld %11ld", rulesets[i].name, mean, wide, right,
               refused, cheat);
        for (int k = 0; k < BOTS_HERE; k++) {
            right = count(def, rulesets[i].before, bots[k], false, &none);
            printf(" %8ld", right);
            blind = blind && fabs((double)right - mean) <= wide;
        }
        printf("  %s%s\n", blind ? "" : "NOT BLIND ", sees ? "" : "THE STATE DOES NOT HELP");
        passed += blind + sees;
        failed += !blind + !sees;
    }
    ct_diags_free(diags);
    ct_free(def);
}

int main(int argc, char **argv)
{
    printf("right of %d guesses\n%-10s %8s %8s %10s %8s %11s", GUESSES, "ruleset", "chance",
           "4 sigma", "resampled", "refused", "full state");
    for (int k = 0; k < BOTS_HERE; k++)
        printf(" %8s", bots[k]);
    puts("");
    for (int i = 0; i < RULESETS; i++)
        if (argc < 2 || !strcmp(argv[1], rulesets[i].name))
            test_ruleset(i);
    printf("\n%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
