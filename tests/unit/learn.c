/* learn.c - bots that learn: what they may see, what they learn, and the file of it. */
#include "base/str.h"
#include "bot/policy.h"
#include "every_ruleset.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static void own_exp_is_exp(void **state)
{
    (void)state;
    assert_true(policy_exp(0) == 1.0);
    for (int i = 0; i < 4000; i++) {
        double x = -i / 100.0;
        assert_true(fabs(policy_exp(x) / exp(x) - 1) < 1e-6);
    }
    assert_true(policy_exp(-1000) == 0);
}

/* What is learnt from so many games, as a file; freed by the caller. */
static char *learnt(const ct_definition *def, int people, uint64_t games, int jobs, size_t *n)
{
    struct ct_setup setup = {.people = people, .seed = 3};
    ct_learner *l = ct_learner_new(def, &setup, NULL, jobs, NULL);

    assert_non_null(l);
    while (ct_learner_get(l).games < games)
        assert_int_equal(ct_learner_batch(l, games - ct_learner_get(l).games), 0);
    char *text = ct_learner_text(l, n);
    assert_non_null(text);
    ct_learner_free(l);
    return text;
}

static ct_policy *read_back(const ct_definition *def, const char *text, size_t n)
{
    ct_policy *p = ct_policy_read(def, "x.policy", text, n, NULL);

    assert_non_null(p);
    return p;
}

static void jobs_change_nothing(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    size_t n, m;
    char *one = learnt(def, 3, 53, 1, &n);

    (void)state;
    for (int jobs = 2; jobs <= 5; jobs++) {
        char *other = learnt(def, 3, 53, jobs, &m);
        assert_int_equal(m, n);
        assert_memory_equal(one, other, n);
        free(other);
    }
    free(one);
    ct_free(def);
}

/* The same on every machine: whoever changes how it is learnt, or that ruleset, writes the new sum here. */
static void every_machine_learns_the_same(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/games/duel", NULL);
    size_t n;
    char *text = learnt(def, ct_get_info(def, NULL).min_people, 200, 2, &n);

    (void)state;
    assert_int_equal(XXH64(text, n, 0), 0xc8b7dfd45423cc26);
    free(text);
    ct_free(def);
}

/* How often the most frequent thing is seen in the first choice of such a game. */
static int most_alike(const char *path)
{
    ct_definition *def = ct_load(path, NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *s = ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 1, .flags = CT_TRACK});
    struct features f;
    int most = 0;

    assert_true(features_init(&f, def) && features_begin(&f, e, s) == 0);
    assert_int_equal(ct_advance(e, s), 1);
    int seat = __builtin_ctz(ct_pending(s)), n = ct_choices(e, s, seat);
    assert_int_equal(features_gather(&f, e, s, seat, n), 0);
    for (int i = 0; i < f.n; i++) {
        int alike = 0;
        for (int k = 0; k < f.n; k++)
            alike += f.at[k] == f.at[i];
        most = alike > most ? alike : most;
    }
    features_free(&f);
    ct_state_free(s);
    ct_engine_free(e);
    ct_free(def);
    return most;
}

/* Of 46 tins in the supply the first four count, the 8th, the 16th, the 32nd. */
static void copies_count_in_steps(void **state)
{
    (void)state;
    assert_int_equal(most_alike("tests/rulesets/games/counties"), 7);
}

static void what_is_learnt_wins(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    struct ct_setup setup = {.people = 2, .seed = 1};
    ct_learner *l = ct_learner_new(def, &setup, NULL, 2, NULL);
    struct ct_learn_share before, after, past;
    bool quick = getenv("CT_QUICK") != NULL; /* what wins shows without valgrind */
    int games = quick ? 32 : 400;

    (void)state;
    assert_int_equal(ct_learner_measure(l, games, &before, &past), 0);
    while (ct_learner_get(l).games < 2 * (uint64_t)games)
        assert_int_equal(ct_learner_batch(l, 16), 0);
    assert_int_equal(ct_learner_measure(l, games, &after, &past), 0);
    assert_true(after.games == games && after.error > 0);
    assert_true(quick || (before.share < 0.75 && after.share > 0.85));
    assert_true(quick || (past.share > 0.65 && after.error < 0.03));
    ct_learner_free(l);
    ct_free(def);
}

