/* key.c - hash, clone, scribble and the position key, on games of tests/rulesets/features/unit. */
#include "kernel_fixture.h"

/* ---- hash, clone, scribble ------------------------------------------------------- */

static struct kstate *scribbled(const struct kstate *s, uint8_t fill)
{
    struct kstate *c = block_new(s);

    memcpy(c, s, s->size);
    k_scribble(c, fill);
    return c;
}

/* Rubbish in the dead bytes changes nothing that can be asked, and the clone of it is clean. */
static void rubbish_is_never_read(struct game *g)
{
    struct kstate *c = scribbled(g->s, 0xA5), *d = block_new(g->s);
    uint8_t one[8192], two[8192];

    assert_int_equal(k_hash(&g->e, c), k_hash(&g->e, g->s));
    assert_int_equal(k_position_of_equals(&g->e, c), k_position_of_equals(&g->e, g->s));
    assert_int_equal(k_used(c, false), k_used(g->s, false));
    for (int o = 0; o < g->s->nobs; o++) {
        uint32_t n = k_view_bytes(&g->e, g->s, o, one, sizeof one);
        assert_true(n <= sizeof one);
        assert_int_equal(k_view_bytes(&g->e, c, o, two, sizeof two), n);
        assert_memory_equal(one, two, n);
    }
    memset(d, 0x5A, d->size ? d->size : g->s->size);
    k_clone(d, c);
    assert_int_equal(k_hash(&g->e, d), k_hash(&g->e, g->s));
    free(c);
    free(d);
}

static void hash_and_position_do_not_read_dead_bytes(void **state)
{
    (void)state;
    play_many(rubbish_is_never_read, 10);
}

/* A copy over what another moment of the game has left is as good as one over rubbish, a checkpoint too. */
static void copied_over(struct game *g)
{
    enum { KEPT = 3 };
    static struct kstate *kept[KEPT];
    static unsigned visits;
    struct kstate *over = kept[++visits % KEPT], *next = block_new(g->s);
    struct krng rng = krng_stream(visits, 7), again = rng;

    for (int i = 0; i < KEPT && !k_know(g->s)->picks; i++) { /* they are of another game */
        free(kept[i]);
        kept[i] = over = NULL;
    }
    k_clone(next, g->s);
    if (over) {
        k_copy(over, g->s);
        assert_int_equal(k_hash(&g->e, over), k_hash(&g->e, g->s));
        k_scribble(over, 0x96);
        for (int i = 0; i < 3 && chance_pick(&g->e, next, &rng); i++) {
            assert_true(chance_pick(&g->e, over, &again));
            assert_int_equal(k_hash(&g->e, over), k_hash(&g->e, next));
        }
    }
    free(over);
    kept[visits % KEPT] = next;
}

static void a_copy_over_another_moment_is_whole(void **state)
{
    (void)state;
    play_all(copied_over, 2);
    play_many(copied_over, 20);
}

/* Counters that a hook has changed since its checkpoint go back to what they were, at their start or not. */
static void counters_go_back(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/steps"); /* one of its counters starts with 1 */
    game_start(&g, 2, 1, true);
    for (int at_first = 0; at_first < 2; at_first++) {
        uint64_t h = k_hash(&g.e, g.s);
        rules_keep(g.s);
        k_scribble(g.s, 0x69); /* no hook is open: the checkpoint is dead */
        rules_keep(g.s);
        for (unsigned c = 0; c < g.s->ninst; c++)
            card_mark(&g.e, c, 0, 7);
        assert_true(k_hash(&g.e, g.s) != h);
        rules_back(&g.def->k, g.s, g.s);
        assert_int_equal(k_hash(&g.e, g.s), h);
        card_mark(&g.e, 0, 0, 5);
    }
    game_close(&g);
}

