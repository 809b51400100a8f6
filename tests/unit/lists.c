/* Tests of the lists: kernel/steps.def, events.def, seats.def, the kinds of zones, CT_BOTS. A row is whole
 * when it has words in every language that Cantrip speaks, a ruleset of the tests uses it, and those who write scripts
 * find it; its page in the guide is asked for by tests/reference.py. What else a row needs (its functions, its places in tables) does not
 * compile without. */
#include "cantrip.h"
#include "every_ruleset.h"
#include "load/keys.h"
#include "load/meant.h"
#include "say/text.h"

/* ---- what stands in a file ---- */

static char *text_of_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 300000);

    assert_true(f && text);
    assert_true(fread(text, 1, 299999, f) > 0);
    fclose(f);
    return text;
}

/* The part of a text from FROM to TO, or to its end. */
static char *section(const char *text, const char *from, const char *to)
{
    const char *a = strstr(text, from), *b = a && to ? strstr(a, to) : NULL;
    char *part;

    if (!a)
        fail_msg("no '%s'", from);
    part = strdup(a);
    if (b)
        part[b - a] = 0;
    return part;
}

static void wants(const char *text, const char *row, const char *where, const char *pattern,
                  const char *name)
{
    char what[200];

    snprintf(what, sizeof what, pattern, name);
    if (!strstr(text, what))
        fail_msg("%s '%s': %s lacks %s", row, name, where, what);
}

/* A sentence in each language, with the same values. */
static void is_said(const char *row, const char *name, enum own_word w)
{
    const char *english = own(w, (struct tongue){.own = OWN_EN});

    for (enum own_language l = OWN_EN; l < OWN_COUNT; l++) {
        const char *said = own(w, (struct tongue){.own = l, .first = l});
        if (!*said)
            fail_msg("%s '%s': no words in language %d", row, name, (int)l);
        for (const char *p = english; (p = strchr(p, '{')); p++) {
            char value[60];
            snprintf(value, sizeof value, "%.*s", (int)strcspn(p, ":}"), p);
            if (!strstr(said, value))
                fail_msg("%s '%s': no %s} in language %d", row, name, value, (int)l);
        }
    }
}

/* ---- what the rulesets use ---- */

static bool used_op[OP_COUNT], used_event[EV_KINDS], used_seats[SS_NONE + 1];
static bool used_as[8], used_sight[8];

static void look(const char *path, void *ctx)
{
    struct diags diags = {0};
    ct_definition *def = definition_load(path, &(struct load_more){0}, &diags);

    (void)ctx;
    diags_free(&diags);
    if (!def)
        return;
    for (uint32_t i = 0; i < def->k.nprog; i++)
        used_op[def->k.prog[i].op] = true;
    for (int i = 0; i < EV_KINDS; i++)
        used_event[i] |= def->k.event_used[i];
    for (int i = 0; i < def->k.nexprs; i++)
        if (def->k.exprs[i].op == X_SEATREF)
            used_seats[def->k.exprs[i].imm] = true;
    for (int i = 0; i < def->k.nsels; i++)
        if (def->k.sels[i].of != REF_NONE)
            used_seats[def->k.seats[def->k.sels[i].of].op] = true;
    for (uint32_t i = 0; i < def->k.nprog; i++)
        if (def->k.prog[i].who != REF_NONE)
            used_seats[def->k.seats[def->k.prog[i].who].op] = true;
    for (int i = 0; i < def->k.nzones; i++) {
        used_as[def->k.zones[i].as] = true;
        used_sight[def->k.zones[i].up] = used_sight[def->k.zones[i].down] = true;
    }
    ct_free(def);
}

static char *selectors, *annotations, *which_bot;

