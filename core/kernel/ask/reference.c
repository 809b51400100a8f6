/* reference.c - what a selector selects, what a question offers and which effect is next, just as
 * the guide's reference says it.
 *
 * Slow and obvious: every instance is asked each key. Nothing is skipped and nothing kept, except
 * the seats of an `of` during one selection. A plain engine uses it. tests/unit/plain.c compares
 * its questions with those of the fast way. Sets in formulas have one way
 * (over_sets). */
#include "kernel/ask/ask.h"

/* ---- keys about one card ---- */

/* Does the card belong to these seats? On the table its owner counts, elsewhere its zone's seat. */
static bool lies_with(struct kengine *e, unsigned c, uint32_t seats)
{
    const struct kinst *in = k_insts(e->s) + c;
    uint8_t seat = k_slotinfo(e->s)[in->slot].seat;

    if (seat == NO_SEAT)
        seat = in->owner;
    return seat != NO_SEAT && (seats & BIT(seat));
}

/* The keys `zone` and `of` (*of: its seats, if known). A filter (of `any`, `except`) without a zone
 * means all zones. */
static bool in_zones(struct kengine *e, const struct kselect *q, struct kctx *x,
                     const uint32_t *of, unsigned c)
{
    const struct kslotinfo *at = k_slotinfo(e->s) + k_insts(e->s)[c].slot;
    bool lies = q->nzones == 0, table = at->seat == NO_SEAT;

    for (int i = 0; i < q->nzones; i++)
        lies |= q->zone[i] == at->zone;
    if (!lies || (!q->of_given && (table || q->nzones == 0)))
        return lies;
    return lies_with(e, c, of ? *of : k_seatset(e, q->of, x));
}

static bool is_bound(struct kengine *e, const struct kselect *q, const struct kctx *x,
                     unsigned c)
{
    for (int i = 0; i < BOUND_COUNT; i++)
        if ((q->bound & BIT(i)) && x->card[i] == c)
            return true;
    return (q->bound & BOUND_SET) && is_chosen(e, x, c);
}

static bool lies_there(struct kengine *e, const struct kselect *q, struct kctx *x,
                       const uint32_t *of, unsigned c)
{
    if (k_left_game(e->s, c))
        return false;
    switch ((enum sel_src)q->src) {
    case SRC_ZONES: return in_zones(e, q, x, of, c);
    case SRC_BOUND: return is_bound(e, q, x, c);
    default: return k_eval(e, q->value, x) == (int64_t)c;
    }
}

/* The value of a number trait. A formula sees the card as `this` and its owner as `you`. */
static int64_t trait_value(struct kengine *e, unsigned trait, const struct kctx *x, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;
    unsigned at = (unsigned)in->def * e->d->ntraits + trait;
    struct kctx own = *x;

    if (e->d->trait_expr[at] == REF_NONE)
        return e->d->trait_value[at];
    own.card[BOUND_THIS] = (uint16_t)c;
    own.card[BOUND_IT] = NO_CARD;
    if (in->owner != NO_SEAT)
        own.you = in->owner;
    return card_formula(e, e->d->trait_expr[at], &own);
}

static bool compares(int64_t has, uint8_t cmp, int64_t v)
{
    switch ((enum test_cmp)cmp) {
    case CMP_IS: return has == v;
    case CMP_EXCEPT: return has != v;
    case CMP_AT_LEAST: return has >= v;
    default: return has <= v;
    }
}

static bool is_word(struct kengine *e, const struct ktest *t, int64_t v)
{
    return v >= 0 && v < e->d->traits[t->id].nwords;
}

static bool has_word(struct kengine *e, const struct ktest *t, int64_t word, unsigned c)
{
    const struct ktrait *trait = &e->d->traits[t->id];

    return is_word(e, t, word) &&
           bits_has(e->d, (ref)(trait->bits + word), k_insts(e->s)[c].def);
}

