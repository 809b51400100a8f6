/* plan.c - what of a definition can be settled before any game, once per engine. */
#include "kernel/internal.h"

#include <stdlib.h>

static uint8_t plan_select(const struct kselect *q)
{
    uint8_t plan = 0;

    if (q->most != REF_NONE || q->least != REF_NONE || q->first != REF_NONE ||
        q->last != REF_NONE || q->random != REF_NONE)
        plan |= SEL_RANKS;
    if (q->this_only || q->not_this)
        plan |= SEL_THIS;
    if (q->where != REF_NONE || q->nany || q->except != REF_NONE)
        plan |= SEL_MORE;
    else if (q->face == FACE_ANY && q->bits == REF_NONE && !q->ntests)
        plan |= SEL_PLAIN;
    return plan;
}

int plan_make(struct kengine *e)
{
    const struct kdef *d = e->d;

    for (int i = 0; i < d->ncounters; i++)
        e->plan.card_refs |= d->counters[i].is == V_CARD;
    for (int i = 0; i < d->ncardctr; i++)
        e->plan.card_start[i] = d->counters[d->card_ctr[i]].start;
    e->plan.sel = malloc(d->nsels + 1u);
    if (!e->plan.sel)
        return -1;
    for (int i = 0; i < d->nsels; i++)
        e->plan.sel[i] = plan_select(&d->sels[i]);
    return 0;
}

void plan_free(struct kengine *e)
{
    free(e->plan.sel);
}
