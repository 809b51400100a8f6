/* cards.c - which cards win. */
#include "sections.h"

#include "html.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A card of one table. */
struct line {
    int card;
    const struct card_count *count, *told; /* how it was picked; cardtally_answer */
    struct card_worth share, score;        /* … of that */
    double half, rate; /* half the interval of its gain in shares; rate of false findings */
};
struct lines {
    struct line *v;
    int n, sure;
    bool having;          /* told by having them */
    bool shares, scores;  /* anything to tell of either */
    int known;            /* cards of which a gain is known: so many were tested */
    double reach;         /* how far intervals go from 0 */
    double least, points; /* the least half interval of a gain, in shares and in points */
};

double p_of(const struct estimate *e)
{
    return e->error > 0 ? p_normal(e->mean / e->error) : e->mean != 0 ? 0 : 1;
}

static int by_gain(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    double gx = x->share.gain.mean, gy = y->share.gain.mean;

    if (x->share.known != y->share.known)
        return x->share.known ? -1 : 1;
    if (gx == gy) {
        gx = x->score.gain.mean;
        gy = y->score.gain.mean;
    }
    return gx > gy ? -1 : gx < gy ? 1 : x->card - y->card;
}

int *cards_by_gain(const struct card_tally *t, int kind)
{
    struct line *v = mem_alloc(((size_t)t->cards + 1) * sizeof *v);
    int *card = mem_alloc(((size_t)t->cards + 1) * sizeof *card);

    for (int i = 0; i < t->cards; i++) {
        const struct card_count *c = cardtally_answer(t, kind, i);
        v[i] = (struct line){i, c, c, card_share(c), card_score(c), 0, 0};
    }
    if (t->cards)
        qsort(v, (size_t)t->cards, sizeof *v, by_gain);
    for (int i = 0; i < t->cards; i++)
        card[i] = v[i].card;
    free(v);
    return card;
}

/* Where nobody wins by shares the gain in points is tested. */
static const struct card_worth *tested(const struct lines *l, const struct line *line)
{
    return l->shares ? &line->share : &line->score;
}

/* Is it known what it gains, in what is tested? */
static bool is_known(const struct lines *l, const struct line *line)
{
    return (l->shares || l->scores) && tested(l, line)->known;
}

static void test_lines(struct lines *l)
{
    double *p = mem_alloc(((size_t)l->n + 1) * sizeof *p);

    for (int i = 0; i < l->n; i++) {
        const struct card_worth *w = tested(l, &l->v[i]);
        l->v[i].half = half_width(w->gain.error, (double)l->v[i].told->games);
        l->v[i].rate = 1;
        if (!is_known(l, &l->v[i]))
            continue;
        p[l->known++] = p_of(&w->gain);
        l->reach = fmax(l->reach, fabs(w->gain.mean) + l->v[i].half);
        l->least = lesser_width(
            l->least, half_width(l->v[i].share.gain.error, (double)l->v[i].told->games));
        l->points = lesser_width(
            l->points, half_width(l->v[i].score.gain.error, (double)l->v[i].told->games));
    }
    false_rates(p, (size_t)l->known);
    for (int i = 0, k = 0; i < l->n; i++)
        if (is_known(l, &l->v[i])) {
            l->v[i].rate = p[k++];
            l->sure += l->v[i].rate <= RATE;
        }
    free(p);
}

static struct lines lines_of(const struct card_tally *t, int kind)
{
    struct lines l = {.v = mem_alloc(((size_t)t->cards + 1) * sizeof *l.v),
                      .having = cardtally_asks_having(t, kind),
                      .scores = t->scored};

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = cardtally_of(t, kind, card);
        if (!c->games)
            continue;
        const struct card_count *told = cardtally_answer(t, kind, card);
        l.v[l.n++] = (struct line){card, c, told, card_share(told), card_score(told), 0, 0};
        l.shares |= c->share.u || c->share.v;
    }
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_gain);
    test_lines(&l);
    return l;
}

/* ---- the table ---- */

/* What it gains, in the columns that tell of it. */
static void gain_cells(struct buffer *b, const struct lines *l, const struct line *line)
{
    const struct card_worth *share = &line->share, *score = &line->score;
    const struct scale scale = {-l->reach, l->reach, 0};
    double games = (double)line->told->games;
    int decimals = decimals_for(100 * l->least);
    bool known = is_known(l, line);

    if (l->shares && known) {
        cell_number(b, 100 * share->picked.mean, decimals, false);
        cell_number(b, 100 * share->passed.mean, decimals, false);
        cell_interval(b, 100 * share->gain.mean, 100 * half_width(share->gain.error, games),
                      decimals, true);
    } else if (l->shares) {
        for (int i = 0; i < 3; i++)
            cell_none(b);
    }
    if (known && l->reach > 0)
        cell_drawn(b, &scale, tested(l, line)->gain.mean, line->half, line->rate <= RATE);
    else
        cell_none(b);
    cell_sure(b, known, line->rate);
    if (l->scores)
        cell_interval_if(b, known, score->gain.mean, half_width(score->gain.error, games),
                         decimals_for(l->points));
}

static void card_row(struct buffer *b, const struct lines *l, const struct line *line,
                     const struct sim_result *r)
{
    const struct card_count *c = line->count;

    row_begin(b, r->names.name[line->card], NULL);
    cell_count(b, c->picked + c->passed);
    cell_number(b, 100.0 * (double)c->picked / (double)(c->picked + c->passed), 1, false);
    if (l->known)
        gain_cells(b, l, line);
    cell_game(b, line->told->won_in);
    cell_game(b, line->told->lost_in);
    cell_game(b, line->told->passed_in);
    row_end(b);
}

