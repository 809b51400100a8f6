/* select.c - the cards that a selector selects, as an ordered list.
 *
 * Zone, face, definition and counters are sets that are AND-ed (sets.c). The rest is asked card by
 * card. Ranking keys work on the list that is left. Cards of a set come in canonical order:
 * definition, face, counters, owner, instance, with backs last. Cards of rows and piles come by
 * place. */
#include "kernel/ask/ask.h"

int64_t sel_left(struct kengine *e, const struct ktest *t, const struct kctx *x, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;
    uint32_t at = (uint32_t)in->def * e->d->ntraits + t->id;

    if (t->kind == TEST_COUNTER)
        return k_cardctr(e->s)[c * e->d->ncardctr + t->id];
    if (t->kind == TEST_DEF)
        return in->def;
    if (e->d->trait_expr[at] == REF_NONE)
        return e->d->trait_value[at];
    return formula_of(e, e->d->trait_expr[at], c, x);
}

bool sel_this(const struct kselect *q, const struct kctx *x, unsigned c)
{
    return q->this_only ? c == x->card[BOUND_THIS] : !q->not_this || c != x->card[BOUND_THIS];
}

/* Does c pass the keys about what everyone knows: face, counters, `this` (unless ranking keys come
 * first)? No card passes a test for the word `none`. */
bool sel_public(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = e->d->sels + sel;
    bool ranked = e->plan->sel[sel] & SEL_RANKS;

    if ((q->face != FACE_ANY && k_insts(e->s)[c].face != q->face) ||
        (!ranked && !sel_this(q, x, c)))
        return false;
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = e->d->tests + q->tests + i;
        bool word = t->kind == TEST_WORD && t->cmp == CMP_IS;
        int64_t v = word || t->kind == TEST_COUNTER ? k_value(e, t->value, x) : K_ABSENT;
        if (v != K_ABSENT &&
            (word ? v < 0 || v >= e->d->traits[t->id].nwords : !sel_test(e, t, v, x, c)))
            return false;
    }
    return true;
}

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
    uint32_t who = k_seatset(e, q->of, x); /* even if nobody owns c: it may fail */
    return whose != NO_SEAT && (who & BIT(whose));
}

bool sel_others(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = e->d->sels + sel;
    int i = 0;

    while (i < q->nany && !sel_holds(e, e->d->selrefs[q->any + i], x, c))
        i++;
    return (!q->nany || i < q->nany) &&
           (q->except == REF_NONE || !sel_holds(e, q->except, x, c));
}

/* Does c pass all keys about one card, except zone, `this` and ranking keys? */
static bool card_ok(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = e->d->sels + sel;
    const struct kquick *p = e->plan->quick + sel;
    const struct kask *a = e->plan->asks + p->asks, *end = a + p->nasks;
    const struct kinst *in = k_insts(e->s) + c;

    if ((q->face != FACE_ANY && in->face != q->face) || !sel_may_ask(e, sel, x, c) ||
        (p->set != NO_SET && !set_has(cast_definitions(e, p->set), in->def)))
        return false;
    for (; a < end; a++) {
        if (p->open && !sel_public(e, sel, x, c)) /* before its value, which may fail */
            return false;
        if (!sel_test(e, e->d->tests + a->test, k_leaf(e, a->value, x), x, c))
            return false;
    }
    if (q->where != REF_NONE) {
        struct kctx own = *x;
        own.card[BOUND_IT] = (uint16_t)c;
        if (!k_eval(e, q->where, &own))
            return false;
    }
    return !p->others || sel_others(e, sel, x, c);
}

bool sel_lies(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    if (q->src != SRC_BOUND)
        return q->src == SRC_ZONES ? in_zone(e, q, x, c) : k_eval(e, q->value, x) == (int64_t)c;
    for (int i = 0; i < BOUND_COUNT; i++)
        if ((q->bound & BIT(i)) && x->card[i] == c)
            return true;
    return (q->bound & BOUND_SET) && is_chosen(e, x, c);
}

