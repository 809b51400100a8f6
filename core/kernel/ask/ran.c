/* ran.c - counts what each rule costs (kengine.ran). Formulas are marked, so that k_eval comes
 * here. Nothing is slower while nothing is counted. */
#include "kernel/ask/ask.h"

/* Does the op count for its place? Of a loop each round; of a step with an `if` only the `if`. */
static bool is_counted(const struct kop *op)
{
    bool flow = op->op <= OP_LEAF && op->op != OP_ITER && op->op != OP_UNLESS;

    return !flow && !(op[-1].op == OP_UNLESS && op[-1].src == op->src);
}

void ran_op(struct kengine *e, unsigned pc)
{
    const struct kop *op = e->d->prog + pc;

    if (e->ran->op)
        e->ran->op[pc]++;
    k_ran_at(e, op->src ? op->src : e->ran->at, op->src && (!pc || is_counted(op)), 0);
}

void ran_effect(struct kengine *e, unsigned effect)
{
    const struct keffect *f = e->d->effects + effect;
    bool step = f->pc >= 0 && e->d->prog[f->pc].src == f->src; /* the step counts itself */

    if (e->ran->effect)
        e->ran->effect[effect]++;
    k_ran_at(e, f->src, !step, 0);
}

int64_t ran_expr(struct kengine *e, ref expr, struct kctx *c, unsigned cards)
{
    struct kexpr *x = (struct kexpr *)e->d->exprs + expr; /* of the plan, if marked */
    bool marked = x->op == X_RAN;
    uint32_t src = k_written(e->origin, expr), was = e->ran->at;

    k_ran_at(e, src, src != was, cards); /* the outermost formula of a text counts */
    e->left += marked;
    if (marked)
        x->op = x->marked;
    int64_t v = k_eval(e, expr, c);
    if (marked)
        x->op = X_RAN;
    k_ran_at(e, was, 0, 0);
    return v;
}

/* Does only k_eval read this op? Sets ask the parts of the others, and leaves cost little. */
static bool is_told(unsigned op)
{
    return op >= X_ADD && op != X_AND && op != X_OR && op != X_IF && op != X_BOUNDTRAIT &&
           op != X_DUE && op != X_CHOSEN && op != X_CARDZONE && op != X_CARDAT;
}

void ran_plan(const struct kengine *e, struct kplan *p)
{
    struct kexpr *x = (struct kexpr *)p->d.exprs;

    if (!e->ran || !e->ran->cost || !p->options) /* all games share the definition as written */
        return;
    for (unsigned i = 0; i < e->origin->nexprs; i++) /* without those that normal.c added */
        if (is_told(x[i].op)) {
            x[i].marked = x[i].op;
            x[i].op = X_RAN;
        }
    for (int i = 0; i < p->d.neffects; i++)
        p->given[i].nadds = 0;
    for (int i = 0; i < p->d.nchooses; i++) /* each question is listed, each body has a frame */
        p->choose[i] &= (uint8_t) ~(CHOOSE_QUICK | CHOOSE_ORDINARY);
    for (uint32_t i = 0; i < p->d.nprog; i++)
        p->body[i] = (int8_t)-p->body[i];
}
