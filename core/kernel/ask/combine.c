/* combine.c - several cards as one choice: the sets of cards that an action offers.
 *
 * The selector's cards are grouped: cards that the seat cannot tell apart form a group. A set is
 * given by how many cards it takes from each group, so equal sets come once. Smaller sets come
 * first, then the order of their cards counts. */
#include "kernel/ask/ask.h"

#include <stdlib.h>

int chosen_cards(struct kengine *e, const struct kctx *x, const uint16_t **cards)
{
    if (!x->set)
        return 0;
    if (x->set == SET_TRIED) {
        *cards = e->tried;
        return e->ntried;
    }
    *cards = k_set_of(e->s, x->set - 1u);
    return set_members(&k_rounds(e->s)[x->set - 1u].pick);
}

int k_chosen(struct kengine *e, int64_t set, const uint16_t **cards)
{
    const struct kctx x = {.set = (uint8_t)set};

    return chosen_cards(e, &x, cards);
}

bool is_chosen(struct kengine *e, const struct kctx *x, unsigned c)
{
    const uint16_t *cards = NULL;
    int n = chosen_cards(e, x, &cards);

    return list_has(cards, n, c);
}

/* ---- storage for sets of listed choices ---- */

bool tried_put(struct kengine *e, struct kchoice *c)
{
    struct klists *l = e->now;

    if (l->nsets >= l->cap_sets) {
        uint32_t cap = l->cap_sets ? 2 * l->cap_sets : 64;
        uint16_t *grown = realloc(l->sets, (size_t)cap * e->d->most_chosen * sizeof *grown);
        if (!grown)
            return k_fail(e, K_E_NOMEM, 0, 0, 0), false;
        l->sets = grown;
        l->cap_sets = cap;
    }
    memcpy(l->sets + (size_t)l->nsets * e->d->most_chosen, e->tried,
           e->ntried * sizeof *e->tried);
    c->nset = e->ntried;
    c->set = (uint16_t)l->nsets;
    return true;
}

bool k_record_set(struct kengine *e, struct kchoice *c, const uint16_t *cards, int n)
{
    if (n < 1 || n > e->d->most_chosen)
        return false;
    memcpy(e->tried, cards, (size_t)n * sizeof *cards);
    e->ntried = (uint8_t)n;
    return tried_put(e, c);
}

int tried_keep(struct kengine *e, const struct kaction *a, uint32_t from)
{
    struct klists *l = e->now;

    if (l->nsets - from < e->d->limits.sets && l->nsets < REF_NONE) {
        l->nsets++;
        return 0;
    }
    return k_fail(e, K_E_SETS, a->src, e->asker, e->d->limits.sets);
}

int sets_sizes(struct kengine *e, const struct kaction *a, struct kctx *x, int n, int *fewest,
               int room)
{
    int64_t from = k_eval(e, a->fewest, x), to = k_eval(e, a->most, x);

    from = from < 1 ? 1 : from;
    to = to == K_ABSENT || to > n ? n : to;
    if (from > to || e->err.code)
        return 0;
    if (to > room) {
        k_fail(e, K_E_CHOSEN, a->src, e->asker, room);
        return 0;
    }
    *fewest = (int)from;
    return (int)to;
}

/* ---- all sets ---- */

struct combining {
    struct kengine *e;
    const uint16_t *card, *size; /* the cards by groups; the size of each group */
    uint16_t *first;             /* where each group begins */
    int ngroups, n;              /* number of cards */
    bool endless;                /* the cards may include stamps of endless zones */
    int (*offer)(void *);
    void *ctx;
};

