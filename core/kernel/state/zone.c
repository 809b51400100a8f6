/* zone.c - cards in zones: sets and linked lists; copies from endless zones; random draws.
 *
 * The cards of a slot (a zone of one seat) are a set of instances. Rows, piles and zones that are
 * shuffled are also doubly linked lists. In rows and piles their order is the place. */
#include "kernel/state/zone.h"

void lift_all(struct kstate *s, unsigned slot)
{
    memset(k_held(s, slot), 0, s->words * sizeof(uint64_t));
    k_slots(s)[slot] = (struct kslot){NO_CARD, NO_CARD, 0};
}

unsigned zone_place(struct kstate *s, unsigned c)
{
    const struct kinst *in = k_insts(s);
    unsigned n = 0;

    for (unsigned p = k_ordered(s, in[c].slot) ? in[c].prev : NO_CARD; p != NO_CARD;
         p = in[p].prev)
        n++;
    return n;
}

int zone_cards(struct kstate *s, unsigned slot, uint16_t *out)
{
    const struct kinst *in = k_insts(s);
    int n = 0;

    if (!k_slotinfo(s)[slot].listed)
        return set_cards(k_held(s, slot), s->words, out);
    for (uint16_t c = k_slots(s)[slot].head; c != NO_CARD; c = in[c].next)
        out[n++] = c;
    return n;
}

/* Empties the counters that hold c: no counter may hold a card that not everyone sees. */
void drop_references(struct kengine *e, unsigned c)
{
    const struct kplan *plan = e->plan;
    struct kstate *s = e->s;
    int32_t *of_game = k_gamectr(s), *of_seat = k_seatctr(s);

    for (int i = 0; i < plan->nref_game; i++)
        if (of_game[plan->ref_game[i]] == (int32_t)c)
            of_game[plan->ref_game[i]] = -1;
    unsigned step = e->d->nseat;
    const int32_t *end = of_seat + s->nseats * step;
    for (int i = 0; i < plan->nref_seat; i++)
        for (int32_t *at = of_seat + plan->ref_seat[i]; at < end; at += step)
            if (*at == (int32_t)c)
                *at = -1;
    for (unsigned i = 0; i < plan->nref_card; i++)
        for (unsigned h = next_holder(e, i, c, 0); h != NO_CARD;
             h = next_holder(e, i, c, h + 1))
            card_mark(e, h, plan->ref_card[i], -1);
}

unsigned first_alike(const struct kengine *e, unsigned c)
{
    const uint64_t *first = e->plan->cast->first;
    unsigned w = c >> 6;
    uint64_t m = first[w] & ~(uint64_t)0 >> (63 - (c & 63));

    while (!m && w)
        m = first[--w];
    return m ? w * 64 + 63 - (unsigned)__builtin_clzll(m) : 0;
}

unsigned next_copy(struct kengine *e, unsigned stamp, unsigned after)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    unsigned out = s->nslots - 1u, c;

    if (as_dealt(s) && !SLOW(e, POOLS)) {
        c = set_next(k_held(s, out), s->words,
                     after == NO_CARD ? first_alike(e, stamp) : after + 1);
        return c != NO_CARD && in[c].def == in[stamp].def ? c : NO_CARD;
    }
    c = after == NO_CARD ? k_first(s, out) : k_next(s, after);
    while (c != NO_CARD && in[c].def != in[stamp].def)
        c = k_next(s, c);
    return c;
}

/* Does c lie in an endless zone, which keeps it and gives copies? */
static bool is_stamp(struct kengine *e, unsigned c)
{
    return e->d->zones[k_zone_of(e->s, k_insts(e->s)[c].slot)].endless != 0;
}

bool used_up(struct kengine *e, unsigned c)
{
    return is_stamp(e, c) && next_copy(e, c, NO_CARD) == NO_CARD;
}

bool copies_for(struct kengine *e, const uint16_t *card, int n)
{
    const struct kinst *in = k_insts(e->s);

    for (int i = 0; i < n; i++) {
        unsigned wanted = 0;
        if (!is_stamp(e, card[i]))
            continue;
        for (int j = 0; j < n; j++) /* an equal card in another zone needs no copy */
            wanted += in[card[j]].def == in[card[i]].def && is_stamp(e, card[j]);
        for (unsigned c = NO_CARD; wanted; wanted--)
            if ((c = next_copy(e, card[i], c)) == NO_CARD)
                return false;
    }
    return true;
}

int64_t k_draw(struct kengine *e, uint32_t n, const uint16_t *cards)
{
    if (e->luck && e->luck->draw) {
        int64_t v = e->luck->draw(e->luck->ctx, e, n, cards);

        if (v != -2)
            return v < 0 || v >= n ? k_fail(e, K_E_RANGE, 0, (int32_t)v, (int32_t)n) : v;
    }
    return krng_below(&k_rules(e->s)->rng, n);
}