static void learning_goes_on(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    struct ct_setup setup = {.people = 2, .seed = 4};
    size_t n, m;
    char *text = learnt(def, 2, 32, 1, &n), *again;

    (void)state;
    ct_policy *p = read_back(def, text, n);
    ct_learner *l = ct_learner_new(def, &setup, p, 1, NULL);
    again = ct_learner_text(l, &m);
    ct_policy *q = read_back(def, again, m);
    assert_memory_equal(p->weight, q->weight, sizeof p->weight);
    assert_int_equal(ct_policy_get_info(q).games, 32);
    ct_policy_free(q);
    free(again);
    assert_int_equal(ct_learner_batch(l, 16), 0);
    again = ct_learner_text(l, &m);
    q = read_back(def, again, m);
    assert_int_equal(ct_policy_get_info(q).games, 48);
    assert_memory_not_equal(p->weight, q->weight, sizeof p->weight);
    ct_policy_free(q);
    free(again);
    free(text);
    ct_learner_free(l);
    ct_policy_free(p);
    ct_free(def);
}

/* ---- the file ---- */

static void a_file_is_what_was_written(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    size_t n, m;
    char *text = learnt(def, 4, 16, 1, &n);
    ct_policy *p = read_back(def, text, n);
    char *again = ct_policy_text(p, &m);

    (void)state;
    assert_int_equal(m, n);
    assert_true(p->info.same_rules && p->info.fresh == 0 && p->info.people == 4);
    ct_policy *q = read_back(def, again, m);
    assert_memory_equal(p->weight, q->weight, sizeof p->weight);
    free(again);
    /* the ends of what a weight may be */
    memset(p->weight, 0, sizeof p->weight);
    p->weight[0] = INT16_MIN;
    p->weight[1] = -1;
    p->weight[POLICY_SIZE - 1] = INT16_MAX;
    again = ct_policy_text(p, &m);
    assert_null(memchr(again, 0, m)); /* ct_file_read would stop there */
    ct_policy_free(q);
    q = read_back(def, again, m);
    assert_memory_equal(p->weight, q->weight, sizeof p->weight);
    free(again);
    /* the nearest whole sixteenth, within the same ends */
    static const int16_t exact[] = {7, 8, -23, -24, 300, INT16_MAX, INT16_MIN},
                         sixteenth[] = {0, 16, -16, -32, 304, INT16_MAX - 15, 15 - INT16_MAX};
    memcpy(p->weight, exact, sizeof exact);
    ct_policy_round(p, 16);
    assert_memory_equal(p->weight, sixteenth, sizeof sixteenth);
    ct_policy_round(q, 256);
    assert_int_equal(q->weight[1], -1);
    free(text);
    ct_policy_free(p);
    ct_policy_free(q);
    ct_free(def);
}

static void refused(const ct_definition *def, const char *text, size_t n)
{
    char *wrong = NULL;
    ct_policy *p = ct_policy_read(def, "x.policy", text, n, &wrong);

    assert_null(p);
    assert_non_null(wrong);
    assert_true(!strncmp(wrong, "x.policy:", 9) && !strchr(wrong, '\n') && ct_is_line(wrong));
    free(wrong);
}

static void damaged_files_are_refused(void **state)
{
    ct_definition *game = ct_load("rulesets/fairytale", NULL);
    struct ct_rng rng = ct_rng_make(1, 1);
    size_t n;
    char *text = learnt(game, 2, 16, 1, &n), *spoilt = malloc(n + 1);
    bool quick = getenv("CT_QUICK") != NULL;

    (void)state;
    for (size_t cut = 0; cut < n; cut += quick ? 197 : cut < 1200 ? 1 : 997)
        refused(game, text, cut);
    for (int i = 0; i < (quick ? 200 : 3000); i++) {
        memcpy(spoilt, text, n);
        uint32_t most = i % 2 ? (uint32_t)n : 1200;
        uint32_t at = ct_rng_below(&rng, most < n ? most : (uint32_t)n);
        spoilt[at] = (char)(spoilt[at] ^ (1 + (int)ct_rng_below(&rng, 255)));
        refused(game, spoilt, n);
    }
    memcpy(spoilt, text, n);
    spoilt[n] = 'x';
    refused(game, spoilt, n + 1);
    free(spoilt);
    free(text);
    ct_free(game);
}

