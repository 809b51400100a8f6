/* depth.c: how deep formulas, selectors and sets of seats lie within each other: whoever walks them goes as
 * deep on the C stack. Each is made after what it holds, so walking them in their order never goes deep here.
 */
#include "load/parts.h"

struct depths {
    struct loader *ld;
    uint16_t *expr, *sel, *seats; /* 0: not known yet */
};

static unsigned of_expr(const struct depths *t, unsigned r);
static unsigned of_seats(const struct depths *t, unsigned r);

static unsigned greater(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static uint16_t one_more(const struct depths *t, unsigned below)
{
    if (below >= CAP_DEPTH)
        load_too_large(t->ld, "formulas within each other", CAP_DEPTH);
    return (uint16_t)(below + 1);
}

static unsigned of_sel(const struct depths *t, unsigned r)
{
    const struct kselect *q = r == REF_NONE ? NULL : &t->ld->sels.v[r];
    unsigned d = 0;
    if (!q)
        return 0;
    const ref exprs[] = {q->value, q->where, q->most, q->least,
                         q->each,  q->first, q->last, q->random};
    if (t->sel[r])
        return t->sel[r];
    for (size_t i = 0; i < sizeof exprs / sizeof *exprs; i++)
        d = greater(d, of_expr(t, exprs[i]));
    for (int i = 0; i < q->ntests; i++)
        d = greater(d, of_expr(t, t->ld->tests.v[q->tests + i].value));
    for (int i = 0; i < q->nany; i++)
        d = greater(d, of_sel(t, t->ld->selrefs.v[q->any + i]));
    d = greater(greater(d, of_sel(t, q->except)), of_seats(t, q->of));
    return t->sel[r] = one_more(t, d);
}

static unsigned of_seats(const struct depths *t, unsigned r)
{
    const struct kseats *q = r == REF_NONE ? NULL : &t->ld->seats.v[r];
    unsigned d = 0;
    if (!q)
        return 0;
    if (t->seats[r])
        return t->seats[r];
    switch ((enum seat_op)q->op) {
    case SS_LEFT:
    case SS_RIGHT: d = q->a ? of_expr(t, q->a - 1u) : 0; break;
    case SS_VALUE:
    case SS_MOST:
    case SS_LEAST:
    case SS_WHERE: d = of_expr(t, q->a); break;
    case SS_OWNERS: d = of_sel(t, q->a); break;
    default: break;
    }
    return t->seats[r] = one_more(t, greater(d, q->b ? of_seats(t, q->b - 1u) : 0));
}

static unsigned of_args(const struct depths *t, const struct kexpr *x)
{
    unsigned d = 0;
    for (int i = 0; i < x->b; i++)
        d = greater(d, of_expr(t, t->ld->xargs.v[x->a + i]));
    return d;
}

/* What lies within an expression. */
static unsigned below(const struct depths *t, const struct kexpr *x)
{
    if (expr_is_leaf(x))
        return 0;
    switch ((enum xop)x->op) {
    case X_SEATREF: return x->a && x->a != REF_NONE ? of_expr(t, x->a - 1u) : 0;
    case X_SEATSET:
    case X_SEATCOUNT: return of_seats(t, x->a);
    case X_COUNT:
    case X_ONLY: return of_sel(t, x->a);
    case X_SUM:
    case X_MOSTOF:
    case X_LEASTOF: return greater(of_sel(t, x->a), of_expr(t, x->b));
    case X_OVERSEATS: return greater(of_seats(t, x->a), of_expr(t, x->b));
    case X_PURE: return of_args(t, x);
    default: return greater(greater(of_expr(t, x->a), of_expr(t, x->b)), of_expr(t, x->c));
    }
}

static unsigned of_expr(const struct depths *t, unsigned r)
{
    if (r == REF_NONE)
        return 0;
    if (!t->expr[r])
        t->expr[r] = one_more(t, below(t, &t->ld->exprs.v[r]));
    return t->expr[r];
}

void depth_check(struct loader *ld)
{
    struct depths t = {ld, arena_alloc(ld->mem, (ld->exprs.n + 1) * sizeof *t.expr),
                       arena_alloc(ld->mem, (ld->sels.n + 1) * sizeof *t.sel),
                       arena_alloc(ld->mem, (ld->seats.n + 1) * sizeof *t.seats)};
    for (uint32_t i = 0; i < ld->exprs.n; i++)
        of_expr(&t, i);
    for (uint32_t i = 0; i < ld->sels.n; i++)
        of_sel(&t, i);
    for (uint32_t i = 0; i < ld->seats.n; i++)
        of_seats(&t, i);
    ld->def->k.deep = t.expr;
}
