/* like.c - which of several cards of one definition, seen in one set, is meant.
 *
 * They differ in how they lie, in what names them (k_naming), and in the cards that hold them in
 * counters or that they hold. Instances may not be told. So if counters hold cards, each card has a
 * colour: a hash of how it lies and of the colours of the cards it is bound to. If held cards still
 * share a colour, one of them, no matter which, gets another. */
#include "kernel/know/know.h"

#include <stdlib.h>

enum { MOST_PICKED_OUT = 64 }; /* held cards that get a new colour */

static bool holds_card(const struct kengine *e, unsigned i)
{
    return e->d->counters[e->d->card_ctr[i]].is == V_CARD;
}

/* How c lies, as o sees it, and what names it except other cards. */
static uint64_t lies_key(struct kengine *e, int o, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;
    const int32_t *ctr = k_cardctr(e->s) + c * e->d->ncardctr;
    uint64_t h = (uint64_t)in->slot << 40;

    if (k_left_game(e->s, c))
        return 1;
    if (k_ordered(e->s, in->slot))
        return kmix(h | (zone_place(e->s, c) + 1));
    if (o != K_ALL_SEEING && !card_seen(e, e->s, o, c))
        return kmix(h | 0xFFFFF);
    h = kmix(h | (uint64_t)in->def << 20 | (uint64_t)in->face << 8 | in->owner);
    for (unsigned i = 0; i < e->d->ncardctr; i++)
        h = kmix(h + (holds_card(e, i) ? 0 : (uint32_t)ctr[i]));
    return kmix(h ^ naming_order(e, c));
}

/* Mixes each card's colour with those of the cards that it holds and that hold it. */
static void mix_bound(struct kengine *e, const uint64_t *was, uint64_t *now)
{
    memcpy(now, was, e->s->ninst * sizeof *now);
    for (unsigned i = 0; i < e->plan->nref_card; i++)
        for (unsigned h = next_holder(e, i, NO_CARD, 0); h != NO_CARD;
             h = next_holder(e, i, NO_CARD, h + 1)) {
            unsigned c = held_card(e, i, h);
            now[h] += kmix(was[c] ^ (2 * i + 1));
            now[c] += kmix(was[h] ^ (2 * i + 2));
        }
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The number of colours. sorted: room for them. */
static unsigned kinds_of(const uint64_t *colour, unsigned n, uint64_t *sorted)
{
    unsigned kinds = n > 0;

    memcpy(sorted, colour, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_colour);
    for (unsigned i = 1; i < n; i++)
        kinds += sorted[i] != sorted[i - 1];
    return kinds;
}

/* Lists the cards that a counter holds, each once. How many. */
static int held_cards(struct kengine *e, uint16_t *held)
{
    int n = 0;

    for (unsigned c = 0; c < e->s->ninst; c++)
        for (unsigned i = 0; i < e->plan->nref_card; i++)
            if (next_holder(e, i, c, 0) != NO_CARD) {
                held[n++] = (uint16_t)c;
                break;
            }
    return n;
}

/* A held card of the lowest colour that two of them share; NO_CARD: none do. */
static unsigned tied(const uint64_t *colour, const uint16_t *held, int n)
{
    unsigned least = NO_CARD;

    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (colour[held[i]] == colour[held[j]] &&
                (least == NO_CARD || colour[held[i]] < colour[least]))
                least = held[i];
    return least;
}

/* Colours all cards. There is room for three colours each. */
static void find_colours(struct kengine *e, int o, uint64_t *colour, uint16_t *held)
{
    unsigned n = e->s->ninst, kinds = 0, tie = 0, picked_out = 0;
    uint64_t *was = colour + n, *sorted = was + n;
    int nheld = held_cards(e, held);

    for (unsigned c = 0; c < n; c++)
        colour[c] = lies_key(e, o, c);
    while (nheld && tie != NO_CARD && picked_out <= MOST_PICKED_OUT) {
        memcpy(was, colour, n * sizeof *was);
        mix_bound(e, was, colour);
        unsigned now = kinds_of(colour, n, sorted);
        if (now > kinds) {
            kinds = now;
            continue;
        }
        tie = tied(colour, held, nheld);
        if (tie != NO_CARD)
            colour[tie] = kmix(colour[tie] + ++picked_out);
    }
}

/* The colours for o, found once per question. NULL: counters hold no cards, or no memory */
static const uint64_t *colours(struct kengine *e, int o)
{
    struct kcolours *k = &e->colours;
    bool open = k_rules(e->s)->decision != DEC_NONE && e->s->stamp &&
                e->s->stamp == e->now->stamp; /* as in card_is_named */
    uint16_t *held;

    if (!e->plan->nref_card)
        return NULL;
    if (open && !SLOW(e, NAMED) && k->stamp == e->s->stamp && k->of == o)
        return k->v;
    if (k->room < e->s->ninst) {
        uint64_t *grown = realloc(k->v, 3 * e->s->ninst * sizeof *grown);
        if (!grown)
            return NULL;
        k->v = grown;
        k->room = e->s->ninst;
    }
    if (!(held = k_list(e)))
        return NULL;
    find_colours(e, o, k->v, held);
    k_unlist(e, held);
    k->stamp = open ? e->s->stamp : 0;
    k->of = o;
    return k->v;
}

/* card_order for one definition, without cards they hold; then named ones first; then by colour. */
static int like_order(struct kengine *e, const uint64_t *colour, unsigned a, unsigned b)
{
    const struct kinst *x = k_insts(e->s) + a, *y = k_insts(e->s) + b;
    unsigned n = e->d->ncardctr;
    const int32_t *ca = k_cardctr(e->s) + a * n, *cb = k_cardctr(e->s) + b * n;

    if (x->face != y->face)
        return x->face < y->face ? -1 : 1;
    for (unsigned i = 0; i < n; i++)
        if (!holds_card(e, i) && ca[i] != cb[i])
            return ca[i] < cb[i] ? -1 : 1;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    uint32_t na = naming_order(e, a), nb = naming_order(e, b);
    if (na != nb)
        return na < nb ? -1 : 1;
    return colour && colour[a] != colour[b] ? (colour[a] < colour[b] ? -1 : 1) : 0;
}

void number_likes(struct kengine *e, int o, uint16_t *card, int n, uint16_t *nth)
{
    const uint64_t *colour = n > 1 ? colours(e, o) : NULL;
    bool named = colour != NULL;

    for (int i = 0; i < n && n > 1; i++)
        named |= card_is_named(e, card[i]);
    SORT(uint16_t, card, named ? n : 0, like_order(e, colour, a, b) > 0);
    for (int i = 0; i < n; i++)
        nth[i] = !i ? 1 : nth[i - 1] + (like_order(e, colour, card[i - 1], card[i]) != 0);
    if (n && nth[n - 1] == 1)
        memset(nth, 0, (size_t)n * sizeof *nth);
}
