/* depth.c: how deeply formulas, selectors and sets of seats are nested. Code that walks them
 * needs as much C stack. Each is made after its parts, so walking them in order needs no depth
 * here. */
#include "load/parts.h"

struct depths {
    struct loader *ld;
    struct kparts parts;
    uint16_t *known[3]; /* by enum part_is; 0: not known yet */
};

/* The deepest of the visited parts. */
struct below {
    const struct depths *t;
    unsigned deepest;
};

static unsigned depth_of(const struct depths *t, enum part_is is, ref r);

static bool part_depth(void *ctx, enum part_is is, ref r, bool each)
{
    struct below *b = ctx;
    unsigned d = depth_of(b->t, is, r);
    (void)each;
    b->deepest = d > b->deepest ? d : b->deepest;
    return false;
}

static unsigned depth_of(const struct depths *t, enum part_is is, ref r)
{
    uint16_t *known = t->known[is] + r;
    struct below b = {.t = t};
    if (*known)
        return *known;
    k_any_part(&t->parts, is, r, part_depth, &b);
    if (b.deepest >= CAP_DEPTH)
        load_too_large(t->ld, "formulas within each other", CAP_DEPTH);
    return *known = (uint16_t)(b.deepest + 1);
}

void depth_check(struct loader *ld)
{
    const uint32_t n[] = {ld->exprs.n, ld->sels.n, ld->seats.n};
    struct depths t = {.ld = ld, .parts = parts_so_far(ld)};
    for (int is = IS_EXPR; is <= IS_SEATS; is++)
        t.known[is] = arena_alloc(ld->mem, (n[is] + 1) * sizeof *t.known[is]);
    for (int is = IS_EXPR; is <= IS_SEATS; is++)
        for (uint32_t i = 0; i < n[is]; i++)
            depth_of(&t, (enum part_is)is, (ref)i);
    ld->def->k.deep = t.known[IS_EXPR];
}