/* Adds `want` more cards, from group `g` on, to e->tried: most of the earlier groups first. */
static int take(struct combining *s, int g, int want)
{
    struct kengine *e = s->e;
    uint8_t had = e->ntried;
    int rc = 0;

    if (!want && s->endless && !copies_for(e, e->tried, had))
        return k_spend(e, had) ? -1 : 0;
    if (!want)
        return k_spend(e, had) ? -1 : s->offer(s->ctx);
    for (; g < s->ngroups && s->n - s->first[g] >= want && !rc; g++)
        for (int k = s->size[g] < want ? s->size[g] : want; k > 0 && !rc; k--) {
            memcpy(e->tried + had, s->card + s->first[g], (size_t)k * sizeof *e->tried);
            e->ntried = (uint8_t)(had + k);
            rc = take(s, g + 1, want - k);
        }
    e->ntried = had;
    return rc;
}

static int take_each(struct combining *s, const struct kaction *a, struct kctx *x)
{
    uint8_t was = x->set;
    int fewest = 0, most = sets_sizes(s->e, a, x, s->n, &fewest, s->e->d->most_chosen);
    int rc = s->e->err.code ? -1 : 0;

    for (int g = 0; g < s->ngroups; g++)
        s->first[g] = (uint16_t)(g ? s->first[g - 1] + s->size[g - 1] : 0);
    x->set = SET_TRIED;
    for (int k = fewest; most && k <= most && !rc; k++) {
        s->e->ntried = 0;
        rc = take(s, 0, k);
    }
    s->e->ntried = 0;
    x->set = was;
    return rc;
}

int each_set(struct kengine *e, int seat, const struct kaction *a, struct kctx *x,
             int (*offer)(void *), void *ctx)
{
    uint16_t *card = k_list(e), *size = k_list(e), *first = k_list(e);
    struct combining s = {e, card, size, first, 0, -1, e->plan->has_endless, offer, ctx};

    if (first)
        s.n = offered_groups(e, seat, a->cards, x, card, size, &s.ngroups);
    int rc = s.n < 0 ? -1 : s.n ? take_each(&s, a, x) : 0;

    k_unlist(e, card);
    return rc;
}

/* ---- sets in formulas ---- */

/* The next k of n places, in order. False: there is none. */
static bool next_places(uint16_t *at, int k, int n)
{
    int i = k - 1;

    while (i >= 0 && at[i] == n - k + i)
        i--;
    for (int j = i; i >= 0 && j < k; j++)
        at[j] = (uint16_t)(j == i ? at[j] + 1 : at[j - 1] + 1);
    return i >= 0;
}

/* For every engine: nothing is quicker. Equal cards are several cards. */
int64_t over_sets(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    const ref *arg = e->d->xargs + x->b;
    const struct kaction a = {
        .fewest = arg[2], .most = arg[3], .src = k_written(e->origin, (ref)(x - e->d->exprs))};
    uint16_t *list = k_list(e), at[K_MAX_CHOSEN], was[K_MAX_CHOSEN];
    struct kctx in = *c;
    int n = list ? k_select_any(e, x->a, &in, list) : 0, nwas = e->ntried, fewest = 0;
    int most = sets_sizes(e, &a, &in, n, &fewest, K_MAX_CHOSEN);
    int64_t best = 0;
    bool any = false;

    memcpy(was, e->tried, (size_t)nwas * sizeof *was);
    in.set = SET_TRIED;
    for (int k = fewest; most && k <= most; k++) {
        for (int i = 0; i < k; i++)
            at[i] = (uint16_t)i;
        do {
            for (int i = 0; i < k; i++)
                e->tried[i] = list[at[i]];
            e->ntried = (uint8_t)k;
            k_ran_cards(e, k);
            if (k_spend(e, k) || (arg[1] != REF_NONE && !k_eval(e, arg[1], &in)))
                continue;
            best = k_gather(e, x, x->imm, any, best, k_value(e, arg[0], &in));
            any = true;
        } while (!e->err.code && next_places(at, k, n));
    }
    memcpy(e->tried, was, (size_t)nwas * sizeof *was);
    e->ntried = (uint8_t)nwas;
    k_unlist(e, list);
    return best;
}
