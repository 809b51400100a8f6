/* cards.c - which cards win. */
#include "sections.h"

#include "html.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The cards of one table, and what is tested of them. */
struct lines {
    struct card_lines all;
    int sure, known;      /* cards with a sure gain; with a known one, which was tested */
    double reach;         /* how far intervals go from 0 */
    double least, points; /* the least half interval of a gain, in shares and in points */
};

double p_of(const struct estimate *e)
{
    return e->error > 0 ? p_normal(e->mean / e->error) : e->mean != 0 ? 0 : 1;
}

/* The gain that is tested: in points if shares of the win do not differ. */
static const struct card_worth *tested(const struct lines *l, const struct card_line *line)
{
    return l->all.shares ? &line->share : &line->score;
}

/* Is that gain known? */
static bool is_known(const struct lines *l, const struct card_line *line)
{
    return (l->all.shares || l->all.scores) && tested(l, line)->known;
}

static double half_of(const struct lines *l, const struct card_line *line)
{
    return half_width(tested(l, line)->gain.error, (double)line->told->games);
}

static struct lines lines_of(const struct card_tally *t, int kind)
{
    struct lines lines = {.all = card_lines_of(t, kind)}, *l = &lines;
    double *p = mem_alloc(((size_t)l->all.n + 1) * sizeof *p);

    for (const struct card_line *line = l->all.v; line < l->all.v + l->all.n; line++) {
        double games = (double)line->told->games;
        if (!is_known(l, line))
            continue;
        p[l->known++] = p_of(&tested(l, line)->gain);
        l->reach = fmax(l->reach, fabs(tested(l, line)->gain.mean) + half_of(l, line));
        l->least = lesser_width(l->least, half_width(line->share.gain.error, games));
        l->points = lesser_width(l->points, half_width(line->score.gain.error, games));
    }
    false_rates(p, (size_t)l->known);
    for (int i = 0, k = 0; i < l->all.n; i++)
        if (is_known(l, &l->all.v[i])) {
            l->all.v[i].rate = p[k++];
            l->sure += l->all.v[i].rate <= RATE;
        }
    free(p);
    return lines;
}

/* ---- the table ---- */

/* The card's gain, in its columns. */
static void gain_cells(struct buffer *b, const struct lines *l, const struct card_line *line)
{
    const struct card_worth *share = &line->share, *score = &line->score;
    const struct scale scale = {-l->reach, l->reach, 0};
    double games = (double)line->told->games;
    int decimals = decimals_for(100 * l->least);
    bool known = is_known(l, line);

    if (l->all.shares && known) {
        cell_number(b, 100 * share->picked.mean, decimals, false);
        cell_number(b, 100 * share->passed.mean, decimals, false);
        cell_interval(b, 100 * share->gain.mean, 100 * half_width(share->gain.error, games),
                      decimals, true);
    } else if (l->all.shares) {
        for (int i = 0; i < 3; i++)
            cell_none(b);
    }
    if (known && l->reach > 0)
        cell_drawn(b, &scale, tested(l, line)->gain.mean, half_of(l, line), line->rate <= RATE);
    else
        cell_none(b);
    cell_sure(b, known, line->rate);
    if (l->all.scores)
        cell_interval_if(b, known, score->gain.mean, half_width(score->gain.error, games),
                         decimals_for(l->points));
}

static void card_row(struct buffer *b, const struct lines *l, const struct card_line *line,
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
    if (l->known && l->all.shares)
        head_cells(b, ">with, %|>without, %|>gain");
    if (l->known)
        head_cells(b, l->all.scores ? ">drawn|sure|>points" : ">drawn|sure");
    head_cells(b, l->all.having ? ">wins|>loses|>without" : ">wins|>loses|>passed");
    head_end(b);
    for (int i = 0; i < l->all.n; i++)
        card_row(b, l, &l->all.v[i], r);
    table_end(b);
}

/* Says how many gains luck does not explain. */
static void verdict(struct buffer *b, const struct lines *l)
{
    if (l->known)
        buffer_add(b, "<p>%d of %d cards gain or lose more than luck explains.</p>\n", l->sure,
                   l->known);
    else
        buffer_add(
            b, "<p>No card has a known gain: %s</p>\n",
            l->all.shares || l->all.scores
                ? "play more games. A gain needs two games with the card and two without."
                : "nobody won, and there are no scores.");
}

