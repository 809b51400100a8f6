/* learnresult.h - the results of `learn --measure`: how well a policy plays, counted or merged
 * from tallies. */
#ifndef CANTRIP_TOOLS_STATS_LEARNRESULT_H
#define CANTRIP_TOOLS_STATS_LEARNRESULT_H

#include "tallyrun.h"

/* AMONG_EVEN: random bots only. */
enum { AMONG_CHANCE, AMONG_PAST, AMONG_EVEN, AMONG_KINDS };

/* Sums over deals, as in struct ct_learn_sums. */
struct learn_sums {
    uint64_t deals;
    __int128 share, squares;
};
struct learn_result {
    struct tally_run run;
    uint64_t learnt; /* games of its training */
    uint64_t weights,
        past; /* fingerprints of the policy and of its opponent (0: random bots only) */
    struct learn_sums sums[AMONG_KINDS];
    struct numbers numbers; /* deals */
    uint64_t of;
};
void learn_result_free(struct learn_result *r);
void learn_add(struct learn_sums *to, const struct ct_learn_sums *sums);

/* Prints "   20000 games: 0.950 ±0.011 against random bots (0.250 is even), 0.256 ±0.017 against
 * itself as it was", for a policy trained on `learnt` games. `past` NULL: the last part is left
 * out. */
void learn_tell(uint64_t learnt, int people, const struct ct_learn_share *random,
                const struct ct_learn_share *past);
void learn_print(const struct learn_result *r);

/* Writes a tally. False after a message. */
bool learn_save(struct tally_file *f, const struct learn_result *r);
/* Sets up `r` from a tally, which owns the texts. False: *wrong says what is missing. */
bool learn_load(const struct tally_file *f, struct learn_result *r, char **wrong);

#endif
