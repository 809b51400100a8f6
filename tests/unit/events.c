/* events.c - what is told: to each observer as he may know it, with numbers of his own. In every ruleset
 * two games that an observer cannot tell apart tell him the same, event by event. */
#include "every_ruleset.h"

#include "cantrip.h"

enum { GAMES = 2, PICKS = 40, TRIES = 40 };

/* What one observer was told, as lines of JSON, since it was emptied. */
struct notes {
    ct_engine *engine;
    char *text;
    size_t n, cap;
    uint64_t told, events, lines; /* the last number; how many in all */
    bool plain;                   /* sentences too */
};

static void note(struct notes *to, const char *text)
{
    size_t n = strlen(text) + 1;

    while (to->n + n + 1 > to->cap) {
        to->cap = to->cap ? 2 * to->cap : 4096;
        to->text = realloc(to->text, to->cap);
    }
    memcpy(to->text + to->n, text, n);
    to->n += n - 1;
    strcpy(to->text + to->n++, "\n");
}

static void noted_event(void *ctx, const ct_state *state, const struct ct_event *ev)
{
    struct notes *to = ctx;
    char *text = ct_event_json(to->engine, state, ev);

    assert_true(ev->number == to->told + 1);
    to->told = ev->number;
    to->events++;
    assert_non_null(text);
    note(to, text);
    free(text);
}

static void noted_line(void *ctx, const struct ct_line *line)
{
    struct notes *to = ctx;

    assert_true(line->first <= line->last && line->last <= to->told);
    to->lines++;
    if (to->plain)
        note(to, line->text);
}

static void begin_notes(struct notes *to)
{
    to->n = 0;
    if (to->text)
        to->text[0] = 0;
}

/* ---- two worlds ---- */

struct world {
    ct_engine *engine, *words; /* words: listeners may not use the engine that tells */
    ct_state *game;
    ct_audience *audience;
    struct notes notes;
};
struct pair {
    const char *name;
    ct_definition *def;
    struct world here, there;
    uint64_t compared, parted;
};

static void open_world(struct pair *p, struct world *w, int observer)
{
    struct ct_listener ear = {.observer = observer,
                              .event = noted_event,
                              .line = noted_line,
                              .ctx = &w->notes,
                              .you = -1};

    w->notes.engine = w->words;
    w->audience = ct_audience_new(p->def);
    assert_int_equal(ct_audience_add(w->audience, &ear), 0);
    ct_tell(w->engine, w->audience);
}

static void close_world(struct world *w)
{
    ct_tell(w->engine, NULL);
    ct_audience_free(w->audience);
    free(w->notes.text);
    memset(&w->notes, 0, sizeof w->notes);
}

/* All who are asked answer, there as here where they can. False: the worlds have parted. */
static bool answer_both(struct pair *p, struct ct_rng *rng)
{
    unsigned pending = ct_pending(p->here.game) | ct_pending(p->there.game);

    for (int seat = 0; pending >> seat; seat++) {
        uint64_t key = 0;
        int at;
        if (ct_pending(p->here.game) >> seat & 1) {
            int n = ct_choices(p->here.engine, p->here.game, seat);
            if (n < 1)
                return false;
            at = (int)ct_rng_below(rng, (uint32_t)n);
            key = ct_choice_key(p->here.engine, p->here.game, seat, at);
            assert_int_equal(ct_pick(p->here.engine, p->here.game, seat, at), 0);
        }
        if (ct_pending(p->there.game) >> seat & 1) {
            at = ct_choice_find(p->there.engine, p->there.game, seat, key);
            if (ct_pick(p->there.engine, p->there.game, seat, at < 0 ? 0 : at))
                return false;
        }
    }
    return ct_advance(p->here.engine, p->here.game) == 1 &&
           ct_advance(p->there.engine, p->there.game) == 1;
}

/* From here on in a world that the observer cannot tell from this one, as long as he cannot. */
static void follow(struct pair *p, int observer, struct ct_rng *rng)
{
    int rc = 0;

    for (uint64_t k = 0; k < TRIES && !rc; k++)
        rc = ct_resample(p->here.engine, p->there.game, p->here.game, observer, k);
    if (rc != 1)
        return;
    open_world(p, &p->here, observer);
    open_world(p, &p->there, observer);
    for (int k = 0; k < 6; k++) {
        begin_notes(&p->here.notes);
        begin_notes(&p->there.notes);
        bool on = answer_both(p, rng);
        if (ct_digest(p->here.game, observer) != ct_digest(p->there.game, observer)) {
            p->parted++;
            break;
        }
        if (p->here.notes.n != p->there.notes.n ||
            memcmp(p->here.notes.text, p->there.notes.text, p->here.notes.n) != 0)
            fail_msg("%s: observer %d is told\n%s\nand in a world that he cannot tell\n%s",
                     p->name, observer, p->here.notes.text, p->there.notes.text);
        p->compared += p->here.notes.n > 0;
        if (!on)
            break;
    }
    close_world(&p->here);
    close_world(&p->there);
}

