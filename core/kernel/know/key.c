/* key.c - the position key: a hash of what matters for how the game goes on, and of nothing else.
 *
 * Sets count as multisets or, if it may matter which of equal cards comes first (`exact`), as sets
 * of instances. Cards in frames, queue, watchers and counters get canonical numbers. Left out are
 * the generator, digests, classes, and numbers of picks and events. If a hook is open, the key
 * includes its question, its answers with the generator at each, and the checkpoint. */
#include "kernel/know/know.h"

#include <stdlib.h>

/* Which of equal cards frames, effects, watchers, answers, loops and counters name: order[c] is a
 * number for the first place that names c; UINT32_MAX: none does. */
struct naming {
    uint32_t *order, at;
    unsigned n;
};

static void note(struct naming *to, unsigned c)
{
    if (c < to->n && to->order[c] == UINT32_MAX)
        to->order[c] = to->at;
    to->at++;
}

static void note_params(struct naming *to, uint32_t which, const int32_t *param)
{
    for (; which; which &= which - 1)
        note(to, (unsigned)param[__builtin_ctz(which)]);
}

static void note_pick(struct naming *to, const struct kchoice *c)
{
    note(to, c->card);
    note(to, c->helper);
    note(to, c->target);
}

static void note_hook(struct kstate *s, struct naming *to)
{
    const struct khookpart *h = k_hook(s);
    unsigned n = h->nanswers + h->open;

    for (unsigned i = 0; i < n; i++)
        for (unsigned p = 0; p < s->nseats; p++)
            if (h->q[i].given & BIT(p))
                note_pick(to, k_hook_picks(s, i) + p);
    for (unsigned i = 0; i < n * s->nseats * s->most_chosen; i++)
        note(to, k_set_of(s, hook_answer(s, 0, 0))[i]);
}

static void note_counters(struct kengine *e, struct naming *to)
{
    const struct kplan *plan = e->plan;
    struct kstate *s = e->s;

    for (unsigned i = 0; i < plan->nref_game; i++)
        note(to, (unsigned)k_gamectr(s)[plan->ref_game[i]]);
    for (unsigned i = 0; i < plan->nref_seat; i++)
        for (unsigned p = 0; p < s->nseats; p++)
            note(to, (unsigned)k_seatctr(s)[p * e->d->nseat + plan->ref_seat[i]]);
    for (unsigned i = 0, first = to->at; i < plan->nref_card; i++, first += REF_NONE)
        for (unsigned h = next_holder(e, i, NO_CARD, 0); h != NO_CARD;
             h = next_holder(e, i, NO_CARD, h + 1)) {
            to->at = first + k_insts(s)[h].def; /* instances differ in equal positions */
            note(to, held_card(e, i, h));
        }
}

static void note_names(struct kengine *e, struct naming *to)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    const struct kframe *f = k_frames(s);
    unsigned answers = (unsigned)r->nrounds * s->nseats;
    uint16_t at[K_MAX_QUEUE];

    k_by_arrival(s, at);
    for (unsigned i = 0; i < r->nframes * 4u; i++)
        note(to, f[i / 4].card[i % 4]);
    for (unsigned i = 0; i < r->nframes; i++)
        note_params(to, frame_params(e->d, f + i), f[i].effect.param);
    for (unsigned i = 0; i < r->nqueue; i++) {
        const struct kqueued *q = k_queued(s, at[i]);
        note(to, q->card);
        note(to, q->evcard);
        note_params(to, queued_params(e->d, q), q->param);
    }
    for (unsigned i = 0; i < r->nwatch; i++)
        note(to, k_watch(s)[i].card);
    for (unsigned i = 0; i < answers; i++)
        if (k_rounds(s)[i].state == ANS_GIVEN)
            note_pick(to, &k_rounds(s)[i].pick);
    for (unsigned i = 0; i < answers * s->most_chosen; i++)
        note(to, k_set_of(s, 0)[i]);
    for (unsigned i = 0; i < r->nmask; i++)
        if (k_masks(s)[i].kind == MASK_SHOW)
            note(to, k_masks(s)[i].what);
    for (unsigned i = 0, group = to->at; i < r->neach; i++) { /* one number for a group */
        to->at = group += k_each(s)[i] / EACH_GROUP;
        note(to, each_at(s, i));
    }
    if (r->hook != REF_NONE)
        note_hook(s, to);
    note_counters(e, to);
}

/* Gives each instance a canonical number, num[c]. Returns the hash of what lies where. */
static uint64_t number_cards(struct kengine *e, uint16_t *num, bool exact)
{
    struct kstate *s = e->s;
    const struct kdef *d = e->d;
    uint16_t *list = k_list(e), *places = k_list(e), next = 0;
    bool room = k_list(e) != NULL; /* lists of the stack are neighbours */
    struct naming names = {(uint32_t *)(void *)places, 0, s->ninst};
    uint64_t h = 0;

    if (room)
        memset(places, 0xFF, s->ninst * sizeof *names.order);
    if (room && !exact)
        note_names(e, &names);
    for (unsigned slot = 0; slot + 1u < s->nslots && room; slot++) {
        int n = zone_cards(s, slot, list);
        if (!k_ordered(s, slot)) {
            sort_cards(e, list, n);
            for (int i = 1; i < n && !exact; i++)
                for (int j = i; j > 0 && !card_order(e, list[j - 1], list[j]); j--) {
                    uint16_t a = list[j],
                             b = list[j - 1]; /* named ones first, then shown ones */
                    if (names.order[a] != names.order[b]
                            ? names.order[a] > names.order[b]
                            : k_insts(s)[a].shown <= k_insts(s)[b].shown)
                        break;
                    list[j] = b;
                    list[j - 1] = a;
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
    rules_back(e->d, e->scratch, s);
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