static void card_table(struct buffer *b, const struct lines *l, const struct sim_result *r,
                       int kind)
{
    table_begin(b, true, "What cards are worth in choices of %s", r->names.kind[kind]);
    head_cells(b, "card|>offered|>taken, %");
    if (l->known && l->shares)
        head_cells(b, ">with, %|>without, %|>gain");
    if (l->known)
        head_cells(b, l->scores ? ">drawn|sure|>points" : ">drawn|sure");
    head_cells(b, l->having ? ">wins|>loses|>without" : ">wins|>loses|>passed");
    head_end(b);
    for (int i = 0; i < l->n; i++)
        card_row(b, l, &l->v[i], r);
    table_end(b);
}

/* How many gains are more than chance. */
static void verdict(struct buffer *b, const struct lines *l)
{
    if (l->known)
        buffer_add(b, "<p>Chance does not explain what %d of %d cards gain.</p>\n", l->sure,
                   l->known);
    else
        buffer_add(b, "<p>Of none is it known what it gains: %s</p>\n",
                   l->shares || l->scores ? "that takes two games with it, and two without."
                                          : "nobody won, and there are no scores.");
}

static void explain(struct buffer *b)
{
    buffer_add(
        b,
        "<p>Does who takes a card, or has it, win more often than who does not? The sentence "
        "above "
        "each table says who is compared. <b>with</b> is the mean share of the win of the "
        "first, "
        "<b>without</b> of the second, <b>gain</b> the first less the second, in percentage "
        "points: the longer the line in the drawing, the less is known. <b>points</b> is the "
        "same in points. In the last three columns stand the first games in which somebody "
        "with "
        "it won, somebody with it did not, somebody was without it.</p>\n"
        "<p><b>sure</b> are those that chance does not explain: of all cards marked so at most "
        "one in twenty is expected to be wrong (false discovery rate, Benjamini and Hochberg). "
        "A gain tells what went together, not what caused it: who leads may be offered, or "
        "take, "
        "other cards.</p>\n");
}

void section_cards(struct buffer *b, const struct sim_result *r)
{
    bool begun = false;

    for (int k = 0; k < r->card.kinds; k++) {
        if (r->kind != EVERY_KIND && r->kind != k)
            continue;
        struct lines l = lines_of(&r->card, k);
        if (l.n && !begun) {
            section_begin(b, "cards", "Cards");
            explain(b);
            begun = true;
        }
        if (l.n) {
            part_head(b, r->names.kind[k]);
            buffer_add(b, "<p>%s</p>\n", cardtally_asked(l.having));
            verdict(b, &l);
            card_table(b, &l, r, k);
        }
        free(l.v);
    }
    if (begun)
        section_end(b);
}

/* ---- in the summary ---- */

/* Up to three that are sure, from one end. */
static void name_some(struct buffer *b, const struct lines *l, const struct sim_result *r,
                      bool best)
{
    int told = 0;

    for (int i = 0; i < l->n && told < 3; i++) {
        const struct line *line = &l->v[best ? i : l->n - 1 - i];
        double gain = tested(l, line)->gain.mean;
        if (line->rate > RATE || (best ? gain <= 0 : gain >= 0))
            continue;
        buffer_add(b, "%s", told++ ? ", " : best ? "; most with " : "; least with ");
        html_text(b, r->names.name[line->card]);
        buffer_add(b, "\xc2\xa0");
        html_number(b, l->shares ? 100 * gain : gain, 1, true);
    }
}

/* Up to three of which there is nothing to compare. */
static int name_ends(struct buffer *b, const struct sim_result *r, int kind, bool always,
                     const char *before)
{
    int *card = mem_alloc(((size_t)r->card.cards + 1) * sizeof *card);
    int n = cardtally_ends(&r->card, kind, always, card);

    for (int i = 0; i < n && i < 3; i++) {
        buffer_add(b, "%s", i ? ", " : before);
        html_text(b, r->names.name[card[i]]);
    }
    free(card);
    return n;
}

static void glance_ends(struct buffer *b, const struct sim_result *r, int kind)
{
    struct buffer said = {0};

    int always = name_ends(&said, r, kind, true, "always picked ");
    if (always +
        name_ends(&said, r, kind, false, always ? "; never picked " : "never picked ")) {
        buffer_add(b, "<li><b>");
        html_text(b, r->names.kind[kind]);
        buffer_add(b, "</b>: nothing to compare: %s%s.</li>\n", buffer_text(&said),
                   r->causal ? "" : " (<code>--causal</code> tells what they are worth)");
    }
    buffer_free(&said);
}

void glance_cards(struct buffer *b, const struct sim_result *r)
{
    bool any = false;

    for (int k = 0; k < r->card.kinds; k++) {
        if (r->kind != EVERY_KIND && r->kind != k)
            continue;
        struct lines l = lines_of(&r->card, k);
        if (!l.having)
            glance_ends(b, r, k);
        if (l.sure) {
            buffer_add(b, "<li><b>");
            html_text(b, r->names.kind[k]);
            buffer_add(b, "</b>: chance does not explain what %d of %d cards gain, in %s",
                       l.sure, l.known, l.shares ? "percentage points of the win" : "points");
            name_some(b, &l, r, true);
            name_some(b, &l, r, false);
            buffer_add(b, ".</li>\n");
            any = true;
        }
        free(l.v);
    }
    if (any && !r->causal)
        buffer_add(b, "<li>Who takes a card may stand otherwise than who leaves it: "
                      "<code>--causal</code> asks for the card alone.</li>\n");
}
