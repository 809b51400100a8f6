/* causalreport.c - the effect of taking a card, as tables or JSON, the best first. */
#include "causalreport.h"

#include "cardreport.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- tables ---- */

static void add_rate(struct table *t, const struct causal_gain *one)
{
    if (one->tested && one->rate < 0.001)
        table_add(t, "<0.001");
    else
        table_addf(t, one->tested ? "%.3f" : "", one->rate);
}

static void add_line(struct table *t, const struct causal_gains *g,
                     const struct causal_gain *one, const struct card_tally *cards,
                     const struct card_names *names, int kind)
{
    const struct causal_count *c = one->count;
    bool share = one->known && g->shares, margin = one->known && g->margins;
    struct card_worth plain = card_share(cardtally_answer(cards, kind, one->card));

    table_add(t, names->name[one->card]);
    table_addf(t, "%" PRIu64, c->samples);
    table_addf(t, "%.0f %%", 100.0 * (double)c->same / (double)c->samples);
    add_estimate(t, share, &one->share, 3);
    add_estimate(t, margin, &one->margin, 2);
    add_rate(t, one);
    table_addf(t, share && plain.known ? "%+.3f" : "", plain.gain.mean);
}

static void print_lines(const struct causal_gains *g, const struct card_tally *cards,
                        const struct card_names *names, int kind)
{
    struct table t = {.split = 1};

    table_heads(&t, "card|>sampled|>same|>causal|>±|>margin|>±|>rate|>gain");
    for (int i = 0; i < g->n; i++)
        add_line(&t, g, &g->v[i], cards, names, kind);
    table_show(&t);
}

void causal_print(const struct causal_tally *t, const struct card_tally *cards,
                  const struct card_names *names, int kind)
{
    int met = 0;

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct causal_gains g = causal_gains(t, k);
        if (g.n) {
            printf("\n%s, with the card and without it\n", names->kind[k]);
            print_lines(&g, cards, names, k);
        }
        met += g.n;
        free(g.v);
    }
    if (!met)
        puts("\nno choice offered a card and something else");
    else
        text_fill(
            stdout,
            "\n"
            "sampled: offers from which the game was played twice with equal luck, once with "
            "the\n"
            "card and once with the best of the rest; same: how many ended alike both ways\n"
            "causal: the part of a win with the card less that without it, and its standard "
            "error ±\n"
            "margin: the same in points ahead of the best other side\n"
            "rate: of the cards with at most this rate, so many are luck; gain: as above\n",
            terminal_width(stdout));
    if (t->cut)
        printf("%" PRIu64 " samples reached the limit of picks and do not count\n", t->cut);
}

/* ---- JSON ---- */

static json_t *line_json(const struct causal_gains *g, const struct causal_gain *one,
                         const struct card_tally *cards, const struct card_names *names,
                         int kind)
{
    const struct causal_count *c = one->count;
    struct card_worth plain = card_share(cardtally_answer(cards, kind, one->card));
    bool share = one->known && g->shares, margin = one->known && g->margins;

    return json_pack("{s:s, s:I, s:I, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*}", "card",
                     names->id[one->card], "sampled", (json_int_t)c->samples, "same",
                     (json_int_t)c->same, "share", share ? estimate_json(&one->share) : NULL,
                     "margin", margin ? estimate_json(&one->margin) : NULL, "rate",
                     one->tested ? json_rounded(one->rate) : NULL, "gain",
                     share && plain.known ? estimate_json(&plain.gain) : NULL, "better_in",
                     c->better_in ? json_integer((json_int_t)c->better_in) : NULL, "worse_in",
                     c->worse_in ? json_integer((json_int_t)c->worse_in) : NULL);
}

json_t *causal_json(const struct causal_tally *t, const struct card_tally *cards,
                    const struct card_names *names, int kind)
{
    json_t *kinds = json_object();

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct causal_gains g = causal_gains(t, k);
        json_t *list = json_array();
        for (int i = 0; i < g.n; i++)
            json_array_append_new(list, line_json(&g, &g.v[i], cards, names, k));
        if (g.n || kind == k)
            json_object_set(kinds, names->kind[k], list);
        json_decref(list);
        free(g.v);
    }
    return kinds;
}
