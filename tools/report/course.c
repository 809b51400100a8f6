/* course.c - how games go: who leads, when they are decided, how and why they end. */
#include "sections.h"

#include "html.h"

/* ---- who leads ---- */

/* The least percentage that half of the counts reach. */
static int64_t median(const struct histogram *h)
{
    uint64_t all = histogram_count(h), n = 0;

    for (int32_t i = 0; i < h->bins; i++) {
        n += h->v[i].n;
        if (2 * n >= all)
            return bin_number(h->first + i);
    }
    return 0;
}

/* "Half of the games were decided before 96 % of their picks were made." */
static void say_decided(struct buffer *b, const struct histogram *h)
{
    int64_t part = median(h);

    buffer_add(b, "Half of the games were decided before <b>");
    html_number(b, part < 99 ? (double)part + 1 : 100, 0, false);
    buffer_add(b, " %%</b> of their picks were made");
}

static void decided(struct buffer *b, const struct histogram *h)
{
    if (!histogram_count(h))
        return;
    buffer_add(b, "<div><h3>When it is decided</h3>\n<p>");
    say_decided(b, h);
    buffer_add(b, ". From then on the later winners led.</p>\n");
    draw_histogram(b, h, "Percent of its picks when a game was decided", "% of the picks");
    buffer_add(b, "</div>\n");
}

void glance_lead(struct buffer *b, const struct sim_result *r)
{
    const struct histogram *h = r->report->games.histogram;

    if (!histogram_count(&h[OF_DECIDED]))
        return;
    struct spread changes = spread_of(&h[OF_CHANGES]);
    buffer_add(b, "<li>The lead changes ");
    html_number(b, spread_mean(&changes), 1, false);
    buffer_add(b, " times a game. ");
    say_decided(b, &h[OF_DECIDED]);
    buffer_add(b, ".</li>\n");
}

void section_lead(struct buffer *b, const struct sim_result *r)
{
    const struct histogram *h = r->report->games.histogram;
    struct spread changes = spread_of(&h[OF_CHANGES]);

    if (!changes.n)
        return;
    section_begin(b, "lead", "Who leads");
    buffer_add(b, "<p>Cantrip looks at the scores each time that a player is asked. Hidden "
                  "points count, too. The lead changes when a player leads alone and another "
                  "one led alone before.</p>\n"
                  "<div class=\"two\">\n"
                  "<div><h3>How often it changes</h3>\n"
                  "<p>A game has ");
    say_spread(b, &changes, 2);
    buffer_add(b, " changes of the lead.</p>\n");
    draw_histogram(b, &h[OF_CHANGES], "Changes of the lead in a game", "changes");
    buffer_add(b, "</div>\n");
    decided(b, &h[OF_DECIDED]);
    buffer_add(b, "</div>\n");
    section_end(b);
}

/* ---- how it ends ---- */

static void count_row(struct buffer *b, const char *name, const struct game_count *c,
                      uint64_t all)
{
    row_begin(b, name, NULL);
    cell_count(b, c->games);
    cell_part(b, c->games, all);
    cell_game(b, c->game);
    row_end(b);
}

static void reasons(struct buffer *b, const struct sim_result *r)
{
    const struct game_tally *t = &r->report->games;
    bool begun = false;

    for (int i = 0; i < t->words; i++) {
        if (!t->reason[i].games)
            continue;
        if (!begun) {
            buffer_add(b, "<h3>Why they end</h3>\n"
                          "<p>Reasons have the names that the ruleset gives them. A game may "
                          "end for several reasons, or without one.</p>\n");
            table_begin(b, true, "Reasons to end");
            head_cells(b, "reason|>games|>%|>first in game");
            head_end(b);
            begun = true;
        }
        count_row(b, r->names.word[i], &t->reason[i], r->total.games);
    }
    if (begun)
        table_end(b);
}

void section_ends(struct buffer *b, const struct sim_result *r)
{
    static const char *const says[] = {
#define X(id, says) says,
        ENDINGS(X)
#undef X
    };
    const struct game_tally *t = &r->report->games;

    if (!r->total.games)
        return;
    section_begin(b, "ends", "How games end");
    table_begin(b, true, "How games end");
    head_cells(b, "end|>games|>%|>first in game");
    head_end(b);
    for (int i = 0; i < NENDINGS; i++)
        if (t->ending[i].games)
            count_row(b, says[i], &t->ending[i], r->total.games);
    table_end(b);
    reasons(b, r);
    section_end(b);
}
