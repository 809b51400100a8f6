/* search.h - what searches ask of a game: what a card may be, worlds of worlds, bots with small budgets. */
#ifndef CANTRIP_HARNESS_SEARCH_H
#define CANTRIP_HARNESS_SEARCH_H

#include "game.h"

/* What cards may be to the seat. A finding if a card is not among what it may be. */
void tell_candidates(struct played *p, int seat);
/* A world of the seat, and one of the next seat's within it. A finding if a seat sees that it is another. */
void tell_worlds(struct played *p, int seat);
/* A bot that searches plays a few picks against chance; the seed says which bot. */
void tell_bot(const ct_definition *def, const struct ct_setup *setup, struct transcript *t);

#endif
