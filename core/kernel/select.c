/* select.c - which cards: a selector is walked over its zones' lists.
 *
 * The cheap keys (zone, face, definition bits, counters) are asked card by card; the
 * ranking keys work on the list that is left. Sets come out in canonical order
 * (definition, face, counters, owner, storage), rows and piles by place.
 */
#include "kernel/internal.h"

static inline int64_t test_left(struct kengine *e, const struct ktest *t, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;

    switch (t->kind) {
    case TEST_COUNTER: return k_cardctr(e->s)[c * e->d->ncardctr + t->id];
    case TEST_DEF: return in->def;
    default: {
        uint32_t at = (uint32_t)in->def * e->d->ntraits + t->id;
        if (e->d->trait_expr[at] == REF_NONE)
            return e->d->trait_value[at];
        struct kctx own = {.you = in->owner, .them = NO_SEAT, .seat = NO_SEAT};
        memset(own.card, 0xFF, sizeof own.card);
        own.card[SLOT_THIS] = (uint16_t)c;
        return card_formula(e, e->d->trait_expr[at], &own);
    }
    }
}

/* A selector at work: what is the same for all cards is worked out once. */
enum { MANY_TESTS = 16 };
struct query {
    const struct kselect *q;
    struct kctx *x;
    const struct kinst *in;
    const uint64_t *bits;        /* NULL: any definition */
    const struct ktest *tests;
    bool more;                   /* where, any or except */
    int64_t want[MANY_TESTS];
};

static void query_begin(struct kengine *e, struct query *w, const struct kselect *q, struct kctx *x)
{
    w->q = q;
    w->x = x;
    w->in = k_insts(e->s);
    w->bits = q->bits == REF_NONE ? NULL : e->d->bits.word + (uint32_t)q->bits * e->d->bits.nwords;
    w->tests = e->d->tests + q->tests;
    w->more = q->where != REF_NONE || q->nany || q->except != REF_NONE;
    for (int i = 0; i < q->ntests && i < MANY_TESTS; i++)
        w->want[i] = k_eval(e, w->tests[i].value, x);
}

static inline bool test_ok(struct kengine *e, const struct ktest *t, int64_t v, unsigned c)
{
    if (v == K_ABSENT)
        return true;
    if (t->kind == TEST_WORD) {
        const struct ktrait *tr = &e->d->traits[t->id];
        bool has = v >= 0 && v < tr->nwords &&
                   bits_has(e->d, (ref)(tr->bits + v), k_insts(e->s)[c].def);
        return has == (t->cmp != CMP_EXCEPT);
    }
    int64_t left = test_left(e, t, c);
    switch (t->cmp) {
    case CMP_IS: return left == v;
    case CMP_EXCEPT: return left != v;
    case CMP_AT_LEAST: return left >= v;
    default: return left <= v;
    }
}

/* Does c lie in one of the selector's zones, of one of its seats? */
static bool in_zone(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s) + c;
    const struct kslotinfo *info = k_slotinfo(s) + in->slot;
    bool ok = q->nzones == 0;

    for (int i = 0; i < q->nzones && !ok; i++)
        ok = q->zone[i] == info->zone;
    if (!ok || (!q->of_given && info->seat == NO_SEAT))
        return ok;
    if (q->nzones == 0 && !q->of_given)
        return true;
    uint8_t whose = info->seat == NO_SEAT ? in->owner : info->seat;
    return whose != NO_SEAT && (k_seatset(e, q->of, x) & BIT(whose));
}

/* The keys that need an evaluation for each card. */
static bool more_ok(struct kengine *e, const struct query *w, unsigned c)
{
    const struct kselect *q = w->q;

    if (q->where != REF_NONE) {
        struct kctx own = *w->x;
        own.card[SLOT_IT] = (uint16_t)c;
        if (!k_eval(e, q->where, &own))
            return false;
    }
    if (q->nany) {
        int i = 0;
        while (i < q->nany && !sel_holds(e, e->d->selrefs[q->any + i], w->x, c))
            i++;
        if (i == q->nany)
            return false;
    }
    return q->except == REF_NONE || !sel_holds(e, q->except, w->x, c);
}

/* The keys that look at one card alone; zone and ranking apart. */
static inline bool card_ok(struct kengine *e, const struct query *w, unsigned c)
{
    const struct kselect *q = w->q;
    const struct kinst *in = w->in + c;

    if (q->face != FACE_ANY && in->face != q->face)
        return false;
    if (w->bits && !(w->bits[in->def >> 6] >> (in->def & 63) & 1))
        return false;
    for (int i = 0; i < q->ntests; i++)
        if (!test_ok(e, &w->tests[i], w->want[i], c))
            return false;
    return !w->more || more_ok(e, w, c);
}

