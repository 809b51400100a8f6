/* numbers.c - choices as numbers and what is seen as an array, in every game: no two choices of a list share their numbers,
 * what may be next is what choices begin with, and neither changes with the hidden cards. */
#include "cantrip.h"
#include "every_ruleset.h"

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

struct table {
    ct_definition *def;
    ct_engine *e;
    ct_state *game, *world;
    ct_numbers *n;
    int8_t *seen, *again;
    uint8_t *may, *then;
    struct ct_rng rng;
    bool remembers;
    uint64_t positions, choices, alike; /* alike: without a back, told apart by their order */
};

static struct ct_setup setup_of(const ct_definition *def, unsigned flags)
{
    return (struct ct_setup){
        .people = ct_get_info(def, NULL).max_people, .seed = 5, .flags = flags};
}

/* False: the ruleset has errors, or no game of it begins. */
static bool open_table(struct table *t, const char *path, unsigned flags)
{
    *t = (struct table){
        .def = ct_load(path, NULL), .rng = ct_rng_make(1, 2), .remembers = flags & CT_TRACK};
    if (!t->def)
        return false;
    struct ct_setup setup = setup_of(t->def, flags);
    t->e = ct_engine_new(t->def, NULL);
    t->game = t->e ? ct_game_new(t->e, &setup) : NULL;
    t->n = t->game ? ct_numbers_new(t->e, &setup) : NULL;
    if (!t->n)
        return false;
    t->world = ct_clone(t->game);
    t->seen = malloc((size_t)ct_numbers_values(t->n) + 1);
    t->again = malloc((size_t)ct_numbers_values(t->n) + 1);
    t->may = malloc((size_t)ct_numbers_actions(t->n));
    t->then = malloc((size_t)ct_numbers_actions(t->n));
    return true;
}

static void close_table(struct table *t)
{
    free(t->seen);
    free(t->again);
    free(t->may);
    free(t->then);
    ct_numbers_free(t->n);
    ct_state_free(t->game);
    ct_state_free(t->world);
    ct_engine_free(t->e);
    ct_free(t->def);
}

struct code {
    int32_t number[CT_MAX_NUMBERS];
    int n;
};

static int by_code(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct code));
}

/* Does it choose cards, all of them seen? */
static bool of_seen_cards(struct table *t, int seat, int i)
{
    struct ct_choice c;
    bool seen = true;

    assert_int_equal(ct_get_choice(t->e, t->game, seat, i, &c), 0);
    for (int k = 0; k < c.ncards; k++)
        seen &= c.card[k].card >= 0;
    return seen && c.ncards;
}

/* The numbers of all choices lead to them alone, and what may be next is what they begin with. */
static void numbers_are_the_choices(struct table *t, int seat)
{
    int n = ct_choices(t->e, t->game, seat), actions = ct_numbers_actions(t->n);
    struct code *code = calloc((size_t)n, sizeof *code);
    uint8_t *begins = calloc((size_t)actions, 1);

    for (int i = 0; i < n; i++) {
        code[i].n = ct_choice_numbers(t->n, t->game, seat, i, code[i].number);
        assert_in_range(code[i].n, n > 1, CT_MAX_NUMBERS);
        for (int k = 0; k < code[i].n; k++)
            assert_in_range(code[i].number[k], 0, actions - 1);
        begins[code[i].number[0]] = n > 1;
        char *last = ct_number_text(t->n, code[i].n ? code[i].number[code[i].n - 1] : 0);
        assert_non_null(last);
        t->alike += !strncmp(last, "number ", 7) && of_seen_cards(t, seat, i);
        t->choices++;
        free(last);
        if (i < 40)
            assert_int_equal(
                ct_numbers_next(t->n, t->game, seat, code[i].number, code[i].n, t->may), i);
    }
    assert_int_equal(ct_numbers_next(t->n, t->game, seat, NULL, 0, t->may),
                     n > 1 ? CT_SEVERAL : 0);
    assert_memory_equal(t->may, begins, (size_t)actions);
    qsort(code, (size_t)n, sizeof *code, by_code);
    for (int i = 1; i < n; i++)
        assert_int_not_equal(memcmp(&code[i - 1], &code[i], sizeof *code), 0);
    free(code);
    free(begins);
}

