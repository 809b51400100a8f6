/* lower.c - the definition lowered for a number of persons and options: what is constant is worked
 * out.
 *
 * Options and the number of persons become constants, and so does what depends on them alone.
 * Selectors leave out zones of seats that do not exist, so that perhaps one zone is left. An engine
 * keeps its last few lowerings (kstate.low names that of a game). They are a cache, never data. */
#include "kernel/ask/ask.h"

#include <stdlib.h>

/* ---- expressions ---- */

struct folding {
    struct kengine *e;
    const struct kdef *d;
    struct kexpr *x;
    uint8_t *done;
    int people;
    const int32_t *options;
};

static bool constant(const struct folding *f, ref r)
{
    return r != REF_NONE && f->x[r].op == X_CONST;
}

static void make_constant(struct kexpr *x, int64_t v)
{
    if (v <= INT32_MIN || v >= INT32_MAX) /* K_ABSENT and K_ALL stay as written */
        return;
    *x = (struct kexpr){
        .op = X_CONST, .a = REF_NONE, .b = REF_NONE, .c = REF_NONE, .imm = (int32_t)v};
}

/* Makes x a copy of `from`, if that gives 0 or 1. */
static void become_flag(struct folding *f, struct kexpr *x, ref from)
{
    uint8_t op = f->x[from].op;

    if (op == X_NOT || op == X_ISSET || (op >= X_EQ && op <= X_OR) || op == X_HASMOST ||
        op == X_HASLEAST)
        *x = f->x[from];
}

static void fold_logic(struct folding *f, struct kexpr *x)
{
    bool and = x->op == X_AND;

    if (constant(f, x->a)) {
        if ((f->x[x->a].imm != 0) != and)
            make_constant(x, !and);
        else if (constant(f, x->b))
            make_constant(x, f->x[x->b].imm != 0);
        else
            become_flag(f, x, x->b);
    } else if (constant(f, x->b) && (f->x[x->b].imm != 0) == and) {
        become_flag(f, x, x->a);
    }
}

static void fold_not(struct folding *f, struct kexpr *x)
{
    const struct kexpr *of = f->x + x->a;

    if (of->op == X_NOT) {
        become_flag(f, x, of->a);
    } else if (of->op >= X_EQ && of->op <= X_GE) {
        *x = *of;
        x->op = opposite(of->op);
    }
}

/* With constants 1 and 0 it is the condition itself, with 0 and 1 its opposite. */
static void fold_if(struct folding *f, struct kexpr *x)
{
    bool both = constant(f, x->b) && constant(f, x->c);
    int32_t yes = both ? f->x[x->b].imm : 0, no = both ? f->x[x->c].imm : 0;

    if (constant(f, x->a)) {
        *x = f->x[f->x[x->a].imm ? x->b : x->c];
    } else if (yes == 1 && no == 0) {
        become_flag(f, x, x->a);
    } else if (yes == 0 && no == 1) {
        *x = (struct kexpr){.op = X_NOT, .a = x->a, .b = REF_NONE, .c = REF_NONE};
        fold_not(f, x);
    }
}

static void fold(struct folding *f, unsigned r)
{
    struct kexpr *x = f->x + r;
    struct kctx nobody = ctx_of(NO_SEAT);

    if (r == REF_NONE || f->done[r])
        return;
    f->done[r] = 1;
    if (x->op == X_OPTION)
        make_constant(x, f->options[x->imm]);
    else if (x->op == X_PLAYERS)
        make_constant(x, f->people);
    if (x->op < X_NEG || x->op > X_IF)
        return;
    fold(f, x->a);
    if (x->op >= X_ADD)
        fold(f, x->b);
    if (x->op == X_IF)
        fold(f, x->c);
    if (x->op == X_AND || x->op == X_OR)
        fold_logic(f, x);
    else if (x->op == X_IF)
        fold_if(f, x);
    else if (constant(f, x->a) && (x->op < X_ADD || constant(f, x->b)) && x->op != X_DIV &&
             x->op != X_MOD && x->op != X_MUL)
        make_constant(x, k_eval(f->e, (ref)r, &nobody));
    else if (x->op == X_NOT)
        fold_not(f, x);
}

