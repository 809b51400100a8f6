/* learnresult.h - what `learn --measure` tells: how well a policy plays, counted by it, or added up from tallies. */
#ifndef CANTRIP_TOOLS_STATS_LEARNRESULT_H
#define CANTRIP_TOOLS_STATS_LEARNRESULT_H

#include "tallyrun.h"

/* AMONG_EVEN: all play at random. */
enum { AMONG_CHANCE, AMONG_PAST, AMONG_EVEN, AMONG_KINDS };

/* Sums over deals, as of struct ct_learn_sums. */
struct learn_sums {
    uint64_t deals;
    __int128 share, squares;
};
struct learn_result {
    struct tally_run run;
    uint64_t learnt; /* games that the policy has learnt from */
    uint64_t weights,
        past; /* fingerprints of it and of what it is played against; past 0: by chance alone */
    struct learn_sums sums[AMONG_KINDS];
    struct numbers numbers; /* deals */
    uint64_t of;
};
void learn_result_free(struct learn_result *r);
void learn_add(struct learn_sums *to, const struct ct_learn_sums *sums);

/* "   20000 games: 0.950 ±0.011 against random bots (0.250 is even), 0.256 ±0.017 against itself as it was": of a policy that has
 * learnt from so many games. `past` NULL: nothing of that. */
void learn_tell(uint64_t learnt, int people, const struct ct_learn_share *random,
                const struct ct_learn_share *past);
void learn_print(const struct learn_result *r);

/* As a tally. False after a message. */
bool learn_save(struct tally_file *f, const struct learn_result *r);
/* Sets up `r`; texts are those of the tally. False: *wrong says what it lacks. */
bool learn_load(const struct tally_file *f, struct learn_result *r, char **wrong);

#endif
