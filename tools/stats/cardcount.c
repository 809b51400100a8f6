/* cardcount.c - results of the seats that were offered one card. */
#include "cardcount.h"

#include "tally.h"

#include <math.h>

struct card_game card_game_of(const struct card_deeds *d, const struct ct_result *r)
{
    struct card_game g = {0};

    for (int i = 0; i < CT_MAX_SEATS; i++) {
        int64_t picked = d->seat[i].picked, passed = d->seat[i].passed;
        if (!(picked | passed))
            continue;
        g.holders++;
        g.p += picked;
        g.q += passed;
        g.won |= picked && r->share[i];
        g.lost |= picked && !r->share[i];
        g.u[0] += picked * r->share[i];
        g.v[0] += passed * r->share[i];
        g.u[1] += r->scored ? (__int128)picked * r->score[i] : 0;
        g.v[1] += r->scored ? (__int128)passed * r->score[i] : 0;
    }
    return g;
}

/* The numbers are nearly always small: one multiplication of the machine is then enough. */
static __int128 times(__int128 a, __int128 b)
{
    int64_t x = (int64_t)a, y = (int64_t)b;

    return x == a && y == b ? (__int128)x * y : a * b;
}

static void add_sums(struct card_sums *s, int64_t p, int64_t q, __int128 u, __int128 v)
{
    s->v += v;
    s->vv += times(v, v);
    s->vq += times(v, q);
    if (!p)
        return;
    s->u += u;
    s->uu += times(u, u);
    s->uv += times(u, v);
    s->up += times(u, p);
    s->uq += times(u, q);
    s->vp += times(v, p);
}

void cardcount_add(struct card_count *c, const struct card_game *g, uint64_t number)
{
    c->picked += (uint64_t)g->p;
    c->passed += (uint64_t)g->q;
    c->games++;
    c->games_picked += g->p > 0;
    c->games_passed += g->q > 0;
    c->holders += (uint64_t)g->holders;
    c->owners += (uint64_t)g->owners;
    c->won_in = earlier(c->won_in, g->won ? number : 0);
    c->lost_in = earlier(c->lost_in, g->lost ? number : 0);
    c->passed_in = earlier(c->passed_in, g->q > 0 ? number : 0);
    c->pp += (__int128)g->p * g->p;
    c->qq += (__int128)g->q * g->q;
    c->pq += (__int128)g->p * g->q;
    add_sums(&c->share, g->p, g->q, g->u[0], g->v[0]);
    add_sums(&c->score, g->p, g->q, g->u[1], g->v[1]);
}

#define COUNTED struct card_count
#define SUMS(s)                                                                                \
    SUM(s.u), SUM(s.v), SUM(s.uu), SUM(s.vv), SUM(s.uv), SUM(s.up), SUM(s.uq), SUM(s.vp),      \
        SUM(s.vq)
static bool is_counted(const void *counted)
{
    const struct card_count *c = counted;

    return c->games && c->picked >= c->games_picked && c->passed >= c->games_passed &&
           c->games_picked <= c->games && c->games_passed <= c->games &&
           c->games <= c->games_picked + c->games_passed && !c->games_picked == !c->picked &&
           !c->games_passed == !c->passed && c->holders >= c->games &&
           c->owners <= c->holders && c->holders <= c->picked + c->passed;
}
const struct columns card_columns =
    COLUMNS(is_counted, COUNT(picked), COUNT(passed), COUNT(games), COUNT(games_picked),
            COUNT(games_passed), COUNT(holders), COUNT(owners), SUM(pp), SUM(qq), SUM(pq),
            SUMS(share), SUMS(score), FIRST(won_in), FIRST(lost_in), FIRST(passed_in));

static void all_passes(struct card_sums *s, const struct card_sums *all)
{
    s->v = all->v;
    s->vv = all->vv;
    s->vq = all->vq;
}

void cardcount_all_passes(struct card_count *c, const struct card_count *all)
{
    c->games += all->games_passed - c->games_passed;
    c->holders += all->passed - c->passed;
    c->passed = all->passed;
    c->games_passed = all->games_passed;
    c->passed_in = all->passed_in;
    c->qq = all->qq;
    all_passes(&c->share, &all->share);
    all_passes(&c->score, &all->score);
}

/* ---- what it says ---- */

static double root(double v)
{
    return v > 0 ? sqrt(v) : 0;
}

/* The variance of a sum over n games, from its squares. */
static double spread(double squares, uint64_t n)
{
    return n > 1 ? squares * (double)n / (double)(n - 1) : 0;
}

/* Means over choices, with errors over games, because choices of one game depend on each other.
 * Source: the ratio estimator with clusters (Cochran, Sampling Techniques, 1977, chapters 6 and
 * 9A). */
static struct card_worth worth(const struct card_count *c, const struct card_sums *s,
                               double unit)
{
    struct card_worth w = {.known = c->games_picked > 1 && c->games_passed > 1};
    double p = (double)c->picked, q = (double)c->passed;

    if (!w.known)
        return w;
    double mp = (double)s->u / p, mq = (double)s->v / q;
    double vp = ((double)s->uu - 2 * mp * (double)s->up + mp * mp * (double)c->pp) / (p * p);
    double vq = ((double)s->vv - 2 * mq * (double)s->vq + mq * mq * (double)c->qq) / (q * q);
    double both =
        ((double)s->uv - mp * (double)s->vp - mq * (double)s->uq + mp * mq * (double)c->pq) /
        (p * q);
    w.picked = (struct estimate){mp / unit, root(spread(vp, c->games_picked)) / unit};
    w.passed = (struct estimate){mq / unit, root(spread(vq, c->games_passed)) / unit};
    w.gain =
        (struct estimate){(mp - mq) / unit, root(spread(vp + vq - 2 * both, c->games)) / unit};
    return w;
}

/* If all or none won, sets the error as share_error says. Returns what this adds to the variance
 * of the gain. */
static double not_certain(struct estimate *e, uint64_t games)
{
    double was = e->error;

    e->error = share_error(was, e->mean, (double)games);
    return e->error * e->error - was * was;
}

struct card_worth card_share(const struct card_count *c)
{
    struct card_worth w = worth(c, &c->share, CT_WHOLE);

    if (w.known) {
        double more =
            not_certain(&w.picked, c->games_picked) + not_certain(&w.passed, c->games_passed);
        w.gain.error = sqrt(w.gain.error * w.gain.error + more);
    }
    return w;
}

struct card_worth card_score(const struct card_count *c)
{
    return worth(c, &c->score, 1);
}
