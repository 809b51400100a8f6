/* trace.h - one game of self-play for training: what was seen, offered and picked, and what that
 * teaches. */
#ifndef CANTRIP_BOT_TRACE_H
#define CANTRIP_BOT_TRACE_H

#include "bot/policy.h"

/* One choice among several: where its features, heads and likelihoods are in the trace. */
struct decision {
    int at, n, head, first, likely, choices, picked;
    int8_t seat;
    float value; /* what its seat was expected to get */
};
struct trace {
    struct decision *decision;
    int n, cap;
    uint32_t *at, *head;
    int nat, cap_at, nhead, cap_head;
    int *first;
    int nfirst, cap_first;
    float *likely,
        *score; /* of each choice: how likely it was; its logarithm, up to a constant */
    int nlikely, cap_likely, cap_score;
    double *worth, *weighed;
    int cap_worth, cap_weighed;
};
/* What games teach: how much each weight changes, and which do. */
struct lesson {
    float *change;   /* POLICY_SIZE of them */
    uint32_t *place; /* those that are not 0 */
    int n;
};

void trace_clear(struct trace *t);
void trace_free(struct trace *t);
/* Draws one of n choices softly by these weights, and notes it if there is room. -1: no memory */
int trace_choose(struct trace *t, const float *weight, const struct features *f, int seat,
                 int n, struct ct_rng *rng);
/* Adds what the game teaches. returned: each seat's part of the win. open: how much each choice is
 * drawn back to being open. */
void trace_teach(const struct trace *t, const double *returned, float open, struct lesson *to);

bool lesson_init(struct lesson *l);
void lesson_free(struct lesson *l);

#endif
