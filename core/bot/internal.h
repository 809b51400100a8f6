/* internal.h - what the files of core/bot share: the inside of a bot. */
#ifndef CANTRIP_BOT_INTERNAL_H
#define CANTRIP_BOT_INTERNAL_H

#include "bot/features.h"
#include "bot/memory.h"
#include "bot/tree.h"
#include "cantrip.h"

struct choice_tally {
    uint64_t key, visits;
    int64_t sum; /* of shares */
};
/* An arm taken on the way down the tree. */
struct step {
    int32_t arm;
    int8_t seat;
};
struct program; /* program.c */

struct ct_bot {
    struct ct_bot_spec spec;
    const ct_definition *def;
    ct_engine *engine;          /* its own, as the game's writes the log */
    ct_state *base;             /* forgets, facts=no: the game as the seat remembers it */
    ct_state *sample;           /* the world of this iteration */
    ct_state *back;             /* `cautious`: the sample one pick ago; its next world */
    struct ct_rng rng;          /* picks */
    uint64_t seed, key, stream; /* of the game; of samples */
    int seat, seats, people;
    int plies;           /* picks after which a playout is cut; 0: never */
    bool cautious;       /* alone at the table, with `hopeless` in the ruleset */
    int64_t least, most; /* alone at the table: scores that this search has met */
    /* The least and greatest share that the tree has met, by seat. None: low is greater. */
    int64_t low[CT_MAX_SEATS], high[CT_MAX_SEATS];
    bool graded;               /* results are the part reached, not a share of the win */
    struct choice_tally *root; /* by number of choice */
    int nroot, cap_root;
    bool by_visits; /* the last choice was made by visits of `root` */
    struct tree tree;
    struct step *path;
    int npath, cap_path;
    struct tree kinds; /* mast: an arm for each kind of pick of each seat */
    struct step *line; /* mast: the kinds picked in this iteration */
    int nline, cap_line;
    int32_t *offered; /* arms of the current choices */
    uint64_t *keys;   /* their keys */
    int cap_offered, cap_keys;
    struct features features; /* learnt, policy=: */
    double *worth;            /* of each choice; or how likely it is */
    int cap_worth, nworth;    /* choices that `worth`, or their order, decided between last */
    const char *cannot;       /* why it cannot play this game, or NULL */
    struct program *program;
    bool no_memory; /* memory ran out in this game (ct_bot_error) */
    bool misjudged; /* a bot's hook of the ruleset failed */
    int dropped;    /* worlds of this choice that failed */
    struct ct_bot_stats stats;
};

/* Notes that memory ran out. -1 */
int bot_no_memory(ct_bot *b);
/* Writes the keys of the seat's n choices to b->keys. 0; -1: error */
int bot_keys(ct_bot *b, ct_state *game, int seat, int n);
/* Puts a new world into bot->sample. 1; 0: refused 1,000 times; -1: error */
int bot_sample(ct_bot *b, ct_state *game);
/* Samples the sample again for what the seat knows; if refused it stays. 0; -1: error */
int bot_resample(ct_bot *b, int seat);
/* After a failure. 0: the sample failed and counts for nothing; 1: one too many did; -1: no sample
 * did */
int bot_drop(ct_bot *b);
/* Is the sample hopeless for the seat, by the ruleset? 0; -1: its hook failed */
int bot_hopeless(ct_bot *b, int seat, bool *hopeless);
/* The choice of the sample that is choice i of the game; -1: error */
int bot_root_choice(ct_bot *b, int i);
/* Plays the sample on at random, to its end or the horizon. 0; -1: error */
int bot_playout(ct_bot *b);
/* The sample as shares of the win, by seat: its result, or a guess. 0; -1: error */
int bot_shares(ct_bot *b, int64_t *share);
/* mast.c: a pick of a playout by what was learned; notes that the seat picks choice i; notes what all these
 * picks led to. 0; -1: error. Without mast the last two do nothing, nor does mast_drop. */
int mast_pick(ct_bot *b, int seat, int *picks);
/* What choice i of the seat was worth so far, by its kind, 0 … 1; 1: none was picked yet; -1:
 * error */
double mast_worth(ct_bot *b, int seat, int i);
int mast_note(ct_bot *b, int seat, int i);
void mast_learn(ct_bot *b, const int64_t *share);
/* The iteration failed: untried kinds are no longer tried first. */
void mast_drop(ct_bot *b);
/* guide.c: gives priors to those of the n arms in b->offered that have none, by what the seat knows
 * in `game` (in a world: sees there); the arm to try now; a pick of a playout. 0 (the number of
 * the choice); -1: error */
int guide_priors(ct_bot *b, ct_state *game, int seat, int n);
int guide_select(ct_bot *b, int n);
int guide_pick(ct_bot *b, int seat, int *picks);
/* learnt.c: before each game. The first choice tells why it cannot play. */
void learnt_begin(ct_bot *b, ct_state *game);
/* Each bot: the number of its choice, of n >= 2. -1: error; -2: an outside program did not answer,
 * and picks at random from now on */
#define X(id, word, ...) int bot_##word(ct_bot *b, ct_state *game, int n);
CT_BOTS(X)
#undef X
/* Chooses the most visits, or the best share, by a search that fills bot->root (1; 0: no
 * samples). */
typedef int (*search_fn)(ct_bot *b, ct_state *game);
int bot_search(ct_bot *b, ct_state *game, int n, search_fn search, bool by_visits);
/* The line that asks it. The caller frees it. */
char *program_question(ct_bot *b, ct_state *game, int n);
int program_begin(ct_bot *b); /* 0; -1: no memory */
void program_free(struct program *p);

#endif
