/* pairs.c - cards that win together. */
#include "sections.h"

#include "html.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <math.h>
#include <stdlib.h>

/* Rows of a table, at most. */
enum { MOST_SHOWN = 30 };

static const struct estimate *tested(const struct card_pairs *p, const struct card_pair *one)
{
    return p->shares ? &one->worth.share : &one->worth.score;
}

static struct card_pairs tested_pairs(const struct card_tally *t, int kind)
{
    struct card_pairs p = card_pairs_of(t, kind);
    double *rate = mem_alloc(((size_t)p.n + 1) * sizeof *rate);

    p.n = p.shares || p.scores ? p.n : 0;
    for (int i = 0; i < p.n; i++)
        rate[i] = p_of(tested(&p, &p.v[i]));
    false_rates(rate, (size_t)p.n);
    for (int i = 0; i < p.n; i++)
        p.v[i].rate = rate[i];
    free(rate);
    return p;
}

static void pair_row(struct buffer *b, const struct card_pairs *p, const struct card_pair *one,
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
    if (p->scores)
        cell_interval(b, score->mean, points, 2, true);
    cell_game(b, one->both->first);
    row_end(b);
}

static void pair_table(struct buffer *b, const struct card_pairs *p, const struct sim_result *r,
                       int kind)
{
    int most = p->n < MOST_SHOWN ? p->n : MOST_SHOWN;
    double reach = 0;

    for (int i = 0; i < most; i++)
        reach =
            fmax(reach, fabs(tested(p, &p->v[i])->mean) +
                            half_width(tested(p, &p->v[i])->error, (double)p->v[i].both->n));
    table_begin(b, true, "Two cards together in choices of %s", r->names.kind[kind]);
    head_cells(b, p->shares ? "card|and|>seats|>with both, %|>together|>drawn|sure"
                            : "card|and|>seats|>drawn|sure");
    head_cells(b, p->scores ? ">points|>first in game" : ">first in game");
    head_end(b);
    for (int i = 0; i < most; i++)
        pair_row(b, p, &p->v[i], r, reach);
    table_end(b);
}

static void explain(struct buffer *b)
{
    buffer_add(b,
               "<p>Which two cards are worth more, or less, together? <b>together</b> is the "
               "worth of both to one seat, less the worth that each has without the other. It "
               "is in percentage points of a win. A pair counts if at least %d seats took both "
               "and %d did not. The surest come first. Of those marked <b>yes</b>, expect at "
               "most one in twenty to be luck.</p>\n",
               FEW, FEW);
}

void section_pairs(struct buffer *b, const struct sim_result *r)
{
    bool begun = false;

    for (int k = 0; r->card.pairs && k < r->card.kinds; k++) {
        if (r->kind != EVERY_KIND && r->kind != k)
            continue;
        struct card_pairs p = tested_pairs(&r->card, k);
        if (p.n && !begun) {
            section_begin(b, "pairs", "Two cards together");
            explain(b);
            begun = true;
        }
        if (p.n) {
            int sure = 0;
            while (sure < p.n && p.v[sure].rate <= RATE)
                sure++;
            part_head(b, r->names.kind[k]);
            buffer_add(b, "<p>%d of %d pairs are more than luck explains", sure, p.n);
            buffer_add(b, p.n > MOST_SHOWN ? ". The %d surest are here.</p>\n" : ".</p>\n",
                       MOST_SHOWN);
            pair_table(b, &p, r, k);
        }
        free(p.v);
    }
    if (begun)
        section_end(b);
}
