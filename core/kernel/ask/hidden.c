/* hidden.c - does a choice look at a card that the asked seat cannot see?
 *
 * A slot (card, helper, target) may be bound to a back. What comes after it (later slots, `number`, `if`) may not ask
 * what that card is, or the list of choices would tell it. Formulas are walked only when a back is bound. Whatever is
 * worked out while a person's choices are listed may look only at cards that this person sees (k_may_look).
 */
#include "kernel/run/run.h"

RARE bool recalled(struct kengine *e, unsigned c)
{
    return e->recalls && k_knows(e, e->s, e->asker, c) != REF_NONE;
}

bool k_may_look(struct kengine *e, unsigned c)
{
    if (may_look(e, c) || owed_instead(e, c))
        return true;
    e->met_hidden = true;
    k_fail(e, K_E_HIDDEN, 0, e->asker, 0);
    return false;
}

bool seats_look(struct kengine *e, ref seats, uint32_t bound)
{
    const struct kseats *q = e->d->seats + seats;

    if (seats == REF_NONE)
        return false;
    switch ((enum seat_op)q->op) {
    case SS_LEFT:
    case SS_RIGHT:
        return (q->a && expr_looks(e, (ref)(q->a - 1), bound)) ||
               seats_look(e, (ref)(q->b - 1), bound);
    case SS_MOST:
    case SS_LEAST:
    case SS_WHERE: return expr_looks(e, q->a, bound) || seats_look(e, (ref)(q->b - 1), bound);
    case SS_VALUE: return expr_looks(e, q->a, bound);
    case SS_OWNERS: return select_looks(e, q->a, bound);
    case SS_PARAM: return bound & PARAM_BIT(q->a);
    default: return false;
    }
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
    case X_CONST:
    case X_GAME:
    case X_BOUND:
    case X_OPTION:
    case X_PHASE:
    case X_PLAYERS:
    case X_ARG:
    case X_NUMBER: return false;
    case X_PARAM: return bound & PARAM_BIT(x->imm);
    case X_CHOSEN: return bound & BOUND_SET;
    case X_CARDOWNER:
    case X_CARDZONE:
    case X_CARDAT:
    case X_OWNCTR:
    case X_CARDCTR: return !is_bound(e, x->a, bound) && expr_looks(e, x->a, bound);
    case X_TRAIT:
    case X_CARDDEF: return is_bound(e, x->a, bound) || expr_looks(e, x->a, bound);
    case X_SEATREF: return x->a && expr_looks(e, (ref)(x->a - 1), bound);
    case X_SEATCTR: return x->a != REF_NONE && expr_looks(e, x->a, bound);
    case X_SEATSET:
    case X_SEATCOUNT: return seats_look(e, x->a, bound);
    case X_COUNT:
    case X_ONLY: return select_looks(e, x->a, bound);
    case X_SUM:
    case X_MOSTOF:
    case X_LEASTOF: return select_looks(e, x->a, bound) || expr_looks(e, x->b, bound);
    case X_OVERSEATS: return seats_look(e, x->a, bound) || expr_looks(e, x->b, bound);
    case X_PURE:
        for (int i = 0; i < x->b; i++)
            if (is_bound(e, e->d->xargs[x->a + i], bound) ||
                expr_looks(e, e->d->xargs[x->a + i], bound))
                return true;
        return false;
    default:
        return expr_looks(e, x->a, bound) || expr_looks(e, x->b, bound) ||
               expr_looks(e, x->c, bound);
    }
}

bool select_looks(struct kengine *e, ref sel, uint32_t bound)
{
    const struct kselect *q = e->origin->sels + sel;

    if (sel == REF_NONE)
        return false;
    const ref part[] = {q->where, q->most, q->least, q->each, q->first, q->last, q->random};
    if (seats_look(e, q->of, bound) ||
        (q->src == SRC_VALUE && expr_looks(e, q->value, bound)) ||
        (q->except != REF_NONE && select_looks(e, q->except, bound)))
        return true;
    if (q->src == SRC_BOUND && (q->bound & bound) && !q->hidden_ok)
        return true;
    for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
        if (expr_looks(e, part[i], bound))
            return true;
    for (int i = 0; i < q->ntests; i++)
        if (expr_looks(e, e->origin->tests[q->tests + i].value, bound))
            return true;
    for (int i = 0; i < q->nany; i++)
        if (select_looks(e, e->d->selrefs[q->any + i], bound))
            return true;
    return false;
}
