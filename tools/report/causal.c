/* causal.c - what taking a card does, apart from what goes together with it. */
#include "sections.h"

#include "html.h"
#include "tools/stats/inference.h"

#include <math.h>
#include <stdlib.h>

/* Half the interval of a causal gain in shares: of differences from -1 to 1, most of them 0. As
 * with a share, what never happened may still happen. */
static double half_share(const struct causal_gain *one)
{
    return half_width_share(one->share.error, (double)one->count->samples);
}

static double half_margin(const struct causal_gain *one)
{
    return half_width(one->margin.error, (double)one->count->samples);
}

static double half_of(const struct causal_gains *g, const struct causal_gain *one)
{
    return g->shares ? half_share(one) : half_margin(one);
}

/* What all rows of a table share. */
struct widths {
    double reach;                /* how far intervals go from 0 */
    double share, margin, plain; /* the least half intervals */
};

static double half_plain(const struct card_count *c)
{
    return half_width(card_share(c).gain.error, (double)c->games);
}

static struct widths widths_of(const struct causal_gains *g, const struct card_tally *cards,
                               int kind)
{
    struct widths w = {0};

    for (int i = 0; i < g->n; i++) {
        const struct causal_gain *one = &g->v[i];
        const struct card_count *c = cardtally_answer(cards, kind, one->card);
        if (!one->tested)
            continue;
        w.reach = fmax(w.reach, fabs(causal_of(g, one)->mean) + half_of(g, one));
        w.share = lesser_width(w.share, half_share(one));
        w.margin = lesser_width(w.margin, half_margin(one));
        if (card_share(c).known)
            w.plain = lesser_width(w.plain, half_plain(c));
    }
    return w;
}

/* ---- the table ---- */

static void share_cells(struct buffer *b, const struct causal_gain *one,
                        const struct card_count *c, const struct widths *w)
{
    cell_interval_if(b, card_share(c).known, 100 * card_share(c).gain.mean, 100 * half_plain(c),
                     decimals_for(100 * w->plain));
    cell_interval_if(b, one->tested, 100 * one->share.mean, 100 * half_share(one),
                     decimals_for(100 * w->share));
}

static void gain_row(struct buffer *b, const struct causal_gains *g,
                     const struct causal_gain *one, const struct sim_result *r, int kind,
                     const struct widths *w)
{
    const struct card_count *c = cardtally_answer(&r->card, kind, one->card);
    const struct scale scale = {-w->reach, w->reach, 0};

    row_begin(b, r->names.name[one->card], NULL);
    cell_count(b, one->count->samples);
    cell_number(b, 100.0 * (double)one->count->same / (double)one->count->samples, 0, false);
    if (g->shares)
        share_cells(b, one, c, w);
    if (one->tested && w->reach > 0)
        cell_drawn(b, &scale, causal_of(g, one)->mean, half_of(g, one), one->rate <= RATE);
    else
        cell_none(b);
    cell_sure(b, one->tested, one->rate);
    if (g->margins)
        cell_interval_if(b, one->tested, one->margin.mean, half_margin(one),
                         decimals_for(w->margin));
    cell_game(b, one->count->better_in);
    cell_game(b, one->count->worse_in);
    row_end(b);
}

static void gain_table(struct buffer *b, const struct causal_gains *g,
                       const struct sim_result *r, int kind)
{
    const struct widths w = widths_of(g, &r->card, kind);

    table_begin(b, true, "What taking cards does in choices of %s", r->names.kind[kind]);
    head_cells(b, g->shares ? "card|>sampled|>same, %|>gain|>causal gain|>drawn|sure"
                            : "card|>sampled|>same, %|>drawn|sure");
    head_cells(b, g->margins ? ">margin|>better in|>worse in" : ">better in|>worse in");
    head_end(b);
    for (int i = 0; i < g->n; i++)
        gain_row(b, g, &g->v[i], r, kind, &w);
    table_end(b);
}

static void explain(struct buffer *b, const struct causal_tally *t)
{
    buffer_add(
        b,
        "<p>What does the card itself do? In each game Cantrip drew one offer at random. From "
        "there the game was played twice, with the same bots and equal luck: once with the "
        "card, once with the best of the rest. <b>causal gain</b> is the part of a win with "
        "the card less the part without it, in percentage points. <b>margin</b> is the same in "
        "points ahead of the best other side. <b>same</b> says how many ended alike both ways. "
        "Most numbers are below 0, because one offered card is best and all others lose "
        "against it. So compare the cards with each other. <b>gain</b> is the number of the "
        "table above: it says what goes together with the card, not what the card does.</p>\n"
        "<p><b>sure</b> needs %d samples. Of all cards marked <b>yes</b>, expect at most one "
        "in twenty to be luck. The last columns name the first game that went better with the "
        "card, and the first that went worse.",
        CAUSAL_TESTED);
    if (t->cut) {
        buffer_add(b, " Not counted are ");
        html_count(b, t->cut);
        buffer_add(b, " samples that did not end.");
    }
    buffer_add(b, "</p>\n");
}

static void show(struct buffer *b, const struct causal_gains *g, const struct sim_result *r,
                 int kind)
{
    part_head(b, r->names.kind[kind]);
    if (g->tested)
        buffer_add(b, "<p>%d of %d cards do more than luck explains.</p>\n", g->sure,
                   g->tested);
    else
        buffer_add(b, "<p>It is not known yet what any card does. Play more games.</p>\n");
    gain_table(b, g, r, kind);
}

void section_causal(struct buffer *b, const struct sim_result *r)
{
    bool begun = false;

    for (int k = 0; r->causal && k < r->causal->kinds; k++) {
        struct causal_gains g = causal_gains(r->causal, k);
        if (g.n && !begun) {
            section_begin(b, "causal", "What taking a card does");
            explain(b, r->causal);
            begun = true;
        }
        if (g.n)
            show(b, &g, r, k);
        free(g.v);
    }
    if (begun)
        section_end(b);
}

/* ---- in the summary ---- */

/* Names up to three sure ones, from one end. */
static void name_some(struct buffer *b, const struct causal_gains *g,
                      const struct sim_result *r, bool best)
{
    int told = 0;

    for (int i = 0; i < g->n && told < 3; i++) {
        const struct causal_gain *one = &g->v[best ? i : g->n - 1 - i];
        double gain = causal_of(g, one)->mean;
        if (one->rate > RATE || (best ? gain <= 0 : gain >= 0))
            continue;
        buffer_add(b, "%s", told++ ? ", " : best ? "; the best are " : "; the worst are ");
        html_gain(b, r->names.name[one->card], g->shares ? 100 * gain : gain);
    }
}

void glance_causal(struct buffer *b, const struct sim_result *r)
{
    for (int k = 0; r->causal && k < r->causal->kinds; k++) {
        struct causal_gains g = causal_gains(r->causal, k);
        if (g.sure) {
            html_add(b, "<li><b>%s", r->names.kind[k]);
            buffer_add(b,
                       "</b>, with the card and without it: %d of %d cards do more than luck "
                       "explains, in %s",
                       g.sure, g.tested, g.shares ? "percentage points of the win" : "points");
            name_some(b, &g, r, true);
            name_some(b, &g, r, false);
            buffer_add(b, ".</li>\n");
        }
        free(g.v);
    }
}
