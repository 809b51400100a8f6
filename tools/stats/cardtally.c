/* cardtally.c - which cards win. */
#include "cardtally.h"

#include "cantrip.h"
#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What one seat did with one card in the game under way. */
struct card_met {
    uint32_t at, picked, passed;
};

/* The same of a game that is over. */
struct card_did {
    int kind, seat, card;
    bool picked;
};

void card_names_of(struct card_names *n, const ct_definition *def)
{
    memset(n, 0, sizeof *n);
    while (ct_kind_id(def, n->kinds))
        n->kinds++;
    while (ct_card_id(def, n->cards))
        n->cards++;
    n->kind = mem_alloc(((size_t)n->kinds + 1) * sizeof *n->kind);
    n->id = mem_alloc(((size_t)n->cards + 1) * sizeof *n->id);
    n->name = mem_alloc(((size_t)n->cards + 1) * sizeof *n->name);
    for (int i = 0; i < n->kinds; i++)
        n->kind[i] = ct_kind_id(def, i);
    for (int i = 0; i < n->cards; i++) {
        n->id[i] = ct_card_id(def, i);
        n->name[i] = ct_card_name(def, i, NULL);
    }
}

void card_names_free(struct card_names *n)
{
    free(n->kind);
    free(n->id);
    free(n->name);
    memset(n, 0, sizeof *n);
}

void cardtally_begin(struct card_tally *t, int kinds, int cards, int pairs)
{
    size_t cells = (size_t)kinds * (size_t)cards;

    *t = (struct card_tally){.kinds = kinds, .cards = cards, .pairs_of = pairs};
    t->count = mem_zero((cells + 1) * sizeof *t->count);
    t->at = mem_zero((cells + 1) * CT_MAX_SEATS * sizeof *t->at);
    t->seen = mem_zero((cells + 1) * sizeof *t->seen);
    if (pairs != NO_KIND)
        t->pairs = mem_zero(((size_t)kinds + 1) * sizeof *t->pairs);
}

struct seat_sums *cardtally_pairs(struct card_tally *t, int kind)
{
    struct pair_counts *k = &t->pairs[kind];

    if (!k->both)
        k->both = mem_zero((pair_place(0, t->cards) + 1) * sizeof *k->both);
    return k->both;
}

void cardtally_clear(struct card_tally *t)
{
    memset(t->count, 0, (size_t)t->kinds * (size_t)t->cards * sizeof *t->count);
    for (int i = 0; t->pairs && i < t->kinds; i++) {
        t->pairs[i].all = (struct seat_sums){0};
        if (t->pairs[i].both)
            memset(t->pairs[i].both, 0, pair_place(0, t->cards) * sizeof *t->pairs[i].both);
    }
    t->scored = false;
}

void cardtally_free(struct card_tally *t)
{
    for (int i = 0; t->pairs && i < t->kinds; i++)
        free(t->pairs[i].both);
    free(t->pairs);
    free(t->did);
    free(t->count);
    free(t->at);
    free(t->seen);
    free(t->met);
    memset(t, 0, sizeof *t);
}

static struct card_met *met(struct card_tally *t, int cell, int seat)
{
    uint32_t at = (uint32_t)(cell * CT_MAX_SEATS + seat);

    if (t->at[at])
        return &t->met[t->at[at] - 1];
    if (t->nmet == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 256;
        t->met = mem_realloc(t->met, t->cap * sizeof *t->met);
    }
    t->met[t->nmet] = (struct card_met){.at = at};
    t->at[at] = (uint32_t)++t->nmet;
    return &t->met[t->nmet - 1];
}

/* Where choice i is counted; -1: it is about no card. */
static int cell_of(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int i)
{
    int card = ct_choice_card(engine, game, seat, i);

    return card < 0 ? -1 : ct_choice_kind(engine, game, seat, i) * t->cards + card;
}

void cardtally_pick(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int n,
                    int pick)
{
    int taken = cell_of(t, engine, game, seat, pick);

    t->decision++;
    if (taken >= 0) {
        t->seen[taken] = t->decision;
        met(t, taken, seat)->picked++;
    }
    for (int i = 0; i < n; i++) {
        int cell = cell_of(t, engine, game, seat, i);
        if (cell < 0 || t->seen[cell] == t->decision)
            continue;
        /* counted once, however many choices there are with this card */
        t->seen[cell] = t->decision;
        met(t, cell, seat)->passed++;
    }
}

