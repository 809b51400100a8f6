/* view.c - what an observer sees: never an instance number, never storage order. */
#include "kernel/run/run.h"

#include <stdlib.h>

/* A class as its observer can describe it: the definitions it holds, as a hash. */
static uint64_t class_sign(struct kengine *e, struct kstate *s, int o, unsigned c)
{
    const uint16_t *cls = k_classes(s, o);
    uint64_t sum = 0;

    (void)e;
    for (unsigned i = 0; i < s->ninst; i++)
        if (cls[i] == cls[c])
            sum += kmix((uint64_t)k_insts(s)[i].def + 1);
    return sum;
}

/* The order of a set's cards for o: those he sees in canonical order, then backs by how they
 * lie. Backs that lie alike: first those he remembers, by definition, the others by what
 * their class holds. */
static int view_cmp(struct kengine *e, struct kstate *s, int o, unsigned a, unsigned b)
{
    bool sa = k_sees(e, s, o, a), sb = k_sees(e, s, o, b);

    if (sa != sb)
        return sa ? -1 : 1;
    int open = sa ? card_order(e, a, b) : order_unseen(e, a, b);
    if (sa || open)
        return open;
    if (!s->track || k_classes(s, o)[a] == k_classes(s, o)[b])
        return 0;
    uint16_t ka = k_knows(e, s, o, a), kb = k_knows(e, s, o, b);
    if (ka != kb)
        return ka < kb ? -1 : 1;
    uint64_t ca = class_sign(e, s, o, a), cb = class_sign(e, s, o, b);
    return ca < cb ? -1 : ca > cb;
}

int k_view_slot(struct kengine *e, struct kstate *s, int o, unsigned slot,
                struct kviewcard *out, int cap)
{
    struct kstate *was = e->s;
    int n = 0;

    k_at(e, s);
    uint16_t *list = k_list(e);
    int count = list ? zone_cards(s, slot, list) : 0;
    bool set = list && !k_ordered(s, slot);
    for (int i = 1; set && i < count; i++) {
        uint16_t c = list[i];
        int j = i;
        for (; j > 0 && view_cmp(e, s, o, list[j - 1], c) > 0; j--)
            list[j] = list[j - 1];
        list[j] = c;
    }
    for (int i = 0; i < count && n < cap; i++) {
        const struct kinst *in = k_insts(s) + list[i];
        bool now = k_sees(e, s, o, list[i]);
        out[n].def = now ? in->def : k_knows(e, s, o, list[i]);
        out[n].remembered = !now && out[n].def != REF_NONE;
        out[n].face = in->face;
        out[n].owner = in->owner;
        out[n].pad = 0;
        out[n++].card = set && !now ? NO_CARD : list[i];
    }
    k_unlist(e, list);
    e->s = was;
    return n;
}

struct writer {
    uint8_t *out;
    uint32_t n, cap;
    bool no_memory;
};

static void put(struct writer *w, const void *p, uint32_t n)
{
    if (w->n + n <= w->cap)
        memcpy(w->out + w->n, p, n);
    w->n += n;
}

static void put_slot(struct kengine *e, struct kstate *s, int o, unsigned slot,
                     struct writer *w)
{
    int n = k_slots(s)[slot].count;
    struct kviewcard *v = n ? malloc((size_t)n * sizeof *v) : NULL;
    uint16_t count = (uint16_t)n;

    put(w, &count, 2);
    w->no_memory |= n && !v;
    unsigned cls = NO_CARD; /* the class whose sign is in `known` */
    uint64_t known = 0;
    n = v ? k_view_slot(e, s, o, slot, v, n) : 0;
    for (int i = 0; i < n; i++) {
        uint64_t sign = 0;
        put(w, &v[i].def, 2);
        put(w, &v[i].remembered, 1);
        put(w, &v[i].face, 1);
        put(w, &v[i].owner, 1);
        if (v[i].card != NO_CARD) {
            put(w, k_cardctr(s) + (size_t)v[i].card * e->d->ncardctr, e->d->ncardctr * 4u);
            if (v[i].def == REF_NONE && s->track) {
                if (cls != k_classes(s, o)[v[i].card])
                    known = class_sign(e, s, o, v[i].card);
                cls = k_classes(s, o)[v[i].card];
                sign = known;
            }
            put(w, &sign, 8);
        }
    }
    free(v);
}

/* A counter that is a card is shown by where the card lies and what it is. */
static void put_counter(struct kstate *s, uint8_t is, int32_t v, struct writer *w)
{
    int32_t at[3] = {v, 0, 0};

    if (is == V_CARD && v >= 0) {
        at[0] = k_insts(s)[v].def;
        at[1] = k_insts(s)[v].slot;
        at[2] = k_ordered(s, k_insts(s)[v].slot) ? (int32_t)zone_place(s, (unsigned)v) : -1;
    }
    put(w, at, sizeof at);
}

static void put_counters(const struct kdef *d, struct kstate *s, struct writer *w)
{
    for (int i = 0; i < d->ngame; i++)
        put_counter(s, d->counters[d->game_ctr[i]].is, k_gamectr(s)[i], w);
    for (int p = 0; p < s->nseats; p++)
        for (int i = 0; i < d->nseat; i++)
            put_counter(s, d->counters[d->seat_ctr[i]].is, k_seatctr(s)[p * d->nseat + i], w);
    put(w, k_phase(s), d->nphases * 4u);
}

uint32_t k_view_bytes(struct kengine *e, struct kstate *s, int o, uint8_t *out, uint32_t cap)
{
    struct writer w = {out, 0, cap, false};
    const struct krules *r = k_rules(s);
    uint16_t masks[4] = {r->asked, r->status, r->won, r->lost};
    struct kstate *was = e->s;

    k_at(e, s);
    put(&w, masks, sizeof masks);
    put_counters(e->d, s, &w);
    for (unsigned slot = 0; slot + 1u < s->nslots; slot++)
        put_slot(e, s, o, slot, &w);
    e->s = was;
    if (w.no_memory)
        k_fail(e, K_E_NOMEM, 0, 0, 0);
    return w.no_memory ? 0 : w.n;
}
