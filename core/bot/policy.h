/* policy.h - a soft choice by linear weights.
 *
 * A choice is worth the sum of the weights of its heads, and of their pairs with all features. The
 * weights are in one table, at places given by hashes. Two with the same place share its weight. */
#ifndef CANTRIP_BOT_POLICY_H
#define CANTRIP_BOT_POLICY_H

#include "bot/features.h"

/* Places of the table: 512 KB in play. */
enum { POLICY_BITS = 18, POLICY_SIZE = 1 << POLICY_BITS };
/* In play weights are whole numbers of 1 / POLICY_ONE. */
enum { POLICY_ONE = 256 };
/* The head for the position's own worth, a part of the win for its seat. */
enum { POLICY_VALUE = 0x1b873593 };

struct ct_policy {
    struct ct_policy_info info;
    char **known; /* identifiers of the cards that it has met */
    int nknown;
    int *fresh; /* cards of the definition that it has not met; then -1 */
    char **option;
    int noptions;
    int16_t weight[POLICY_SIZE];
};

/* The place of a head alone, or of its pair with a feature. */
static inline uint32_t policy_place(uint32_t head, uint32_t feature)
{
    return (head ^ feature) & (POLICY_SIZE - 1);
}

/* e to the power of x <= 0, by sums and products alone: the same on every machine. */
double policy_exp(double x);
/* Picks one of n. temperature: in thousandths; 0: the first of the best. worth: room for n. */
int policy_choose(const ct_policy *p, const struct features *f, int n, int temperature,
                  double *worth, struct ct_rng *rng);
/* How likely each of n choices is, as parts of their sum, which is returned. temperature > 0. */
double policy_chances(const ct_policy *p, const struct features *f, int n, int temperature,
                      double *chance);
/* Draws one of n, choice i as likely as worth[i] says. */
int policy_draw(const double *worth, int n, double sum, struct ct_rng *rng);

#endif