/* The keys TRAIT, COUNTER and card. A key without a value is left out. */
static bool test_holds(struct kengine *e, const struct ktest *t, struct kctx *x, unsigned c)
{
    int64_t v = k_eval(e, t->value, x);

    if (v == K_ABSENT)
        return true;
    switch ((enum test_kind)t->kind) {
    case TEST_COUNTER: return compares(k_cardctr(e->s)[c * e->d->ncardctr + t->id], t->cmp, v);
    case TEST_NUMBER: return compares(trait_value(e, t->id, x, c), t->cmp, v);
    case TEST_WORD: return has_word(e, t, v, c) == (t->cmp != CMP_EXCEPT);
    default: return compares(k_insts(e->s)[c].def, t->cmp, v);
    }
}

static bool is_this(const struct kselect *q, const struct kctx *x, unsigned c)
{
    return q->this_only ? c == x->card[BOUND_THIS] : !q->not_this || c != x->card[BOUND_THIS];
}

/* Does the test ask for the word `none`? No card passes then. */
static bool asks_for_none(struct kengine *e, const struct ktest *t, struct kctx *x)
{
    int64_t v = t->kind == TEST_WORD && t->cmp == CMP_IS ? k_eval(e, t->value, x) : K_ABSENT;

    return v != K_ABSENT && !is_word(e, t, v);
}

/* The other keys about what everyone knows of a card: face, counters, and `this` unless a ranking
 * key comes before it. */
static bool public_keys(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    if (q->face != FACE_ANY && k_insts(e->s)[c].face != q->face)
        return false;
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = &e->d->tests[q->tests + i];
        if (asks_for_none(e, t, x) || (t->kind == TEST_COUNTER && !test_holds(e, t, x, c)))
            return false;
    }
    return has_ranks(q) || is_this(q, x, c);
}

static bool in_one_of(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    for (int i = 0; i < q->nany; i++)
        if (holds_ref(e, e->d->selrefs[q->any + i], x, c))
            return true;
    return q->nany == 0;
}

/* All keys about a card that lies there. Asking what a card is that the asker does not see is an
 * error. */
static bool other_keys(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    bool looks = q->bits != REF_NONE;
    struct kctx it = *x;

    if (!public_keys(e, q, x, c))
        return false;
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = &e->d->tests[q->tests + i];
        looks |= t->kind != TEST_COUNTER && k_eval(e, t->value, x) != K_ABSENT;
    }
    if (looks && !may_look(e, c) && !owed_instead(e, c, q->bits)) {
        k_fail(e, K_E_HIDDEN, q->src_pos, e->asker, 0);
        return false;
    }
    if (q->bits != REF_NONE && !bits_has(e->d, q->bits, k_insts(e->s)[c].def))
        return false;
    for (int i = 0; i < q->ntests; i++)
        if (!test_holds(e, &e->d->tests[q->tests + i], x, c))
            return false;
    it.card[BOUND_IT] = (uint16_t)c;
    return (q->where == REF_NONE || k_eval(e, q->where, &it)) && in_one_of(e, q, x, c) &&
           (q->except == REF_NONE || !holds_ref(e, q->except, x, c));
}

static bool own_keys(struct kengine *e, const struct kselect *q, struct kctx *x,
                     const uint32_t *of, unsigned c)
{
    return lies_there(e, q, x, of, c) && other_keys(e, q, x, c);
}

bool holds_ref(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = &e->d->sels[sel];
    uint16_t *list = has_ranks(q) ? k_list(e) : NULL;
    int n = list ? select_ref(e, sel, x, list) : 0, i = 0;

    while (i < n && list[i] != c)
        i++;
    k_unlist(e, list);
    return has_ranks(q) ? i < n : own_keys(e, q, x, NULL, c);
}

/* ---- the order of cards ---- */

static int by_number(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

/* By face, counters and owner, which everyone knows. */
static int compare_lay(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);
    unsigned n = e->d->ncardctr;
    const int32_t *ctr = k_cardctr(e->s);
    int order = by_number(in[a].face, in[b].face);

    for (unsigned i = 0; i < n && !order; i++)
        order = by_number(ctr[a * n + i], ctr[b * n + i]);
    return order ? order : by_number(in[a].owner, in[b].owner);
}

