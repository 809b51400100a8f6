/* versus.c - two rulesets that play the same games. */
#include "versus.h"

#include "tally.h"
#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one tally ---- */

/* For each text of the second list its index in the first. */
static int *numbers_in(const char **first, int n, const char **second, int m)
{
    int *of = mem_alloc(((size_t)m + 1) * sizeof *of);

    for (int i = 0; i < m; i++) {
        of[i] = -1;
        for (int k = 0; k < n && of[i] < 0; k++)
            of[i] = strcmp(first[k], second[i]) == 0 ? k : -1;
    }
    return of;
}

struct versus_tally *versus_new(const struct card_names *first, const struct card_names *second)
{
    struct versus_tally *t = mem_zero(sizeof *t);
    size_t cells = ((size_t)first->kinds + 1) * (size_t)first->cards;

    t->kinds = first->kinds + 1;
    t->cards = first->cards;
    t->kinds_of = second->kinds;
    t->cards_of = second->cards;
    t->count = mem_zero((cells + 1) * sizeof *t->count);
    t->kind_of = numbers_in(first->kind, first->kinds, second->kind, second->kinds);
    t->card_of = numbers_in(first->id, first->cards, second->id, second->cards);
    for (int i = 0; i < 2; i++) {
        t->at[i] = mem_alloc((cells + 1) * sizeof *t->at[i]);
        for (size_t k = 0; k < cells; k++)
            t->at[i][k] = -1;
    }
    return t;
}

void versus_free(struct versus_tally *t)
{
    if (!t)
        return;
    free(t->count);
    free(t->kind_of);
    free(t->card_of);
    free(t->at[0]);
    free(t->at[1]);
    free(t);
}

/* ---- a pair of games ---- */

static bool differs(struct versus_sum *s, __int128 by, uint64_t number)
{
    if (!by)
        return false;
    s->by += by;
    s->by2 += by * by;
    s->differ++;
    s->first = earlier(s->first, number);
    return true;
}

static void add_sums(struct versus_sums *s, const struct card_game *a,
                     const struct card_game *b, int of)
{
    s->uu += a->u[of] * b->u[of];
    s->uv += a->u[of] * b->v[of];
    s->vu += a->v[of] * b->u[of];
    s->vv += a->v[of] * b->v[of];
    s->up += a->u[of] * b->p;
    s->uq += a->u[of] * b->q;
    s->vp += a->v[of] * b->p;
    s->vq += a->v[of] * b->q;
    s->pu += a->p * b->u[of];
    s->pv += a->p * b->v[of];
    s->qu += a->q * b->u[of];
    s->qv += a->q * b->v[of];
}

static bool same(const struct card_game *a, const struct card_game *b)
{
    return a->p == b->p && a->q == b->q && a->u[0] == b->u[0] && a->v[0] == b->v[0] &&
           a->u[1] == b->u[1] && a->v[1] == b->v[1];
}

/* Adds one card in one kind of choice. True: it differs. */
static bool add_card(struct versus_count *c, const struct card_game *a,
                     const struct card_game *b, uint64_t number)
{
    bool other = !same(a, b);

    c->games++;
    c->pp += a->p * b->p;
    c->pq += a->p * b->q;
    c->qp += a->q * b->p;
    c->qq += a->q * b->q;
    add_sums(&c->share, a, b, 0);
    add_sums(&c->score, a, b, 1);
    c->differ += other;
    c->first = earlier(c->first, other ? number : 0);
    return other;
}

/* The index in the first ruleset of a cell of the second. -1: none. */
static int cell_of(const struct versus_tally *t, int cell)
{
    int kind = t->kind_of[cell / t->cards_of], card = t->card_of[cell % t->cards_of];

    return kind < 0 || card < 0 ? -1 : kind * t->cards + card;
}

