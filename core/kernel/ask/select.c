/* select.c - which cards: sets of instances are AND-ed.
 *
 * Zone, face, definition and counters are sets; what is left is asked card by card; the
 * ranking keys work on the list that comes out. Sets come out in canonical order
 * (definition, face, counters, owner, storage; backs last), rows and piles by place.
 */
#include "kernel/run/run.h"

#include <limits.h>

/* The definition, or the value of a trait that some cards work out by a formula. */
static int64_t trait_left(struct kengine *e, const struct ktest *t, const struct kctx *x,
                          unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;
    uint32_t at = (uint32_t)in->def * e->d->ntraits + t->id;

    if (t->kind == TEST_DEF)
        return in->def;
    if (e->d->trait_expr[at] == REF_NONE)
        return e->d->trait_value[at];
    struct kctx own = *x; /* as in an expression: eval.c, trait_of */
    own.card[BOUND_THIS] = (uint16_t)c;
    own.card[BOUND_IT] = NO_CARD;
    if (in->owner != NO_SEAT)
        own.you = in->owner;
    return card_formula(e, e->d->trait_expr[at], &own);
}

enum { MANY_TESTS = 16 }; /* the loader allows no more */
/* A selector at work: what it asks of all cards alike are sets, what is left is asked card by card. */
struct filter {
    const struct kselect *q;
    struct kctx *x;
    bool none;  /* no card can pass */
    bool looks; /* asks about definitions or traits */
    bool more;  /* `left`, `where`, `any`, `except` */
    uint8_t nsets, nleft;
    struct {
        const uint64_t *set;
        uint64_t flip;       /* all ones: cards that are not in the set pass */
        bool of_definitions; /* the set is one of definitions, not of cards */
    } sets[2 * MANY_TESTS + 2];
    struct {
        const struct ktest *t;
        int64_t v;
    } left[MANY_TESTS];
};

/* Lets only cards in `set` pass (flip: only those not in it). */
static inline void filter_and(struct filter *f, const uint64_t *set, bool flip)
{
    f->sets[f->nsets].set = set;
    f->sets[f->nsets].of_definitions = false;
    f->sets[f->nsets++].flip = flip ? ~(uint64_t)0 : 0;
}

/* The same by definition: a set of the cast. */
static inline void filter_definitions(struct kengine *e, struct filter *f, unsigned id,
                                      bool flip)
{
    bool pays = as_dealt(e->s) || cast_pays(e, id);

    filter_and(f, pays ? cast_set(e, id) : cast_definitions(e, id), flip);
    f->sets[f->nsets - 1].of_definitions = !pays;
}

/* Of 64 cards those whose definition is in the bitset. */
APART static uint64_t by_definition(struct kengine *e, const uint64_t *bits, unsigned i,
                                    uint64_t m)
{
    const struct kinst *in = k_insts(e->s) + (size_t)i * 64;

    for (uint64_t left = m; left; left &= left - 1)
        if (!set_has(bits, in[__builtin_ctzll(left)].def))
            m &= ~(left & -left);
    return m;
}

/* Of the 64 cards from i * 64 on, those that pass all sets. */
static inline uint64_t filter_cards(struct kengine *e, const struct filter *f, unsigned i,
                                    uint64_t m)
{
    for (unsigned n = 0; n < f->nsets; n++)
        if (!f->sets[n].of_definitions)
            m &= f->sets[n].set[i] ^ f->sets[n].flip;
        else
            m &= by_definition(e, f->sets[n].set, i, m) ^ f->sets[n].flip;
    return m;
}

static void filter_word(struct kengine *e, struct filter *f, const struct ktest *t, int64_t v)
{
    const struct ktrait *tr = &e->d->traits[t->id];

    if (v >= 0 && v < tr->nwords)
        filter_definitions(e, f, (uint32_t)(tr->bits + v), t->cmp == CMP_EXCEPT);
    else
        f->none |= t->cmp != CMP_EXCEPT;
}

/* Cards whose number is at most v; flip: the others. */
static void filter_at_most(struct kengine *e, struct filter *f, const struct ksteps *k,
                           int64_t v, bool flip)
{
    if (v < k->least)
        f->none |= !flip;
    else if (v >= k->least + k->n)
        f->none |= flip;
    else
        filter_definitions(e, f, k->first + (uint32_t)(v - k->least), flip);
}

