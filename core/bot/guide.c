/* guide.c - a policy inside a search: priors for the arms of the tree, and playouts drawn by it.
 *
 * Rosin: "Multi-armed bandits with episode context" (2011). As a rule for trees (PUCT) Silver and
 * others: "Mastering the game of Go with deep neural networks and tree search" (2016). At the root
 * the policy uses all that the searcher knows. Below, and in playouts, it uses what the picking
 * seat sees in the world of the iteration, where nobody remembers. */
#include "bot/internal.h"

#include "bot/policy.h"

#include <math.h>

/* The weight of a prior, for shares from 0 to 1. */
static const double TRUST = 1.0;
/* In thousandths: priors and picks are as likely as in training. */
enum { TEMPERATURE = 1000 };

/* How likely each of n choices is, up to a factor, into b->worth. Their sum; -1: error */
static double likely(ct_bot *b, ct_state *game, int seat, int n)
{
    if (features_gather(&b->features, b->engine, game, seat, n))
        return -1;
    if (!bot_room(&b->worth, &b->cap_worth, n, sizeof *b->worth))
        return bot_no_memory(b);
    return policy_chances(b->spec.policy, &b->features, n, TEMPERATURE, b->worth);
}

int guide_priors(ct_bot *b, ct_state *game, int seat, int n)
{
    bool known = true;

    for (int i = 0; i < n; i++)
        known &= b->tree.arms[b->offered[i]].prior > 0;
    if (known)
        return 0;
    double sum = likely(b, game, seat, n);
    for (int i = 0; sum > 0 && i < n; i++) {
        struct arm *a = &b->tree.arms[b->offered[i]];
        if (!(a->prior > 0))
            a->prior = b->worth[i] / sum + 1e-9; /* above 0, so it is known */
    }
    return sum > 0 ? 0 : -1;
}

/* Untried arms are thought to be as good as the mean of the others. */
int guide_select(ct_bot *b, int n)
{
    double visits = 0, sum = 0, best = -1;
    int pick = 0;

    for (int i = 0; i < n; i++) {
        const struct arm *a = &b->tree.arms[b->offered[i]];
        visits += a->visits;
        sum += (double)a->sum / CT_WHOLE;
    }
    for (int i = 0; i < n; i++) {
        const struct arm *a = &b->tree.arms[b->offered[i]];
        double mean = a->visits    ? (double)a->sum / ((double)CT_WHOLE * a->visits)
                      : visits > 0 ? sum / visits
                                   : 0;
        double v = mean + TRUST * a->prior * sqrt(visits + 1) / (1.0 + a->visits + a->failed);
        if (v > best) {
            best = v;
            pick = i;
        }
    }
    return pick;
}

int guide_pick(ct_bot *b, int seat, int *picks)
{
    int n = ct_choices(b->engine, b->sample, seat), pick = 0;

    if (n > 1) {
        double sum = likely(b, b->sample, seat, n);
        if (sum < 0)
            return -1;
        pick = policy_draw(b->worth, n, sum, &b->rng);
        ++*picks;
    }
    return n < 1 ? -1 : ct_pick(b->engine, b->sample, seat, pick);
}
