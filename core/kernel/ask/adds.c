/* adds.c - effects that only add to counters of their card and its owner, as a list of what they
 * add.
 *
 * In many games most cards give some of this and some of that. Their parameters are constants. So
 * parts that add nothing are left out here, and calls are followed. The rest needs no ops, frames
 * or contexts (adds_run in counters.c). */
#include "kernel/ask/ask.h"

#include <stdlib.h>

/* `times` a value of the effect (NO_VALUE: 1). */
struct term {
    uint8_t value;
    int32_t times;
};

struct laying {
    struct kengine *e;
    unsigned values, work;
    bool no_memory;
};

enum { CALLS_DEEP = 4 };

static struct kadd *add_put(struct laying *l, enum add_what what)
{
    struct kplan *p = l->e->plan;

    if (p->nadds == p->cap_adds) {
        uint32_t cap = p->cap_adds ? 2 * p->cap_adds : 64;
        struct kadd *grown = realloc(p->adds, cap * sizeof *grown);
        if (!grown) {
            l->no_memory = true;
            return NULL;
        }
        p->adds = grown;
        p->cap_adds = cap;
    }
    p->adds[p->nadds] = (struct kadd){.what = (uint8_t)what, .value = NO_VALUE};
    return p->adds + p->nadds++;
}

/* Makes the expression a term of these parameters. False: impossible */
static bool term_of(const struct kdef *d, ref expr, const struct term *param, struct term *out)
{
    const struct kexpr *x = d->exprs + expr;
    struct term a, b;

    if (x->op == X_CONST)
        *out = (struct term){NO_VALUE, x->imm};
    else if (x->op == X_PARAM)
        *out = param[x->imm];
    else if (x->op != X_MUL || !term_of(d, x->a, param, &a) || !term_of(d, x->b, param, &b))
        return false;
    else {
        int64_t times = (int64_t)a.times * b.times;
        bool one = a.value == NO_VALUE ? b.value == NO_VALUE || b.times == 1
                                       : b.value == NO_VALUE && a.times == 1;
        if (!one || times > INT32_MAX || times <= INT32_MIN || a.times == K_ABSENT ||
            b.times == K_ABSENT)
            return false;
        *out = (struct term){a.value == NO_VALUE ? b.value : a.value, (int32_t)times};
    }
    return true;
}

/* Lays out an `add` to counters of the effect's card and owner. False: it is something else */
static bool lay_add(struct laying *l, const struct kop *op, const struct term *param)
{
    const struct kdef *d = l->e->d;
    bool this = op->cards != REF_NONE && (l->e->plan->sel[op->cards] & SEL_BOUND) &&
                d->sels[op->cards].bound == BIT(BOUND_THIS);

    if (!is_you(d, op->who) || (op->cards != REF_NONE && !this))
        return false;
    for (const struct kassign *a = d->assigns + op->list, *end = a + op->n; a < end; a++) {
        const struct kcounter *k = d->counters + a->counter;
        struct term t;
        if (k->is != V_NUMBER || k->per == PER_GAME || (k->per == PER_CARD && !this) ||
            !term_of(d, a->value, param, &t))
            return false;
        if (!t.times || t.times == K_ABSENT) /* it adds nothing */
            continue;
        struct kadd *add = add_put(l, k->per == PER_CARD ? ADD_CARD : ADD_SEAT);
        if (!add)
            return false;
        add->value = t.value;
        add->times = t.times;
        add->counter = a->counter;
        add->src = op->src;
    }
    return true;
}

/* For which cards a condition on `it` holds, with these parameters. OTHERS: all but `this`. */
enum holds { NOT_KNOWN, FOR_NONE, FOR_ALL, FOR_OTHERS };

static enum holds holds_for(const struct kdef *d, ref expr, const struct term *param)
{
    const struct kexpr *x = d->exprs + expr;
    bool both = x->op == X_AND;
    struct term t;

    if (term_of(d, expr, param, &t))
        return t.value != NO_VALUE ? NOT_KNOWN : t.times ? FOR_ALL : FOR_NONE;
    if (x->op == X_NOT) {
        enum holds of = holds_for(d, x->a, param);
        return of == FOR_ALL ? FOR_NONE : of == FOR_NONE ? FOR_ALL : NOT_KNOWN;
    }
    if (both || x->op == X_OR) {
        enum holds a = holds_for(d, x->a, param), b = holds_for(d, x->b, param);
        enum holds idle = both ? FOR_ALL : FOR_NONE; /* the other part decides */
        return a == idle ? b : b == idle || a == (both ? FOR_NONE : FOR_ALL) ? a : NOT_KNOWN;
    }
    const struct kexpr *a = d->exprs + x->a, *b = d->exprs + x->b;
    bool two = x->op == X_NE && a->op == X_BOUND && b->op == X_BOUND;
    return two && ((a->imm == BOUND_IT && b->imm == BOUND_THIS) ||
                   (a->imm == BOUND_THIS && b->imm == BOUND_IT))
               ? FOR_OTHERS
               : NOT_KNOWN;
}

