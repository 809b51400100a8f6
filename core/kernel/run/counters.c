/* counters.c - counters of the game, of seats and of cards: the steps `add` and `set`. */
#include "kernel/run/move.h"

/* Where a seat counter is in the block. NULL: the seat has none, so nothing happens. */
static inline int32_t *of_seat(struct kstate *s, const struct kdef *d, const struct kcounter *k,
                               unsigned seat)
{
    return seat < s->nseats && seat_has(s, k->per, k->kind, seat)
               ? k_seatctr(s) + seat * d->nseat + k->index
               : NULL;
}

static inline int check_value(struct kengine *e, const struct kcounter *k, int64_t *v)
{
    struct kstate *s = e->s;

    if (k->is == V_FLAG)
        *v = *v != 0;
    if (*v > INT32_MAX || *v <= INT32_MIN)
        return k_fail(e, K_E_RANGE, 0, 0, 0);
    if (k->is == V_CARD && *v >= 0 &&
        !zone_all_see(e, k_insts(s)[*v].slot, k_insts(s)[*v].face))
        return k_fail(e, K_E_COUNTER_CARD, 0, 0, (int32_t)*v);
    return 0;
}

static void tell_counter(struct kengine *e, unsigned id, int seat, int card, int32_t old,
                         int32_t v, bool add)
{
    const struct kcounter *k = &e->d->counters[id];
    struct kstate *s = e->s;
    struct kevent ev = k->per == PER_CARD ? k_event_of(e, TELL_COUNTER, (unsigned)card)
                                          : k_event(TELL_COUNTER);

    ev.id = (uint16_t)id;
    ev.seat = k->per == PER_GAME || k->per == PER_CARD || seat < 0 ? NO_SEAT : (uint8_t)seat;
    ev.number = k->is == V_CARD && v >= 0 ? k_insts(s)[v].def : v;
    ev.extra = k->is == V_CARD ? 0 : k_clamp((int64_t)v - old);
    ev.set = !add;
    k_emit(e, &ev, ev.card == NO_CARD ? 0 : know_seen_by(e, s, (unsigned)card));
}

/* Changes the counter at `at` of this seat or card (-1: none). 1; 0: masked for `whose`; -1 */
INLINE static inline int change(struct kengine *e, unsigned id, int32_t *at, int seat, int card,
                                int whose, int64_t value, bool add)
{
    const struct kcounter *k = &e->d->counters[id];

    if (add && k_rules(e->s)->nmask && k_masked(e, MASK_ADD, id, whose))
        return 0;
    int32_t old = *at;
    int64_t v = value, by = value;
    if (add && k->is == V_WORDS) { /* with those in `value`, or without its complement */
        v = value < 0 ? old & value : old | value;
        by = members((uint64_t)v) - members((uint64_t)old);
    } else if (add && __builtin_add_overflow(old, value, &v)) {
        v = INT64_MAX;
    }
    if (check_value(e, k, &v))
        return -1;
    if (card >= 0)
        card_mark(e, (unsigned)card, k->index, (int32_t)v);
    else
        *at = (int32_t)v;
    e->left -= TOLD_WORK;
    if (k_telling(e) && old != v)
        tell_counter(e, id, seat, card, old, (int32_t)v, add);
    if (!add || !may_wait_for(e, EV_ADD, id))
        return 1;
    return k_fire(e, EV_ADD, id, whose, card, by) < 0 ? -1 : 1;
}

/* ---- of a card ---- */

/* Can the card have counters where it lies? Only in a row or pile, or where everyone sees it. */
static inline bool is_countable(struct kengine *e, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;

    return k_slotinfo(e->s)[in->slot].ordered || zone_all_see(e, in->slot, in->face);
}

/* If a card is not countable `add` does nothing. `set` fails: nobody may tell such cards apart. */
static int not_countable(struct kengine *e, unsigned c, bool add)
{
    return add ? 0 : k_fail(e, K_E_COUNTER_SET, 0, 0, (int32_t)c);
}

