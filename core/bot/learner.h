/* learner.h - what learning is made of, for the files that do it: learn.c, easier.c, measure.c. */
#ifndef CANTRIP_BOT_LEARNER_H
#define CANTRIP_BOT_LEARNER_H

#include "bot/trace.h"

/* A batch has PARTS parts of so many games, each played by one thread. */
enum { PARTS = 4, PART = 4, BATCH = PARTS * PART, MOST_JOBS = PARTS };

/* What a thread plays with. */
struct player {
    ct_engine *engine;
    ct_state *game, *easier; /* that it learns; what it learns first (easier.c), or NULL */
    struct features features;
    struct trace trace;
};
/* A game of a batch, or one that measures. */
struct played {
    struct ct_result result;
    uint64_t choices;
    char wrong[256]; /* "": nothing */
};

/* The way to a game in which nobody wins (easier.c). */
struct way {
    char *
        option; /* "name=value", which makes easier what is learnt now; NULL: it is learnt itself */
    uint64_t lost;     /* games since somebody won */
    uint64_t patience; /* of so many lost games; 0: not yet set */
    uint64_t left;     /* games of the easier one that are still to come */
};

struct ct_learner {
    const ct_definition *def;
    struct ct_setup setup;
    char **option;
    uint64_t seed, games, choices;
    uint64_t longest; /* choices after which a game is cut; 0: not yet settled */
    uint64_t cut;     /* games that were */
    bool varied;      /* not all results were alike */
    struct way easier;
    float *weight, *steps;
    struct played batch[BATCH];
    struct lesson lesson[PARTS]; /* what the games of each part teach */
    struct player *players;
    int nplayers;
    ct_policy *now, *past; /* as bots play by it; the same when it was measured last */
    /* alone at the table, for the score: what scores are usual */
    double mean, spread;
    uint64_t scores;
    char error[512];
};

/* Keeps the first thing that went wrong. -1. */
int learner_fail(ct_learner *l, const char *why);
/* Plays parts or games 0 … n - 1 on all threads; where none can be had, on this one. */
void learner_play_all(ct_learner *l, int n,
                      void (*play)(ct_learner *l, struct player *p, int i, void *ctx),
                      void *ctx);
/* How a seat comes to its choice, of n >= 2. */
typedef int (*choose_fn)(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                         void *how);
/* A choice drawn softly by the weights as they are, which the trace notes. */
int learner_choose(ct_learner *l, struct player *p, int seat, int n, struct ct_rng *rng,
                   void *how);
/* Begins a game; plays the game that was begun to its end. 0; -1: out->wrong. */
int learner_begin(struct player *p, uint64_t seed, struct played *out);
int learner_play_out(ct_learner *l, struct player *p, choose_fn choose, void *how,
                     struct ct_rng *rng, struct played *out);

/* The weights into l->now, as bots play by them. */
void learner_freeze(ct_learner *l);

/* Before a batch: it may be that another game is learnt first, because nobody wins this one. */
void easier_before(ct_learner *l);
/* What the games of a batch say about that. */
void easier_count(ct_learner *l, int games);
/* Everybody changes between the game that is learnt now and the other. */
void easier_swap(ct_learner *l);
/* Everybody is back at the game itself, and sits at no other. */
void easier_leave(ct_learner *l);

#endif
