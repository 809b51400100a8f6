/* havingtally.c - the worth of having a card. */
#include "havingtally.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

/* A copy in a zone, in the present game. */
struct having_copy {
    int copy, card, zone, seat; /* seat: the last one that had it there */
    uint32_t since;             /* the look at which that began */
    int round;                  /* … and the round of the outermost repeated phase; 0: none */
    bool picked,
        handed; /* that seat had picked such a card before; another seat had it before */
};
struct having_zone {
    uint32_t *at; /* by copy: its index in `met` + 1, or 0 */
    int copies, lain,
        handed; /* size of `at`; copies seen there, and those handed on to another seat */
};

void havingtally_begin(struct having_tally *t, int cards)
{
    size_t n = (size_t)cards + 1;

    *t = (struct having_tally){.cards = cards};
    t->count = mem_zero(HAVINGS * n * sizeof *t->count);
    t->first = mem_zero(CT_MAX_SEATS * n * sizeof *t->first);
    t->last = mem_zero(n * sizeof *t->last);
}

void havingtally_free(struct having_tally *t)
{
    for (int i = 0; i < t->zones; i++)
        free(t->zone[i].at);
    free(t->zone);
    free(t->met);
    free(t->kept);
    free(t->first);
    free(t->last);
    free(t->count);
    *t = (struct having_tally){0};
}

static struct card_count *count_at(const struct having_tally *t, enum having how, int card)
{
    return &t->count[(int)how * t->cards + card];
}

struct card_count havingtally_of(const struct having_tally *t, enum having how, int card)
{
    struct card_count c = *count_at(t, how, card);

    cardcount_all_passes(&c, count_at(t, HAVING_ANY, card));
    return c;
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

/* The entry of this copy in this zone. A new one has seat -1. */
static struct having_copy *lies_at(struct having_tally *t, const struct ct_copy *c)
{
    if (c->zone >= t->zones)
        t->zone = grow(t->zone, &t->zones, c->zone + 1, sizeof *t->zone);
    struct having_zone *z = &t->zone[c->zone];
    if (c->copy >= z->copies)
        z->at = grow(z->at, &z->copies, c->copy + 1, sizeof *z->at);
    if (z->at[c->copy])
        return &t->met[z->at[c->copy] - 1];
    MEM_MORE(t->met, t->nmet, t->cap);
    t->met[t->nmet] =
        (struct having_copy){.copy = c->copy, .card = c->card, .zone = c->zone, .seat = -1};
    z->at[c->copy] = (uint32_t)++t->nmet;
    z->lain++;
    return &t->met[t->nmet - 1];
}

/* The round of the outermost repeated phase; 0: none. */
static int round_now(ct_engine *engine, ct_state *game)
{
    struct ct_phase phase[8];
    int n = ct_phases(engine, game, phase, 8);

    for (int i = 0; i < n && i < 8; i++)
        if (phase[i].number > 0)
            return phase[i].number;
    return 0;
}

static void comes(struct having_tally *t, const struct ct_copy *c, int round,
                  having_picked *picked, const void *ctx)
{
    struct having_copy *lies = lies_at(t, c);

    if (lies->seat == c->seat)
        return;
    if (lies->seat >= 0 && !lies->handed) {
        lies->handed = true;
        t->zone[lies->zone].handed++;
    }
    lies->seat = c->seat;
    lies->since = t->looks;
    lies->round = round;
    lies->picked = picked(ctx, c->seat, c->card);
}

void havingtally_look(struct having_tally *t, ct_engine *engine, ct_state *game,
                      having_picked *picked, const void *ctx)
{
    enum { AT_ONCE = 64 };
    struct ct_copy copy[AT_ONCE];
    size_t kept = ct_copies_kept(game);
    int n;

    if (kept != t->nkept) {
        free(t->kept);
        t->kept = mem_zero((t->nkept = kept) * sizeof *t->kept);
    }
    t->looks++;
    do {
        n = ct_copies_come(engine, game, t->kept, copy, AT_ONCE);
        int round = n ? round_now(engine, game) : 0;
        t->round = round ? round : t->round;
        for (int i = 0; i < n; i++)
            comes(t, &copy[i], round, picked, ctx);
    } while (n == AT_ONCE);
}

/* ---- a game that is over ---- */

/* If most copies of a zone were handed on, the zone is an offer. Having a card of it at the end
 * counts as a pick. */
static enum having how_it_came(const struct having_tally *t, const struct having_copy *c)
{
    const struct having_zone *z = &t->zone[c->zone];

    return c->picked || 2 * z->handed > z->lain ? HAVING_PICKED
           : c->since == 1                      ? HAVING_OPENING
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

/* How the seat that had this copy first came by the card: a mask. */
static unsigned ways_of(const struct having_tally *t, const struct having_copy *first,
                        bool used)
{
    bool before =
        first->since == 1 && !first->round && t->round; /* the first round began later */
    unsigned round = before ? 1 : (unsigned)first->round;

    return 1u << HAVING_ANY | 1u << how_it_came(t, first) |
           (unsigned)(round - 1 < 3) << HAVING_BY_3 | (unsigned)used << HAVING_USED;
}

/* A game's counts for the seats that had a card this way, and for those that never had it. */
static struct card_game game_of(unsigned had, unsigned never, const struct ct_result *r)
{
    struct card_deeds did = {0};

    for (int seat = 0; (had | never) >> seat; seat++) {
        did.seat[seat].picked = had >> seat & 1;
        did.seat[seat].passed = never >> seat & 1;
    }
    return card_game_of(&did, r);
}

/* Counts a card. NONE: its game if no seat had it. */
static void count_card(struct having_tally *t, int card, const struct ct_result *r,
                       unsigned seats, const struct card_game *none, uint64_t number,
                       having_picked *picked, const void *ctx)
{
    unsigned had[HAVINGS] = {0}, last = 0;
    struct card_game g = *none;

    for (int seat = 0; seats >> seat; seat++) {
        uint32_t first = t->first[card * CT_MAX_SEATS + seat];
        if (!first || !(seats >> seat & 1))
            continue;
        unsigned ways = ways_of(t, &t->met[first - 1], picked(ctx, seat, card));
        for (int how = 0; how < HAVINGS; how++)
            had[how] |= (ways >> how & 1) << seat;
    }
    for (int how = 0; how < HAVINGS; how++) {
        if (how != HAVING_ANY && !had[how])
            continue;
        if (had[how] != last)
            g = game_of(last = had[how], seats & ~had[HAVING_ANY], r);
        cardcount_add(count_at(t, (enum having)how, card), &g, number);
        if (how == HAVING_ANY)
            t->last[card] = g;
    }
}

void havingtally_game(struct having_tally *t, const struct ct_result *r, unsigned seats,
                      uint64_t number, having_picked *picked, const void *ctx)
{
    const struct card_game none = game_of(0, seats, r);

    find_first(t);
    memset(t->last, 0, (size_t)t->cards * sizeof *t->last);
    for (int card = 0; seats && r->status == CT_OVER && card < t->cards; card++)
        count_card(t, card, r, seats, &none, number, picked, ctx);
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
    if (t->nkept)
        memset(t->kept, 0, t->nkept * sizeof *t->kept);
    t->nmet = 0;
    t->looks = 0;
    t->round = 0;
}
