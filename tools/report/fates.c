/* fates.c - what becomes of cards that players took. */
#include "sections.h"

#include "html.h"
#include "tools/stats/inference.h"

#include <stdlib.h>

/* Is any card taken in this kind of choice of use later? If not, nothing is reported. */
static bool has_use(const struct fate_tally *t, int kind, bool *scored)
{
    bool used = false;

    for (int i = 0; i < t->cards; i++) {
        const struct fate_count *c = fatetally_of(t, kind, i);
        used |= c->dead < c->taken;
        *scored |= c->scored > 0;
    }
    return used;
}

static double percent(uint64_t n, uint64_t all)
{
    return 100 * (double)n / (double)all;
}

static void fate_row(struct buffer *b, const struct fate_count *c, const char *name,
                     bool scored)
{
    struct estimate dead = fate_dead(c);
    double half = half_width_share(dead.error, (double)c->games);

    row_begin(b, name, NULL);
    cell_count(b, c->taken);
    cell_number(b, percent(c->again, c->taken), 1, false);
    if (scored) {
        cell_number(b, percent(c->counted, c->taken), 1, false);
        if (c->scored)
            cell_number(b, (double)c->points / (double)c->scored, 2, false);
        else
            cell_none(b);
    }
    if (c->games > 1)
        cell_interval(b, 100 * dead.mean, 100 * half, decimals_for(100 * half), false);
    else
        cell_number(b, 100 * dead.mean, 0, false);
    cell_game(b, c->used_in);
    cell_game(b, c->dead_in);
    row_end(b);
}

static void fate_table(struct buffer *b, const struct sim_result *r, int kind, bool scored)
{
    struct card_lines order = card_lines_of(&r->card, kind);

    table_begin(b, true, "What becomes of cards taken in choices of %s", r->names.kind[kind]);
    head_cells(b, "card|>taken|>picked again, %");
    head_cells(b, scored ? ">in a score, %|>points" : "");
    head_cells(b, ">dead, %|>used in game|>dead in");
    head_end(b);
    for (int i = 0; i < order.n; i++) {
        int card = order.v[i].card;
        const struct fate_count *c = fatetally_of(&r->report->fates, kind, card);
        if (c->taken)
            fate_row(b, c, r->names.name[card], scored);
    }
    table_end(b);
    free(order.v);
}

static void explain(struct buffer *b)
{
    buffer_add(b, "<p>What did the copies do that players took? <b>picked again</b>: the same "
                  "player picked the copy later, in another kind of choice. <b>in a score</b>: "
                  "their score counts it at the end. <b>points</b> is what one such copy "
                  "brings. <b>dead</b>: neither happened, so the pick was wasted.</p>\n");
}

void section_fates(struct buffer *b, const struct sim_result *r)
{
    bool begun = false;

    for (int k = 0; k < r->card.kinds; k++) {
        bool scored = false;
        if (!shows_kind(r, k) || !has_use(&r->report->fates, k, &scored))
            continue;
        if (!begun) {
            section_begin(b, "fates", "What becomes of cards");
            explain(b);
            begun = true;
        }
        part_head(b, r->names.kind[k]);
        fate_table(b, r, k, scored);
    }
    if (begun)
        section_end(b);
}
