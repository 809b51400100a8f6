/* rounds.c - what cards gain in each round, and with each value of an option. */
#include "sections.h"

#include "html.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A card's gain in one round. */
struct cell {
    const struct card_count *count; /* NULL: not known */
    struct estimate gain;
    double rate; /* of false findings in the whole table */
};
/* A kind of choice by rounds of a phase, or by values of an option (these follow the phases). */
struct grid {
    int kind, phase, last, known; /* last: the last round with a known gain */
    bool shares;                  /* gains are shares of the win, not points */
    double least;                 /* the least half interval */
    struct cell (*v)[LAST_ROUND]; /* [card] */
};

static double half_of(const struct cell *c)
{
    return half_width(c->gain.error, (double)c->count->games);
}

static struct cell cell_of(const struct sim_result *r, const struct grid *g, int round,
                           int card)
{
    const struct round_key key = {g->kind, g->phase, round, card};
    const struct card_count *c = roundtally_at(&r->report->rounds, &key, false);
    struct card_worth w = {0};

    if (c && c->games_picked >= FEW && c->games_passed >= FEW)
        w = g->shares ? card_share(c) : card_score(c);
    return (struct cell){w.known ? c : NULL, w.gain, 1};
}

static void test(struct grid *g, int cards)
{
    double *p = mem_alloc(((size_t)g->known + 1) * sizeof *p);
    size_t n = 0;

    for (int i = 0; i < cards; i++)
        for (int k = 0; k < g->last; k++)
            if (g->v[i][k].count)
                p[n++] = p_of(&g->v[i][k].gain);
    false_rates(p, n);
    n = 0;
    for (int i = 0; i < cards; i++)
        for (int k = 0; k < g->last; k++)
            if (g->v[i][k].count)
                g->v[i][k].rate = p[n++];
    free(p);
}

/* Do shares of the win differ in this kind of choice? */
static bool has_shares(const struct card_tally *t, int kind)
{
    for (int i = 0; i < t->cards; i++) {
        const struct card_sums *s = &cardtally_of(t, kind, i)->share;
        if (s->u || s->v)
            return true;
    }
    return false;
}

static struct grid grid_of(const struct sim_result *r, int kind, int phase)
{
    struct grid g = {.kind = kind, .phase = phase, .shares = has_shares(&r->card, kind)};

    g.v = mem_zero(((size_t)r->card.cards + 1) * sizeof *g.v);
    for (int i = 0; (g.shares || r->card.scored) && i < r->card.cards; i++)
        for (int k = 0; k < LAST_ROUND; k++) {
            g.v[i][k] = cell_of(r, &g, k + 1, i);
            if (!g.v[i][k].count)
                continue;
            g.known++;
            g.last = k + 1 > g.last ? k + 1 : g.last;
            g.least = lesser_width(g.least, half_of(&g.v[i][k]));
        }
    test(&g, r->card.cards);
    return g;
}

/* Are gains known in two rounds or more? If not, the table of cards says the same. */
static bool has_rounds(const struct grid *g, int cards)
{
    int rounds = 0;

    for (int k = 0; k < g->last; k++)
        for (int i = 0; i < cards; i++)
            if (g->v[i][k].count) {
                rounds++;
                break;
            }
    return rounds > 1;
}

static void grid_row(struct buffer *b, const struct grid *g, const struct sim_result *r,
                     int card)
{
    double unit = g->shares ? 100 : 1;

    row_begin(b, r->names.name[card], NULL);
    for (int k = 0; k < g->last; k++) {
        const struct cell *c = &g->v[card][k];
        if (c->count)
            cell_interval_in(b, unit * c->gain.mean, unit * half_of(c),
                             decimals_for(unit * g->least), c->rate <= RATE,
                             earlier(c->count->won_in, c->count->lost_in));
        else
            cell_none(b);
    }
    row_end(b);
}

static bool has_any(const struct grid *g, int card)
{
    for (int k = 0; k < g->last; k++)
        if (g->v[card][k].count)
            return true;
    return false;
}

