/* kernel_fixture.h - a loaded ruleset and a game of it, for the kernel's unit tests.
 *
 * tests/rulesets/features/unit holds a bit of everything that lives in a block; play_on() plays it
 * by chance and calls a check at every decision. Paths are from the root of the tree.
 */
#ifndef KERNEL_FIXTURE_H
#define KERNEL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/run/move.h"
#include "kernel/run/setup.h"
#include "load/load.h"

struct game {
    struct ct_definition *def;
    struct script *script;
    struct kengine e;
    struct kstate *s;
    int32_t opt[64];
};

static inline void *block_new(const struct kstate *like)
{
    void *p = calloc(1, like->room);

    assert_non_null(p);
    return p;
}

static inline struct kstate *block_copy(const struct kstate *s)
{
    struct kstate *c = block_new(s);

    k_clone(c, s);
    return c;
}

/* An engine of its own, with its own script world. */
static inline struct script *engine_open(struct kengine *e, const struct ct_definition *def)
{
    struct serror err;
    struct script *sc = NULL;

    assert_int_equal(k_engine_init(e, &def->k), 0);
    if (def->nscripts) {
        sc = definition_open_script(def, &err);
        assert_non_null(sc);
        e->host = script_host(sc);
    }
    return sc;
}

static inline void engine_close(struct kengine *e, struct script *sc)
{
    k_engine_free(e);
    if (sc)
        script_free(sc);
}

/* ruleset: PURPOSE/NAME in tests/rulesets, or rulesets/NAME. */
static inline void game_load(struct game *g, const char *ruleset)
{
    struct diags diags = {0};
    char path[200];

    memset(g, 0, sizeof *g);
    snprintf(path, sizeof path, "%s%s",
             strncmp(ruleset, "rulesets/", 9) == 0 ? "" : "tests/rulesets/", ruleset);
    g->def = definition_load(path, &(struct load_more){0}, &diags);
    if (!g->def)
        diags_print(&diags, stderr, false);
    assert_non_null(g->def);
    diags_free(&diags);
    for (int i = 0; i < g->def->k.noptions; i++)
        g->opt[i] = g->def->k.options[i].def;
    g->script = engine_open(&g->e, g->def);
}

/* name: "option" with a number, or "option=word". */
static inline void set_option(struct game *g, const char *name, int32_t value)
{
    for (int i = 0; i < g->def->k.noptions; i++) {
        const struct option_info *o = &g->def->options[i];
        size_t n = strlen(o->name.id);

        if (strncmp(o->name.id, name, n) != 0 || (name[n] && name[n] != '='))
            continue;
        for (int w = 0; name[n] && w < o->values.n; w++)
            if (!strcmp(o->values.v[w].id, name + n + 1))
                value = o->value_is[w];
        g->opt[i] = value;
        return;
    }
    fail_msg("no option %s", name);
}

/* False: the error is in g->e.err. */
static inline bool game_starts(struct game *g, int people, uint64_t seed, bool track)
{
    uint32_t size = k_size(&g->e, people, g->opt, track);

    free(g->s);
    g->s = size ? calloc(1, size) : NULL;
    return g->s && !k_start(&g->e, g->s, people, g->opt, seed, track);
}

static inline void game_start(struct game *g, int people, uint64_t seed, bool track)
{
    assert_true(game_starts(g, people, seed, track));
}

static inline void game_close(struct game *g)
{
    engine_close(&g->e, g->script);
    free(g->s);
    definition_free(g->def);
    memset(g, 0, sizeof *g);
}

static inline int id_of(const struct named *v, int n, const char *id)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(v[i].id, id))
            return i;
    fail_msg("no %s", id);
    return -1;
}

static inline unsigned zone_id(const struct game *g, const char *id)
{
    return (unsigned)id_of(g->def->zones, g->def->k.nzones, id);
}

static inline unsigned slot_of(const struct game *g, const char *zone, int seat)
{
    return k_slot_of(g->s, &g->def->k, zone_id(g, zone), (unsigned)seat);
}

static inline uint16_t card_id(const struct game *g, const char *id)
{
    for (int i = 0; i < g->def->k.ncards; i++)
        if (!strcmp(g->def->cards[i].id, id))
            return (uint16_t)i;
    fail_msg("no card %s", id);
    return 0;
}