static int compare_cards(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);
    int order = by_number(in[a].def, in[b].def);

    return order ? order : compare_lay(e, a, b);
}

/* The order in a set: definition, face, counters, owner, then instance. Cards that the asker does
 * not see come last, and their definition does not count. If nobody is asked, cards face down come
 * last in zones whose sides are not seen by the same seats. */
static int compare_in_set(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);
    const struct kzone *z = &e->d->zones[k_zone_of(e->s, in[a].slot)];
    bool asked = e->asker != NO_SEAT, sides = z->up != z->down;
    bool back_a = asked ? !may_look(e, a) : sides && in[a].face == FACE_DOWN;
    bool back_b = asked ? !may_look(e, b) : sides && in[b].face == FACE_DOWN;

    if (back_a != back_b)
        return back_a ? 1 : -1;
    return asked && back_a ? compare_lay(e, a, b) : compare_cards(e, a, b);
}

/* Writes the cards of a slot to out, in the stated order. How many. */
static int slot_in_order(struct kengine *e, unsigned slot, uint16_t *out)
{
    int n = zone_cards(e->s, slot, out);

    if (k_ordered(e->s, slot))
        return n;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && compare_in_set(e, out[j - 1], out[j]) > 0; j--) {
            uint16_t t = out[j];
            out[j] = out[j - 1];
            out[j - 1] = t;
        }
    return n;
}

/* The cards that pass, by zone as the selector names them, then by seat, then as they lie. */
static int zones_in_order(struct kengine *e, const struct kselect *q, const uint16_t *passes,
                          uint16_t *out)
{
    uint16_t *lie = k_list(e);
    int n = 0;

    for (int i = 0; i < q->nzones && lie; i++) {
        for (unsigned slot = k_zonebase(e->s)[q->zone[i]];
             slot < k_zonebase(e->s)[q->zone[i] + 1]; slot++) {
            int all = slot_in_order(e, slot, lie);
            for (int k = 0; k < all; k++)
                if (passes[lie[k]])
                    out[n++] = lie[k];
        }
    }
    k_unlist(e, lie);
    return n;
}

/* The bound cards that pass: this, card, helper, target, it, the chosen set; or a value's card. */
static int bound_in_order(struct kengine *e, const struct kselect *q, const struct kctx *x,
                          uint16_t *passes, uint16_t *out)
{
    const uint16_t *set;
    int n = 0,
        chosen = q->src == SRC_BOUND && (q->bound & BOUND_SET) ? chosen_cards(e, x, &set) : 0;

    for (int i = 0; i < BOUND_COUNT && q->src == SRC_BOUND; i++)
        if ((q->bound & BIT(i)) && x->card[i] != NO_CARD && passes[x->card[i]]) {
            passes[x->card[i]] = 0;
            out[n++] = x->card[i];
        }
    for (int i = 0; i < chosen; i++)
        if (passes[set[i]]) {
            passes[set[i]] = 0;
            out[n++] = set[i];
        }
    for (unsigned c = 0; c < e->s->ninst && q->src == SRC_VALUE; c++)
        if (passes[c])
            out[n++] = (uint16_t)c;
    return n;
}

/* ---- ranking keys ---- */

static int64_t of_it(struct kengine *e, ref expr, const struct kctx *x, unsigned c)
{
    struct kctx it = *x;

    it.card[BOUND_IT] = (uint16_t)c;
    return k_eval(e, expr, &it);
}

/* sign 1: `most`; -1: `least`. */
static int best(struct kengine *e, ref expr, int sign, struct kctx *x, uint16_t *list, int n)
{
    int64_t top = sign < 0 ? INT64_MAX : INT64_MIN;
    int kept = 0;

    for (int i = 0; i < n; i++) {
        int64_t v = of_it(e, expr, x, list[i]);
        top = (sign < 0 ? v < top : v > top) ? v : top;
    }
    for (int i = 0; i < n; i++)
        if (of_it(e, expr, x, list[i]) == top)
            list[kept++] = list[i];
    return kept;
}

