/* view.c - what a seat is shown, and what it may choose, as values: in every ruleset, at random picks,
 * the same in each world that the seat cannot tell from the true one; and each value says what it is of. */
#include "every_ruleset.h"

#include "api/internal.h"

enum { GAMES = 2, PICKS = 60, WORLDS = 2, TRIES = 40, MANY = 4000 };

struct table {
    const char *name;
    ct_definition *def;
    ct_engine *engine;
    ct_state *game, *world;
    struct ct_info info;
    uint64_t worlds, known, cards; /* worlds compared; scores told; cards of choices found */
    uint64_t reasons, came;        /* …; copies that came to a seat */
    uint64_t *kept;                /* of ct_copies_come */
    size_t nkept;
    uint16_t *lay; /* by instance: in which slot it lay */
    unsigned nlay;
};

/* All that an observer is shown, as bytes that can be compared. */
struct shown {
    struct ct_card card[MANY];
    int32_t counter[MANY * 8];
    struct ct_waiting waiting[64];
    struct ct_phase phase[32];
    struct ct_result result;
    unsigned known;
    int ncards, nwaiting, nphases;
};

static void show(struct table *t, ct_state *game, int observer, struct shown *to)
{
    bool counted = t->info.card_counters <= 8;

    memset(to, 0, sizeof *to);
    to->ncards = ct_look(t->engine, game, observer, CT_EVERY, to->card,
                         counted ? to->counter : NULL, MANY);
    to->nwaiting = ct_waiting(t->engine, game, observer, to->waiting, 64);
    to->nphases = ct_phases(t->engine, game, to->phase, 32);
    assert_true(to->ncards >= 0 && to->ncards <= MANY && to->nwaiting >= 0);
    if (ct_result_for(t->engine, game, observer, &to->result, &to->known))
        fail_msg("%s: %s", t->name, ct_error(t->engine));
}

/* ---- one view ---- */

/* The sweep is the zones, one after the other. */
static void sweep_is_zones(struct table *t, int observer, const struct shown *all)
{
    struct kstate *s = block(t->game);
    int at = 0;
    struct ct_card zone[MANY];

    for (unsigned slot = 0; slot + 1u < s->nslots; slot++) {
        struct kslotinfo lies = k_slotinfo(s)[slot];
        int seat = lies.seat == NO_SEAT ? -1 : lies.seat;
        int n = ct_zone_cards(t->engine, t->game, observer, lies.zone, seat, zone, MANY);
        assert_int_equal(n, ct_zone_count(t->engine, t->game, lies.zone, seat));
        for (int i = 0; i < n; i++, at++) {
            assert_memory_equal(&zone[i], &all->card[at], sizeof zone[i]);
            assert_int_equal(zone[i].place, i);
        }
    }
    assert_int_equal(at, all->ncards);
}

/* Without what he does not know the sweep has the other cards, in their order. */
static void known_ones_are_the_same(struct table *t, int observer, const struct shown *all)
{
    static struct ct_card card[MANY];
    int n = ct_look(t->engine, t->game, observer, CT_KNOWN, card, NULL, MANY), at = 0;

    for (int i = 0; i < all->ncards; i++)
        at += all->card[i].card >= 0;
    assert_int_equal(n, at);
    for (int i = at = 0; i < n; i++, at++) {
        while (all->card[at].card < 0)
            at++;
        if (card[i].remembered && card[i].place < 0)
            card[i].place = all->card[at].place;
        assert_memory_equal(&card[i], &all->card[at], sizeof card[i]);
    }
}

/* A score that is told is the score. */
static void scores_are_true(struct table *t, const struct shown *all)
{
    struct ct_result r;

    assert_int_equal(ct_get_result(t->engine, t->game, &r), 0);
    for (int i = 0; i < ct_seats(t->game); i++)
        if (all->known >> i & 1) {
            assert_int_equal(all->result.score[i], r.score[i]);
            t->known++;
        }
}

/* A chosen card stands where its choice says, in what its seat sees of the zone. */
static void card_stands(struct table *t, int seat, const struct ct_card *c)
{
    struct ct_card zone[MANY];
    int n;

    if (c->zone < 0)
        return;
    n = ct_zone_cards(t->engine, t->game, seat, c->zone, c->seat, zone, MANY);
    assert_true(c->place >= 0 && c->place < n);
    if (c->card >= 0)
        assert_memory_equal(c, &zone[c->place], sizeof *c);
    else
        assert_true(zone[c->place].card < 0 || zone[c->place].remembered);
    t->cards++;
}

