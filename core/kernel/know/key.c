/* key.c - the position key: a hash of what matters for how the game goes on, and of nothing else.
 *
 * Sets count as multisets or, if it may matter which of equal cards comes first (`exact`), as sets
 * of instances. Cards in frames, queue, watchers and counters get canonical numbers. Left out are
 * the generator, digests, classes, and numbers of picks and events. If a hook is open, the key
 * includes its question, its answers with the generator at each, and the checkpoint. */
#include "kernel/know/know.h"

#include <stdlib.h>

static bool picked(const struct kchoice *p, unsigned c)
{
    return p->card == c || p->helper == c || p->target == c;
}

static uint32_t set_order_hook(struct kstate *s, unsigned c)
{
    const struct khookpart *h = k_hook(s);
    unsigned n = (h->nanswers + h->open) * (unsigned)s->nseats * s->most_chosen, i = 0;

    while (i < n && k_set_of(s, hook_answer(s, 0, 0))[i] != c)
        i++;
    return i < n ? 5000 + i : 0;
}

/* Where c is among the sets beside answers, from 1; 0: nowhere. */
static uint32_t set_order(struct kstate *s, unsigned c)
{
    unsigned n = (unsigned)k_rules(s)->nrounds * s->nseats * s->most_chosen, i = 0;

    while (i < n && k_set_of(s, 0)[i] != c)
        i++;
    return i < n ? i + 1 : k_rules(s)->hook != REF_NONE ? set_order_hook(s, c) : 0;
}

/* The first of these parameters (bits of `which`) that names c, from 1; 0: none. */
static uint32_t named_by_params(uint32_t which, const int32_t *param, unsigned c)
{
    for (; which; which &= which - 1)
        if (param[__builtin_ctz(which)] == (int32_t)c)
            return (uint32_t)__builtin_ctz(which) + 1;
    return 0;
}

/* A number for the first parameter of an effect, under way or waiting, that names c; 0: none. */
static uint32_t param_order(struct kengine *e, unsigned c)
{
    const struct krules *r = k_rules(e->s);
    const struct kframe *f = k_frames(e->s);
    uint32_t at, found = 0, first = UINT32_MAX;

    for (unsigned i = 0; i < r->nframes; i++)
        if ((at = named_by_params(frame_params(e->d, f + i), f[i].effect.param, c)))
            return i * K_MAX_PARAMS + at;
    for (unsigned i = 0; i < r->nqueue; i++) {
        const struct kqueued *q = k_queued(e->s, i);
        if (q->arrival < first && (at = named_by_params(queued_params(e->d, q), q->param, c))) {
            first = q->arrival;
            found = at;
        }
    }
    return found ? 10000u + k_arrived_before(e->s, first) * K_MAX_PARAMS + found : 0;
}

/* A number for the first card counter that holds c, by the definition of the holder. */
static uint32_t holder_order(struct kengine *e, unsigned c)
{
    for (unsigned i = 0; i < e->plan->nref_card; i++) {
        unsigned h = next_holder(e, i, c, 0);
        if (h != NO_CARD)
            return 50000u + i * K_MAX_INSTS + k_insts(e->s)[h].def;
    }
    return UINT32_MAX;
}

/* A number for the first counter that holds c; UINT32_MAX: none. */
static uint32_t counter_order(struct kengine *e, unsigned c)
{
    const struct kdef *d = e->d;
    struct kstate *s = e->s;

    for (int i = 0; i < d->ngame; i++)
        if (d->counters[d->game_ctr[i]].is == V_CARD && k_gamectr(s)[i] == (int32_t)c)
            return 5000u + (uint32_t)i;
    for (int i = 0; i < d->nseat; i++)
        for (int p = 0; d->counters[d->seat_ctr[i]].is == V_CARD && p < s->nseats; p++)
            if (k_seatctr(s)[p * d->nseat + i] == (int32_t)c)
                return 6000u + (uint32_t)(i * K_MAX_SEATS + p);
    return holder_order(e, c);
}

/* A number for c's group in the stack of loops; 0: no loop will come to c. */
static uint32_t each_order(struct kstate *s, unsigned c)
{
    uint32_t group = 40000u;

    for (unsigned i = 0; i < k_rules(s)->neach; i++) {
        group += k_each(s)[i] / EACH_GROUP;
        if (each_at(s, i) == c)
            return group;
    }
    return 0;
}

