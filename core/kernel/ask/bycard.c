/* bycard.c - what an expression about one card comes to for each definition, where that is a constant or a formula.
 *
 * Sums over cards and the keys that rank cards ask the same of each card. Most cards bear plain numbers, so for them
 * nothing need be worked out in a game.
 */
#include "kernel/run/run.h"

#include <stdlib.h>

/* An expression of more parts than this for one card, or what comes after so many in all, is worked out in the game. */
enum { MANY_PARTS = 200, ALL_PARTS = 1 << 20 };

struct worth {
    const struct kdef *d;
    unsigned card;  /* the definition */
    int parts, all; /* so many more may be looked at for this card, in all */
};

static bool of(struct worth *w, ref expr, unsigned bound, int64_t *v);

/* A number or word of the card; a formula is about the card as `this`. */
static bool of_trait(struct worth *w, int trait, int64_t *v)
{
    uint32_t at = w->card * w->d->ntraits + (uint32_t)trait;

    *v = w->d->trait_value[at];
    return w->d->trait_expr[at] == REF_NONE || of(w, w->d->trait_expr[at], BOUND_THIS, v);
}

static bool compared(uint8_t op, int64_t a, int64_t b, int64_t *v)
{
    switch ((enum xop)op) {
    case X_ADD: return !__builtin_add_overflow(a, b, v);
    case X_SUB: return !__builtin_sub_overflow(a, b, v);
    case X_EQ: *v = a == b; return true;
    case X_NE: *v = a != b; return true;
    case X_LT: *v = a < b; return true;
    case X_LE: *v = a <= b; return true;
    case X_GT: *v = a > b; return true;
    case X_GE: *v = a >= b; return true;
    case X_MIN: *v = a < b ? a : b; return true;
    case X_MAX: *v = a > b ? a : b; return true;
    default: return false;
    }
}

/* Is the expression a constant for a card of this definition, bound to `bound`? */
static bool of(struct worth *w, ref expr, unsigned bound, int64_t *v)
{
    const struct kexpr *x = w->d->exprs + expr;
    int64_t a, b;

    if (--w->parts < 0 || --w->all < 0)
        return false;
    switch ((enum xop)x->op) {
    case X_CONST: *v = x->imm; return true;
    case X_BOUNDTRAIT: return x->a == bound && of_trait(w, x->imm, v);
    case X_NOT: return of(w, x->a, bound, &a) && (*v = !a, true);
    case X_ISSET: return of(w, x->a, bound, &a) && (*v = a >= 0, true);
    case X_IF: return of(w, x->a, bound, &a) && of(w, a ? x->b : x->c, bound, v);
    case X_AND:
    case X_OR:
        if (!of(w, x->a, bound, &a))
            return false;
        if ((a != 0) == (x->op == X_OR))
            return *v = a != 0, true;
        return of(w, x->b, bound, &b) && (*v = b != 0, true);
    default:
        return x->op >= X_ADD && x->op <= X_MAX && of(w, x->a, bound, &a) &&
               of(w, x->b, bound, &b) && compared(x->op, a, b, v);
    }
}

/* The formula of the card whose value the expression has; 0: there is none, or it is not looked for. */
static ref formula_in(struct worth *w, ref expr)
{
    const struct kexpr *x = w->d->exprs + expr;
    int64_t a;

    for (; x->op == X_IF && of(w, x->a, BOUND_IT, &a); x = w->d->exprs + expr)
        expr = a ? x->b : x->c;
    bool trait = x->op == X_BOUNDTRAIT && x->a == BOUND_IT;
    return trait ? w->d->trait_expr[w->card * w->d->ntraits + (uint32_t)x->imm] % REF_NONE : 0;
}

/* Makes the table of an expression about `it`. 0; -1: no memory */
static int make_table(struct kplan *p, struct worth *w, ref expr)
{
    if (expr == REF_NONE || p->by_card[expr] || w->all < 0)
        return 0;
    int32_t *table = malloc((w->d->ncards + 1u) * sizeof *table);
    bool any = false;
    if (!table)
        return -1;
    for (w->card = 0; w->card < w->d->ncards; w->card++) {
        int64_t v;
        w->parts = MANY_PARTS;
        bool fixed = of(w, expr, BOUND_IT, &v) && v > A_FORMULA && v <= INT32_MAX;
        table[w->card] = fixed ? (int32_t)v : K_ABSENT + formula_in(w, expr);
        any |= table[w->card] != K_ABSENT;
    }
    if (any)
        p->by_card[expr] = table;
    else
        free(table);
    return 0;
}

int by_card_make(struct kplan *p, const struct kdef *d)
{
    struct worth w = {.d = d, .all = ALL_PARTS};
    int rc = 0;

    for (unsigned i = 0; i < d->nexprs && !rc; i++)
        if (d->exprs[i].op == X_SUM || d->exprs[i].op == X_MOSTOF ||
            d->exprs[i].op == X_LEASTOF)
            rc = make_table(p, &w, d->exprs[i].b);
    for (int i = 0; i < d->nsels && !rc; i++)
        rc = make_table(p, &w, d->sels[i].most) | make_table(p, &w, d->sels[i].least) |
             make_table(p, &w, d->sels[i].each);
    return rc;
}

void by_card_free(struct kplan *p)
{
    for (unsigned i = 0; p->by_card && i < p->d.nexprs; i++)
        free(p->by_card[i]);
}