bool sel_test(struct kengine *e, const struct ktest *t, int64_t v, const struct kctx *x,
              unsigned c)
{
    if (v == K_ABSENT)
        return true;
    return t->kind == TEST_WORD ? def_passes(e->d, t, v, k_insts(e->s)[c].def)
                                : compare(t->cmp, sel_left(e, t, x, c), v);
}

bool sel_among(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    uint16_t *list = k_list(e);
    bool has = list && list_has(list, k_select(e, sel, x, list), c);

    k_unlist(e, list);
    return has;
}

bool sel_holds(struct kengine *e, ref sel, struct kctx *x, unsigned c)
{
    const struct kselect *q = e->d->sels + sel;

    if (SLOW(e, SETS))
        return holds_ref(e, sel, x, c);
    if (e->plan->sel[sel] & SEL_RANKS)
        return sel_among(e, sel, x, c);
    return sel_lies(e, q, x, c) && sel_this(q, x, c) && card_ok(e, sel, x, c);
}

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

int card_order(struct kengine *e, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(e->s);

    return in[a].def != in[b].def ? (int)in[a].def - (int)in[b].def : order_unseen(e, a, b);
}

/* Sorts by card_order. Equal cards stay in storage order. */
void sort_cards(struct kengine *e, uint16_t *cards, int n)
{
    const struct kinst *in = k_insts(e->s);

    for (int i = 1; i < n; i++) {
        uint16_t c = cards[i];
        int j = i;
        for (; j > 0; j--) {
            unsigned a = cards[j - 1];
            if (in[a].def != in[c].def ? in[a].def < in[c].def : card_order(e, a, c) <= 0)
                break;
            cards[j] = cards[j - 1];
        }
        cards[j] = c;
        e->left -= i - j;
    }
}

/* While choices are listed, cards of a set that the asker does not see come last. Their definitions
 * do not count, as their places would tell them. False: the asker sees all, and nothing was
 * sorted. */
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
        *(may_look(e, c) ? &cards[seen++] : &back[unseen++]) = c;
    }
    SORT(uint16_t, back, unseen, order_unseen(e, a, b) > 0);
    sort_cards(e, cards, seen);
    memcpy(cards + seen, back, (size_t)unseen * sizeof *back);
    k_unlist(e, back);
    return true;
}

/* In zones whose sides are not seen by the same seats, cards face up come first. Otherwise the
 * place of a back among seen cards would tell what it may be, if all are moved or marked one by
 * one. */
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

/* Sorts cards of a slot from storage order into canonical order. Rows and piles stay. */
static void order_slot(struct kengine *e, unsigned slot, const uint64_t *set, uint16_t *cards,
                       int n)
{
    bool asked = e->asker != NO_SEAT;
    uint64_t odd = 0;

    if (n < 2 || k_slotinfo(e->s)[slot].ordered)
        return;
    if (asked && backs_behind(e, slot) && unseen_last(e, slot, cards, n))
        return;
    for (unsigned w = 0; w < e->s->words; w++)
        odd |= set[w] & k_odd(e->s)[w];
    if (as_dealt(e->s) && !k_slotinfo(e->s)[slot].listed && !odd)
        return; /* canonical order is by instance */
    sort_cards(e, cards, n);
    if (!asked)
        downs_last(e, slot, cards, n);
}

/* Writes the members of a set, all in this slot, to out in storage order. How many. */
INLINE static inline int slot_members(struct kengine *e, unsigned slot, const uint64_t *set,
                                      uint16_t *out)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    int n = 0;

    if (!k_slotinfo(s)[slot].listed)
        return set_cards(set, s->words, out);
    for (unsigned c = k_slots(s)[slot].head; c != NO_CARD; c = in[c].next) {
        out[n] = (uint16_t)c;
        n += set_has(set, c);
    }
    return n;
}