static bool ranks(const struct kselect *q)
{
    return q->most != REF_NONE || q->least != REF_NONE || q->first != REF_NONE ||
           q->last != REF_NONE || q->random != REF_NONE;
}

static bool this_ok(const struct kselect *q, const struct kctx *x, unsigned c)
{
    if (q->this_only)
        return c == x->card[SLOT_THIS];
    return !q->not_this || c != x->card[SLOT_THIS];
}

static bool in_slots(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    if (q->src == SRC_VALUE)
        return k_eval(e, q->value, x) == (int64_t)c;
    for (int i = 0; i < SLOT_COUNT; i++)
        if ((q->slots & BIT(i)) && x->card[i] == c)
            return true;
    return false;
}

/* Is c among the selector's cards? */
bool sel_holds(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = e->d->sels + sel;

    if (ranks(q)) {
        uint16_t *list = k_list(e);
        int n = list ? k_select(e, sel, x, list) : 0, i = 0;
        while (i < n && list[i] != c)
            i++;
        k_unlist(e, list);
        return i < n;
    }
    if (q->src == SRC_ZONES ? !in_zone(e, q, x, c) : !in_slots(e, q, x, c))
        return false;
    struct query w;
    query_begin(e, &w, q, x);
    return card_ok(e, &w, c) && this_ok(q, x, c);
}

int card_order(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);
    const int32_t *ctr = k_cardctr(e->s);
    unsigned n = e->d->ncardctr;

    if (in[a].def != in[b].def)
        return in[a].def < in[b].def ? -1 : 1;
    if (in[a].face != in[b].face)
        return in[a].face < in[b].face ? -1 : 1;
    for (unsigned i = 0; i < n; i++)
        if (ctr[a * n + i] != ctr[b * n + i])
            return ctr[a * n + i] < ctr[b * n + i] ? -1 : 1;
    if (in[a].owner != in[b].owner)
        return in[a].owner < in[b].owner ? -1 : 1;
    return 0;
}

/* Canonical order of a set; stable, so that storage order comes last. */
void sort_cards(struct kengine *e, uint16_t *cards, int n)
{
    for (int i = 1; i < n; i++) {
        uint16_t c = cards[i];
        int j = i;
        for (; j > 0 && card_order(e, cards[j - 1], c) > 0; j--)
            cards[j] = cards[j - 1];
        cards[j] = c;
    }
}

/* The cards of one slot that pass, appended to out. */
static int from_slot(struct kengine *e, const struct query *w, unsigned slot, uint16_t *out)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    int n = 0;

    for (uint16_t c = k_slots(s)[slot].head; c != NO_CARD; c = in[c].next)
        if (card_ok(e, w, c))
            out[n++] = c;
    if (n > 1 && e->d->zones[k_zone_of(s, slot)].as == AS_SET)
        sort_cards(e, out, n);
    return n;
}

static int from_zones(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *out)
{
    struct kstate *s = e->s;
    uint32_t who = k_seatset(e, q->of, x);
    struct query w;
    int n = 0;

    query_begin(e, &w, q, x);
    for (int i = 0; i < q->nzones; i++) {
        unsigned base = k_zonebase(s)[q->zone[i]], end = k_zonebase(s)[q->zone[i] + 1];

        for (unsigned slot = base; slot < end; slot++) {
            uint8_t seat = k_slotinfo(s)[slot].seat;
            if (seat != NO_SEAT && !(who & BIT(seat)))
                continue;
            int got = from_slot(e, &w, slot, out + n), kept = 0;
            if (seat != NO_SEAT || !q->of_given) {
                n += got;
                continue;
            }
            for (int j = 0; j < got; j++) {   /* on the table `of` means the owner */
                uint8_t o = k_insts(s)[out[n + j]].owner;
                if (o != NO_SEAT && (who & BIT(o)))
                    out[n + kept++] = out[n + j];
            }
            n += kept;
        }
    }
    return n;
}

/* Two slots may hold the same card. */
static bool taken(const uint16_t *out, int n, unsigned c)
{
    for (int i = 0; i < n; i++)
        if (out[i] == c)
            return true;
    return false;
}

