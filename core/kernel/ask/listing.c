/* listing.c - the choices of one action: its slots are bound in order, each in every way.
 *
 * card, helper, target (selectors), then seat and number. The `if` holds for each
 * combination; its parts are asked as early as the loader found that nobody can notice
 * (load/listing.c). What is bound to a back may not be looked at (hidden.c).
 */
#include "kernel/run/run.h"

/* A seat's choices being listed, action by action. */
struct listing {
    struct kengine *e;
    const struct kaction *a;
    const struct kbinds *b;
    int seat;
    uint32_t backs; /* bit per enum bound: bound to a card that the seat does not see */
    struct kctx x;
    struct kchoice c;
    uint16_t *list[3]; /* the cards for what is bound first, second, third */
    uint32_t sets;     /* of cards that were listed before these choices */
    int n[3];          /* -1: not looked for yet */
    uint32_t sure;     /* parts of the `if`, a bit each, that hold whatever is bound */
    bool settled;      /* that is known */
};

/* Is it surely `want`, whatever is bound? */
static bool is_sure(struct listing *l, ref expr, bool want)
{
    const struct kexpr *x = l->e->d->exprs + expr;

    if (l->e->plan->free[expr])
        return (k_eval(l->e, expr, &l->x) != 0) == want;
    if (x->op == X_NOT)
        return is_sure(l, x->a, !want);
    if (x->op != X_AND && x->op != X_OR)
        return false;
    bool first = is_sure(l, x->a, want);
    return first == (want == (x->op == X_OR)) ? first : is_sure(l, x->b, want);
}

enum { SOME_CARDS = 3 }; /* for so many it pays to find out first what holds for all */

static void settle_parts(struct listing *l)
{
    for (uint32_t m = l->b->parts; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctz(m);
        l->sure |= is_sure(l, l->e->d->parts[l->a->parts + i], true) ? BIT(i) : 0;
    }
    l->settled = true;
}

static bool parts_hold(struct listing *l, enum when w)
{
    const struct kaction *a = l->a;
    uint64_t sure = l->sure;

    for (int i = w ? a->part_end[w - 1] : 0; i < a->part_end[w]; i++)
        if (!(i < 32 && sure >> i & 1) && !k_eval(l->e, l->e->d->parts[a->parts + i], &l->x))
            return false;
    return true;
}

/* Asks the parts of the `if` that can be asked once `w` is bound. */
static inline bool allowed(struct listing *l, enum when w)
{
    return l->a->cond == REF_NONE || parts_hold(l, w);
}

static int each_number(struct listing *l)
{
    const struct kaction *a = l->a;
    int64_t lo = 0, hi = 0;

    if (a->from != REF_NONE) {
        lo = k_eval(l->e, a->from, &l->x);
        hi = k_eval(l->e, a->to, &l->x);
        if (lo <= hi && (lo <= INT32_MIN || hi > INT32_MAX))
            return k_fail(l->e, K_E_RANGE, 0, 0, 0);
    }
    for (int64_t v = lo; v <= hi && !l->e->err.code && !k_spend(l->e, 1); v++) {
        l->c.number = (int32_t)v;
        if (a->from != REF_NONE)
            l->x.number = (int32_t)v;
        if (allowed(l, WHEN_ALL) && !add_option(l->e, &l->c))
            return -1;
    }
    return l->e->err.code ? -1 : 0;
}

static int seat_and_number(struct listing *l)
{
    const struct kaction *a = l->a;
    struct kengine *e = l->e;
    uint8_t seat = l->x.seat;
    int32_t number = l->x.number;
    int rc = 0;

    if (l->backs && (expr_looks(e, a->from, l->backs) || expr_looks(e, a->to, l->backs) ||
                     expr_looks(e, a->cond, l->backs)))
        return k_fail(e, K_E_HIDDEN, a->src, l->seat, 0);
    if (a->seat == REF_NONE) {
        rc = each_number(l);
        l->x.number = number;
        return rc;
    }
    uint32_t seats = k_seatset(e, a->seat, &l->x);
    for (int i = 0; i < e->s->nseats && !rc; i++) {
        l->x.seat = l->c.seat = (uint8_t)i;
        if (seats & BIT(i) && allowed(l, WHEN_SEAT))
            rc = each_number(l);
        l->x.number = number;
    }
    l->x.seat = seat;
    return rc;
}

/* The choices with the set that is tried: if there is one, the set is kept. */
static int offer_set(void *ctx)
{
    struct listing *l = ctx;
    uint32_t had = l->e->now->len;

    if (!allowed(l, WHEN_SET))
        return l->e->err.code ? -1 : 0;
    if (!tried_put(l->e, &l->c) || seat_and_number(l))
        return -1;
    return l->e->now->len > had ? tried_keep(l->e, l->a, l->sets) : 0;
}