/* Writes the cards of a slot that are in the set to out, in order. How many. */
APART static int from_slot(struct kengine *e, unsigned slot, const uint64_t *set, uint16_t *out)
{
    const uint64_t *held = k_held(e->s, slot);
    uint64_t room[FEW_WORDS], *here = set_room(e, room), any = 0;
    int n = 0;

    for (unsigned w = 0; here && w < e->s->words; w++)
        any |= here[w] = held[w] & set[w];
    if (any) {
        n = slot_members(e, slot, here, out);
        order_slot(e, slot, here, out, n);
    }
    set_unroom(e, room, here);
    return n;
}

/* Sorts the cards of the set by zone, then by seat. They lie in the right zones already. */
static int in_zones(struct kengine *e, const struct kquick *p, struct kctx *x,
                    const uint64_t *set, uint16_t *out)
{
    struct kstate *s = e->s;
    uint32_t who = p->mine ? k_seats_of(e, p->of, x) : ~(uint32_t)0;
    int n = 0;

    for (int i = 0; i < p->nzones; i++) {
        bool table = e->d->zones[p->zone[i]].per == PER_TABLE;
        for (uint32_t m = table ? 1 : who & (BIT(s->nseats) - 1); m; m &= m - 1) {
            unsigned slot = slot_of_seat(s, p->zone[i], (unsigned)__builtin_ctz(m));
            if (slot != REF_NONE && k_slots(s)[slot].count)
                n += from_slot(e, slot, set, out + n);
        }
    }
    return n;
}

/* among: only cards of this set; NULL: all cards. */
static int from_zones(struct kengine *e, ref sel, struct kctx *x, const uint64_t *among,
                      uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;
    uint64_t room[FEW_WORDS], *set = set_room(e, room), any = 0, more = 0;
    int n = 0;

    if (set)
        sel_set(e, sel, x, set);
    for (unsigned w = 0; set && w < e->s->words; w++) {
        set[w] &= among ? among[w] : ~(uint64_t)0;
        more |= any ? set[w] : set[w] & (set[w] - 1);
        any |= set[w];
    }
    if (any && !more && !p->twice)
        n = set_cards(set, e->s->words, out);
    else if (any)
        n = in_zones(e, p, x, set, out);
    set_unroom(e, room, set);
    return n;
}

/* Adds the selector's cards of the chosen set to the n cards in out. */
APART static int from_set(struct kengine *e, ref sel, struct kctx *x, uint16_t *out, int n)
{
    const uint16_t *cards;
    int all = chosen_cards(e, x, &cards), had = n;

    for (int i = 0; i < all && !e->err.code; i++)
        if (!k_left_game(e->s, cards[i]) && !list_has(out, had, cards[i]) &&
            card_ok(e, sel, x, cards[i]))
            out[n++] = cards[i];
    return n;
}

/* Cards in slots of the context, each once. */
static int from_bound(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    bool plain = e->plan->sel[sel] & SEL_LYING;
    int n = 0;

    for (unsigned m = e->d->sels[sel].bound & (BIT(BOUND_COUNT) - 1); m; m &= m - 1) {
        uint16_t c = x->card[__builtin_ctz(m)];
        if (c != NO_CARD && !k_left_game(e->s, c) && !list_has(out, n, c) &&
            (plain || card_ok(e, sel, x, c)))
            out[n++] = c;
    }
    return e->d->sels[sel].bound & BOUND_SET ? from_set(e, sel, x, out, n) : n;
}

/* The card that an expression gives. */
static int from_value(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    int64_t c = k_eval(e, e->d->sels[sel].value, x);

    out[0] = (uint16_t)c;
    return c >= 0 && c < e->s->ninst && !k_left_game(e->s, out[0]) &&
           card_ok(e, sel, x, out[0]);
}

