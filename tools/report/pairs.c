/* pairs.c - which two cards gain together. */
#include "sections.h"

#include "html.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <math.h>
#include <stdlib.h>

/* So many stand in a table. */
enum { MOST_SHOWN = 30 };

struct pair {
    int a, b;
    const struct seat_sums *both;
    struct pair_worth worth;
    double rate; /* of false findings */
};
struct pairs {
    struct pair *v;
    size_t n;
    bool shares;
};

static const struct estimate *tested(const struct pairs *p, const struct pair *one)
{
    return p->shares ? &one->worth.share : &one->worth.score;
}

static double sure(const struct estimate *e)
{
    return e->error > 0 ? fabs(e->mean) / e->error : 0;
}

static int by_sure_share(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    double sx = sure(&x->worth.share), sy = sure(&y->worth.share);

    return sx > sy ? -1 : sx < sy ? 1 : x->a != y->a ? x->a - y->a : x->b - y->b;
}

static int by_sure_score(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    double sx = sure(&x->worth.score), sy = sure(&y->worth.score);

    return sx > sy ? -1 : sx < sy ? 1 : x->a != y->a ? x->a - y->a : x->b - y->b;
}

static struct pairs pairs_of(const struct card_tally *t, int kind)
{
    const struct pair_counts *k = &t->pairs[kind];
    struct pairs p = {.v = mem_alloc((pair_place(0, t->cards) + 1) * sizeof *p.v),
                      .shares = k->all.share != 0};

    for (int b = 1; k->both && (p.shares || t->scored) && b < t->cards; b++)
        for (int a = 0; a < b; a++) {
            struct pair_worth w = card_pair(k, a, b);
            if (w.known)
                p.v[p.n++] = (struct pair){a, b, &k->both[pair_place(a, b)], w, 1};
        }
    if (p.n)
        qsort(p.v, p.n, sizeof *p.v, p.shares ? by_sure_share : by_sure_score);
    double *rate = mem_alloc((p.n + 1) * sizeof *rate);
    for (size_t i = 0; i < p.n; i++)
        rate[i] = p_of(tested(&p, &p.v[i]));
    false_rates(rate, p.n);
    for (size_t i = 0; i < p.n; i++)
        p.v[i].rate = rate[i];
    free(rate);
    return p;
}

static void pair_row(struct buffer *b, const struct pairs *p, const struct pair *one,
                     const struct sim_result *r, double reach)
{
    const struct estimate *share = &one->worth.share, *score = &one->worth.score;
    const struct scale scale = {-reach, reach, 0};
    double n = (double)one->both->n, half = half_width(tested(p, one)->error, n),
           points = half_width(score->error, n);

    row_begin(b, r->names.name[one->a], NULL);
    cell_text(b, r->names.name[one->b]);
    cell_count(b, one->both->n);
    if (p->shares) {
        cell_number(b, 100.0 * (double)one->both->share / n / CT_WHOLE, 1, false);
        cell_interval(b, 100 * share->mean, 100 * half_width(share->error, n), 1, true);
    }
    cell_drawn(b, &scale, tested(p, one)->mean, half, one->rate <= RATE);
    cell_sure(b, true, one->rate);
    if (r->card.scored)
        cell_interval(b, score->mean, points, 2, true);
    cell_game(b, one->both->first);
    row_end(b);
}

static void pair_table(struct buffer *b, const struct pairs *p, const struct sim_result *r,
                       int kind)
{
    size_t most = p->n < MOST_SHOWN ? p->n : MOST_SHOWN;
    double reach = 0;

    for (size_t i = 0; i < most; i++)
        reach =
            fmax(reach, fabs(tested(p, &p->v[i])->mean) +
                            half_width(tested(p, &p->v[i])->error, (double)p->v[i].both->n));
    table_begin(b, true, "Two cards together in choices of %s", r->names.kind[kind]);
    head_cells(b, p->shares ? "card|and|>seats|>with both, %|>together|>drawn|sure"
                            : "card|and|>seats|>drawn|sure");
    head_cells(b, r->card.scored ? ">points|>first in game" : ">first in game");
    head_end(b);
    for (size_t i = 0; i < most; i++)
        pair_row(b, p, &p->v[i], r, reach);
    table_end(b);
}

static void explain(struct buffer *b)
{
    buffer_add(
        b,
        "<p>Which cards are worth more, or less, together than each by itself? "
        "<b>together</b> is what both are worth to a seat beyond what each is worth without "
        "the other, in percentage points of the win. Shown are the surest of all pairs that "
        "at least %d seats took, and %d seats not; of those marked <b>sure</b> one in twenty "
        "may be chance.</p>\n",
        FEW, FEW);
}

void section_pairs(struct buffer *b, const struct sim_result *r)
{
    bool begun = false;

    for (int k = 0; r->card.pairs && k < r->card.kinds; k++) {
        if (r->kind != EVERY_KIND && r->kind != k)
            continue;
        struct pairs p = pairs_of(&r->card, k);
        if (p.n && !begun) {
            section_begin(b, "pairs", "Two cards together");
            explain(b);
            begun = true;
        }
        if (p.n) {
            size_t sure = 0;
            while (sure < p.n && p.v[sure].rate <= RATE)
                sure++;
            part_head(b, r->names.kind[k]);
            buffer_add(b, "<p>Chance does not explain %zu of %zu pairs", sure, p.n);
            buffer_add(b, p.n > MOST_SHOWN ? "; here are the %d surest.</p>\n" : ".</p>\n",
                       MOST_SHOWN);
            pair_table(b, &p, r, k);
        }
        free(p.v);
    }
    if (begun)
        section_end(b);
}
