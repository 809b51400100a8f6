/* hook.c - script hooks: run, left at a question, run again with its answers.
 *
 * Before a hook's first change the rules part is copied aside (the checkpoint). When a question is
 * answered, the rules go back to the checkpoint and the hook runs again from its start. Until it
 * has met its last recorded answer it tells nothing, and digests, classes and event number stay the
 * same. Each recorded answer keeps the generator as it was when the question closed.
 *
 * If the bridge has kept the hook at the question of this very state, the hook goes on there
 * instead. The outcome is the same, and no block shows which way was taken. */
#include "kernel/run/move.h"

static inline int hook_end(struct kengine *e, enum hook_result res)
{
    struct krules *r = k_rules(e->s);

    e->in_hook = false;
    k_quiet(e, false);
    if (res == HOOK_ASKS && !e->err.code)
        return 1;
    if (res == HOOK_FAILS || e->err.code)
        return k_fail(e, K_E_HOOK, 0, r->hook, 0);
    if (e->rerun_at < k_hook(e->s)->nanswers)
        return k_fail(e, K_E_RERUN, 0, r->hook, 0);
    r->hook = REF_NONE;
    k_hook(e->s)->nanswers = 0;
    k_top(e->s)->pc++;
    return 0;
}

int hook_run(struct kengine *e, unsigned hook)
{
    struct krules *r = k_rules(e->s);
    struct khookpart *h = k_hook(e->s);

    r->hook = (uint16_t)hook;
    memset(h, 0, offsetof(struct khookpart, q));
    e->in_hook = true;
    memset(e->turned, 0, sizeof e->turned);
    e->checkpointed = !SLOW(e, CHECKPOINTS) && e->host.asks && !e->host.asks(e->host.ctx, hook);
    e->rerun_at = 0;
    if (r->unsettled & UNSETTLED_LOST)
        forget_old_names(e);
    k_know(e->s)->hooks++;
    if (k_spend(e, HOOK_WORK))
        return -1;
    if (e->hook_stat)
        e->hook_stat[hook].hooks++;
    if (!e->host.acting)
        return k_fail(e, K_E_HOOK, 0, (int32_t)hook, 1);
    return hook_end(e, e->host.acting(e->host.ctx, e, hook));
}

int hook_rerun(struct kengine *e)
{
    struct kstate *s = e->s;
    uint16_t hook = k_rules(s)->hook;

    e->in_hook = e->checkpointed = true;
    k_ran_back(e, e->d->prog[k_top(e->s)->pc].src);
    k_know(e->s)->reruns++;
    if (e->hook_stat)
        e->hook_stat[hook].reruns++;
    if (k_spend(e, HOOK_WORK))
        return -1;
    e->rerun_at = k_hook(e->s)->nanswers - 1;
    enum hook_result res = HOOK_GONE; /* unless the bridge has kept it */
    if (!SLOW(e, GOES_ON) && !e->sampling && e->host.go_on)
        res = e->host.go_on(e->host.ctx, e, hook);
    if (res == HOOK_GONE) {
        rules_back(e->d, s, s);
        s->cast = s->cast_back;
        k_at(e, s);
        e->rerun_at = 0;
        k_quiet(e, e->sampling || k_hook(s)->nanswers > 0);
        res = e->host.acting(e->host.ctx, e, hook);
    }
    return hook_end(e, res);
}

const struct kasked *hook_question(struct kengine *e, int seat, struct kctx *x)
{
    const struct kasked *q = k_hook(e->s)->q + k_hook(e->s)->nanswers;

    k_context(e, x);
    x->you = (uint8_t)seat;
    x->arg = q->arg;
    return q;
}

static int list_question(struct kengine *e, int seat, const struct kasked *q, struct kctx *x)
{
    int rc = 0;

    if (q->action == ACT_NONE)
        return list_cards(e, seat, q->sel, x);
    if (q->action != ACT_SEVERAL)
        return list_action(e, seat, q->action, x);
    for (int i = 0; i < q->nargs && !rc; i++)
        rc = list_action(e, seat, (unsigned)q->arg[i], x);
    return rc;
}

int list_hook(struct kengine *e, int seat)
{
    struct kctx x;

    return list_question(e, seat, hook_question(e, seat, &x), &x);
}

/* All answers are in: draws a card for each back, tells the answers and closes the question. */
static int close_question(struct kengine *e)
{
    struct krules *r = k_rules(e->s);
    struct khookpart *h = k_hook(e->s);
    struct kasked *q = &h->q[h->nanswers];

    struct kchoice *picks = k_hook_picks(e->s, h->nanswers);

    for (uint32_t m = q->seats; m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        struct kchoice *c = picks + seat;
        struct kctx x;
        if (!choice_has_back(e, seat, c))
            continue;
        hook_question(e, seat, &x);
        if (q->action == ACT_NONE ? choose_settle_set(e, seat, q->sel, &x, &c->card, 1)
                                  : settle_cards(e, seat, &e->d->actions[c->action], x, c))
            return -1;
    }
    for (uint32_t m = k_telling(e) ? q->seats : 0; m; m &= m - 1)
        tell_answer(e, TELL_ANSWER, __builtin_ctz(m), picks + __builtin_ctz(m), 0);
    q->rng = r->rng;
    r->decision = DEC_NONE;
    r->asked = r->pending = 0;
    h->open = 0;
    h->nanswers++;
    return 0;
}