/* What comes after the single cards: a set of cards, seat, number. */
static int last_parts(struct listing *l)
{
    if (l->a->cards == REF_NONE)
        return seat_and_number(l);
    if (l->backs && select_looks(l->e, l->a->cards, l->backs))
        return k_fail(l->e, K_E_HIDDEN, l->e->d->sels[l->a->cards].src_pos, l->seat, 0);
    int rc = each_set(l->e, l->seat, l->a, &l->x, offer_set, l);
    l->c.nset = 0;
    l->c.set = 0;
    return rc;
}

/* The common case: neither seat nor number. */
static int as_it_stands(struct listing *l)
{
    if (allowed(l, WHEN_ALL) && !add_option(l->e, &l->c))
        return -1;
    return l->e->err.code ? -1 : 0;
}

static inline uint16_t *slot_field(struct kchoice *c, int i)
{
    return &c->card + i;
}

/* The cards for the k-th slot. If its selector names none of those before it, they are looked for once. */
static inline int find_cards(struct listing *l, int k)
{
    struct kengine *e = l->e;
    const struct kbinds *b = l->b;

    if (l->n[k] >= 0 && (b->fixed >> k & 1))
        return 0;
    if (l->backs && select_looks(e, b->sel[k], l->backs))
        return k_fail(e, K_E_HIDDEN, e->d->sels[b->sel[k]].src_pos, l->seat, 0);
    if (!l->list[k] && !(l->list[k] = k_list(e)))
        return -1;
    l->n[k] = cards_offered(e, l->seat, b->sel[k], &l->x, l->list[k]);
    return l->n[k] < 0 ? -1 : 0;
}

/* Nothing is asked after the last slot: each of its cards is a choice. */
static int add_cards(struct listing *l, int k)
{
    struct klists *to = l->e->now;
    uint32_t n = (uint32_t)l->n[k];

    if (!n || (to->len + n > to->cap && !options_grow(l->e, n)))
        return l->e->err.code ? -1 : 0;
    struct kchoice *c = to->buf + to->len;
    const uint16_t *card = l->list[k], *end = card + n;
    for (; card < end; card++, c++) {
        *c = l->c;
        *slot_field(c, l->b->slot[k]) = *card;
    }
    to->len += n;
    return l->e->err.code ? -1 : 0;
}

/* Binds card, helper, target, as many as there are, one after the other, each card in turn; then seat
 * and number. */
static int bind_parts(struct listing *l, int k)
{
    const struct kbinds *b = l->b;

    if (k == b->n)
        return b->ends && !l->backs ? as_it_stands(l) : last_parts(l);
    if (find_cards(l, k))
        return -1;
    if (b->bare && k + 1 == b->n)
        return add_cards(l, k);
    if (b->parts && !l->settled && l->n[k] >= SOME_CARDS)
        settle_parts(l);
    int i = b->slot[k], rc = 0;
    uint32_t bit = BIT(BOUND_CARD + i), backs = l->backs;
    uint16_t outer = l->x.card[BOUND_CARD + i], *field = slot_field(&l->c, i);
    for (int j = 0; j < l->n[k] && !rc; j++) {
        uint16_t c = l->list[k][j];
        l->x.card[BOUND_CARD + i] = *field = c;
        if (l->a->asked_later & bit)
            l->backs = backs | (k_sees(l->e, l->e->s, l->seat, c) ? 0 : bit);
        if (allowed(l, (enum when)(WHEN_CARD + i)))
            rc = bind_parts(l, k + 1);
    }
    if (!rc) /* an `if` that refuses all of them lists nothing that would find out */
        rc = k_spend(l->e, 0);
    l->backs = backs;
    l->x.card[BOUND_CARD + i] = outer;
    *field = NO_CARD;
    return rc;
}

const struct kchoice k_no_choice = {ACT_NONE, NO_CARD, NO_CARD, NO_CARD, NO_SEAT, 0, 0, 0};

/* The common case: a card and nothing else, so that each card is a choice as it stands. */
bool only_card(const struct kaction *a)
{
    return a->card != REF_NONE && a->helper == REF_NONE && a->target == REF_NONE &&
           a->cards == REF_NONE && a->seat == REF_NONE && a->from == REF_NONE &&
           a->cond == REF_NONE;
}

/* Zones as they are, where only one has cards. 1: done, 0: not this way, -1 */
static int list_zone(struct kengine *e, int seat, ref sel, int you, const struct kchoice *c)
{
    const struct kselect *q = &e->d->sels[sel];
    unsigned found = REF_NONE;

    for (int i = 0; i < q->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, q->zone[i], (unsigned)you);
        if (slot == REF_NONE || !k_slots(e->s)[slot].count)
            continue;
        if (found != REF_NONE)
            return 0;
        found = slot;
    }
    return found == REF_NONE ? 1 : own_choices(e, seat, found, c);
}