static uint32_t ref_order(struct kengine *e, unsigned c)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct khookpart *h = k_hook(s);
    uint32_t first = UINT32_MAX;

    for (int i = 0; i < r->nframes; i++)
        for (int j = 0; j < 4; j++)
            if (k_frames(s)[i].card[j] == c)
                return (uint32_t)(i * 4 + j);
    for (unsigned i = 0; i < r->nqueue; i++) {
        const struct kqueued *q = k_queued(s, i);
        if (q->arrival < first && (q->card == c || q->evcard == c))
            first = q->arrival;
    }
    if (first <= UINT16_MAX)
        return 1000u + k_arrived_before(s, first);
    for (int i = 0; i < r->nwatch; i++)
        if (k_watch(s)[i].card == c)
            return 2000u + (uint32_t)i;
    for (int i = 0; i < r->nrounds * s->nseats; i++)
        if (k_rounds(s)[i].state == ANS_GIVEN && picked(&k_rounds(s)[i].pick, c))
            return 3000u + (uint32_t)i;
    for (int i = 0; r->hook != REF_NONE && i < h->nanswers + h->open; i++)
        for (int p = 0; p < s->nseats; p++)
            if ((h->q[i].given & BIT(p)) && picked(&k_hook_picks(s, (unsigned)i)[p], c))
                return 4000u + (uint32_t)(i * K_MAX_SEATS + p);
    for (int i = 0; i < r->nmask; i++)
        if (k_masks(s)[i].kind == MASK_SHOW && k_masks(s)[i].what == c)
            return 5000u + (uint32_t)i;
    uint32_t each = each_order(s, c);
    if (each)
        return each;
    uint32_t at = param_order(e, c), set = s->most_chosen ? set_order(s, c) : 0;
    return at ? 10000u + at : set ? 30000u + set : counter_order(e, c);
}

/* Of cards that lie alike: does a come before b? Named cards come first, then shown ones. */
static bool comes_first(struct kengine *e, unsigned a, unsigned b)
{
    uint32_t ra = ref_order(e, a), rb = ref_order(e, b);

    return ra != rb ? ra < rb : k_insts(e->s)[a].shown > k_insts(e->s)[b].shown;
}

/* Gives each instance a canonical number, num[c]. Returns the hash of what lies where. */
static uint64_t number_cards(struct kengine *e, uint16_t *num, bool exact)
{
    struct kstate *s = e->s;
    const struct kdef *d = e->d;
    uint16_t *list = k_list(e);
    uint64_t h = 0;
    uint16_t next = 0;

    for (unsigned slot = 0; slot + 1u < s->nslots && list; slot++) {
        int n = zone_cards(s, slot, list);
        if (!k_ordered(s, slot)) {
            sort_cards(e, list, n);
            for (int i = 1; i < n && !exact; i++)
                for (int j = i; j > 0 && !card_order(e, list[j - 1], list[j]) &&
                                comes_first(e, list[j], list[j - 1]);
                     j--) {
                    uint16_t t = list[j];
                    list[j] = list[j - 1];
                    list[j - 1] = t;
                }
        }
        h = kmix(h ^ ((uint64_t)slot << 32 | (uint32_t)n)) + 1;
        for (int i = 0; i < n; i++) {
            const struct kinst *in = k_insts(s) + list[i];
            num[list[i]] = next++;
            h = exact ? kmix(h ^ list[i]) + 1 : h;
            h = kmix(h ^ ((uint64_t)in->def << 32 | (uint64_t)in->face << 24 |
                          (uint64_t)in->owner << 16 | in->shown)) +
                1;
            for (int k = 0; k < d->ncardctr; k++) {
                int32_t v = k_cardctr(s)[list[i] * d->ncardctr + k];
                bool holds = d->counters[d->card_ctr[k]].is == V_CARD && v >= 0;
                h = kmix(h ^ (holds ? 0 : (uint32_t)v)) + 1; /* which card: see hash_holders */
            }
        }
    }
    k_unlist(e, list);
    for (unsigned c = k_first(s, s->nslots - 1); c != NO_CARD; c = k_next(s, c))
        /* out of the game, but something may name it */
        num[c] = (uint16_t)(0x8000u | k_insts(s)[c].def);
    return kmix(h ^ k_slots(s)[s->nslots - 1].count);
}

static uint64_t num_of(const uint16_t *num, uint32_t c)
{
    return c == NO_CARD ? 0xFFFF : num[c];
}