/* A game that goes on from rubbish, from a clone over rubbish and from itself ends the same. */
static void clones_go_on_alike(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/unit");
    for (int i = 0; i < 12; i++) {
        game_start(&g, 2 + i % 3, (uint64_t)i + 50, true);
        struct krng rng = krng_stream((uint64_t)i, 3);
        for (int k = 0; k < 5 + 4 * i && chance_pick(&g.e, g.s, &rng); k++)
            ;
        struct kstate *c = scribbled(g.s, 0xC3), *d = scribbled(g.s, 0x3C);
        k_clone(d, g.s);
        struct krng again = rng, third = rng;
        while (chance_pick(&g.e, g.s, &rng)) {
            assert_true(chance_pick(&g.e, c, &again));
            assert_true(chance_pick(&g.e, d, &third));
            assert_int_equal(k_hash(&g.e, c), k_hash(&g.e, g.s));
            assert_int_equal(k_hash(&g.e, d), k_hash(&g.e, g.s));
        }
        assert_false(chance_pick(&g.e, c, &again));
        assert_false(chance_pick(&g.e, d, &third));
        assert_int_equal(k_hash(&g.e, c), k_hash(&g.e, g.s));
        assert_int_equal(k_hash(&g.e, d), k_hash(&g.e, g.s));
        free(c);
        free(d);
    }
    game_close(&g);
}

/* An engine's names for what it has worked out: of no meaning to anybody else. */
static bool is_name(uint32_t at)
{
    return at >= offsetof(struct kstate, stamp) && at < sizeof(struct kstate);
}

/* Bytes that say how much of the block is live: changing one changes what is read. */
static bool is_size(const struct kstate *s, uint32_t at)
{
    uint32_t counts = offsetof(struct krules, nframes), n = 5 * sizeof(uint16_t);
    const uint32_t more[] = {offsetof(struct krules, hook), offsetof(struct krules, neach),
                             offsetof(struct krules, places)};
    uint32_t end =
        offsetof(struct kstate, seed); /* o_each and most_chosen are one word before it */

    if (at < offsetof(struct kstate, people_seats) || (at >= end - 4 && at < end))
        return true;
    for (int part = 0; part < 2; part++) {
        uint32_t r = part ? s->o_check : s->o_rules;
        if (at >= r + counts && at < r + counts + n)
            return true;
        for (int i = 0; i < 3; i++)
            if (at >= r + more[i] && at < r + more[i] + 2)
                return true;
    }
    return at >= s->o_hook && at < s->o_hook + 4;
}

/* The hash covers every live byte and no other; k_used counts them. */
static void each_byte(struct game *g)
{
    static int visits;
    struct kstate *a = scribbled(g->s, 0x00), *b = scribbled(g->s, 0xFF);
    const uint8_t *pa = (const uint8_t *)a, *pb = (const uint8_t *)b;
    uint64_t h = k_hash(&g->e, a);
    uint32_t live = 0;

    for (uint32_t i = 0; i < g->s->size; i++)
        live += pa[i] == pb[i] && !is_name(i);
    assert_int_equal(live, k_used(g->s, false));
    for (uint32_t i = 0; i < g->s->size && visits % 16 == 0; i++) {
        uint8_t *byte = (uint8_t *)a + i;
        if (pa[i] == pb[i] && is_size(g->s, i))
            continue;
        bool dead = pa[i] != pb[i] || is_name(i);
        *byte ^= 0x40;
        if ((k_hash(&g->e, a) == h) != dead)
            print_error("byte %u of %u: %s\n", i, g->s->size,
                        dead ? "dead, but hashed" : "live, but not hashed");
        assert_true((k_hash(&g->e, a) == h) == dead);
        *byte ^= 0x40;
    }
    visits++;
    free(a);
    free(b);
}

static void hash_covers_every_live_byte(void **state)
{
    (void)state;
    play_many(each_byte, 4);
}

/* ---- what the position does not see ----------------------------------------------- */

static void map(uint16_t *c, uint16_t a, uint16_t b)
{
    *c = *c == a ? b : *c == b ? a : *c;
}

static void map_value(int32_t *v, uint16_t a, uint16_t b)
{
    *v = *v == a ? b : *v == b ? a : *v;
}

static void map_set(uint64_t *set, uint16_t a, uint16_t b)
{
    bool in = set_has(set, a);

    set_put(set, a, set_has(set, b));
    set_put(set, b, in);
}