/* A number that no card works out. False: its steps are too many, or it is not one stretch. */
static bool filter_number(struct kengine *e, struct filter *f, const struct ktest *t, int64_t v)
{
    const struct ksteps *k = &e->plan->steps[t->id];

    if (t->kind != TEST_NUMBER || !k->first || k->formulas != NO_SET || t->cmp == CMP_EXCEPT)
        return false;
    if (e->asker != NO_SEAT && ((t->cmp != CMP_AT_LEAST && v < k->least) ||
                                (t->cmp != CMP_AT_MOST && v > k->least + k->n)))
        /* no card passes; but this must be found by asking, for of a back it may not be
         * asked */
        return false;
    if (t->cmp != CMP_AT_LEAST)
        filter_at_most(e, f, k, v, false);
    if (t->cmp != CMP_AT_MOST)
        filter_at_most(e, f, k, v - 1, true);
    return true;
}

/* A test of a counter: cards whose counter is at its start all pass or all fail. So do the
 * others if it is a flag. */
static bool filter_counter(struct kengine *e, struct filter *f, const struct ktest *t,
                           int64_t v)
{
    int32_t start = e->plan->card_start[t->id];
    bool at_start = compare(t->cmp, start, v);

    if (t->kind != TEST_COUNTER)
        return false;
    if (e->d->counters[e->d->card_ctr[t->id]].is == V_FLAG) {
        if (compare(t->cmp, !start, v) != at_start)
            filter_and(f, k_marked(e->s, t->id), at_start);
        else
            f->none |= !at_start;
        return true;
    }
    if (at_start)
        return false;
    filter_and(f, k_marked(e->s, t->id), false);
    return false;
}

static void filter_begin(struct kengine *e, struct filter *f, const struct kselect *q,
                         struct kctx *x)
{
    unsigned sel = (unsigned)(q - e->d->sels);
    const struct ksettled *p = &e->plan->settled[sel];

    f->q = q;
    f->x = x;
    f->more = e->plan->sel[sel] & SEL_MORE;
    f->none = false;
    f->looks = p->set != NO_SET;
    f->nsets = f->nleft = 0;
    if (p->set != NO_SET)
        filter_definitions(e, f, p->set, false);
    if (q->face != FACE_ANY)
        filter_and(f, k_down(e->s), q->face == FACE_UP);
    for (unsigned m = p->tests; m; m &= m - 1) {
        const struct ktest *t = e->d->tests + q->tests + __builtin_ctz(m);
        int64_t v = k_value(e, t->value, x);
        if (v == K_ABSENT)
            continue;
        f->looks |= t->kind != TEST_COUNTER;
        if (t->kind == TEST_WORD) {
            filter_word(e, f, t, v);
        } else if (!filter_number(e, f, t, v) && !filter_counter(e, f, t, v)) {
            f->left[f->nleft].t = t;
            f->left[f->nleft++].v = v;
            f->more = true;
        }
    }
}

/* The number of a counter or trait that a test is about. */
int64_t sel_left(struct kengine *e, const struct ktest *t, const struct kctx *x, unsigned c)
{
    return t->kind == TEST_COUNTER ? k_cardctr(e->s)[c * e->d->ncardctr + t->id]
                                   : trait_left(e, t, x, c);
}

static bool test_ok(struct kengine *e, const struct ktest *t, int64_t v, const struct kctx *x,
                    unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;

    if (t->kind == TEST_WORD)
        return bits_has(e->d, (ref)(e->d->traits[t->id].bits + v), in->def) ==
               (t->cmp != CMP_EXCEPT);
    return compare(t->cmp, sel_left(e, t, x, c), v);
}

static bool this_ok(const struct kselect *q, const struct kctx *x, unsigned c)
{
    if (q->this_only)
        return c == x->card[BOUND_THIS];
    return !q->not_this || c != x->card[BOUND_THIS];
}

/* What everybody knows of a card: its face, its counters, whether it is `this` (of those that a rank
 * leaves, it is asked after that). */
static bool public_ok(struct kengine *e, const struct filter *w, unsigned c)
{
    const struct kselect *q = w->q;
    bool ranked = e->plan->sel[q - e->d->sels] & SEL_RANKS;

    if ((q->face != FACE_ANY && k_insts(e->s)[c].face != q->face) ||
        (!ranked && !this_ok(q, w->x, c)))
        return false;
    int n = e->origin->sels[q - e->d->sels].ntests; /* those after them were in `where` */
    for (int i = 0; i < n; i++) {
        const struct ktest *t = e->d->tests + q->tests + i;
        int64_t v = t->kind == TEST_COUNTER ? k_value(e, t->value, w->x) : K_ABSENT;
        if (v != K_ABSENT && !test_ok(e, t, v, w->x, c))
            return false;
    }
    return true;
}

