/* games.c - the results of games: scores, how close and how long they are, how much there is to
 * choose. */
#include "sections.h"

#include "html.h"
#include "tools/stats/inference.h"

#include <inttypes.h>
#include <math.h>

static double part_of(uint64_t n, uint64_t all)
{
    return all ? (double)n / (double)all : 0;
}

static double half_of(uint64_t n, uint64_t all)
{
    double p = part_of(n, all);

    return half_width_share(sqrt(p * (1 - p) / ((double)all - 1)), (double)all);
}

void cell_part(struct buffer *b, uint64_t n, uint64_t all)
{
    double half = 100 * half_of(n, all);

    if (all > 1)
        cell_interval(b, 100 * part_of(n, all), half, decimals_for(half), false);
    else
        cell_number(b, 100 * part_of(n, all), 0, false);
}

static void say_part(struct buffer *b, uint64_t n, uint64_t all)
{
    double p = part_of(n, all),
           half = half_width_share(sqrt(p * (1 - p) / (double)all), (double)all);
    int decimals = decimals_for(100 * half);

    html_number(b, 100 * p, decimals, false);
    buffer_add(b, " %%");
    if (all > 1) {
        buffer_add(b, " \xc2\xb1 ");
        html_number(b, 100 * half, decimals, false);
    }
}

/* The mean and the sample's deviation of a histogram. */
struct spread spread_of(const struct histogram *h)
{
    struct spread s = {0};

    for (int32_t i = 0; i < h->bins; i++) {
        int64_t number = bin_number(h->first + i);
        uint64_t n = h->v[i].n;
        if (!n)
            continue;
        s.least = s.n ? s.least : number;
        s.most = number;
        s.n += n;
        s.sum += (__int128)number * n;
        s.squares += (__int128)number * number * n;
    }
    return s;
}

void say_spread(struct buffer *b, const struct spread *s, int decimals)
{
    buffer_add(b, "<b>");
    html_number(b, spread_mean(s), decimals, false);
    buffer_add(b, "</b> on average (standard deviation ");
    html_number(b, spread_sd(s), decimals, false);
    buffer_add(b, ", from ");
    html_number(b, (double)s->least, 0, false);
    buffer_add(b, " to ");
    html_number(b, (double)s->most, 0, false);
    buffer_add(b, ")");
}

/* ---- scores ---- */

static void margins(struct buffer *b, const struct sim_result *r)
{
    const struct histogram *h = &r->report->games.histogram[OF_MARGIN];
    struct spread s = spread_of(h);

    if (!s.n)
        return;
    buffer_add(b, "<div><h3>How close it is</h3>\n"
                  "<p>The distance from the first player to the second is ");
    say_spread(b, &s, 1);
    buffer_add(b, " points.</p>\n");
    draw_histogram(b, h, "Points between the first and the next", "points between");
    buffer_add(b, "</div>\n");
}

void section_scores(struct buffer *b, const struct sim_result *r)
{
    const struct histogram *h = &r->report->games.histogram[OF_SCORE];
    struct spread s = {0};

    if (!histogram_count(h))
        return;
    for (int i = 0; i < r->seats; i++)
        spread_merge(&s, &r->total.seat[i].score);
    section_begin(b, "scores", "Scores");
    buffer_add(b, "<p>The height of a bar says how many times this score came up.</p>\n"
                  "<div class=\"two\">\n"
                  "<div><h3>What players end with</h3>\n"
                  "<p>A player ends with ");
    say_spread(b, &s, 2);
    buffer_add(b, " points.</p>\n");
    draw_histogram(b, h, "Final scores", "points");
    buffer_add(b, "</div>\n");
    margins(b, r);
    buffer_add(b, "</div>\n");
    section_end(b);
}

/* ---- length, choices ---- */

static void kinds(struct buffer *b, const struct sim_result *r)
{
    table_begin(b, true, "Picks by kind of choice");
    head_cells(b, "kind of choice|>picks per game|>choices per pick|>most|>in game");
    head_end(b);
    for (int k = 0; k < r->report->games.kinds; k++) {
        const struct kind_count *c = &r->report->games.kind[k];
        if (!c->picks)
            continue;
        row_begin(b, r->names.kind[k], NULL);
        cell_number(b, (double)c->picks / (double)r->total.games, 2, false);
        cell_number(b, (double)c->choices / (double)c->picks, 2, false);
        cell_count(b, c->most);
        cell_game(b, c->game);
        row_end(b);
    }
    table_end(b);
}

static void choices(struct buffer *b, const struct sim_result *r)
{
    struct spread s = spread_of(&r->report->games.histogram[OF_CHOICES]);

    if (!s.n)
        return;
    buffer_add(b, "<div><h3>How much there is to choose from</h3>\n<p>A pick has ");
    say_spread(b, &s, 1);
    buffer_add(b, " choices.</p>\n");
    draw_histogram(b, &r->report->games.histogram[OF_CHOICES], "Choices of a pick", "choices");
    buffer_add(b, "</div>\n");
}

void section_length(struct buffer *b, const struct sim_result *r)
{
    const struct tally *t = &r->total;
    double games = (double)t->games;

    section_begin(b, "length", "Length and choices");
    buffer_add(b,
               "<p>A pick is made by one player from two choices or more. %.1f more per game "
               "had only one choice.</p>\n"
               "<div class=\"two\">\n"
               "<div><h3>How long it is</h3>\n"
               "<p>A game has ",
               games > 0 ? (double)t->forced / games : 0);
    say_spread(b, &t->length, 1);
    buffer_add(b, " picks.</p>\n");
    draw_histogram(b, &r->report->games.histogram[OF_LENGTH], "Picks of a game", "picks");
    buffer_add(b, "</div>\n");
    choices(b, r);
    buffer_add(b, "</div>\n"
                  "<h3>What is picked</h3>\n"
                  "<p>Kinds of choices have the names of actions in the ruleset, or else of "
                  "prompts.</p>\n");
    kinds(b, r);
    section_end(b);
}

void glance_games(struct buffer *b, const struct sim_result *r)
{
    const struct tally *t = &r->total;

    buffer_add(b, "<li>A game has %.0f picks.", spread_mean(&t->length));
    if (r->report->games.ended && r->run.people > 1) {
        buffer_add(b, " ");
        say_part(b, t->ties, r->report->games.ended);
        buffer_add(b, " end in a tie.");
    }
    if (t->nobody && r->run.people > 1) {
        buffer_add(b, " ");
        say_part(b, t->nobody, r->report->games.ended);
        buffer_add(b, " have no winner.");
    }
    if (t->unfinished) {
        buffer_add(b, " ");
        say_part(b, t->unfinished, t->games);
        buffer_add(b, " do not end: they stop at the limit of picks.");
    }
    buffer_add(b, "</li>\n");
}