static int one_of_each(struct kengine *e, ref expr, struct kctx *x, uint16_t *list, int n)
{
    int kept = 0;

    for (int i = 0; i < n; i++) {
        int64_t v = of_it(e, expr, x, list[i]);
        int j = 0;
        while (j < kept && of_it(e, expr, x, list[j]) != v)
            j++;
        if (j == kept)
            list[kept++] = list[i];
    }
    return kept;
}

/* The number of `first`, `last` or `random`, at most n; n if it is not given. */
static int wanted(struct kengine *e, ref expr, struct kctx *x, int n)
{
    int64_t v = k_eval(e, expr, x);

    return v == K_ABSENT || v > n ? n : v < 0 ? 0 : (int)v;
}

/* Moves the card at place i to place `to`. */
static void bring_forward(uint16_t *list, int i, int to)
{
    for (uint16_t c = list[i]; i >= to; i--)
        list[i] = i > to ? list[i - 1] : c;
}

/* Draws `random` cards, counted by instance. An error while choices are listed. */
static int by_lot(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *list,
                  int n)
{
    if (e->listing || e->judging) {
        k_fail(e, K_E_LOT, q->src_pos, 0, 0);
        return 0;
    }
    k_touch(e);
    int many = wanted(e, q->random, x, n);
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && list[j - 1] > list[j]; j--)
            bring_forward(list, j, j - 1);
    for (int i = 0; i < many; i++) {
        int64_t k = k_draw(e, (uint32_t)(n - i), list + i);
        if (k < 0)
            return 0;
        bring_forward(list, i + (int)k, i);
    }
    return many;
}

int select_ref(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kselect *q = &e->d->sels[sel];
    uint16_t *passes = k_list(e);
    uint32_t of = 0;
    int n, kept = 0, skip = 0;

    if (!passes)
        return 0;
    if (q->src == SRC_ZONES && q->of_given) /* even if no card lies there: it may fail */
        of = k_seatset(e, q->of, x);
    for (unsigned c = 0; c < e->s->ninst; c++)
        passes[c] = own_keys(e, q, x, q->of_given ? &of : NULL, c);
    n = q->src == SRC_ZONES ? zones_in_order(e, q, passes, out)
                            : bound_in_order(e, q, x, passes, out);
    k_unlist(e, passes);
    if (q->most != REF_NONE)
        n = best(e, q->most, 1, x, out, n);
    if (q->least != REF_NONE)
        n = best(e, q->least, -1, x, out, n);
    if (q->each != REF_NONE)
        n = one_of_each(e, q->each, x, out, n);
    if (q->first != REF_NONE)
        n = wanted(e, q->first, x, n);
    if (q->last != REF_NONE)
        skip = n - wanted(e, q->last, x, n);
    for (int i = skip; i < n; i++)
        out[i - skip] = out[i];
    n -= skip;
    if (q->random != REF_NONE)
        n = by_lot(e, q, x, out, n);
    for (int i = 0; i < n; i++)
        if (is_this(q, x, out[i]))
            out[kept++] = out[i];
    return kept;
}

/* ---- what a question offers ---- */

/* Does a frame, loop, waiting effect, watcher or counter name the card? */
static bool is_named(struct kengine *e, unsigned c)
{
    const struct krules *r = k_rules(e->s);
    const struct kdef *d = e->d;
    bool named = false;

    for (int i = 0; i < r->nframes; i++)
        for (int j = 0; j < 4; j++)
            named |= k_frames(e->s)[i].card[j] == c;
    for (unsigned i = 0; i < r->neach; i++)
        named |= each_at(e->s, i) == c;
    for (int i = 0; i < r->nframes; i++)
        named |= is_chosen(e, &(struct kctx){.set = k_frames(e->s)[i].set}, c);
    for (int i = 0; i < r->nqueue; i++) {
        const struct kqueued *q = k_queued(e->s, (unsigned)i);
        named |= q->card == c && (d->cancels || d->effects[q->effect].asks_this);
        named |= q->evcard == c || q->helper == c || q->target == c;
    }
    for (int i = 0; i < r->nwatch; i++)
        named |= k_watch(e->s)[i].card == c &&
                 (d->cancels || d->watches[k_watch(e->s)[i].watch].asks_this);
    for (int i = 0; i < d->ngame; i++)
        named |= d->counters[d->game_ctr[i]].is == V_CARD && k_gamectr(e->s)[i] == (int32_t)c;
    for (int i = 0; i < d->nseat; i++)
        for (int p = 0; p < e->s->nseats; p++)
            named |= d->counters[d->seat_ctr[i]].is == V_CARD &&
                     k_seatctr(e->s)[p * d->nseat + i] == (int32_t)c;
    for (int i = 0; i < d->ncardctr; i++)
        for (unsigned by = 0; by < e->s->ninst; by++)
            named |= d->counters[d->card_ctr[i]].is == V_CARD &&
                     k_cardctr(e->s)[by * d->ncardctr + i] == (int32_t)c;
    return named;
}