/* ---- selectors ---- */

/* Is it a zone of a kind of seats that this game has none of? */
static bool nobody_has(const struct kdef *d, const struct kzone *z)
{
    if (z->per != PER_KIND)
        return false;
    const struct kseatkind *k = d->kinds + z->kind;
    const struct kexpr *cond = k->cond == REF_NONE ? NULL : d->exprs + k->cond;
    const struct kexpr *count = d->exprs + k->count;
    return (cond && cond->op == X_CONST && !cond->imm) ||
           (count->op == X_CONST && count->imm <= 0);
}

/* Leaves out zones of a selector that nobody has, but keeps at least one. */
static void drop_zones(const struct kdef *d, struct kselect *q)
{
    int n = 0;

    for (int i = 0; i < q->nzones; i++)
        if (!nobody_has(d, d->zones + q->zone[i]))
            q->zone[n++] = q->zone[i];
    q->nzones = (uint8_t)(n ? n : q->nzones ? 1 : 0);
}

/* Makes traits of bound cards leaves (k_leaf). */
static void make_leaves(const struct kdef *d, struct kexpr *x)
{
    for (const struct kexpr *end = x + d->nexprs; x < end; x++)
        if (x->op == X_TRAIT && x->a != REF_NONE && d->exprs[x->a].op == X_BOUND) {
            x->op = X_BOUNDTRAIT;
            x->a = (ref)d->exprs[x->a].imm;
        }
}

/* May a search stop at the first card that fits? Not if asking about a card may fail. */
static bool may_stop(const struct kdef *d, const struct kselect *q)
{
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = &d->tests[q->tests + i];
        if (t->kind == TEST_NUMBER && d->traits[t->id].formula)
            return false;
    }
    return q->src == SRC_ZONES && q->where == REF_NONE && !q->nany && q->except == REF_NONE &&
           !has_ranks(q);
}

/* Replaces counts of cards that are only compared with 0 or 1 by X_HAS, which does not count. */
static void make_has(const struct kdef *d, struct kexpr *x)
{
    for (const struct kexpr *end = x + d->nexprs; x < end; x++) {
        if (x->op < X_EQ || x->op > X_GE)
            continue;
        const struct kexpr *n = d->exprs + x->a, *k = d->exprs + x->b;
        int one = x->op == X_LT || x->op == X_GE; /* `< 1` is `== 0`, `>= 1` is `!= 0` */
        if (n->op == X_COUNT && n->imm == 1 && k->op == X_CONST && k->imm == one &&
            may_stop(d, d->sels + n->a))
            *x = (struct kexpr){.op = X_HAS,
                                .a = n->a,
                                .b = REF_NONE,
                                .c = REF_NONE,
                                .imm = x->op == X_NE || x->op == X_GT || x->op == X_GE};
    }
}

static int lower(struct kengine *e, struct kplan *p, int people, const int32_t *options)
{
    unsigned room = 2u * e->origin->nexprs + 64; /* for what normal.c adds */
    room = room < REF_NONE ? room : REF_NONE - 1u;
    struct kexpr *x = malloc((room + 1u) * sizeof *x);
    struct kselect *sels = malloc((e->origin->nsels + 1u) * sizeof *sels);
    uint8_t *done = calloc(e->origin->nexprs + 1u, 1);

    p->d.exprs = x;
    p->d.sels = sels;
    if (!x || !sels || !done) {
        free(done);
        return -1;
    }
    memcpy(x, e->origin->exprs, e->origin->nexprs * sizeof *x);
    memcpy(sels, e->origin->sels, e->origin->nsels * sizeof *sels);
    struct folding f = {e, &p->d, x, done, people, options};
    for (unsigned i = 0; i < e->origin->nexprs; i++)
        fold(&f, i);
    free(done);
    for (unsigned i = 0; i < p->d.nsels; i++) {
        drop_zones(&p->d, sels + i);
        if (sels[i].where != REF_NONE && constant(&f, sels[i].where) && x[sels[i].where].imm)
            sels[i].where = REF_NONE;
    }
    make_leaves(&p->d, x);
    if (!SLOW(e, NORMAL))
        normal_form(&p->d, x, room, sels, e->origin->sels);
    if (!SLOW(e, HAS))
        make_has(&p->d, x);
    return 0;
}

