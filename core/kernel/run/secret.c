/* secret.c - while somebody is asked, nothing waits in secret.
 *
 * Everyone is told who is asked what, and what comes of it. So before a question everyone is told
 * which cards the effects that wait or run belong to. Until then perhaps only those who see the
 * card know. */
#include "kernel/run/run.h"

static void lay_open(struct kengine *e, unsigned c, const struct keffect *f)
{
    struct kstate *s = e->s;
    uint32_t all = BIT(s->nobs) - 1;

    if (c == NO_CARD) { /* lost before anybody else knew it */
        tell_lost(e, f->card);
        return;
    }
    uint32_t before = know_seen_by(e, s, c);
    if (before == all || !k_telling(e))
        return;
    struct kevent ev = k_event_of(e, TELL_SHOW, c);
    know_turned(e, c, before, all);
    ev.seats = (uint16_t)(all >> 1);
    k_emit(e, &ev, all);
}

static void lay_secrets_open(struct kengine *e)
{
    struct kstate *s = e->s;
    uint16_t at[K_MAX_QUEUE];

    k_by_arrival(s, at);
    for (unsigned i = 0; i < k_rules(s)->nqueue; i++) {
        struct kqueued *q = k_queued(s, at[i]);
        if (!q->known)
            lay_open(e, q->card, e->d->effects + q->effect);
        q->known = 1;
    }
    for (int i = 0; i < k_rules(s)->nframes; i++) {
        struct kframe *f = k_frames(s) + i;
        if (f->kind != FRAME_EFFECT || f->effect.known)
            continue;
        lay_open(e, f->card[BOUND_THIS], e->d->effects + f->effect.id);
        f->effect.known = 1;
    }
}

void before_asking(struct kengine *e)
{
    uint32_t what = k_rules(e->s)->unsettled;

    if (what & UNSETTLED_LOST)
        lose_names(e);
    if (what & UNSETTLED_SECRET && e->break_rule != BREAK_SECRET)
        lay_secrets_open(e);
    k_rules(e->s)->unsettled = 0;
}
