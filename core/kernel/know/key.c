/* key.c - the position key: a hash of what matters for how the game goes on, and of nothing else.
 *
 * Sets count as multisets or, if it may matter which of equal cards comes first (`exact`), as sets
 * of instances. Cards in frames, queue, watchers and counters get canonical numbers. Left out are
 * the generator, digests, classes, and numbers of picks and events. If a hook is open, the key
 * includes its question, its answers with the generator at each, and the checkpoint. */
#include "kernel/know/know.h"

#include <stdlib.h>

/* Numbers the places that name cards (struct renaming). */
static void note_names(struct kengine *e, struct renaming *to)
{
    struct kstate *s = e->s;
    const struct khookpart *h = k_hook(s);
    unsigned n = k_rules(s)->hook == REF_NONE ? 0 : h->nanswers + h->open;

    rename_names(to, e->plan, s);
    for (unsigned i = 0; i < n; i++)
        for (uint32_t m = h->q[i].given; m; m &= m - 1)
            rename_pick(to, k_hook_picks(s, i) + __builtin_ctz(m));
    for (unsigned i = 0; i < n * s->nseats * s->most_chosen; i++)
        rename_card(to, k_set_of(s, hook_answer(s, 0, 0)) + i);
    for (unsigned i = 0, first = to->at; i < e->plan->nref_card; i++, first += REF_NONE)
        for (unsigned by = next_holder(e, i, NO_CARD, 0); by != NO_CARD;
             by = next_holder(e, i, NO_CARD, by + 1)) {
            to->at = first + k_insts(s)[by].def; /* instances differ in equal positions */
            renamed(to, held_card(e, i, by));
        }
}

/* Gives each instance a canonical number, num[c]. Returns the hash of what lies where. */
static uint64_t number_cards(struct kengine *e, uint16_t *num, bool exact)
{
    struct kstate *s = e->s;
    const struct kdef *d = e->d;
    uint16_t *list = k_list(e), *places = k_list(e), next = 0;
    bool room = k_list(e) != NULL; /* lists of the stack are neighbours */
    struct renaming names = {.d = d, .n = s->ninst, .order = (uint32_t *)(void *)places};
    const struct kinst *insts = k_insts(s);
    uint64_t h = 0;

    if (room)
        memset(places, 0xFF, s->ninst * sizeof *names.order);
    if (room && !exact)
        note_names(e, &names);
    for (unsigned slot = 0; slot + 1u < s->nslots && room; slot++) {
        int n = zone_cards(s, slot, list);
        if (!k_ordered(s, slot)) {
            sort_cards(e, list, n);
            if (!exact) /* named ones first, then shown ones */
                SORT(uint16_t, list, n,
                     !card_order(e, a, b) &&
                         (names.order[a] != names.order[b] ? names.order[a] > names.order[b]
                                                           : insts[a].shown < insts[b].shown));
        }
        h = kmix(h ^ ((uint64_t)slot << 32 | (uint32_t)n)) + 1;
        for (int i = 0; i < n; i++) {
            const struct kinst *in = insts + list[i];
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
        num[c] = (uint16_t)(0x8000u | insts[c].def);
    return kmix(h ^ k_slots(s)[s->nslots - 1].count);
}

static uint64_t hash_counter(const struct kcounter *k, int32_t v, struct renaming *by)
{
    return k->is == V_CARD && v >= 0 ? by->to[v] | 1ull << 40 : (uint32_t)v;
}

/* Which card holds which in a counter. A sum, because the order of instances does not matter. */
static uint64_t hash_holders(struct kengine *e, struct renaming *by)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < e->plan->nref_card; i++)
        for (unsigned c = next_holder(e, i, NO_CARD, 0); c != NO_CARD;
             c = next_holder(e, i, NO_CARD, c + 1))
            sum += kmix((uint64_t)i << 32 | (uint64_t)by->to[c] << 16 |
                        by->to[held_card(e, i, c)]);
    return sum;
}

static uint64_t hash_counters(struct kengine *e, struct renaming *by, uint64_t h)
{
    const struct kdef *d = e->d;
    struct kstate *s = e->s;

    for (int i = 0; i < d->ngame; i++)
        h = kmix(h ^ hash_counter(&d->counters[d->game_ctr[i]], k_gamectr(s)[i], by)) + 1;
    for (int p = 0; p < s->nseats; p++)
        for (int i = 0; i < d->nseat; i++)
            h = kmix(h ^ hash_counter(&d->counters[d->seat_ctr[i]],
                                      k_seatctr(s)[p * d->nseat + i], by)) +
                1;
    if (e->plan->nref_card)
        h = kmix(h ^ hash_holders(e, by)) + 1;
    for (int i = 0; i < d->nphases; i++)
        h = d->counted[i] ? kmix(h ^ (uint32_t)k_phase(s)[i]) + 1 : h;
    return k_hash_bytes(k_options(s), d->noptions * sizeof(int32_t), h);
}

