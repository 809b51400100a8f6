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

void cardtally_begin(struct card_tally *t, const ct_definition *def)
{
    memset(t, 0, sizeof *t);
    while (ct_kind_id(def, t->kinds))
        t->kinds++;
    while (ct_card_id(def, t->cards))
        t->cards++;
    size_t cells = (size_t)t->kinds * (size_t)t->cards;
    t->count = mem_zero(cells * sizeof *t->count);
    t->at = mem_zero(cells * CT_MAX_SEATS * sizeof *t->at);
    t->seen = mem_zero(cells * sizeof *t->seen);
}

void cardtally_free(struct card_tally *t)
{
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

void cardtally_game(struct card_tally *t, const struct ct_result *r)
{
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