/* Changes a counter of a countable card. */
INLINE static inline int of_card(struct kengine *e, unsigned id, unsigned c, int64_t value,
                                 bool add)
{
    const struct kcounter *k = &e->d->counters[id];
    const struct kinst *in = k_insts(e->s) + c;

    /* if only some cards have it, everyone must see what this card is */
    if (k->bits != REF_NONE && !zone_all_see(e, in->slot, in->face))
        return not_countable(e, c, add);
    return brings(e->d, k, in->def)
               ? change(e, id, k_cardctr(e->s) + c * e->d->ncardctr + k->index, -1, (int)c,
                        in->owner, value, add)
               : 0;
}

int k_mark(struct kengine *e, const struct kassign *a, int n, unsigned c, bool add)
{
    k_touch(e);
    if (!is_countable(e, c))
        return not_countable(e, c, add);
    for (const struct kassign *end = a + n; a < end; a++) {
        int64_t value = e->d->exprs[a->value].imm;
        if ((value || !add) && of_card(e, a->counter, c, value, add) < 0)
            return -1;
    }
    return 1;
}

/* All counters of these cards are at their start, so all get the same value. */
int k_mark_all(struct kengine *e, const struct kop *op, const uint16_t *card, int n)
{
    struct kstate *s = e->s;
    uint64_t *odd = READY(k_odd(s));
    unsigned step = e->d->ncardctr;

    for (const struct kassign *a = e->d->assigns + op->list, *end = a + op->n; a < end; a++) {
        const struct kcounter *k = e->d->counters + a->counter;
        int64_t start = e->plan->card_start[k->index], v = e->d->exprs[a->value].imm;
        int32_t *of = READY(k_cardctr(s) + k->index);
        uint64_t *marked = READY(k_marked(s, k->index));

        if (op->op == OP_ADD && !v)
            continue;
        e->left -= (int64_t)n * TOLD_WORK;
        v += op->op == OP_ADD ? start : 0;
        if (check_value(e, k, &v))
            return -1;
        for (const uint16_t *c = card, *last = card + n; c < last && v != start; c++) {
            of[*c * step] = (int32_t)v;
            marked[*c >> 6] |= 1ull << (*c & 63);
            odd[*c >> 6] |= 1ull << (*c & 63);
        }
    }
    return 0;
}

/* Changes a counter of a card that may not be countable. */
static inline int of_any_card(struct kengine *e, unsigned id, unsigned c, int64_t value,
                              bool add)
{
    k_touch(e);
    return is_countable(e, c) ? of_card(e, id, c, value, add) : not_countable(e, c, add);
}

/* ---- effects that only add ---- */

/* The value of an ADD_COUNT. */
static int64_t count_added(struct kengine *e, const struct kadd *a, const struct kctx *x)
{
    const struct kquick *p = e->plan->quick + a->sel;
    const uint64_t *all = cast_set(e, p->all);
    const uint64_t *set = a->set == NO_SET ? all : cast_set(e, a->set);
    unsigned slot = slot_of_seat(e->s, p->zone[0], x->you), this = x->card[BOUND_THIS];
    int n = 0;

    e->left -= SET_WORK;
    for (unsigned w = 0; w < e->s->words && slot != REF_NONE; w++) {
        uint64_t m = k_held(e->s, slot)[w] & all[w] & set[w];
        if (a->other && this >> 6 == w)
            m &= ~BIT64(this & 63);
        n += m ? members(m) : 0;
    }
    return (int64_t)n * a->times;
}

/* Adds v to a counter of the effect's card or owner. */
static inline int add_one(struct kengine *e, const struct kadd *a, int64_t v,
                          const struct kctx *x)
{
    unsigned c = x->card[BOUND_THIS];

    if (!v || v == K_ABSENT || (a->what == ADD_CARD && (c == NO_CARD || k_left_game(e->s, c))))
        return 0;
    if (a->what == ADD_CARD)
        return of_any_card(e, a->counter, c, v, true);
    int32_t *at = of_seat(e->s, e->d, e->d->counters + a->counter, x->you);
    return at ? change(e, a->counter, at, x->you, -1, x->you, v, true) : 0;
}