/* Is it a number of `it` that is the same for all cards? */
static bool same_for_all(const struct kengine *e, ref expr, int64_t *each)
{
    const struct kexpr *by = e->d->exprs + expr;

    if (by->op != X_BOUNDTRAIT || by->a != BOUND_IT)
        return false;
    const struct ksteps *k = e->plan->steps + by->imm;
    *each = (int64_t)k->least + 1;
    return k->n == 2 && !e->d->traits[by->imm].formula;
}

/* Makes a value an ADD_COUNT, if it is one with these parameters. */
static void lay_count(struct laying *l, struct kadd *add, const struct term *param)
{
    const struct kplan *plan = l->e->plan;
    const struct kexpr *x = l->e->d->exprs + add->expr;
    int64_t each = x->imm, word = 0;

    if (x->op != X_COUNT && (x->op != X_SUM || !same_for_all(l->e, x->b, &each)))
        return;
    const struct kquick *p = plan->quick + x->a;
    const struct kask *ask = plan->asks + p->asks;
    if (p->nasks) {
        const struct kexpr *v = l->e->d->exprs + ask->value;
        bool given = p->nasks == 1 && ask->kind == ASK_WORD && ask->cmp == CMP_IS &&
                     v->op == X_PARAM && param[v->imm].value == NO_VALUE;
        word = given ? param[v->imm].times : -1;
    }
    enum holds where = p->where == REF_NONE ? FOR_ALL : holds_for(l->e->d, p->where, param);
    if (!p->usual || p->nzones != 1 || !p->counts || p->others || p->face != FACE_ANY ||
        each > INT16_MAX || each < INT16_MIN || word < 0 || (p->nasks && word >= ask->n) ||
        where < FOR_ALL)
        return;
    add->what = ADD_COUNT;
    add->sel = x->a;
    add->set = p->nasks ? ask->first + (uint32_t)word : NO_SET;
    add->times = (int32_t)each;
    add->other = where == FOR_OTHERS;
}

/* A value worked out when a call begins. whole: the parameters are the effect's own. */
static bool lay_value(struct laying *l, const struct kop *op, ref expr, bool whole,
                      const struct term *param, struct term *out)
{
    struct kadd *add = whole && l->values < MANY_VALUES ? add_put(l, ADD_VALUE) : NULL;

    if (!add)
        return false;
    add->expr = expr;
    add->src = op->src;
    lay_count(l, add, param);
    *out = (struct term){add->value = (uint8_t)l->values++, 1};
    return true;
}

/* Lays out the body at pc, with its calls. False: it does more than add */
static bool lay_body(struct laying *l, int32_t pc, const struct term *param, int deep)
{
    const struct kdef *d = l->e->d;

    if (pc < 0 || deep > CALLS_DEEP)
        return false;
    for (const struct kop *op = d->prog + pc;; op++) {
        l->work += OP_WORK;
        if (op->op == OP_END)
            return true;
        if (op->op == OP_ADD && lay_add(l, op, param))
            continue;
        if (op->op != OP_CALL)
            return false;
        const struct keffect *call = d->effects + op->list;
        const struct kgiven *g = l->e->plan->given + op->list;
        struct term given[K_MAX_PARAMS];
        for (int i = 0; i < K_MAX_PARAMS; i++) {
            given[i] = (struct term){NO_VALUE, g->fixed[i]};
            if (!(g->asked >> i & 1))
                continue;
            if (d->verbs[call->verb].type[i] == V_SEATS ||
                (!term_of(d, call->param[i], param, given + i) &&
                 !lay_value(l, op, call->param[i], !deep, param, given + i)))
                return false;
        }
        if (!lay_body(l, call->pc, given, deep + 1))
            return false;
    }
}

/* Lays out an effect, if it only adds. 0; -1 (memory) */
static int lay_effect(struct kengine *e, struct kgiven *g, const struct keffect *f)
{
    struct laying l = {.e = e, .values = K_MAX_PARAMS};
    struct term param[K_MAX_PARAMS];
    uint32_t from = e->plan->nadds;

    for (unsigned i = 0; i < K_MAX_PARAMS; i++)
        param[i] = g->asked >> i & 1 ? (struct term){(uint8_t)i, 1}
                                     : (struct term){NO_VALUE, g->fixed[i]};
    if (lay_body(&l, f->pc, param, 0) && e->plan->nadds - from <= UINT16_MAX &&
        l.work <= UINT16_MAX) {
        g->adds = from;
        g->nadds = (uint16_t)(e->plan->nadds - from);
        g->work = (uint16_t)l.work;
    } else {
        e->plan->nadds = from;
    }
    return l.no_memory ? -1 : 0;
}

int plan_adds(struct kengine *e)
{
    const struct kdef *d = e->d;
    struct kplan *p = e->plan;

    p->at_once = !SLOW(e, SOON) && !p->rank.by[ORD_NEWEST] && !p->waits[EV_LIST];
    p->looks = p->waits[EV_ADD] != 0;
    for (unsigned i = 0; i < d->nexprs; i++)
        p->looks |= d->exprs[i].op == X_DUE || d->exprs[i].op == X_PURE;
    for (unsigned i = 0; i < d->neffects && !SLOW(e, ADDS); i++) {
        const struct keffect *f = d->effects + i;
        if (!f->call && lay_effect(e, e->plan->given + i, f))
            return -1;
    }
    return 0;
}
