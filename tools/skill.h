/* skill.h - extra games beside those of a run: one bot of a level among bots of the next lower
 * one. */
#ifndef CANTRIP_TOOLS_SKILL_H
#define CANTRIP_TOOLS_SKILL_H

#include "bots.h"
#include "tools/stats/skilltally.h"

/* The levels, the weakest first. Starts from {0}; skill_free. */
struct skill {
    struct ct_setup setup;
    int levels;
    uint64_t games; /* so many games of the run, the first, have such games beside them */
    struct player level[MOST_LEVELS];
    char title[MOST_LEVELS][320];
};
/* Of one thread. Starts from {0}. */
struct skill_worker {
    ct_state *game;
    struct player player[MOST_LEVELS][CT_MAX_SEATS];
    struct skill_tally tally;
};

/* Reads "BOT,BOT[,BOT…]". `to` becomes an empty tally for these games. False after a message. */
bool skill_read(struct skill *s, const char *command, const char *list,
                const ct_definition *def, const struct ct_setup *setup, uint64_t games,
                struct skill_tally *to);
void skill_free(struct skill *s);
void skill_begin(const struct skill *s, struct skill_worker *w, const struct skill_tally *like);
/* Plays those beside the game of this number (from 1), with its seed. NULL, or what went wrong. */
const char *skill_play(const struct skill *s, struct skill_worker *w, ct_engine *engine,
                       uint64_t number, uint64_t seed);
void skill_end(struct skill_worker *w);

#endif