static bool is_back(struct kengine *e, int seat, unsigned c)
{
    return !k_ordered(e->s, k_insts(e->s)[c].slot) && !card_seen(e, e->s, seat, c);
}

/* Can the seat not tell a and b apart? They lie in one set, both as backs, or equal and unnamed. */
static bool same_to(struct kengine *e, int seat, unsigned a, unsigned b)
{
    unsigned slot = k_insts(e->s)[a].slot;

    if (slot != k_insts(e->s)[b].slot || k_ordered(e->s, slot))
        return false;
    if (is_back(e, seat, a) || is_back(e, seat, b))
        return is_back(e, seat, a) && is_back(e, seat, b);
    return !compare_cards(e, a, b) && !is_named(e, a) && !is_named(e, b);
}

static bool in_endless(struct kengine *e, unsigned c)
{
    return e->d->zones[k_zone_of(e->s, k_insts(e->s)[c].slot)].endless != 0;
}

/* As used_up. */
static bool none_left(struct kengine *e, unsigned c)
{
    unsigned left = 0;

    for (unsigned i = 0; i < e->s->ninst; i++)
        left += k_left_game(e->s, i) && k_insts(e->s)[i].def == k_insts(e->s)[c].def;
    return in_endless(e, c) && !left;
}

/* As copies_for of e->tried: does each stamp have a copy that no other takes? */
static bool all_left(struct kengine *e)
{
    const struct kinst *in = k_insts(e->s);

    for (int i = 0; i < e->ntried; i++) {
        int more = 0;
        if (!in_endless(e, e->tried[i])) /* no stamp: it needs no copy */
            continue;
        for (int j = 0; j <= i; j++)
            more -= in_endless(e, e->tried[j]) && in[e->tried[j]].def == in[e->tried[i]].def;
        for (unsigned c = 0; c < e->s->ninst; c++)
            more += k_left_game(e->s, c) && in[c].def == in[e->tried[i]].def;
        if (more < 0)
            return false;
    }
    return true;
}

int offered_ref(struct kengine *e, int seat, ref sel, struct kctx *x, uint16_t *list)
{
    int n = select_ref(e, sel, x, list), kept = 0, backs = 0;
    uint16_t *back = k_list(e);

    for (int i = 0; i < n && back; i++) {
        uint16_t c = list[i];
        bool hidden = is_back(e, seat, c), met = none_left(e, c);
        for (int j = 0; j < (hidden ? backs : kept); j++)
            met |= same_to(e, seat, c, hidden ? back[j] : list[j]);
        if (!met)
            *(hidden ? &back[backs++] : &list[kept++]) = c;
    }
    for (int i = 0; i < backs; i++)
        list[kept++] = back[i];
    k_unlist(e, back);
    return kept;
}

/* An action on its way to a choice, with what is bound so far. */
struct offer {
    struct kengine *e;
    const struct kaction *a;
    int seat;
    struct kctx x;
    struct kchoice c;
    /* Slots with cards that the seat does not see, a bit per enum bound. Later parts may not ask
     * what they are. */
    uint32_t backs;
};

static bool refused(const struct offer *o, bool looks, uint32_t src)
{
    return looks && k_fail(o->e, K_E_HIDDEN, src, o->seat, 0);
}

