/* leads.c - who leads while a game runs. */
#include "leads.h"

unsigned leaders(const struct ct_result *r, unsigned persons)
{
    unsigned best = 0, seen = 0;
    int64_t most = 0;
    int sides = 0;

    for (int i = 0; r->scored && persons >> i; i++) {
        if (!(persons >> i & 1) || seen >> i & 1)
            continue;
        int64_t points = r->least_wins ? -r->side_score[i] : r->side_score[i];
        best = !sides || points > most ? r->side[i] : points == most ? best | r->side[i] : best;
        most = !sides || points > most ? points : most;
        seen |= r->side[i];
        sides++;
    }
    return sides > 1 ? best : 0;
}

/* Are the seats one side? */
static bool is_one_side(unsigned seats, const struct ct_result *r)
{
    for (int i = 0; seats >> i; i++)
        if (seats >> i & 1)
            return r->side[i] == seats;
    return false;
}

void leads_look(struct leads *l, unsigned leaders, const struct ct_result *r, uint64_t picks)
{
    if (!l->looked || leaders != l->now)
        l->since = picks;
    l->now = leaders;
    l->looked = true;
    if (!is_one_side(leaders, r))
        return;
    l->changes += l->alone && l->alone != leaders;
    l->alone = leaders;
}

uint64_t leads_decided(const struct leads *l, const struct ct_result *r, uint64_t picks)
{
    return l->now == r->winners ? l->since : picks;
}