static void map_pick(struct kchoice *c, uint16_t a, uint16_t b)
{
    map(&c->card, a, b);
    map(&c->helper, a, b);
    map(&c->target, a, b);
}

/* What two instances are and where they lie. */
static void rename_where(const struct kdef *d, struct kstate *s, uint16_t a, uint16_t b)
{
    struct kinst *in = k_insts(s), t = in[a];

    in[a] = in[b];
    in[b] = t;
    for (int i = 0; i < d->ncardctr; i++) {
        int32_t *x = k_cardctr(s), v = x[a * d->ncardctr + i];
        x[a * d->ncardctr + i] = x[b * d->ncardctr + i];
        x[b * d->ncardctr + i] = v;
        map_set(k_marked(s, (unsigned)i), a, b);
    }
    map_set(k_down(s), a, b);
    map_set(k_owned(s), a, b);
    map_set(k_odd(s), a, b);
    for (unsigned i = 0; i < s->ninst; i++) {
        map(&in[i].next, a, b);
        map(&in[i].prev, a, b);
    }
    for (unsigned i = 0; i < s->nslots; i++) {
        map(&k_slots(s)[i].head, a, b);
        map(&k_slots(s)[i].tail, a, b);
        map_set(k_held(s, i), a, b);
    }
}

/* Two instances change names, wherever one of them stands in the live rules. */
static void rename_rules(const struct kdef *d, struct kstate *s, uint16_t a, uint16_t b)
{
    const struct krules *r = k_rules(s);

    rename_where(d, s, a, b);
    for (int i = 0; i < r->nframes; i++)
        for (int k = 0; k < 4; k++)
            map(&k_frames(s)[i].card[k], a, b);
    for (int i = 0; i < r->nqueue; i++) {
        for (int k = 0; k < BOUND_IT; k++)
            map(&k_queued(s, (unsigned)i)->bound[k], a, b);
    }
    for (int i = 0; i < r->nwatch; i++)
        map(&k_watch(s)[i].card, a, b);
    for (int i = 0; i < r->nrounds * s->nseats; i++)
        map_pick(&k_rounds(s)[i].pick, a, b);
    for (int i = 0; i < d->ngame; i++)
        if (d->counters[d->game_ctr[i]].is == V_CARD)
            map_value(&k_gamectr(s)[i], a, b);
    for (int p = 0; p < s->nseats; p++)
        for (int i = 0; i < d->nseat; i++)
            if (d->counters[d->seat_ctr[i]].is == V_CARD)
                map_value(&k_seatctr(s)[p * d->nseat + i], a, b);
}

/* ... in the answers to an open hook and in the rules that it goes back to ... */
static void rename_hook(const struct kdef *d, struct kstate *s, uint16_t a, uint16_t b)
{
    struct khookpart *h = k_hook(s);
    struct kstate *back = block_copy(s);

    for (int i = 0; i < h->nanswers + h->open; i++)
        for (int p = 0; p < s->nseats; p++)
            if (h->q[i].given & BIT(p))
                map_pick(&k_hook_picks(s, (unsigned)i)[p], a, b);
    rules_back(d, back, s);
    rename_rules(d, back, a, b);
    cards_hold(d, back);
    rules_keep(back);
    memcpy((char *)s + s->o_check, (char *)back + s->o_check, s->o_know - s->o_rules);
    free(back);
}

/* ... and in what is known. A class is named by its lowest instance. */
static void rename_known(struct kstate *s, uint16_t a, uint16_t b)
{
    for (int o = 0; o < s->nobs && s->track; o++) {
        uint16_t *cls = k_classes(s, o), was[200], t = cls[a];

        cls[a] = cls[b];
        cls[b] = t;
        assert_true(s->ninst <= N(was));
        memcpy(was, cls, s->ninst * sizeof *cls);
        for (int c = s->ninst - 1; c >= 0; c--)
            for (int i = s->ninst - 1; i >= 0; i--)
                if (was[i] == was[c])
                    cls[c] = (uint16_t)i;
    }
}