/* The value of a counter of the game, or of a seat. */
static inline int32_t counter(const struct game *g, const char *id, int seat)
{
    const struct kcounter *k =
        &g->def->k.counters[id_of(g->def->counters, g->def->k.ncounters, id)];

    return k->per == PER_GAME ? k_gamectr(g->s)[k->index]
                              : k_seatctr(g->s)[seat * g->def->k.nseat + k->index];
}

/* The step `move` of cards that were named one by one. at: of PLACE_AT, from 1 */
static inline int move_to(struct game *g, uint16_t *cards, int n, unsigned zone, int of,
                          int face, int place, int at)
{
    struct kmove m = {zone,           of, OWNER_KEPT,      (uint8_t)face,
                      (uint8_t)place, at, .sel = REF_NONE, .text = REF_NONE};

    return k_move(&g->e, cards, n, &m);
}

/* The steps `add` and `set` of one counter. -1: no seat, no card */
static inline int set_counter(struct game *g, unsigned id, int seat, int card, int64_t value,
                              bool add)
{
    const struct kassign a = {(uint16_t)id, REF_NONE};
    const uint16_t c = (uint16_t)card;
    struct kctx x = ctx_of(NO_SEAT);

    return k_assign(&g->e, &a, value, add, seat < 0 ? 0 : BIT(seat), &x, &c, card >= 0);
}

/* The first card of this definition in a slot; NO_CARD. */
static inline uint16_t card_in(struct kstate *s, unsigned slot, uint16_t def)
{
    for (unsigned c = k_first(s, slot); c != NO_CARD; c = k_next(s, c))
        if (k_insts(s)[c].def == def)
            return c;
    return NO_CARD;
}

/* Takes cards of a definition out of wherever they lie and puts n of them into a slot. */
static inline void put_cards(struct game *g, const char *zone, int seat, const char *card,
                             int n)
{
    unsigned slot = slot_of(g, zone, seat);
    uint16_t def = card_id(g, card);

    for (unsigned c = 0; c < g->s->ninst && n > 0; c++)
        if (k_insts(g->s)[c].def == def && k_insts(g->s)[c].slot == slot_of(g, "deck", 0)) {
            k_setup_put(&g->e, g->s, c, slot, FACE_UP, NO_SEAT);
            n--;
        }
    assert_int_equal(n, 0);
}

/* The list of a slot is whole; an unlisted slot's cards bear no links. */
static inline void list_holds(struct kstate *s, unsigned slot)
{
    const struct kslot *z = k_slots(s) + slot;
    const struct kinst *in = k_insts(s);
    uint16_t before = NO_CARD;
    unsigned n = 0;

    for (uint16_t c = z->head; c != NO_CARD; before = c, c = in[c].next, n++) {
        assert_true(set_has(k_held(s, slot), c));
        assert_int_equal(in[c].prev, before);
        assert_true(n < s->ninst);
    }
    assert_int_equal(z->tail, before);
    assert_int_equal(n, k_slotinfo(s)[slot].listed ? z->count : 0);
}

/* What the block says twice it says alike: each card lies in the set of its slot and in no other, counts
 * and lists are those of the sets, faces and counters stand in their sets too. */
static inline void cards_hold(const struct kdef *d, struct kstate *s)
{
    const struct kinst *in = k_insts(s);
    unsigned all = 0, wrong = 0;

    for (unsigned slot = 0; slot < s->nslots; slot++) {
        const uint64_t *held = k_held(s, slot);
        unsigned n = 0;

        for (unsigned c = set_next(held, s->words, 0); c != NO_CARD;
             c = set_next(held, s->words, c + 1), n++) {
            assert_true(c < s->ninst);
            assert_int_equal(in[c].slot, slot);
            assert_true(k_slotinfo(s)[slot].listed ||
                        (in[c].next == NO_CARD && in[c].prev == NO_CARD));
        }
        assert_int_equal(k_slots(s)[slot].count, n);
        list_holds(s, slot);
        all += n;
    }
    assert_int_equal(all, s->ninst);
    for (unsigned c = 0; c < s->words * 64u; c++) {
        bool card = c < s->ninst;
        bool owned =
            card && in[c].owner != NO_SEAT && k_slotinfo(s)[in[c].slot].seat == NO_SEAT;
        bool odd = set_has(k_down(s), c) || owned;
        wrong += set_has(k_down(s), c) != (card && in[c].face == FACE_DOWN);
        wrong += set_has(k_owned(s), c) != owned;
        for (unsigned i = 0; i < d->ncardctr; i++) {
            bool marked =
                card && k_cardctr(s)[c * d->ncardctr + i] != d->counters[d->card_ctr[i]].start;
            wrong += set_has(k_marked(s, i), c) != marked;
            odd |= marked;
        }
        wrong += set_has(k_odd(s), c) != odd;
    }
    assert_int_equal(wrong, 0);
}