/* In a world that the seat cannot tell from this one it sees the same and may do the same. */
static void nothing_leaks(struct table *t, int seat)
{
    size_t values = (size_t)ct_numbers_values(t->n), actions = (size_t)ct_numbers_actions(t->n);

    if (!t->remembers || ct_resample(t->e, t->world, t->game, seat, ct_rng_next(&t->rng)) != 1)
        return;
    assert_int_equal(ct_observe(t->n, t->game, seat, NULL, 0, t->seen), 0);
    assert_int_equal(ct_observe(t->n, t->world, seat, NULL, 0, t->again), 0);
    assert_memory_equal(t->seen, t->again, values);
    assert_int_equal(ct_numbers_next(t->n, t->game, seat, NULL, 0, t->may),
                     ct_numbers_next(t->n, t->world, seat, NULL, 0, t->then));
    assert_memory_equal(t->may, t->then, actions);
}

/* What stands in the span by what ct_look tells: n cards. False: the span is of something else. */
static bool span_of_cards(struct table *t, const struct ct_span *span, int whose,
                          const struct ct_card *seen, int n, int8_t *out)
{
    memset(out, 0, (size_t)span->n);
    if (span->is == CT_SPAN_COUNT) {
        int count = ct_zone_count(t->e, t->game, span->id, whose);
        *out = (int8_t)(count < 0 ? 0 : count > 127 ? 127 : count);
    }
    for (const struct ct_card *c = seen; c < seen + n; c++) {
        if (c->card < 0 || c->zone < 0)
            continue;
        bool there = c->seat == whose && c->zone == span->id;
        if (span->is == CT_SPAN_PLACES && there)
            out[c->card] = (int8_t)(c->place + 1 > 127 ? 127 : c->place + 1);
        else if (span->is == CT_SPAN_CARDS ? there
                 : span->is == CT_SPAN_DOWN
                     ? !c->up && c->seat == whose
                     : span->is == CT_SPAN_OWNED && c->seat < 0 && c->owner == whose)
            out[c->card] = (int8_t)(out[c->card] + (out[c->card] < 127));
    }
    return span->is == CT_SPAN_COUNT || span->is == CT_SPAN_CARDS ||
           span->is == CT_SPAN_PLACES || span->is == CT_SPAN_DOWN || span->is == CT_SPAN_OWNED;
}

/* What the observer is shown of cards is what ct_look tells them. */
static void as_it_is_looked_at(struct table *t, int observer)
{
    static struct ct_card seen[20000];
    int n = ct_look(t->e, t->game, observer, CT_KNOWN, seen, NULL, 20000),
        seats = ct_seats(t->game), me = observer < 0 ? 0 : observer;
    struct ct_span span;

    assert_int_equal(ct_observe(t->n, t->game, observer, NULL, 0, t->seen), 0);
    for (int i = 0; ct_get_span(t->n, i, &span); i++) {
        int whose = span.whose < 0 ? -1 : (me + span.whose) % seats;
        assert_in_range(span.from, 0, ct_numbers_values(t->n) - span.n);
        if (span_of_cards(t, &span, whose, seen, n, t->again))
            assert_memory_equal(t->seen + span.from, t->again, (size_t)span.n);
    }
}

static void play(struct table *t, int picks)
{
    for (int i = 0; i < picks && ct_advance(t->e, t->game) == 1; i++) {
        int seat = ct_next_seat(t->game), n = ct_choices(t->e, t->game, seat);
        assert_true(n > 0);
        if (n <= 2000) {
            numbers_are_the_choices(t, seat);
            nothing_leaks(t, seat);
            as_it_is_looked_at(t, seat);
            as_it_is_looked_at(t, CT_SPECTATOR);
            as_it_is_looked_at(t, CT_ALL);
            t->positions++;
        }
        assert_int_equal(ct_pick(t->e, t->game, seat, (int)ct_rng_below(&t->rng, (uint32_t)n)),
                         0);
    }
}

/* Is each card there at most once? */
static bool all_differ(struct table *t)
{
    static struct ct_card all[20000];
    static bool met[20000];
    int n = ct_look(t->e, t->game, CT_ALL, CT_EVERY, all, NULL, 20000);
    bool differ = true;

    memset(met, 0, sizeof met);
    for (int i = 0; i < n; i++) {
        differ &= !met[all[i].card];
        met[all[i].card] = true;
    }
    return differ;
}

static void every_number_is_a_choice(const char *path, void *ctx)
{
    struct table t;

    if (open_table(&t, path, 0)) /* where nothing is remembered */
        play(&t, 100);
    *(uint64_t *)ctx += t.positions;
    close_table(&t);
    bool opens = open_table(&t, path, CT_TRACK), once = opens && all_differ(&t);
    if (opens)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            play(&t, 150);
            assert_int_equal(ct_game_restart(t.e, t.game, seed), 0);
        }
    *(uint64_t *)ctx += t.positions;
    /* Where each card is there once, a choice of seen cards is told by what it is. */
    if (!strncmp(path, "rulesets/", 9))
        assert_true(once ? !t.alike : t.alike * 3 <= t.choices);
    close_table(&t);
}

