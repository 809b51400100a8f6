/* seats.c - which seats win, and whether the seat matters. */
#include "sections.h"

#include "html.h"
#include "tools/stats/inference.h"

#include <math.h>
#include <string.h>

/* A seat's average, with half its interval. */
struct mean {
    double value, half;
};
struct seats {
    int n, seat[CT_MAX_SEATS]; /* the seats of players */
    struct mean share[CT_MAX_SEATS], score[CT_MAX_SEATS];
    double fair; /* the mean share of all seats */
    struct equality equal;
};

static double error_of(double mean, __int128 squares, double n)
{
    return sqrt(fmax((double)squares / n - mean * mean, 0) / (n - 1));
}

static struct mean share_of(__int128 sum, __int128 squares, double n)
{
    double mean = (double)sum / n;

    return (struct mean){mean / CT_WHOLE,
                         half_width_share(error_of(mean, squares, n) / CT_WHOLE, n)};
}

static struct mean score_of(__int128 sum, __int128 squares, double n)
{
    double mean = (double)sum / n;

    return (struct mean){mean, half_width(error_of(mean, squares, n), n)};
}

static struct equality compare(const struct game_tally *t, const struct seats *s)
{
    double sum[CT_MAX_SEATS], product[CT_MAX_SEATS * CT_MAX_SEATS];

    for (int i = 0; i < s->n; i++) {
        sum[i] = (double)t->seat[s->seat[i]].share;
        for (int k = 0; k < s->n; k++) {
            int a = s->seat[i], b = s->seat[k];
            product[i * s->n + k] = (double)t->product[a < b ? a : b][a < b ? b : a].share;
        }
    }
    return means_equal((double)t->ended, sum, product, s->n);
}

static struct seats seats_of(const struct sim_result *r)
{
    const struct game_tally *t = &r->report->games;
    struct seats s = {0};
    double n = (double)t->ended;

    for (int i = 0; i < r->seats; i++) {
        if (!r->bot[i])
            continue;
        s.share[s.n] = share_of(t->seat[i].share, t->product[i][i].share, n);
        s.score[s.n] = score_of(t->seat[i].score, t->product[i][i].score, n);
        s.fair += s.share[s.n].value;
        s.seat[s.n++] = i;
    }
    s.fair /= s.n ? s.n : 1;
    s.equal = compare(t, &s);
    return s;
}

static bool scored(const struct sim_result *r)
{
    return histogram_count(&r->report->games.histogram[OF_SCORE]) > 0;
}

/* Are the same bots in all seats? If not, seats cannot be compared. */
static bool same_bots(const struct sim_result *r, const struct seats *s)
{
    for (int i = 1; i < s->n; i++)
        if (strcmp(r->bot[s->seat[0]], r->bot[s->seat[i]]) != 0)
            return false;
    return true;
}

static int decimals_of(const struct mean *m, int n, double unit)
{
    double least = 0;

    for (int i = 0; i < n; i++)
        least = lesser_width(least, m[i].half * unit);
    return decimals_for(least);
}

/* ---- in words ---- */

/* The seat that is farthest from its fair share. */
static int farthest(const struct seats *s)
{
    int at = 0;

    for (int i = 1; i < s->n; i++)
        if (fabs(s->share[i].value - s->fair) > fabs(s->share[at].value - s->fair))
            at = i;
    return at;
}

static void verdict(struct buffer *b, const struct sim_result *r, const struct seats *s)
{
    int at = farthest(s), decimals = decimals_of(s->share, s->n, 100);
    double off = s->share[at].value - s->fair;

    if (s->n < 2 || !r->report->games.ended)
        return;
    if (!same_bots(r, s)) {
        buffer_add(
            b, "Different bots sit at the seats, so this compares the bots and not the seats.");
    } else if (s->equal.p >= RATE) {
        buffer_add(b, "These games show no advantage for any seat (");
        html_p(b, s->equal.p);
        buffer_add(b, ").");
    } else {
        buffer_add(b, "Seat %d is at %s: %s%.*f percentage points %s its fair share, %s luck (",
                   s->seat[at], off < 0 ? "a disadvantage" : "an advantage", "", decimals,
                   100 * fabs(off), off < 0 ? "below" : "above",
                   s->equal.p < 0.001 ? "far beyond" : "beyond");
        html_p(b, s->equal.p);
        buffer_add(b, ").");
    }
}