/* Everything is bound: asks the whole `if` and adds the choice. */
static void offer_whole(struct offer *o)
{
    if (o->a->cond == REF_NONE || k_eval(o->e, o->a->cond, &o->x))
        put_choice(o->e, &o->c);
}

static void offer_numbers(struct offer o)
{
    if (o.a->from == REF_NONE) {
        offer_whole(&o);
        return;
    }
    int64_t from = k_eval(o.e, o.a->from, &o.x), to = k_eval(o.e, o.a->to, &o.x);
    if (from <= to && (from <= INT32_MIN || to > INT32_MAX))
        k_fail(o.e, K_E_RANGE, 0, 0, 0);
    for (int64_t v = from; v <= to && !o.e->err.code; v++) {
        o.c.number = o.x.number = (int32_t)v;
        offer_whole(&o);
    }
}

static void offer_seats(struct offer o)
{
    if (refused(&o,
                o.backs &&
                    (expr_looks(o.e, o.a->from, o.backs) || expr_looks(o.e, o.a->to, o.backs) ||
                     expr_looks(o.e, o.a->cond, o.backs)),
                o.a->src))
        return;
    if (o.a->seat == REF_NONE) {
        offer_numbers(o);
        return;
    }
    uint32_t seats = k_seatset(o.e, o.a->seat, &o.x);
    for (int i = 0; i < o.e->s->nseats && !o.e->err.code; i++) {
        o.c.seat = o.x.seat = (uint8_t)i;
        if (seats & BIT(i))
            offer_numbers(o);
    }
}

/* A set takes the first of cards that the seat cannot tell apart. Was one like c not taken? */
static bool passes_over(struct kengine *e, int seat, const uint16_t *list, const uint8_t *taken,
                        int c)
{
    for (int i = 0; i < c; i++)
        if (!taken[i] && same_to(e, seat, list[i], list[c]))
            return true;
    return false;
}

struct offer_set {
    const uint16_t *list;
    uint8_t *taken; /* which of `list` */
    int n;
};

/* Takes `want` more cards, from place `from` on. */
static void offer_some(struct offer o, const struct offer_set *set, int from, int want,
                       uint32_t before)
{
    struct kengine *e = o.e;
    uint32_t had = e->now->len;

    if (!want) {
        if (k_spend(e, 1) || !all_left(e) || !tried_put(e, &o.c))
            return;
        offer_seats(o);
        if (!e->err.code && e->now->len > had)
            tried_keep(e, o.a, before);
        return;
    }
    for (int i = from; i + want <= set->n && !e->err.code; i++) {
        if (k_spend(e, 1 + i)) /* the work of passes_over */
            return;
        if (passes_over(e, o.seat, set->list, set->taken, i))
            continue;
        set->taken[i] = 1;
        e->tried[e->ntried++] = set->list[i];
        offer_some(o, set, i + 1, want - 1, before);
        e->ntried--;
        set->taken[i] = 0;
    }
}

/* The cards to take sets from: equal ones side by side, backs of sets last. */
static int offered_alike(struct offer *o, uint16_t *list, uint16_t *out)
{
    int n = select_ref(o->e, o->a->cards, &o->x, list), kept = 0;

    for (int back = 0; back < 2; back++)
        for (int i = 0; i < n; i++) {
            if (list[i] == NO_CARD || used_up(o->e, list[i]) ||
                is_back(o->e, o->seat, list[i]) != back)
                continue;
            uint16_t first = list[i];
            for (int j = i; j < n; j++)
                if (j == i || (list[j] != NO_CARD && same_to(o->e, o->seat, first, list[j]))) {
                    out[kept++] = list[j];
                    list[j] = NO_CARD;
                }
        }
    return kept;
}

