/* measure.c - how well a learner plays: against random bots, and against its earlier self. */
#include "bot/learner.h"
#include "bot/memory.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct match {
    const ct_policy *others; /* NULL: random bots */
    bool even;               /* all seats play like the others */
    int seat;                /* who plays the current weights, with their side */
    unsigned side, people;   /* as of the first question at which not all are on one side */
    uint64_t first;          /* the deal that it begins with */
    int32_t *share;          /* of each game */
    atomic_ullong *cut;      /* games that were cut */
    char *wrong;             /* of each thread: its first failure; "": none */
};
/* Deals that are played before they are added up. */
enum { WRONG = 256, DEALS_AT_ONCE = 512 };

static int choose_by(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                     void *how)
{
    struct match *m = how;
    struct ct_result now;

    if (!m->even && m->side == m->people) {
        if (ct_get_result(p->engine, p->game, &now))
            return -1;
        m->side = now.side[m->seat];
    }
    const ct_policy *by = m->side >> seat & 1 ? l->now : m->others;
    if (!by)
        return (int)ct_rng_below(rng, (uint32_t)n);
    if (features_gather(&p->features, p->engine, p->game, seat, n) ||
        !bot_room(&p->trace.worth, &p->trace.cap_worth, n, sizeof *p->trace.worth))
        return -1;
    return policy_choose(by, &p->features, n, 0, p->trace.worth, rng);
}

/* Games of a deal: one for each seat, or one if all play alike. */
static int games_of(const ct_learner *l, const struct match *m)
{
    return m->even ? 1 : l->setup.people;
}

static int seat_of(const struct player *p, int person)
{
    int seat = 0;

    while (seat < ct_seats(p->game) - 1 && (!ct_is_person(p->game, seat) || person-- > 0))
        seat++;
    return seat;
}

/* None of these deals was learnt from. */
static void play_match(ct_learner *l, struct player *p, int game, void *ctx)
{
    struct match *all = ctx, m = *all;
    int games = games_of(l, all);
    struct ct_rng r = ct_rng_make(~l->seed, m.first + (uint64_t)(game / games));
    struct played out;

    bool good = !learner_begin(p, ct_rng_next(&r), &out);
    m.seat = good ? seat_of(p, game % games) : 0;
    for (int i = 0; good && i < ct_seats(p->game); i++)
        m.people |= ct_is_person(p->game, i) ? 1u << i : 0;
    m.side = m.even ? 0 : m.people;
    if (!good || learner_play_out(l, p, choose_by, &m, &r, &out)) {
        memcpy(all->wrong + (p - l->players) * WRONG, out.wrong, sizeof out.wrong);
        return;
    }
    if (learner_is_long(l, &out))
        atomic_fetch_add(m.cut, 1);
    m.share[game] = m.even ? 0 : out.result.share[m.seat];
    for (unsigned rest = m.even ? m.people : 0; rest; rest &= rest - 1)
        m.share[game] += out.result.share[__builtin_ctz(rest)];
}

struct ct_learn_share ct_learn_share_of(double share, double squares, uint64_t deals,
                                        int people)
{
    double n = (double)deals, whole = (double)CT_WHOLE * people;
    uint64_t games = deals * (uint64_t)people;
    struct ct_learn_share m = {.games = games < INT32_MAX ? (int)games : INT32_MAX};

    if (!deals)
        return m;
    m.share = share / whole / n;
    double spread = squares / whole / whole / n - m.share * m.share;
    if (deals > 1 && spread > 0)
        m.error = sqrt(spread / (n - 1));
    return m;
}

/* The learner's weights must be frozen. */
static int play_deals(ct_learner *l, const ct_policy *others, bool even, uint64_t first,
                      uint64_t deals, struct ct_learn_sums *out, uint64_t *cut)
{
    atomic_ullong games_cut = 0;
    struct match m = {.others = others, .even = even, .cut = &games_cut};
    int games = games_of(l, &m);

    m.share = calloc((size_t)(DEALS_AT_ONCE * games), sizeof *m.share);
    m.wrong = calloc((size_t)l->nplayers, WRONG);
    int rc = m.share && m.wrong ? 0 : learner_fail(l, "out of memory");

    *out = (struct ct_learn_sums){0};
    easier_swap(l);
    for (uint64_t done = 0; !rc && done < deals; done += DEALS_AT_ONCE) {
        int n = deals - done < DEALS_AT_ONCE ? (int)(deals - done) : DEALS_AT_ONCE;
        m.first = first + done;
        learner_play_all(l, n * games, play_match, &m);
        for (int i = 0; i < l->nplayers && !rc; i++)
            rc = m.wrong[i * WRONG] ? learner_fail(l, m.wrong + i * WRONG) : 0;
        for (int d = 0; d < n; d++) {
            uint64_t share = 0;
            for (int i = 0; i < games; i++)
                share += (uint64_t)m.share[d * games + i];
            out->deals++;
            out->share += share;
            out->squares += share * share;
        }
    }
    easier_swap(l);
    *cut = atomic_load(&games_cut);
    free(m.share);
    free(m.wrong);
    return rc;
}

int ct_learner_deals(ct_learner *l, const ct_policy *others, bool even, uint64_t first,
                     uint64_t deals, struct ct_learn_sums *out)
{
    uint64_t cut;

    if (l->error[0])
        return -1;
    learner_freeze(l);
    return play_deals(l, others, even, first, deals, out, &cut);
}

static int measure_against(ct_learner *l, const ct_policy *others, bool even, int games,
                           struct ct_learn_share *out)
{
    struct ct_learn_sums sums;
    uint64_t deals = (uint64_t)(games / l->setup.people), cut;
    int rc = play_deals(l, others, even, 0, deals, &sums, &cut);

    if (!rc) {
        *out =
            ct_learn_share_of((double)sums.share, (double)sums.squares, deals, l->setup.people);
        out->cut = cut;
    }
    return rc;
}

int ct_learner_measure(ct_learner *l, int games, struct ct_learn_share *random,
                       struct ct_learn_share *past)
{
    int people = l->setup.people;
    struct ct_learn_share even;

    if (l->error[0])
        return -1;
    games = (games + people - 1) / people * people;
    learner_freeze(l);
    if (past)
        *past = (struct ct_learn_share){0};
    if (measure_against(l, NULL, false, games, random) ||
        measure_against(l, NULL, true, games, &even) ||
        (past && people > 1 && measure_against(l, l->past, false, games, past)))
        return -1;
    random->even = even.share;
    memcpy(l->past->weight, l->now->weight, sizeof l->now->weight);
    l->now->info.share = random->share;
    l->now->info.error = random->error;
    l->now->info.even = random->even;
    l->now->info.measured = games;
    l->now->info.measured_at = l->games;
    return 0;
}
