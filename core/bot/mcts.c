/* mcts.c - multiple-observer information-set Monte Carlo tree search.
 *
 * Cowling, Powley, Whitehouse: "Information Set Monte Carlo Tree Search" (2012). Each iteration
 * plays one sample of the game. While every asked seat has a node for what it has been told since
 * the root, the iteration takes the offered arm with the best upper confidence bound, untried arms
 * first. If a node is missing it is made, and the rest is played at random. Seats that answer at
 * the same time choose each for itself. Every arm taken gets its own seat's share of the win.
 * guide.c says what a policy changes.
 *
 * In one sample a seat acts on cards that only the searcher sees. With `resample` each question
 * below the root is asked in a world sampled again for one of the asked seats, and the game goes on
 * there: Goodman, "Re-determinizing MCTS in Hanabi" (2019). Nodes stay the same, as the digests go
 * on.
 *
 * A seat's digest stands for what it has been told: its own picks, and all events as it saw them.
 * The tree part runs with digests, the playout with neither digests nor events. */
#include "bot/internal.h"

#include <math.h>

/* The weight of exploring, for shares from 0 to 1. */
static const double EXPLORE = 0.7;
/* Tries that a kind counts as, with prior=mast. */
enum { PRIOR = 30 };

/* How far apart this tree's results for the seat are, at most 1, if they are graded. They often lie
 * close together, so with the usual weight the tree would only count them. Values are scaled as in
 * Schrittwieser and others, "Mastering Atari, Go, chess and shogi by planning with a learned model"
 * (2020). */
static double reach(const struct ct_bot *b, int seat)
{
    int64_t apart = b->graded ? b->high[seat] - b->low[seat] : 0;

    return apart > 0 ? (double)apart / CT_WHOLE : 1;
}

/* Which of the seat's n choices (arms in b->offered) is tried now. */
static int select_arm(ct_bot *b, int seat, int n)
{
    double best = -1, explore = EXPLORE * reach(b, seat), offers = 0; /* logarithm of: */
    uint32_t offered = 0; /* most arms were offered as often as the one before */
    const int32_t *arm = b->offered;
    struct arm *arms = b->tree.arms;
    uint32_t untried = 0;
    int pick = 0;

    for (int i = 0; i < n; i++) {
        arms[arm[i]].offered++;
        untried += !(arms[arm[i]].visits | arms[arm[i]].failed);
    }
    uint32_t which = untried ? ct_rng_below(&b->rng, untried) : 0;
    for (; untried; pick++)
        if (!(arms[arm[pick]].visits | arms[arm[pick]].failed) && !which--)
            return pick;
    for (int i = 0; i < n; i++) {
        const struct arm *a = arms + arm[i];
        if (a->offered != offered) {
            offered = a->offered;
            offers = log((double)offered);
        }
        double tried = (double)a->visits + a->failed;
        double v = (double)a->sum / (CT_WHOLE * tried) + explore * sqrt(offers / tried);
        if (v > best) {
            best = v;
            pick = i;
        }
    }
    return pick;
}

/* Each arm counts as if tried PRIOR times more, with its kind's results (mast.c). So not all
 * untried ones must be tried, and similar arms learn from each other. Gelly, Silver: "Combining
 * online and offline knowledge in UCT" (2007), with Finnsson and Björnsson's value for untried
 * arms. -1: error */
static int select_by_kind(ct_bot *b, int seat, int n)
{
    double best = -1, explore = EXPLORE * reach(b, seat);
    uint32_t equal = 0;
    int pick = 0;

    for (int i = 0; i < n; i++) {
        double worth = mast_worth(b, seat, i);
        struct arm *a = &b->tree.arms[b->offered[i]];
        if (worth < 0)
            return -1;
        a->offered++;
        double v = ((double)a->sum / CT_WHOLE + PRIOR * worth) / (a->visits + PRIOR) +
                   explore * sqrt(log(1.0 + a->offered) / (1.0 + a->visits + a->failed));
        if (v > best)
            equal = 0;
        if (v < best || ct_rng_below(&b->rng, ++equal))
            continue;
        best = v;
        pick = i;
    }
    return pick;
}

/* The key of a seat's node: what it has been told. */
static uint64_t node_key(const ct_state *game, int seat)
{
    return ct_digest(game, seat) ^ (uint64_t)(seat + 1) * 0x9e3779b97f4a7c15ull;
}

/* Puts the arms of n choices in `game`, at the node with this key, into b->offered. *made: it is
 * new. 0; -1. In every world where the searcher has been told the same, it is offered the same in
 * the same order (tests/property/knowledge checks that). So its choices need no keys. */
static int offer_arms(ct_bot *b, ct_state *game, int seat, uint64_t key, int n, bool *made)
{
    int32_t at = tree_arm(&b->tree, key, made);

    if (at == NO_ARM || !bot_room(&b->offered, &b->cap_offered, n, sizeof *b->offered))
        return bot_no_memory(b);
    bool same = !*made && seat == b->seat && !b->spec.resample &&
                b->tree.arms[at].offered == (uint32_t)n;
    for (int i = 0; same && i < n; i++)
        b->offered[i] = at + 1 + i;
    if (same)
        return 0;
    if (bot_keys(b, game, seat, n))
        return -1;
    return tree_offer(&b->tree, at, *made, b->keys, n, b->offered) ? 0 : bot_no_memory(b);
}

