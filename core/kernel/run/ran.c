/* ran.c - what each rule costs (kengine.ran). Formulas are marked, so that k_eval comes here; nothing else is slower
 * while nothing is counted.
 */
#include "kernel/run/run.h"

uint32_t k_ran_at(struct kengine *e, uint32_t src, unsigned times, unsigned cards)
{
    struct kran *r = e->ran;
    uint32_t was = r->at;

    if (!r->cost)
        return 0;
    r->cost[was].work += (uint64_t)(r->left - e->left);
    r->cost[src].times += times;
    r->cost[src].cards += cards;
    r->left = e->left;
    r->at = src;
    return was;
}

void ran_op(struct kengine *e, unsigned pc)
{
    if (e->ran->op)
        e->ran->op[pc]++;
    k_ran_at(e, e->d->prog[pc].src, 1, 0);
}

void ran_effect(struct kengine *e, unsigned effect)
{
    if (e->ran->effect)
        e->ran->effect[effect]++;
    k_ran_at(e, e->d->effects[effect].src, 1, 0);
}

int64_t ran_expr(struct kengine *e, ref expr, struct kctx *c, unsigned cards)
{
    struct kexpr *x = (struct kexpr *)e->d->exprs + expr; /* of the plan, if it is marked */
    bool marked = x->op == X_RAN;
    uint32_t was = k_ran_at(e, k_written(e->origin, expr), 1, cards);

    e->left += marked;
    if (marked)
        x->op = x->marked;
    int64_t v = k_eval(e, expr, c);
    if (marked)
        x->op = X_RAN;
    k_ran_at(e, was, 0, 0);
    return v;
}

/* Formulas whose cost is told: those that look at cards or seats, or run a script. */
static bool is_told(unsigned op)
{
    return op == X_COUNT || op == X_HAS || op == X_ONLY || op == X_PURE || op == X_OVERSEATS ||
           (op >= X_SUM && op <= X_HASLEAST);
}

void ran_plan(const struct kengine *e, struct kplan *p)
{
    struct kexpr *x = (struct kexpr *)p->d.exprs;

    if (!e->ran || !e->ran->cost || !p->options) /* the definition as written is everybody's */
        return;
    for (unsigned i = 0; i < p->d.nexprs; i++)
        if (is_told(x[i].op)) {
            x[i].marked = x[i].op;
            x[i].op = X_RAN;
        }
    for (int i = 0; i < p->d.neffects; i++)
        p->given[i].nadds = 0;
    for (int i = 0; i < p->d.nchooses; i++)
        p->choose[i] &= (uint8_t)~CHOOSE_QUICK;
}
