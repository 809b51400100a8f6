/* view.c - what an observer sees: never an instance number, never storage order. */
#include "kernel/run/run.h"

/* What an observer knows of the cards that he does not see, by the name of their class. */
struct insight {
    int o;
    const uint16_t *cls;
    uint16_t *known; /* the definition that all its cards are, or REF_NONE */
    uint64_t *sign;  /* a class as he can describe it: the definitions it holds, as a hash */
    uint16_t
        *follows; /* where facts are known: by card what it must be, or REF_NONE; else NULL */
};

/* Its room is on the stack of lists: give back v->known. */
static bool insight_begin(struct kengine *e, struct kstate *s, int o, struct insight *v)
{
    const struct kinst *in = k_insts(s);
    uint16_t *sign;

    *v = (struct insight){.o = o, .cls = k_classes(s, o), .known = k_list(e)};
    if (facts_live(s) && (v->follows = k_list(e)))
        facts_known(s, o, v->follows);
    sign = v->known ? k_list(e) : NULL;
    for (size_t i = 1; sign && i < sizeof *v->sign / sizeof *sign; i++)
        if (!k_list(e)) /* the lists of the stack lie one after the other */
            sign = NULL;
    if (!sign)
        return false;
    v->sign = (uint64_t *)(void *)sign;
    if (!s->track)
        return true;
    memset(v->sign, 0, s->ninst * sizeof *v->sign);
    for (unsigned i = 0; i < s->ninst; i++) {
        v->known[v->cls[i]] = in[i].def;
        v->sign[v->cls[i]] += kmix((uint64_t)in[i].def + 1);
    }
    for (unsigned i = 0; i < s->ninst; i++)
        if (v->known[v->cls[i]] != in[i].def)
            v->known[v->cls[i]] = REF_NONE;
    return true;
}

static inline uint16_t known(const struct kstate *s, const struct insight *v, unsigned c)
{
    return v->follows ? v->follows[c] : s->track ? v->known[v->cls[c]] : REF_NONE;
}

/* The order of backs for o: by how they lie. Those that lie alike: first those he remembers, by definition,
 * the others by what their class holds. */
static int back_cmp(struct kengine *e, const struct kstate *s, const struct insight *v,
                    unsigned a, unsigned b)
{
    int open = order_unseen(e, a, b);

    if (open || !s->track || (v->cls[a] == v->cls[b] && !v->follows))
        return open;
    uint16_t ka = known(s, v, a), kb = known(s, v, b);
    if (ka != kb)
        return ka < kb ? -1 : 1;
    uint64_t ca = v->sign[v->cls[a]], cb = v->sign[v->cls[b]];
    return ca < cb ? -1 : ca > cb;
}

/* A set's cards as o has them: those he sees (how many) in canonical order, then backs. */
static int set_for(struct kengine *e, struct kstate *s, const struct insight *v, uint16_t *list,
                   int n)
{
    uint16_t *back = k_list(e);
    int seen = 0, k = 0;

    for (int i = 0; i < n && back; i++) {
        uint16_t c = list[i];
        int j = k;
        if (k_sees(e, s, v->o, c)) {
            list[seen++] = c;
            continue;
        }
        for (; j > 0 && back_cmp(e, s, v, back[j - 1], c) > 0; j--)
            back[j] = back[j - 1];
        back[j] = c;
        k++;
    }
    sort_cards(e, list, seen);
    if (back)
        memcpy(list + seen, back, (size_t)k * sizeof *back);
    k_unlist(e, back);
    return seen;
}

/* The cards of a slot in the order in which o has them: how many, of which he sees the first *seen of a set. */
static int slot_for(struct kengine *e, struct kstate *s, const struct insight *v, unsigned slot,
                    uint16_t *list, int *seen)
{
    int n = zone_cards(s, slot, list);

    *seen = k_ordered(s, slot) ? n : set_for(e, s, v, list, n);
    return n;
}

