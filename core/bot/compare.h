/* compare.h - how the first card of a choice compares with others, for features.c.
 *
 * A policy adds up weights of pairs, so it cannot say "the greatest there" or "just enough".
 * Comparisons can, for each number that is written on cards. They say how many cards in a row on
 * the table have a greater one, among all of them and among those of the card's own word (its
 * suit). They also say how far it is from that of the choice's helper or target. */
#ifndef CANTRIP_BOT_COMPARE_H
#define CANTRIP_BOT_COMPARE_H

#include "cantrip.h"

enum { COMPARE_NUMBERS = 3, COMPARE_WORDS = 3, COMPARE_ROWS = 4 };

/* A trait that differs between cards. */
struct compare_trait {
    uint32_t name;  /* hashed */
    int32_t *value; /* by card of the ruleset */
};
struct compare {
    struct compare_trait number[COMPARE_NUMBERS], word[COMPARE_WORDS]; /* the first of each */
    int nnumbers, nwords;
    bool *is_row; /* by zone */
    /* what lies face up in rows now: stretches of what the seat sees */
    const struct ct_card *seen;
    struct compare_span {
        int from, to;
    } span[COMPARE_ROWS];
    int nspans;
};

/* False: no memory. Call compare_free in both cases. */
bool compare_init(struct compare *r, const ct_definition *def);
void compare_free(struct compare *r);
/* Finds what lies in rows of the table among what a seat sees. The caller keeps `seen`
 * (ct_look). */
void compare_see(struct compare *r, const struct ct_card *seen, int n);
/* The number of comparisons with rows for each card; number i for a card of the ruleset, as a hash.
 * zone: hashed names by number. */
static inline int compare_rows(const struct compare *r)
{
    return r->nspans * r->nnumbers * (1 + r->nwords);
}
uint32_t compare_with_row(const struct compare *r, int i, int card, const uint32_t *zone);
/* How much greater number n of a card is than that of another. */
static inline int64_t compare_pair(const struct compare *r, int n, int card, int other)
{
    return (int64_t)r->number[n].value[card] - r->number[n].value[other];
}

#endif
