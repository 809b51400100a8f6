/* learner.h - what training is made of, for learn.c, easier.c and measure.c. */
#ifndef CANTRIP_BOT_LEARNER_H
#define CANTRIP_BOT_LEARNER_H

#include "bot/trace.h"

/* A batch has PARTS parts of PART games. One thread plays a part. */
enum { PARTS = 4, PART = 4, BATCH = PARTS * PART, MOST_JOBS = PARTS };

/* What a thread plays with. */
struct player {
    ct_engine *engine;
    ct_state *game, *easier; /* the game to learn; the easier one before (easier.c), or NULL */
    struct features features;
    struct trace trace;
};
/* A game of a batch, or one that measures. */
struct played {
    struct ct_result result;
    uint64_t choices;
    char wrong[256]; /* "": nothing is */
};

/* The way to a game that nobody wins (easier.c). */
struct way {
    char *option;      /* "name=value": the easier game learnt now; NULL: none */
    uint64_t lost;     /* games since somebody won */
    uint64_t patience; /* games to lose before an easier one; 0: not set */
    uint64_t left;     /* games of the easier one that are left */
};

struct ct_learner {
    const ct_definition *def;
    struct ct_setup setup;
    char **option;
    uint64_t seed, games, choices;
    uint64_t longest; /* choices after which a game is cut; 0: not set */
    uint64_t cut;     /* games that were cut */
    bool varied;      /* not all results were alike */
    struct way easier;
    float *weight, *steps;
    struct played batch[BATCH];
    struct lesson lesson[PARTS]; /* what each part's games teach */
    struct player *players;
    int nplayers;
    ct_policy *now, *past; /* for bots; as measured last */
    /* alone at the table: the usual scores */
    double mean, spread;
    uint64_t scores;
    char error[512];
};

/* Keeps the first error. -1 */
int learner_fail(ct_learner *l, const char *why);
/* Plays parts or games 0 … n - 1 on all threads; without any, on this one. */
void learner_play_all(ct_learner *l, int n,
                      void (*play)(ct_learner *l, struct player *p, int i, void *ctx),
                      void *ctx);
/* How a seat chooses, of n >= 2. */
typedef int (*choose_fn)(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                         void *how);
/* Draws a choice softly by the current weights, and notes it in the trace. */
int learner_choose(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                   void *how);
/* Begins a game; plays it to its end. 0; -1: out->wrong */
int learner_begin(struct player *p, uint64_t seed, struct played *out);
int learner_play_out(ct_learner *l, struct player *p, choose_fn choose, void *how,
                     struct ct_rng *rng, struct played *out);
/* Has it had so many choices that it is cut? */
bool learner_is_long(const ct_learner *l, const struct played *out);

/* Copies the weights to l->now, for bots. */
void learner_freeze(ct_learner *l);

/* Before a batch: perhaps another game is learnt first, because nobody wins this one. */
void easier_before(ct_learner *l);
/* Counts for this what the games of a batch say. */
void easier_count(ct_learner *l, int games);
/* Exchanges the game that is learnt now and the other one. */
void easier_swap(ct_learner *l);
/* Goes back to the game itself, without any other. */
void easier_leave(ct_learner *l);

#endif