/* A sum that is right does not make a file good. */
static void a_right_sum_is_not_enough(void **state)
{
    static const char *const heads[] = {
        "ruleset: a\nrules: 0123456789abcdef 0123456789abcdef\npeople: 2\nseed: 1\ngames: 1\n",
        "ruleset: a\nrules: 0123456789abcdef 0123456789abcdef\npeople: 99\nseed: 1\ngames: 1\n",
        "ruleset: a\nrules: 0123456789abcdef 0123456789abcdef\npeople: 2\nseed: 1\n",
        "ruleset: a\nruleset: a\nrules: 0123456789abcdef 0123456789abcdef\npeople: 2\nseed: "
        "1\ngames: 1\n",
        "ruleset: a\nrules: 0123456789abcdef\npeople: 2\nseed: 1\ngames: 1\n",
        "ruleset: a\nrules: 0123456789abcdef 0123456789abcdef\npeople: 2\nseed: 1\ngames: "
        "1\nmeal: 1\n",
        "ruleset: a\nrules: 0123456789abcdef 0123456789abcdef\npeople: 2\nseed: 1\ngames: "
        "1\nrandom: 1\n",
    };
    static const char *const bodies[] = {
        "\x01\x02",         "\xff\xff\xff\xff\xff\x01", "\x01",
        "\xff\xff\x7f\x02", "\x01\xff\xff\x7f",         "\x01\x02\x01"};
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    char head[512], file[1024];

    (void)state;
    for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
        for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++) {
            size_t body = strlen(bodies[b]);
            int n = snprintf(head, sizeof head, "cantrip policy 1\n%s", heads[h]);
            uint64_t sum = XXH64(bodies[b], body, XXH64(head, (size_t)n, 0));
            n = snprintf(file, sizeof file, "%sweights: 1 of %d in %zu %016llx\n%s", head,
                         POLICY_SIZE, body, (unsigned long long)sum, bodies[b]);
            refused(def, file, (size_t)n);
        }
    ct_free(def);
}

/* A share is from 0 to 1: as a line a larger one might be too long to be read again, and one may be no number. */
static void a_share_is_a_share(void **state)
{
    static const char *const shares[] = {"0.500 0.020 400", "1e308 0 1", "0 1e308 1", "nan 0 1",
                                         "inf 0 1",         "-1 0 1",    "0 -1 1",    "0 0 0"};
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    struct ct_info info = ct_get_info(def, NULL);
    struct str head = {0};

    (void)state;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        str_clear(&head);
        str_addf(
            &head,
            "cantrip policy 1\nruleset: fairytale\nrules: %016llx %016llx\npeople: 2\nseed: "
            "1\ngames: 1\nrandom: %s\n",
            (unsigned long long)info.behaviour, (unsigned long long)info.layout, shares[i]);
        str_addf(&head, "weights: 0 of %d in 0 %016llx\n", POLICY_SIZE,
                 (unsigned long long)XXH64("", 0, XXH64(head.s, head.n, 0)));
        if (i)
            refused(def, head.s, head.n);
        else
            ct_policy_free(read_back(def, head.s, head.n));
    }
    str_free(&head);
    ct_free(def);
}

static void foreign_files_are_refused(void **state)
{
    ct_definition *tale = ct_load("rulesets/fairytale", NULL);
    ct_definition *ring = ct_load("rulesets/card-ring", NULL);
    size_t n;
    char *text = learnt(tale, 4, 1, 1, &n), *wrong = NULL;

    (void)state;
    assert_null(ct_policy_read(ring, "x.policy", text, n, &wrong));
    assert_non_null(strstr(wrong, "it was trained for another game, 'fairytale'"));
    free(wrong);
    free(text);
    ct_free(tale);
    ct_free(ring);
}

/* A game of one's own, with cards that are new. */
static void a_variant_says_which_cards_are_new(void **state)
{
    ct_definition *tale = ct_load("rulesets/fairytale", NULL);
    ct_definition *mine = ct_load("tests/rulesets/variants/louder-dragons", NULL);
    size_t n;
    char *text = learnt(tale, 4, 16, 1, &n);
    ct_policy *here = read_back(tale, text, n), *there = read_back(mine, text, n);

    (void)state;
    assert_false(there->info.same_rules);
    assert_memory_equal(here->weight, there->weight, sizeof here->weight);
    /* a card that it never met */
    free(here->known[0]);
    here->known[0] = strdup("somebody-else");
    free(text);
    text = ct_policy_text(here, &n);
    ct_policy *one = read_back(tale, text, n);
    assert_int_equal(one->info.fresh, 1);
    assert_true(ct_policy_new_card(one, 0) >= 0);
    assert_int_equal(ct_policy_new_card(one, 1), -1);
    ct_policy_free(one);
    ct_policy_free(here);
    ct_policy_free(there);
    free(text);
    ct_free(tale);
    ct_free(mine);
}

