/* hidden.c - does a choice look at a card that the asker cannot see?
 *
 * A slot (card, helper, target) may be bound to a back. Later slots, `number` and `if` may not ask
 * what that card is, or the list of choices would tell it. Formulas are searched only if a back is
 * bound. While a person's choices are listed, only cards that they see may be looked at
 * (k_may_look). */
#include "kernel/ask/ask.h"

bool k_may_look(struct kengine *e, unsigned c)
{
    if (may_look(e, c) || owed_instead(e, c, REF_NONE))
        return true;
    e->met_hidden = true;
    k_fail(e, K_E_HIDDEN, 0, e->asker, 0);
    return false;
}

/* The cards that are bound, a bit each. */
struct looking {
    struct kengine *e;
    uint32_t bound;
};

static bool part_looks(void *ctx, enum part_is is, ref r, bool each);

static bool parts_look(struct kengine *e, enum part_is is, ref r, uint32_t bound)
{
    const struct kdef *d = e->origin;
    const struct kparts p = {d->exprs, d->xargs, d->seats, d->sels, d->selrefs, d->tests};
    struct looking l = {e, bound};

    return k_any_part(&p, is, r, part_looks, &l);
}

static bool part_looks(void *ctx, enum part_is is, ref r, bool each)
{
    const struct looking *l = ctx;

    (void)each;
    return is == IS_EXPR     ? expr_looks(l->e, r, l->bound)
           : is == IS_SELECT ? select_looks(l->e, r, l->bound)
                             : seats_look(l->e, r, l->bound);
}

bool seats_look(struct kengine *e, ref seats, uint32_t bound)
{
    const struct kseats *q = e->origin->seats + seats;

    if (seats != REF_NONE && q->op == SS_PARAM)
        return bound & PARAM_BIT(q->a);
    return parts_look(e, IS_SEATS, seats, bound);
}

static bool is_bound(struct kengine *e, ref expr, uint32_t bound)
{
    const struct kexpr *x = e->origin->exprs + expr;

    return expr != REF_NONE && x->op == X_BOUND && (bound & BIT(x->imm));
}

bool expr_looks(struct kengine *e, ref expr, uint32_t bound)
{
    const struct kexpr *x = e->origin->exprs + expr;

    if (expr == REF_NONE)
        return false;
    switch ((enum xop)x->op) {
    case X_PARAM: return bound & PARAM_BIT(x->imm);
    case X_CHOSEN: return bound & BOUND_SET;
    case X_CARDOWNER:
    case X_CARDZONE:
    case X_CARDAT:
    case X_OWNCTR:
    case X_CARDCTR: return !is_bound(e, x->a, bound) && expr_looks(e, x->a, bound);
    case X_TRAIT:
    case X_CARDDEF: return is_bound(e, x->a, bound) || expr_looks(e, x->a, bound);
    case X_OVERSETS: /* its set is another one */
        return select_looks(e, x->a, bound) ||
               parts_look(e, IS_EXPR, expr, bound & ~(uint32_t)BOUND_SET);
    case X_PURE:
        for (int i = 0; i < x->b; i++)
            if (is_bound(e, e->d->xargs[x->a + i], bound))
                return true;
        break;
    default: break;
    }
    return parts_look(e, IS_EXPR, expr, bound);
}

bool select_looks(struct kengine *e, ref sel, uint32_t bound)
{
    const struct kselect *q = e->origin->sels + sel;

    if (sel == REF_NONE)
        return false;
    return (q->src == SRC_BOUND && (q->bound & bound) && !q->hidden_ok) ||
           parts_look(e, IS_SELECT, sel, bound);
}