static void choices_have_numbers_of_their_own(void **state)
{
    uint64_t positions = 0;

    (void)state;
    each_ruleset(every_number_is_a_choice, &positions);
    assert_true(positions > 3000);
}

/* Numbers mean the same in another engine, and have words that differ. */
static void numbers_have_words(void **state)
{
    struct table t, u;

    (void)state;
    assert_true(open_table(&t, "rulesets/hearts", CT_TRACK));
    assert_true(open_table(&u, "rulesets/hearts", CT_TRACK));
    int n = ct_numbers_actions(t.n);
    char **text = calloc((size_t)n, sizeof *text);
    for (int i = 0; i < n; i++) {
        char *other = ct_number_text(u.n, i);
        text[i] = ct_number_text(t.n, i);
        assert_string_equal(text[i], other);
        free(other);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(text[i], text[k]);
    }
    for (int i = 0; i < n; i++)
        free(text[i]);
    free(text);
    assert_null(ct_number_text(t.n, n));
    assert_null(ct_number_text(t.n, -1));
    close_table(&t);
    close_table(&u);
}

/* ---- batches ---- */

enum { GAMES = 24, STEPS = 400 };

struct arrays {
    struct ct_batch_arrays a;
    size_t seen, may;
};

static struct arrays arrays_for(const ct_numbers *n, int seats)
{
    struct arrays out = {.seen = (size_t)GAMES * (size_t)ct_numbers_values(n),
                         .may = (size_t)GAMES * (size_t)ct_numbers_actions(n)};

    out.a = (struct ct_batch_arrays){malloc(out.seen),
                                     malloc(out.may),
                                     malloc(GAMES * sizeof(int32_t)),
                                     malloc(GAMES),
                                     malloc((size_t)(GAMES * seats) * sizeof(double)),
                                     malloc((size_t)(GAMES * seats) * sizeof(int64_t)),
                                     malloc(GAMES * sizeof(uint64_t))};
    return out;
}

static void free_arrays(struct arrays *a)
{
    free(a->a.seen);
    free(a->a.may);
    free(a->a.seat);
    free(a->a.over);
    free(a->a.share);
    free(a->a.score);
    free(a->a.seeds);
}

static int32_t some_number(const uint8_t *may, int n, struct ct_rng *rng)
{
    uint32_t count = 0;

    for (int i = 0; i < n; i++)
        count += may[i];
    assert_true(count > 1);
    uint32_t at = ct_rng_below(rng, count) + 1;
    for (int i = 0;; i++)
        if (may[i] && !--at)
            return i;
}

/* A game that is played by hand beside game 0 of a batch. */
struct by_hand {
    ct_engine *e;
    ct_state *game;
    ct_numbers *n;
    int32_t given[CT_MAX_NUMBERS];
    int ngiven;
    int8_t *seen;
    uint8_t *may;
};

/* The choice that the numbers given so far lead to is picked. CT_SEVERAL: they lead to none yet. */
static int pick_given(struct by_hand *h, int seat)
{
    int pick = ct_numbers_next(h->n, h->game, seat, h->given, h->ngiven, h->may);

    if (pick >= 0) {
        assert_int_equal(ct_pick(h->e, h->game, seat, pick), 0);
        h->ngiven = 0;
    }
    return pick;
}

/* Game 0 of the batch is asked and sees the same; then it gets its next number. */
static void same_by_hand(struct by_hand *h, struct arrays *a, int32_t number)
{
    int seat;

    if (a->a.over[0])
        assert_int_equal(ct_game_restart(h->e, h->game, a->a.seeds[0]), 0);
    do {
        assert_int_equal(ct_pending(h->game) ? 1 : ct_advance(h->e, h->game), 1);
        seat = ct_next_seat(h->game);
    } while (pick_given(h, seat) != CT_SEVERAL);
    assert_int_equal(a->a.seat[0], seat);
    assert_memory_equal(h->may, a->a.may, (size_t)ct_numbers_actions(h->n));
    assert_int_equal(ct_observe(h->n, h->game, seat, h->given, h->ngiven, h->seen), 0);
    assert_memory_equal(h->seen, a->a.seen, (size_t)ct_numbers_values(h->n));
    h->given[h->ngiven++] = number;
    if (pick_given(h, seat) >= 0 && !ct_pending(h->game))
        assert_true(ct_advance(h->e, h->game) >= 0);
}

