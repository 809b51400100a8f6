/* causal.c - one offer of each game, played out both ways.
 *
 * Both ways begin with copies of one state and of its random numbers, and their players with the
 * same seed. So they differ only in the pick, until one of them draws a number that the other does
 * not. */
#include "causal.h"

#include "tools/memory.h"

#include <stdlib.h>

/* Streams 0 … 999 of a seed are the game's. Those from 1000 on are the players'. */
enum { SAMPLE_STREAM = 2000 };
/* The weight of an offer with one copy: most numbers of copies divide it. */
enum { ONE_COPY = 840 };

bool causal_begin(struct causal *c, const ct_state *game, uint64_t seed, uint64_t number)
{
    if (!c->at)
        c->at = ct_clone(game);
    if (!c->way)
        c->way = ct_clone(game);
    c->rng = ct_rng_make(seed, SAMPLE_STREAM);
    c->sample = (struct causal_sample){.game = number};
    return c->at && c->way;
}

void causal_free(struct causal *c)
{
    ct_state_free(c->at);
    ct_state_free(c->way);
    free(c->has);
}

/* The best choice with this card, or the best without it: the player's pick if it is one of them,
 * else the one worth most to them, else one at random. -1: there is none. */
static int best_of(struct causal *c, int n, int pick, bool with, const struct player *player)
{
    double most = 0, worth = 0;
    uint32_t equal = 0;
    int best = -1;

    if (c->has[pick] == with)
        return pick;
    for (int i = 0; i < n; i++) {
        if (c->has[i] != with)
            continue;
        if (!player_worth(player, i, &worth))
            worth = 0;
        if (best >= 0 && worth < most)
            continue;
        equal = best < 0 || worth > most ? 1 : equal + 1;
        most = worth;
        if (!ct_rng_below(&c->rng, equal))
            best = i;
    }
    return best;
}

/* Has the seat a choice without this card? */
static bool has_rest(const struct card_tally *cards, ct_engine *engine, ct_state *game,
                     int seat, int n, int cell)
{
    for (int i = 0; i < n; i++)
        if (!cardtally_has(cards, engine, game, seat, i, cell))
            return true;
    return false;
}

/* The weight of an offer of this card. Cards with more copies are offered more often, so each
 * offer weighs less, and every card is sampled. */
static uint64_t weight_of(const ct_definition *def, int card)
{
    int copies = ct_card_copies(def, card);

    return (uint64_t)(copies < 1 ? ONE_COPY : copies < ONE_COPY ? ONE_COPY / copies : 1);
}

/* True `part` times in `all`. */
static bool by_chance(struct ct_rng *rng, uint64_t part, uint64_t all)
{
    return (uint64_t)((unsigned __int128)ct_rng_next(rng) * all >> 64) < part;
}

/* Looks at all cards of a choice that could be left. True: one of them is the game's sample for
 * now. */
static bool draw(struct causal *c, ct_engine *engine, ct_state *game, int seat, int n,
                 const struct card_tally *cards, int kind)
{
    bool drawn = false;

    for (int i = 0; i < cards->noffers; i++) {
        int cell = cards->offer[i].cell;
        if ((kind != EVERY_KIND && cell / cards->cards != kind) ||
            ((cards->noffers == 1 || cards->sets) &&
             !has_rest(cards, engine, game, seat, n, cell)))
            continue;
        uint64_t weight = weight_of(ct_engine_definition(engine), cell % cards->cards);
        c->sample.weight += weight;
        if (!by_chance(&c->rng, weight, c->sample.weight))
            continue;
        c->sample.cell = cell;
        drawn = true;
    }
    return drawn;
}

void causal_offer(struct causal *c, ct_engine *engine, ct_state *game, int seat, int n,
                  int pick, const struct card_tally *cards, int kind,
                  const struct player *player)
{
    if (!draw(c, engine, game, seat, n, cards, kind))
        return;
    if (n > c->cap)
        c->has = mem_realloc(c->has, (size_t)(c->cap = 2 * n) * sizeof *c->has);
    for (int i = 0; i < n; i++)
        c->has[i] = cardtally_has(cards, engine, game, seat, i, c->sample.cell);
    c->sample.seat = seat;
    c->with = best_of(c, n, pick, true, player);
    c->without = best_of(c, n, pick, false, player);
    ct_copy(c->at, game);
}

/* Plays one way, from `choice` on. */
static int go(struct causal *c, ct_engine *engine, struct player *players, uint64_t seed,
              int choice, struct ct_result *r, const char **wrong)
{
    struct player *player[CT_MAX_SEATS];
    int seat = c->sample.seat;

    for (int i = 0; i < CT_MAX_SEATS; i++)
        player[i] = &players[i];
    ct_copy(c->way, c->at);
    players_seed(players, CT_MAX_SEATS, seed);
    if (ct_choices(engine, c->way, seat) < 1 || ct_pick(engine, c->way, seat, choice) ||
        players_finish(player, engine, c->way, wrong))
        return -1;
    return ct_get_result(engine, c->way, r);
}

int causal_play(struct causal *c, ct_engine *engine, struct player *players,
                struct causal_tally *t, const char **wrong)
{
    struct ct_result with, without;
    uint64_t seed = ct_rng_next(&c->rng);

    if (!c->sample.weight)
        return 0;
    if (go(c, engine, players, seed, c->with, &with, wrong) ||
        go(c, engine, players, seed, c->without, &without, wrong))
        return -1;
    causaltally_add(t, &c->sample, &with, &without);
    return 0;
}
