/* game.h - a game of some definition, played by chance with everything asked of it. */
#ifndef CANTRIP_HARNESS_GAME_H
#define CANTRIP_HARNESS_GAME_H

#include "oracle.h"

/* A folder of this process for files, in memory where that is possible; it ends with '/'. */
const char *folder(void);
/* Writes n bytes as FOLDER/NAME (with the folder that it lies in). */
void write_file(const char *name, const void *bytes, size_t n);
void remove_file(const char *name); /* … if it is there */
/* Removes a folder in it with all that it holds, if it is there. */
void remove_folder(const char *name);

void tell_error(struct transcript *t, ct_engine *engine);

/* Loads a game of the tree; a finding if it does not load. */
ct_definition *load_own(const char *path);
/* Makes the budgets of a game small: what is worth a decision's second is told in a hundredth, and what costs
 * time without costing work shows. */
void tighten(ct_definition *def);

/* What a definition says. */
void tell_definition(const ct_definition *def, struct transcript *t);

struct played {
    const ct_definition *def;
    ct_engine *e;
    ct_state *g;
    struct transcript *t;
    struct ct_replay record;
    struct ct_rng rng;
    bool forged; /* no game has these bytes: it must be safe, not sensible */
};
/* What may be asked of it, by one of its observers after the other. */
void tell_game(struct played *p);
/* Goes on by chance for so many picks, which are recorded. 1: a decision is open; 0: over; -1: it failed. */
int play_further(struct played *p, int picks);
/* A game, with all that is above, samples, a save and a replay that are read again; for half of the seeds the same by
 * an engine without shortcuts, for an eighth a bot's game (search.h). HARNESS_ALL: for each. */
void play_games(const ct_definition *def, uint64_t seed, struct transcript *t);

#endif