static void offer_sets(struct offer o)
{
    if (o.a->cards == REF_NONE) {
        offer_seats(o);
        return;
    }
    if (refused(&o, o.backs && select_looks(o.e, o.a->cards, o.backs),
                o.e->d->sels[o.a->cards].src_pos))
        return;
    uint16_t *list = k_list(o.e), *out = k_list(o.e), *taken = k_list(o.e);
    struct offer_set set = {.list = out, .taken = (uint8_t *)taken};
    uint32_t before = o.e->now->nsets;
    int fewest = 0, most = 0;

    set.n = taken ? offered_alike(&o, list, out) : 0;
    if (set.n && !o.e->err.code)
        most = sets_sizes(o.e, o.a, &o.x, set.n, &fewest, o.e->d->most_chosen);
    if (most)
        memset(taken, 0, (size_t)set.n * sizeof *taken);
    o.x.set = SET_TRIED;
    for (int k = fewest; most && k <= most && !o.e->err.code; k++) {
        o.e->ntried = 0;
        offer_some(o, &set, 0, k, before);
    }
    o.e->ntried = 0;
    k_unlist(o.e, list);
}

static void offer_cards(struct offer o, int part)
{
    const ref sels[] = {o.a->card, o.a->helper, o.a->target};

    if (part > BOUND_TARGET) {
        offer_sets(o);
        return;
    }
    ref sel = sels[part - BOUND_CARD];
    if (sel == REF_NONE) {
        offer_cards(o, part + 1);
        return;
    }
    ref cond = o.a->slot_if[part - BOUND_CARD];
    if (refused(&o,
                o.backs && (select_looks(o.e, sel, o.backs) || expr_looks(o.e, cond, o.backs)),
                o.e->d->sels[sel].src_pos))
        return;
    uint16_t *list = k_list(o.e);
    bool falls = list && cond != REF_NONE && !k_eval(o.e, cond, &o.x);
    int n = !list ? 0 : falls ? 1 : offered_ref(o.e, o.seat, sel, &o.x, list);
    if (falls)
        list[0] = NO_CARD;
    uint32_t before = o.backs;
    for (int i = 0; i < n && !o.e->err.code; i++) {
        uint16_t *const bound[] = {&o.c.card, &o.c.helper, &o.c.target};
        *bound[part - BOUND_CARD] = o.x.card[part] = list[i];
        o.backs = before | (falls || card_seen(o.e, o.e->s, o.seat, list[i]) ? 0 : BIT(part));
        offer_cards(o, part + 1);
    }
    k_unlist(o.e, list);
}

int list_action_ref(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    struct offer o = {e, &e->d->actions[action], seat, *x, k_no_choice, 0};

    o.x.you = (uint8_t)seat;
    o.x.card[BOUND_IT] = NO_CARD;
    o.c.action = (uint16_t)action;
    offer_cards(o, BOUND_CARD);
    if (!e->err.code)
        return 0;
    e->err.action = (uint16_t)(action + 1);
    return -1;
}

/* ---- the order of effects ---- */

/* Was a parameter given that a `given` key of `resolution` names? */
static bool is_given(struct kengine *e, const struct kqueued *q)
{
    return q->verb != REF_NONE && (q->given & e->d->given_bit[q->verb]);
}

int queue_order_ref(struct kengine *e, const struct kqueued *a, const struct kqueued *b,
                    bool to_chosen)
{
    int order = 0, n = e->d->norder;

    for (int i = 0; i < n && !order && !(to_chosen && e->d->order[i].key == ORD_CHOSEN); i++)
        switch ((enum order_key)e->d->order[i].key) {
        case ORD_CLASS:
            order = by_number(e->d->effects[a->effect].cls, e->d->effects[b->effect].cls);
            break;
        case ORD_GIVEN: order = by_number(!is_given(e, a), !is_given(e, b)); break;
        case ORD_SEAT: order = by_number(a->you, b->you); break;
        case ORD_CHOSEN: break; /* its owner is asked */
        case ORD_NEWEST: order = by_number(b->batch, a->batch); break;
        case ORD_ARRIVAL: order = by_number(a->arrival, b->arrival); break;
        }
    return order;
}

int queue_first_ref(struct kengine *e)
{
    unsigned first = 0;

    for (unsigned i = 1; i < k_rules(e->s)->nqueue; i++)
        if (queue_order_ref(e, k_queued(e->s, i), k_queued(e->s, first), false) < 0)
            first = i;
    return (int)first;
}
