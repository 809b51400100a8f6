/* measure.c - how well a learner plays: beside players by chance, and beside itself as it was. */
#include "bot/learner.h"
#include "bot/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct match {
    const ct_policy *others; /* NULL: by chance */
    int seat;                /* who plays by what is learnt now */
    uint64_t first;          /* the deal with which it begins */
    int32_t *share;          /* of each game */
    char *wrong;             /* of each thread: what its first failure was, "": none */
};
/* So many deals are played before they are added up. */
enum { WRONG = 256, DEALS_AT_ONCE = 512 };

static int choose_by(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                     void *how)
{
    const struct match *m = how;
    const ct_policy *by = seat == m->seat ? l->now : m->others;

    if (!by)
        return (int)ct_rng_below(rng, (uint32_t)n);
    if (features_gather(&p->features, p->engine, p->game, seat, n) ||
        !bot_room(&p->trace.worth, &p->trace.cap_worth, n, sizeof *p->trace.worth))
        return -1;
    return policy_choose(by, &p->features, n, 0, p->trace.worth, rng);
}

/* Each deal is played once for each seat; these deals are none of those that are learnt from. */
static void play_match(ct_learner *l, struct player *p, int game, void *ctx)
{
    struct match *all = ctx, m = *all;
    int person = game % l->setup.people, seat = 0;
    struct ct_rng r = ct_rng_make(~l->seed, m.first + (uint64_t)(game / l->setup.people));
    struct played out;

    bool good = !learner_begin(p, ct_rng_next(&r), &out);
    while (good && seat < ct_seats(p->game) - 1 &&
           (!ct_is_person(p->game, seat) || person-- > 0))
        seat++;
    m.seat = seat;
    if (good && !learner_play_out(l, p, choose_by, &m, &r, &out))
        m.share[game] = out.result.share[seat];
    else
        memcpy(all->wrong + (p - l->players) * WRONG, out.wrong, sizeof out.wrong);
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

static void add_deals(const struct match *m, int deals, int people, struct ct_learn_sums *out)
{
    for (int d = 0; d < deals; d++) {
        uint64_t share = 0;
        for (int i = 0; i < people; i++)
            share += (uint64_t)m->share[d * people + i];
        out->deals++;
        out->share += share;
        out->squares += share * share;
    }
}

/* The learner's weights are frozen. */
static int play_deals(ct_learner *l, const ct_policy *others, uint64_t first, uint64_t deals,
                      struct ct_learn_sums *out)
{
    int people = l->setup.people;
    struct match m = {.others = others,
                      .share = calloc((size_t)(DEALS_AT_ONCE * people), sizeof *m.share),
                      .wrong = calloc((size_t)l->nplayers, WRONG)};
    int rc = m.share && m.wrong ? 0 : learner_fail(l, "out of memory");

    *out = (struct ct_learn_sums){0};
    easier_swap(l);
    for (uint64_t done = 0; !rc && done < deals; done += DEALS_AT_ONCE) {
        int n = deals - done < DEALS_AT_ONCE ? (int)(deals - done) : DEALS_AT_ONCE;
        m.first = first + done;
        learner_play_all(l, n * people, play_match, &m);
        for (int i = 0; i < l->nplayers && !rc; i++)
            rc = m.wrong[i * WRONG] ? learner_fail(l, m.wrong + i * WRONG) : 0;
        add_deals(&m, n, people, out);
    }
    easier_swap(l);
    free(m.share);
    free(m.wrong);
    return rc;
}

int ct_learner_deals(ct_learner *l, const ct_policy *others, uint64_t first, uint64_t deals,
                     struct ct_learn_sums *out)
{
    if (l->error[0])
        return -1;
    learner_freeze(l);
    return play_deals(l, others, first, deals, out);
}

static int measure_against(ct_learner *l, const ct_policy *others, int games,
                           struct ct_learn_share *out)
{
    struct ct_learn_sums sums;
    uint64_t deals = (uint64_t)(games / l->setup.people);
    int rc = play_deals(l, others, 0, deals, &sums);

    if (!rc)
        *out =
            ct_learn_share_of((double)sums.share, (double)sums.squares, deals, l->setup.people);
    return rc;
}

int ct_learner_measure(ct_learner *l, int games, struct ct_learn_share *random,
                       struct ct_learn_share *past)
{
    int people = l->setup.people;

    if (l->error[0])
        return -1;
    games = (games + people - 1) / people * people;
    learner_freeze(l);
    *past = (struct ct_learn_share){0};
    if (measure_against(l, NULL, games, random) ||
        (people > 1 && measure_against(l, l->past, games, past)))
        return -1;
    memcpy(l->past->weight, l->now->weight, sizeof l->now->weight);
    l->now->info.share = random->share;
    l->now->info.error = random->error;
    l->now->info.measured = games;
    l->now->info.measured_at = l->games;
    return 0;
}