/* Adds which seats had which card in each. */
static void add_having(struct versus_tally *t, const struct having_tally *first,
                       const struct having_tally *second, uint64_t number)
{
    for (int i = 0; i < t->cards_of; i++) {
        int card = t->card_of[i];
        if (card >= 0 && (first->last[card].holders || second->last[i].holders))
            add_card(&t->count[(t->kinds - 1) * t->cards + card], &first->last[card],
                     &second->last[i], number);
    }
}

/* Adds the offers and picks of both. True: something differs. */
static bool add_cards(struct versus_tally *t, const struct card_tally *first,
                      const struct card_tally *second, uint64_t number)
{
    static const struct card_game nothing = {0};
    bool other = false;

    for (size_t i = 0; i < second->nended; i++) {
        int cell = cell_of(t, second->ended[i].cell);
        if (cell >= 0)
            t->at[1][cell] = (int32_t)i;
        else
            other = true; /* a card that the first lacks */
    }
    for (size_t i = 0; i < first->nended; i++) {
        int cell = first->ended[i].cell, at = t->at[1][cell];
        t->at[0][cell] = (int32_t)i;
        other |= add_card(&t->count[cell], &first->ended[i].game,
                          at < 0 ? &nothing : &second->ended[at].game, number);
    }
    for (size_t i = 0; i < second->nended; i++) {
        int cell = cell_of(t, second->ended[i].cell);
        if (cell >= 0 && t->at[0][cell] < 0)
            other |= add_card(&t->count[cell], &nothing, &second->ended[i].game, number);
        if (cell >= 0)
            t->at[1][cell] = -1;
    }
    for (size_t i = 0; i < first->nended; i++)
        t->at[0][first->ended[i].cell] = -1;
    add_having(t, &first->having, &second->having, number);
    return other;
}

void versus_game(struct versus_tally *t, const struct card_tally *first,
                 const struct card_tally *second, const struct ct_result *a,
                 const struct ct_result *b, uint64_t picks_a, uint64_t picks_b, uint64_t number)
{
    bool other = add_cards(t, first, second, number),
         both = a->status == CT_OVER && b->status == CT_OVER;

    for (int i = 0; both && i < CT_MAX_SEATS; i++) {
        other |= differs(&t->sum[VERSUS_SHARE][i], b->share[i] - a->share[i], number);
        if (a->scored && b->scored)
            other |=
                differs(&t->sum[VERSUS_SCORE][i], (__int128)b->score[i] - a->score[i], number);
    }
    if (both) {
        other |= differs(t->sum[VERSUS_PICKS], (__int128)picks_b - (__int128)picks_a, number);
        other |= differs(t->sum[VERSUS_TIES], (b->sides > 1) - (a->sides > 1), number);
    }
    other |= a->status != b->status;
    t->games += both;
    t->differ += other;
    t->first = earlier(t->first, other ? number : 0);
}

/* ---- adding up ---- */

#define COUNTED struct versus_sum
static const struct columns sum_columns =
    COLUMNS(NULL, SUM(by), SUM(by2), COUNT(differ), FIRST(first));
#undef COUNTED
#define COUNTED struct versus_count
#define SUMS(s)                                                                                \
    SUM(s.uu), SUM(s.uv), SUM(s.vu), SUM(s.vv), SUM(s.up), SUM(s.uq), SUM(s.vp), SUM(s.vq),    \
        SUM(s.pu), SUM(s.pv), SUM(s.qu), SUM(s.qv)
static const struct columns count_columns =
    COLUMNS(NULL, COUNT(games), COUNT(differ), FIRST(first), SUM(pp), SUM(pq), SUM(qp), SUM(qq),
            SUMS(share), SUMS(score));
#undef COUNTED
#define COUNTED struct versus_tally
static const struct columns total_columns =
    COLUMNS(NULL, COUNT(games), COUNT(differ), FIRST(first));

void versus_merge(struct versus_tally *into, const struct versus_tally *from)
{
    columns_merge(&total_columns, into, from, 1);
    columns_merge(&sum_columns, into->sum, from->sum, VERSUS_SUMS * CT_MAX_SEATS);
    columns_merge(&count_columns, into->count, from->count,
                  (size_t)from->kinds * (size_t)from->cards);
}

