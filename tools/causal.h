/* causal.h - one offer of each game, played out with its card taken and with the best of the rest. */
#ifndef CANTRIP_TOOLS_CAUSAL_H
#define CANTRIP_TOOLS_CAUSAL_H

#include "bots.h"
#include "tools/stats/cardtally.h"
#include "tools/stats/causaltally.h"

/* Starts from {0}; causal_free. */
struct causal {
    struct ct_rng rng;           /* what is sampled: of the game's seed */
    ct_state *at, *way;          /* the game at its sample; one way on from there */
    struct causal_sample sample; /* weight: of all offers by now; 0: there was none */
    int with, without;           /* the choices */
    bool *has;                   /* of each choice: is it about the sample's card? */
    int cap;
};

/* The game of this number (from 1) and seed begins; all games are of one setup. False: no memory. */
bool causal_begin(struct causal *c, const ct_state *game, uint64_t seed, uint64_t number);
/* The player at a seat has chosen `pick` among its n choices (two or more), of which `cards` was told. Of all offers of the game one is
 * its sample in the end, each the more likely the fewer copies there are of its card (reservoir sampling with weights:
 * Chao, Biometrika 69, 1982). `kind`: of which choices, or EVERY_KIND. Before ct_pick. */
void causal_offer(struct causal *c, ct_engine *engine, ct_state *game, int seat, int n,
                  int pick, const struct card_tally *cards, int kind,
                  const struct player *player);
/* The game is over: plays its sample both ways, with these players begun anew, and counts it. 0; -1: a way failed, ct_error of the engine or
 * *wrong says why. */
int causal_play(struct causal *c, ct_engine *engine, struct player *players,
                struct causal_tally *t, const char **wrong);
void causal_free(struct causal *c);

#endif