static void choices_say_what_they_are(struct table *t, int seat)
{
    int n = ct_choices(t->engine, t->game, seat);
    uint64_t *keys = malloc((size_t)n * sizeof *keys);
    struct ct_choice c;

    assert_true(n > 0);
    assert_int_equal(ct_choice_keys(t->engine, t->game, seat, keys), n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(ct_get_choice(t->engine, t->game, seat, i, &c), 0);
        assert_int_equal(c.asked, seat);
        assert_true(c.key == ct_choice_key(t->engine, t->game, seat, i) && c.key == keys[i]);
        assert_int_equal(ct_choice_find(t->engine, t->game, seat, c.key), i);
        assert_int_equal(c.kind, ct_choice_kind(t->engine, t->game, seat, i));
        for (int k = 0; k < c.ncards; k++)
            card_stands(t, seat, &c.card[k]);
    }
    free(keys);
    assert_int_equal(ct_get_choice(t->engine, t->game, seat, n, &c), -1);
    assert_non_null(strstr(ct_error(t->engine), "has no choice"));
}

/* ---- two worlds ---- */

static void same_choices(struct table *t, int seat)
{
    int n = ct_choices(t->engine, t->game, seat);
    struct ct_choice a, b;

    assert_int_equal(n, ct_choices(t->engine, t->world, seat));
    for (int i = 0; i < n; i++) {
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        assert_int_equal(ct_get_choice(t->engine, t->game, seat, i, &a), 0);
        assert_int_equal(ct_get_choice(t->engine, t->world, seat, i, &b), 0);
        if (memcmp(&a, &b, sizeof a) != 0)
            fail_msg("%s: choice %d of seat %d differs in a world it cannot tell: %s", t->name,
                     i, seat, ct_chosen_text(t->engine, t->game, &a));
    }
}

static void add_reason(void *ctx, const struct ct_reason *r)
{
    char *to = ctx;
    size_t n = strlen(to);

    assert_true(*r->text && r->card.card >= 0);
    snprintf(to + n, 8192 - n, "%d %d %d %d: %s\n", r->card.zone, r->card.place, r->against,
             r->line, r->text);
}

/* Why a card is not offered: what stands against one that is offered is nothing. */
static void same_reasons(struct table *t, int seat)
{
    static char here[8192], there[8192];

    for (int card = 0; card < t->info.cards; card++) {
        here[0] = there[0] = 0;
        int n = ct_why_each(t->engine, t->game, seat, card, add_reason, here);
        assert_int_equal(n, ct_why_each(t->engine, t->world, seat, card, add_reason, there));
        assert_string_equal(here, there);
        t->reasons += (uint64_t)n;
    }
}

static void same_json(struct table *t, int observer)
{
    char *here = ct_view_json(t->engine, t->game, observer, true);
    char *there = ct_view_json(t->engine, t->world, observer, true);

    assert_non_null(here);
    assert_non_null(there);
    if (strcmp(here, there) != 0)
        fail_msg("%s: the view of observer %d differs in a world it cannot tell\n%s\n%s",
                 t->name, observer, here, there);
    free(here);
    free(there);
}

static void same_in_question(struct table *t, int seat, int world)
{
    same_choices(t, seat);
    if (world == 1)
        same_reasons(t, seat);
}

static void same_shown(struct table *t, int observer, const struct shown *a,
                       const struct shown *b)
{
    const char *what = memcmp(a->card, b->card, sizeof a->card)            ? "cards"
                       : memcmp(a->counter, b->counter, sizeof a->counter) ? "counters"
                       : memcmp(a->waiting, b->waiting, sizeof a->waiting) ? "effects"
                       : memcmp(a->phase, b->phase, sizeof a->phase)       ? "phases"
                       : a->known != b->known                              ? "known scores"
                       : memcmp(&a->result, &b->result, sizeof a->result)  ? "result"
                                                                           : NULL;

    if (what)
        fail_msg("%s: observer %d is shown other %s in a world it cannot tell", t->name,
                 observer, what);
}

