/* pairreport.c - which cards gain together, as tables or JSON: the surest first. */
#include "cardreport.h"

#include "tools/common.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A table shows so many pairs at most; JSON has all. */
enum { MOST_SHOWN = 20 };

/* The value in standard errors. */
static double sure(const struct estimate *e)
{
    return e->error > 0 ? fabs(e->mean) / e->error : 0;
}

static int by_sure(const void *a, const void *b)
{
    const struct card_pair *x = a, *y = b;
    double sx = sure(&x->worth.share), sy = sure(&y->worth.share);

    if (sx == sy) {
        sx = sure(&x->worth.score);
        sy = sure(&y->worth.score);
    }
    return sx > sy ? -1 : sx < sy ? 1 : x->a != y->a ? x->a - y->a : x->b - y->b;
}

struct card_pairs card_pairs_of(const struct card_tally *t, int kind)
{
    const struct pair_counts *k = &t->pairs[kind];
    struct card_pairs p = {.v = mem_alloc((pair_place(0, t->cards) + 1) * sizeof *p.v),
                           .shares = k->all.share != 0,
                           .scores = t->scored};

    for (int b = 1; k->both && b < t->cards; b++)
        for (int a = 0; a < b; a++) {
            struct pair_worth w = card_pair(k, a, b);
            if (w.known)
                p.v[p.n++] = (struct card_pair){a, b, &k->both[pair_place(a, b)], w, 1};
        }
    if (p.n)
        qsort(p.v, (size_t)p.n, sizeof *p.v, by_sure);
    return p;
}

/* ---- tables ---- */

static void print_pairs(const struct card_pairs *p, const struct card_names *names)
{
    struct table t = {.split = 2};

    table_heads(&t, "card|and|>seats|>share|>gain|>±|>points|>±");
    for (int i = 0; i < p->n && i < MOST_SHOWN; i++) {
        const struct card_pair *pair = &p->v[i];
        table_add(&t, names->name[pair->a]);
        table_add(&t, names->name[pair->b]);
        table_addf(&t, "%" PRIu64, pair->both->n);
        table_addf(&t, p->shares ? "%.3f" : "",
                   (double)pair->both->share / (double)pair->both->n / CT_WHOLE);
        add_estimate(&t, p->shares, &pair->worth.share, 3);
        add_estimate(&t, p->scores, &pair->worth.score, 2);
    }
    table_show(&t);
    if (p->n > MOST_SHOWN)
        printf("these are the %d surest of %d pairs; --json has all\n", MOST_SHOWN, p->n);
}

void pairs_print(const struct card_tally *t, const struct card_names *names, int kind)
{
    int met = 0;

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct card_pairs p = card_pairs_of(t, k);
        if (p.n) {
            printf("\n%s, two cards\n", names->kind[k]);
            print_pairs(&p, names);
        }
        met += p.n;
        free(p.v);
    }
    if (!met)
        puts("\nno pair of cards was picked often enough");
    else
        text_fill(
            stdout,
            "\n"
            "seats: how many seats picked both; share: their average part of a win\n"
            "gain: the worth of both less the worth of each alone, and its standard error ±\n"
            "points: the same in points. The surest pairs come first.\n",
            terminal_width(stdout));
}

/* ---- JSON ---- */

static json_t *pair_json(const struct card_pairs *p, const struct card_pair *pair,
                         const struct card_names *names)
{
    return json_pack("{s:[s, s], s:I, s:o*, s:o*}", "cards", names->id[pair->a],
                     names->id[pair->b], "seats", (json_int_t)pair->both->n, "share",
                     p->shares ? estimate_json(&pair->worth.share) : NULL, "points",
                     p->scores ? estimate_json(&pair->worth.score) : NULL);
}

json_t *pairs_json(const struct card_tally *t, const struct card_names *names, int kind)
{
    json_t *kinds = json_object();

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct card_pairs p = card_pairs_of(t, k);
        json_t *list = json_array();
        for (int i = 0; i < p.n; i++)
            json_array_append_new(list, pair_json(&p, &p.v[i], names));
        if (p.n || kind == k)
            json_object_set(kinds, names->kind[k], list);
        json_decref(list);
        free(p.v);
    }
    return kinds;
}
