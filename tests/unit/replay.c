/* Tests of replays and saves (core/record/replay*.c, save.c) and of views as JSON: what is
 * written is read again and plays the same; what is damaged is refused with its line and never
 * crashes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>
#include <xxhash.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/files.h"
#include "base/write.h"
#include "cantrip.h"
#include "record/save.h"

static ct_definition *def;
static ct_engine *engine;

static void load(const char *folder)
{
    ct_engine_free(engine);
    ct_free(def);
    def = ct_load(folder, NULL);
    assert_non_null(def);
    engine = ct_engine_new(def, NULL);
    assert_non_null(engine);
}

static int tear_down(void **state)
{
    (void)state;
    ct_engine_free(engine);
    ct_free(def);
    engine = NULL;
    def = NULL;
    return 0;
}

/* One random pick; the number of seats still to answer before it, 0: the game is over. */
static unsigned one_pick(ct_state *game, struct ct_replay *r, struct ct_rng *rng)
{
    int more = ct_advance(engine, game), seat, n, i;

    assert_true(more >= 0);
    if (!more)
        return 0;
    unsigned pending = ct_pending(game);
    seat = ct_next_seat(game);
    n = ct_choices(engine, game, seat);
    assert_true(n > 0);
    i = (int)ct_rng_below(rng, (uint32_t)n);
    ct_replay_note(r, engine, game, seat, i);
    assert_int_equal(ct_pick(engine, game, seat, i), 0);
    return pending;
}

static ct_state *begin(struct ct_replay *r, int people, uint64_t seed)
{
    struct ct_setup setup = {.people = people, .seed = seed, .flags = CT_TRACK};
    ct_state *game;

    ct_engine_names(engine, NULL, 0, -1);
    game = ct_game_new(engine, &setup);
    assert_non_null(game);
    ct_replay_init(r, engine, game, "test");
    ct_replay_names(r, engine, -1);
    return game;
}

static void save(struct ct_replay *r, ct_state *game, struct str *to)
{
    char *text = ct_save_text(r, engine, game);

    assert_non_null(text);
    str_add(to, text);
    free(text);
}

/* The save of a random game after so many picks (or at its end). */
static void saved_game(struct str *to, int people, uint64_t seed, int picks)
{
    struct ct_replay r;
    struct ct_rng rng = ct_rng_make(seed, 9);
    ct_state *game = begin(&r, people, seed);

    while (picks-- > 0 && one_pick(game, &r, &rng))
        ;
    assert_true(ct_advance(engine, game) >= 0);
    save(&r, game, to);
    ct_replay_free(&r);
    ct_state_free(game);
}

static bool read_text(struct ct_replay *r, const char *text, size_t n, struct str *wrong)
{
    size_t at = 0;
    int line = 0;
    char *words = NULL;
    bool ok = ct_replay_read(r, "F", text, n, &at, &line, &words);

    if (words)
        str_add(wrong, words);
    free(words);
    return ok;
}

/* ---- what is written is read again ---- */

static void must_hold(const struct ct_replay *r)
{
    char *said = NULL, *why = NULL;
    struct ct_replay_run run = {0};
    ct_state *game = ct_replay_start(r, engine, &said, &why), *block;

    assert_non_null(game);
    if (ct_replay_play(r, engine, game, r->npicks, &run, &why) != 1)
        fail_msg("%s", why);
    if (!ct_replay_agrees(r, engine, game, &run, &why))
        fail_msg("%s", why);
    block = ct_save_state(r, engine, &why);
    if (!block)
        fail_msg("%s", why);
    assert_int_equal(ct_hash(engine, block), ct_hash(engine, game));
    ct_state_free(block);
    ct_state_free(game);
    free(said);
    free(why);
}