/* The name of a phase, or of an option without its values. */
static void name_of(const struct sim_result *r, int phase, char *out, size_t cap)
{
    const char *option =
        phase < r->names.phases ? NULL : r->names.option[phase - r->names.phases];

    if (option)
        snprintf(out, cap, "%.*s", (int)strcspn(option, "="), option);
    else
        snprintf(out, cap, "%s", r->names.phase[phase]);
}

/* The head of column `column`, from 0: a round, or a value. */
static void head_of(const struct sim_result *r, int phase, int column, char *out, size_t cap)
{
    if (phase < r->names.phases) {
        snprintf(out, cap, column + 1 == LAST_ROUND ? "%d or later" : "%d", column + 1);
        return;
    }
    const char *value = r->names.option[phase - r->names.phases];
    for (value += strcspn(value, "="); column >= 0 && *value; column--) {
        value++;
        snprintf(out, cap, "%.*s", (int)strcspn(value, ","), value);
        value += strcspn(value, ",");
    }
}

static void grid_table(struct buffer *b, const struct grid *g, const struct sim_result *r)
{
    char head[64], name[64];
    struct card_lines order = card_lines_of(&r->card, g->kind);

    name_of(r, g->phase, name, sizeof name);
    table_begin(b, true, "What cards gain in choices of %s by %s %s", r->names.kind[g->kind],
                g->phase < r->names.phases ? "round of" : "option", name);
    head_cells(b, "card");
    for (int k = 0; k < g->last; k++) {
        head_of(r, g->phase, k, head, sizeof head);
        head_cell(b, head, true);
    }
    head_end(b);
    for (int i = 0; i < order.n; i++)
        if (has_any(g, order.v[i].card))
            grid_row(b, g, r, order.v[i].card);
    table_end(b);
    free(order.v);
}

static void how_to_read(struct buffer *b)
{
    buffer_add(b,
               "Numbers are percentage points of a win, or points if nobody wins. <b>Bold</b> "
               "ones are more than luck explains: expect at most one in twenty to be luck. The "
               "number after it names the first game in which a player took the card then. A "
               "cell stays empty until the card was taken in %d games and left in %d.</p>\n",
               FEW, FEW);
}

static void show(struct buffer *b, const struct grid *g, const struct sim_result *r)
{
    char name[64];

    name_of(r, g->phase, name, sizeof name);
    html_add(b, "<h3>%s, by %s</h3>\n", r->names.kind[g->kind], name);
    grid_table(b, g, r);
}

/* Shows phases from..to-1. False: there is nothing to show. */
static bool show_all(struct buffer *b, const struct sim_result *r, int from, int to)
{
    bool any = false;

    for (int k = 0; k < r->card.kinds; k++)
        for (int phase = from; shows_kind(r, k) && phase < to; phase++) {
            struct grid g = grid_of(r, k, phase);
            if (has_rounds(&g, r->card.cards)) {
                show(b, &g, r);
                any = true;
            }
            free(g.v);
        }
    return any;
}

/* A section, unless it would be empty. */
static void section(struct buffer *b, const char *id, const char *title, const char *says,
                    struct buffer *grids, bool any)
{
    if (any) {
        section_begin(b, id, title);
        buffer_add(b, "<p>%s ", says);
        how_to_read(b);
        buffer_add(b, "%s", buffer_text(grids));
        section_end(b);
    }
    buffer_free(grids);
}

void section_rounds(struct buffer *b, const struct sim_result *r)
{
    struct buffer grids = {0};
    bool any = show_all(&grids, r, 0, r->names.phases);

    section(b, "rounds", "Cards by round",
            "Is a card worth more early or late? Each column compares players who took the "
            "card in that round of the phase with players who left it in the same round.",
            &grids, any);
}

void section_options(struct buffer *b, const struct sim_result *r)
{
    struct buffer grids = {0};
    bool any = show_all(&grids, r, r->names.phases, r->names.phases + r->names.options);

    section(b, "options", "Cards by option",
            "The games were played with several values of an option in turn. Each column has "
            "the gain of a card with that value.",
            &grids, any);
}