void glance_seats(struct buffer *b, const struct sim_result *r)
{
    struct seats s = seats_of(r);

    if (s.n < 2 || !r->report->games.ended)
        return;
    buffer_add(b, "<li>");
    verdict(b, r, &s);
    buffer_add(b, "</li>\n");
}

static void say_alone(struct buffer *b, const struct sim_result *r, const struct seats *s)
{
    int decimals = decimals_of(s->share, s->n, 100);

    buffer_add(b, "<p>%s <b>", r->total.reached.n ? "On average" : "The game is won in");
    html_number(b, 100 * s->share[0].value, decimals, false);
    buffer_add(b, " %% \xc2\xb1 ");
    html_number(b, 100 * s->share[0].half, decimals, false);
    buffer_add(b, "</b>%s.</p>\n",
               r->total.reached.n ? " of the highest possible score was reached"
                                  : " of all games");
}

static void say_seats(struct buffer *b, const struct sim_result *r, const struct seats *s)
{
    if (s->n == 1) {
        say_alone(b, r, s);
        return;
    }
    buffer_add(b, "<p class=\"verdict\">");
    verdict(b, r, s);
    buffer_add(b,
               "</p>\n"
               "<p>If all %d seats are alike, each has %.1f %% of the wins. Players who share "
               "a win have their part of it. In 19 tables of 20 the true share is within ± of "
               "the number here. ",
               s->n, 100 * s->fair);
    if (s->equal.degrees)
        buffer_add(b,
                   "One test for all seats asks whether they are equal (chi-square %.1f with "
                   "%d degrees of freedom).",
                   s->equal.chi_square, s->equal.degrees);
    buffer_add(b, "</p>\n");
}

/* ---- the table ---- */

static void seat_row(struct buffer *b, const struct sim_result *r, const struct seats *s, int i,
                     int decimals, int points)
{
    const struct seat_tally *t = &r->total.seat[s->seat[i]];
    const struct mean *m = &s->share[i];
    double width = 0;
    char head[32];

    for (int k = 0; k < s->n; k++)
        width = fmax(width, fabs(s->share[k].value - s->fair) +
                                (isfinite(s->share[k].half) ? s->share[k].half : 0));
    const struct scale scale = {s->fair - width, s->fair + width, s->fair};
    snprintf(head, sizeof head, "%d", s->seat[i]);
    row_begin(b, head, NULL);
    cell_text(b, r->bot[s->seat[i]]);
    cell_count(b, t->wins);
    cell_count(b, t->shared);
    cell_interval(b, 100 * m->value, 100 * m->half, decimals, false);
    if (width > 0 && s->n > 1)
        cell_drawn(b, &scale, m->value, m->half,
                   s->equal.p < RATE && fabs(m->value - s->fair) > m->half);
    else
        cell_none(b);
    if (scored(r)) {
        cell_interval(b, s->score[i].value, s->score[i].half, points, false);
        cell_number(b, spread_sd(&t->score), 1, false);
        cell_number(b, (double)t->score.least, 0, false);
        cell_number(b, (double)t->score.most, 0, false);
    }
    cell_game(b, r->report->games.seat[s->seat[i]].won_in);
    row_end(b);
}

void section_seats(struct buffer *b, const struct sim_result *r)
{
    struct seats s = seats_of(r);

    if (!s.n || !r->report->games.ended)
        return;
    section_begin(b, "seats", s.n == 1 ? "Result" : "Seats");
    say_seats(b, r, &s);
    table_begin(b, true, "Share of the win by seat");
    head_cells(b, "seat|player|>won alone|>shared|>share, %|>against fair");
    head_cells(b, scored(r) ? ">points|>sd|>least|>most|>wins in game" : ">wins in game");
    head_end(b);
    int decimals = decimals_of(s.share, s.n, 100), points = decimals_of(s.score, s.n, 1);
    for (int i = 0; i < s.n; i++)
        seat_row(b, r, &s, i, decimals, points);
    table_end(b);
    section_end(b);
}
