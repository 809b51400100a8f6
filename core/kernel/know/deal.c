/* deal.c - a random deal that fits what the observer knows (facts.c).
 *
 * It begins with a random deal within each class. A card with a wrong definition exchanges it with
 * a random other card, if that makes it right. If no exchange of two helps, it follows the shortest
 * chain of exchanges. There always is one, because the true deal is right for all cards (C. Berge,
 * "Two theorems in graph theory", 1957). Then random pairs exchange if they may, so that all right
 * deals are nearly equally likely. */
#include "kernel/know/know.h"

enum { TRIES = 8, MIXING = 1 }; /* random pairs tried: for each wrong card, for each card */

struct dealing {
    struct kstate *s;
    int o;
    struct krng *rng;
    uint16_t *to;   /* card c becomes to[c] */
    uint16_t *card; /* the cards of the current class, in random order */
    /* of the search, by place in `card`: who first asked for its card; cards still to ask */
    uint16_t *from, *q;
    unsigned n;
};

/* May card c be what instance `as` is, as far as the observer knows? */
static bool right(const struct dealing *d, unsigned c, unsigned as)
{
    return !set_has(k_barred(d->s, d->o, c), k_insts(d->s)[as].def);
}

static void change(uint16_t *to, unsigned a, unsigned b)
{
    uint16_t had = to[a];

    to[a] = to[b];
    to[b] = had;
}

/* Breadth first search from the wrong card at place `first`: which cards have what it may be, which
 * have what those may be, … until a wrong card, or one that may take what the first has. */
static void find_chain(const struct dealing *d, unsigned first)
{
    unsigned nq = 0;

    for (unsigned i = 0; i < d->n; i++)
        d->from[i] = NO_CARD;
    d->q[nq++] = (uint16_t)first;
    for (unsigned at = 0; at < nq; at++) {
        unsigned who = d->q[at], c = d->card[who];
        for (unsigned i = 0; i < d->n; i++) {
            unsigned other = d->card[i];
            if (i == who || i == first || d->from[i] != NO_CARD || !right(d, c, d->to[other]))
                continue;
            d->from[i] = (uint16_t)who;
            if (!right(d, other, d->to[other]) || right(d, other, d->to[d->card[first]])) {
                /* each card takes what the next had, the last what the first had */
                for (unsigned end = i; end != first; end = d->from[end])
                    change(d->to, d->card[d->from[end]], other);
                return;
            }
            d->q[nq++] = (uint16_t)i;
        }
    }
}

static void mend(const struct dealing *d)
{
    for (unsigned i = 0; i < d->n; i++) {
        unsigned c = d->card[i], tries = 0;
        for (; tries < TRIES && !right(d, c, d->to[c]); tries++) {
            /* exchanges what c and other get, if c is then right and other no worse than before */
            unsigned other = d->card[krng_below(d->rng, d->n)];
            if (right(d, c, d->to[other]) &&
                (right(d, other, d->to[c]) || !right(d, other, d->to[other])))
                change(d->to, c, other);
        }
        if (!right(d, c, d->to[c]))
            find_chain(d, i);
    }
}

static void mix(const struct dealing *d)
{
    for (unsigned i = 0; i < MIXING * d->n; i++) {
        unsigned a = d->card[krng_below(d->rng, d->n)], b = d->card[krng_below(d->rng, d->n)];
        if (right(d, a, d->to[b]) && right(d, b, d->to[a]))
            change(d->to, a, b);
    }
}

/* Puts the cards of a class into `card`, in random order. */
static void gather(struct dealing *d, unsigned cls)
{
    const uint16_t *of = k_classes(d->s, d->o);

    d->n = 0;
    for (unsigned c = cls; c < d->s->ninst; c++)
        if (of[c] == cls)
            d->card[d->n++] = (uint16_t)c;
    for (unsigned i = d->n; i > 1; i--)
        change(d->card, i - 1, krng_below(d->rng, i));
}

void deal_by_facts(struct kengine *e, struct kstate *s, int o, struct krng *rng, uint16_t *to)
{
    struct dealing d = {s, o, rng, to, k_list(e), k_list(e), k_list(e), 0};

    for (unsigned c = 0; c < s->ninst && d.q; c++)
        if (!right(&d, c, to[c])) {
            gather(&d, k_classes(s, o)[c]);
            mend(&d);
            mix(&d);
        }
    k_unlist(e, d.card);
}
