/* causaltally.c - the effect of taking a card. */
#include "causaltally.h"

#include "inference.h"
#include "tally.h"
#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 1000000 };

struct causal_tally *causaltally_new(int kinds, int cards)
{
    struct causal_tally *t = mem_zero(sizeof *t);

    t->kinds = kinds;
    t->cards = cards;
    t->count = mem_zero(((size_t)kinds * (size_t)cards + 1) * sizeof *t->count);
    return t;
}

void causaltally_free(struct causal_tally *t)
{
    if (t)
        free(t->count);
    free(t);
}

static const struct causal_count *causaltally_of(const struct causal_tally *t, int kind,
                                                 int card)
{
    return &t->count[kind * t->cards + card];
}

/* Points of the seat's side before the best other side. The least points are best if the least
 * wins. A seat alone at the table: its score. */
static __int128 margin_of(const struct ct_result *r, int seat)
{
    __int128 own = r->side_score[seat], best = 0;
    bool any = false;

    for (int i = 0; i < CT_MAX_SEATS; i++) {
        if (!r->side[i] || r->side[seat] >> i & 1)
            continue;
        __int128 other = r->side_score[i];
        best = !any || (r->least_wins ? other < best : other > best) ? other : best;
        any = true;
    }
    return r->least_wins ? best - own : own - best;
}

/* The margin with the card less the one without. It is limited so that sums of squares do not
 * overflow. */
static __int128 margin_by(const struct ct_result *with, const struct ct_result *without,
                          int seat)
{
    __int128 d = with->scored ? margin_of(with, seat) - margin_of(without, seat) : 0;

    return d > MOST_POINTS ? MOST_POINTS : d < -MOST_POINTS ? -MOST_POINTS : d;
}

static void add_sums(struct causal_sums *s, __int128 m, __int128 d)
{
    s->md += m * d;
    s->mmd += m * m * d;
    s->mmdd += m * m * d * d;
}

void causaltally_add(struct causal_tally *t, const struct causal_sample *s,
                     const struct ct_result *with, const struct ct_result *without)
{
    struct causal_count *c = &t->count[s->cell];
    __int128 m = s->weight;

    if (with->status != CT_OVER || without->status != CT_OVER) {
        t->cut++;
        return;
    }
    __int128 share = with->share[s->seat] - without->share[s->seat],
             margin = margin_by(with, without, s->seat), d = share ? share : margin;
    c->samples++;
    c->same += !d;
    c->better_in = earlier(c->better_in, d > 0 ? s->game : 0);
    c->worse_in = earlier(c->worse_in, d < 0 ? s->game : 0);
    c->m += m;
    c->mm += m * m;
    add_sums(&c->share, m, share);
    add_sums(&c->margin, m, margin);
    t->won |= with->winners || with->share[s->seat] || without->share[s->seat];
    t->scored |= with->scored;
}

#define COUNTED struct causal_count
#define SUMS(s) SUM(s.md), SUM(s.mmd), SUM(s.mmdd)
static bool is_counted(const void *counted)
{
    const struct causal_count *c = counted;

    return c->samples && c->same <= c->samples && c->m >= (__int128)c->samples && c->mm >= c->m;
}
static const struct columns columns =
    COLUMNS(is_counted, COUNT(samples), COUNT(same), SUM(m), SUM(mm), SUMS(share), SUMS(margin),
            FIRST(better_in), FIRST(worse_in));
#undef COUNTED
#define COUNTED struct causal_tally
static const struct columns totals = COLUMNS(NULL, COUNT(cut), EVER(won), EVER(scored));

void causaltally_merge(struct causal_tally *into, const struct causal_tally *from)
{
    columns_merge(&columns, into->count, from->count,
                  (size_t)from->kinds * (size_t)from->cards);
    columns_merge(&totals, into, from, 1);
}

void causaltally_tables(struct causal_tally *t, struct tally_way *way)
{
    cells_pass(way, &(struct cells){"causal-totals", 0, &totals, .v = t});
    cells_pass(way, &(struct cells){"causal", 2, &columns, t->count, t->kinds, .m = t->cards});
}

/* ---- what it says ---- */

/* A weighted mean and its error. Samples come from different games, so they are independent (the
 * ratio estimator: Cochran, Sampling Techniques, 1977, chapter 6). */
static struct estimate estimate(const struct causal_count *c, const struct causal_sums *s,
                                double unit)
{
    double m = (double)c->m, n = (double)c->samples, mean = (double)s->md / m,
           squares = (double)s->mmdd - 2 * mean * (double)s->mmd + mean * mean * (double)c->mm;

    return (struct estimate){mean / unit,
                             squares > 0 ? sqrt(squares * n / (n - 1)) / m / unit : 0};
}

static int by_gain(const void *a, const void *b)
{
    const struct causal_gain *x = a, *y = b;
    double gx = x->share.mean, gy = y->share.mean;

    if (x->known != y->known)
        return x->known ? -1 : 1;
    if (gx == gy) {
        gx = x->margin.mean;
        gy = y->margin.mean;
    }
    return gx > gy ? -1 : gx < gy ? 1 : x->card - y->card;
}

static void test(struct causal_gains *g)
{
    double *p = mem_alloc(((size_t)g->n + 1) * sizeof *p);

    for (int i = 0; i < g->n; i++) {
        const struct estimate *e = g->shares ? &g->v[i].share : &g->v[i].margin;
        g->v[i].tested = (g->shares || g->margins) && g->v[i].count->samples >= CAUSAL_TESTED;
        if (g->v[i].tested)
            p[g->tested++] = e->error > 0 ? p_normal(e->mean / e->error) : e->mean != 0 ? 0 : 1;
    }
    false_rates(p, (size_t)g->tested);
    for (int i = 0, k = 0; i < g->n; i++) {
        g->v[i].rate = g->v[i].tested ? p[k++] : 1;
        g->sure += g->v[i].rate <= RATE;
    }
    free(p);
}

struct causal_gains causal_gains(const struct causal_tally *t, int kind)
{
    struct causal_gains g = {.v = mem_zero(((size_t)t->cards + 1) * sizeof *g.v),
                             .shares = t->won,
                             .margins = t->scored};

    for (int card = 0; card < t->cards; card++) {
        const struct causal_count *c = causaltally_of(t, kind, card);
        struct causal_gain one = {.count = c, .card = card, .known = c->samples > 1};
        if (!c->samples)
            continue;
        if (one.known) {
            one.share = estimate(c, &c->share, CT_WHOLE);
            one.margin = estimate(c, &c->margin, 1);
        }
        g.v[g.n++] = one;
    }
    if (g.n)
        qsort(g.v, (size_t)g.n, sizeof *g.v, by_gain);
    test(&g);
    return g;
}
