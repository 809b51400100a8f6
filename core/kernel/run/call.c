/* call.c - a call of a named step, or a verb as a step: a frame with parameters in its caller's
 * context. */
#include "kernel/run/run.h"

int call_begin(struct kengine *e, const struct kop *op)
{
    const struct keffect *call = &e->d->effects[op->list];
    int32_t param[K_MAX_PARAMS] = {0};
    struct kctx x;

    context_of(k_top(e->s), &x);
    if (params_work_out(e, call, &x, param))
        return -1;
    bool anew = k_rules(e->s)->unsettled && given_anew(e, call->verb, param);
    k_top(e->s)->pc++;
    struct kframe *f = frame_push(e, FRAME_CALL, (unsigned)call->pc);
    if (!f) {
        e->err.src = op->src; /* the call is what nests too deep */
        return -1;
    }
    f->effect.id = op->list;
    f->effect.anew = anew;
    memcpy(f->effect.param, param, sizeof param);
    return 0;
}
