/* prove.c - what an answer that everyone hears proves about hidden cards.
 *
 * For example whoever does not follow suit has no card of it. The `if` of the pick held, and an
 * action without choices had none to offer. If everything else can be worked out from what everyone
 * sees, no card of certain definitions lies in a zone. If several seats answer at once, nothing is
 * concluded, as one may change what another could do. */
#include "kernel/know/know.h"

/* Was a value worked out from what everyone sees? If not, nothing follows, whatever failed: the
 * game itself may never ask this part. Only failures that end any call are kept. */
static bool worked_out(struct kengine *e)
{
    bool failed = e->err.code != K_OK;

    if (failed && e->err.code != K_E_NOMEM && e->err.code != K_E_WORK &&
        e->err.code != K_E_GAME_WORK)
        memset(&e->err, 0, sizeof e->err);
    e->met_hidden = false;
    return !failed;
}

/* Works out an expression from what everyone sees (none: 1). False: that is not enough. */
static bool public_value(struct kengine *e, ref expr, struct kctx *x, int64_t *v)
{
    *v = expr == REF_NONE ? 1 : k_eval(e, expr, x);
    return worked_out(e);
}

/* It is known that the selector selects no card, or at least one (`some`). So everyone hears that
 * the cards it looks at have none of its definitions, or that one has. */
static void prove_of(struct kengine *e, ref sel, bool some, struct kctx *x)
{
    const struct kselect *q = e->origin->sels + sel;
    uint64_t may[K_MAX_DEF_WORDS];
    int n = 0;

    if (q->src != SRC_ZONES || has_ranks(q) || q->this_only || q->not_this)
        return;
    uint16_t *list = k_list(e);
    bool ok = list && filter_definitions(e, sel, x, may);
    for (unsigned c = 0; ok && c < e->s->ninst; c++)
        if (!k_left_game(e->s, c) && sel_lies(e, q, x, c) && sel_public(e, sel, x, c))
            list[n++] = (uint16_t)c;
    ok &= worked_out(e);
    for (unsigned w = 0; w < e->d->bits.nwords && !some; w++)
        may[w] = ~may[w];
    if (ok && some)
        facts_hear_some(e, list, n, may);
    else if (ok)
        facts_hear(e, list, n, may);
    k_unlist(e, list);
}

/* Would a count of n, compared with v, give `holds`? */
static bool fits(enum xop op, int64_t n, int64_t v, bool holds)
{
    bool is = op == X_EQ   ? n == v
              : op == X_NE ? n != v
              : op == X_LT ? n < v
              : op == X_LE ? n <= v
              : op == X_GT ? n > v
                           : n >= v;
    return is == holds;
}

static void prove(struct kengine *e, ref expr, bool holds, struct kctx *x);

/* Both parts of an `and` hold if it holds, and neither of an `or` if it does not. Else, if everyone
 * sees that one part is not `holds`, the other is. */
static void prove_both(struct kengine *e, const struct kexpr *p, bool holds, struct kctx *x)
{
    bool all = (p->op == X_AND) == holds;
    int64_t v;

    if (all || (public_value(e, p->a, x, &v) && (v != 0) != holds))
        prove(e, p->b, holds, x);
    if (all || (public_value(e, p->b, x, &v) && (v != 0) != holds))
        prove(e, p->a, holds, x);
}

static void prove(struct kengine *e, ref expr, bool holds, struct kctx *x)
{
    const struct kexpr *p = e->origin->exprs + expr;
    int64_t v;

    if (expr == REF_NONE || e->err.code || k_spend(e, 1))
        return;
    switch ((enum xop)p->op) {
    case X_AND:
    case X_OR: prove_both(e, p, holds, x); return;
    case X_NOT: prove(e, p->a, !holds, x); return;
    case X_IF:
        if (public_value(e, p->a, x, &v))
            prove(e, v ? p->b : p->c, holds, x);
        return;
    case X_COUNT: prove_of(e, p->a, holds, x); return;
    default: break;
    }
    if (p->op < X_EQ || p->op > X_GE || e->origin->exprs[p->a].op != X_COUNT ||
        e->origin->exprs[p->a].imm != 1)
        return;
    if (!public_value(e, p->b, x, &v))
        return;
    enum xop op = (enum xop)p->op;
    bool some = !fits(op, 0, v, holds), none = !fits(op, 1, v, holds) && !fits(op, 2, v, holds);
    if (some || none)
        prove_of(e, e->origin->exprs[p->a].a, some, x);
}

void prove_answer(struct kengine *e, const struct kframe *f, int seat, const struct kchoice *c)
{
    const struct kchoose *ch = e->d->chooses + f->choose.id;
    struct kctx x;

    if (ch->together || !ch->proves || e->s->track != TRACK_ALL || c->action == ACT_DONE)
        return;
    context_of(f, &x);
    x.you = (uint8_t)seat;
    struct eyes was = eyes_open(e, e->s, THE_PUBLIC);
    for (int i = 0; i < ch->nactions && c->action == ACT_NONE; i++) {
        const struct kaction *a = e->origin->actions + e->d->acts[ch->actions + i];
        int64_t v;
        if (only_card(a) && public_value(e, a->cond, &x, &v) && v)
            prove_of(e, a->card, false, &x); /* it was not offered with any card */
    }
    if (c->action < e->d->nactions) {
        bind_chosen(e->d->actions + c->action, c, &x);
        prove(e, e->origin->actions[c->action].cond, true, &x);
    }
    eyes_close(e, &was);
}
