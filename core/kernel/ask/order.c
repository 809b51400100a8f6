/* order.c - may it matter in a game which of equal cards of a set comes first?
 *
 * They are in order of instance, which no player sees. As long as nothing names one of them, a step
 * may take any. This looks at the definition as written, and says yes too often rather than too
 * seldom. */
#include "kernel/ask/ask.h"

/* Is the zone a set? */
static bool is_set(const struct kdef *d, unsigned zone)
{
    return zone < d->nzones && d->zones[zone].as == AS_SET;
}

/* May it select several cards of a set? */
static bool of_sets(const struct kdef *d, ref sel)
{
    const struct kselect *q = d->sels + sel;
    bool sets = false;

    if (q->src != SRC_ZONES)
        return q->bound & BOUND_SET;
    for (int i = 0; i < q->nzones; i++)
        sets |= is_set(d, q->zone[i]);
    return sets;
}

/* Does it take only some of the cards, by their order or at random? */
static bool takes_some(const struct kdef *d, const struct kselect *q)
{
    bool rows = q->src == SRC_ZONES && q->nzones > 0;

    for (int i = 0; i < q->nzones; i++)
        rows &= !is_set(d, q->zone[i]);
    return !rows && (q->first != REF_NONE || q->last != REF_NONE || q->random != REF_NONE ||
                     q->each != REF_NONE);
}

/* May a seat be offered backs of a set, one of which is then drawn? */
static bool offers_backs(const struct kdef *d, const struct kchoose *ch)
{
    for (int k = 0; k < ch->nactions; k++) {
        const struct kaction *a = d->actions + d->acts[ch->actions + k];
        const ref sel[] = {a->card, a->helper, a->target, a->cards};
        for (int i = 0; i < 4; i++)
            for (int z = 0; sel[i] != REF_NONE && z < d->sels[sel[i]].nzones; z++) {
                const struct kzone *zone = d->zones + d->sels[sel[i]].zone[z];
                if (zone->as == AS_SET &&
                    (zone->up < SIGHT_OWNER || zone->up == SIGHT_OTHERS ||
                     zone->down < SIGHT_OWNER || zone->down == SIGHT_OTHERS))
                    return true;
            }
    }
    return false;
}

/* Does it depend on the order of cards in a set? A body that does may bind one of these cards. */
static bool asks_order(const struct kdef *d, const struct kop *op)
{
    const struct kexpr *to = d->exprs + op->to; /* of a move */

    switch (op->op) {
    case OP_DEAL:
    case OP_FILL: return is_set(d, op->zone) || is_set(d, d->zones[op->zone].refill);
    case OP_MAKE:
    case OP_MOVE:
        return of_sets(d, op->cards) && (to->op != X_CONST || !is_set(d, (unsigned)to->imm));
    case OP_CHOOSE: return offers_backs(d, d->chooses + op->list);
    default: return false;
    }
}

bool order_matters(const struct kdef *d)
{
    uint32_t end = (uint32_t)d->start_pc;
    /* may anything but a body name a card, or may a script hold cards? */
    bool matters = d->nwatches || d->each_deep || d->nhooks || d->npures;

    while (d->prog[end].op != OP_END)
        end++;
    for (int i = 0; i < d->ncounters; i++)
        matters |= d->counters[i].is == V_CARD;
    for (uint32_t i = 0; i < d->nprog; i++)
        matters |= d->prog[i].op == OP_TRIGGER || d->prog[i].op == OP_SHOW ||
                   ((i < (uint32_t)d->start_pc || i > end) && asks_order(d, d->prog + i));
    for (int i = 0; i < d->nsels; i++)
        matters |= takes_some(d, d->sels + i);
    return matters;
}