static uint64_t hash_set(struct kstate *s, unsigned answer, struct renaming *by, uint64_t h)
{
    for (unsigned i = 0; i < s->most_chosen; i++)
        h = kmix(h ^ renamed(by, k_set_of(s, answer)[i])) + 1;
    return h;
}

static uint64_t hash_pick(struct kchoice c, struct renaming *by, uint64_t h)
{
    rename_pick(by, &c);
    h = kmix(h ^ ((uint64_t)c.action << 32 | c.seat)) + (uint32_t)c.number;
    return kmix(h ^ ((uint64_t)c.card << 32 | (uint64_t)c.helper << 16 | c.target)) + 1;
}

/* Does the number of the round matter? Not in an unlimited loop, unless a rule asks for it. */
static bool rounds_matter(const struct kengine *e, const struct kframe *f)
{
    const struct kphase *p = &e->d->phases[f->phase.id];

    return (p->name != REF_NONE && e->d->counted[p->name]) ||
           (p->loop != LOOP_FOREVER && p->loop != LOOP_WHILE);
}

/* Hashes the stack of loops. Each group counts as a multiset. */
static uint64_t hash_each(struct kstate *s, struct renaming *by, uint64_t h)
{
    uint64_t group = 0;

    for (unsigned i = k_rules(s)->neach; i-- > 0;) {
        group += kmix(renamed(by, each_at(s, i)) + 1u);
        if (k_each(s)[i] & EACH_GROUP) {
            h = kmix(h ^ group) + 1;
            group = 0;
        }
    }
    return h;
}

static uint64_t hash_frames(struct kengine *e, struct renaming *by, uint64_t h)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);

    for (int i = 0; i < r->nframes; i++) {
        struct kframe f = k_frames(s)[i];
        rename_frame(by, &f);
        if (f.kind == FRAME_PHASE && !rounds_matter(e, &f))
            f.phase.loop = f.phase.loop > 0;
        h = k_hash_bytes(&f, sizeof f, h);
        h = f.set ? hash_set(s, f.set - 1u, by, h) : h;
    }
    h = hash_each(s, by, h);
    for (int i = 0; i < r->nrounds * s->nseats; i++) {
        const struct kanswer *a = k_rounds(s) + i;
        h = kmix(h ^ ((uint64_t)(uint16_t)a->left << 8 | a->state)) + 1;
        if (a->state == ANS_GIVEN)
            h = hash_pick(a->pick, by, h);
        if (a->state == ANS_GIVEN && a->pick.nset)
            h = hash_set(s, (unsigned)i, by, h);
    }
    return h;
}

static uint64_t hash_waiting(struct kengine *e, struct renaming *by, uint64_t h)
{
    struct kstate *s = e->s;
    const struct krules *r = k_rules(s);
    uint16_t batch = 0, last = 0, at[K_MAX_QUEUE];

    k_by_arrival(s, at);
    /* would the next effect be in the last batch? */
    if (r->nqueue && e->plan->rank.by[ORD_NEWEST])
        h = kmix(h + (!r->taken && r->batch == k_queued(s, at[r->nqueue - 1])->batch));

    for (int i = 0; i < r->nqueue; i++) {
        struct kqueued q = *k_queued(s, at[i]);
        rename_queued(by, &q);
        q.arrival = (uint16_t)i;
        batch += i && q.batch != last;
        last = q.batch;
        q.batch = batch;
        h = k_hash_bytes(&q, offsetof(struct kqueued, param) + sizeof q.param, h);
    }
    for (int i = 0; i < r->nwatch; i++) {
        struct kwatching w = k_watch(s)[i];
        rename_card(by, &w.card);
        h = k_hash_bytes(&w, sizeof w, h);
    }
    for (int i = 0; i < r->nmask; i++) {
        struct kmasked m = k_masks(s)[i];
        rename_mask(by, &m);
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
    struct renaming by = {.d = e->d, .to = num, .n = e->s->ninst};
    uint64_t h = number_cards(e, num, exact);

    h = hash_counters(e, &by, h);
    h = hash_frames(e, &by, h);
    h = hash_waiting(e, &by, h);
    return k_hash_bytes(head, sizeof head, h);
}

/* Hashes the answers and the question of an open hook. */
static uint64_t hook_key(struct kengine *e, struct renaming *by, uint64_t h)
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
                h = hash_pick(k_hook_picks(s, (unsigned)i)[seat], by, h);
                if (k_hook_picks(s, (unsigned)i)[seat].nset)
                    h = hash_set(s, hook_answer(s, (unsigned)i, (unsigned)seat), by, h);
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
            h = hook_key(e, &(struct renaming){.d = e->d, .to = num, .n = s->ninst}, h);
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
