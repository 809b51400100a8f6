/* pairreport.c - which cards gain together, the surest first. */
#include "cardreport.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>

/* The value in standard errors. */
static double sure(const struct estimate *e)
{
    return e->error > 0 ? fabs(e->mean) / e->error : 0;
}

static int by_sure(const void *a, const void *b)
{
    const struct card_pair *x = a, *y = b;
    double sx = sure(&x->worth.share), sy = sure(&y->worth.share);

    if (sx == sy) {
        sx = sure(&x->worth.score);
        sy = sure(&y->worth.score);
    }
    return sx > sy ? -1 : sx < sy ? 1 : x->a != y->a ? x->a - y->a : x->b - y->b;
}

struct card_pairs card_pairs_of(const struct card_tally *t, int kind)
{
    const struct pair_counts *k = &t->pairs[kind];
    struct card_pairs p = {.v = mem_alloc((pair_place(0, t->cards) + 1) * sizeof *p.v),
                           .shares = k->all.share != 0,
                           .scores = t->scored};

    for (int b = 1; k->both && b < t->cards; b++)
        for (int a = 0; a < b; a++) {
            struct pair_worth w = card_pair(k, a, b);
            if (w.known)
                p.v[p.n++] = (struct card_pair){a, b, &k->both[pair_place(a, b)], w};
        }
    if (p.n)
        qsort(p.v, (size_t)p.n, sizeof *p.v, by_sure);
    return p;
}
