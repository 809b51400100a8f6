/* learnt.c - the bot that plays by a policy: it uses what its seat knows, and searches nothing. */
#include "bot/internal.h"

#include "bot/policy.h"

void learnt_begin(ct_bot *b, ct_state *game)
{
    const ct_policy *p = b->spec.policy;

    b->cannot = !p                                                   ? "no policy was read"
                : features_begin(&b->features, b->engine, game) != 0 ? ct_error(b->engine)
                                                                     : NULL;
}

int bot_learnt(ct_bot *b, ct_state *game, int n)
{
    if (features_gather(&b->features, b->engine, game, b->seat, n) ||
        !bot_room(&b->worth, &b->cap_worth, n, sizeof *b->worth))
        return -1;
    b->nworth = n;
    return policy_choose(b->spec.policy, &b->features, n, b->spec.temperature, b->worth,
                         &b->rng);
}