/* For a card that the asked seat does not see: is it ruled out by what everybody knows? Then
 * it just does not pass. Else it must not be asked about: an error, K_E_HIDDEN. True: it is
 * seen, or nothing is asked about what it is. */
static bool may_ask(struct kengine *e, const struct filter *w, unsigned c)
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

/* What is asked card by card. */
APART static bool more_ok(struct kengine *e, const struct filter *w, unsigned c)
{
    const struct kselect *q = w->q;

    for (int i = 0; i < w->nleft; i++)
        if (!test_ok(e, w->left[i].t, w->left[i].v, w->x, c))
            return false;
    if (q->where != REF_NONE) {
        struct kctx own = *w->x;
        own.card[BOUND_IT] = (uint16_t)c;
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
static bool card_ok(struct kengine *e, const struct filter *w, unsigned c)
{
    return filter_cards(e, w, c >> 6, 1ull << (c & 63)) && (!w->more || more_ok(e, w, c));
}

static bool in_bound(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    if (q->src == SRC_VALUE)
        return k_eval(e, q->value, x) == (int64_t)c;
    for (int i = 0; i < BOUND_COUNT; i++)
        if ((q->bound & BIT(i)) && x->card[i] == c)
            return true;
    return false;
}

/* Does c lie where the selector looks? */
bool sel_lies(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    return q->src == SRC_ZONES ? in_zone(e, q, x, c) : in_bound(e, q, x, c);
}

bool sel_this(const struct kselect *q, const struct kctx *x, unsigned c)
{
    return this_ok(q, x, c);
}

bool sel_test(struct kengine *e, const struct ktest *t, int64_t v, const struct kctx *x,
              unsigned c)
{
    if (v == K_ABSENT)
        return true;
    if (t->kind == TEST_WORD && (v < 0 || v >= e->d->traits[t->id].nwords))
        return t->cmp == CMP_EXCEPT;
    return test_ok(e, t, v, x, c);
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

    if (e->plain)
        return holds_ref(e, sel, x, c);
    for (int i = 0; i < q->nzones && (e->plan->sel[sel] & SEL_OWN); i++)
        if (k_insts(e->s)[c].slot == k_slot_of(e->s, e->d, q->zone[i], x->you))
            return true;
    if (e->plan->sel[sel] & SEL_OWN)
        return false;
    if (e->plan->sel[sel] & SEL_RANKS)
        return sel_among(e, sel, x, c);
    if (q->src == SRC_ZONES ? !in_zone(e, q, x, c) : !in_bound(e, q, x, c))
        return false;
    struct filter w;
    filter_begin(e, &w, q, x);
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
        e->left -= i - j;
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

/* While a person's choices are listed, cards that he does not see come last in a set, and
 * their definition does not count: their places would tell it. False: he sees all. */
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

/* In zones where not everybody sees both sides, cards that lie face up come first. Else the
 * place of a back among seen cards would tell what it may be, when all are moved or marked
 * one by one. */
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

/* Do these cards of a seat's set stand in canonical order as they are numbered? Not in another cast,
 * nor where faces or counters may tell two of a definition apart. */
static bool in_order(struct kengine *e, unsigned slot, const uint64_t *set)
{
    struct kstate *s = e->s;
    const uint64_t *odd = k_odd(s);

    if (!as_dealt(s) || k_slotinfo(s)[slot].listed)
        return false;
    for (unsigned w = 0; w < s->words; w++)
        if (set[w] & odd[w])
            return false;
    return true;
}

/* A set's cards, which stand in storage order, come in canonical order. */
static void order_slot(struct kengine *e, unsigned slot, const uint64_t *set, uint16_t *cards,
                       int n)
{
    bool asked = e->asker != NO_SEAT;

    if (n < 2 || k_slotinfo(e->s)[slot].ordered)
        return;
    if (asked && backs_behind(e, slot) && unseen_last(e, slot, cards, n))
        return;
    if (in_order(e, slot, set))
        return;
    sort_cards(e, cards, n);
    if (!asked)
        downs_last(e, slot, cards, n);
}

/* The `wanted` members of a set, all of the slot, in storage order, to out. */
static int slot_members(struct kengine *e, unsigned slot, const uint64_t *set, int wanted,
                        uint16_t *out)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    int n = 0;

    if (!k_slotinfo(s)[slot].listed || wanted == 1)
        return set_cards(set, s->words, out);
    for (uint16_t c = k_slots(s)[slot].head; n < wanted; c = in[c].next)
        if (set_has(set, c))
            out[n++] = c;
    return n;
}

/* All cards of one slot, to out. */
static int whole_slot(struct kengine *e, unsigned slot, uint16_t *out)
{
    int n = zone_cards(e->s, slot, out);

    order_slot(e, slot, k_held(e->s, slot), out, n);
    return n;
}

static uint64_t only_owned(struct kengine *e, uint32_t who, unsigned i, uint64_t m)
{
    const struct kinst *in = k_insts(e->s) + (size_t)i * 64;

    for (uint64_t left = m; left; left &= left - 1) {
        uint8_t owner = in[__builtin_ctzll(left)].owner;
        if (owner == NO_SEAT || !(who & BIT(owner)))
            m &= ~(left & -left);
    }
    return m;
}

/* Takes out of 64 cards those that the asked seat does not see: they may not be asked about. */
static uint64_t only_seen(struct kengine *e, const struct filter *w, unsigned behind,
                          unsigned i, uint64_t m)
{
    uint64_t down = k_down(e->s)[i], back = 0;

    if ((behind & BIT(FACE_DOWN)) && w->q->face != FACE_UP)
        back |= m & down;
    if ((behind & BIT(FACE_UP)) && w->q->face != FACE_DOWN)
        back |= m & ~down;
    for (; back; back &= back - 1)
        if (!may_ask(e, w, i * 64 + (unsigned)__builtin_ctzll(back)))
            m &= ~(back & -back);
    return m;
}

/* A slot that is asked: whose cards pass (of the table, if `owned`), what the asked seat may not see. */
struct asked_slot {
    unsigned slot, behind;
    bool owned,
        not_this; /* not_this: the key `this` or `other` is asked here, not after the ranks */
    uint32_t who;
};

static uint64_t one_by_one(struct kengine *e, const struct filter *w, unsigned i, uint64_t m)
{
    for (uint64_t left = m; left && !e->err.code; left &= left - 1)
        if (k_spend(e, 1) || !more_ok(e, w, i * 64 + (unsigned)__builtin_ctzll(left)))
            m &= ~(left & -left);
    return m;
}

/* What is seldom asked of 64 cards of a slot. */
APART static uint64_t with_care(struct kengine *e, const struct filter *w,
                                const struct asked_slot *a, unsigned i, uint64_t m)
{
    unsigned this = w->x->card[BOUND_THIS];

    if (a->owned)
        m = only_owned(e, a->who, i, m);
    if (a->behind)
        m = only_seen(e, w, a->behind, i, m);
    m = filter_cards(e, w, i, m);
    if (a->not_this) {
        uint64_t it = this >> 6 == i ? 1ull << (this & 63) : 0;
        m &= w->q->this_only ? it : ~it;
    }
    return m && w->more ? one_by_one(e, w, i, m) : m;
}

/* The cards of a slot that pass, to set (words of it; NULL: not wanted). How many, or `enough`. */
static inline int slot_set(struct kengine *e, const struct filter *w,
                           const struct asked_slot *a, uint64_t *set, int enough)
{
    const uint64_t *held = k_held(e->s, a->slot);
    bool care = w->more || a->owned || a->not_this || a->behind;
    unsigned words = e->s->words;
    int n = 0;

    for (unsigned i = 0; i < words && n < enough; i++) {
        uint64_t m = held[i];
        if (m && care)
            m = with_care(e, w, a, i, m);
        else
            m = filter_cards(e, w, i, m);
        n += m ? members(m) : 0;
        if (set)
            set[i] = m;
    }
    return n;
}

static int from_slot(struct kengine *e, const struct filter *w, const struct asked_slot *a,
                     uint16_t *out)
{
    bool few = e->s->words <= FEW_WORDS;
    uint64_t room[FEW_WORDS], *set = few ? room : (uint64_t *)(void *)k_list(e);
    int n = set ? slot_set(e, w, a, set, INT_MAX) : 0;

    if (n) {
        slot_members(e, a->slot, set, n, out);
        order_slot(e, a->slot, set, out, n);
    }
    if (!few)
        k_unlist(e, (uint16_t *)(void *)set);
    return n;
}

/* A slot's cards that pass: to out, or counted (out NULL) up to `enough`. */
static inline int from_one(struct kengine *e, const struct filter *w, struct asked_slot *a,
                           bool plain, uint16_t *out, int enough)
{
    unsigned slot = a->slot;

    if (slot == REF_NONE || !k_slots(e->s)[slot].count)
        return 0;
    e->left -= k_slots(e->s)[slot].count;
    if (plain && !a->owned)
        return out ? whole_slot(e, slot, out) : k_slots(e->s)[slot].count;
    a->behind = e->asker != NO_SEAT && w->looks ? backs_behind(e, slot) : 0;
    return out ? from_slot(e, w, a, out) : slot_set(e, w, a, NULL, enough);
}

/* Each slot of the selector's zones and seats, as from_one. On the table `of` means the owner. */
static int from_zones(struct kengine *e, const struct kselect *q, unsigned plan, struct kctx *x,
                      uint16_t *out, int enough)
{
    struct kstate *s = e->s;
    const struct kzone *zones = e->d->zones;
    struct asked_slot a = {.who = k_seats_of(e, q->of, x),
                           .not_this = (plan & SEL_THIS) && !(plan & SEL_RANKS)};
    struct filter w;
    int n = 0;

    filter_begin(e, &w, q, x);
    bool plain = !w.nsets && !w.more && !a.not_this;
    if (e->asker != NO_SEAT && w.looks)
        enough = INT_MAX; /* each back is asked, or none */
    for (int i = 0; i < q->nzones && !w.none && n < enough; i++) {
        unsigned zone = q->zone[i];

        if (zones[zone].per == PER_TABLE) {
            a.slot = k_zonebase(s)[zone];
            a.owned = q->of_given;
            n += from_one(e, &w, &a, plain, out ? out + n : NULL, enough - n);
            a.owned = false;
            continue;
        }
        for (uint32_t m = a.who & (BIT(s->nseats) - 1); m && n < enough; m &= m - 1) {
            a.slot = k_slotof(s)[zone * s->nseats + (unsigned)__builtin_ctz(m)];
            n += from_one(e, &w, &a, plain, out ? out + n : NULL, enough - n);
        }
    }
    return n;
}

/* Is the card in the list already? It may be bound under two names. */
static bool taken(const uint16_t *out, int n, unsigned c)
{
    for (int i = 0; i < n; i++)
        if (out[i] == c)
            return true;
    return false;
}

/* The cards bound to slots of the context. */
static int from_bound(struct kengine *e, const struct kselect *q, unsigned plan, struct kctx *x,
                      uint16_t *out)
{
    struct filter w;
    int n = 0;

    if (!(plan & SEL_PLAIN))
        filter_begin(e, &w, q, x);
    for (unsigned m = q->bound; m; m &= m - 1) {
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
    struct filter w;
    int64_t c = k_eval(e, q->value, x);

    if (c < 0 || c >= e->s->ninst || left_game(e->s, (unsigned)c))
        return 0;
    filter_begin(e, &w, q, x);
    bool ok = may_ask(e, &w, (unsigned)c) && !w.none && card_ok(e, &w, (unsigned)c);
    out[0] = (uint16_t)c;
    return ok;
}

static int keep_best(struct kengine *e, ref expr, int sign, struct kctx *x, uint16_t *out,
                     int n)
{
    struct kctx own = *x;
    int64_t best = 0;
    int kept = 0;

    for (int i = 0; i < n && !e->err.code && !k_spend(e, 1); i++) {
        own.card[BOUND_IT] = out[i];
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

    for (int i = 0; i < n && !e->err.code && !k_spend(e, kept); i++) {
        own.card[BOUND_IT] = out[i];
        int64_t v = k_eval(e, expr, &own), was = ~v;
        for (int j = 0; j < kept && was != v; j++) {
            own.card[BOUND_IT] = out[j];
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

/* Sorts by instance, so that one lot takes the same instance in every world. */
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
        if (e->listing || e->judging) {
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
    e->left -= n;
    return n;
}

int k_select(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kselect *q = e->d->sels + sel;
    unsigned plan = e->plan->sel[sel];

    if (e->err.code || k_spend(e, 1))
        return 0;
    if (e->plain)
        return select_ref(e, sel, x, out);
    if (plan & SEL_OWN)
        return from_own(e, q, x->you, out);
    int n = q->src == SRC_ZONES   ? from_zones(e, q, plan, x, out, INT_MAX)
            : q->src == SRC_BOUND ? from_bound(e, q, plan, x, out)
                                  : from_value(e, q, x, out);

    if (plan & SEL_RANKS)
        n = rank(e, q, x, out, n);
    if (!(plan & SEL_THIS) || (q->src == SRC_ZONES && !(plan & SEL_RANKS)))
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
    unsigned plan = e->plan->sel[sel];

    e->left -= COUNT_WORK;
    int mine = !e->plain && (plan & SEL_QUICK) ? quick_count(e, sel, x, enough) : -1;

    if (mine >= 0)
        return mine;
    if (!e->plain && q->src == SRC_ZONES && !(plan & SEL_RANKS))
        return from_zones(e, q, plan, x, NULL, enough);
    uint16_t *list = k_list(e);
    int n = list ? k_select(e, sel, x, list) : 0;
    k_unlist(e, list);
    return n;
}
