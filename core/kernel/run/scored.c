/* scored.c - what each card adds to a score that is a sum over cards. */
#include "kernel/run/run.h"

struct scoring {
    struct kscored *out;
    int n, cap;
};

static void over_each(struct kengine *e, const struct kexpr *x, struct kctx *c,
                      struct scoring *to)
{
    uint16_t *list = k_list(e);
    int n = list ? k_select(e, x->a, c, list) : 0;
    struct kctx in = *c;

    for (int i = 0; i < n && !e->err.code && !k_spend(e, 1); i++) {
        in.card[BOUND_IT] = list[i];
        struct kscored one = {list[i], k_eval(e, x->b, &in)};
        if (to->n < to->cap)
            to->out[to->n] = one;
        to->n++;
    }
    k_unlist(e, list);
}

/* Finds each sum over cards among the terms of a formula. */
static void walk(struct kengine *e, ref expr, struct kctx *c, struct scoring *to)
{
    const struct kexpr *x = &e->d->exprs[expr];
    unsigned op = x->op == X_RAN ? x->marked : x->op;

    if (op == X_SUM)
        over_each(e, x, c, to);
    if (op == X_ADD) {
        walk(e, x->a, c, to);
        walk(e, x->b, c, to);
    }
}

int k_score_cards(struct kengine *e, struct kstate *s, unsigned seat, struct kscored *out,
                  int cap)
{
    struct kctx x = ctx_of(seat);
    struct scoring to = {out, 0, cap};

    memset(&e->err, 0, sizeof e->err);
    lists_reset(e, s);
    k_at(e, s);
    if (e->d->score != REF_NONE && seat < s->nseats && !s->seat_kind[seat])
        walk(e, e->d->score, &x, &to);
    return e->err.code ? -1 : to.n;
}
