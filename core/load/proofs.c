/* proofs.c: which choices may prove what lies where not all see (kernel/know/prove.c); does any, or a `tell`?
 *
 * Only then a game keeps room for facts. It is found from what the kernel would look at: counts and offers of
 * cards of certain definitions in zones that not everybody sees.
 */
#include "load/parts.h"

/* Does it ask which cards lie in a zone that somebody does not see? */
static bool of_hidden(const struct loader *ld, ref sel)
{
    const struct kselect *q = sel == REF_NONE ? NULL : &ld->sels.v[sel];
    bool hidden = false;
    if (!q || q->src != SRC_ZONES || q->hidden_ok)
        return false;
    for (int i = 0; i < q->nzones; i++)
        hidden |= ld->zones.v[q->zone[i]].up != SIGHT_ALL ||
                  ld->zones.v[q->zone[i]].down != SIGHT_ALL;
    return hidden;
}

static bool cond_proves(const struct loader *ld, ref expr)
{
    if (expr == REF_NONE)
        return false;
    const struct kexpr *x = &ld->exprs.v[expr];
    switch ((enum xop)x->op) {
    case X_AND:
    case X_OR: return cond_proves(ld, x->a) || cond_proves(ld, x->b);
    case X_NOT: return cond_proves(ld, x->a);
    case X_IF: return cond_proves(ld, x->b) || cond_proves(ld, x->c);
    case X_COUNT: return of_hidden(ld, x->a);
    default: break;
    }
    return x->op >= X_EQ && x->op <= X_GE && ld->exprs.v[x->a].op == X_COUNT &&
           of_hidden(ld, ld->exprs.v[x->a].a);
}

bool proofs_find(struct loader *ld)
{
    bool any = ld->scripts_tell;
    for (uint32_t i = 0; i < ld->chooses.n; i++) {
        struct kchoose *c = &ld->chooses.v[i];
        for (int k = 0; k < c->nactions && !c->together; k++) {
            const struct kaction *a = &ld->actions.v[ld->acts.v[c->actions + k]];
            c->proves |= of_hidden(ld, a->card) || cond_proves(ld, a->cond);
        }
        any |= c->proves;
    }
    for (uint32_t i = 0; i < ld->prog.n; i++)
        any |= ld->prog.v[i].op == OP_TELL;
    return any;
}
