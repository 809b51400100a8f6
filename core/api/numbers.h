/* numbers.h - what batch.c asks of numbers.c. */
#ifndef CANTRIP_API_NUMBERS_H
#define CANTRIP_API_NUMBERS_H

#include "api/internal.h"

/* The layout of the numbers of one engine's games, with room to work in. */
struct ct_numbers {
    ct_engine *e;
    struct arena *mem;
    int seats, cards;
    int32_t actions, values; /* how many numbers there are; the length of an observation */
    /* choices */
    int32_t wide;                   /* cards, and a back */
    int32_t which, effects, *asked; /* asked: with each word */
    struct numbered *action;
    struct range *range;
    int nranges;
    /* the list at hand: its choices, which are left, what their next number is */
    struct kchoice *list;
    int *left, nlist, nleft, room;
    int32_t *next;
    unsigned word;
    /* observations */
    struct ct_span *span;
    int nspans;
    struct stretch *lies; /* of each observer and slot */
    unsigned slots;
    bool rows;         /* some cards have a place */
    struct told *told; /* the counters */
    int ntold;
    int32_t *kept;                         /* of each observer and counter */
    int32_t *phase;                        /* of each phase */
    int32_t given;                         /* numbers that were given to the open question */
    int32_t down[CT_MAX_SEATS + 1], *mark; /* by whose; of each card counter and whose */
    int32_t owned;  /* of each seat, one after another; -1: they are not told */
    uint64_t *seen; /* the cards whose counters are known; in a row all that are known */
};

/* The choice that these numbers lead to; CT_SEVERAL: n->next are those that may come next, of the choices
 * n->left; -1: error */
int numbers_narrow(ct_numbers *n, struct kstate *s, int seat, const int32_t *given, int ngiven);

#endif