/* ---- an engine's lowerings ---- */

static void free_plan(const struct kengine *e, struct kplan *p)
{
    if (!p)
        return;
    plan_free(p);
    if (p->options) { /* lowered */
        free((void *)p->d.exprs);
        free((void *)p->d.sels);
        if (p->d.tests != e->origin->tests) {
            free((void *)p->d.tests);
            free((void *)p->d.actions);
            free((void *)p->d.parts);
            free((void *)p->d.bits.word);
        }
    }
    free(p->options);
    free(p);
}

static void go_by(struct kengine *e, struct kplan *p)
{
    e->plan = p;
    e->d = &p->d;
    e->sets = p->cast ? p->cast->at : NULL;
    e->hand = NULL;
}

/* A plan for these persons and options. options NULL: for the definition as written. */
static struct kplan *new_plan(struct kengine *e, int people, const int32_t *options)
{
    struct kplan *p = calloc(1, sizeof *p), *was = e->plan;
    size_t n = e->origin->noptions;
    bool off[FAST_WAYS];

    if (!p)
        return NULL;
    p->d = *e->origin;
    p->people = (uint8_t)people;
    p->options = options ? malloc((n + 1) * sizeof *options) : NULL;
    if (p->options && n)
        memcpy(p->options, options, n * sizeof *options);
    go_by(e, p);
    memcpy(off, e->off, sizeof off);
    if (!options)
        memset(e->off, true, sizeof off);
    bool ok = (!options || (p->options && !lower(e, p, people, options))) && !plan_make(e);
    if (ok)
        ran_plan(e, p);
    memcpy(e->off, off, sizeof off);
    go_by(e, was ? was : p);
    if (ok)
        return p;
    free_plan(e, p);
    return NULL;
}

static bool fits(const struct kengine *e, const struct kplan *p, int people,
                 const int32_t *options)
{
    return p && p->people == people &&
           (!e->origin->noptions ||
            !memcmp(p->options, options, e->origin->noptions * sizeof *options));
}

/* The lowering for these persons and options, or without memory the definition as written. */
static struct kplan *find_plan(struct kengine *e, int people, const int32_t *options)
{
    int i = 0;

    while (i < PLANS && !fits(e, e->plans[i], people, options))
        i++;
    if (i < PLANS)
        return e->plans[i];
    struct kplan *p = new_plan(e, people, options);
    if (!p)
        return e->written;
    p->name = ++e->stamps;
    i = e->next_plan++ % PLANS;
    free_plan(e, e->plans[i]);
    return e->plans[i] = p;
}

int lower_begin(struct kengine *e, const struct kdef *d)
{
    e->origin = d;
    e->orders = order_matters(d);
    e->written = new_plan(e, 0, NULL);
    if (!e->written)
        return -1;
    go_by(e, e->written);
    return 0;
}

void lower_end(struct kengine *e)
{
    for (int i = 0; i < PLANS; i++)
        free_plan(e, e->plans[i]);
    free_plan(e, e->written);
    e->plan = NULL;
}

void k_without(struct kengine *e, uint64_t ways)
{
    go_by(e, e->written);
    for (int i = 0; i < PLANS; i++) {
        free_plan(e, e->plans[i]);
        e->plans[i] = NULL;
    }
    for (unsigned i = 0; i < FAST_WAYS; i++)
        e->off[i] = ways >> i & 1;
    e->plain = ways == K_EVERY_WAY;
}

void k_unlowered(struct kengine *e)
{
    go_by(e, e->written);
}

void lower_for(struct kengine *e)
{
    struct kstate *s = e->s;
    struct kplan *p = e->plain ? e->written : find_plan(e, s->people, k_options(s));

    s->low = p->name;
    go_by(e, p);
}