static void play(struct pair *p, int people, uint64_t seed)
{
    struct ct_setup setup = {.people = people, .seed = seed, .flags = CT_TRACK};
    struct ct_rng rng = ct_rng_make(seed, 5);

    p->here.game = ct_game_new(p->here.engine, &setup);
    p->there.game = p->here.game ? ct_clone(p->here.game) : NULL;
    for (int k = 0; p->here.game && k < PICKS; k++) {
        if (ct_advance(p->here.engine, p->here.game) != 1)
            break;
        int o = (int)ct_rng_below(&rng, (uint32_t)ct_seats(p->here.game) + 1);
        if (o == ct_seats(p->here.game))
            follow(p, CT_SPECTATOR, &rng);
        else if (ct_is_person(p->here.game, o))
            follow(p, o, &rng);
    }
    ct_state_free(p->here.game);
    ct_state_free(p->there.game);
}

/* Those of tests/rulesets/laws break a law, or fail, by intent. */
static void ruleset(const char *path, void *ctx)
{
    struct pair p = {.name = path}, *sum = ctx;
    ct_engine **engine[] = {&p.here.engine, &p.here.words, &p.there.engine, &p.there.words};

    if (strstr(path, "/laws/"))
        return;
    p.def = ct_load(path, NULL);
    for (int i = 0; p.def && i < 4; i++)
        *engine[i] = ct_engine_new(p.def, NULL);
    if (p.def && p.here.engine) {
        struct ct_info info = ct_get_info(p.def, NULL);
        for (uint64_t seed = 0; seed < GAMES; seed++)
            play(&p, seed % 2 ? info.max_people : info.min_people, seed);
    }
    for (int i = 0; i < 4; i++)
        ct_engine_free(*engine[i]);
    ct_free(p.def);
    sum->compared += p.compared;
    sum->parted += p.parted;
}

static void what_is_hidden_is_told_nowhere(void **state)
{
    struct pair sum = {0};

    (void)state;
    each_ruleset(ruleset, &sum);
    assert_true(getenv("CT_QUICK") || (sum.compared > 500 && sum.parted > 100));
}

/* ---- an audience ---- */

enum { SEAT0, SEAT1, SPECTATOR, FRENCH, ALL, EARS };

static void play_out(ct_engine *e, ct_state *game)
{
    while (ct_advance(e, game) == 1)
        for (int seat; (seat = ct_next_seat(game)) >= 0;)
            assert_int_equal(ct_pick(e, game, seat, 0), 0);
}

/* A pick that is still secret is told to who made it, and moves nobody else's count. */
static void secret_picks_are_not_counted(ct_engine *e, ct_state *game, const ct_audience *a)
{
    uint64_t told[EARS];

    assert_int_equal(ct_advance(e, game), 1);
    assert_true(ct_pending(game) >> 1 & 1 && ct_pending(game) != 2);
    for (int i = 0; i < EARS; i++)
        told[i] = ct_audience_told(a, i);
    assert_int_equal(ct_pick(e, game, 1, 0), 0);
    for (int i = 0; i < EARS; i++)
        assert_true(ct_audience_told(a, i) == told[i] + (i == SEAT1 || i == ALL));
}

