/* select.c - which cards: a selector is walked over its zones' lists.
 *
 * The cheap keys (zone, face, definition bits, counters) are asked card by card; the
 * ranking keys work on the list that is left. Sets come out in canonical order
 * (definition, face, counters, owner, storage; backs last), rows and piles by place.
 */
#include "kernel/internal.h"

#include <limits.h>

/* The definition, or the value of a trait that some cards work out by a formula. */
static int64_t trait_left(struct kengine *e, const struct ktest *t, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;
    uint32_t at = (uint32_t)in->def * e->d->ntraits + t->id;

    if (t->kind == TEST_DEF)
        return in->def;
    if (e->d->trait_expr[at] == REF_NONE)
        return e->d->trait_value[at];
    struct kctx own = {.you = in->owner, .them = NO_SEAT, .seat = NO_SEAT};
    memset(own.card, 0xFF, sizeof own.card);
    own.card[SLOT_THIS] = (uint16_t)c;
    return card_formula(e, e->d->trait_expr[at], &own);
}

/* A selector at work: what is the same for all cards is worked out once. One face, one bitset of
 * definitions (of a word, too) and one range of a counter or trait are asked in place; whatever
 * else there is, is `more`. */
enum { MANY_TESTS = 16 }; /* the loader allows no more */
struct query {
    const struct kinst *in;
    const uint64_t *bits;
    uint64_t flip;     /* NULL: any definition; flip: all ones for `except` */
    const int32_t *at; /* the value of card or definition 0; NULL: no range */
    uint32_t step;
    int32_t least, most;
    bool by_def;
    uint8_t face; /* FACE_ANY: any */
    bool more;
    bool none;       /* no card can pass */
    bool looks;      /* asks what a card is */
    unsigned behind; /* faces in the slot that is walked: such cards may not be looked at */
    uint8_t nrest;
    const struct kselect *q;
    struct kctx *x;
    struct {
        const struct ktest *t;
        int64_t v;
    } rest[MANY_TESTS];
};

static const uint64_t *bits_of(const struct kdef *d, ref set)
{
    return d->bits.word + (uint32_t)set * d->bits.nwords;
}

/* A word: its bitset, or nothing passes. False: there is a bitset already. */
static bool query_word(struct kengine *e, struct query *w, const struct ktest *t, int64_t v)
{
    const struct ktrait *tr = &e->d->traits[t->id];

    if (v < 0 || v >= tr->nwords) {
        w->none |= t->cmp != CMP_EXCEPT;
        return true;
    }
    if (w->bits)
        return false;
    w->bits = bits_of(e->d, (ref)(tr->bits + v));
    w->flip = t->cmp == CMP_EXCEPT ? ~(uint64_t)0 : 0;
    return true;
}

/* A counter, or a trait that no card works out. False: it is no such range, or the second. */
static bool query_range(struct kengine *e, struct query *w, const struct ktest *t, int64_t v)
{
    bool counter = t->kind == TEST_COUNTER;

    if (w->at || t->cmp == CMP_EXCEPT || v != (int32_t)v ||
        !(counter || (t->kind == TEST_NUMBER && !e->d->traits[t->id].formula)))
        return false;
    w->at = counter ? k_cardctr(e->s) + t->id : e->d->trait_value + t->id;
    w->by_def = !counter;
    w->step = counter ? e->d->ncardctr : e->d->ntraits;
    w->least = t->cmp == CMP_AT_MOST ? INT32_MIN : (int32_t)v;
    w->most = t->cmp == CMP_AT_LEAST ? INT32_MAX : (int32_t)v;
    return true;
}

/* based: of cards of its bases, so that what those ask is not asked again. */
static void query_begin(struct kengine *e, struct query *w, const struct kselect *q,
                        struct kctx *x, bool based)
{
    unsigned sel = (unsigned)(q - e->d->sels);
    const struct ksettled *p = &e->plan.settled[sel];