static void is_shown(struct table *t, int observer, struct shown *all)
{
    show(t, t->game, observer, all);
    sweep_is_zones(t, observer, all);
    known_ones_are_the_same(t, observer, all);
    scores_are_true(t, all);
}

static void same_in_worlds(struct table *t, int observer)
{
    static struct shown here, there;
    int done = 0;

    is_shown(t, observer, &here);
    for (uint64_t k = 0; k < TRIES && done < WORLDS; k++) {
        int rc = ct_resample(t->engine, t->world, t->game, observer, k);
        assert_true(rc >= 0);
        if (!rc)
            continue;
        done++;
        show(t, t->world, observer, &there);
        same_shown(t, observer, &here, &there);
        if (observer >= 0 && ct_pending(t->game) >> observer & 1)
            same_in_question(t, observer, done);
        same_json(t, observer);
    }
    t->worlds += (uint64_t)done;
}

/* ---- every ruleset ---- */

static int pick_on(struct table *t, struct ct_rng *rng)
{
    unsigned pending = ct_pending(t->game);

    for (int seat = 0; pending >> seat; seat++) {
        int n = pending >> seat & 1 ? ct_choices(t->engine, t->game, seat) : 0;
        if (n < 0 ||
            (n && ct_pick(t->engine, t->game, seat, (int)ct_rng_below(rng, (uint32_t)n))))
            return -1;
    }
    return ct_advance(t->engine, t->game);
}

/* Where a seat has it in the open or in its hand. */
static bool is_had(struct kstate *s, unsigned slot)
{
    struct kslotinfo lies = k_slotinfo(s)[slot];

    return lies.seat != NO_SEAT && (lies.up == SIGHT_OWNER || lies.up == SIGHT_ALL);
}

/* Told are the copies that lie elsewhere than the last time, each once, three at a time. */
static void copies_come(struct table *t)
{
    struct kstate *s = block(t->game);
    struct ct_copy copy[3];
    size_t kept = ct_copies_kept(t->game);
    bool anew = kept != t->nkept;
    int n;

    if (anew) {
        free(t->kept);
        t->kept = calloc(t->nkept = kept, sizeof *t->kept);
    }
    t->lay = realloc(t->lay, (s->ninst + 1u) * sizeof *t->lay);
    for (; t->nlay < s->ninst; t->nlay++)
        t->lay[t->nlay] = NO_CARD;
    for (unsigned c = 0; anew && c < s->ninst; c++)
        t->lay[c] = NO_CARD;
    while ((n = ct_copies_come(t->engine, t->game, t->kept, copy, 3)))
        for (int i = 0; i < n; i++, t->came++) {
            unsigned slot = k_insts(s)[copy[i].copy].slot;
            assert_true(is_had(s, slot) && t->lay[copy[i].copy] != slot);
            assert_int_equal(copy[i].card, k_insts(s)[copy[i].copy].def);
            assert_int_equal(copy[i].zone, k_slotinfo(s)[slot].zone);
            assert_int_equal(copy[i].seat, k_slotinfo(s)[slot].seat);
            t->lay[copy[i].copy] = (uint16_t)slot;
        }
    for (unsigned c = 0; c < s->ninst; c++) { /* and none is left out */
        unsigned slot = k_insts(s)[c].slot;
        assert_true(slot + 1u >= s->nslots || !is_had(s, slot) || t->lay[c] == slot);
        t->lay[c] = (uint16_t)slot;
    }
}

static void look_at(struct table *t, struct ct_rng *rng)
{
    int seats = ct_seats(t->game), seat = (int)ct_rng_below(rng, (uint32_t)seats + 1);

    if (seat == seats)
        seat = CT_SPECTATOR;
    else if (!ct_is_person(t->game, seat))
        return;
    same_in_worlds(t, seat);
    if (seat >= 0 && ct_pending(t->game) >> seat & 1)
        choices_say_what_they_are(t, seat);
}