static void every_pick_of(const char *folder, int people, uint64_t seed)
{
    struct ct_replay r, back;
    struct ct_rng rng = ct_rng_make(seed, 9);
    load(folder);
    ct_state *game = begin(&r, people, seed);
    int left = getenv("CT_QUICK") ? 8 : 80;

    while (left-- > 0 && one_pick(game, &r, &rng)) {
        struct str text = {0}, wrong = {0};
        assert_true(ct_advance(engine, game) >= 0);
        save(&r, game, &text);
        if (!read_text(&back, text.s, text.n, &wrong))
            fail_msg("%s", str_of(&wrong));
        must_hold(&back);
        struct str again = {0};
        replay_write(&back, true, &again);
        assert_int_equal(strncmp(text.s, again.s, again.n), 0);
        ct_replay_free(&back);
        str_free(&text);
        str_free(&again);
    }
    ct_replay_free(&r);
    ct_state_free(game);
}

static void test_every_pick(void **state)
{
    (void)state;
    every_pick_of("rulesets/fairytale", 4, 1);
    every_pick_of("rulesets/wizard-quest", 1, 2);
    every_pick_of("rulesets/once-upon-a-draft", 2, 3);
    every_pick_of("rulesets/card-ring", 3, 4);
    every_pick_of("tests/rulesets/knowledge/ask", 2, 5);
    every_pick_of("tests/rulesets/knowledge/bids", 2, 6);
    every_pick_of("tests/rulesets/knowledge/grab", 2, 7);
    every_pick_of("tests/rulesets/knowledge/roll", 2, 8);
}

/* Enters another world of seat 0's; the number of its stream. */
static uint64_t other_world(ct_state *game, struct ct_replay *r)
{
    for (uint64_t stream = 1; stream < 500; stream++) {
        size_t was = r->npicks;
        ct_replay_note_world(r, engine, game, 0, stream);
        if (ct_enter_world(engine, game, 0, stream) == 1)
            return stream;
        ct_replay_cut(r, was);
    }
    fail_msg("no world to go on in");
    return 0;
}

/* "What if": the seat sees the same, another card lies where it does not look, and the save plays all of it again. */
static void world_at(const char *folder, int people, uint64_t seed, int picks)
{
    struct ct_replay r, back;
    struct ct_rng rng = ct_rng_make(seed, 9);
    struct str text = {0}, wrong = {0};
    load(folder);
    ct_state *game = begin(&r, people, seed);

    while (picks-- > 0 && one_pick(game, &r, &rng))
        ;
    assert_int_equal(ct_advance(engine, game), 1);
    uint64_t seen = ct_digest(game, 0), lies = ct_position(engine, game);
    other_world(game, &r);
    assert_true(ct_digest(game, 0) == seen && ct_position(engine, game) != lies);
    for (int i = 0; i < 12 && one_pick(game, &r, &rng); i++)
        ;
    assert_true(ct_advance(engine, game) >= 0);
    save(&r, game, &text);
    assert_non_null(strstr(str_of(&text), "\nworld: "));
    if (!read_text(&back, str_of(&text), text.n, &wrong))
        fail_msg("%s", str_of(&wrong));
    must_hold(&back);
    ct_replay_free(&back);
    ct_replay_free(&r);
    ct_state_free(game);
    str_free(&text);
    str_free(&wrong);
}

static void test_worlds(void **state)
{
    (void)state;
    for (int picks = 0; picks < 24; picks += 3)
        world_at("rulesets/fairytale", 3, 5, picks);
    for (int picks = 0; picks < 40; picks += 5)
        world_at("rulesets/card-ring", 2, 3, picks);
}

static void test_names(void **state)
{
    const char *names[] = {"A, B: C", "end", "end", NULL};
    struct ct_replay r;
    struct ct_setup setup = {.people = 4, .seed = 1};
    ct_state *game;

    (void)state;
    load("rulesets/fairytale");
    ct_engine_names(engine, names, 4, 2);
    game = ct_game_new(engine, &setup);
    ct_replay_init(&r, engine, game, "test");
    assert_string_equal(r.seat[0].name, "A_ B_ C");
    assert_string_equal(r.seat[1].name, "seat 1");
    assert_string_equal(r.seat[2].name, "seat 2");
    assert_string_equal(r.seat[3].name, "Dan");
    ct_replay_free(&r);
    ct_state_free(game);
}