    w->q = q;
    w->x = x;
    w->in = k_insts(e->s);
    w->bits = based ? NULL : p->bits;
    w->flip = 0;
    w->at = NULL;
    w->face = based ? FACE_ANY : q->face;
    w->more = e->plan.sel[sel] & SEL_MORE;
    w->none = false;
    w->looks = p->bits;
    w->behind = 0;
    w->nrest = 0;
    for (unsigned m = p->tests; m; m &= m - 1) {
        const struct ktest *t = e->d->tests + q->tests + __builtin_ctz(m);
        int64_t v = k_value(e, t->value, x);
        if (v == K_ABSENT)
            continue;
        w->looks |= t->kind != TEST_COUNTER;
        if ((t->kind == TEST_WORD ? query_word(e, w, t, v) : query_range(e, w, t, v)))
            continue;
        w->rest[w->nrest].t = t;
        w->rest[w->nrest++].v = v;
        w->more = true;
    }
}

/* The number of a counter or trait that a test is about. */
int64_t sel_left(struct kengine *e, const struct ktest *t, unsigned c)
{
    return t->kind == TEST_COUNTER ? k_cardctr(e->s)[c * e->d->ncardctr + t->id]
                                   : trait_left(e, t, c);
}

static bool test_ok(struct kengine *e, const struct ktest *t, int64_t v, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;

    if (t->kind == TEST_WORD)
        return bits_has(e->d, (ref)(e->d->traits[t->id].bits + v), in->def) ==
               (t->cmp != CMP_EXCEPT);
    int64_t left = sel_left(e, t, c);
    switch (t->cmp) {
    case CMP_IS: return left == v;
    case CMP_EXCEPT: return left != v;
    case CMP_AT_LEAST: return left >= v;
    default: return left <= v;
    }
}

static bool this_ok(const struct kselect *q, const struct kctx *x, unsigned c)
{
    if (q->this_only)
        return c == x->card[SLOT_THIS];
    return !q->not_this || c != x->card[SLOT_THIS];
}

/* What everybody knows of a card: its face, whether it is `this`, its counters. */
static bool public_ok(struct kengine *e, const struct query *w, unsigned c)
{
    const struct kselect *q = w->q;

    if ((w->face != FACE_ANY && w->in[c].face != w->face) || !this_ok(q, w->x, c))
        return false;
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = e->d->tests + q->tests + i;
        int64_t v = t->kind == TEST_COUNTER ? k_value(e, t->value, w->x) : K_ABSENT;
        if (v != K_ABSENT && !test_ok(e, t, v, c))
            return false;
    }
    return true;
}

/* A card that the asked seat does not see may not be sorted out by what it is, but by what
 * everybody knows. False: it is sorted out, or (K_E_HIDDEN) must not be asked. */
