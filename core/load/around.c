/* around.c: does an expression use the `it` around it?
 *
 * A selector that asks each card binds `it` to that card (`where`, `most`, `least`,
 * `one_of_each`). In its other keys `it` is still the card outside. So such a key must not be
 * moved into a `where`.
 */
#include "load/parts.h"

static bool part_asks(void *ctx, enum part_is is, ref r, bool each)
{
    const struct kparts *p = ctx;
    if (each)
        return false;
    if (is == IS_EXPR && p->exprs[r].op == X_BOUND)
        return p->exprs[r].imm == BOUND_IT;
    if (is == IS_SELECT && p->sels[r].bound >> BOUND_IT & 1)
        return true;
    return k_any_part(p, is, r, part_asks, ctx);
}

bool asks_around(const struct loader *ld, ref expr)
{
    struct kparts p = parts_so_far(ld);
    return expr != REF_NONE && part_asks(&p, IS_EXPR, expr, false);
}