static void view_card(struct kengine *e, struct kstate *s, const struct insight *v, unsigned c,
                      struct kviewcard *out)
{
    const struct kinst *in = k_insts(s) + c;
    bool now = k_sees(e, s, v->o, c);

    out->def = now ? in->def : known(s, v, c);
    out->remembered = !now && out->def != REF_NONE;
    out->face = in->face;
    out->owner = in->owner;
    out->pad = 0;
    out->card = (uint16_t)c;
}

int k_view_slot(struct kengine *e, struct kstate *s, int o, unsigned slot,
                struct kviewcard *out, int cap)
{
    struct kstate *was = e->s;
    struct insight v;
    int n = 0, seen;

    k_at(e, s);
    uint16_t *list = k_list(e);
    if (list && insight_begin(e, s, o, &v))
        n = slot_for(e, s, &v, slot, list, &seen);
    n = n < cap ? n : cap;
    for (int i = 0; i < n; i++) {
        view_card(e, s, &v, list[i], &out[i]);
        if (i >= seen)
            out[i].card = NO_CARD;
    }
    k_unlist(e, list);
    e->s = was;
    return n;
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

/* A card in bytes; of one that is seen, or lies at a place, its counters and what may be known of it. */
static uint32_t card_bytes(struct kengine *e, struct kstate *s, const struct insight *v,
                           unsigned c, bool placed, uint8_t *out)
{
    unsigned counters = e->d->ncardctr * 4u;
    struct kviewcard card;
    uint64_t sign = 0;

    view_card(e, s, v, c, &card);
    memcpy(out, &card.def, 2);
    out[2] = card.remembered;
    out[3] = card.face;
    out[4] = card.owner;
    if (!placed)
        return 5;
    if (counters)
        memcpy(out + 5, k_cardctr(s) + (size_t)c * e->d->ncardctr, counters);
    if (card.def == REF_NONE && s->track)
        sign = v->sign[v->cls[c]];
    if (card.def == REF_NONE && v->follows)
        sign = k_hash_bytes(k_barred((struct kstate *)(uintptr_t)s, v->o, c),
                            s->fact_words * sizeof(uint64_t), sign);
    memcpy(out + 5 + counters, &sign, sizeof sign);
    return 5 + counters + (uint32_t)sizeof sign;
}

static void put_slot(struct kengine *e, struct kstate *s, const struct insight *v,
                     unsigned slot, uint16_t *list, struct writer *w)
{
    uint8_t room[5 + 4 * K_MAX_COUNTERS + sizeof(uint64_t)];
    uint32_t most = 5 + e->d->ncardctr * 4u + (uint32_t)sizeof(uint64_t);
    int seen, n = slot_for(e, s, v, slot, list, &seen);
    uint16_t count = (uint16_t)n;

    put(w, &count, 2);
    for (int i = 0; i < n; i++) {
        bool fits = w->n <= w->cap && w->cap - w->n >= most;
        uint8_t *to = fits ? w->out + w->n : room;
        uint32_t len = card_bytes(e, s, v, list[i], i < seen, to);
        if (fits)
            w->n += len;
        else
            put(w, room, len);
    }
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
    struct writer w = {out, 0, cap};
    const struct krules *r = k_rules(s);
    uint16_t masks[4] = {r->asked, r->status, r->won, r->lost};
    struct kstate *was = e->s;
    struct insight v;

    k_at(e, s);
    uint16_t *list = k_list(e);
    bool room = list && insight_begin(e, s, o, &v);
    put(&w, masks, sizeof masks);
    put_counters(e->d, s, &w);
    for (unsigned slot = 0; slot + 1u < s->nslots && room; slot++)
        put_slot(e, s, &v, slot, list, &w);
    k_unlist(e, list);
    e->s = was;
    return room ? w.n : 0; /* what was missing is kept in the engine */
}
