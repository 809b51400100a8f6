/* skill.h - games beside those of a run, in which one player of a level sits among others of a lower one. */
#ifndef CANTRIP_TOOLS_SKILL_H
#define CANTRIP_TOOLS_SKILL_H

#include "bots.h"
#include "tools/stats/skilltally.h"

/* The levels, the weakest first. Starts from {0}; skill_free. */
struct skill {
    struct ct_setup setup;
    int levels;
    uint64_t games; /* so many of the run have such games beside them, the first */
    struct player level[MOST_LEVELS];
    char title[MOST_LEVELS][320];
};
/* What a thread plays them with; starts from {0}. */
struct skill_worker {
    ct_state *game;
    struct player player[MOST_LEVELS][CT_MAX_SEATS];
    struct skill_tally tally;
};

/* Reads "BOT,BOT[,BOT…]" for such games; `to` becomes a tally of nothing. False after a message. */
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
