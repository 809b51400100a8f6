/* listing.c - the choices of one action: its slots are bound in order, each in every way.
 *
 * card, helper, target (selectors), then seat and number. The `if` holds for each
 * combination; its parts are asked as early as the loader found that nobody can notice
 * (load/listing.c). What is bound to a back may not be looked at (hidden.c).
 */
#include "kernel/run/run.h"

/* An action whose choices are being listed. */
struct listing {
    struct kengine *e;
    const struct kaction *a;
    int seat;
    uint32_t backs; /* bit per enum bound: bound to a card that the seat does not see */
    struct kctx x;
    struct kchoice c;
    ref sel[3];        /* of card, helper and target */
    uint16_t *list[3]; /* the cards for them */
    int n[3];          /* -1: not looked for yet */
    int last;          /* the last of the three that has a selector, -1 */
    bool bare;         /* neither seat nor number nor `if` */
};

static bool parts_hold(struct listing *l, enum when w)
{
    const struct kaction *a = l->a;

    for (int i = w ? a->part_end[w - 1] : 0; i < a->part_end[w]; i++)
        if (!k_eval(l->e, l->e->d->parts[a->parts + i], &l->x))
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

static int last_parts(struct listing *l)
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

/* The common case: neither seat nor number. */
static int as_it_stands(struct listing *l)
{
    if (allowed(l, WHEN_ALL) && !add_option(l->e, &l->c))
        return -1;
    return l->e->err.code ? -1 : 0;
}

/* The cards for card, helper or target. If the selector names none of those before it, they
 * are looked for once. */
static int find_cards(struct listing *l, int i, ref sel)
{
    if (l->n[i] >= 0 && l->a->fixed & BIT(BOUND_CARD + i))
        return 0;
    if (l->backs && select_looks(l->e, sel, l->backs))
        return k_fail(l->e, K_E_HIDDEN, l->e->d->sels[sel].src_pos, l->seat, 0);
    l->n[i] = cards_offered(l->e, l->seat, sel, &l->x, l->list[i]);
    return l->n[i] < 0 ? -1 : 0;
}

static inline uint16_t *slot_field(struct kchoice *c, int i)
{
    return i == 0 ? &c->card : i == 1 ? &c->helper : &c->target;
}

/* Nothing is asked after the last slot: each of its cards is a choice. */
static int add_cards(struct listing *l, int i)
{
    struct klists *to = l->e->now;
    uint32_t n = (uint32_t)l->n[i];

    if (to->len + n > to->cap && !options_grow(l->e, n))
        return -1;
    for (uint32_t k = 0; k < n; k++) {
        to->buf[to->len + k] = l->c;
        *slot_field(to->buf + to->len + k, i) = l->list[i][k];
    }
    to->len += n;
    return l->e->err.code ? -1 : 0;
}

/* Binds card, helper, target one after the other, each card in turn; then seat and number. */
static int bind_parts(struct listing *l, int i)
{
    while (i < 3 && l->sel[i] == REF_NONE)
        i++;
    if (i == 3)
        return l->a->seat == REF_NONE && l->a->from == REF_NONE && !l->backs ? as_it_stands(l)
                                                                             : last_parts(l);
    uint32_t bit = BIT(BOUND_CARD + i), backs = l->backs;
    uint16_t outer = l->x.card[BOUND_CARD + i], *field = slot_field(&l->c, i);
    int rc = find_cards(l, i, l->sel[i]);
    if (!rc && l->bare && i == l->last)
        return add_cards(l, i);
    for (int k = 0; k < l->n[i] && !rc; k++) {
        uint16_t c = l->list[i][k];
        l->x.card[BOUND_CARD + i] = *field = c;
        if (l->a->asked_later & bit)
            l->backs = backs | (k_sees(l->e, l->e->s, l->seat, c) ? 0 : bit);
        if (allowed(l, (enum when)(WHEN_CARD + i)))
            rc = bind_parts(l, i + 1);
    }
    l->backs = backs;
    l->x.card[BOUND_CARD + i] = outer;
    *field = NO_CARD;
    return rc;
}

/* Lists the choices. Card, helper, target have a list each; the lists are given back
 * together. */
static int list_parts(struct listing *l)
{
    const struct kaction *a = l->a;
    uint16_t *first = NULL;
    int rc = 0;

    l->sel[0] = a->card;
    l->sel[1] = a->helper;
    l->sel[2] = a->target;
    l->last = -1;
    l->bare = a->seat == REF_NONE && a->from == REF_NONE && a->cond == REF_NONE;
    for (int i = 0; i < 3 && !rc; i++) {
        l->n[i] = -1;
        if (l->sel[i] == REF_NONE)
            continue;
        l->last = i;
        l->list[i] = k_list(l->e);
        first = first ? first : l->list[i];
        rc = l->list[i] ? 0 : -1;
    }
    if (!rc)
        rc = bind_parts(l, 0);
    k_unlist(l->e, first);
    return rc;
}

const struct kchoice k_no_choice = {ACT_NONE, NO_CARD, NO_CARD, NO_CARD, NO_SEAT, {0}, 0};

/* The common case: a card and nothing else, so that each card is a choice as it stands. */
bool only_card(const struct kaction *a)
{
    return a->card != REF_NONE && a->helper == REF_NONE && a->target == REF_NONE &&
           a->seat == REF_NONE && a->from == REF_NONE && a->cond == REF_NONE;
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

static int list_one_card(struct kengine *e, int seat, ref sel, struct kctx *x,
                         struct kchoice *c)
{
    int done = e->plan->sel[sel] & SEL_OWN ? list_zone(e, seat, sel, x->you, c) : 0;

    if (done)
        return done < 0 ? -1 : 0;
    struct klists *l = e->now;
    uint16_t *list = k_list(e);
    int n = list ? cards_offered(e, seat, sel, x, list) : -1;

    if (n > 0 && l->len + (uint32_t)n > l->cap && !options_grow(e, (uint32_t)n))
        n = -1;
    struct kchoice *to = l->buf + l->len;
    for (int i = 0; i < n; i++) {
        to[i] = *c;
        to[i].card = list[i];
    }
    l->len += n > 0 ? (uint32_t)n : 0;
    k_unlist(e, list);
    return n < 0 || e->err.code ? -1 : 0;
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

int list_own(struct kengine *e, int seat, unsigned action)
{
    struct kchoice c = k_no_choice;

    c.action = (uint16_t)action;
    return list_zone(e, seat, e->d->actions[action].card, seat, &c);
}

/* Is there no card at all for card, helper or target, whatever the others are? */
static bool lacks_a_card(struct kengine *e, const struct kaction *a, unsigned you)
{
    return (a->card != REF_NONE && quick_none(e, a->card, you)) ||
           (a->helper != REF_NONE && quick_none(e, a->helper, you)) ||
           (a->target != REF_NONE && quick_none(e, a->target, you));
}

/* The choices of an action of more than a card. */
APART static int list_more(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    struct listing l;

    l.e = e;
    l.a = &e->d->actions[action];
    l.seat = seat;
    l.backs = 0;
    l.c = k_no_choice;
    l.c.action = (uint16_t)action;
    l.x = *x;
    l.x.you = (uint8_t)seat; /* cards bound by a choice around this one stay bound */
    l.x.card[BOUND_IT] = NO_CARD;
    return allowed(&l, WHEN_FIRST) ? list_parts(&l) : e->err.code ? -1 : 0;
}

int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    const struct kaction *a = &e->d->actions[action];

    if (e->plain)
        return list_action_ref(e, seat, action, x);
    if (!only_card(a)) {
        bool none = e->listing && e->asker != NO_SEAT && lacks_a_card(e, a, (unsigned)seat);
        return none ? 0 : list_more(e, seat, action, x);
    }
    struct kchoice c = k_no_choice;
    struct kctx own = *x;
    c.action = (uint16_t)action;
    own.you = (uint8_t)seat;
    own.card[BOUND_IT] = NO_CARD;
    return list_one_card(e, seat, a->card, &own, &c);
}

int list_in_frame(struct kengine *e, int seat, unsigned action, const struct kframe *f)
{
    struct kctx x;

    context_of(f, &x);
    return list_action(e, seat, action, &x);
}

/* The choices about a script's selector. */
int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x)
{
    struct kchoice c = k_no_choice;

    if (e->plain)
        return list_cards_ref(e, seat, sel, x);
    c.action = ACT_CARD;
    return list_one_card(e, seat, sel, x, &c);
}
