/* depth.c: how deeply formulas, selectors and sets of seats are nested. Code that walks them
 * needs as much C stack. Each is made after its parts, so walking them in order needs no depth
 * here. */
#include "load/parts.h"

struct depths {
    struct loader *ld;
    struct kparts parts;
    uint16_t *known[3]; /* by enum part_is; 0: not known yet */
    unsigned deepest;   /* of the parts visited */
};

static bool part_depth(void *ctx, enum part_is is, ref r, bool each)
{
    struct depths *t = ctx;
    uint16_t *known = t->known[is] + r;
    unsigned before = t->deepest;
    (void)each;
    if (!*known) {
        t->deepest = 0;
        k_any_part(&t->parts, is, r, part_depth, t);
        if (t->deepest >= CAP_DEPTH)
            load_too_large(t->ld, "formulas within each other", CAP_DEPTH);
        *known = (uint16_t)(t->deepest + 1);
    }
    t->deepest = *known > before ? *known : before;
    return false;
}

void depth_check(struct loader *ld)
{
    const uint32_t n[] = {ld->exprs.n, ld->sels.n, ld->seats.n};
    struct depths t = {.ld = ld, .parts = parts_so_far(ld)};
    for (int is = IS_EXPR; is <= IS_SEATS; is++)
        t.known[is] = arena_alloc(ld->mem, (n[is] + 1) * sizeof *t.known[is]);
    for (int is = IS_EXPR; is <= IS_SEATS; is++)
        for (uint32_t i = 0; i < n[is]; i++)
            part_depth(&t, (enum part_is)is, (ref)i, false);
    ld->def->k.deep = t.known[IS_EXPR];
}
