/* owed.c - public counters that tell what a card is: the card is then owed to all persons until they know it.
 *
 * All counters are public. One that is worked out from what a card is tells something of it to those who do not know the
 * card, yet no class or fact says so: in a sample the counter could be untrue. The card may be shown right afterwards (it
 * is paid for, then laid down), so it is owed only until a person is asked. Only the battery checks this: it takes
 * knowledge, which an untold game does not keep.
 */
#include "kernel/run/run.h"

RARE bool owed_instead(struct kengine *e, unsigned c)
{
    struct kowed *w = e->owed;
    uint32_t persons = e->s->people_seats;

    if (!w || !w->noting)
        return false;
    for (uint32_t m = persons; m; m &= m - 1)
        if (k_knows(e, e->s, __builtin_ctz(m), c) == REF_NONE) {
            w->to[c] |= (uint16_t)(m & -m);
            w->src[c] = w->noting;
            w->any = true;
        }
    return true;
}

/* Looks at what the counter is worked out from; what comes out is of no use. */
static void look(struct kengine *e, enum owed_by how, ref what, struct kctx *x)
{
    uint16_t *list = how == OWED_CARDS ? k_list(e) : NULL;

    if (list)
        (void)k_select(e, what, x, list);
    else if (how == OWED_SEATS)
        (void)k_seatset(e, what, x);
    else if (how == OWED_VALUE)
        (void)k_eval(e, what, x);
    k_unlist(e, list);
}

void owed_for(struct kengine *e, enum owed_by how, ref what, const struct kctx *x, uint32_t src)
{
    struct kctx own = *x;
    struct kerror was_err = e->err;

    if (what == REF_NONE || e->s->track != TRACK_ALL || was_err.code)
        return;
    struct eyes was =
        eyes_open(e, e->s, THE_PUBLIC); /* no lots are drawn: that is for the step */
    e->owed->noting = src;
    look(e, how, what, &own);
    e->owed->noting = 0;
    eyes_close(e, &was);
    e->left = was.left;
    if (e->err.code != K_E_NOMEM) /* any other failure comes again when the step is done */
        e->err = was_err;
}

void owed_known(struct kengine *e, int o, unsigned c)
{
    e->owed->to[c] &= (uint16_t)~BIT(o);
}

int owed_settle(struct kengine *e)
{
    struct kowed *w = e->owed;

    for (unsigned c = 0; w->any && c < e->s->ninst; c++)
        if (w->to[c]) {
            uint32_t src = w->src[c];
            memset(w, 0, sizeof *w);
            return k_fail(e, K_E_COUNTER_TELLS, src, 0, 0);
        }
    w->any = false;
    return 0;
}
