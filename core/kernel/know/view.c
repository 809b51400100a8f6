/* view.c - what an observer sees: never instance numbers or storage order. */
#include "kernel/know/know.h"

/* What an observer knows of cards they do not see. */
struct insight {
    int o;
    const uint16_t *cls;
    uint16_t *known; /* by card: its definition as far as known, or REF_NONE */
    /* by name of a class: a hash of the definitions that it holds */
    uint64_t *sign;
    bool facts; /* `known` uses facts, too */
};

/* Works out what o knows. The storage is on the stack of lists: give back v->known. */
static bool insight_begin(struct kengine *e, struct kstate *s, int o, struct insight *v)
{
    *v = (struct insight){
        .o = o, .cls = k_classes(s, o), .known = k_list(e), .facts = facts_live(s)};
    uint16_t *sign = v->known ? k_list(e) : NULL;
    for (size_t i = 1; sign && i < sizeof *v->sign / sizeof *sign; i++)
        if (!k_list(e)) /* lists of the stack are neighbours */
            sign = NULL;
    if (!sign)
        return false;
    v->sign = (uint64_t *)(void *)sign;
    memset(v->sign, 0, s->ninst * sizeof *v->sign);
    memset(v->known, 0xFF, s->ninst * sizeof *v->known);
    for (unsigned i = 0; s->track && i < s->ninst; i++)
        v->sign[v->cls[i]] += kmix((uint64_t)k_insts(s)[i].def + 1);
    if (s->track)
        facts_known(s, o, v->known);
    return true;
}

/* The order of backs for o: how they lie, then known ones by definition, others by their class. */
static int back_cmp(struct kengine *e, struct kstate *s, const struct insight *v, unsigned a,
                    unsigned b)
{
    const uint64_t *odd = k_odd(s);
    int open = set_has(odd, a) || set_has(odd, b) ? order_unseen(e, a, b) : 0;

    if (open || !s->track || (v->cls[a] == v->cls[b] && !v->facts))
        return open;
    uint16_t ka = v->known[a], kb = v->known[b];
    if (ka != kb)
        return ka < kb ? -1 : 1;
    uint64_t ca = v->sign[v->cls[a]], cb = v->sign[v->cls[b]];
    return ca < cb ? -1 : ca > cb;
}

/* Sorts a set's cards for o: seen ones in canonical order, then backs. How many are seen. */
static int set_for(struct kengine *e, struct kstate *s, const struct insight *v, uint16_t *list,
                   int n)
{
    uint16_t *back = k_list(e);
    int seen = 0, k = 0;

    for (int i = 0; i < n && back; i++) {
        uint16_t c = list[i];
        *(card_seen(e, s, v->o, c) ? &list[seen++] : &back[k++]) = c;
    }
    SORT(uint16_t, back, k, back_cmp(e, s, v, a, b) > 0);
    sort_cards(e, list, seen);
    if (back)
        memcpy(list + seen, back, (size_t)k * sizeof *back);
    k_unlist(e, back);
    return seen;
}

struct writer {
    uint8_t *out;
    uint32_t n, cap;
};

static inline void put(struct writer *w, const void *p, uint32_t n)
{
    if (w->n + n <= w->cap)
        memcpy(w->out + w->n, p, n);
    w->n += n;
}

/* Writes a card as bytes: its known definition, whether it is seen now, how it lies. If it is seen
 * or has a place (placed) also its counters, and `sign`: what else is known of it. */
INLINE static inline uint8_t *card_bytes(const struct kinst *in, uint16_t def, bool now,
                                         bool placed, const int32_t *counter, unsigned counters,
                                         uint64_t sign, uint8_t *out)
{
    memcpy(out, &def, 2);
    out[2] = !now && def != REF_NONE;
    out[3] = in->face;
    out[4] = in->owner;
    out += 5;
    if (!placed)
        return out;
    for (unsigned i = 0; i < counters; i++, out += 4)
        memcpy(out, counter + i, 4);
    memcpy(out, &sign, sizeof sign);
    return out + sizeof sign;
}

static void put_slot(struct kengine *e, struct kstate *s, const struct insight *v,
                     unsigned slot, uint16_t *list, struct writer *w)
{
    uint8_t room[5 + 4 * K_MAX_COUNTERS + sizeof(uint64_t)];
    unsigned counters = e->d->ncardctr, most = 5 + counters * 4u + (unsigned)sizeof(uint64_t);
    const int32_t *counter = k_cardctr(s);
    bool ordered = k_ordered(s, slot);
    int n = zone_cards(s, slot, list), seen = ordered ? n : set_for(e, s, v, list, n);
    uint16_t count = (uint16_t)n;

    put(w, &count, 2);
    bool fits = w->n <= w->cap && w->cap - w->n >= most * (uint32_t)n;
    uint8_t *to = fits ? w->out + w->n : NULL;
    for (int i = 0; i < n; i++) {
        unsigned c = list[i];
        bool now = ordered ? card_seen(e, s, v->o, c) : i < seen;
        const struct kinst *in = k_insts(s) + c;
        uint16_t def = now ? in->def : v->known[c];
        /* what o can tell of a card of unknown definition: its class; with facts its own */
        bool unknown = def == REF_NONE && i < seen;
        uint64_t sign = unknown && s->track ? v->sign[v->cls[c]] : 0;
        if (unknown && v->facts)
            sign = k_hash_bytes(k_barred(s, v->o, c), s->fact_words * sizeof sign, sign);
        const int32_t *own = counter + (size_t)c * counters;
        uint8_t *at = fits ? to : room, *end;
        end = card_bytes(in, def, now, i < seen, own, counters, sign, at);
        if (fits)
            to = end;
        else
            put(w, room, (uint32_t)(end - room));
    }
    if (fits)
        w->n = (uint32_t)(to - w->out);
}

/* Writes a counter. If it holds a card: where that card lies and what it is. */
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

uint32_t k_view_bytes(struct kengine *e, struct kstate *s, int o, uint8_t *out, uint32_t cap)
{
    struct writer w = {out, 0, cap};
    const struct krules *r = k_rules(s);
    uint16_t fields[4] = {r->asked, r->status, r->won, r->lost};
    struct kstate *was = e->s;
    struct insight v = {.o = o};

    k_at(e, s);
    const struct kdef *d = e->d;
    uint16_t *list = k_list(e);
    bool room = list && insight_begin(e, s, o, &v);
    put(&w, fields, sizeof fields);
    for (int i = 0; i < d->ngame; i++)
        put_counter(s, d->counters[d->game_ctr[i]].is, k_gamectr(s)[i], &w);
    for (int i = 0; i < s->nseats * d->nseat; i++)
        put_counter(s, d->counters[d->seat_ctr[i % d->nseat]].is, k_seatctr(s)[i], &w);
    put(&w, k_phase(s), d->nphases * 4u);
    for (unsigned slot = 0; slot + 1u < s->nslots && room; slot++)
        put_slot(e, s, &v, slot, list, &w);
    k_unlist(e, list);
    e->s = was;
    return room ? w.n : 0; /* 0: the error is in the engine */
}