/* Two batches with other numbers of threads go the same way, and each game is the one that its seed and picks make. */
static void a_batch_is_its_games(const char *path, int people, unsigned asked)
{
    ct_definition *def = ct_load(path, NULL);
    struct ct_setup setup = {.people = people, .seed = 3};
    char *wrong = NULL;
    ct_batch *one = ct_batch_new(def, &setup, GAMES, 1, asked, &wrong);
    ct_batch *two = ct_batch_new(def, &setup, GAMES, 3, asked, &wrong);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *alone = ct_game_new(e, &setup);
    ct_numbers *n = ct_numbers_new(e, &setup);
    int seats = ct_seats(alone), actions = ct_numbers_actions(n), over = 0;
    struct arrays a = arrays_for(n, seats), b = arrays_for(n, seats);
    struct ct_rng rng = ct_rng_make(9, 9);
    int32_t number[GAMES];
    struct by_hand hand = {
        e, alone, n, {0}, 0, malloc((size_t)ct_numbers_values(n)), malloc((size_t)actions)};

    assert_non_null(one);
    assert_int_equal(ct_batch_reset(one, NULL, &a.a), 0);
    assert_int_equal(ct_batch_reset(two, NULL, &b.a), 0);
    struct ct_rng first = ct_rng_make(3, 0);
    uint64_t seed = ct_rng_next(&first);
    assert_int_equal(ct_game_restart(e, alone, seed), 0);
    for (int step = 0; step < STEPS; step++) {
        assert_memory_equal(a.a.seen, b.a.seen, a.seen);
        assert_memory_equal(a.a.may, b.a.may, a.may);
        assert_memory_equal(a.a.seat, b.a.seat, sizeof number);
        assert_memory_equal(a.a.seeds, b.a.seeds, GAMES * sizeof(uint64_t));
        for (int i = 0; i < GAMES; i++) {
            number[i] = some_number(a.a.may + (size_t)i * (size_t)actions, actions, &rng);
            assert_true(asked >> a.a.seat[i] & 1);
            over += a.a.over[i] != 0;
            double sum = 0;
            for (int s = 0; s < seats; s++)
                sum += a.a.share[i * seats + s];
            assert_true(a.a.over[i] == CT_OVER ? sum > 0.99 && sum < 1.01 : sum == 0);
        }
        if (asked == ~0u)
            same_by_hand(&hand, &a, number[0]);
        assert_int_equal(ct_batch_step(one, number, &a.a), 0);
        assert_int_equal(ct_batch_step(two, number, &b.a), 0);
    }
    assert_true(over > 0);
    number[5] = 0; /* nobody may say nothing */
    assert_int_equal(ct_batch_step(one, number, &a.a), -1);
    assert_non_null(strstr(ct_batch_error(one), "not offered"));
    free_arrays(&a);
    free_arrays(&b);
    free(hand.seen);
    free(hand.may);
    ct_batch_free(one);
    ct_batch_free(two);
    ct_numbers_free(n);
    ct_state_free(alone);
    ct_engine_free(e);
    ct_free(def);
}

/* Where nobody is asked, games do not begin anew for ever. */
static void somebody_is_asked(void **state)
{
    ct_definition *def = ct_load("rulesets/kuhn", NULL);
    struct ct_setup setup = {.people = 2};
    ct_batch *b = ct_batch_new(def, &setup, 1, 1, 0, NULL);
    struct ct_batch_arrays none = {0};

    (void)state;
    assert_non_null(b);
    assert_int_equal(ct_batch_reset(b, NULL, &none), -1);
    assert_non_null(strstr(ct_batch_error(b), "nobody was asked"));
    ct_batch_free(b);
    setup.people = 7;
    char *wrong;
    assert_null(ct_batch_new(def, &setup, 1, 1, 1, &wrong));
    assert_non_null(wrong);
    free(wrong);
    ct_free(def);
}

static void batches_are_their_games(void **state)
{
    (void)state;
    a_batch_is_its_games("rulesets/fairytale", 4, ~0u);
    a_batch_is_its_games("rulesets/scopa", 2, ~0u);
    a_batch_is_its_games("rulesets/fairytale", 3, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_have_numbers_of_their_own),
        cmocka_unit_test(numbers_have_words),
        cmocka_unit_test(batches_are_their_games),
        cmocka_unit_test(somebody_is_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