void versus_tables(struct versus_tally *t, int kind, struct tally_way *way)
{
    struct cells cards = {"versus-cards", 2,        &count_columns, t->count,
                          t->kinds,       t->cards, .only = &kind,  .last = true};

    cells_pass(way, &(struct cells){"versus", 0, &total_columns, .v = t});
    cells_pass(way, &(struct cells){"versus-games", 2, &sum_columns, t->sum, VERSUS_SUMS,
                                    .m = CT_MAX_SEATS});
    cells_pass(way, &cards);
}

/* ---- what it says ---- */

struct estimate versus_mean(const struct versus_sum *s, uint64_t games)
{
    double n = (double)games, mean = games ? (double)s->by / n : 0;

    if (games < 2 || !s->differ)
        return (struct estimate){mean, 0};
    return (struct estimate){mean, sqrt(fmax((double)s->by2 / n - mean * mean, 0) / (n - 1))};
}

/* The weights of U, P, V, Q in a game's distance from its expected part of a gain. */
static void weigh(const struct card_count *c, const struct card_sums *s, double w[4])
{
    double p = (double)c->picked, q = (double)c->passed;

    w[0] = 1 / p;
    w[1] = -(double)s->u / p / p;
    w[2] = -1 / q;
    w[3] = (double)s->v / q / q;
}

/* The sum over games of the product of two such distances, from the sums of products of their
 * parts. */
static double products(const double a[4], const double b[4], const double sums[4][4])
{
    double all = 0;

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            all += a[i] * b[k] * sums[i][k];
    return all;
}

static double own_products(const double w[4], const struct card_count *c,
                           const struct card_sums *s)
{
    const double sums[4][4] = {
        {(double)s->uu, (double)s->up, (double)s->uv, (double)s->uq},
        {(double)s->up, (double)c->pp, (double)s->vp, (double)c->pq},
        {(double)s->uv, (double)s->vp, (double)s->vv, (double)s->vq},
        {(double)s->uq, (double)c->pq, (double)s->vq, (double)c->qq},
    };

    return products(w, w, sums);
}

static struct estimate change(const struct versus_count *c, const struct versus_sums *s,
                              const struct card_count *a, const struct card_sums *sa,
                              const struct card_count *b, const struct card_sums *sb,
                              double unit)
{
    const double sums[4][4] = {
        {(double)s->uu, (double)s->up, (double)s->uv, (double)s->uq},
        {(double)s->pu, (double)c->pp, (double)s->pv, (double)c->pq},
        {(double)s->vu, (double)s->vp, (double)s->vv, (double)s->vq},
        {(double)s->qu, (double)c->qp, (double)s->qv, (double)c->qq},
    };
    double wa[4], wb[4], n = (double)c->games;

    if (!c->differ)
        return (struct estimate){0, 0};
    weigh(a, sa, wa);
    weigh(b, sb, wb);
    double alone = own_products(wa, a, sa) + own_products(wb, b, sb),
           squares = alone - 2 * products(wa, wb, sums),
           gain = (double)sb->u * wb[0] + (double)sb->v * wb[2] - (double)sa->u * wa[0] -
                  (double)sa->v * wa[2];
    if (squares < alone * 1e-10) /* only a rounding error of 0 */
        squares = 0;
    return (struct estimate){gain / unit, n > 1 ? sqrt(squares * n / (n - 1)) / unit : 0};
}

struct estimate versus_share(const struct versus_count *c, const struct card_count *a,
                             const struct card_count *b)
{
    return change(c, &c->share, a, &a->share, b, &b->share, CT_WHOLE);
}

struct estimate versus_score(const struct versus_count *c, const struct card_count *a,
                             const struct card_count *b)
{
    return change(c, &c->score, a, &a->score, b, &b->score, 1);
}