static int keep_best(struct kengine *e, ref expr, int sign, struct kctx *x, uint16_t *out,
                     int n)
{
    struct kctx own = *x;
    int64_t best = 0;
    int kept = 0;

    for (int i = 0; i < n && !e->err.code && !k_spend(e, 1); i++) {
        own.card[BOUND_IT] = out[i];
        int64_t v = k_value(e, expr, &own);
        v = sign < 0 ? ~v : v; /* reverses the order */
        if (kept && v < best)
            continue;
        if (!kept || v > best)
            kept = 0;
        best = v;
        out[kept++] = out[i];
    }
    return kept;
}

int keep_bests(struct kengine *e, const struct kselect *q, struct kctx *x, uint16_t *out, int n)
{
    if (q->most != REF_NONE)
        n = keep_best(e, q->most, 1, x, out, n);
    return q->least == REF_NONE ? n : keep_best(e, q->least, -1, x, out, n);
}

enum { KEPT_SEEN = 64 }; /* values that are remembered; others are worked out again */

/* Keeps the first of cards with equal values. A hash table finds them: first[hash], then next. If
 * only definitions count, a card like the one before has the same value. */
static int keep_one_of_each(struct kengine *e, ref expr, struct kctx *x, uint16_t *out, int n)
{
    struct kctx own = *x;
    int64_t seen[KEPT_SEEN];
    uint16_t *first = k_list(e), *next = k_list(e);
    bool by_def = by_kind(e, expr);
    unsigned mask = 0, before = REF_NONE;
    int kept = 0;

    while (2 * (int)mask + 1 < n)
        mask = 2 * mask + 1;
    for (unsigned i = 0; next && i <= mask; i++)
        first[i] = NO_CARD;
    for (int i = 0; next && i < n && !e->err.code && !k_spend(e, 1); i++) {
        unsigned def = k_insts(e->s)[out[i]].def;
        if (by_def && def == before && may_look(e, out[i]))
            continue;
        before = def;
        own.card[BOUND_IT] = out[i];
        int64_t v = k_value(e, expr, &own), was = ~v;
        uint16_t *at = first + (kmix((uint64_t)v) & mask);
        for (unsigned j = *at; j != NO_CARD && was != v; j = next[j]) {
            own.card[BOUND_IT] = out[j];
            was = j < KEPT_SEEN ? seen[j] : k_eval(e, expr, &own);
        }
        if (was == v)
            continue;
        if (kept < KEPT_SEEN)
            seen[kept] = v;
        next[kept] = *at;
        *at = (uint16_t)kept;
        out[kept++] = out[i];
    }
    k_unlist(e, first);
    return kept;
}

/* The number of `first`, `last` or `random`, at most all. */
static int first_number(struct kengine *e, ref expr, struct kctx *x, int all)
{
    int64_t v = k_eval(e, expr, x);

    return v == K_ABSENT || v > all ? all : v < 0 ? 0 : (int)v;
}

/* Sorts by instance, so that equal random numbers take equal instances in every world. */
void by_instance(uint16_t *out, int n)
{
    SORT(uint16_t, out, n, a > b);
}

/* Applies `first`, `last` and `random`: how many are left. `random` draws by instance. */
static int keep_number(struct kengine *e, const struct kselect *q, struct kctx *x,
                       uint16_t *out, int n)
{
    if (q->first != REF_NONE)
        n = first_number(e, q->first, x, n);
    if (q->last != REF_NONE) {
        int want = first_number(e, q->last, x, n);
        memmove(out, out + n - want, (size_t)want * sizeof *out);
        n = want;
    }
    if (q->random == REF_NONE)
        return n;
    if (e->listing || e->judging) {
        k_fail(e, K_E_LOT, q->src_pos, 0, 0);
        return 0;
    }
    k_touch(e);
    int want = first_number(e, q->random, x, n);
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
    k_ran(e, q->src_pos, (q->most & q->least & q->each) != REF_NONE ? (unsigned)n : 0);
    n = keep_bests(e, q, x, out, n);
    if (q->each != REF_NONE)
        n = keep_one_of_each(e, q->each, x, out, n);
    return keep_number(e, q, x, out, n);
}

