/* proofs.c: which choices may prove something about hidden cards (kernel/know/prove.c)?
 *
 * Only if some choice or `tell` does, games keep room for facts. The kernel looks at counts and
 * offers of certain cards in zones that some seat does not see. So does this.
 */
#include "load/parts.h"

/* Does it ask for cards in a zone that some seat does not see? */
static bool of_hidden(const struct loader *ld, ref sel)
{
    bool hidden = false;
    for (int i = 0, z; (z = zone_in(ld, sel, i)) >= 0; i++)
        hidden |= ld->zones.v[z].up != SIGHT_ALL || ld->zones.v[z].down != SIGHT_ALL;
    return hidden && !ld->sels.v[sel].hidden_ok;
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
