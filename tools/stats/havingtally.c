/* havingtally.c - what it is worth to have a card. */
#include "havingtally.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

/* A copy in a zone, in the game under way. */
struct having_copy {
    int copy, card, zone, seat; /* seat: with whom it lay there last */
    uint32_t since;             /* … from this look on */
    bool picked,
        handed; /* that seat had picked such a card before; it lay with another before */
};
struct having_zone {
    uint32_t *at; /* by copy: its place in `met` + 1, or 0 */
    int copies, lain,
        handed; /* room in `at`; how many lay there, and went on to another seat */
};

void havingtally_begin(struct having_tally *t, int cards)
{
    size_t n = (size_t)cards + 1;

    *t = (struct having_tally){.cards = cards};
    t->count = mem_zero(HAVINGS * n * sizeof *t->count);
    t->first = mem_zero(CT_MAX_SEATS * n * sizeof *t->first);
}

void havingtally_clear(struct having_tally *t)
{
    memset(t->count, 0, HAVINGS * (size_t)t->cards * sizeof *t->count);
}

void havingtally_free(struct having_tally *t)
{
    for (int i = 0; i < t->zones; i++)
        free(t->zone[i].at);
    free(t->zone);
    free(t->met);
    free(t->copy);
    free(t->first);
    free(t->count);
    *t = (struct having_tally){0};
}

static struct card_count *count_at(const struct having_tally *t, enum having how, int card)
{
    return &t->count[(int)how * t->cards + card];
}

const struct card_count *havingtally_of(const struct having_tally *t, enum having how, int card)
{
    return count_at(t, how, card);
}

/* ---- the game under way ---- */

static void *grow(void *v, int *had, int n, size_t size)
{
    int room = *had > n / 2 ? 2 * *had : n;

    v = mem_realloc(v, (size_t)room * size);
    memset((char *)v + (size_t)*had * size, 0, (size_t)(room - *had) * size);
    *had = room;
    return v;
}

/* Where this copy is noted in this zone, with the seat -1 where it was not. */
static struct having_copy *lies_at(struct having_tally *t, const struct ct_copy *c)
{
    if (c->zone >= t->zones)
        t->zone = grow(t->zone, &t->zones, c->zone + 1, sizeof *t->zone);
    struct having_zone *z = &t->zone[c->zone];
    if (c->copy >= z->copies)
        z->at = grow(z->at, &z->copies, c->copy + 1, sizeof *z->at);
    if (z->at[c->copy])
        return &t->met[z->at[c->copy] - 1];
    if (t->nmet == t->cap)
        t->met = mem_realloc(t->met, (t->cap = t->cap ? 2 * t->cap : 256) * sizeof *t->met);
    t->met[t->nmet] =
        (struct having_copy){.copy = c->copy, .card = c->card, .zone = c->zone, .seat = -1};
    z->at[c->copy] = (uint32_t)++t->nmet;
    z->lain++;
    return &t->met[t->nmet - 1];
}

/* What lies with a seat, in t->copy; how many. */
static int copies_of(struct having_tally *t, ct_engine *engine, const ct_state *game, int seat)
{
    int n = ct_copies_of(engine, game, seat, t->copy, t->copies);

    if (n > t->copies) {
        t->copy = grow(t->copy, &t->copies, n, sizeof *t->copy);
        ct_copies_of(engine, game, seat, t->copy, t->copies);
    }
    return n;
}

void havingtally_look(struct having_tally *t, ct_engine *engine, const ct_state *game,
                      bool (*picked)(const void *ctx, int seat, int card), const void *ctx)
{
    t->looks++;
    for (int seat = 0; seat < ct_seats(game); seat++)
        for (int i = copies_of(t, engine, game, seat) - 1; i >= 0; i--) {
            struct having_copy *lies = lies_at(t, &t->copy[i]);
            if (lies->seat == seat)
                continue;
            if (lies->seat >= 0 && !lies->handed) {
                lies->handed = true;
                t->zone[lies->zone].handed++;
            }
            lies->seat = seat;
            lies->since = t->looks;
            lies->picked = picked(ctx, seat, lies->card);
        }
}

/* ---- a game that is over ---- */

/* What goes round, so that most of it was handed on, is an offer: who has it in the end has picked it there. */
static enum having how_it_came(const struct having_tally *t, const struct having_copy *c)
{
    const struct having_zone *z = &t->zone[c->zone];

    return c->picked || 2 * z->handed > z->lain ? HAVING_PICKED
           : c->since == 1                      ? HAVING_START
                                                : HAVING_DRAWN;
}

static void find_first(struct having_tally *t)
{
    for (size_t i = 0; i < t->nmet; i++) {
        const struct having_copy *c = &t->met[i];
        uint32_t *first = &t->first[c->card * CT_MAX_SEATS + c->seat];
        if (!*first || c->since < t->met[*first - 1].since)
            *first = (uint32_t)i + 1;
    }
}

static void count_card(struct having_tally *t, int card, const struct ct_result *r,
                       unsigned seats, uint64_t number)
{
    struct card_deeds did[HAVINGS] = {0};

    for (int seat = 0; seats >> seat; seat++) {
        uint32_t first = t->first[card * CT_MAX_SEATS + seat];
        if (!(seats >> seat & 1))
            continue;
        for (int how = 0; how < HAVINGS; how++)
            did[how].seat[seat].passed = !first;
        if (first) {
            did[HAVING].seat[seat].picked = 1;
            did[how_it_came(t, &t->met[first - 1])].seat[seat].picked = 1;
        }
    }
    for (int how = 0; how < HAVINGS; how++) {
        const struct card_game g = card_game_of(&did[how], r);
        if (g.holders)
            cardcount_add(count_at(t, (enum having)how, card), &g, number);
    }
}

void havingtally_game(struct having_tally *t, const struct ct_result *r, unsigned seats,
                      uint64_t number)
{
    find_first(t);
    for (int card = 0; r->status == CT_OVER && card < t->cards; card++)
        count_card(t, card, r, seats, number);
}

bool havingtally_was_given(const struct having_tally *t, int seat, int card)
{
    uint32_t first = t->first[card * CT_MAX_SEATS + seat];

    return first && how_it_came(t, &t->met[first - 1]) != HAVING_PICKED;
}

void havingtally_forget(struct having_tally *t)
{
    for (size_t i = 0; i < t->nmet; i++) {
        const struct having_copy *c = &t->met[i];
        struct having_zone *z = &t->zone[c->zone];
        t->first[c->card * CT_MAX_SEATS + c->seat] = 0;
        z->at[c->copy] = 0;
        z->lain = z->handed = 0;
    }
    t->nmet = 0;
    t->looks = 0;
}

void havingtally_merge(struct having_tally *into, const struct having_tally *from)
{
    for (int i = 0; i < HAVINGS * from->cards; i++)
        cardcount_merge(&into->count[i], &from->count[i]);
}
