/* fatetally.c - what becomes of the cards that seats take. */
#include "fatetally.h"

#include "tally.h"
#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One card in one kind of choice, in the present game. */
struct fate_met {
    int kind, card;
    struct {
        uint32_t taken, again;
    } seat[CT_MAX_SEATS];
    __int128 taken, dead; /* of all seats, at the end */
};

void fatetally_begin(struct fate_tally *t, int kinds, int cards)
{
    size_t cells = (size_t)kinds * (size_t)cards + 1;

    *t = (struct fate_tally){.kinds = kinds, .cards = cards};
    t->count = mem_zero(cells * sizeof *t->count);
    t->at = mem_zero(cells * sizeof *t->at);
    t->points = mem_zero(((size_t)cards + 1) * sizeof *t->points);
    t->copies = mem_zero(((size_t)cards + 1) * sizeof *t->copies);
}

void fatetally_free(struct fate_tally *t)
{
    free(t->count);
    free(t->met);
    free(t->at);
    free(t->scored);
    free(t->points);
    free(t->copies);
    *t = (struct fate_tally){0};
}

static struct fate_count *cell_at(struct fate_tally *t, int kind, int card)
{
    return &t->count[kind * t->cards + card];
}

const struct fate_count *fatetally_of(const struct fate_tally *t, int kind, int card)
{
    return &t->count[kind * t->cards + card];
}

static struct fate_met *met(struct fate_tally *t, int cell)
{
    if (t->at[cell])
        return &t->met[t->at[cell] - 1];
    MEM_MORE(t->met, t->nmet, t->cap);
    t->met[t->nmet] = (struct fate_met){.kind = cell / t->cards, .card = cell % t->cards};
    t->at[cell] = (uint32_t)++t->nmet;
    return &t->met[t->nmet - 1];
}

static void taken(struct fate_tally *t, int seat, int cell)
{
    int kind = cell / t->cards, card = cell % t->cards;

    for (int k = 0; k < t->kinds; k++) {
        uint32_t at = t->at[k * t->cards + card];
        if (k != kind && at &&
            t->met[at - 1].seat[seat].again < t->met[at - 1].seat[seat].taken)
            t->met[at - 1].seat[seat].again++;
    }
    met(t, cell)->seat[seat].taken++;
}

void fatetally_pick(struct fate_tally *t, int seat, const struct card_tally *cards)
{
    for (int i = 0; i < cards->noffers && cards->offer[i].picked; i++)
        taken(t, seat, cards->offer[i].cell);
}

/* ---- a game that is over ---- */

/* Finds the cards that make up a seat's score, by card. Returns how many. */
static int score_cards(struct fate_tally *t, ct_engine *engine, ct_state *game, int seat)
{
    int n = ct_score_cards(engine, game, seat, t->scored, t->score_cap);

    if (n > t->score_cap) {
        t->score_cap = 2 * n;
        t->scored = mem_realloc(t->scored, (size_t)t->score_cap * sizeof *t->scored);
        n = ct_score_cards(engine, game, seat, t->scored, t->score_cap);
    }
    for (int i = 0; i < n; i++) {
        t->points[t->scored[i].card] += t->scored[i].points;
        t->copies[t->scored[i].card]++;
    }
    return n;
}

static void forget_score(struct fate_tally *t, int n)
{
    for (int i = 0; i < n; i++) {
        t->points[t->scored[i].card] = 0;
        t->copies[t->scored[i].card] = 0;
    }
}

/* Counts what became of the copies one seat took. */
static void count_seat(struct fate_tally *t, struct fate_met *m, int seat)
{
    struct fate_count *c = cell_at(t, m->kind, m->card);
    uint32_t taken = m->seat[seat].taken, again = m->seat[seat].again,
             scored = t->copies[m->card], counted = scored < taken ? scored : taken,
             used = again > counted ? again : counted;

    if (!taken)
        return;
    c->taken += taken;
    c->again += again;
    c->counted += counted;
    c->dead += taken - used;
    c->scored += scored;
    c->points += t->points[m->card];
    m->taken += taken;
    m->dead += taken - used;
}

static void count_game(struct fate_count *c, const struct fate_met *m, uint64_t number)
{
    c->games++;
    c->tt += m->taken * m->taken;
    c->td += m->taken * m->dead;
    c->dd += m->dead * m->dead;
    c->used_in = earlier(c->used_in, m->dead < m->taken ? number : 0);
    c->dead_in = earlier(c->dead_in, m->dead ? number : 0);
}

void fatetally_game(struct fate_tally *t, ct_engine *engine, ct_state *game,
                    const struct ct_result *r, uint64_t number)
{
    bool over = r->status == CT_OVER;

    for (int seat = 0; over && t->nmet && seat < ct_seats(game); seat++) {
        int n = ct_is_person(game, seat) ? score_cards(t, engine, game, seat) : 0;
        for (size_t i = 0; i < t->nmet; i++)
            count_seat(t, &t->met[i], seat);
        forget_score(t, n);
    }
    for (size_t i = 0; i < t->nmet; i++) {
        struct fate_met *m = &t->met[i];
        t->at[m->kind * t->cards + m->card] = 0;
        if (over)
            count_game(cell_at(t, m->kind, m->card), m, number);
    }
    t->nmet = 0;
}

#define COUNTED struct fate_count
static bool is_counted(const void *counted)
{
    const struct fate_count *c = counted;

    return c->taken && c->games && c->dead <= c->taken && c->again <= c->taken &&
           c->counted <= c->taken;
}
const struct columns fate_columns = COLUMNS(
    is_counted, COUNT(taken), COUNT(again), COUNT(counted), COUNT(dead), COUNT(games),
    COUNT(scored), SUM(points), SUM(tt), SUM(td), SUM(dd), FIRST(used_in), FIRST(dead_in));

void fatetally_merge(struct fate_tally *into, const struct fate_tally *from)
{
    columns_merge(&fate_columns, into->count, from->count,
                  (size_t)from->kinds * (size_t)from->cards);
}

struct estimate fate_dead(const struct fate_count *c)
{
    double taken = (double)c->taken, part = taken > 0 ? (double)c->dead / taken : 0,
           squares = (double)c->dd - 2 * part * (double)c->td + part * part * (double)c->tt,
           games = (double)c->games;

    if (c->games < 2)
        return (struct estimate){part, 0};
    return (struct estimate){part, sqrt(fmax(squares, 0) * games / (games - 1)) / taken};
}