int count_own(struct kengine *e, int seat, unsigned action, uint16_t *out)
{
    const struct kselect *q = &e->d->sels[e->d->actions[action].card];
    int n = 0;

    for (int i = 0; i < q->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, q->zone[i], (unsigned)seat);
        if (slot == REF_NONE || !k_slots(e->s)[slot].count)
            continue;
        int more = n + k_slots(e->s)[slot].count > FEW_CARDS
                       ? -1
                       : distinct_cards(e, k_held(e->s, slot), out + n);
        if (more < 0)
            return -1;
        n += more;
    }
    return n;
}

/* The choices of one action. */
static int list_one(struct listing *l, unsigned action)
{
    struct kengine *e = l->e;
    const struct kbinds *b = e->plan->binds + action;

    l->c = k_no_choice;
    l->c.action = (uint16_t)action;
    if (b->own) {
        int done = list_zone(e, l->seat, b->sel[0], l->seat, &l->c);
        if (done)
            return done < 0 ? -1 : 0;
    }
    l->a = e->d->actions + action;
    l->b = b;
    l->n[0] = l->n[1] = l->n[2] = -1;
    l->sure = 0;
    l->settled = false;
    l->sets = e->now->nsets;
    return allowed(l, WHEN_FIRST) ? bind_parts(l, 0) : e->err.code ? -1 : 0;
}

static inline void listing_begin(struct listing *l, struct kengine *e, int seat)
{
    l->e = e;
    l->seat = seat;
    l->backs = 0;
    l->list[0] = l->list[1] = l->list[2] = NULL;
    l->x.you = (uint8_t)seat; /* cards bound by a choice around this one stay bound */
    l->x.card[BOUND_IT] = NO_CARD;
}

/* Its lists are given back together. */
static inline void listing_end(struct listing *l)
{
    uint16_t *first = NULL;

    for (int k = 0; k < 3; k++)
        first = l->list[k] && (!first || l->list[k] < first) ? l->list[k] : first;
    k_unlist(l->e, first);
}

/* The choices of n actions, which need such cards (kplan.lacks), in the context l.x. Those that lack one are
 * passed over. */
static int list_each(struct listing *l, struct kengine *e, int seat, const ref *action, int n,
                     uint64_t needs)
{
    bool asks = e->listing && e->asker != NO_SEAT;
    uint64_t lacking = asks && needs ? sel_lacking(e, needs, (unsigned)seat) : 0;
    int rc = 0;

    listing_begin(l, e, seat);
    for (int i = 0; i < n && !rc; i++)
        if (!(e->plan->binds[action[i]].needs & lacking) && (rc = list_one(l, action[i])))
            e->err.action = (uint16_t)(action[i] + 1);
    listing_end(l);
    return rc;
}

int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    struct listing l;

    if (e->plain)
        return list_action_ref(e, seat, action, x);
    l.x = *x;
    return list_each(&l, e, seat, &(ref){(ref)action}, 1, e->plan->binds[action].needs);
}

int list_actions(struct kengine *e, int seat, const struct kframe *f)
{
    const struct kchoose *ch = e->d->chooses + f->choose.id;
    const ref *action = e->d->acts + ch->actions;
    int n = ch->nactions;
    const struct kbinds *b = e->plan->binds + action[0];
    struct listing l;
    int rc = 0;

    if (!e->plain && n == 1 && b->own) { /* it needs no context */
        l.c = k_no_choice;
        l.c.action = action[0];
        rc = list_zone(e, seat, b->sel[0], seat, &l.c);
        if (rc)
            return rc < 0 ? -1 : 0;
    }
    context_of(f, &l.x);
    if (!e->plain)
        return list_each(&l, e, seat, action, n, e->plan->needs[f->choose.id]);
    for (int i = 0; i < n && !rc; i++)
        rc = list_action_ref(e, seat, action[i], &l.x);
    return rc;
}

/* The choices about a script's selector. */
int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x)
{
    const struct kbinds b = {.sel = {sel}, .n = 1, .bare = true};
    struct listing l;

    if (e->plain)
        return list_cards_ref(e, seat, sel, x);
    l.x = *x;
    listing_begin(&l, e, seat);
    l.x = *x;
    l.c = k_no_choice;
    l.c.action = ACT_CARD;
    l.b = &b;
    l.n[0] = -1;
    int done = e->plan->sel[sel] & SEL_OWN ? list_zone(e, seat, sel, x->you, &l.c) : 0;
    int rc = done ? (done < 0 ? -1 : 0) : bind_parts(&l, 0);
    listing_end(&l);
    return rc;
}