static bool may_ask(struct kengine *e, const struct query *w, unsigned c)
{
    if (!w->looks || may_look(e, c))
        return true;
    if (public_ok(e, w, c)) {
        e->met_hidden = true;
        k_fail(e, K_E_HIDDEN, w->q->src_pos, e->asker, 0);
    }
    return false;
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

/* What is asked card by card beyond one face, one bitset and one range. */
APART static bool more_ok(struct kengine *e, const struct query *w, unsigned c)
{
    const struct kselect *q = w->q;

    for (int i = 0; i < w->nrest; i++)
        if (!test_ok(e, w->rest[i].t, w->rest[i].v, c))
            return false;
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

/* The keys that look at one card alone; zone and ranking apart. Inlined into every walk. */
__attribute__((always_inline)) static inline bool card_ok(struct kengine *e,
                                                          const struct query *w, unsigned c)
{
    const struct kinst *in = w->in + c;

    if (w->face != FACE_ANY && in->face != w->face)
        return false;
    if ((w->behind >> in->face & 1) && !may_ask(e, w, c))
        return false;
    if (w->bits && !((w->bits[in->def >> 6] ^ w->flip) >> (in->def & 63) & 1))
        return false;
    if (w->at) {
        int32_t v = w->at[(w->by_def ? in->def : c) * w->step];
        if (v < w->least || v > w->most)
            return false;
    }
    return !w->more || more_ok(e, w, c);
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

/* Does c lie where the selector looks? */
bool sel_lies(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    return q->src == SRC_ZONES ? in_zone(e, q, x, c) : in_slots(e, q, x, c);
}

bool sel_this(const struct kselect *q, const struct kctx *x, unsigned c)
{
    return this_ok(q, x, c);
}

bool sel_test(struct kengine *e, const struct ktest *t, int64_t v, unsigned c)
{
    if (v == K_ABSENT)
        return true;
    if (t->kind == TEST_WORD && (v < 0 || v >= e->d->traits[t->id].nwords))
        return t->cmp == CMP_EXCEPT;
    return test_ok(e, t, v, c);
}

bool sel_among(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    uint16_t *list = k_list(e);
    int n = list ? k_select(e, sel, x, list) : 0, i = 0;

    while (i < n && list[i] != c)
        i++;
    k_unlist(e, list);
    return i < n;
}

/* Is c among the selector's cards? */
bool sel_holds(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = e->d->sels + sel;

    for (int i = 0; i < q->nzones && (e->plan.sel[sel] & SEL_OWN); i++)
        if (k_insts(e->s)[c].slot == k_slot_of(e->s, e->d, q->zone[i], x->you))
            return true;
    if (e->plan.sel[sel] & SEL_OWN)
        return false;
    if (e->plan.sel[sel] & SEL_RANKS)
        return sel_among(e, sel, x, c);
    if (q->src == SRC_ZONES ? !in_zone(e, q, x, c) : !in_slots(e, q, x, c))
        return false;
    struct query w;
    query_begin(e, &w, q, x, false);
    return may_ask(e, &w, c) && !w.none && card_ok(e, &w, c) && this_ok(q, x, c);
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

static inline bool follows(struct kengine *e, const struct kinst *in, unsigned a, unsigned b)
{
    return in[a].def != in[b].def ? in[a].def > in[b].def : card_order(e, a, b) > 0;
}

/* Canonical order of a set; stable, so that storage order comes last. */
void sort_cards(struct kengine *e, uint16_t *cards, int n)
{
    const struct kinst *in = k_insts(e->s);

    for (int i = 1; i < n; i++) {
        uint16_t c = cards[i];
        int j = i;
        for (; j > 0 && follows(e, in, cards[j - 1], c); j--)
            cards[j] = cards[j - 1];
        cards[j] = c;
    }
}

/* For cards that nobody may look at: face, counters, owner; else as they are stored. */
int order_unseen(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);
    unsigned n = e->d->ncardctr;
    const int32_t *ca = k_cardctr(e->s) + a * n, *cb = k_cardctr(e->s) + b * n;

    if (in[a].face != in[b].face)
        return in[a].face < in[b].face ? -1 : 1;
    for (unsigned i = 0; i < n; i++)
        if (ca[i] != cb[i])
            return ca[i] < cb[i] ? -1 : 1;
    return (int)in[a].owner - (int)in[b].owner;
}

/* While a person's choices are listed, what he does not see comes last in a set, and not by what
 * it is: else the place of a card would tell it. False: he sees all. */
static bool unseen_last(struct kengine *e, unsigned slot, uint16_t *cards, int n)
{
    unsigned behind = faces_behind(e, slot);
    int seen = 0, unseen = 0;

    for (int i = 0; i < n; i++)
        unseen += (behind >> k_insts(e->s)[cards[i]].face & 1) && !may_look(e, cards[i]);
    uint16_t *back = unseen ? k_list(e) : NULL;
    if (!back)
        return unseen != 0;
    unseen = 0;
    for (int i = 0; i < n; i++) {
        uint16_t c = cards[i];
        if (may_look(e, c)) {
            cards[seen++] = c;
            continue;
        }
        int j = unseen++;
        for (; j > 0 && order_unseen(e, back[j - 1], c) > 0; j--)
            back[j] = back[j - 1];
        back[j] = c;
    }
    sort_cards(e, cards, seen);
    memcpy(cards + seen, back, (size_t)unseen * sizeof *back);
    k_unlist(e, back);
    return true;
}

/* Where not the same people see both sides: what lies face up comes first. Else a back's place among
 * cards that are seen would tell what it may be, when all are moved or marked one by one. */
RARE static void downs_last(struct kengine *e, unsigned slot, uint16_t *cards, int n)
{
    const struct kzone *z = &e->d->zones[k_zone_of(e->s, slot)];
    uint16_t *down = z->up == z->down ? NULL : k_list(e);
    int up = 0, k = 0;

    for (int i = 0; i < n && down; i++)
        if (k_insts(e->s)[cards[i]].face == FACE_DOWN)
            down[k++] = cards[i];
        else
            cards[up++] = cards[i];
    if (down)
        memcpy(cards + up, down, (size_t)k * sizeof *down);
    k_unlist(e, down);
}

/* A set's cards come in canonical order. faces: those that they show, or-ed. */
static inline void order_slot(struct kengine *e, unsigned slot, uint16_t *cards, int n,
                              unsigned faces)
{
    if (n < 2 || k_ordered(e->d, e->s, slot))
        return;
    if (e->asker != NO_SEAT && unseen_last(e, slot, cards, n))
        return;
    sort_cards(e, cards, n);
    if (faces == (FACE_UP | FACE_DOWN) && e->asker == NO_SEAT)
        downs_last(e, slot, cards, n);
}

/* All cards of one slot, to out. */
static int whole_slot(struct kengine *e, unsigned slot, uint16_t *out)
{
    const struct kinst *in = k_insts(e->s);
    unsigned faces = 0;
    int n = 0;

    for (uint16_t c = k_slots(e->s)[slot].head; c != NO_CARD; c = in[c].next) {
        out[n++] = c;
        faces |= in[c].face;
    }
    order_slot(e, slot, out, n, faces);
    return n;
}

static bool owner_in(const struct query *w, unsigned c, uint32_t who)
{
    return w->in[c].owner != NO_SEAT && (who & BIT(w->in[c].owner));
}

/* The cards of one slot that pass, and that `who` own if `owned`, to out. */
static int from_slot(struct kengine *e, const struct query *w, unsigned slot, bool owned,
                     uint32_t who, uint16_t *out)
{
    unsigned faces = 0;
    int n = 0;

    for (uint16_t c = w->none ? NO_CARD : k_slots(e->s)[slot].head; c != NO_CARD;
         c = w->in[c].next)
        if ((!owned || owner_in(w, c, who)) && card_ok(e, w, c)) {
            out[n++] = c;
            faces |= w->in[c].face;
        }
    order_slot(e, slot, out, n, faces);
    return n;
}

/* How many, up to `enough`; what is asked of them and who owns them needs no order. */
static int count_slot(struct kengine *e, const struct query *w, unsigned slot, bool owned,
                      uint32_t who, int enough)
{
    const struct kselect *q = w->q;
    uint16_t c = w->none ? NO_CARD : k_slots(e->s)[slot].head;
    int n = 0;

    if (owned || q->this_only || q->not_this)
        for (; c != NO_CARD && n < enough; c = w->in[c].next)
            n += (!owned || owner_in(w, c, who)) && card_ok(e, w, c) && this_ok(q, w->x, c);
    else
        for (; c != NO_CARD && n < enough; c = w->in[c].next)
            n += card_ok(e, w, c);
    return n;
}

#define NO_SEAT_BIT 31u /* NO_SEAT among the bits of a mask of seats */

/* Each slot of the selector's zones and seats: its cards go to out, or are counted (out NULL) until
 * there are `enough`. On the table `of` means the owner. */
static int from_zones(struct kengine *e, const struct kselect *q, unsigned plan, struct kctx *x,
                      uint16_t *out, int enough)
{
    struct kstate *s = e->s;
    const struct kslotinfo *info = k_slotinfo(s);
    const struct kslot *slots = k_slots(s);
    uint32_t who = k_seats_of(e, q->of, x), lies = who | BIT(NO_SEAT_BIT);
    struct query w;
    bool wary = false;
    int n = 0;

    if (!(plan & SEL_PLAIN) || q->of_given) {
        query_begin(e, &w, q, x, false);
        wary = e->asker != NO_SEAT && w.looks;
    }
    for (int i = 0; i < q->nzones; i++) {
        unsigned slot = k_zonebase(s)[q->zone[i]], end = k_zonebase(s)[q->zone[i] + 1];

        for (; slot < end && n < enough; slot++) {
            if (!(lies >> (info[slot].seat & 31) & 1) || slots[slot].head == NO_CARD)
                continue;
            bool owned = q->of_given && info[slot].seat == NO_SEAT;
            if (wary)
                w.behind = faces_behind(e, slot);
            if ((plan & SEL_PLAIN) && !owned) {
                n += out ? whole_slot(e, slot, out + n) : slots[slot].count;
            } else if (!out) {
                n += count_slot(e, &w, slot, owned, who, enough - n);
            } else {
                n += from_slot(e, &w, slot, owned, who, out + n);
            }
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

/* The cards bound to slots of the context. */
static int from_slots(struct kengine *e, const struct kselect *q, unsigned plan, struct kctx *x,
                      uint16_t *out)
{
    struct query w;
    int n = 0;

    if (!(plan & SEL_PLAIN))
        query_begin(e, &w, q, x, false);
    for (unsigned m = q->slots; m; m &= m - 1) {
        uint16_t c = x->card[__builtin_ctz(m)];
        if (c != NO_CARD && !left_game(e->s, c) && !taken(out, n, c) &&
            ((plan & SEL_PLAIN) || (may_ask(e, &w, c) && !w.none && card_ok(e, &w, c))))
            out[n++] = c;
    }
    return n;
}

/* The card that an expression gives. */
static int from_value(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *out)
{
    struct query w;
    int64_t c = k_eval(e, q->value, x);

    query_begin(e, &w, q, x, false);
    if (c < 0 || c >= e->s->ninst || left_game(e->s, (unsigned)c) ||
        !may_ask(e, &w, (unsigned)c) || w.none || !card_ok(e, &w, (unsigned)c))
        return 0;
    out[0] = (uint16_t)c;
    return 1;
}

static int keep_best(struct kengine *e, ref expr, int sign, struct kctx *x, uint16_t *out,
                     int n)
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

enum { KEPT_SEEN = 64 }; /* so many different values are remembered, others worked out again */

/* Of cards with equal values the first. */
static int keep_one_of_each(struct kengine *e, ref expr, struct kctx *x, uint16_t *out, int n)
{
    struct kctx own = *x;
    int64_t seen[KEPT_SEEN];
    int kept = 0;

    for (int i = 0; i < n; i++) {
        own.card[SLOT_IT] = out[i];
        int64_t v = k_eval(e, expr, &own), was = ~v;
        for (int j = 0; j < kept && was != v; j++) {
            own.card[SLOT_IT] = out[j];
            was = j < KEPT_SEEN ? seen[j] : k_eval(e, expr, &own);
        }
        if (was == v)
            continue;
        if (kept < KEPT_SEEN)
            seen[kept] = v;
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

static int rank(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *out,
                int n)
{
    if (q->most != REF_NONE)
        n = keep_best(e, q->most, 1, x, out, n);
    if (q->least != REF_NONE)
        n = keep_best(e, q->least, -1, x, out, n);
    if (q->each != REF_NONE)
        n = keep_one_of_each(e, q->each, x, out, n);
    if (q->first != REF_NONE)
        n = k_first_number(e, q->first, x, n);
    if (q->last != REF_NONE) {
        int want = k_first_number(e, q->last, x, n);
        memmove(out, out + n - want, (size_t)want * sizeof *out);
        n = want;
    }
    if (q->random != REF_NONE) {
        if (e->listing || e->calm) {
            k_fail(e, K_E_LOT, q->src_pos, 0, 0);
            return 0;
        }
        k_touch(e);
        n = keep_random(e, k_first_number(e, q->random, x, n), out, n);
    }
    return n;
}

/* All cards of some zones, in their order. */
static int from_own(struct kengine *e, const struct kselect *q, unsigned you, uint16_t *out)
{
    int n = 0;

    for (int i = 0; i < q->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, q->zone[i], you);
        n += slot == REF_NONE ? 0 : whole_slot(e, slot, out + n);
    }
    return n;
}

/* How many cards of a base are in the query's range, which is all that it asks. */
static int count_base(const struct query *w, const struct kbase *b)
{
    uint32_t span = (uint32_t)w->most - (uint32_t)w->least;
    int n = 0;

    for (int i = 0; i < b->n; i++) {
        uint32_t at = w->by_def ? w->in[b->card[i]].def : b->card[i];
        n += (uint32_t)w->at[at * w->step] - (uint32_t)w->least <= span;
    }
    return n;
}

/* The cards of its bases of which the rest holds: to out, or counted (out NULL) up to `enough`. */
APART static int from_bases(struct kengine *e, ref sel, struct kctx *x, uint16_t *out,
                            int enough)
{
    const struct kselect *q = e->d->sels + sel;
    const uint8_t *base = e->plan.settled[sel].base;
    struct query w;
    int n = 0;

    if ((e->plan.sel[sel] & SEL_BASE) && (out || !(e->plan.sel[sel] & SEL_THIS)))
        return out ? bases_cards(e, sel, out) : bases_count(e, sel);
    query_begin(e, &w, q, x, true);
    bool range = !out && w.at && !w.more && !w.bits && !(e->plan.sel[sel] & SEL_THIS);
    for (int z = 0; z < q->nzones && n < enough && !w.none; z++) {
        const struct kbase *b = &e->plan.base[base[z]];
        if (range)
            n += count_base(&w, b);
        for (int i = 0; i < b->n && n < enough && !range; i++) {
            uint16_t c = b->card[i];
            if (!card_ok(e, &w, c) || !(out || this_ok(q, x, c)))
                continue;
            if (out)
                out[n] = c;
            n++;
        }
    }
    return n;
}

int k_select(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kselect *q = e->d->sels + sel;
    unsigned plan = e->plan.sel[sel];

    if (plan & SEL_OWN)
        return from_own(e, q, x->you, out);
    int n = based_now(e, sel, x->you) ? from_bases(e, sel, x, out, INT_MAX)
            : q->src == SRC_ZONES     ? from_zones(e, q, plan, x, out, INT_MAX)
            : q->src == SRC_SLOTS     ? from_slots(e, q, plan, x, out)
                                      : from_value(e, q, x, out);

    if (plan & SEL_RANKS)
        n = rank(e, q, x, out, n);
    if (!(plan & SEL_THIS))
        return n;
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (this_ok(q, x, out[i]))
            out[kept++] = out[i];
    return kept;
}

int k_count(struct kengine *e, ref sel, struct kctx *x)
{
    return count_to(e, sel, x, INT_MAX);
}

int count_to(struct kengine *e, ref sel, struct kctx *x, int enough)
{
    const struct kselect *q = e->d->sels + sel;
    unsigned plan = e->plan.sel[sel];

    if (!(plan & SEL_RANKS) && based_now(e, sel, x->you))
        return from_bases(e, sel, x, NULL, enough);
    if (q->src == SRC_ZONES && !(plan & SEL_RANKS))
        return from_zones(e, q, plan & SEL_THIS ? plan & ~SEL_PLAIN : plan, x, NULL, enough);
    uint16_t *list = k_list(e);
    int n = list ? k_select(e, sel, x, list) : 0;
    k_unlist(e, list);
    return n;
}
