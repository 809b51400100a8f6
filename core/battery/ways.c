/* ways.c - the law `position`: positions with the same key continue alike, however they came about.
 *
 * From the present game several short random ways are played. Of ends with the same key but
 * different bytes, two get the same luck and the same picks.
 */
#include "battery/internal.h"

enum { WAYS = BATTERY_WAYS, FARTHEST = 3, ON = 6, SELDOM = 4 };

/* Makes the same picks in both games, by number, and runs on. -1: a game cannot continue. -2:
 * they differ. */
static int step(struct battery *t, ct_state *a, ct_state *b)
{
    unsigned pending = ct_pending(a);

    if (b && ct_pending(b) != pending)
        return -2;
    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = ct_choices(t->round, a, seat);
        if (n < 1)
            return -1;
        if (b && ct_choices(t->round, b, seat) != n)
            return -2;
        int at = (int)ct_rng_below(&t->ways, (uint32_t)n);
        if (ct_pick(t->round, a, seat, at) || (b && ct_pick(t->round, b, seat, at)))
            return -1;
    }
    int more = ct_advance(t->round, a);
    return b && ct_advance(t->round, b) != more ? -2 : more;
}

/* Do the games end with the same result? */
static bool end_alike(struct battery *t, ct_state *a, ct_state *b)
{
    struct ct_result x, y;
    bool same = true;

    if (ct_get_result(t->round, a, &x) || ct_get_result(t->round, b, &y))
        return true; /* the law `runs` finds that */
    for (int i = 0; i < ct_seats(a); i++)
        same &= x.score[i] == y.score[i];
    return same && x.status == y.status && x.winners == y.winners;
}

/* Two ends with the same key. They have the same number of picks, so no limit of picks separates
 * them. */
static bool go_alike(struct battery *t, ct_state *a, ct_state *b)
{
    int more = 1;

    k_rules(block(b))->rng = k_rules(block(a))->rng;
    for (int i = 0; i < ON && more == 1; i++) {
        more = step(t, a, b);
        if (more == -2 || (more == 1 && ct_position(t->round, a) != ct_position(t->round, b)))
            return law_broken(t, CT_LAW_POSITION,
                              "two ways to the same position go on differently, %d picks on",
                              i + 1);
    }
    return more || end_alike(t, a, b) ||
           law_broken(t, CT_LAW_POSITION, "two ways to the same position end differently");
}

/* Goes way i, `far` picks far. Its key; 0: it is over, fails, or a script is amid a question. */
static uint64_t go_way(struct battery *t, int i, int far)
{
    int more = 1;

    ct_copy(t->way[i], t->a);
    for (int k = 0; k < far && more == 1; k++)
        more = step(t, t->way[i], NULL);
    return more == 1 && k_rules(block(t->way[i]))->hook == REF_NONE
               ? ct_position(t->round, t->way[i])
               : 0;
}

bool law_ways(struct battery *t)
{
    uint64_t key[WAYS];
    int far = 1 + (int)ct_rng_below(&t->ways, FARTHEST);

    if (t->past.n && ct_rng_below(&t->ways, SELDOM))
        return true;
    for (int i = 0; i < WAYS; i++) {
        key[i] = go_way(t, i, far);
        for (int j = 0; j < i; j++)
            if (key[i] && key[i] == key[j] &&
                ct_hash(t->round, t->way[i]) != ct_hash(t->round, t->way[j])) {
                key[i] = key[j] = 0; /* both move on */
                if (!go_alike(t, t->way[j], t->way[i]))
                    return false;
            }
    }
    return true;
}

bool ways_begin(struct battery *t)
{
    bool all = true;

    for (int i = 0; i < WAYS; i++)
        all &= (t->way[i] = ct_clone(t->a)) != NULL;
    t->ways = ct_rng_make(t->seed, 79);
    return all;
}

void ways_end(struct battery *t)
{
    for (int i = 0; i < WAYS; i++) {
        ct_state_free(t->way[i]);
        t->way[i] = NULL;
    }
}