/* ---- every game ---- */

/* A policy that has an opinion on everything. */
static ct_policy *opinionated(int people)
{
    ct_policy *p = calloc(1, sizeof *p);
    struct ct_rng rng = ct_rng_make(9, 9);

    p->info.people = people;
    for (int i = 0; i < POLICY_SIZE; i++)
        p->weight[i] = (int16_t)(ct_rng_below(&rng, 2001) - 1000);
    return p;
}

/* Both take the same at each question of a game that is played by chance; how many there were. */
static int take_the_same(const ct_definition *def, ct_engine *e, int people,
                         const struct ct_bot_spec *one, const struct ct_bot_spec *other)
{
    struct ct_setup setup = {.people = people, .seed = 3, .flags = CT_TRACK};
    ct_state *game = ct_game_new(e, &setup);
    ct_bot *a = ct_bot_new(def, one), *b = ct_bot_new(def, other);
    struct ct_rng rng = ct_rng_make(3, 5);
    int same = 0;

    for (int picks = 0; game && picks < 60 && ct_advance(e, game) == 1; picks++) {
        int seat = ct_next_seat(game), n = ct_choices(e, game, seat);
        if (n > 1) {
            ct_bot_begin(a, game, seat, 1);
            ct_bot_begin(b, game, seat, 1);
            int took = ct_bot_choose(a, game, seat);
            assert_true(took >= 0 && took < n);
            int searched = ct_bot_choose(b, game, seat);
            if (searched < 0 || ct_bot_get_stats(b).refused)
                break; /* a ruleset that breaks in all worlds of the search */
            assert_int_equal(took, searched);
            same++;
        }
        n = ct_choices(e, game, seat);
        if (n < 1 || ct_pick(e, game, seat, (int)ct_rng_below(&rng, (uint32_t)n)))
            break;
    }
    ct_bot_free(a);
    ct_bot_free(b);
    ct_state_free(game);
    return same;
}

static void first_of_a_search_in(const char *path, void *ctx)
{
    ct_definition *def = ct_load(path, NULL);
    ct_engine *e = def ? ct_engine_new(def, NULL) : NULL;
    ct_policy *policy = opinionated(def ? ct_get_info(def, NULL).min_people : 1);
    struct ct_bot_spec learnt = {.kind = CT_BOT_LEARNT, .policy = policy},
                       led = {.kind = CT_BOT_MCTS,
                              .n = 1,
                              .plies = 1,
                              .guided = true,
                              .policy = policy};

    if (e)
        *(int *)ctx += take_the_same(def, e, policy->info.people, &learnt, &led);
    ct_policy_free(policy);
    ct_engine_free(e);
    ct_free(def);
}

/* Led by a policy, a search begins with what that thinks best. */
static void a_search_begins_as_it_is_led(void **state)
{
    int same = 0;

    (void)state;
    each_ruleset(first_of_a_search_in, &same);
    assert_true(same > (getenv("CT_QUICK") ? 30 : 400));
}

/* In another world that the seat cannot tell from this one it takes the same choice. */
static void same_in_worlds(ct_bot *bot, ct_engine *e, ct_state *game, ct_state *world, int seat)
{
    ct_bot_begin(bot, game, seat, 1);
    int pick = ct_bot_choose(bot, game, seat);
    uint64_t key = ct_choice_key(e, game, seat, pick);

    assert_true(pick >= 0);
    for (uint64_t stream = 1; stream <= 4; stream++) {
        if (ct_resample(e, world, game, seat, stream) != 1)
            continue;
        ct_bot_begin(bot, world, seat, 1);
        int there = ct_bot_choose(bot, world, seat);
        assert_true(there >= 0);
        assert_true(ct_choice_key(e, world, seat, there) == key);
    }
}

