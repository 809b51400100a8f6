/* chance.c - random results that the caller decides: ct_chance. */
#include "api/internal.h"

#include <stdlib.h>

/* Which of n outcomes. -1: the game fails. */
static int ask(ct_engine *e, int n, const int *weight)
{
    bool again = e->k.in_hook && k_hook(e->k.s)->nanswers;
    int i = e->chance(e->chance_ctx, again ? 0 : n, again ? NULL : weight);

    return again || i < 0 || i >= n ? -1 : i;
}

static int64_t draw(void *ctx, struct kengine *k, uint32_t n, const uint16_t *cards)
{
    (void)k;
    (void)cards;
    return n < 2 ? 0 : ask(ctx, (int)n, NULL);
}

/* How many of the cards each definition has, in order of first appearance. Writes the
 * definitions and numbers. */
static int kinds(struct kengine *k, const uint16_t *cards, int n, int *def, int *count)
{
    int found = 0;

    for (int i = 0; i < n; i++) {
        int d = k_insts(k->s)[cards[i]].def, j = 0;
        while (j < found && def[j] != d)
            j++;
        def[j] = d;
        count[j] = j < found ? count[j] + 1 : 1;
        found += j == found;
    }
    return found;
}

/* The card for each place: the first left of the definition that was said. */
static int shuffle(void *ctx, struct kengine *k, unsigned slot, uint16_t *cards, int n)
{
    int *def = malloc(2 * ((size_t)n + 1) * sizeof *def), *count = def ? def + n + 1 : NULL;
    int rc = def ? 1 : -1;

    (void)slot;
    for (int at = 0; at < n && rc > 0; at++) {
        int found = kinds(k, cards + at, n - at, def, count), from = at,
            pick = found < 2 ? 0 : ask(ctx, found, count);
        if (found < 2)
            break;
        rc = pick < 0 ? -1 : 1;
        while (rc > 0 && k_insts(k->s)[cards[from]].def != def[pick])
            from++;
        uint16_t card = cards[from];
        for (; from > at; from--)
            cards[from] = cards[from - 1];
        cards[at] = card;
    }
    free(def);
    return rc;
}

void ct_chance(ct_engine *e, ct_chance_fn fn, void *ctx)
{
    e->chance = fn;
    e->chance_ctx = ctx;
    e->luck = (struct kluck){e, shuffle, draw};
    e->k.luck = fn ? &e->luck : NULL;
}