/* ---- what is refused ---- */

/* A host that names the seats anew just before has the new names in the result, and not what the old ones left. */
static void test_result_has_the_names_of_now(void **state)
{
    const char *const first[] = {"A name that was given up, and whose place another takes",
                                 "B"},
                      *const then[] = {"Ann", "Ben"};
    struct ct_rng rng = ct_rng_make(1, 7);
    struct ct_replay r;
    (void)state;

    load("rulesets/fairytale");
    ct_state *game = begin(&r, 2, 1);
    assert_int_equal(ct_engine_names(engine, first, 2, -1), 0);
    while (one_pick(game, &r, &rng))
        ;
    assert_string_equal(ct_seat_name(engine, game, 1), "B");
    assert_int_equal(ct_engine_names(engine, then, 2, -1), 0);
    assert_int_equal(ct_replay_close(&r, engine, game), 0);
    assert_non_null(strstr(r.result, "Ann "));
    assert_non_null(strstr(r.result, "Ben "));
    ct_replay_free(&r);
    ct_state_free(game);
}

static void refused(const char *text, const char *says)
{
    struct ct_replay r;
    struct str wrong = {0};
    bool ok = read_text(&r, text, strlen(text), &wrong);

    if (ok || !strstr(str_of(&wrong), says))
        fail_msg("wanted '%s', found '%s'", says, ok ? "no fault" : str_of(&wrong));
    ct_replay_free(&r);
    str_free(&wrong);
}

#define HEAD                                                                                   \
    "cantrip replay 1\nruleset: x\nrules: 0123456789abcdef 0123456789abcdef\npeople: 2\n"      \
    "seed: 7\nseat: Ann, human\nseat: Ben, random\n\n"
#define END "end: open 0123456789abcdef 0123456789abcdef\n"

static void test_refused(void **state)
{
    (void)state;
    refused("", "F:1: the file is empty");
    refused("hello\n", "F:1: this is not a replay or save");
    refused("\x89PNG\r\n", "F:1: byte 1 of the line is not text");
    refused("cantrip replay 1\nruleset: \xC3\n", "F:2: byte 10 of the line is not text");
    refused("cantrip replay 1\n\x01\n", "F:2: byte 1 of the line is not text");
    refused("cantrip replay 2\n", "F:1: written by another version of Cantrip: format 2");
    refused("cantrip replay 1\npeople: many\n", "F:2: people: a number from 1 to 12");
    refused("cantrip replay 1\npeople: 2\npeople: 2\n", "F:3: 'people' is here twice");
    refused("cantrip replay 1\nseed: -1\n", "F:2: seed");
    refused("cantrip replay 1\nseed: 99999999999999999999\n", "F:2: seed");
    refused("cantrip replay 1\nrules: 12 13\n", "F:2: two sums of 16 digits");
    refused("cantrip replay 1\nsaed: 7\n", "F:2: 'saed: 7' is neither a seat nor a key of a "
                                           "replay; did you mean 'seed'?");
    refused("cantrip replay 1\nseat: Ann\n", "F:2: write a seat as");
    refused("cantrip replay 1\nseat: Ann, human\nseat: Ann, human\n", "F:3: two seats");
    refused("cantrip replay 1\nseat: Ann, random, x drawn\n", "F:2: write a seat as");
    refused("cantrip replay 1\nseat: Ann, human\nAnn: fox\n",
            "F:3: the line 'ruleset: ...' is missing above");
    refused(HEAD, "F:8: the file is cut off here: the line 'end: ...' is missing");
    refused(HEAD "Ann: fox\n", "F:9: the file is cut off here");
    refused(HEAD "Cid: fox\n", "F:9: 'Cid: fox' is neither a seat");
    refused(HEAD "Ann: fox = 12\n", "F:9: behind ' = ' four digits");
    refused(HEAD "Ann: \n", "F:9: the pick is missing");
    refused(HEAD "world: Cid, 3\n", "F:9: there is no player 'Cid', only Ann, Ben");
    refused(HEAD "world: Ann, 99999999999999999999\n",
            "F:9: write a world as 'world: SEAT, NUMBER'");
    refused("cantrip replay 1\nworld: Cid, 3\n", "F:2: the line 'ruleset: ...' is missing");
    refused(HEAD "world: 3\n", "F:9: write a world as 'world: SEAT, NUMBER'");
    refused(HEAD "world: Ann, many\n", "F:9: write a world as");
    refused(HEAD "world: Ann, 3 = 3f\n", "F:9: behind ' = ' four digits");
    refused("cantrip replay 1\nseat: Ann, human\nworld: Ann, 3\n",
            "F:3: the line 'ruleset: ...' is missing");
    refused(HEAD END "world: Ann, 3\n", "F:10: 'world' cannot follow the end");
    refused(HEAD "Ann: fox\nseed: 7\n" END, "F:10: 'seed' belongs above the picks");
    refused(HEAD "result: x\n" END, "F:9: 'result' must follow the end");
    refused(HEAD "end: soon 0 0\n", "F:9: the end must be one of");
    refused(HEAD END "Ann: fox\n", "F:10: 'Ann: fox' follows the end");
    refused(HEAD END "block: 3 bytes 0123456789abcdef\nAAAA\n",
            "F:10: only a save has a block");
}

