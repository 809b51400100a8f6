/* causal.h - one offer of each game, played out twice: with its card taken, and with the best
 * other choice. */
#ifndef CANTRIP_TOOLS_CAUSAL_H
#define CANTRIP_TOOLS_CAUSAL_H

#include "bots.h"
#include "tools/stats/cardtally.h"
#include "tools/stats/causaltally.h"

/* Starts from {0}; causal_free. */
struct causal {
    struct ct_rng rng;           /* draws the sample; made from the game's seed */
    ct_state *at, *way;          /* the game at its sample; a copy that is played on */
    struct causal_sample sample; /* weight: of all offers so far; 0: none yet */
    int with, without;           /* choices */
    bool *has;                   /* [choice]: is it about the sample's card? */
    int cap;
};

/* Begins the game of this number (from 1) and seed. All games are of one setup. False: no memory. */
bool causal_begin(struct causal *c, const ct_state *game, uint64_t seed, uint64_t number);
/* The player at a seat has picked `pick` among n choices (two or more); `cards` is what it was
 * told about them. In the end one offer of the game is its sample. Cards with fewer copies are
 * likelier (reservoir sampling with weights: Chao, Biometrika 69, 1982). `kind`: of which choices,
 * or EVERY_KIND. Call it before ct_pick. */
void causal_offer(struct causal *c, ct_engine *engine, ct_state *game, int seat, int n,
                  int pick, const struct card_tally *cards, int kind,
                  const struct player *player);
/* After the game: plays its sample both ways with these players, and counts it. 0; -1: one way
 * failed, *wrong or ct_error of the engine says why. */
int causal_play(struct causal *c, ct_engine *engine, struct player *players,
                struct causal_tally *t, const char **wrong);
void causal_free(struct causal *c);

#endif
