/* policy.c - a choice by trained weights.
 *
 * Weights are whole numbers, so their sum does not depend on an order. The rest is a few products
 * of doubles that are never fused (-ffp-contract=off). So the choice is the same on every
 * machine. */
#include "bot/policy.h"

#include <stdlib.h>
#include <string.h>

enum { TERMS = 9 };

double policy_exp(double x)
{
    static const double one_by[TERMS] = {1.0,       1.0,       1.0 / 2,    1.0 / 6,    1.0 / 24,
                                         1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320};
    const double ln2 = 0.6931471805599453;

    if (x < -40)
        return 0;
    int halves = (int)(-x / ln2);
    double rest = x + halves * ln2, sum = one_by[TERMS - 1], power;
    for (int i = TERMS - 2; i >= 0; i--)
        sum = sum * rest + one_by[i];
    uint64_t bits = (uint64_t)(1023 - halves) << 52; /* 2 to the power of -halves */
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

int policy_draw(const double *worth, int n, double sum, struct ct_rng *rng)
{
    double at = sum * ((double)(ct_rng_next(rng) >> 11) / 9007199254740992.0);

    for (int i = 0; i < n - 1; i++) {
        if (at < worth[i])
            return i;
        at -= worth[i];
    }
    return n - 1;
}

/* 64 bits hold a table of thousands of cards, and a file of greatest weights. */
static int64_t sum_of(const ct_policy *p, const struct features *f, uint32_t head)
{
    int64_t sum = p->weight[policy_place(head, 0)];

    for (int k = 0; k < f->n; k++)
        sum += p->weight[policy_place(head, f->at[k])];
    return sum;
}

/* What each choice is worth by the weights. Returns the best, the first of equals. */
static int weigh(const ct_policy *p, const struct features *f, int n, double *worth)
{
    int best = 0;

    for (int i = 0; i < n; i++) {
        int64_t all = 0;
        for (int h = f->first[i]; h < f->first[i + 1]; h++)
            all += sum_of(p, f, f->head[h]);
        worth[i] = (double)all;
        if (worth[i] > worth[best])
            best = i;
    }
    return best;
}

/* Turns worths into chances, as parts of their sum, which is returned. */
static double soften(double *worth, int n, int best, int temperature)
{
    double most = worth[best], one = POLICY_ONE * (temperature / 1000.0), sum = 0;

    for (int i = 0; i < n; i++)
        sum += worth[i] = policy_exp((worth[i] - most) / one);
    return sum;
}

double policy_chances(const ct_policy *p, const struct features *f, int n, int temperature,
                      double *chance)
{
    return soften(chance, n, weigh(p, f, n, chance), temperature);
}

int policy_choose(const ct_policy *p, const struct features *f, int n, int temperature,
                  double *worth, struct ct_rng *rng)
{
    int best = weigh(p, f, n, worth);

    return temperature ? policy_draw(worth, n, soften(worth, n, best, temperature), rng) : best;
}

void ct_policy_free(ct_policy *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->nknown; i++)
        free(p->known[i]);
    for (int i = 0; i < p->noptions; i++)
        free(p->option[i]);
    free(p->known);
    free(p->option);
    free(p->fresh);
    free(p);
}

struct ct_policy_info ct_policy_get_info(const ct_policy *p)
{
    return p->info;
}

int ct_policy_new_card(const ct_policy *p, int i)
{
    return i >= 0 && i < p->info.fresh ? p->fresh[i] : -1;
}

const char *ct_policy_option(const ct_policy *p, int i)
{
    return i >= 0 && i < p->noptions ? p->option[i] : NULL;
}
