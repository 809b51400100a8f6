/* roundtally.c - which cards win, by when they are picked. */
#include "roundtally.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PHASES = 32 };

static uint64_t hash(const struct round_key *k)
{
    uint64_t h = (uint64_t)k->kind << 48 ^ (uint64_t)k->phase << 32 ^ (uint64_t)k->round << 24 ^
                 (uint64_t)k->card;

    h *=
        0x9e3779b97f4a7c15u; /* 2^64 by the golden ratio: Fibonacci hashing (Knuth, TAOCP 3, 6.4) */
    return h ^ h >> 32;
}

static bool same(const struct round_key *a, const struct round_key *b)
{
    return a->card == b->card && a->round == b->round && a->phase == b->phase &&
           a->kind == b->kind;
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t *slot_of(const struct round_tally *t, const struct round_key *key)
{
    size_t i = hash(key) & (t->slots - 1);

    while (t->slot[i] && !same(&t->v[t->slot[i] - 1].key, key))
        i = (i + 1) & (t->slots - 1);
    return &t->slot[i];
}

static void grow(struct round_tally *t)
{
    t->cap = t->cap ? 2 * t->cap : 256;
    t->slots = 2 * t->cap;
    t->v = mem_realloc(t->v, t->cap * sizeof *t->v);
    t->met = mem_realloc(t->met, t->cap * sizeof *t->met);
    free(t->slot);
    t->slot = mem_zero(t->slots * sizeof *t->slot);
    for (size_t i = 0; i < t->n; i++)
        *slot_of(t, &t->v[i].key) = (uint32_t)i + 1;
}

static struct round_count *find(struct round_tally *t, const struct round_key *key)
{
    uint32_t *slot = t->slots ? slot_of(t, key) : NULL;

    if (slot && *slot)
        return &t->v[*slot - 1];
    if (t->n == t->cap) {
        grow(t);
        slot = slot_of(t, key);
    }
    t->v[t->n] = (struct round_count){.key = *key};
    *slot = (uint32_t)++t->n;
    return &t->v[t->n - 1];
}

struct card_count *roundtally_at(struct round_tally *t, const struct round_key *key, bool make)
{
    uint32_t at = t->slots ? *slot_of(t, key) : 0;

    return make ? &find(t, key)->count : at ? &t->v[at - 1].count : NULL;
}

void roundtally_count(struct round_tally *t, int phase, int round, int seat,
                      const struct card_tally *cards)
{
    round = round < LAST_ROUND ? round : LAST_ROUND;
    for (int i = 0; i < cards->noffers; i++) {
        const struct card_offer *o = &cards->offer[i];
        const struct round_key key = {o->cell / cards->cards, phase, round,
                                      o->cell % cards->cards};
        struct round_count *c = find(t, &key);
        if (!c->met) {
            t->met[t->nmet++] = (uint32_t)(c - t->v);
            c->met = (uint32_t)t->nmet;
        }
        carddeeds_add(&c->did, seat, o->picked);
    }
}

void roundtally_pick(struct round_tally *t, ct_engine *engine, ct_state *game, int seat,
                     const struct card_tally *cards)
{
    struct ct_phase phase[MOST_PHASES];
    int n = cards->noffers ? ct_phases(engine, game, phase, MOST_PHASES) : 0;

    for (int i = 0; i < n && i < MOST_PHASES; i++)
        if (phase[i].number > 0)
            roundtally_count(t, phase[i].phase, phase[i].number, seat, cards);
}

void roundtally_game(struct round_tally *t, const struct ct_result *r, uint64_t number)
{
    for (size_t i = 0; i < t->nmet; i++) {
        struct round_count *c = &t->v[t->met[i]];
        const struct card_game g = card_game_of(&c->did, r);
        if (r->status == CT_OVER)
            cardcount_add(&c->count, &g, number);
        c->did = (struct card_deeds){0};
        c->met = 0;
    }
    t->nmet = 0;
}

void roundtally_merge(struct round_tally *into, const struct round_tally *from)
{
    for (size_t i = 0; i < from->n; i++)
        if (from->v[i].count.games)
            columns_merge(&card_columns, roundtally_at(into, &from->v[i].key, true),
                          &from->v[i].count, 1);
}

void roundtally_free(struct round_tally *t)
{
    free(t->v);
    free(t->slot);
    free(t->met);
    *t = (struct round_tally){0};
}
