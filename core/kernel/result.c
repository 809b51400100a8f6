/* result.c - who has won: `finish` first, then scores and ties (cantrip rulesets: `result`). */
#include "kernel/internal.h"

/* Below 0 if a ranks before b. */
static int ranks_before(struct kengine *e, const int64_t *score, struct kctx *x, int a, int b)
{
    const struct kdef *d = e->d;

    if (score[a] != score[b])
        return (score[a] > score[b]) == !d->least_wins ? -1 : 1;
    for (int i = 0; i < d->nties; i++) {
        x->you = (uint8_t)a;
        int64_t ta = k_eval(e, d->xargs[d->ties + i], x);
        x->you = (uint8_t)b;
        int64_t tb = k_eval(e, d->xargs[d->ties + i], x);
        if (ta != tb)
            return ta > tb ? -1 : 1;
    }
    return 0;
}

static uint16_t best_by_score(struct kengine *e, const int64_t *score, struct kctx *x, uint32_t among)
{
    struct kstate *s = e->s;
    uint16_t win = 0;
    int best = -1;

    for (int i = 0; i < s->nseats; i++) {
        if (!(among & BIT(i)))
            continue;
        int c = best < 0 ? -1 : ranks_before(e, score, x, i, best);
        if (c < 0) {
            best = i;
            win = (uint16_t)BIT(i);
        } else if (c == 0) {
            win |= (uint16_t)BIT(i);
        }
    }
    if (!e->d->tied_share && (win & (win - 1)))
        win = 0;
    return win;
}

static void reasons(struct kengine *e, struct kresult *out)
{
    const struct krules *r = k_rules(e->s);

    if (r->finish_pc >= 0) {
        const struct kop *op = &e->d->prog[r->finish_pc];
        for (int i = 0; i < op->n && i < 63; i++)
            if ((r->reasons >> i & 1) && out->nwhy < 8)
                out->why[out->nwhy++] = e->d->reasons[op->list + i].word;
    } else if (r->finish_op_n) {
        out->why[out->nwhy++] = (uint16_t)(r->finish_op_n - 1);
    }
}

int k_result(struct kengine *e, struct kstate *s, struct kresult *out)
{
    const struct krules *r = k_rules(s);
    struct kctx x = {.you = k_solo(s), .them = NO_SEAT, .seat = NO_SEAT};
    uint32_t among = s->people_mask & ~(uint32_t)r->lost;

    memset(out, 0, sizeof *out);
    memset(&e->err, 0, sizeof e->err);
    lists_reset(e, s);
    e->s = s;
    memset(x.card, 0xFF, sizeof x.card);
    out->status = r->status;
    out->won = r->won;
    out->lost = r->lost;
    out->has_score = e->d->score != REF_NONE;
    for (int i = 0; out->has_score && i < s->nseats; i++) {
        if (s->seat_kind[i])
            continue;
        x.you = (uint8_t)i;
        out->score[i] = k_eval(e, e->d->score, &x);
    }
    if (r->status != K_OVER)
        return e->err.code ? -1 : 0;
    if (r->won)
        out->winners = r->won;
    else if (out->has_score)
        out->winners = best_by_score(e, out->score, &x, among);
    else if (r->lost)
        out->winners = (uint16_t)among;
    reasons(e, out);
    return e->err.code ? -1 : 0;
}