int adds_run(struct kengine *e, const struct kgiven *g, struct kctx *x)
{
    const struct kadd *a = e->plan->adds + g->adds, *end = a + g->nadds;
    int64_t value[MANY_VALUES];

    for (int i = 0; i < K_MAX_PARAMS && g->asked; i++)
        value[i] = x->param[i];
    e->left -= g->work;
    for (; a < end; a++) {
        if (a->what <= ADD_COUNT) { /* worked out before it adds, like a parameter of a call */
            int64_t v = a->what == ADD_COUNT && x->you < e->s->nseats ? count_added(e, a, x)
                                                                      : k_leaf(e, a->expr, x);
            value[a->value] = v;
            if (v > INT32_MAX || v < INT32_MIN)
                k_fail(e, K_E_RANGE, a->src, 0, 0);
        } else if (add_one(e, a, a->value == NO_VALUE ? a->times : value[a->value] * a->times,
                           x) < 0)
            return (int)blamed_on(e, a->src, -1);
        if (e->err.code || k_spend(e, 0))
            return (int)blamed_on(e, a->src, -1);
    }
    return 0;
}

/* ---- the steps ---- */

/* Changes a counter of each card, with the card as `it`. How many; -1 */
static int of_cards(struct kengine *e, const struct kassign *a, int64_t otherwise, bool add,
                    const struct kctx *x, const uint16_t *cards, int n)
{
    struct kctx own = *x;
    int changed = 0;

    for (int i = 0; i < n; i++) {
        own.card[BOUND_IT] = cards[i];
        int64_t v = number_of(e, a->value, &own, otherwise);
        int got = v || !add ? of_any_card(e, a->counter, cards[i], v, add) : 0;
        if (got < 0)
            return -1;
        changed += got;
    }
    return changed;
}

/* Changes a counter of each of these seats. How many; -1 */
static int of_seats(struct kengine *e, const struct kassign *a, int64_t otherwise, bool add,
                    uint32_t who, struct kctx *x)
{
    const struct kcounter *k = &e->d->counters[a->counter];
    int changed = 0;

    for (uint32_t m = who & (BIT(e->s->nseats) - 1); m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        int32_t *at = of_seat(e->s, e->d, k, (unsigned)seat);
        int64_t v = number_of(e, a->value, x, otherwise);
        int got = at && (v || !add) ? change(e, a->counter, at, seat, -1, seat, v, add) : 0;
        if (got < 0)
            return -1;
        changed += got;
    }
    return changed;
}

INLINE inline int k_assign(struct kengine *e, const struct kassign *a, int64_t otherwise,
                           bool add, uint32_t who, struct kctx *x, const uint16_t *cards, int n)
{
    const struct kcounter *k = &e->d->counters[a->counter];

    k_touch(e);
    if (k->per == PER_CARD)
        return of_cards(e, a, otherwise, add, x, cards, n);
    if (k->per != PER_GAME)
        return of_seats(e, a, otherwise, add, who, x);
    int64_t v = number_of(e, a->value, x, otherwise);
    int32_t *at = k_gamectr(e->s) + k->index;
    return v || !add ? change(e, a->counter, at, -1, -1, -1, v, add) : 0;
}

/* Notes the cards that a counter is about to tell of (know/owed.c), by its value or by whose it
 * is. */
RARE static void owed_by(struct kengine *e, const struct kop *op, const struct kassign *a,
                         struct kctx *x, const uint16_t *cards, int n)
{
    struct kctx own = *x;

    owed_for(e, OWED_SEATS, op->who, x, op->src);
    owed_for(e, OWED_CARDS, op->cards, x, op->src);
    if (a->value == REF_NONE || e->d->exprs[a->value].op == X_CONST)
        return;
    if (e->d->counters[a->counter].per != PER_CARD) {
        owed_for(e, OWED_VALUE, a->value, x, op->src);
        return;
    }
    for (int c = 0; c < n; c++) {
        own.card[BOUND_IT] = cards[c];
        owed_for(e, OWED_VALUE, a->value, &own, op->src);
    }
}

int op_counters(struct kengine *e, const struct kop *op, struct kctx *x, const uint16_t *cards,
                int n)
{
    const struct kassign *a = e->d->assigns + op->list, *end = a + op->n;
    uint32_t who = k_seats_of(e, op->who, x);

    for (const struct kassign *each = a; e->owed && each < end; each++)
        owed_by(e, op, each, x, cards, n);
    for (; a < end; a++) { /* if a parameter was not given: none */
        int none = e->d->counters[a->counter].is > V_FLAG ? -1 : 0;
        if (k_assign(e, a, none, op->op == OP_ADD, who, x, cards, n) < 0)
            return -1;
    }
    return e->err.code ? -1 : 0;
}
