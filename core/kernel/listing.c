/* listing.c - the choices of one action: its slots are bound in order, each in every way.
 *
 * card, helper, target (selectors), then seat and number. The `if` holds for each
 * combination; its parts are asked as early as the loader found that nobody can notice
 * (load/listing.c). What is bound to a back may not be looked at (hidden.c).
 */
#include "kernel/internal.h"

/* An action whose choices are being listed. */
struct listing {
    struct kengine *e;
    const struct kaction *a;
    int seat;
    uint32_t backs; /* slots bound to a card that the seat does not see */
    struct kctx x;
    struct kchoice c;
    uint16_t *list[3]; /* the cards for card, helper and target */
    int n[3];          /* -1: not looked for yet */
};

static bool parts_hold(struct listing *l, enum when w)
{
    const struct kaction *a = l->a;

    for (int i = w ? a->part_end[w - 1] : 0; i < a->part_end[w]; i++)
        if (!k_eval(l->e, l->e->d->parts[a->parts + i], &l->x))
            return false;
    return true;
}

/* The parts of the `if` that can be asked now that slot `w` is bound. */
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
    for (int64_t v = lo; v <= hi; v++) {
        l->c.number = (int32_t)v;
        if (a->from != REF_NONE)
            l->x.number = (int32_t)v;
        if (allowed(l, WHEN_ALL) && !add_option(l->e, &l->c))
            return -1;
    }
    return l->e->err.code ? -1 : 0;
}

static int last_slots(struct listing *l)
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

/* The cards of a slot. Those of a selector that names no slot before are looked for once. */
static int find_cards(struct listing *l, int i, ref sel)
{
    if (l->n[i] >= 0 && l->a->fixed & BIT(SLOT_CARD + i))
        return 0;
    if (l->backs && select_looks(l->e, sel, l->backs))
        return k_fail(l->e, K_E_HIDDEN, l->e->d->sels[sel].src_pos, l->seat, 0);
    l->n[i] = slot_cards(l->e, l->seat, sel, &l->x, l->list[i]);
    return l->n[i] < 0 ? -1 : 0;
}

/* Fills slot by slot: card, helper, target, then seat and number. */
static int fill_slots(struct listing *l, int i)
{
    const ref sel[] = {l->a->card, l->a->helper, l->a->target};
    uint16_t *const field[] = {&l->c.card, &l->c.helper, &l->c.target};

    while (i < 3 && sel[i] == REF_NONE)
        i++;
    if (i == 3)
        return l->a->seat == REF_NONE && l->a->from == REF_NONE && !l->backs ? as_it_stands(l)
                                                                             : last_slots(l);
    uint32_t bit = BIT(SLOT_CARD + i), backs = l->backs;
    uint16_t outer = l->x.card[SLOT_CARD + i];
    int rc = find_cards(l, i, sel[i]);
    for (int k = 0; k < l->n[i] && !rc; k++) {
        uint16_t c = l->list[i][k];
        l->x.card[SLOT_CARD + i] = *field[i] = c;
        if (l->a->named_slots & bit)
            l->backs = backs | (k_sees(l->e, l->e->s, l->seat, c) ? 0 : bit);
        if (allowed(l, (enum when)(WHEN_CARD + i)))
            rc = fill_slots(l, i + 1);
    }
    l->backs = backs;
    l->x.card[SLOT_CARD + i] = outer;
    *field[i] = NO_CARD;
    return rc;
}

/* Each slot has its list; they are given back together. */
static int list_slots(struct listing *l)
{
    const ref sel[] = {l->a->card, l->a->helper, l->a->target};
    uint16_t *first = NULL;
    int rc = 0;

    for (int i = 0; i < 3 && !rc; i++) {
        l->n[i] = -1;
        if (sel[i] == REF_NONE)
            continue;
        l->list[i] = k_list(l->e);
        first = first ? first : l->list[i];
        rc = l->list[i] ? 0 : -1;
    }
    if (!rc)
        rc = fill_slots(l, 0);
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
    int n = list ? slot_cards(e, seat, sel, x, list) : -1;

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
                       : one_of_each(e, slot, NULL, out + n);
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

/* Has `you`r part of the selector's zones no card of its face and definitions? Not said of zones in
 * which he does not see all. */
static bool finds_none(struct kengine *e, ref sel, unsigned you)
{
    const struct kselect *q = &e->d->sels[sel];
    uint32_t id = e->plan->settled[sel].set;
    const uint64_t *set = id == NO_SET ? NULL : cast_set(e, id), *down = k_down(e->s);
    uint64_t any = 0;

    for (int i = 0; i < q->nzones; i++) {
        unsigned slot = k_slot_of(e->s, e->d, q->zone[i], you);
        if (slot == REF_NONE || !k_slots(e->s)[slot].count)
            continue;
        if (backs_behind(e, slot))
            return false;
        const uint64_t *held = k_held(e->s, slot);
        for (unsigned w = 0; w < e->s->words; w++)
            any |= held[w] & (set ? set[w] : ~(uint64_t)0) &
                   (q->face == FACE_ANY    ? ~(uint64_t)0
                    : q->face == FACE_DOWN ? down[w]
                                           : ~down[w]);
    }
    return !any;
}

/* Is there a slot that no card can be bound to, whatever the others are bound to? */
APART static bool slot_is_empty(struct kengine *e, const struct kaction *a, unsigned you)
{
    const ref sel[] = {a->card, a->helper, a->target};

    for (int i = 0; i < 3; i++)
        if (sel[i] != REF_NONE && (e->plan->sel[sel[i]] & SEL_MINE) &&
            finds_none(e, sel[i], you))
            return true;
    return false;
}

int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    struct kchoice c = k_no_choice;
    struct listing l;

    c.action = (uint16_t)action;
    if (e->listing && e->asker != NO_SEAT && !only_card(&e->d->actions[action]) &&
        slot_is_empty(e, &e->d->actions[action], (unsigned)seat))
        return 0;
    l.x = *x;
    l.x.you = (uint8_t)seat; /* slots of a choice around this one stay bound */
    l.x.card[SLOT_IT] = NO_CARD;
    l.c = c;
    l.a = &e->d->actions[action];
    if (only_card(l.a))
        return list_one_card(e, seat, l.a->card, &l.x, &l.c);
    l.e = e;
    l.seat = seat;
    l.backs = 0;
    return allowed(&l, WHEN_FIRST) ? list_slots(&l) : e->err.code ? -1 : 0;
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

    c.action = ACT_CARD;
    return list_one_card(e, seat, sel, x, &c);
}