static void rename_cards(struct game *g, struct kstate *s, uint16_t a, uint16_t b)
{
    rename_rules(&g->def->k, s, a, b);
    if (k_rules(s)->hook != REF_NONE)
        rename_hook(&g->def->k, s, a, b);
    rename_known(s, a, b);
    s->stamp = 0; /* the choices at hand bear the old names */
}

/* Position, views and choices of the game do not tell it from c. */
static void cannot_be_told_from(struct game *g, struct kstate *c)
{
    uint8_t one[8192], two[8192];
    uint64_t key[400];

    assert_int_equal(k_position_of_equals(&g->e, c), k_position_of_equals(&g->e, g->s));
    for (int o = 0; o < c->nobs; o++) {
        uint32_t n = k_view_bytes(&g->e, g->s, o, one, sizeof one);
        assert_true(n <= sizeof one);
        assert_int_equal(k_view_bytes(&g->e, c, o, two, sizeof two), n);
        assert_memory_equal(one, two, n);
    }
    for (int seat = 0; seat < c->nseats; seat++) {
        if (!(k_rules(c)->pending & BIT(seat)))
            continue;
        int n = k_choices_of(&g->e, g->s, seat);
        assert_true(n > 0 && n <= N(key));
        for (int i = 0; i < n; i++)
            key[i] = k_choice_key(&g->e, g->s, seat, &g->e.opts[i]);
        assert_int_equal(k_choices_of(&g->e, c, seat), n);
        for (int i = 0; i < n; i++)
            assert_int_equal(k_choice_key(&g->e, c, seat, &g->e.opts[i]), key[i]);
    }
}

static struct krng names = {5, 0};

/* Any two: the block is then of another cast. */
static void other_names(struct game *g)
{
    struct kstate *c = block_copy(g->s);

    for (int i = 0; i < 20; i++)
        rename_cards(g, c, (uint16_t)krng_below(&names, c->ninst),
                     (uint16_t)krng_below(&names, c->ninst));
    c->cast = c->cast_back = 0;
    cards_hold(&g->def->k, c);
    cannot_be_told_from(g, c);
    free(c);
}

static void nothing_tells_which_instance_is_which(void **state)
{
    (void)state;
    play_many(other_names, 20);
}

/* Two of one definition: the cast stays, and with it the short way to a set's canonical order. What
 * waits in the pool of an endless zone is nothing yet. */
static void twins(struct game *g)
{
    struct kstate *c = block_copy(g->s);

    for (int i = 0; i < 60; i++) {
        uint16_t a = (uint16_t)krng_below(&names, c->ninst),
                 b = (uint16_t)krng_below(&names, c->ninst);
        unsigned out = c->nslots - 1u;
        if (k_insts(c)[a].def == k_insts(c)[b].def && k_insts(c)[a].slot != out &&
            k_insts(c)[b].slot != out)
            rename_cards(g, c, a, b);
    }
    cards_hold(&g->def->k, c);
    cannot_be_told_from(g, c);
    free(c);
}

static void nothing_tells_two_of_a_definition_apart(void **state)
{
    (void)state;
    play_many(twins, 20);
}

static void scratch_and_counts(struct game *g)
{
    struct kstate *c = block_copy(g->s);
    uint64_t p = k_position_of_equals(&g->e, g->s);

    if (k_rules(c)->hook == REF_NONE)
        k_rules(c)->rng.count += 9;
    k_know(c)->picks += 3;
    k_know(c)->forced += 3;
    k_know(c)->empty += 3;
    k_know(c)->events += 3;
    k_know(c)->hooks += 3;
    k_know(c)->reruns += 3;
    k_know(c)->digest[0] ^= 3;
    k_rules(c)->effects += 3;
    if (c->track)
        k_classes(c, 0)[1] = 0;
    for (int i = 0; i < k_rules(c)->nqueue; i++)
        k_queued(c, (unsigned)i)->arrival += 5;
    k_rules(c)->arrival += 5;
    assert_int_equal(k_position_of_equals(&g->e, c), p);
    memset(g->e.tmp, 0x11,
           (size_t)((char *)g->e.tmp_end -
                    (char *)g->e.tmp)); /* nothing of what lay there before */
    assert_int_equal(k_position_of_equals(&g->e, c), p);
    memset(g->e.tmp, 0xEE, (size_t)((char *)g->e.tmp_end - (char *)g->e.tmp));
    assert_int_equal(k_position_of_equals(&g->e, c), p);
    free(c);
}