static uint64_t hash_counter(const struct kcounter *k, int32_t v, const uint16_t *num)
{
    return k->is == V_CARD && v >= 0 ? num[v] | 1ull << 40 : (uint32_t)v;
}

/* Which card holds which in a counter. A sum, because the order of instances does not matter. */
static uint64_t hash_holders(struct kengine *e, const uint16_t *num)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < e->plan->nref_card; i++)
        for (unsigned c = next_holder(e, i, NO_CARD, 0); c != NO_CARD;
             c = next_holder(e, i, NO_CARD, c + 1))
            sum += kmix((uint64_t)i << 32 | (uint64_t)num[c] << 16 | num[held_card(e, i, c)]);
    return sum;
}

static uint64_t hash_counters(struct kengine *e, const uint16_t *num, uint64_t h)
{
    const struct kdef *d = e->d;
    struct kstate *s = e->s;

    for (int i = 0; i < d->ngame; i++)
        h = kmix(h ^ hash_counter(&d->counters[d->game_ctr[i]], k_gamectr(s)[i], num)) + 1;
    for (int p = 0; p < s->nseats; p++)
        for (int i = 0; i < d->nseat; i++)
            h = kmix(h ^ hash_counter(&d->counters[d->seat_ctr[i]],
                                      k_seatctr(s)[p * d->nseat + i], num)) +
                1;
    if (e->plan->nref_card)
        h = kmix(h ^ hash_holders(e, num)) + 1;
    for (int i = 0; i < d->nphases; i++)
        h = d->counted[i] ? kmix(h ^ (uint32_t)k_phase(s)[i]) + 1 : h;
    return k_hash_bytes(k_options(s), d->noptions * sizeof(int32_t), h);
}

static uint64_t hash_set(struct kstate *s, unsigned answer, const uint16_t *num, uint64_t h)
{
    for (unsigned i = 0; i < s->most_chosen; i++)
        h = kmix(h ^ num_of(num, k_set_of(s, answer)[i])) + 1;
    return h;
}

static uint64_t hash_pick(const struct kchoice *c, const uint16_t *num, uint64_t h)
{
    h = kmix(h ^ ((uint64_t)c->action << 32 | c->seat)) + (uint32_t)c->number;
    h = kmix(h ^ (num_of(num, c->card) << 32 | num_of(num, c->helper) << 16 |
                  num_of(num, c->target)));
    return h + 1;
}

/* Does the number of the round matter? Not in an unlimited loop, unless a rule asks for it. */
static bool rounds_matter(const struct kengine *e, const struct kframe *f)
{
    const struct kphase *p = &e->d->phases[f->phase.id];

    return (p->name != REF_NONE && e->d->counted[p->name]) ||
           (p->loop != LOOP_FOREVER && p->loop != LOOP_WHILE);
}

/* Hashes the stack of loops. Each group counts as a multiset. */
static uint64_t hash_each(struct kstate *s, const uint16_t *num, uint64_t h)
{
    uint64_t group = 0;

    for (unsigned i = k_rules(s)->neach; i-- > 0;) {
        group += kmix(num[each_at(s, i)] + 1u);
        if (k_each(s)[i] & EACH_GROUP) {
            h = kmix(h ^ group) + 1;
            group = 0;
        }
    }
    return h;
}

static uint64_t hash_frames(struct kengine *e, const uint16_t *num, uint64_t h)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct renaming by = {e->d, num, s->ninst};

    for (int i = 0; i < r->nframes; i++) {
        struct kframe f = k_frames(s)[i];
        rename_frame(&by, &f);
        if (f.kind == FRAME_PHASE && !rounds_matter(e, &f))
            f.phase.loop = f.phase.loop > 0;
        h = k_hash_bytes(&f, sizeof f, h);
        h = f.set ? hash_set(s, f.set - 1u, num, h) : h;
    }
    h = hash_each(s, num, h);
    for (int i = 0; i < r->nrounds * s->nseats; i++) {
        const struct kanswer *a = k_rounds(s) + i;
        h = kmix(h ^ ((uint64_t)(uint16_t)a->left << 8 | a->state)) + 1;
        if (a->state == ANS_GIVEN)
            h = hash_pick(&a->pick, num, h);
        if (a->state == ANS_GIVEN && a->pick.nset)
            h = hash_set(s, (unsigned)i, num, h);
    }
    return h;
}

