/* filter.c - the definitions that pass the keys of a selector. */
#include "kernel/ask/ask.h"

static bool keep_tested(struct kengine *e, const struct kselect *q, struct kctx *x,
                        uint64_t *out)
{
    bool ok = true;

    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = e->origin->tests + q->tests + i;
        if (t->kind == TEST_COUNTER)
            continue;
        int64_t v = k_eval(e, t->value, x);
        k_spend(e, e->d->ncards / 8);
        for (unsigned def = 0; def < e->d->ncards && v != K_ABSENT; def++) {
            if (!set_has(out, def))
                continue;
            ok &= t->kind != TEST_NUMBER ||
                  e->d->trait_expr[def * e->d->ntraits + t->id] == REF_NONE;
            set_put(out, def, def_passes(e->d, t, v, def));
        }
    }
    return ok && !e->err.code;
}

/* Does a filter (of `any` or `except`) ask only about definitions? */
static bool of_definitions(struct kengine *e, ref sel)
{
    const struct kselect *q = e->origin->sels + sel;
    bool ok = q->src == SRC_ZONES && !q->nzones && !q->of_given && q->face == FACE_ANY &&
              !q->this_only && !q->not_this;

    for (int i = 0; i < q->ntests; i++)
        ok &= e->origin->tests[q->tests + i].kind != TEST_COUNTER;
    return ok;
}

/* Keeps the definitions that pass one filter of `any`, and not `except`. */
static bool keep_others(struct kengine *e, const struct kselect *q, struct kctx *x,
                        uint64_t *out)
{
    uint64_t one[K_MAX_DEF_WORDS], some[K_MAX_DEF_WORDS] = {0};
    unsigned words = e->d->bits.nwords;

    for (int i = 0; i < q->nany; i++) {
        ref sel = e->d->selrefs[q->any + i];
        if (!of_definitions(e, sel) || !filter_definitions(e, sel, x, one))
            return false;
        for (unsigned w = 0; w < words; w++)
            some[w] |= one[w];
    }
    for (unsigned w = 0; w < words && q->nany; w++)
        out[w] &= some[w];
    if (q->except == REF_NONE)
        return true;
    if (!of_definitions(e, q->except) || !filter_definitions(e, q->except, x, one))
        return false;
    for (unsigned w = 0; w < words; w++)
        out[w] &= ~one[w];
    return true;
}

bool filter_definitions(struct kengine *e, ref sel, struct kctx *x, uint64_t *out)
{
    const struct kselect *q = e->origin->sels + sel;
    unsigned words = e->d->bits.nwords;

    memset(out, 0, words * sizeof *out);
    for (unsigned def = 0; def < e->d->ncards; def++)
        if (q->bits == REF_NONE || bits_has(e->d, q->bits, (uint16_t)def))
            set_put(out, def, true);
    return q->where == REF_NONE && keep_tested(e, q, x, out) && keep_others(e, q, x, out);
}
