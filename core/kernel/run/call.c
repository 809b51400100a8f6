/* call.c - a named step, or a verb among steps: a frame with the parameters, and all that its caller has bound. */
#include "kernel/run/run.h"

int params_work_out(struct kengine *e, const struct keffect *f, struct kctx *x, int32_t *out)
{
    const struct kgiven *g = &e->plan->given[f - e->d->effects];

    memcpy(out, g->fixed, sizeof g->fixed);
    for (unsigned m = g->asked; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        int64_t val = K_ABSENT;
        if (f->param[i] != REF_NONE)
            val = e->d->verbs[f->verb].type[i] == V_SEATS
                      ? (int64_t)k_seats_of(e, f->param[i], x)
                      : k_value(e, f->param[i], x);
        if (val > INT32_MAX || val < INT32_MIN)
            return k_fail(e, K_E_RANGE, f->src, 0, 0);
        out[i] = (int32_t)val;
    }
    return e->err.code ? -1 : 0;
}

int call_begin(struct kengine *e, const struct kop *op)
{
    const struct keffect *call = &e->d->effects[op->list];
    int32_t param[K_MAX_PARAMS] = {0};
    struct kctx x;

    context_of(k_top(e->s), &x);
    if (params_work_out(e, call, &x, param))
        return -1;
    if (k_rules(e->s)->unsettled)
        given_anew(e, call->verb, param);
    k_top(e->s)->pc++;
    struct kframe *f = frame_push(e, FRAME_CALL, (unsigned)call->pc);
    if (!f) {
        e->err.src = op->src; /* where it is called is what goes too deep */
        return -1;
    }
    f->effect.id = op->list;
    memcpy(f->effect.param, param, sizeof param);
    return 0;
}
