/* internal.h - what the files of core/bot share: a bot's inside. */
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
/* One arm taken on the way down. */
struct step {
    int32_t arm;
    int8_t seat;
};
struct program; /* program.c */

struct ct_bot {
    struct ct_bot_spec spec;
    const ct_definition *def;
    ct_engine *engine;          /* its own: the game's tells the log */
    ct_state *base;             /* forgets, facts=no: the game as the seat remembers it */
    ct_state *sample;           /* the world of the iteration under way */
    ct_state *back;             /* the sample one pick ago, with `cautious`; its next world */
    struct ct_rng rng;          /* picks */
    uint64_t seed, key, stream; /* of the game; of samples */
    int seat, seats, people;
    int plies;           /* picks of a playout before it is cut; 0: never */
    bool cautious;       /* alone at the table, and the ruleset says what is hopeless */
    int64_t least, most; /* scores met by this search; alone at the table */
    /* The least and the greatest share that the tree has met, by seat; none: low is greater. */
    int64_t low[CT_MAX_SEATS], high[CT_MAX_SEATS];
    bool graded;               /* results are the part reached, not a share of the win */
    struct choice_tally *root; /* by number of choice */
    int nroot, cap_root;
    bool by_visits; /* … by which its choice was made */
    struct tree tree;
    struct step *path;
    int npath, cap_path;
    struct tree kinds; /* mast: an arm for each kind of pick of each seat */
    struct step *line; /* mast: the kinds picked in this iteration */
    int nline, cap_line;
    int32_t *offered; /* arms of the choices at hand */
    uint64_t *keys;   /* and their keys */
    int cap_offered, cap_keys;
    struct features features; /* learnt, policy=: */
    double *worth;            /* … of each choice, or how likely it is */
    int cap_worth,
        nworth; /* nworth: choices that the last choice was made among by it, or by their order */
    const char *cannot; /* why it cannot play this game; NULL */
    struct program *program;
    bool no_memory; /* of this game: ct_bot_error says so */
    bool misjudged; /* a bot's hook of the ruleset failed */
    int dropped;    /* worlds of this choice that failed */
    struct ct_bot_stats stats;
};

/* Notes that memory ran out; returns -1. */
int bot_no_memory(ct_bot *b);
/* The keys of the seat's n choices into b->keys. 0, or -1: error. */
int bot_keys(ct_bot *b, ct_state *game, int seat, int n);
/* A new world into bot->sample. 1; 0: refused 1,000 times; -1: error. */
int bot_sample(ct_bot *b, ct_state *game);
/* The sample sampled anew for what the seat knows; where that is refused it stays. 0; -1: error. */
int bot_resample(ct_bot *b, int seat);
/* Something failed. 0: it was the sample, which counts for nothing; 1: so it was, and it is one too many; -1: it was not. */
int bot_drop(ct_bot *b);
/* Is the sample hopeless for the seat? As the ruleset says; 0, or -1: its hook failed. */
int bot_hopeless(ct_bot *b, int seat, bool *hopeless);
/* The choice of the sample that is choice i of the game; -1: error. */
int bot_root_choice(ct_bot *b, int i);
/* Plays the sample on at random, to the end or the horizon. 0, or -1: error. */
int bot_playout(ct_bot *b);
/* The same by picks of one's own, 0 or -1: `picks` counts those among several choices. */
int playout_by(ct_bot *b, int (*pick)(ct_bot *b, int seat, int *picks));
/* The position of the sample as shares of the win, by seat: as it ended, or a guess. */
int bot_shares(ct_bot *b, int64_t *share);
/* mast.c: a playout by what was learned; choice i of the seat, which it picks now; what it all came to.
 * 0, or -1: error. The last two, and mast_drop, do nothing where playouts do not learn. */
int mast_playout(ct_bot *b);
/* What choice i of the seat was worth so far, by its kind: 0 … 1; 1: such a one was never picked; -1: error. */
double mast_worth(ct_bot *b, int seat, int i);
int mast_note(ct_bot *b, int seat, int i);
void mast_learn(ct_bot *b, const int64_t *share);
/* It came to nothing: what is not tried yet is not tried first any more. */
void mast_drop(ct_bot *b);
/* guide.c: those of the n arms in b->offered that have no prior get one, by what the seat knows of `game` (in a world:
 * what it sees there); the arm that is tried now; a playout by the policy. 0 (the number of the choice), or -1: error. */
int guide_priors(ct_bot *b, ct_state *game, int seat, int n);
int guide_select(ct_bot *b, int n);
int guide_playout(ct_bot *b);
/* learnt.c: before each game; what stands against it is told by the first choice. */
void learnt_begin(ct_bot *b, ct_state *game);
/* Each bot: which of its n >= 2 choices it takes; -1: error; -2: a program that gave no answer (and
 * plays by chance from now on). */
#define X(id, word, ...) int bot_##word(ct_bot *b, ct_state *game, int n);
CT_BOTS(X)
#undef X
/* A choice by a search, which fills bot->root (1; 0: no samples; -1: error): that with the most visits, or
 * with the best share. */
typedef int (*search_fn)(ct_bot *b, ct_state *game);
int bot_search(ct_bot *b, ct_state *game, int n, search_fn search, bool by_visits);
/* The line that it is asked with; the caller frees it. */
char *program_question(ct_bot *b, ct_state *game, int n);
int program_begin(ct_bot *b); /* 0; -1: no memory */
void program_free(struct program *p);

#endif
