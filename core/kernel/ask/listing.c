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
        l->c.number = 0;
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
    l->c.seat = NO_SEAT;
    l->c.number = 0;
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

/* The cards for the k-th slot. If its selector names none of those before it, they are looked for once. */
static inline int find_cards(struct listing *l, int k)
{
    struct kengine *e = l->e;
    const struct kbinds *b = l->b;

    if (l->n[k] >= 0 && (b->fixed >> k & 1))
        return l->n[k];
    if (l->backs && select_looks(e, b->sel[k], l->backs))
        return k_fail(e, K_E_HIDDEN, e->d->sels[b->sel[k]].src_pos, l->seat, 0);
    if (!l->list[k] && !(l->list[k] = k_list(e)))
        return -1;
    return l->n[k] = cards_offered(e, l->seat, b->sel[k], &l->x, l->list[k]);
}

/* Nothing is asked after the last slot: each of its n cards is a choice. */
static inline int add_cards(struct listing *l, int k, int n)
{
    struct klists *to = l->e->now;

    if (!n)
        return 0;
    if (to->len + (uint32_t)n > to->cap && !options_grow(l->e, (uint32_t)n))
        return -1;
    struct kchoice *c = to->buf + to->len;
    const uint16_t *card = l->list[k], *end = card + n;
    size_t field = l->b->slot[k];
    for (to->len += (uint32_t)n; card < end; card++, c++) {
        *c = l->c;
        (&c->card)[field] = *card;
    }
    return 0;
}

/* Binds card, helper, target, as many as there are, one after the other, each card in turn; then seat
 * and number. */
static int bind_parts(struct listing *l, int k)
{
    const struct kbinds *b = l->b;

    if (k == b->n)
        return b->ends && !l->backs ? as_it_stands(l) : last_parts(l);
    int n = find_cards(l, k), i = b->slot[k], rc = 0;
    if (n <= 0 || l->e->err.code)
        return n < 0 || l->e->err.code ? -1 : 0;
    if (b->bare && k + 1 == b->n)
        return add_cards(l, k, n);
    if (b->parts && !l->settled && n >= SOME_CARDS)
        settle_parts(l);
    uint32_t bit = BIT(BOUND_CARD + i), backs = l->backs;
    uint16_t *bound = &l->x.card[BOUND_CARD + i], outer = *bound, *field = &l->c.card + i;
    for (int j = 0; j < n && !rc; j++) {
        *bound = *field = l->list[k][j];
        if (l->a->asked_later & bit)
            l->backs = backs | (card_seen(l->e, l->e->s, l->seat, *bound) ? 0 : bit);
        if (allowed(l, (enum when)(WHEN_CARD + i)))
            rc = bind_parts(l, k + 1);
    }
    if (!rc) /* an `if` that refuses all of them lists nothing that would find out */
        rc = k_spend(l->e, 0);
    l->backs = backs;
    *bound = outer;
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

/* The choices of one action. */
static inline int list_one(struct listing *l, unsigned action)
{
    const struct kbinds *b = l->e->plan->binds + action;

    l->c.action = (uint16_t)action;
    l->b = b;
    l->n[0] = -1;
    if (b->bare && b->n == 1) {
        int n = find_cards(l, 0);
        return n < 0 || l->e->err.code ? -1 : add_cards(l, 0, n);
    }
    l->a = l->e->d->actions + action;
    l->n[1] = l->n[2] = -1;
    l->sure = 0;
    l->settled = false;
    l->sets = l->e->now->nsets;
    return allowed(l, WHEN_FIRST) ? bind_parts(l, 0) : l->e->err.code ? -1 : 0;
}

static inline void listing_begin(struct listing *l, struct kengine *e, int seat)
{
    l->e = e;
    l->seat = seat;
    l->backs = 0;
    l->c = k_no_choice;
    l->list[0] = l->list[1] = l->list[2] = NULL;
    l->x.card[BOUND_IT] = NO_CARD; /* cards bound by a choice around this one stay bound */
}

/* The choices of n actions, which need such cards (kplan.lacks), in the context l.x. Those that lack one are
 * passed over. */
INLINE static inline int list_each(struct listing *l, struct kengine *e, int seat,
                                   const ref *action, int n, uint64_t needs)
{
    bool asks = e->listing && e->asker != NO_SEAT;
    uint64_t lacking = asks && needs ? sel_lacking(e, needs, (unsigned)seat) : 0;
    const struct kbinds *binds = e->plan->binds;
    uint16_t *lists = e->tmp_next;
    int rc = 0;

    listing_begin(l, e, seat);
    l->x.you = (uint8_t)seat;
    for (const ref *end = action + n; action < end && !rc; action++)
        if (!(binds[*action].needs & lacking) && (list_one(l, *action) || e->err.code)) {
            rc = -1;
            e->err.action = (uint16_t)(*action + 1);
        }
    k_unlist(e, lists);
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
    struct listing l;
    int rc = 0;

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
    uint16_t *lists = e->tmp_next;
    l.x = *x;
    listing_begin(&l, e, seat);
    l.c.action = ACT_CARD;
    l.b = &b;
    l.n[0] = -1;
    int rc = bind_parts(&l, 0);
    k_unlist(e, lists);
    return rc;
}