static void position_ignores_generator_counts_and_knowledge(void **state)
{
    (void)state;
    play_many(scratch_and_counts, 20);
}

/* ---- what it does see --------------------------------------------------------------- */

/* Plays features/unit until ready(g) holds. */
static void play_until(struct game *g, bool (*ready)(struct game *g))
{
    game_load(g, "features/unit");
    for (uint64_t seed = 1; seed < 400; seed++) {
        struct krng rng = krng_stream(seed, 5);
        game_start(g, 3, seed, true);
        do {
            go_on(&g->e, g->s);
            if (ready(g))
                return;
        } while (chance_pick(&g->e, g->s, &rng));
    }
    fail_msg("no such position was met");
}

static void swap_defs(struct kstate *s, unsigned a, unsigned b)
{
    uint16_t t = k_insts(s)[a].def;

    k_insts(s)[a].def = k_insts(s)[b].def;
    k_insts(s)[b].def = t;
    s->cast = 0;
}

/* Two neighbours of unlike definition, in a zone of this kind. */
static bool unlike(struct game *g, uint8_t as, unsigned *a, unsigned *b)
{
    struct kstate *s = g->s;

    for (unsigned slot = 0; slot + 1u < s->nslots; slot++) {
        if (g->def->k.zones[k_zone_of(s, slot)].as != as)
            continue;
        for (unsigned c = k_first(s, slot); c != NO_CARD; c = k_next(s, c)) {
            unsigned n = k_next(s, c);
            if (n != NO_CARD && k_insts(s)[c].def != k_insts(s)[n].def &&
                k_insts(s)[c].face == k_insts(s)[n].face) {
                *a = c;
                *b = n;
                return true;
            }
        }
    }
    return false;
}

static bool everywhere_cards(struct game *g)
{
    unsigned a, b;
    const struct krules *r = k_rules(g->s);

    return r->decision == DEC_CHOOSE && unlike(g, AS_SET, &a, &b) &&
           unlike(g, AS_ROW, &a, &b) && unlike(g, AS_PILE, &a, &b) && r->nmask && r->nwatch &&
           (r->asked & (r->asked - 1));
}

