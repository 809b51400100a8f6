/* mast.c - playouts that learn during a search: the move-average sampling technique.
 *
 * Finnsson, Björnsson: "Simulation-Based Approach to General Game Playing" (2008). In its
 * epsilon-greedy form Tak, Winands, Björnsson: "N-Grams and the Last-Good-Reply Policy Applied in
 * General Game Playing" (2012). Each kind of pick (ct_choice_look: what the seat sees of the cards,
 * not where they lie) keeps the mean share of all iterations in which its seat made it, in the tree
 * or after it. A playout takes a pick of the best mean, untried kinds first, and one time in five
 * any. A kind has only what the picking seat sees, so nobody in a playout acts on a card that they
 * do not see. */
#include "bot/internal.h"

enum { ANY_ONE_OF = 5 };

/* The arm of choice i's kind; NO_ARM: no memory */
static int32_t kind_arm(ct_bot *b, int seat, int i)
{
    uint64_t kind = ct_choice_look(b->engine, b->sample, seat, i);
    struct ct_rng key = ct_rng_make(kind, (uint64_t)seat);
    bool fresh;

    return tree_arm(&b->kinds, ct_rng_next(&key), &fresh);
}

static int note_arm(ct_bot *b, int seat, int32_t arm)
{
    if (arm == NO_ARM || !bot_room(&b->line, &b->cap_line, b->nline + 1, sizeof *b->line))
        return bot_no_memory(b);
    b->line[b->nline++] = (struct step){arm, (int8_t)seat};
    return 0;
}

/* The mean of what it led to. An untried kind may be worth the whole. */
static double mean_of(const struct arm *a)
{
    return a->visits ? (double)a->sum / a->visits : a->failed ? 0 : CT_WHOLE;
}

double mast_worth(ct_bot *b, int seat, int i)
{
    int32_t at = kind_arm(b, seat, i);

    return at == NO_ARM ? bot_no_memory(b) : mean_of(&b->kinds.arms[at]) / CT_WHOLE;
}

int mast_note(ct_bot *b, int seat, int i)
{
    return b->spec.mast ? note_arm(b, seat, kind_arm(b, seat, i)) : 0;
}

void mast_learn(ct_bot *b, const int64_t *share)
{
    for (int i = 0; i < b->nline; i++) {
        struct arm *a = &b->kinds.arms[b->line[i].arm];
        a->visits++;
        a->sum += share[b->line[i].seat];
    }
}

void mast_drop(ct_bot *b)
{
    for (int i = 0; i < b->nline; i++)
        b->kinds.arms[b->line[i].arm].failed++;
}

/* The choice of n with the best mean, at random among equals; *arm: its arm. -1: no memory */
static int best_kind(ct_bot *b, int seat, int n, int32_t *arm)
{
    double most = -1;
    uint32_t equal = 0;
    int pick = -1;

    for (int i = 0; i < n; i++) {
        int32_t at = kind_arm(b, seat, i);
        if (at == NO_ARM)
            return bot_no_memory(b);
        double mean = mean_of(&b->kinds.arms[at]);
        if (mean > most)
            equal = 0;
        if (mean < most || ct_rng_below(&b->rng, ++equal))
            continue;
        most = mean;
        pick = i;
        *arm = at;
    }
    return pick;
}

int mast_pick(ct_bot *b, int seat, int *picks)
{
    int n = ct_choices(b->engine, b->sample, seat), pick = 0;
    int32_t arm = NO_ARM;

    if (n < 2)
        return n < 1 ? -1 : ct_pick(b->engine, b->sample, seat, 0);
    if (ct_rng_below(&b->rng, ANY_ONE_OF)) {
        pick = best_kind(b, seat, n, &arm);
    } else {
        pick = (int)ct_rng_below(&b->rng, (uint32_t)n);
        arm = kind_arm(b, seat, pick);
    }
    if (pick < 0 || note_arm(b, seat, arm))
        return -1;
    ++*picks;
    return ct_pick(b->engine, b->sample, seat, pick);
}
