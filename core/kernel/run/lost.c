/* lost.c - watchers and waiting effects whose card cannot be told from others any more.
 *
 * What waits is about one instance. It stays so while somebody could point at the card: in a row or pile, and
 * in a set where all see it. Once it is shuffled, or lies among others where not all see it, they have it no
 * more, whoever kept track of it. So no card that can change places with another in somebody's mind is named by
 * what waits (know/know.c). What is under way keeps its cards until it is done.
 */
#include "kernel/state/zone.h"

/* Of no card too: a bit too many costs a second look. */
static uint64_t bit_of(unsigned c)
{
    return 1ull << (c & 63);
}

/* Is parameter i of what waits a card? */
static bool holds_card(const struct kdef *d, const struct kqueued *q, unsigned i)
{
    return q->own_param && d->verbs[q->verb].type[i] == V_CARD && q->param[i] >= 0;
}

uint64_t waiting_cards(struct kengine *e)
{
    const struct krules *r = k_rules(e->s);
    uint64_t named = 0;

    for (int i = 0; i < r->nwatch; i++)
        named |= bit_of(k_watch(e->s)[i].card);
    for (const struct kqueued *q = k_queue(e->s), *end = q + r->nqueue; q < end; q++) {
        named |= bit_of(q->card) | bit_of(q->evcard);
        for (unsigned k = 0; q->own_param && k < e->d->verbs[q->verb].nparams; k++)
            named |= holds_card(e->d, q, k) ? bit_of((unsigned)q->param[k]) : 0;
    }
    return named;
}

static bool takes(uint16_t *card, unsigned c)
{
    bool it = *card == c;

    *card = it ? NO_CARD : *card;
    return it;
}

/* Did an entry that may ask for its card, and of which all know, lose it? */
static bool entry_loses(struct kengine *e, struct kqueued *q, unsigned c)
{
    bool asks =
        q->own_param ? e->d->verbs[q->verb].asks_this : e->d->effects[q->effect].asks_this;

    takes(&q->evcard, c);
    for (unsigned k = 0; q->own_param && k < e->d->verbs[q->verb].nparams; k++)
        if (holds_card(e->d, q, k) && q->param[k] == (int32_t)c)
            q->param[k] = -1;
    return takes(&q->card, c) && q->known && (asks || e->d->cancels);
}

void card_lost(struct kengine *e, unsigned c)
{
    const struct krules *r = k_rules(e->s);
    bool told = false;

    if (e->break_rule == 6)
        return;
    for (int i = 0; i < r->nwatch; i++) {
        struct kwatching *w = k_watch(e->s) + i;
        told |= takes(&w->card, c) && e->d->watches[w->watch].asks_this;
    }
    for (int i = 0; i < r->nqueue; i++)
        told |= entry_loses(e, k_queue(e->s) + i, c);
    if (!told)
        return;
    struct kevent ev = k_event(TELL_LOST);
    ev.def = k_insts(e->s)[c].def;
    k_emit(e, &ev, 0);
}

void may_be_lost(struct kengine *e, unsigned c)
{
    if (lies_lost(e, c))
        card_lost(e, c);
}

void slot_lost(struct kengine *e, unsigned slot, bool shuffled)
{
    uint64_t named = e->plain ? ~(uint64_t)0 : waiting_cards(e);

    for (unsigned c = named ? k_first(e->s, slot) : NO_CARD; c != NO_CARD; c = k_next(e->s, c))
        if (named & bit_of(c) && (shuffled || lies_lost(e, c)))
            card_lost(e, c);
}