static inline int next_seat(struct kstate *s)
{
    return k_rules(s)->pending ? __builtin_ctz(k_rules(s)->pending) : -1;
}

/* Runs on; the game must not fail. */
static inline int go_on(struct kengine *e, struct kstate *s)
{
    int rc = k_advance(e, s);

    if (rc < 0)
        print_error("advance failed: error %d at %u\n", e->err.code, e->err.src);
    assert_true(rc >= 0);
    return rc;
}

/* One pick by chance. False: the game is over. */
static inline bool chance_pick(struct kengine *e, struct kstate *s, struct krng *rng)
{
    if (!go_on(e, s))
        return false;
    int seat = next_seat(s), n = k_choices_of(e, s, seat);

    assert_true(n > 0);
    assert_int_equal(k_pick(e, s, seat, (int)krng_below(rng, (uint32_t)n)), 0);
    return true;
}

/* Plays by chance; calls check(g) at every decision (and at the end). */
static inline int play_on(struct game *g, uint64_t seed, void (*check)(struct game *g))
{
    struct krng rng = krng_stream(seed, 77);
    int picks = 0;

    for (;;) {
        int open = go_on(&g->e, g->s);
        cards_hold(&g->def->k, g->s);
        if (check)
            check(g);
        if (!open)
            return picks;
        assert_true(chance_pick(&g->e, g->s, &rng));
        cards_hold(&g->def->k, g->s);
        picks++;
    }
}

/* Plays features/unit by chance with several numbers of people and seeds, from each start on. */
static inline void play_many(void (*check)(struct game *g), int games)
{
    struct game g;

    game_load(&g, "features/unit");
    for (int i = 0; i < games; i++) {
        set_option(&g, "lots", i & 1);
        game_start(&g, 2 + i % 3, (uint64_t)i + 1, i % 5 != 4);
        assert_true(play_on(&g, (uint64_t)i, check) > 10);
    }
    game_close(&g);
}

/* The same with the games that are shipped and others that have, together, every kind of zone, counter,
 * endless pile and hook; at every number of seats. */
static inline void play_all(void (*check)(struct game *g), int games)
{
    static const char *const rulesets[] = {
        "rulesets/fairytale",
        "rulesets/fairytale-factions",
        "rulesets/once-upon-a-draft",
        "rulesets/card-ring",
        "rulesets/wizard-quest",
        "features/unit",
        "features/apart",
        "features/stamp",
        "features/cast",
        "features/steps",
        "features/facts",
        "knowledge/token",
        "knowledge/public",
        "knowledge/turn",
        "knowledge/owned",
        "knowledge/mixed",
        "knowledge/heap",
        "knowledge/ask",
        "guesses/hook",
        "idioms/tricks",
        "variants/last-greater-fight",
    };
    bool quick = getenv("CT_QUICK") != NULL; /* every third, at its least number of seats */
    struct game g;

    for (size_t r = 0; r < sizeof rulesets / sizeof *rulesets; r += quick ? 3 : 1) {
        game_load(&g, rulesets[r]);
        int most = quick ? g.def->k.min_people : g.def->k.max_people;
        for (int people = g.def->k.min_people; people <= most; people++)
            for (int i = 0; i < (quick ? 1 : games); i++) {
                if (game_starts(&g, people, (uint64_t)i + 1, true))
                    play_on(&g, (uint64_t)i, check);
                else
                    assert_int_equal(g.e.err.code, K_E_REQUIRES);
            }
        game_close(&g);
    }
}

#define N(a) ((int)(sizeof(a) / sizeof *(a)))

#endif
