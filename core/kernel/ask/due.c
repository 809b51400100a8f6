/* due.c - sums over like effects: the one under way and those that wait. */
#include "kernel/ask/ask.h"

static int32_t param_value(struct kengine *e, ref expr, struct kctx *x)
{
    int64_t v = k_eval(e, expr, x);

    if (v > INT32_MAX || v < INT32_MIN)
        k_fail(e, K_E_RANGE, k_written(e->origin, expr), 0, 0);
    return k_clamp(v) == v ? (int32_t)v : K_ABSENT;
}

/* Works out a waiting effect's parameters as of now. False: its `if` does not hold */
static bool entry_params(struct kengine *e, const struct kqueued *q, int32_t *out)
{
    const struct keffect *f = &e->d->effects[q->effect];
    const struct kverb *v = &e->d->verbs[q->verb];
    const struct kgiven *g = &e->plan->given[q->effect];

    memcpy(out, q->own_param ? q->param : g->fixed, sizeof g->fixed);
    if (q->own_param || (f->cond == REF_NONE && !g->asked))
        return true;
    struct kctx x;
    bind_effect(q, NULL, &x);
    if (f->cond != REF_NONE && !k_eval(e, f->cond, &x))
        return false;
    for (unsigned m = g->asked; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        out[i] = f->param[i] == REF_NONE ? K_ABSENT
                 : v->type[i] == V_SEATS ? (int32_t)k_seats_of(e, f->param[i], &x)
                                         : param_value(e, f->param[i], &x);
    }
    return true;
}

/* The seats that such an effect reaches: those of its V_SEATS parameter, or its owner. */
static uint32_t reached(const struct kverb *v, const int32_t *param, int you)
{
    for (int i = 0; i < v->nparams; i++)
        if (v->type[i] == V_SEATS)
            return (uint32_t)param[i] & (BIT(K_MAX_SEATS) - 1);
    return BIT(you == NO_SEAT ? DUE_NOBODY : you);
}

void k_dues(struct kengine *e, unsigned param, uint32_t who, int64_t *due)
{
    struct kstate *s = e->s;
    const struct kctx *here = e->body && e->body_action == REF_NONE ? e->body : NULL;
    const struct kframe *f = here ? NULL : frame_given(k_top(s));
    const int32_t *mine = here ? here->param : f ? f->effect.param : NULL;
    unsigned verb = mine ? e->d->effects[here ? e->here : f->effect.id].verb : REF_NONE;
    int32_t p[K_MAX_PARAMS];

    const struct kverb *v = verb == REF_NONE ? NULL : &e->d->verbs[verb];
    uint32_t whom = v ? reached(v, mine, here ? here->you : f->you) : 0;
    for (uint32_t m = who; m; m &= m - 1)
        due[__builtin_ctz(m)] = whom & m & -m ? mine[param] : 0;
    int n = !v ? 0 : e->naside ? (int)e->naside : k_rules(s)->nqueue;
    e->left -= n;
    for (int i = 0; i < n && !e->err.code; i++) {
        struct kqueued q = e->naside ? queued_of(e, e->aside + i) : *k_queued(s, (unsigned)i);
        bool alike = q.verb == verb && entry_params(e, &q, p);

        for (int j = 0; j < v->nparams && alike; j++)
            alike = j == (int)param || v->type[j] == V_SEATS || p[j] == mine[j];
        for (uint32_t m = alike ? reached(v, p, q.you) & who : 0; m; m &= m - 1)
            due[__builtin_ctz(m)] += p[param];
    }
}

int64_t k_due(struct kengine *e, unsigned param, int seat)
{
    unsigned at = seat == NO_SEAT ? DUE_NOBODY : (unsigned)seat % DUES;
    int64_t due[DUES];

    k_dues(e, param, BIT(at), due);
    return due[at] > K_ALL ? K_ALL : due[at];
}
