/* record.c - the record of one game. */
#include "record.h"

#include "tools/look.h"
#include "tools/memory.h"

#include <stdlib.h>

/* Adds the cards of a choice to the offers of this pick, which begin at `first`. Returns its kind. */
static int offer(struct record *r, size_t first, ct_engine *engine, ct_state *game, int seat,
                 int i, bool picked)
{
    int cards[CT_MAX_CHOSEN], kind = ct_choice_kind(engine, game, seat, i),
                              n = ct_choice_cards(engine, game, seat, i, cards);

    for (int k = 0; k < n; k++) {
        size_t at = first;
        while (at < r->noffers && (r->offer[at].kind != kind || r->offer[at].card != cards[k]))
            at++;
        if (at == r->noffers) {
            MEM_MORE(r->offer, r->noffers, r->offer_room);
            r->offer[r->noffers++] = (struct record_offer){kind, cards[k], false};
        }
        r->offer[at].picked |= picked;
    }
    return kind;
}

void record_pick(struct record *r, ct_engine *engine, ct_state *game, int seat, int n, int pick)
{
    size_t first = r->noffers;

    for (int i = 0; i < n; i++)
        offer(r, first, engine, game, seat, i, false);
    int kind = offer(r, first, engine, game, seat, pick, true);
    MEM_MORE(r->pick, r->npicks, r->pick_room);
    r->pick[r->npicks++] = (struct record_pick){seat,
                                                kind,
                                                n,
                                                pick,
                                                ct_choice_card(engine, game, seat, pick),
                                                (int)(r->noffers - first)};
}

static int by_place(const void *a, const void *b)
{
    const struct record_card *x = a, *y = b;

    return x->zone != y->zone   ? x->zone - y->zone
           : x->seat != y->seat ? x->seat - y->seat
           : x->card != y->card ? x->card - y->card
                                : x->up - y->up;
}

/* Joins rows of cards that are alike. */
static void join_alike(struct record *r)
{
    size_t n = 0;

    qsort(r->card, r->ncards, sizeof *r->card, by_place);
    for (size_t i = 0; i < r->ncards; i++)
        if (n && !by_place(&r->card[n - 1], &r->card[i]))
            r->card[n - 1].copies++;
        else
            r->card[n++] = r->card[i];
    r->ncards = n;
}

static bool look_at_cards(struct record *r, ct_engine *engine, ct_state *game)
{
    struct ct_card *all;
    int n = look_all(engine, game, CT_ALL, &all, NULL);

    for (int i = 0; i < n; i++) {
        MEM_MORE(r->card, r->ncards, r->card_room);
        r->card[r->ncards++] =
            (struct record_card){all[i].zone, all[i].seat, all[i].card, 1, all[i].up};
    }
    free(all);
    if (n > 0)
        join_alike(r);
    return n >= 0;
}

bool record_end(struct record *r, ct_engine *engine, ct_state *game, uint64_t number,
                uint64_t seed, const struct ct_result *result)
{
    r->number = number;
    r->seed = seed;
    r->seats = ct_seats(game);
    r->people = persons_of(game);
    r->result = *result;
    r->stats = ct_get_stats(game);
    return look_at_cards(r, engine, game);
}

size_t record_size(const struct record *r)
{
    return sizeof *r + r->card_room * sizeof *r->card + r->pick_room * sizeof *r->pick +
           r->offer_room * sizeof *r->offer;
}

void record_clear(struct record *r)
{
    free(r->card);
    free(r->pick);
    free(r->offer);
    *r = (struct record){0};
}