#define DIFFERS(change)                                                                        \
    do {                                                                                       \
        k_clone(c, g.s);                                                                       \
        change;                                                                                \
        if (k_position_of_equals(&g.e, c) == p)                                                \
            print_error("not seen: %s\n", #change);                                            \
        assert_int_not_equal(k_position_of_equals(&g.e, c), p);                                \
    } while (0)

static void position_sees_what_matters(void **state)
{
    struct game g;
    unsigned a = 0, b = 0;

    (void)state;
    play_until(&g, everywhere_cards);
    unsigned mark = (unsigned)id_of(g.def->counters, g.def->k.ncounters, "mark");
    struct kstate *c = block_copy(g.s);
    uint64_t p = k_position_of_equals(&g.e, g.s);

    assert_true(unlike(&g, AS_PILE, &a, &b));
    DIFFERS(swap_defs(c, a, b));
    assert_true(unlike(&g, AS_ROW, &a, &b));
    DIFFERS(swap_defs(c, a, b));
    g.e.s = c;
    DIFFERS(turn_over(&g.e, a >> 6, 1ull << (a & 63)));
    DIFFERS(k_insts(c)[a].owner ^= 1);
    DIFFERS(k_insts(c)[a].shown ^= 1);
    DIFFERS(k_setup_counter(&g.e, c, mark, a, 9));
    assert_true(unlike(&g, AS_SET, &a, &b));
    k_clone(c, g.s);
    swap_defs(c, a, b);
    if (k_rules(c)->nwatch == 0)
        assert_int_equal(k_position_of_equals(&g.e, c), p);
    DIFFERS(k_insts(c)[a].def = (uint16_t)((k_insts(c)[a].def + 1) % g.def->k.ncards));
    DIFFERS(k_seatctr(c)[0]++);
    DIFFERS(k_gamectr(c)[0]++);
    DIFFERS(k_phase(c)[0]++);
    DIFFERS(k_options(c)[0] ^= 1);
    DIFFERS(k_rules(c)->pending &= (uint16_t)(k_rules(c)->pending - 1));
    DIFFERS(k_rules(c)->asked &= (uint16_t)(k_rules(c)->asked - 1));
    DIFFERS(k_rules(c)->won = 1);
    DIFFERS(k_rules(c)->lost = 1);
    DIFFERS(k_rules(c)->status = K_OVER);
    DIFFERS(k_rules(c)->nmask--);
    DIFFERS(k_rules(c)->nwatch--);
    DIFFERS(k_top(c)->pc++);
    DIFFERS(k_top(c)->you ^= 1);
    DIFFERS(k_frames(c)[1].phase.loop++);
    int seat = next_seat(g.s);
    DIFFERS(assert_int_equal(k_pick(&g.e, c, seat, 0), 0));
    struct kstate *d = block_copy(g.s);
    if (k_choices_of(&g.e, d, seat) > 1) {
        assert_int_equal(k_pick(&g.e, d, seat, 1), 0);
        assert_int_not_equal(k_position_of_equals(&g.e, c), k_position_of_equals(&g.e, d));
    }
    free(c);
    free(d);
    game_close(&g);
}

static bool hook_answered(struct game *g)
{
    return k_rules(g->s)->decision == DEC_HOOK && k_hook(g->s)->nanswers == 1 &&
           k_hook_picks(g->s, 0)[next_seat(g->s)].card != NO_CARD;
}

static void position_sees_an_open_hook(void **state)
{
    struct game g;

    (void)state;
    play_until(&g, hook_answered);
    struct kstate *c = block_copy(g.s);
    uint64_t p = k_position_of_equals(&g.e, g.s);
    int seat = next_seat(g.s);
    uint16_t pick = k_hook_picks(g.s, 0)[seat].card;
    uint32_t check = c->o_check - c->o_rules;

    DIFFERS(k_hook(c)->q[0].rng.count++); /* its rolls are repeated */
    DIFFERS(k_hook(c)->q[1].sel++);
    DIFFERS(k_hook_picks(c, 0)[seat].card =
                k_insts(c)[pick].slot == 0 ? 1 : k_slots(c)[0].head);
    DIFFERS(AT(c, c->o_gamectr + check, int32_t)[0]++);
    DIFFERS(AT(c, c->o_frames + check, struct kframe)[1].phase.loop++);
    k_clone(c, g.s);
    AT(c, c->o_rules + check, struct krules)->rng.count++; /* but not what it will draw */
    k_rules(c)->rng.count++;
    assert_int_equal(k_position_of_equals(&g.e, c), p);
    free(c);
    game_close(&g);
}

/* An effect that its owner put first is part of the position before the game goes on. */
static void position_sees_which_effect_comes_first(void **state)
{
    struct game g;

    (void)state;
    game_load(&g, "features/effects");
    set_option(&g, "own", 1);
    set_option(&g, "t=both", 0);
    game_start(&g, 2, 1, true);
    put_cards(&g, "row", 0, "blue", 1);
    put_cards(&g, "row", 0, "pig", 2);
    k_setup_known(&g.e, g.s);
    assert_int_equal(go_on(&g.e, g.s), 1);
    assert_int_equal(k_rules(g.s)->decision, DEC_ORDER);
    uint64_t p = k_position_of_equals(&g.e, g.s);
    for (int i = 0; i < k_rules(g.s)->nqueue; i++)
        k_queued(g.s, (unsigned)i)->arrival += 7; /* only their order counts */
    assert_true(k_rules(g.s)->nqueue > 2);
    assert_int_equal(k_position_of_equals(&g.e, g.s), p);
    for (int i = 0; i < k_rules(g.s)->nqueue; i++)
        k_queued(g.s, (unsigned)i)->arrival -= 7;
    struct kstate *c = block_copy(g.s), *d = block_copy(g.s);
    assert_true(k_choices_of(&g.e, c, 0) > 1);
    assert_int_equal(k_pick(&g.e, c, 0, 0), 0);
    assert_int_equal(k_pick(&g.e, d, 0, 1), 0);
    assert_int_not_equal(k_position_of_equals(&g.e, c), k_position_of_equals(&g.e, d));
    free(c);
    free(d);
    game_close(&g);
}

/* Of equal cards it is no matter which a step was called with, only that one was. */
static void position_sees_what_is_called_with(void **state)
{
    struct game g;
    uint16_t hand[4];

    (void)state;
    game_load(&g, "knowledge/call");
    for (uint64_t seed = 1;; seed++) {
        game_start(&g, 2, seed, true);
        assert_int_equal(go_on(&g.e, g.s), 1);
        assert_int_equal(zone_cards(g.s, slot_of(&g, "hand", 0), hand), 2);
        if (k_insts(g.s)[hand[0]].def == k_insts(g.s)[hand[1]].def)
            break;
    }
    while (k_rules(g.s)->pending != 2) { /* until the other is asked within the step */
        assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
        assert_int_equal(go_on(&g.e, g.s), 1);
    }
    struct kframe *call = k_frames(g.s);
    while (call->kind != FRAME_CALL)
        call++;
    for (int i = 0; i < k_rules(g.s)->nframes; i++) /* nothing else names it */
        k_frames(g.s)[i].card[BOUND_CARD] = NO_CARD;
    for (int i = 0; i < k_rules(g.s)->nrounds * g.s->nseats; i++)
        k_rounds(g.s)[i].pick.card = NO_CARD;
    call->effect.param[0] = hand[0];
    uint64_t p = k_position_of_equals(&g.e, g.s);
    call->effect.param[0] = hand[1];
    assert_int_equal(k_position_of_equals(&g.e, g.s), p);
    call->effect.param[0] = -1;
    assert_int_not_equal(k_position_of_equals(&g.e, g.s), p);
    game_close(&g);
}

/* The cards of the row are taken in either order, so that in the set either of the equal cards comes first. */
static uint64_t taken_from(struct game *g, int place)
{
    game_start(g, 1, 1, false);
    assert_int_equal(go_on(&g->e, g->s), 1);
    assert_int_equal(k_choices_of(&g->e, g->s, 0), 2);
    assert_int_equal(k_pick(&g->e, g->s, 0, place), 0);
    assert_int_equal(go_on(&g->e, g->s), 1);
    return k_position(&g->e, g->s);
}

static void position_tells_equals_apart_where_it_matters(void **state)
{
    static const char *const rulesets[] = {"search/equals", "search/equals-bound"};
    struct game g;

    (void)state;
    for (int i = 0; i < 2; i++) {
        game_load(&g, rulesets[i]);
        assert_true(g.e.orders);
        uint64_t first = taken_from(&g, 0), alike = k_position_of_equals(&g.e, g.s);
        assert_int_not_equal(taken_from(&g, 1), first);
        assert_int_equal(k_position_of_equals(&g.e, g.s), alike);
        game_close(&g);
    }
    game_load(&g, "idioms/columns"); /* nothing there asks which of a set comes first */
    assert_false(g.e.orders);
    game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_and_position_do_not_read_dead_bytes),
        cmocka_unit_test(a_copy_over_another_moment_is_whole),
        cmocka_unit_test(counters_go_back),
        cmocka_unit_test(clones_go_on_alike),
        cmocka_unit_test(hash_covers_every_live_byte),
        cmocka_unit_test(nothing_tells_which_instance_is_which),
        cmocka_unit_test(nothing_tells_two_of_a_definition_apart),
        cmocka_unit_test(position_ignores_generator_counts_and_knowledge),
        cmocka_unit_test(position_sees_what_matters),
        cmocka_unit_test(position_sees_an_open_hook),
        cmocka_unit_test(position_sees_which_effect_comes_first),
        cmocka_unit_test(position_sees_what_is_called_with),
        cmocka_unit_test(position_tells_equals_apart_where_it_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
