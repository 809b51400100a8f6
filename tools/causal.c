/* causal.c - one offer of each game, played out both ways.
 *
 * Equal luck: both ways go on from copies of one state, whose random numbers to come are the same, and the players of both begin with
 * the same seed. So the two differ in nothing but the pick, until it makes one of them draw a number that the other
 * does not; from there on each has fair luck of its own.
 */
#include "causal.h"

#include "tools/memory.h"

#include <stdlib.h>

/* Streams 0 … 999 of a seed are the game's, 1000 and those that follow its players'. */
enum { SAMPLE_STREAM = 2000 };
/* What an offer weighs of which there is one copy: it can be divided by most numbers of copies. */
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

/* What a player would rather have taken of those choices that have this card, or of the others: what they took, if it is one of
 * them, else what was worth most to them, at random among equals and where they rank nothing. -1: there is none. */
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

/* Has the seat a choice that is not about this card? */
static bool has_rest(const struct card_tally *cards, ct_engine *engine, ct_state *game,
                     int seat, int n, int cell)
{
    for (int i = 0; i < n; i++)
        if (!cardtally_has(cards, engine, game, seat, i, cell))
            return true;
    return false;
}

/* How much an offer of this card weighs: as much less as there are more copies, which are offered more often, so that every card is sampled. */
static uint64_t weight_of(const ct_definition *def, int card)
{
    int copies = ct_card_copies(def, card);

    return (uint64_t)(copies < 1 ? ONE_COPY : copies < ONE_COPY ? ONE_COPY / copies : 1);
}

/* True so often: part of all. */
static bool by_chance(struct ct_rng *rng, uint64_t part, uint64_t all)
{
    return (uint64_t)((unsigned __int128)ct_rng_next(rng) * all >> 64) < part;
}

/* The offers of a choice are all of its cards that can be turned down. True: one of them is the game's sample, for now. */
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

/* One way, from `choice` on. */
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
