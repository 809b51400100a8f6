/* search.c - the two searches without a tree: one pick ahead, and playouts shared between the
 * choices. Every choice is tried in the same worlds. */
#include "bot/internal.h"

enum { GREEDY_WORLDS = 8 };

/* Makes the pick. *hopeless: is the sample then hopeless? Only alone at the table. */
static int take_root(ct_bot *b, int i, bool *hopeless)
{
    int pick = bot_root_choice(b, i);

    *hopeless = false;
    if (pick < 0 || mast_note(b, b->seat, pick) || ct_pick(b->engine, b->sample, b->seat, pick))
        return -1;
    if (!b->cautious)
        return 0;
    int rc = ct_advance(b->engine, b->sample);
    if (rc == 1 && bot_hopeless(b, b->seat, hopeless))
        return -1;
    return rc < 0 ? -1 : 0;
}

static void count_root(ct_bot *b, int i, int64_t share)
{
    b->root[i].visits++;
    b->root[i].sum += share;
}

/* Makes world number `stream` again. */
static int same_world(ct_bot *b, ct_state *game, uint64_t stream)
{
    b->stream = stream;
    int rc = bot_sample(b, game);
    if (rc == 1)
        ct_quiet(b->sample, CT_MUTE);
    return rc;
}

/* Plays the sample out after choice i. 0; -1: error */
static int play_out(ct_bot *b, int i)
{
    int64_t share[CT_MAX_SEATS];
    bool hopeless;

    if (take_root(b, i, &hopeless))
        return -1;
    if (hopeless) {
        b->stats.iterations++;
        count_root(b, i, 0);
        return 0;
    }
    if (bot_playout(b) < 0 || bot_shares(b, share))
        return -1;
    count_root(b, i, share[b->seat]);
    mast_learn(b, share);
    return 0;
}

/* A sample failed. As bot_drop. */
static int drop(ct_bot *b)
{
    mast_drop(b);
    return bot_drop(b);
}

static int share_playouts(ct_bot *b, ct_state *game)
{
    uint64_t world = b->stream;

    for (int k = 0, many = 0; k < b->spec.n && !many; k++) {
        int i = k % b->nroot;
        if (k && !i)
            world = b->stream;
        int rc = same_world(b, game, world);
        if (rc <= 0)
            return rc;
        many = play_out(b, i) ? drop(b) : 0;
        if (many < 0)
            return -1;
    }
    return 1;
}

int bot_flat(ct_bot *b, ct_state *game, int n)
{
    return bot_search(b, game, n, share_playouts, false);
}

/* Answers the open question at random for the others. */
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

/* Looks at the sample after choice i, no further. 0; -1: error */
static int look_at(ct_bot *b, int i)
{
    int64_t share[CT_MAX_SEATS];
    bool hopeless;

    if (take_root(b, i, &hopeless))
        return -1;
    b->stats.iterations++;
    if ((!b->cautious && close_question(b)) || bot_shares(b, share))
        return -1;
    count_root(b, i, hopeless ? 0 : share[b->seat]);
    return 0;
}

static int look_ahead(ct_bot *b, ct_state *game)
{
    uint64_t first = b->stream;

    for (int w = 0, many = 0; w < GREEDY_WORLDS && !many; w++, first = b->stream)
        for (int i = 0; i < b->nroot && !many; i++) {
            int rc = same_world(b, game, first);
            if (rc <= 0)
                return rc;
            many = look_at(b, i) ? drop(b) : 0;
            if (many < 0)
                return -1;
        }
    return 1;
}

int bot_greedy(ct_bot *b, ct_state *game, int n)
{
    return bot_search(b, game, n, look_ahead, false);
}
