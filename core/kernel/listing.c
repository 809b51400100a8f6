/* listing.c - the choices of one action: its slots are bound in order, each in every way.
 *
 * card, helper, target (selectors), then seat and number; the `if` is asked of each
 * combination. What is bound to a back may not be looked at (hidden.c).
 */
#include "kernel/internal.h"

/* The slots of the choice that hold cards which the asked seat does not see. */
static uint32_t backs_bound(struct kengine *e, int seat, const struct kchoice *c)
{
    const uint16_t card[3] = {c->card, c->helper, c->target};
    uint32_t slots = 0;

    for (int i = 0; i < 3; i++)
        if (card[i] != NO_CARD && !k_sees(e, e->s, seat, card[i]))
            slots |= BIT(SLOT_CARD + i);
    return slots;
}

static int last_slots(struct kengine *e, int seat, const struct kaction *a, struct kctx *x,
                      struct kchoice *c)
{
    uint32_t backs = backs_bound(e, seat, c);
    uint32_t seats = a->seat == REF_NONE ? 1 : k_seatset(e, a->seat, x);
    int64_t lo = 0, hi = 0;
    struct kctx own = *x;

    if (backs && (expr_looks(e, a->from, backs) || expr_looks(e, a->to, backs) ||
                  expr_looks(e, a->cond, backs)))
        return k_fail(e, K_E_HIDDEN, a->src, seat, 0);
    x = &own;

    for (int i = 0; i < e->s->nseats; i++) {
        if (!(seats & BIT(i)))
            continue;
        if (a->seat != REF_NONE)
            x->seat = c->seat = (uint8_t)i;
        if (a->from != REF_NONE) {
            lo = k_eval(e, a->from, x);
            hi = k_eval(e, a->to, x);
        }
        for (int64_t v = lo; v <= hi; v++) {
            c->number = (int32_t)v;
            if (a->from != REF_NONE)
                x->number = c->number;
            if (a->cond != REF_NONE && !k_eval(e, a->cond, x))
                continue;
            if (!add_option(e, c))
                return -1;
        }
        if (a->seat == REF_NONE)
            break;
    }
    return e->err.code ? -1 : 0;
}

/* Fills slot by slot: card, helper, target, then seat and number. */
static int fill_slots(struct kengine *e, int seat, const struct kaction *a, int slot, struct kctx *x,
                      struct kchoice *c)
{
    static const uint8_t at[3] = {SLOT_CARD, SLOT_HELPER, SLOT_TARGET};
    ref sel = slot == 0 ? a->card : slot == 1 ? a->helper : a->target;
    uint16_t *field = slot == 0 ? &c->card : slot == 1 ? &c->helper : &c->target;

    if (slot == 3)
        return last_slots(e, seat, a, x, c);
    if (sel == REF_NONE)
        return fill_slots(e, seat, a, slot + 1, x, c);
    uint32_t backs = slot ? backs_bound(e, seat, c) : 0;
    if (backs && select_looks(e, sel, backs))
        return k_fail(e, K_E_HIDDEN, e->d->sels[sel].src_pos, seat, 0);
    uint16_t *list = k_list(e), outer = x->card[at[slot]];
    int n = list ? slot_cards(e, seat, sel, x, list) : -1, rc = n < 0 ? -1 : 0;
    for (int i = 0; i < n && !rc; i++) {
        x->card[at[slot]] = *field = list[i];
        rc = fill_slots(e, seat, a, slot + 1, x, c);
    }
    x->card[at[slot]] = outer;
    *field = NO_CARD;
    k_unlist(e, list);
    return rc;
}

const struct kchoice k_no_choice = {ACT_NONE, NO_CARD, NO_CARD, NO_CARD, NO_SEAT, {0}, 0};

/* The common case: a card and nothing else, so that each card is a choice as it stands. */
bool only_card(const struct kaction *a)
{
    return a->card != REF_NONE && a->helper == REF_NONE && a->target == REF_NONE &&
           a->seat == REF_NONE && a->from == REF_NONE && a->cond == REF_NONE;
}

static int list_one_card(struct kengine *e, int seat, ref sel, struct kctx *x, struct kchoice *c)
{
    uint16_t *list = k_list(e);
    int n = list ? slot_cards(e, seat, sel, x, list) : -1;

    if (n > 0 && e->optlen + (uint32_t)n > e->optcap && !options_grow(e, (uint32_t)n))
        n = -1;
    struct kchoice *to = e->optbuf + e->optlen;
    for (int i = 0; i < n; i++) {
        to[i] = *c;
        to[i].card = list[i];
    }
    e->optlen += n > 0 ? (uint32_t)n : 0;
    k_unlist(e, list);
    return n < 0 || e->err.code ? -1 : 0;
}

int list_action(struct kengine *e, int seat, unsigned action, const struct kctx *x)
{
    struct kctx own = *x;
    struct kchoice c = k_no_choice;

    own.you = (uint8_t)seat;    /* slots of a choice around this one stay bound */
    own.card[SLOT_IT] = NO_CARD;
    c.action = (uint16_t)action;
    if (only_card(&e->d->actions[action]))
        return list_one_card(e, seat, e->d->actions[action].card, &own, &c);
    return fill_slots(e, seat, &e->d->actions[action], 0, &own, &c);
}

/* The choices about a script's selector. */
int list_cards(struct kengine *e, int seat, ref sel, struct kctx *x)
{
    struct kchoice c = k_no_choice;

    c.action = ACT_CARD;
    return list_one_card(e, seat, sel, x, &c);
}