static void add_sums(struct card_sums *s, const struct card_met *m, int64_t value)
{
    __int128 p = m->picked, q = m->passed, y = value;

    s->py += p * y;
    s->qy += q * y;
    s->ppy += p * p * y;
    s->ppyy += p * p * y * y;
    s->qqy += q * q * y;
    s->qqyy += q * q * y * y;
    s->pqy += p * q * y;
    s->pqyy += p * q * y * y;
}

/* ---- two cards at a time ---- */

static void add_seat(struct seat_sums *s, const struct ct_result *r, unsigned seat)
{
    __int128 share = r->share[seat], score = r->scored ? r->score[seat] : 0;

    s->n++;
    s->share += share;
    s->share2 += share * share;
    s->score += score;
    s->score2 += score * score;
}

/* By kind, then seat, then card; cards that it picked last. */
static int by_seat(const void *a, const void *b)
{
    const struct card_did *x = a, *y = b;

    return x->kind != y->kind       ? x->kind - y->kind
           : x->seat != y->seat     ? x->seat - y->seat
           : x->picked != y->picked ? x->picked - y->picked
                                    : x->card - y->card;
}

/* What the seats did in the game that is over, sorted into t->did; how much. */
static size_t sort_done(struct card_tally *t)
{
    size_t n = 0;

    t->did = mem_realloc(t->did, (t->nmet + 1) * sizeof *t->did);
    for (size_t i = 0; i < t->nmet; i++) {
        int cell = (int)(t->met[i].at / CT_MAX_SEATS),
            seat = (int)(t->met[i].at % CT_MAX_SEATS), kind = cell / t->cards;
        if (t->pairs_of == EVERY_KIND || t->pairs_of == kind)
            t->did[n++] = (struct card_did){kind, seat, cell % t->cards, t->met[i].picked > 0};
    }
    qsort(t->did, n, sizeof *t->did, by_seat);
    return n;
}

static void count_pairs(struct card_tally *t, const struct ct_result *r)
{
    size_t n = sort_done(t);

    for (size_t i = 0, end; i < n; i = end) {
        int kind = t->did[i].kind, seat = t->did[i].seat;
        struct seat_sums *both = cardtally_pairs(t, kind);
        add_seat(&t->pairs[kind].all, r, (unsigned)seat);
        while (i < n && t->did[i].kind == kind && t->did[i].seat == seat && !t->did[i].picked)
            i++;
        for (end = i; end < n && t->did[end].kind == kind && t->did[end].seat == seat; end++)
            for (size_t k = i; k <= end; k++)
                add_seat(&both[pair_place(t->did[k].card, t->did[end].card)], r,
                         (unsigned)seat);
    }
}

void cardtally_game(struct card_tally *t, const struct ct_result *r)
{
    if (t->pairs && t->nmet && r->status == CT_OVER)
        count_pairs(t, r);
    for (size_t i = 0; i < t->nmet; i++) {
        const struct card_met *m = &t->met[i];
        struct card_count *c = &t->count[m->at / CT_MAX_SEATS];
        unsigned seat = m->at % CT_MAX_SEATS;
        t->at[m->at] = 0;
        if (r->status != CT_OVER)
            continue;
        c->picked += m->picked;
        c->passed += m->passed;
        c->pickers += m->picked > 0;
        c->passers += m->passed > 0;
        c->pp += (__int128)m->picked * m->picked;
        c->qq += (__int128)m->passed * m->passed;
        c->pq += (__int128)m->picked * m->passed;
        add_sums(&c->share, m, r->share[seat]);
        add_sums(&c->score, m, r->scored ? r->score[seat] : 0);
    }
    t->nmet = 0;
    t->scored |= r->status == CT_OVER && r->scored;
}

static void merge_sums(struct card_sums *into, const struct card_sums *from)
{
    into->py += from->py;
    into->qy += from->qy;
    into->ppy += from->ppy;
    into->ppyy += from->ppyy;
    into->qqy += from->qqy;
    into->qqyy += from->qqyy;
    into->pqy += from->pqy;
    into->pqyy += from->pqyy;
}

static void merge_seats(struct seat_sums *into, const struct seat_sums *from)
{
    into->n += from->n;
    into->share += from->share;
    into->share2 += from->share2;
    into->score += from->score;
    into->score2 += from->score2;
}