static void blind_game(const ct_definition *def, ct_engine *e, int people, uint64_t seed)
{
    struct ct_setup setup = {.people = people, .seed = seed, .flags = CT_TRACK};
    ct_state *game = ct_game_new(e, &setup);
    ct_state *world = game ? ct_clone(game) : NULL;
    ct_policy *policy = opinionated(people);
    struct ct_bot_spec spec = {.kind = CT_BOT_LEARNT, .policy = policy};
    ct_bot *bot = ct_bot_new(def, &spec);
    struct ct_rng rng = ct_rng_make(seed, 5);

    for (int picks = 0; game && picks < 60 && ct_advance(e, game) == 1; picks++) {
        int seat = ct_next_seat(game), n = ct_choices(e, game, seat);
        if (n > 1)
            same_in_worlds(bot, e, game, world, seat);
        n = ct_choices(e, game, seat);
        if (n < 1 || ct_pick(e, game, seat, (int)ct_rng_below(&rng, (uint32_t)n)))
            break;
    }
    ct_bot_free(bot);
    ct_policy_free(policy);
    ct_state_free(world);
    ct_state_free(game);
}

static void blind_in(const char *path, void *ctx)
{
    ct_definition *def = ct_load(path, NULL);
    ct_engine *e = def ? ct_engine_new(def, NULL) : NULL;

    for (uint64_t seed = 1; e && seed <= 2; seed++, ++*(int *)ctx)
        blind_game(def, e, ct_get_info(def, NULL).min_people, seed);
    ct_engine_free(e);
    ct_free(def);
}

static void it_sees_what_its_seat_sees(void **state)
{
    int games = 0;

    (void)state;
    each_ruleset(blind_in, &games);
    assert_true(games > 20);
}

static void learn_in(const char *path, void *ctx)
{
    ct_definition *def = ct_load(path, NULL);
    struct ct_setup setup = {.people = def ? ct_get_info(def, NULL).min_people : 0, .seed = 1};
    ct_learner *l = def ? ct_learner_new(def, &setup, NULL, 1, NULL) : NULL;
    struct ct_learn_share random, past;
    size_t n;

    if (l && !ct_learner_batch(l, 4) && !ct_learner_batch(l, 2) &&
        !ct_learner_measure(l, 2, &random, &past)) {
        assert_int_equal(ct_learner_get(l).games, 6);
        assert_true(random.share >= 0 && random.share <= 1);
        char *text = ct_learner_text(l, &n);
        ct_policy_free(read_back(def, text, n));
        free(text);
        ++*(int *)ctx;
    } else if (l) {
        assert_true(ct_learner_error(l)[0]);
    }
    ct_learner_free(l);
    ct_free(def);
}

static void every_game_can_be_learnt(void **state)
{
    int games = 0;

    (void)state;
    each_ruleset(learn_in, &games);
    assert_true(games > (getenv("CT_QUICK") ? 3 : 20));
}

/* Whether there was anything to learn: choices, and results that were not all alike. */
static void what_there_is_to_learn(void **state)
{
    static const struct {
        const char *folder;
        bool choices, varied;
    } games[] = {{"rulesets/fairytale", true, true},
                 {"tests/rulesets/features/backs", true, false},
                 {"tests/rulesets/features/flow", false, false}};

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ct_definition *def = ct_load(games[i].folder, NULL);
        struct ct_setup setup = {.people = ct_get_info(def, NULL).min_people, .seed = 1};
        ct_learner *l = ct_learner_new(def, &setup, NULL, 1, NULL);
        assert_int_equal(ct_learner_batch(l, 16), 0);
        assert_int_equal(ct_learner_get(l).choices > 0, games[i].choices);
        assert_int_equal(ct_learner_get(l).varied, games[i].varied);
        ct_learner_free(l);
        ct_free(def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_what_was_written),
        cmocka_unit_test(a_right_sum_is_not_enough),
        cmocka_unit_test(a_search_begins_as_it_is_led),
        cmocka_unit_test(a_variant_says_which_cards_are_new),
        cmocka_unit_test(copies_count_in_steps),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(a_share_is_a_share),
        cmocka_unit_test(every_game_can_be_learnt),
        cmocka_unit_test(every_machine_learns_the_same),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(it_sees_what_its_seat_sees),
        cmocka_unit_test(jobs_change_nothing),
        cmocka_unit_test(learning_goes_on),
        cmocka_unit_test(own_exp_is_exp),
        cmocka_unit_test(what_is_learnt_wins),
        cmocka_unit_test(what_there_is_to_learn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
