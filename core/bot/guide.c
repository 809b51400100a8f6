/* guide.c - a learnt policy inside a search: how likely its choices are, and playouts drawn by it.
 *
 * In each world the policy looks at what the seat that picks sees there, as its learner did.
 */
#include "bot/internal.h"

#include "bot/policy.h"

/* In thousandths. */
enum { TEMPERATURE = 1000 };

static bool see(ct_bot *b, int seat, int n)
{
    return !features_gather(&b->features, b->engine, b->sample, seat, n) &&
           bot_room(&b->worth, &b->cap_worth, n, sizeof *b->worth);
}

double guide_chances(ct_bot *b, int seat, int n)
{
    if (!see(b, seat, n))
        return -1;
    return policy_chances(b->spec.policy, &b->features, n, TEMPERATURE, b->worth);
}

static int pick_one(ct_bot *b, int seat, int *picks)
{
    int n = ct_choices(b->engine, b->sample, seat), pick = 0;

    if (n < 1)
        return -1;
    if (n > 1) {
        if (!see(b, seat, n))
            return bot_no_memory(b);
        pick = policy_choose(b->spec.policy, &b->features, n, TEMPERATURE, b->worth, &b->rng);
        ++*picks;
    }
    return ct_pick(b->engine, b->sample, seat, pick);
}

int guide_playout(ct_bot *b)
{
    int picks = 0, rc;

    while ((rc = ct_advance(b->engine, b->sample)) == 1 && (!b->plies || picks < b->plies)) {
        unsigned pending = ct_pending(b->sample);
        for (int seat = 0; pending >> seat; seat++)
            if ((pending >> seat & 1) && pick_one(b, seat, &picks))
                return -1;
    }
    b->stats.picks += (uint64_t)picks;
    return rc < 0 ? -1 : 0;
}