static uint64_t hash_waiting(struct kengine *e, const uint16_t *num, uint64_t h)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct renaming by = {e->d, num, s->ninst};
    uint16_t batch = 0, last = 0, at[K_MAX_QUEUE];

    k_by_arrival(s, at);
    /* would the next effect be in the last batch? */
    if (r->nqueue && e->plan->rank.by[ORD_NEWEST])
        h = kmix(h + (!r->taken && r->batch == k_queued(s, at[r->nqueue - 1])->batch));

    for (int i = 0; i < r->nqueue; i++) {
        struct kqueued q = *k_queued(s, at[i]);
        rename_queued(&by, &q);
        q.arrival = (uint16_t)i;
        batch += i && q.batch != last;
        last = q.batch;
        q.batch = batch;
        h = k_hash_bytes(&q, offsetof(struct kqueued, param) + sizeof q.param, h);
    }
    for (int i = 0; i < r->nwatch; i++) {
        struct kwatching w = k_watch(s)[i];
        rename_card(&by, &w.card);
        h = k_hash_bytes(&w, sizeof w, h);
    }
    for (int i = 0; i < r->nmask; i++) {
        struct kmasked m = k_masks(s)[i];
        rename_mask(&by, &m);
        h = k_hash_bytes(&m, sizeof m, h);
    }
    return h;
}

static uint64_t rules_key(struct kengine *e, uint16_t *num, bool exact)
{
    const struct krules *r = k_rules(e->s);
    uint16_t head[8] = {r->status, r->decision, r->asked, r->pending,
                        r->hook,   r->won,      r->lost,  0};

    head[7] = (uint16_t)k_arrived_before(e->s, r->chosen); /* including itself */
    uint64_t h = number_cards(e, num, exact);

    h = hash_counters(e, num, h);
    h = hash_frames(e, num, h);
    h = hash_waiting(e, num, h);
    return k_hash_bytes(head, sizeof head, h);
}

/* Hashes the answers and the question of an open hook. */
static uint64_t hook_key(struct kengine *e, const uint16_t *num, uint64_t h)
{
    struct kstate *s = e->s;
    const struct khookpart *p = k_hook(s);

    for (int i = 0; i < p->nanswers + p->open; i++) {
        const struct kasked *q = &p->q[i];
        h = kmix(h ^ ((uint64_t)q->seats << 32 | (uint64_t)q->given << 16 | q->sel));
        h = k_hash_bytes(q->arg, sizeof q->arg, h);
        if (i < p->nanswers)
            h = k_hash_bytes(&q->rng, sizeof q->rng, h);
        for (int seat = 0; seat < s->nseats; seat++)
            if (q->given & BIT(seat)) {
                h = hash_pick(&k_hook_picks(s, (unsigned)i)[seat], num, h);
                if (k_hook_picks(s, (unsigned)i)[seat].nset)
                    h = hash_set(s, hook_answer(s, (unsigned)i, (unsigned)seat), num, h);
            }
    }
    return h;
}

/* Hashes the checkpoint of an open hook, to which the game will go back. Overwrites num. */
static uint64_t back_key(struct kengine *e, uint16_t *num, bool exact)
{
    struct kstate *s = e->s;

    if (e->scratch_size < s->size) {
        struct kstate *grown = realloc(e->scratch, s->size);
        if (!grown) {
            k_fail(e, K_E_NOMEM, 0, 0, 0);
            return 0;
        }
        e->scratch = grown;
        e->scratch_size = s->size;
    }
    k_clone(e->scratch, s);
    rules_back(e->scratch, s);
    e->scratch->cast = s->cast_back;
    k_rules(e->scratch)->hook = REF_NONE;
    e->s = e->scratch;
    uint64_t h = rules_key(e, num, exact);
    k_at(e, s);
    return h;
}

static uint64_t position(struct kengine *e, struct kstate *s, bool exact)
{
    struct kstate *was = e->s;
    uint64_t h = 0;

    k_at(e, s);
    lists_reset(e, s);
    uint16_t *num = k_list(e);
    if (num) {
        h = rules_key(e, num, exact);
        if (k_rules(s)->hook != REF_NONE) {
            h = hook_key(e, num, h);
            h = kmix(h ^ back_key(e, num, exact));
        }
    }
    k_unlist(e, num);
    e->s = was;
    return e->err.code == K_E_NOMEM ? 0 : h ? h : 1;
}

uint64_t k_position(struct kengine *e, struct kstate *s)
{
    return position(e, s, e->orders);
}

uint64_t k_position_of_equals(struct kengine *e, struct kstate *s)
{
    return position(e, s, false);
}
