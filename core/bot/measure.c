/* measure.c - how well a learner plays: beside players by chance, and beside itself as it was. */
#include "bot/learner.h"
#include "bot/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct match {
    const ct_policy *others; /* NULL: by chance */
    int seat;                /* who plays by what is learnt now */
    int32_t *share;          /* of each game */
    char *wrong;             /* of each thread: what its first failure was, "": none */
};
enum { WRONG = 256 };

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
    struct ct_rng r = ct_rng_make(~l->seed, (uint64_t)(game / l->setup.people));
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

/* The error of the mean, by deals: the games of one are not independent. */
static struct ct_learn_share mean_share(const int32_t *share, int games, int people)
{
    struct ct_learn_share m = {.games = games};
    double sum = 0, squares = 0;
    int deals = games / people;

    for (int d = 0; d < deals; d++) {
        double x = 0;
        for (int i = 0; i < people; i++)
            x += (double)share[d * people + i] / CT_WHOLE / people;
        sum += x;
        squares += x * x;
    }
    m.share = sum / deals;
    double spread = squares / deals - m.share * m.share;
    if (deals > 1 && spread > 0)
        m.error = sqrt(spread / (deals - 1));
    return m;
}

static int measure_against(ct_learner *l, const ct_policy *others, int games,
                           struct ct_learn_share *out)
{
    struct match m = {.others = others,
                      .share = calloc((size_t)games, sizeof *m.share),
                      .wrong = calloc((size_t)l->nplayers, WRONG)};
    int rc = m.share && m.wrong ? 0 : learner_fail(l, "out of memory");

    easier_swap(l);
    if (!rc)
        learner_play_all(l, games, play_match, &m);
    easier_swap(l);
    for (int i = 0; i < l->nplayers && !rc; i++)
        rc = m.wrong[i * WRONG] ? learner_fail(l, m.wrong + i * WRONG) : 0;
    if (!rc)
        *out = mean_share(m.share, games, l->setup.people);
    free(m.share);
    free(m.wrong);
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