static void play(struct table *t, int people, uint64_t seed)
{
    struct ct_setup setup = {.people = people, .seed = seed, .flags = CT_TRACK};
    struct ct_rng rng = ct_rng_make(seed, 3);
    static struct shown end;

    t->game = ct_game_new(t->engine, &setup);
    t->world = t->game ? ct_clone(t->game) : NULL;
    int more = t->game ? ct_advance(t->engine, t->game) : -1;
    for (int k = 0; more == 1 && k < PICKS; k++) {
        look_at(t, &rng);
        copies_come(t);
        more = pick_on(t, &rng);
    }
    if (!more) { /* then the score is told, whatever lies hidden */
        is_shown(t, CT_SPECTATOR, &end);
        assert_true(!end.result.scored || end.known);
    }
    free(t->kept);
    free(t->lay);
    t->kept = NULL;
    t->lay = NULL;
    t->nkept = t->nlay = 0;
    ct_state_free(t->game);
    ct_state_free(t->world);
}

/* Those of tests/rulesets/laws break a law, or fail, by intent. */
static void ruleset(const char *path, void *ctx)
{
    struct table t = {.name = path}, *sum = ctx;

    if (strstr(path, "/laws/"))
        return;
    t.def = ct_load(path, NULL);
    t.engine = t.def ? ct_engine_new(t.def, NULL) : NULL;
    if (t.engine) {
        t.info = ct_get_info(t.def, NULL);
        for (uint64_t seed = 0; seed < GAMES; seed++)
            play(&t, seed % 2 ? t.info.max_people : t.info.min_people, seed);
    }
    ct_engine_free(t.engine);
    ct_free(t.def);
    sum->worlds += t.worlds;
    sum->known += t.known;
    sum->cards += t.cards;
    sum->reasons += t.reasons;
    sum->came += t.came;
}

static void what_is_hidden_shows_nowhere(void **state)
{
    struct table sum = {0};

    (void)state;
    each_ruleset(ruleset, &sum);
    assert_true(getenv("CT_QUICK") ||
                (sum.worlds > 2000 && sum.known > 2000 && sum.cards > 2000 &&
                 sum.reasons > 2000 && sum.came > 2000));
}

/* ---- scores ---- */

/* While hands are held each knows his own score; when all lie face down in the open everybody who
 * has seen them come remembers. */