static void all_are_told_at_once_each_his_own(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    ct_engine *e = ct_engine_new(def, NULL), *words = ct_engine_new(def, NULL);
    struct ct_setup setup = {.people = 3, .seed = 4, .flags = CT_TRACK};
    ct_audience *a = ct_audience_new(def);
    static const struct {
        int observer;
        const char *lang;
    } of[EARS] = {
        {0, NULL}, {1, NULL}, {CT_SPECTATOR, NULL}, {CT_SPECTATOR, "fr"}, {CT_ALL, NULL}};
    struct notes notes[EARS] = {{0}}, log = {.plain = true, .told = UINT64_MAX};
    ct_state *game;
    char *first;

    (void)state;
    for (int i = 0; i < EARS; i++) {
        struct ct_listener ear = {.observer = of[i].observer,
                                  .line = noted_line,
                                  .ctx = &notes[i],
                                  .lang = of[i].lang,
                                  .you = -1};
        notes[i] = (struct notes){.engine = words, .plain = true, .told = UINT64_MAX};
        assert_int_equal(ct_audience_add(a, &ear), i);
    }
    ct_log(e, CT_SPECTATOR, noted_line, &log);
    ct_tell(e, a);
    game = ct_game_new(e, &setup);
    assert_true(ct_audience_told(a, SPECTATOR) == 0 && ct_audience_told(a, ALL) > 0);
    secret_picks_are_not_counted(e, game, a);
    play_out(e, game);
    assert_true(log.lines > 50);
    assert_string_equal(notes[SPECTATOR].text, log.text);
    assert_non_null(strstr(notes[FRENCH].text, "Manche 1"));
    assert_true(notes[FRENCH].lines == log.lines);
    assert_string_not_equal(notes[SEAT0].text, log.text);
    assert_string_not_equal(notes[SEAT0].text, notes[SEAT1].text);

    first = strdup(notes[SEAT0].text); /* the same game again is told alike, from number 1 on */
    uint64_t told = ct_audience_told(a, SEAT0);
    begin_notes(&notes[SEAT0]);
    assert_int_equal(ct_game_restart(e, game, 4), 0);
    assert_true(ct_audience_told(a, SEAT0) == 0);
    secret_picks_are_not_counted(e, game, a);
    play_out(e, game);
    assert_string_equal(notes[SEAT0].text, first);
    assert_true(ct_audience_told(a, SEAT0) == told);

    ct_tell(e, NULL);
    assert_int_equal(ct_game_restart(e, game, 5), 0);
    play_out(e, game);
    assert_true(ct_audience_told(a, SEAT0) == told);
    free(first);
    for (int i = 0; i < EARS; i++)
        free(notes[i].text);
    free(log.text);
    ct_state_free(game);
    ct_audience_free(a);
    ct_engine_free(e);
    ct_engine_free(words);
    ct_free(def);
}

static void noted_range(void *ctx, const struct ct_line *line)
{
    char text[200];

    snprintf(text, sizeof text, "%d-%d %.7s", (int)line->first, (int)line->last, line->text);
    note(ctx, text);
}

/* A sentence says which events it tells: a heading its phase, one of several about the same step those of its seat. */
static void a_sentence_says_what_it_tells(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_audience *a = ct_audience_new(def);
    struct notes notes = {0};
    struct ct_listener ear = {.observer = 1, .line = noted_range, .ctx = &notes, .you = 1};

    (void)state;
    assert_int_equal(ct_audience_add(a, &ear), 0);
    ct_tell(e, a);
    ct_state *game =
        ct_game_new(e, &(struct ct_setup){.people = 3, .seed = 4, .flags = CT_TRACK});
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ct_advance(e, game), 1);
        for (int seat; (seat = ct_next_seat(game)) >= 0;)
            assert_int_equal(ct_pick(e, game, seat, 0), 0);
    }
    assert_string_equal(notes.text, "1-1 Round 1\n7-11 You are\n2-16 Everyon\n"
                                    "17-17 Draft 1\n23-23 You set\n21-25 Everyon\n"
                                    "27-38 Everyon\n39-39 Draft 2\n");
    free(notes.text);
    ct_state_free(game);
    ct_audience_free(a);
    ct_engine_free(e);
    ct_free(def);
}

/* What a step says: which text, and of its card who does not see it hears only that there is one. */
static void a_step_says_one_of_its_texts(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/say", NULL);
    ct_engine *e = ct_engine_new(def, NULL), *words = ct_engine_new(def, NULL);
    ct_audience *a = ct_audience_new(def);
    struct notes notes = {.engine = words};
    struct ct_listener ear = {
        .observer = CT_SPECTATOR, .event = noted_event, .ctx = &notes, .you = -1};

    (void)state;
    assert_int_equal(ct_audience_add(a, &ear), 0);
    ct_tell(e, a);
    ct_state *game =
        ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 1, .flags = CT_TRACK});
    play_out(e, game);
    const char *wakes = strstr(notes.text, "\"event\":\"say\""), *holds, *hides, *shows;
    assert_non_null(wakes);
    assert_int_equal(strncmp(wakes, "\"event\":\"say\",\"value\":0,\"other\":", 32), 0);
    holds = strstr(wakes, "\"value\":7,\"other\":");
    hides = strstr(wakes, "\"card\":null,\"seat\":0");
    shows = strstr(wakes, "\"card\":\"ant\"");
    assert_true(holds && hides && shows && holds < hides && hides < shows);
    assert_true(atoi(wakes + 32) > 0 && atoi(holds + 18) > atoi(wakes + 32)); /* their steps */
    free(notes.text);
    ct_state_free(game);
    ct_audience_free(a);
    ct_engine_free(e);
    ct_engine_free(words);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hidden_is_told_nowhere),
        cmocka_unit_test(all_are_told_at_once_each_his_own),
        cmocka_unit_test(a_sentence_says_what_it_tells),
        cmocka_unit_test(a_step_says_one_of_its_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