/* Makes a seat's pick in the tree. Sets *fresh if its node was new. 0; -1 */
static int tree_pick(ct_bot *b, int seat, bool *fresh)
{
    int n = ct_choices(b->engine, b->sample, seat);
    bool made;

    if (n < 2)
        return n < 1 ? -1 : ct_pick(b->engine, b->sample, seat, 0);
    b->stats.picks++;
    if (offer_arms(b, b->sample, seat, node_key(b->sample, seat), n, &made))
        return -1;
    if (b->spec.guided && guide_priors(b, b->sample, seat, n))
        return -1;
    int pick = b->spec.guided       ? guide_select(b, n)
               : b->spec.mast_prior ? select_by_kind(b, seat, n)
                                    : select_arm(b, seat, n);
    if (pick < 0)
        return -1;
    if (!bot_room(&b->path, &b->cap_path, b->npath + 1, sizeof *b->path))
        return bot_no_memory(b);
    b->path[b->npath++] = (struct step){b->offered[pick], (int8_t)seat};
    *fresh |= made;
    return mast_note(b, seat, pick) ? -1 : ct_pick(b->engine, b->sample, seat, pick);
}

/* One of the asked seats, at random. */
static int one_of(ct_bot *b, unsigned seats)
{
    for (unsigned n = ct_rng_below(&b->rng, (uint32_t)__builtin_popcount(seats)); n; n--)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

/* Goes on to the next question; in the tree, in a world of an asked seat. As ct_advance. */
static int next_question(ct_bot *b, bool in_tree)
{
    int rc = ct_advance(b->engine, b->sample);

    if (rc != 1 || !in_tree || !b->npath || !b->spec.resample || !(b->people & (b->people - 1)))
        return rc;
    if (bot_resample(b, one_of(b, ct_pending(b->sample))))
        return -1;
    return ct_advance(b->engine, b->sample);
}

/* Goes down the tree until a node is new. 1: playout next; 0: the end, or hopeless (*lost); -1 */
static int descend(ct_bot *b, bool *lost)
{
    bool fresh = false;
    int rc;

    if (!b->spec.resample)
        ct_quiet(b->sample, CT_DIGESTS);
    while ((rc = next_question(b, !fresh)) == 1) {
        if (fresh)
            return 1;
        unsigned pending = ct_pending(b->sample);
        if (b->cautious && b->npath && bot_hopeless(b, b->seat, lost))
            return -1;
        if (*lost)
            return 0;
        for (int seat = 0; pending >> seat; seat++)
            if ((pending >> seat & 1) && tree_pick(b, seat, &fresh))
                return -1;
        if (fresh)
            ct_quiet(b->sample, CT_MUTE);
    }
    return rc;
}

static int iterate(ct_bot *b)
{
    int64_t share[CT_MAX_SEATS] = {0};
    bool lost = false;

    b->npath = 0;
    int rc = descend(b, &lost);
    if (rc == 1)
        rc = bot_playout(b);
    else
        b->stats.iterations++;
    if (rc < 0 || (!lost && bot_shares(b, share)))
        return -1;
    mast_learn(b, share);
    for (int seat = 0; seat < b->seats; seat++) {
        if (share[seat] < b->low[seat])
            b->low[seat] = share[seat];
        if (share[seat] > b->high[seat])
            b->high[seat] = share[seat];
    }
    for (int i = 0; i < b->npath; i++) {
        struct arm *a = &b->tree.arms[b->path[i].arm];
        a->visits++;
        a->sum += share[b->path[i].seat];
    }
    return 0;
}

/* The iteration failed. What it tried counts as what it has led to so far. Otherwise the tree would
 * try the same again and again. As bot_drop. */
static int drop(ct_bot *b)
{
    for (int i = 0; i < b->npath; i++) {
        struct arm *a = &b->tree.arms[b->path[i].arm];
        if (a->visits) {
            a->sum += a->sum / a->visits;
            a->visits++;
        } else {
            a->failed++;
        }
    }
    mast_drop(b);
    return bot_drop(b);
}

/* Puts the arms of the root's choices into b->offered. 0; -1 */
static int root_arms(ct_bot *b, ct_state *game, uint64_t key)
{
    int n = ct_choices(b->engine, game, b->seat);
    bool made;

    return n == b->nroot ? offer_arms(b, game, b->seat, key, n, &made) : -1;
}

static int grow_tree(ct_bot *b, ct_state *game)
{
    uint64_t root = node_key(game, b->seat);

    tree_clear(&b->tree);
    for (int seat = 0; seat < b->seats; seat++) {
        b->low[seat] = CT_WHOLE;
        b->high[seat] = 0;
    }
    /* priors by what the seat knows of the game, as worlds remember nothing */
    if (b->spec.guided &&
        (root_arms(b, game, root) || guide_priors(b, game, b->seat, b->nroot)))
        return -1;
    for (int k = 0, many = 0; k < b->spec.n && !many; k++) {
        int rc = bot_sample(b, game);
        if (rc <= 0)
            return rc;
        many = iterate(b) ? drop(b) : 0;
        if (many < 0)
            return -1;
    }
    if (root_arms(b, game, root))
        return -1;
    for (int i = 0; i < b->nroot; i++) {
        b->root[i].visits = b->tree.arms[b->offered[i]].visits;
        b->root[i].sum = b->tree.arms[b->offered[i]].sum;
    }
    return 1;
}

int bot_mcts(ct_bot *b, ct_state *game, int n)
{
    return bot_search(b, game, n, grow_tree, true);
}