static void edited(const struct str *text, const char *from, const char *to, const char *says)
{
    struct str s = {0};
    const char *at = strstr(text->s, from);

    assert_non_null(at);
    str_addn(&s, text->s, (size_t)(at - text->s));
    str_add(&s, to);
    str_add(&s, at + strlen(from));
    refused(str_of(&s), says);
    str_free(&s);
}

/* A game that was saved on the way is written down as a replay all the same. */
static void test_replay_after_save(void **state)
{
    struct ct_replay r, back;
    struct str wrong = {0};

    (void)state;
    load("rulesets/fairytale");
    ct_state *game = begin(&r, 2, 1);
    assert_int_equal(ct_advance(engine, game), 1);
    r.seat[0].drawn = 7;
    free(ct_save_text(&r, engine, game));
    char *text = ct_replay_text(&r);
    assert_ptr_equal(strstr(text, "cantrip replay 1\n"), text);
    assert_null(strstr(text, "drawn"));
    assert_true(read_text(&back, text, strlen(text), &wrong));
    assert_false(back.save);
    ct_replay_free(&back);
    ct_replay_free(&r);
    ct_state_free(game);
    free(text);
}

static void test_save_refused(void **state)
{
    struct str s = {0};
    char says[64];
    int line = 1;

    (void)state;
    load("rulesets/fairytale");
    saved_game(&s, 2, 1, 5);
    for (const char *p = s.s; p < strstr(s.s, "\nblock: ") + 1; p++)
        line += *p == '\n';
    edited(&s, "block: ", "black: ", "follows the end");
    edited(&s, " bytes ", " bites ", "write a block as");
    edited(&s, "block: ", "block: 9", "the block is longer than the file");
    snprintf(says, sizeof says, "F:%d: this line of the block is damaged", line + 1);
    edited(&s, "\nQ0FO", "\nQ0F!", says);
    snprintf(says, sizeof says, "F:%d: the block is damaged: its checksum", line);
    edited(&s, "\nQ0FO", "\nQ0FP", says);
    str_free(&s);
}

/* ---- rubbish ---- */

static size_t mutate(char *to, const char *from, size_t n, struct ct_rng *rng)
{
    int times = 1 + (int)ct_rng_below(rng, 3);
    /* Most of a save is its block: half of the changes go to the text above it. */
    const char *block = strstr(from, "\nblock:");
    size_t text = block ? (size_t)(block - from) : n;

    memcpy(to, from, n);
    while (times-- && n) {
        size_t reach = ct_rng_below(rng, 2) && text < n ? text : n;
        size_t at = ct_rng_below(rng, (uint32_t)reach), len;
        switch (ct_rng_below(rng, 6)) {
        case 0: to[at] = (char)ct_rng_below(rng, 256); break;
        case 1: to[at] ^= (char)(1 << ct_rng_below(rng, 8)); break;
        case 2: to[at] = " 0123456789abcdef:,=#\n"[ct_rng_below(rng, 22)]; break;
        case 3: n = at; break;
        case 4:
            len = 1 + ct_rng_below(rng, 40);
            len = len > n - at ? n - at : len;
            memmove(to + at, to + at + len, n - at - len);
            n -= len;
            break;
        default:
            memmove(to + at + 1, to + at, n - at);
            to[at] = (char)ct_rng_below(rng, 256);
            n++;
        }
    }
    return n;
}