static void explain(struct buffer *b)
{
    buffer_add(b,
               "<p>Do players with a card win more often than players without it? The sentence "
               "above each table says whom it compares. <b>with</b> and <b>without</b> are the "
               "average parts of a win of these two. <b>gain</b> is the difference, in "
               "percentage points. <b>drawn</b> shows it with its error: a long line means "
               "that little is known. <b>points</b> is the difference in points. The last "
               "three columns name the first game in which a player with the card won, one "
               "with it did not win, and one was without it.</p>\n"
               "<p><b>sure</b> says whether the gain is more than luck explains. Of all cards "
               "marked <b>yes</b>, expect at most one in twenty to be luck (false discovery "
               "rate, Benjamini and Hochberg). A gain does not say what the card itself does: "
               "players who lead may be offered other cards, or take other cards.</p>\n");
}

void section_cards(struct buffer *b, const struct sim_result *r)
{
    bool begun = false;

    for (int k = 0; k < r->card.kinds; k++) {
        if (r->kind != EVERY_KIND && r->kind != k)
            continue;
        struct lines l = lines_of(&r->card, k);
        if (l.all.n && !begun) {
            section_begin(b, "cards", "Cards");
            explain(b);
            begun = true;
        }
        if (l.all.n) {
            part_head(b, r->names.kind[k]);
            buffer_add(b, "<p>%s</p>\n", cardtally_asked(l.all.having));
            verdict(b, &l);
            card_table(b, &l, r, k);
        }
        free(l.all.v);
    }
    if (begun)
        section_end(b);
}

/* ---- in the summary ---- */

/* Names up to three sure ones, from one end. */
static void name_some(struct buffer *b, const struct lines *l, const struct sim_result *r,
                      bool best)
{
    int told = 0;

    for (int i = 0; i < l->all.n && told < 3; i++) {
        const struct card_line *line = &l->all.v[best ? i : l->all.n - 1 - i];
        double gain = tested(l, line)->gain.mean;
        if (line->rate > RATE || (best ? gain <= 0 : gain >= 0))
            continue;
        buffer_add(b, "%s", told++ ? ", " : best ? "; the best are " : "; the worst are ");
        html_gain(b, r->names.name[line->card], l->all.shares ? 100 * gain : gain);
    }
}

/* Names up to three with nothing to compare. */
static int name_ends(struct buffer *b, const struct sim_result *r, int kind, bool always,
                     const char *before)
{
    int *card = mem_alloc(((size_t)r->card.cards + 1) * sizeof *card);
    int n = cardtally_ends(&r->card, kind, always, card);

    for (int i = 0; i < n && i < 3; i++)
        html_add(b, "%s%s", i ? ", " : before, r->names.name[card[i]]);
    free(card);
    return n;
}

static void glance_ends(struct buffer *b, const struct sim_result *r, int kind)
{
    struct buffer said = {0};

    int always = name_ends(&said, r, kind, true, "always picked ");
    if (always +
        name_ends(&said, r, kind, false, always ? "; never picked " : "never picked ")) {
        html_add(b, "<li><b>%s", r->names.kind[kind]);
        buffer_add(b, "</b>: nothing to compare: %s%s.</li>\n", buffer_text(&said),
                   r->causal ? "" : " (<code>--causal</code> says what they are worth)");
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
        if (!l.all.having)
            glance_ends(b, r, k);
        if (l.sure) {
            html_add(b, "<li><b>%s", r->names.kind[k]);
            buffer_add(b, "</b>: %d of %d cards gain or lose more than luck explains, in %s",
                       l.sure, l.known,
                       l.all.shares ? "percentage points of the win" : "points");
            name_some(b, &l, r, true);
            name_some(b, &l, r, false);
            buffer_add(b, ".</li>\n");
            any = true;
        }
        free(l.all.v);
    }
    if (any && !r->causal)
        buffer_add(b, "<li>Players who take a card may have stood better before. "
                      "<code>--causal</code> says what the card itself does.</li>\n");
}