int k_select(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    const struct kselect *q = e->d->sels + sel;
    unsigned plan = e->plan->sel[sel];

    if (e->err.code || k_spend(e, 1))
        return 0;
    if (SLOW(e, SETS))
        return select_ref(e, sel, x, out);
    int n = q->src == SRC_ZONES   ? from_zones(e, sel, x, NULL, out)
            : q->src == SRC_BOUND ? from_bound(e, sel, x, out)
                                  : from_value(e, sel, x, out);

    e->left -= n;
    if (plan & SEL_RANKS)
        n = rank(e, q, x, out, n);
    if (!(plan & SEL_THIS) || (q->src == SRC_ZONES && !(plan & SEL_RANKS)))
        return n;
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (sel_this(q, x, out[i]))
            out[kept++] = out[i];
    return kept;
}

int sel_bearers(struct kengine *e, ref sel, struct kctx *x, unsigned list, uint16_t *out)
{
    const struct kquick *p = e->plan->quick + sel;

    if (!p->counts || SLOW(e, BEARERS) || e->err.code || k_spend(e, 1))
        return k_cards_of(e, sel, x, out);
    const uint64_t *bear = cast_set(e, e->plan->steps[list].first);
    unsigned slot = p->whole ? k_slot_of(e->s, e->d, p->zone[0], x->you) : REF_NONE;
    if (slot == REF_NONE || !k_slotinfo(e->s)[slot].ordered)
        return from_zones(e, sel, x, bear, out);
    uint64_t any = 0;
    for (unsigned w = 0; w < e->s->words; w++)
        any |= k_held(e->s, slot)[w] & bear[w];
    return any ? slot_members(e, slot, bear, out) : 0;
}

int k_bearers(struct kengine *e, unsigned def, uint16_t *out)
{
    struct kstate *s = e->s;
    int n = 0;

    if (k_spend(e, s->ninst))
        return -1;
    for (unsigned slot = 0; slot + 1u < s->nslots; slot++) {
        int lie = zone_cards(s, slot, out + n);
        order_slot(e, slot, k_held(s, slot), out + n, lie);
        for (int i = n, end = n + lie; i < end; i++) {
            if (!k_may_look(e, out[i]))
                return -1;
            if (k_insts(s)[out[i]].def == def)
                out[n++] = out[i];
        }
    }
    return n;
}

/* The first card of each definition among the selector's cards, then ranked. */
static int kinds_of(struct kengine *e, ref sel, struct kctx *x, uint16_t *out)
{
    uint64_t room[FEW_WORDS], *set = set_room(e, room), borrow = 0;
    int n = 0;

    if (e->err.code || k_spend(e, 1))
        return 0;
    if (set) {
        sel_set(e, sel, x, set);
        for (unsigned w = 0; w < e->s->words; w++)
            set[w] = first_of_each(e->plan->cast, set[w], w, &borrow);
        n = set_cards(set, e->s->words, out);
    }
    set_unroom(e, room, set);
    return rank(e, e->d->sels + sel, x, out, n);
}

/* As k_count, but selects the cards and counts the list. */
APART static int count_listed(struct kengine *e, ref sel, struct kctx *x)
{
    bool kinds = e->plan->sel[sel] & SEL_KINDS && as_dealt(e->s) && e->asker == NO_SEAT;
    uint16_t *list = k_list(e);
    int n = !list ? 0 : kinds ? kinds_of(e, sel, x, list) : k_select(e, sel, x, list);

    k_unlist(e, list);
    return n;
}

int k_count(struct kengine *e, ref sel, struct kctx *x)
{
    e->left -= SET_WORK;
    return !SLOW(e, SETS) && e->plan->quick[sel].counts ? sel_count(e, sel, x)
                                                        : count_listed(e, sel, x);
}