/* Reads and plays whatever it may be; 1: it held, 0: it was refused. */
static int try(const char *text, size_t n)
{
    struct ct_replay r;
    char *wrong = NULL, *said = NULL, *words = NULL;
    struct ct_replay_run run = {0};
    ct_state *game = NULL, *block = NULL;
    int line = 0, held = 0;
    size_t at = 0;

    if (ct_replay_read(&r, "F", text, n, &at, &line, &wrong)) {
        game = ct_replay_start(&r, engine, &said, &wrong);
        if (game && ct_replay_play(&r, engine, game, r.npicks, &run, &wrong) == 1)
            held = ct_replay_agrees(&r, engine, game, &run, &wrong);
        block = ct_save_state(&r, engine, &words);
        held = held && block;
    } else {
        assert_non_null(wrong);
        assert_int_equal(strncmp(wrong, "F:", 2), 0);
        assert_true(wrong[2] >= '1' && wrong[2] <= '9');
    }
    assert_true(held || (wrong && *wrong) || (words && *words));
    ct_state_free(game);
    ct_state_free(block);
    ct_replay_free(&r);
    free(wrong);
    free(said);
    free(words);
    return held;
}

static void test_rubbish(void **state)
{
    static const struct {
        const char *folder;
        int people, picks;
    } games[] = {{"rulesets/fairytale", 3, 20},
                 {"rulesets/once-upon-a-draft", 2, 10},
                 {"tests/rulesets/knowledge/ask", 2, 3},
                 {"tests/rulesets/knowledge/bids", 2, 1}};
    struct ct_rng rng = ct_rng_make(2024, 1);
    int each = getenv("CT_QUICK") ? 10 : 500, held = 0;

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct str s = {0};
        char *bad;
        load(games[g].folder);
        saved_game(&s, games[g].people, 1, games[g].picks);
        assert_int_equal(try(s.s, s.n), 1);
        bad = malloc(s.n + 8);
        for (int i = 0; i < each; i++) {
            size_t n = mutate(bad, s.s, s.n, &rng);
            char *exact = malloc(n + 1); /* so that a byte too many is seen */
            memcpy(exact, bad, n);
            held += try(exact, n);
            free(exact);
        }
        free(bad);
        str_free(&s);
    }
    /* Names, players and comments may change, and so may a check of the table. */
    assert_true(held < each);
}

/* Blocks with a right sum and a wrong inside. */
static void test_wrong_blocks(void **state)
{
    struct ct_rng rng = ct_rng_make(2025, 1), picks = ct_rng_make(2026, 1);
    int each = getenv("CT_QUICK") ? 20 : 2000;
    struct ct_replay r;
    struct str s = {0}, wrong = {0};

    (void)state;
    load("tests/rulesets/knowledge/grab");
    saved_game(&s, 2, 3, 2);
    assert_true(read_text(&r, s.s, s.n, &wrong));
    for (int i = 0; i < each; i++) {
        uint8_t *b = malloc(r.nblock);
        memcpy(b, r.block, r.nblock);
        for (int k = 0; k < 3; k++)
            b[40 + ct_rng_below(&rng, (uint32_t)r.nblock - 40)] ^=
                (uint8_t)(1 << ct_rng_below(&rng, 8));
        uint64_t sum = XXH64(b + 40, r.nblock - 40, 0);
        for (int k = 0; k < 8; k++)
            b[32 + k] = (uint8_t)(sum >> 8 * k);
        ct_state *game = ct_deserialize(engine, b, r.nblock);
        for (int k = 0; game && k < 40 && ct_advance(engine, game) == 1; k++) {
            int seat = ct_next_seat(game), n = ct_choices(engine, game, seat);
            if (n < 1 || ct_pick(engine, game, seat, (int)ct_rng_below(&picks, (uint32_t)n)))
                break;
        }
        ct_state_free(game);
        free(b);
    }
    ct_replay_free(&r);
    str_free(&s);
    str_free(&wrong);
}