static int from_slots(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *out)
{
    struct query w;
    int n = 0;

    query_begin(e, &w, q, x);
    if (q->src == SRC_VALUE) {
        int64_t c = k_eval(e, q->value, x);
        if (c >= 0 && c < e->s->ninst && !left_game(e->s, (unsigned)c) && card_ok(e, &w, (unsigned)c))
            out[n++] = (uint16_t)c;
        return n;
    }
    for (int i = 0; i < SLOT_COUNT; i++)
        if ((q->slots & BIT(i)) && x->card[i] != NO_CARD && !left_game(e->s, x->card[i]) &&
            !taken(out, n, x->card[i]) && card_ok(e, &w, x->card[i]))
            out[n++] = x->card[i];
    return n;
}

static int keep_best(struct kengine *e, ref expr, int sign, struct kctx *x, uint16_t *out, int n)
{
    struct kctx own = *x;
    int64_t best = 0;
    int kept = 0;

    for (int i = 0; i < n; i++) {
        own.card[SLOT_IT] = out[i];
        int64_t v = sign * k_eval(e, expr, &own);
        if (kept && v < best)
            continue;
        if (!kept || v > best)
            kept = 0;
        best = v;
        out[kept++] = out[i];
    }
    return kept;
}

/* How many: the value of a `first`, `last`, `random`, at most all. */
int k_first_number(struct kengine *e, ref expr, struct kctx *x, int all)
{
    int64_t v = k_eval(e, expr, x);

    return v == K_ABSENT || v > all ? all : v < 0 ? 0 : (int)v;
}

/* Lots among cards count by instance, so that the same lot takes the same one in every world. */
void by_instance(uint16_t *out, int n)
{
    for (int i = 1; i < n; i++) {
        uint16_t c = out[i];
        int j = i;
        for (; j > 0 && out[j - 1] > c; j--)
            out[j] = out[j - 1];
        out[j] = c;
    }
}

/* Draws `want` of the cards; counted by instance, so that the same draw takes the
 * same instance in every world. */
static int keep_random(struct kengine *e, int want, uint16_t *out, int n)
{
    by_instance(out, n);
    for (int i = 0; i < want; i++) {
        int64_t j = i + k_draw(e, (uint32_t)(n - i), out + i);
        if (j < i)
            return 0;
        uint16_t c = out[j];
        memmove(out + i + 1, out + i, (size_t)(j - i) * sizeof *out);
        out[i] = c;
    }
    return want;
}

static int rank(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *out, int n)
{
    if (q->most != REF_NONE)
        n = keep_best(e, q->most, 1, x, out, n);
    if (q->least != REF_NONE)
        n = keep_best(e, q->least, -1, x, out, n);
    if (q->first != REF_NONE)
        n = k_first_number(e, q->first, x, n);
    if (q->last != REF_NONE) {
        int want = k_first_number(e, q->last, x, n);
        memmove(out, out + n - want, (size_t)want * sizeof *out);
        n = want;
    }
    if (q->random != REF_NONE) {
        k_touch(e);
        n = keep_random(e, k_first_number(e, q->random, x, n), out, n);
    }
    return n;
}

int k_select(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kselect *q = e->d->sels + sel;
    int n = q->src == SRC_ZONES ? from_zones(e, q, x, out) : from_slots(e, q, x, out);

    if (ranks(q))
        n = rank(e, q, x, out, n);
    if (!q->this_only && !q->not_this)
        return n;
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (this_ok(q, x, out[i]))
            out[kept++] = out[i];
    return kept;
}

/* Counting needs no order: whole zones are counted at once where nothing is asked. */
int k_count(struct kengine *e, ref sel, struct kctx *x)
{
    const struct kselect *q = e->d->sels + sel;
    struct kstate *s = e->s;

    if (q->src == SRC_ZONES && !ranks(q) && !q->of_given) {
        uint32_t who = k_seatset(e, q->of, x);
        struct query w;
        int n = 0;

        query_begin(e, &w, q, x);
        for (int i = 0; i < q->nzones; i++)
            for (unsigned slot = k_zonebase(s)[q->zone[i]]; slot < k_zonebase(s)[q->zone[i] + 1];
                 slot++) {
                uint8_t seat = k_slotinfo(s)[slot].seat;
                if (seat != NO_SEAT && !(who & BIT(seat)))
                    continue;
                for (uint16_t c = k_slots(s)[slot].head; c != NO_CARD; c = k_insts(s)[c].next)
                    n += card_ok(e, &w, c) && this_ok(q, x, c);
            }
        return n;
    }
    uint16_t *list = k_list(e);
    int n = list ? k_select(e, sel, x, list) : 0;
    k_unlist(e, list);
    return n;
}