static int setup(void **state)
{
    (void)state;
    selectors = text_of_file("rulesets/guide/reference/lua/selectors.md");
    annotations = text_of_file("scripts/cantrip.lua");
    which_bot = text_of_file("rulesets/guide/explain/which-bot.md");
    each_ruleset(look, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(selectors);
    free(annotations);
    free(which_bot);
    return 0;
}

static void is_used(bool used, const char *row, const char *name)
{
    if (!used && !getenv("CT_QUICK"))
        fail_msg("%s '%s': no ruleset of the tests uses it", row, name);
}

/* ---- the lists ---- */

static void steps_are_whole(void **state)
{
    static const struct {
        const char *name;
        enum op op;
    } steps[] = {
#define STEP(id, name, ...) {#name, OP_##id},
#include "kernel/steps.def"
    };
    static const struct {
        const char *name;
        enum own_word says;
    } said[] = {
#define WORD_STEP(...)
#define TEXT_STEP(...)
#define STEP(id, name, ...) {#name, W_STEP_##id},
#include "kernel/steps.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        is_used(used_op[steps[i].op], "step", steps[i].name);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        is_said("step", said[i].name, said[i].says);
}

/* The values in a sentence that is filled from keys are keys. */
static void sentences_name_keys(void **state)
{
    static const struct {
        enum key_place at;
        bool filled;
        enum own_word says;
    } steps[] = {
#define WORD_STEP(...)
#define TEXT_STEP(...)
#define STEP(id, name, run, load, say, ...) {AT_##id, !strcmp(#say, "keys"), W_STEP_##id},
#include "kernel/steps.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const char *p = own(steps[i].says, (struct tongue){.own = OWN_EN});
        while (steps[i].filled && (p = strchr(p, '{'))) {
            char key[60];
            snprintf(key, sizeof key, "%.*s", (int)strcspn(p + 1, ":}"), p + 1);
            if (!key_row(steps[i].at, key))
                fail_msg("the sentence of '%s' names '%s', which is no key of it",
                         load_places[steps[i].at].name, key);
            p++;
        }
    }
}

static void calls_of_scripts_are_documented(void **state)
{
    static const char *const calls[] = {
#define G_CALL(name, ...)    "g", #name,
#define CARD_CALL(name, ...) "card", #name,
#define SEAT_CALL(name, ...) "seat", #name,
#include "kernel/steps.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i += 2) {
        char call[60], path[90];
        snprintf(call, sizeof call, "`%s:%s(", calls[i], calls[i + 1]);
        snprintf(path, sizeof path, "rulesets/guide/reference/steps/%s.md", calls[i + 1]);
        char *page = text_of_file(path);
        wants(page, "call", path, "%s", call);
        free(page);
        snprintf(call, sizeof call, "function %s:%s(",
                 *calls[i] == 'g'   ? "Game"
                 : *calls[i] == 'c' ? "Card"
                                    : "Seat",
                 calls[i + 1]);
        wants(annotations, "call", "scripts/cantrip.lua", "%s", call);
    }
}

static void events_are_whole(void **state)
{
    static const struct {
        const char *key, *names;
        enum event event;
        enum own_word says;
    } events[] = {
#define EVENT(id, key, names, ...) {#key, #names, EV_##id, W_WHEN_##id},
#define NAME_EVENT(id, names)      {NULL, #id, EV_##id, W_WHEN_##id},
#include "kernel/events.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        const char *name = events[i].key ? events[i].key : events[i].names;
        is_said("event", name, events[i].says);
        is_used(used_event[events[i].event], "event", name);
    }
    for (size_t i = 0; i < load_nkeys; i++) /* `when:` itself, in the table of keys */
        for (size_t k = 0; load_keys[i].at == AT_WATCH && k < sizeof events / sizeof *events;
             k++)
            if (!strcmp(load_keys[i].key, "when"))
                wants(load_keys[i].says, "event", "the key 'when'",
                      events[k].key ? "{%s: " : "%s",
                      events[k].key ? events[k].key : events[k].names);
}

static void seat_words_are_whole(void **state)
{
    static const struct {
        const char *word;
        enum seat_op op;
        enum own_word says;
    } words[] = {
#define SEAT_WORD(id, word, one) {#word, SS_##id, W_##id},
#include "kernel/seats.def"
    };
    static const struct {
        const char *key;
        enum seat_op op;
    } keys[] = {
#define SEAT_KEY(id, key, ...) {#key, SS_##id},
#include "kernel/seats.def"
    };
    char *inside = section(selectors, "**Where seats are needed**", "\n\n");

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        wants(inside, "word for seats", "lua/selectors.md, seats", "\"%s\"", words[i].word);
        wants(annotations, "word for seats", "scripts/cantrip.lua", "\"%s\"", words[i].word);
        is_said("word for seats", words[i].word, words[i].says);
        is_used(used_seats[words[i].op], "word for seats", words[i].word);
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        is_used(used_seats[keys[i].op], "key of seats", keys[i].key);
    free(inside);
}

static void zones_are_whole(void **state)
{
    static const char *const kinds[] = {
#define X(id, word) #word,
        ZONE_KINDS(X)};
    static const char *const sights[] = {SIGHTS(X)};
#undef X

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        is_used(used_as[i], "kind of zones", kinds[i]);
    for (size_t i = 0; i < sizeof sights / sizeof *sights; i++)
        is_used(used_sight[i], "sight", sights[i]);
}

/* Each is written, read, and plays. */
static void bots_are_whole(void **state)
{
    static const struct {
        const char *word, *spec;
    } bots[] = {
#define COUNT_0
#define COUNT_1                        ":5"
#define X(id, word, least, more, says) {#word, #word COUNT_##least more},
        CT_BOTS(X)
#undef X
    };
    char *all = section(which_bot, "## The bots", "\n## ");
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *game =
        ct_game_new(e, &(struct ct_setup){.people = 3, .seed = 1, .flags = CT_TRACK});

    (void)state;
    assert_int_equal(ct_advance(e, game), 1);
    int seat = ct_next_seat(game), n = ct_choices(e, game, seat);
    size_t size;
    ct_learner *learner = ct_learner_new(def, &(struct ct_setup){.people = 3}, NULL, 1, NULL);
    char *learnt = ct_learner_text(learner, &size);
    ct_policy *policy = ct_policy_read(def, "x", learnt, size, NULL);
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        struct ct_bot_spec spec;
        char why[200], name[300];
        if (ct_bot_parse(bots[i].spec, &spec, why, sizeof why))
            fail_msg("bot '%s': %s", bots[i].spec, why);
        ct_bot_name(&spec, name, sizeof name);
        assert_string_equal(name, bots[i].spec);
        spec.policy = policy;
        if (!strstr(all, bots[i].word))
            fail_msg("bot '%s': not in explain/which-bot.md, The bots", bots[i].word);
        if (*spec.command)
            strcpy(spec.command, "cat"); /* its answers are none: chance plays */
        ct_bot *bot = ct_bot_new(def, &spec);
        ct_bot_begin(bot, game, seat, 1);
        int pick = ct_bot_choose(bot, game, seat);
        if (pick < 0 || pick >= n)
            fail_msg("bot '%s' takes choice %d of %d", bots[i].word, pick, n);
        ct_bot_free(bot);
    }
    free(learnt);
    ct_policy_free(policy);
    ct_learner_free(learner);
    ct_state_free(game);
    ct_engine_free(e);
    ct_free(def);
    free(all);
}

/* ---- words of other systems (load/meant.def) ---- */

/* Calls fn with each of the words. */
static void each_word(const struct meant *m, void (*fn)(const struct meant *, const char *))
{
    char word[64];

    for (const char *at = m->words; *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        assert_true(n && n < sizeof word);
        memcpy(word, at, n);
        word[n] = 0;
        fn(m, word);
        at += n;
    }
}

/* What is a key of its place is never asked about; nor is a word that stands in another row of the place. */
static void is_no_key(const struct meant *m, const char *word)
{
    if (key_row(m->at, word))
        fail_msg("'%s' is a key of %s", word, load_places[m->at].name);
    if (meant_key(m->at, word) != m)
        fail_msg("'%s' means two keys of %s", word, load_places[m->at].name);
}

static void is_no_seat(const struct meant *m, const char *word)
{
    static const char *const seats[] = {"you",  "them",  "others", "all",
                                        "left", "right", "seat"};

    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++)
        assert_string_not_equal(word, seats[i]);
    assert_string_equal(meant_seat(word), m->key);
}