int hook_accept(struct kengine *e, int seat, const struct kchoice *c)
{
    struct khookpart *h = k_hook(e->s);

    k_hook_picks(e->s, h->nanswers)[seat] = *c;
    if (e->s->most_chosen)
        keep_set(e, hook_answer(e->s, h->nanswers, (unsigned)seat),
                 k_hook_picks(e->s, h->nanswers) + seat);
    h->q[h->nanswers].given |= (uint16_t)BIT(seat);
    return k_rules(e->s)->pending ? 0 : close_question(e);
}

/* In a sample: is each recorded answer still a choice? */
static bool answer_fits(struct kengine *e, const struct kasked *q, const struct kchoice *picks)
{
    struct kctx x;

    for (uint32_t m = q->seats; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        bool none = picks[i].action == ACT_NONE;

        hook_question(e, i, &x);
        x.arg = q->arg;
        uint32_t from = e->now->len, sets = e->now->nsets, n;
        uint8_t was = ask_as(e, i);
        int rc = list_question(e, i, q, &x);
        e->asker = was;
        n = e->now->len - from;
        e->now->len = from;
        e->now->nsets = sets;
        if (rc || !n != none ||
            !(none || q->action != ACT_NONE || picks[i].card == NO_CARD ||
              sel_holds(e, q->sel, &x, picks[i].card)))
            return false;
    }
    return true;
}

const struct kasked *k_hook_answers(struct kengine *e, const struct kchoice **picks)
{
    struct khookpart *h = k_hook(e->s);
    const struct kasked *q = &h->q[e->rerun_at];

    *picks = k_hook_picks(e->s, e->rerun_at);
    k_rules(e->s)->rng = q->rng;
    k_rules(e->s)->effects = 0;
    if (++e->rerun_at == h->nanswers)
        k_quiet(e, e->sampling);
    return q;
}

static int recorded(struct kengine *e, uint32_t seats, ref sel, unsigned action,
                    const int32_t *args, int nargs, const struct kchoice **picks)
{
    const struct kasked *q = k_hook(e->s)->q + e->rerun_at;

    if (q->seats != seats || q->sel != sel || q->action != action || q->nargs != nargs ||
        (action == ACT_SEVERAL && memcmp(q->arg, args, (size_t)nargs * sizeof *args) != 0) ||
        (e->sampling && !answer_fits(e, q, k_hook_picks(e->s, e->rerun_at))))
        return k_fail(e, K_E_RERUN, 0, k_rules(e->s)->hook, e->rerun_at);
    k_hook_answers(e, picks);
    return 1;
}

static int ask_seats(struct kengine *e, uint32_t seats, ref prompt)
{
    struct krules *r = k_rules(e->s);
    struct khookpart *h = k_hook(e->s);

    if (e->owed && owed_settle(e))
        return -1;
    r->decision = DEC_HOOK;
    r->asked = r->pending = (uint16_t)seats;
    r->effects = 0;
    h->open = 1;
    list_fresh(e, NULL);
    if (k_telling(e)) {
        struct kevent ev = k_event(TELL_ASK);

        ev.seats = (uint16_t)seats;
        ev.extra = prompt;
        ev.number = r->hook;
        k_emit(e, &ev, 0);
    }
    if (!e->sampling && ask_each(e, NULL, seats))
        return -1;
    if (!seats && close_question(e)) /* nobody is asked, so all have answered */
        return -1;
    return !h->open;
}

int k_hook_ask(struct kengine *e, uint32_t seats, ref sel, unsigned action, const int32_t *args,
               int nargs, ref prompt, const struct kchoice **picks)
{
    struct khookpart *h = k_hook(e->s);

    *picks = NULL;
    k_touch(e);
    settle_names(e);
    if (k_rules(e->s)->status != K_RUNNING) /* after `finish` nobody is asked */
        return 1;
    if (e->rerun_at < h->nanswers)
        return recorded(e, seats, sel, action, args, nargs, picks);
    if (h->nanswers >= K_MAX_ANSWERS)
        return k_fail(e, K_E_ANSWERS, 0, k_rules(e->s)->hook, K_MAX_ANSWERS);
    struct kasked *q = &h->q[h->nanswers];
    memset(q, 0, sizeof *q);
    memset(k_hook_picks(e->s, h->nanswers), 0, e->s->nseats * sizeof(struct kchoice));
    if (e->s->most_chosen)
        memset(k_set_of(e->s, hook_answer(e->s, h->nanswers, 0)), 0xFF,
               2u * e->s->nseats * e->s->most_chosen);
    q->seats = (uint16_t)seats;
    q->sel = sel;
    q->action = (uint16_t)action;
    q->prompt = prompt;
    q->nargs = (uint8_t)nargs;
    memcpy(q->arg, args, (size_t)nargs * sizeof *args);
    int rc = ask_seats(e, seats, prompt);
    if (rc <= 0)
        return rc;
    *picks = k_hook_picks(e->s, h->nanswers - 1u);
    e->rerun_at = h->nanswers;
    return 1;
}