void cardtally_merge(struct card_tally *into, const struct card_tally *from)
{
    for (int i = 0; i < from->kinds * from->cards; i++) {
        struct card_count *a = &into->count[i];
        const struct card_count *b = &from->count[i];
        a->picked += b->picked;
        a->passed += b->passed;
        a->pickers += b->pickers;
        a->passers += b->passers;
        a->pp += b->pp;
        a->qq += b->qq;
        a->pq += b->pq;
        merge_sums(&a->share, &b->share);
        merge_sums(&a->score, &b->score);
    }
    for (int k = 0; from->pairs && k < from->kinds; k++) {
        if (!from->pairs[k].all.n)
            continue;
        struct seat_sums *both = cardtally_pairs(into, k);
        merge_seats(&into->pairs[k].all, &from->pairs[k].all);
        for (size_t i = 0; i < pair_place(0, from->cards); i++)
            if (from->pairs[k].both[i].n)
                merge_seats(&both[i], &from->pairs[k].both[i]);
    }
    into->scored |= from->scored;
}

/* ---- what they say ---- */

const struct card_count *cardtally_of(const struct card_tally *t, int kind, int card)
{
    return &t->count[kind * t->cards + card];
}

static double root(double v)
{
    return v > 0 ? sqrt(v) : 0;
}

/* Means over choices; their errors over seats of games, since the choices of one seat share one result
 * (the ratio estimator with clusters: Cochran, Sampling Techniques, 1977, chapters 6 and 9A). */
static struct card_worth worth(const struct card_count *c, const struct card_sums *s,
                               double unit)
{
    struct card_worth w = {.known = c->pickers > 1 && c->passers > 1};
    double p = (double)c->picked, q = (double)c->passed;

    if (!w.known)
        return w;
    double mp = (double)s->py / p, mq = (double)s->qy / q;
    double vp = ((double)s->ppyy - 2 * mp * (double)s->ppy + mp * mp * (double)c->pp) / (p * p);
    double vq = ((double)s->qqyy - 2 * mq * (double)s->qqy + mq * mq * (double)c->qq) / (q * q);
    double both =
        ((double)s->pqyy - (mp + mq) * (double)s->pqy + mp * mq * (double)c->pq) / (p * q);
    w.picked = (struct estimate){mp / unit, root(vp) / unit};
    w.passed = (struct estimate){mq / unit, root(vq) / unit};
    w.gain = (struct estimate){(mp - mq) / unit, root(vp + vq - 2 * both) / unit};
    return w;
}

struct card_worth card_share(const struct card_count *c)
{
    return worth(c, &c->share, CT_WHOLE);
}

struct card_worth card_score(const struct card_count *c)
{
    return worth(c, &c->score, 1);
}

/* ---- pairs ---- */

static struct seat_sums seats_less(struct seat_sums a, const struct seat_sums *b)
{
    a.n -= b->n;
    a.share -= b->share;
    a.share2 -= b->share2;
    a.score -= b->score;
    a.score2 -= b->score2;
    return a;
}

/* The difference of differences of the means of four kinds of seats, which are independent: +0 -1 -2 +3. */
static struct estimate differing(const double n[4], const double sum[4],
                                 const double squares[4], double unit)
{
    static const int sign[] = {1, -1, -1, 1};
    struct estimate e = {0, 0};

    for (int i = 0; i < 4; i++) {
        double mean = sum[i] / n[i], spread = squares[i] - sum[i] * mean;
        e.mean += sign[i] * mean / unit;
        e.error += (spread > 0 ? spread : 0) / (n[i] - 1) / n[i] / unit / unit;
    }
    e.error = root(e.error);
    return e;
}

struct pair_worth card_pair(const struct pair_counts *k, int a, int b)
{
    const struct seat_sums *one = &k->both[pair_place(a, a)], *two = &k->both[pair_place(b, b)],
                           *both = &k->both[pair_place(a, b)];
    struct seat_sums only_one = seats_less(*one, both), only_two = seats_less(*two, both),
                     neither = seats_less(seats_less(k->all, one), &only_two);
    const struct seat_sums *seats[] = {both, &only_one, &only_two, &neither};
    double n[4], share[4], share2[4], score[4], score2[4];

    for (int i = 0; i < 4; i++) {
        if (seats[i]->n < FEW)
            return (struct pair_worth){0};
        n[i] = (double)seats[i]->n;
        share[i] = (double)seats[i]->share;
        share2[i] = (double)seats[i]->share2;
        score[i] = (double)seats[i]->score;
        score2[i] = (double)seats[i]->score2;
    }
    return (struct pair_worth){true, differing(n, share, share2, CT_WHOLE),
                               differing(n, score, score2, 1)};
}