static void meant_words_are_no_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < load_nmeant; i++) {
        const struct meant *m = &load_meant[i];
        assert_true(!m->key == (m->hint != NULL));
        if (m->key && !key_row(m->at, m->key))
            fail_msg("'%s' is no key of %s", m->key, load_places[m->at].name);
        each_word(m, is_no_key);
    }
    for (size_t i = 0; i < load_nmeant_seats; i++)
        each_word(&load_meant_seats[i], is_no_seat);
    const char *const sights[] = {"nobody", "owner", "all"};
    assert_string_equal(meant_value("seen_by", "public", sights, 3), "all");
    assert_null(
        meant_value("seen_by", "opponents", sights, 3)); /* of no seat there are others */
    assert_null(meant_value("per", "public", sights, 3));
    assert_null(meant_key(AT_STEP, "dra"));
    assert_null(meant_key(AT_STEP, "draw discard"));
    assert_null(meant_seat(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_whole),
        cmocka_unit_test(sentences_name_keys),
        cmocka_unit_test(calls_of_scripts_are_documented),
        cmocka_unit_test(events_are_whole),
        cmocka_unit_test(seat_words_are_whole),
        cmocka_unit_test(zones_are_whole),
        cmocka_unit_test(bots_are_whole),
        cmocka_unit_test(meant_words_are_no_keys),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
