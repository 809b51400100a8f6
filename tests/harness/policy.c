/* policy.c - a stranger's policy, what `learnt:FILE` reads: its lines, behind a line `===` its packed weights, whose number
 * and sum are made right; without that line it is the file as it stands. What is read is written and read again, plays, and
 * is learnt on from. */
#define _GNU_SOURCE /* memmem */
#include "shared/game.h"

#include "base/str.h"
#include "bot/policy.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { PICKS = 8, PEOPLE = 2 };

static struct played unit;

/* A weight is two numbers, the last byte of each below 128. */
static int weights_in(const char *body, size_t n)
{
    int ends = 0;

    for (size_t i = 0; i < n; i++)
        ends += (unsigned char)body[i] < 128;
    return ends / 2;
}

static void make_file(const char *data, size_t n, struct str *out)
{
    static const char line[] = "\n===\n";
    const char *at = memmem(data, n, line, sizeof line - 1);

    if (!at) {
        str_addn(out, data, n);
        return;
    }
    size_t head = (size_t)(at - data) + 1, skip = head + 4;
    const char *body = data + skip;
    uint64_t sum = XXH64(body, n - skip, XXH64(data, head, 0));
    str_addn(out, data, head);
    str_addf(out, "weights: %d of %d in %d %016llx\n", weights_in(body, n - skip), POLICY_SIZE,
             (int)(n - skip), (unsigned long long)sum);
    str_addn(out, body, n - skip);
}

static ct_policy *read_policy(const char *text, size_t n, struct transcript *t)
{
    char *wrong = NULL;
    ct_policy *p = ct_policy_read(unit.def, "a.policy", text, n, &wrong);

    if (!p && !wrong)
        finding("a policy is refused without a word");
    tell_line(t, "what is wrong with it", wrong);
    free(wrong);
    return p;
}

static void tell_policy(const ct_policy *p, struct transcript *t)
{
    struct ct_policy_info info = ct_policy_get_info(p);
    const char *option;

    tell_line(t, "its game", info.ruleset);
    tell_number(t, "its games", info.games);
    for (int i = 0; (option = ct_policy_option(p, i)); i++)
        tell_line(t, "its option", option);
    for (int i = 0, card; (card = ct_policy_new_card(p, i)) >= 0; i++)
        tell_number(t, "a card that is new to it", (uint64_t)card);
}

/* What is written is read, and written the same. */
static void write_again(const ct_policy *p, struct transcript *t)
{
    size_t n = 0, m = 0;
    char *first = ct_policy_text(p, &n);
    ct_policy *q = read_policy(first, n, t);

    if (!q)
        finding("what was written is refused");
    char *second = ct_policy_text(q, &m);
    if (n != m || memcmp(first, second, n) != 0)
        finding("what was written is read as another policy");
    tell_bytes(t, "what was written", first, n);
    ct_policy_free(q);
    free(first);
    free(second);
}

static void play(const ct_policy *p, uint64_t seed, struct transcript *t)
{
    struct ct_bot_spec spec;
    char why[100];

    if (ct_bot_parse("learnt:a.policy", &spec, why, sizeof why))
        finding("%s", why);
    spec.policy = p;
    ct_bot *bot = ct_bot_new(unit.def, &spec);
    if (ct_game_restart(unit.e, unit.g, seed))
        finding("%s", ct_error(unit.e));
    ct_bot_begin(bot, unit.g, 0, seed);
    for (int i = 0; i < PICKS && ct_advance(unit.e, unit.g) == 1; i++) {
        int seat = ct_next_seat(unit.g), n = ct_choices(unit.e, unit.g, seat);
        int c = seat ? 0 : ct_bot_choose(bot, unit.g, seat);
        if (c < 0) { /* it is of another number of people */
            tell_line(t, "why it does not play", ct_bot_error(bot));
            break;
        }
        if (c >= n)
            finding("its choice is %d of %d", c, n);
        tell_number(t, "a choice", (uint64_t)c);
        if (ct_pick(unit.e, unit.g, seat, c))
            finding("%s", ct_error(unit.e));
    }
    ct_bot_free(bot);
}

static void learn_on(const ct_policy *p, uint64_t seed, struct transcript *t)
{
    struct ct_setup setup = {.people = PEOPLE, .seed = seed};
    char *wrong = NULL;
    size_t n = 0;
    ct_learner *l = ct_learner_new(unit.def, &setup, p, 1, &wrong);

    tell_line(t, "why it is not learnt on from", wrong);
    free(wrong);
    if (!l)
        return;
    if (ct_learner_batch(l, 1))
        tell_line(t, "why learning ended", ct_learner_error(l));
    char *text = ct_learner_text(l, &n);
    tell_bytes(t, "what was learnt", text, n);
    free(text);
    ct_learner_free(l);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct str file = {0};
    uint64_t seed = sum_of(data, n);

    make_file((const char *)data, n, &file);
    ct_policy *p = read_policy(file.s ? file.s : "", file.n, t);
    str_free(&file);
    if (!p)
        return RAN_REFUSED;
    tell_policy(p, t);
    write_again(p, t);
    play(p, seed, t);
    if (seed % 8 == 0 || all_asked()) /* it takes long */
        learn_on(p, seed, t);
    ct_policy_free(p);
    return RAN_WHOLE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    ct_definition *def = load_own("tests/rulesets/features/unit");

    (void)argc, (void)argv;
    unit = (struct played){.def = def, .e = ct_engine_new(def, NULL)};
    unit.g = ct_game_new(unit.e, &(struct ct_setup){.people = PEOPLE, .flags = CT_TRACK});
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
