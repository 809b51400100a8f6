/* within.c - the parts of an expression, a selector or a set of seats, in the order in which they
 * are asked. */
#include "kernel/def.h"

struct telling {
    part_fn *fn;
    void *ctx;
};

static bool tell(const struct telling *t, enum part_is is, unsigned r, bool each)
{
    return (ref)r != REF_NONE && t->fn(t->ctx, is, (ref)r, each);
}

static bool tell_exprs(const struct telling *t, const ref *expr, int n, bool each)
{
    for (int i = 0; i < n; i++)
        if (tell(t, IS_EXPR, expr[i], each))
            return true;
    return false;
}

static bool of_expr(const struct kparts *p, const struct kexpr *x, const struct telling *t)
{
    const ref parts[] = {x->a, x->b, x->c};

    switch ((enum xop)x->op) {
    case X_CONST:
    case X_GAME:
    case X_BOUND:
    case X_OPTION:
    case X_PHASE:
    case X_PLAYERS:
    case X_PARAM:
    case X_ARG:
    case X_NUMBER:
    case X_CHOSEN:
    case X_DUE: return false;
    case X_SEATREF: return tell(t, IS_EXPR, x->a - 1u, false);
    case X_SEATSET:
    case X_SEATCOUNT: return tell(t, IS_SEATS, x->a, false);
    case X_OVERSEATS: return tell(t, IS_SEATS, x->a, false) || tell(t, IS_EXPR, x->b, false);
    case X_COUNT:
    case X_ONLY: return tell(t, IS_SELECT, x->a, false);
    case X_SUM:
    case X_MOSTOF:
    case X_LEASTOF: return tell(t, IS_SELECT, x->a, false) || tell(t, IS_EXPR, x->b, true);
    case X_OVERSETS:
        return tell(t, IS_SELECT, x->a, false) || tell_exprs(t, p->xargs + x->b, 4, false);
    case X_PURE: return tell_exprs(t, p->xargs + x->a, x->b, false);
    case X_PASSES: return tell(t, IS_EXPR, p->tests[x->imm].value, false);
    default: return tell_exprs(t, parts, 3, false);
    }
}

static bool of_seats(const struct kseats *q, const struct telling *t)
{
    switch ((enum seat_op)q->op) {
    case SS_LEFT:
    case SS_RIGHT:
        return tell(t, IS_EXPR, q->a - 1u, false) || tell(t, IS_SEATS, q->b - 1u, false);
    case SS_MOST:
    case SS_LEAST:
    case SS_WHERE: return tell(t, IS_EXPR, q->a, false) || tell(t, IS_SEATS, q->b - 1u, false);
    case SS_VALUE: return tell(t, IS_EXPR, q->a, false);
    case SS_OWNERS: return tell(t, IS_SELECT, q->a, false);
    default: return false;
    }
}

static bool of_select(const struct kparts *p, const struct kselect *q, const struct telling *t)
{
    const ref once[] = {q->value, q->first, q->last, q->random};
    const ref each[] = {q->where, q->most, q->least, q->each};

    if (tell(t, IS_SEATS, q->of, false) || tell(t, IS_SELECT, q->except, false) ||
        tell_exprs(t, once, 4, false) || tell_exprs(t, each, 4, true))
        return true;
    for (int i = 0; i < q->ntests; i++)
        if (tell(t, IS_EXPR, p->tests[q->tests + i].value, false))
            return true;
    for (int i = 0; i < q->nany; i++)
        if (tell(t, IS_SELECT, p->selrefs[q->any + i], false))
            return true;
    return false;
}

bool k_any_part(const struct kparts *p, enum part_is is, ref r, part_fn *fn, void *ctx)
{
    const struct telling t = {fn, ctx};

    return r == REF_NONE     ? false
           : is == IS_EXPR   ? of_expr(p, p->exprs + r, &t)
           : is == IS_SELECT ? of_select(p, p->sels + r, &t)
                             : of_seats(p->seats + r, &t);
}