static void scores_are_known(const char *folder)
{
    ct_definition *def = ct_load(folder, NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    struct ct_setup setup = {.people = 3, .seed = 5, .flags = CT_TRACK};
    ct_state *game = ct_game_new(e, &setup);
    struct ct_result r, all;
    unsigned known;

    for (int round = 0; ct_advance(e, game) == 1; round++) {
        assert_int_equal(ct_get_result(e, game, &all), 0);
        for (int o = 0; o < 3; o++) {
            assert_int_equal(ct_result_for(e, game, o, &r, &known), 0);
            assert_int_equal(known, round < 2 ? 1u << o : 7);
            assert_int_equal(r.score[o], all.score[o]);
            assert_int_equal(r.score[(o + 1) % 3], round < 2 ? 0 : all.score[(o + 1) % 3]);
        }
        assert_int_equal(ct_result_for(e, game, CT_SPECTATOR, &r, &known), 0);
        assert_int_equal(known, round < 2 ? 0 : 7);
        assert_int_equal(ct_result_for(e, game, CT_ALL, &r, &known), 0);
        assert_int_equal(known, 7);
        ct_forget(e, game, round == 2 ? 1 : -1);
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(ct_pick(e, game, seat, 0), 0);
        if (round == 2)
            break;
    }
    assert_int_equal(ct_result_for(e, game, 1, &r, &known), 0);
    assert_int_equal(known, 0); /* it has forgotten, its own too */
    assert_int_equal(ct_advance(e, game), 0);
    assert_int_equal(ct_result_for(e, game, 1, &r, &known), 0);
    assert_int_equal(known, 7);
    assert_int_equal(ct_result_for(e, game, 9, &r, &known), -1);
    ct_state_free(game);
    ct_engine_free(e);
    ct_free(def);
}

static void a_score_is_told_to_who_knows_its_cards(void **state)
{
    (void)state;
    scores_are_known("tests/rulesets/features/worth");
    scores_are_known("tests/rulesets/features/worth-pure");
}

/* ---- a choice is of its game ---- */

static void a_choice_is_of_its_game_and_seat(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    struct ct_setup setup = {.people = 2, .seed = 1};
    ct_state *a = ct_game_new(e, &setup), *b;
    char *text[3], *kept;
    struct ct_choice c;

    (void)state;
    setup.seed = 2;
    b = ct_game_new(e, &setup);
    assert_true(ct_advance(e, a) == 1 && ct_advance(e, b) == 1);
    assert_int_equal(ct_get_choice(e, a, 0, 0, &c), 0);
    kept = strdup(ct_chosen_pick(e, a, &c));
    text[0] = strdup(ct_choice_pick(e, a, 0, 0));
    assert_true(ct_choices(e, b, 0) > 0); /* another game's are listed last */
    text[1] = strdup(ct_choice_pick(e, a, 0, 0));
    text[2] = strdup(ct_choice_pick(e, b, 0, 0));
    assert_string_equal(text[0], text[1]);
    assert_string_not_equal(text[0], text[2]);
    assert_int_equal(ct_pick(e, a, 0, 0), 0);
    assert_null(ct_choice_text(e, a, 0, 0)); /* it has answered */
    assert_non_null(strstr(ct_error(e), "not asked"));
    assert_int_equal(ct_choice_find(e, a, 0, c.key), -1);
    assert_int_equal(ct_choice_card(e, a, 0, 0), -1);
    assert_string_equal(ct_chosen_pick(e, b, &c), kept); /* a kept one needs no list */
    assert_null(ct_choice_text(e, b, 5, 0));
    for (int i = 0; i < 3; i++)
        free(text[i]);
    free(kept);
    ct_state_free(a);
    ct_state_free(b);
    ct_engine_free(e);
    ct_free(def);
}

/* ---- like cards ---- */

/* Seat 0 picks what is written so, and its last card is this one of its like (0: it has none); the other seat is done. */
static void pick_as(ct_engine *e, ct_state *game, const char *text, int nth)
{
    struct ct_choice c;
    int found = -1;

    for (int i = 0, n = ct_choices(e, game, 0); i < n; i++) {
        assert_int_equal(ct_get_choice(e, game, 0, i, &c), 0);
        if (!strcmp(ct_choice_pick(e, game, 0, i), text) && c.card[c.ncards - 1].nth == nth)
            found = i;
    }
    assert_true(found >= 0);
    assert_int_equal(ct_pick(e, game, 0, found), 0);
    for (; ct_advance(e, game) == 1 && ct_next_seat(game) == 1;)
        assert_int_equal(ct_pick(e, game, 1, ct_choices(e, game, 1) - 1), 0);
}

/* Of two goblins each that wears a hide is found by it, and the hide by it; which of the equal cards they are in the box, and in
 * which order they were dealt, shows nowhere. */
static void like_cards_are_told_apart_by_what_holds_them(void **state)
{
    static const struct {
        const char *text;
        int nth;
    } picks[] = {{"play goblin", 0}, {"play goblin", 0},      {"wear hide goblin", 0},
                 {"love goblin", 2}, {"wear hide goblin", 1}, {NULL, 0}};
    ct_definition *def = ct_load("tests/rulesets/features/likes", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    char *first[6] = {0};
    int games = 0;
    struct ct_card line[2], worn[2], held[2];

    (void)state;
    assert_non_null(e);
    for (uint64_t seed = 0; seed < 60; seed++) {
        ct_state *game =
            ct_game_new(e, &(struct ct_setup){.people = 2, .seed = seed, .flags = CT_TRACK});
        assert_int_equal(ct_advance(e, game), 1);
        struct ct_card hand[8];
        int goblins = 0;
        assert_int_equal(ct_zone_cards(e, game, 0, 1, 0, hand, 8), 8);
        for (int i = 0; i < 8; i++)
            goblins += hand[i].card == 0;
        for (int k = 0; goblins == 4 && picks[k].text; k++) {
            pick_as(e, game, picks[k].text, picks[k].nth);
            char *seen = ct_view_json(e, game, CT_SPECTATOR, false);
            if (!first[k])
                first[k] = strdup(seen);
            assert_string_equal(seen, first[k]);
            free(seen);
        }
        games += goblins == 4;
        if (goblins == 4) {
            assert_int_equal(ct_zone_cards(e, game, 1, 2, 0, line, 2), 2);
            assert_int_equal(ct_zone_cards(e, game, 1, 3, 0, worn, 2), 2);
            assert_true(line[0].nth == 1 && line[1].nth == 2);
            assert_true(worn[0].nth == 1 && worn[1].nth == 2);
            for (int i = 0; i < 2; i++) {
                assert_true(ct_held(e, game, 1, 0, -1, &worn[i], &held[i]));
                assert_memory_equal(&held[i], &line[held[i].nth - 1], sizeof held[i]);
            }
            assert_int_not_equal(held[0].nth, held[1].nth);
            assert_true(ct_held(e, game, CT_SPECTATOR, 1, 0, NULL, &held[0]));
            assert_memory_equal(&held[0], &line[held[0].nth - 1], sizeof held[0]);
            assert_false(ct_held(e, game, 1, 1, 1, NULL, &held[0])); /* loves none */
            assert_false(ct_held(e, game, 1, 0, -1, &line[0], &held[0]));
            assert_false(ct_held(e, game, 1, 7, 0, NULL, &held[0]));
            assert_false(ct_held(e, game, 9, 1, 0, NULL, &held[0]));
        }
        ct_state_free(game);
    }
    assert_true(games > 5);
    for (int k = 0; k < 6; k++)
        free(first[k]);
    ct_engine_free(e);
    ct_free(def);
}

/* ---- why not ---- */

struct answer {
    int n, against;
    char text[200];
};

static void keep_reason(void *ctx, const struct ct_reason *r)
{
    struct answer *a = ctx;

    a->n++;
    a->against = r->against;
    snprintf(a->text, sizeof a->text, "%s", r->text);
}

static void a_card_that_is_not_offered_says_why(void **state)
{
    ct_definition *def = ct_load("tests/rulesets/features/worth", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *game = ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 1});
    struct ct_choice first;
    struct answer a = {0};

    (void)state;
    assert_int_equal(ct_advance(e, game), 1);
    assert_int_equal(ct_get_choice(e, game, 0, 0, &first), 0);
    assert_int_equal(ct_why_each(e, game, 0, first.card[0].card, keep_reason, &a), 1);
    assert_int_equal(a.against, CT_AGAINST_NOTHING);
    assert_int_equal(ct_why_each(e, game, 1, first.card[0].card, keep_reason, &a), 0);
    assert_int_equal(ct_pick(e, game, 0, 0) + ct_pick(e, game, 1, 0), 0);
    assert_int_equal(ct_advance(e, game), 1);
    a = (struct answer){0};
    assert_int_equal(ct_why_each(e, game, 1, first.card[0].card, keep_reason, &a),
                     0); /* face down */
    assert_int_equal(ct_why_each(e, game, 7, 0, keep_reason, &a), -1);
    assert_int_equal(ct_pick(e, game, 1, 0), 0);
    assert_int_equal(ct_why_each(e, game, 1, 0, keep_reason, &a), -1);
    assert_int_equal(a.n, 0);
    ct_state_free(game);
    ct_engine_free(e);
    ct_free(def);

    def = ct_load("rulesets/fairytale", NULL);
    e = ct_engine_new(def, NULL);
    ct_engine_language(e, "fr");
    game = ct_game_new(e, &(struct ct_setup){.people = 2, .seed = 1});
    for (int k = 0; k < 12 && a.against != CT_AGAINST_ZONE; k++) {
        assert_int_equal(ct_advance(e, game), 1);
        for (int card = 0; ct_card_id(def, card) && a.against != CT_AGAINST_ZONE; card++)
            ct_why_each(e, game, 0, card, keep_reason, &a);
        for (int seat; (seat = ct_next_seat(game)) >= 0;)
            ct_pick(e, game, seat, 0);
    }
    assert_int_equal(strncmp(a.text, "Elle est ici", 12), 0);
    ct_state_free(game);
    ct_engine_free(e);
    ct_free(def);
}

/* ---- what a screen asks ---- */

static int counter_named(const ct_definition *def, const char *id)
{
    int c = 0;

    while (ct_counter_id(def, c) && strcmp(ct_counter_id(def, c), id) != 0)
        c++;
    return c;
}

static void zones_and_counters_are_described(void **state)
{
    ct_definition *def = ct_load("rulesets/once-upon-a-draft", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *game = ct_game_new(e, &(struct ct_setup){.people = 3});
    int hearts = counter_named(def, "hearts"), leads = counter_named(def, "leader");
    struct ct_counter_info c;
    struct ct_zone_info z;
    int32_t all[64];

    (void)state;
    for (int i = 0; ct_get_zone(def, i, &z); i++)
        if (!strcmp(z.id, "hand"))
            assert_true(!z.table && z.as == CT_SET && z.up == CT_OWNER);
    assert_false(ct_get_zone(def, -1, &z));
    assert_true(ct_get_counter(def, hearts, &c));
    assert_true(c.is == CT_COUNTS_NUMBER && c.of == CT_OF_SEATS && c.lasts == -1);
    assert_string_equal(ct_counter_text(e, game, hearts, 2), "♥ 2");
    assert_true(ct_get_counter(def, leads, &c));
    assert_int_equal(c.is, CT_COUNTS_SEAT);
    assert_non_null(strstr(ct_counter_text(e, game, leads, 1), "Bob"));
    assert_string_equal(ct_counter_text(e, game, leads, -1), "");
    assert_true(ct_get_info(def, NULL).counters <= 64);
    ct_counters(e, game, 0, all);
    assert_true(all[hearts] == 0 && all[leads] == CT_ABSENT);
    ct_counters(e, game, -1, all);
    assert_true(all[hearts] == CT_ABSENT && all[leads] != CT_ABSENT);
    ct_state_free(game);
    ct_engine_free(e);
    ct_free(def);
}

static void sentences_are_said(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    int cards = ct_own_find("N_CARDS");
    const struct ct_filling many = {.name = "n", .is = CT_FILLED_NUMBER, .number = 3};
    char *text[2] = {ct_own_say(def, NULL, cards, &many, 1),
                     ct_own_say(def, "fr", cards, &many, 1)};

    (void)state;
    assert_string_equal(text[0], "3 cards");
    assert_string_equal(text[1], "3 cartes");
    assert_string_equal(ct_own_text(def, "fr", cards), "{n} {n:carte|cartes}");
    assert_string_equal(ct_own_name(cards), "N_CARDS");
    assert_int_equal(ct_own_find("n_cards"), -1);
    assert_null(ct_own_say(def, NULL, -1, NULL, 0));
    free(text[0]);
    free(text[1]);
    ct_free(def);
}

/* ---- a score, card by card ---- */

static int64_t brought(ct_engine *e, ct_state *game, int seat)
{
    struct ct_scored card[200];
    int n = ct_score_cards(e, game, seat, card, 200);
    int64_t sum = 0;

    assert_true(n >= 0 && n <= 200);
    assert_int_equal(ct_score_cards(e, game, seat, NULL, 0), n);
    for (int i = 0; i < n; i++)
        sum += card[i].points;
    return n ? sum : -1;
}

/* rulesets/fairytale/README.md: the score of a player is what the cards of their story bring. */
static void a_score_is_the_sum_of_its_cards(void **state)
{
    ct_definition *def = ct_load("rulesets/fairytale", NULL);
    ct_engine *e = ct_engine_new(def, NULL);
    int scored = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct ct_setup setup = {.people = 2 + (int)(seed % 4), .seed = seed};
        struct ct_rng rng = ct_rng_make(seed, 1);
        struct ct_result res;
        ct_engine_plain(e, seed % 2);
        ct_state *game = ct_game_new(e, &setup);
        assert_int_equal(ct_playout(e, game, &rng, 1, 0, NULL), 0);
        assert_int_equal(ct_get_result(e, game, &res), 0);
        for (int seat = 0; seat < setup.people; seat++) {
            int64_t sum = brought(e, game, seat);
            assert_int_equal(sum < 0 ? 0 : sum, res.score[seat]);
            scored += sum > 0;
        }
        assert_int_equal(ct_score_cards(e, game, 11, NULL, 0), 0);
        ct_state_free(game);
    }
    assert_true(scored > 100);
    ct_engine_free(e);
    ct_free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_cards_are_told_apart_by_what_holds_them),
        cmocka_unit_test(a_card_that_is_not_offered_says_why),
        cmocka_unit_test(a_score_is_the_sum_of_its_cards),
        cmocka_unit_test(zones_and_counters_are_described),
        cmocka_unit_test(sentences_are_said),
        cmocka_unit_test(what_is_hidden_shows_nowhere),
        cmocka_unit_test(a_score_is_told_to_who_knows_its_cards),
        cmocka_unit_test(a_choice_is_of_its_game_and_seat),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
