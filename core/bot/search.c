/* search.c - the two searches without a tree: one pick ahead, and playouts shared over the
 * choices. Every choice is tried in the same worlds. */
#include "bot/internal.h"

enum { GREEDY_WORLDS = 8 };

/* Is the sample hopeless after the pick? Alone at the table only. */
static int take_root(ct_bot *b, int i, bool *hopeless)
{
    int pick = bot_root_choice(b, i);

    *hopeless = false;
    if (pick < 0 || mast_note(b, b->seat, pick) || ct_pick(b->engine, b->sample, b->seat, pick))
        return -1;
    if (!b->cautious)
        return 0;
    int rc = ct_advance(b->engine, b->sample);
    if (rc == 1 && ct_bot_hopeless(b->engine, b->sample, b->seat, hopeless) < 0)
        return -1;
    return rc < 0 ? -1 : 0;
}

static void count_root(ct_bot *b, int i, int64_t share)
{
    b->root[i].visits++;
    b->root[i].sum += share;
}

/* The world number `stream` again. */
static int same_world(ct_bot *b, ct_state *game, uint64_t stream)
{
    b->stream = stream;
    int rc = bot_sample(b, game);
    if (rc == 1)
        ct_quiet(b->sample, CT_MUTE);
    return rc;
}

static int share_playouts(ct_bot *b, ct_state *game)
{
    int64_t share[CT_MAX_SEATS];
    uint64_t world = b->stream;
    bool hopeless;

    for (int k = 0; k < b->spec.n; k++) {
        int i = k % b->nroot;
        if (k && !i)
            world = b->stream;
        int rc = same_world(b, game, world);
        if (rc <= 0)
            return rc;
        if (take_root(b, i, &hopeless))
            return -1;
        if (hopeless) {
            b->stats.iterations++;
            count_root(b, i, 0);
            continue;
        }
        if (bot_playout(b) < 0 || bot_shares(b, share))
            return -1;
        count_root(b, i, share[b->seat]);
        mast_learn(b, share);
    }
    return 1;
}

int bot_flat(ct_bot *b, ct_state *game, int n)
{
    return bot_search(b, game, n, share_playouts, false);
}

/* The others' answers to the question that is open, at random. */
static int close_question(ct_bot *b)
{
    unsigned pending = ct_pending(b->sample);

    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = ct_choices(b->engine, b->sample, seat);
        if (n < 1 ||
            ct_pick(b->engine, b->sample, seat, (int)ct_rng_below(&b->rng, (uint32_t)n)))
            return -1;
    }
    return ct_advance(b->engine, b->sample) < 0 ? -1 : 0;
}

static int look_ahead(ct_bot *b, ct_state *game)
{
    int64_t share[CT_MAX_SEATS];
    uint64_t first = b->stream;
    bool hopeless;

    for (int w = 0; w < GREEDY_WORLDS; w++, first = b->stream)
        for (int i = 0; i < b->nroot; i++) {
            int rc = same_world(b, game, first);
            if (rc <= 0)
                return rc;
            if (take_root(b, i, &hopeless))
                return -1;
            b->stats.iterations++;
            if (!b->cautious && close_question(b))
                return -1;
            if (bot_shares(b, share))
                return -1;
            count_root(b, i, hopeless ? 0 : share[b->seat]);
        }
    return 1;
}

int bot_greedy(ct_bot *b, ct_state *game, int n)
{
    return bot_search(b, game, n, look_ahead, false);
}