/* ---- files ---- */

static void test_files(void **state)
{
    char path[] = "/tmp/cantrip-replay-XXXXXX";
    struct str wrong = {0};
    size_t n;
    char *back;
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    assert_true(file_may_become(path, "save", &wrong));
    assert_true(file_replace(path, "cantrip save 1\n", 15, true, &wrong));
    assert_true(file_may_become(path, "save", &wrong));
    assert_false(file_may_become(path, "replay", &wrong));
    assert_non_null(strstr(wrong.s, "is not a replay"));
    str_clear(&wrong);
    assert_true(file_replace(path, "another", 7, false, &wrong));
    assert_false(file_may_become(path, "save", &wrong));
    back = file_read(path, &n, &wrong);
    assert_string_equal(back, "another");
    free(back);
    remove(path);
    assert_true(file_may_become(path, "save", &wrong));
    str_clear(&wrong);
    assert_null(file_read(path, &n, &wrong));
    assert_false(file_replace("/nowhere/x", "a", 1, true, &wrong));
    assert_null(file_read("/tmp", &n, &wrong));
    assert_false(file_may_become("/tmp", "save", &wrong));
    str_free(&wrong);
}

/* ---- views as JSON ---- */

/* Worlds that a seat cannot tell apart give it the same JSON, with memory and without. */
static void views_of(const char *folder, int people, uint64_t seed)
{
    struct ct_replay r;
    struct ct_rng rng = ct_rng_make(seed, 9);
    load(folder);
    ct_state *game = begin(&r, people, seed), *other = ct_clone(game);
    int left = getenv("CT_QUICK") ? 5 : 60, compared = 0;

    while (left-- > 0 && one_pick(game, &r, &rng)) {
        assert_true(ct_advance(engine, game) >= 0);
        for (int o = 0; o < ct_seats(game); o++) {
            if (!ct_is_person(game, o) || ct_resample(engine, other, game, o, seed + 1) != 1)
                continue;
            for (int memory = 0; memory < 2; memory++) {
                char *a = ct_view_json(engine, game, o, memory);
                char *b = ct_view_json(engine, other, o, memory);
                assert_non_null(a);
                assert_non_null(b);
                assert_string_equal(a, b);
                assert_null(strstr(a, "seed"));
                free(a);
                free(b);
                compared++;
            }
        }
    }
    assert_true(compared > 0);
    assert_null(ct_view_json(engine, game, 99, false));
    ct_replay_free(&r);
    ct_state_free(game);
    ct_state_free(other);
}

static void test_views(void **state)
{
    (void)state;
    views_of("rulesets/fairytale", 3, 1);
    views_of("rulesets/once-upon-a-draft", 2, 2);
    views_of("rulesets/card-ring", 2, 3);
    views_of("tests/rulesets/knowledge/ask", 2, 4);
    views_of("tests/rulesets/knowledge/known", 2, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_every_pick, tear_down),
        cmocka_unit_test_teardown(test_names, tear_down),
        cmocka_unit_test_teardown(test_result_has_the_names_of_now, tear_down),
        cmocka_unit_test_teardown(test_worlds, tear_down),
        cmocka_unit_test_teardown(test_refused, tear_down),
        cmocka_unit_test_teardown(test_replay_after_save, tear_down),
        cmocka_unit_test_teardown(test_save_refused, tear_down),
        cmocka_unit_test_teardown(test_rubbish, tear_down),
        cmocka_unit_test_teardown(test_wrong_blocks, tear_down),
        cmocka_unit_test_teardown(test_files, tear_down),
        cmocka_unit_test_teardown(test_views, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
