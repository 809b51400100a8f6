/* playout.c - samples, random playouts, and what a position is worth.
 *
 * Alone at the table, with a ruleset that says what is hopeless, a playout takes back a pick that
 * leads to a hopeless position and tries another. */
#include "bot/internal.h"

#include "kernel/wide.h"

#include <string.h>

enum { MOST_REFUSALS = 1000, FEW_REFUSALS = 10, MOST_DROPPED = 1000 };

int bot_sample(ct_bot *b, ct_state *game)
{
    b->nline = 0;
    if (b->spec.sees_all) {
        struct ct_rng r = ct_rng_make(b->key, b->stream++);
        return ct_other_luck(b->engine, b->sample, game, ct_rng_next(&r));
    }
    for (int i = 0; i < MOST_REFUSALS; i++) {
        struct ct_rng r = ct_rng_make(b->key, b->stream++);
        uint64_t stream = ct_rng_next(&r);
        int rc = b->spec.resample
                     ? ct_redeterminize(b->engine, b->sample, game, b->seat, stream, false)
                     : ct_resample(b->engine, b->sample, game, b->seat, stream);
        if (rc)
            return rc;
    }
    return 0;
}

int bot_resample(ct_bot *b, int seat)
{
    for (int i = 0; i < FEW_REFUSALS; i++) {
        struct ct_rng r = ct_rng_make(b->key, b->stream++);
        int rc = ct_redeterminize(b->engine, b->back, b->sample, seat, ct_rng_next(&r), true);
        if (rc < 0)
            return -1;
        if (rc) {
            ct_copy(b->sample, b->back);
            return 0;
        }
    }
    return 0;
}

/* A seat may think worlds possible that the rules could never lead to: being offered a pick because
 * of one's cards shows nothing but the pick. If such a world fails, the game is not at fault. But a
 * bot's hook should judge any world, and its author needs to hear if it cannot. */
int bot_drop(ct_bot *b)
{
    if (b->no_memory || b->misjudged || !strcmp(ct_error_code(b->engine), "MEMORY"))
        return -1;
    return b->dropped++ < MOST_DROPPED ? 0 : 1;
}

int bot_hopeless(ct_bot *b, int seat, bool *hopeless)
{
    b->misjudged = ct_bot_hopeless(b->engine, b->sample, seat, hopeless) < 0;
    return b->misjudged ? -1 : 0;
}

int bot_root_choice(ct_bot *b, int i)
{
    int n = ct_choices(b->engine, b->sample, b->seat);

    if (i < n && ct_choice_key(b->engine, b->sample, b->seat, i) == b->root[i].key)
        return i;
    for (int j = 0; j < n; j++)
        if (ct_choice_key(b->engine, b->sample, b->seat, j) == b->root[i].key)
            return j;
    return n < 1 ? -1 : (int)ct_rng_below(&b->rng, (uint32_t)n);
}

/* Makes one pick for the only seat, not a hopeless one while there is another. 1: go on; 0: surely
 * lost; else as ct_advance, -1 or 2 (over). */
static int careful_pick(ct_bot *b, int seat, int n)
{
    int order[64];
    int left = n < 64 ? n : 64;

    for (int i = 0; i < left; i++)
        order[i] = i;
    ct_copy(b->back, b->sample);
    for (; left > 0; left--) {
        int k = (int)ct_rng_below(&b->rng, (uint32_t)left), pick = order[k];
        bool hopeless = false;
        order[k] = order[left - 1];
        b->stats.picks += n > 1;
        if (ct_choices(b->engine, b->sample, seat) != n ||
            ct_pick(b->engine, b->sample, seat, pick))
            return -1;
        int rc = ct_advance(b->engine, b->sample);
        if (rc <= 0)
            return rc < 0 ? -1 : 2;
        if (bot_hopeless(b, seat, &hopeless))
            return -1;
        if (!hopeless)
            return 1;
        if (left > 1)
            ct_copy(b->sample, b->back);
    }
    return 0;
}

static int careful_playout(ct_bot *b)
{
    int picks = 0, rc;

    while ((rc = ct_advance(b->engine, b->sample)) == 1) {
        int seat = ct_next_seat(b->sample);
        int n = ct_choices(b->engine, b->sample, seat);
        if (n < 1 || (b->plies && picks++ >= b->plies))
            return n < 1 ? -1 : 0;
        rc = careful_pick(b, seat, n);
        if (rc != 1)
            return rc < 0 ? -1 : 0;
    }
    return rc;
}

/* Picks are by `pick` (picks: counts those among several choices). */
static int playout_by(ct_bot *b, int (*pick)(ct_bot *b, int seat, int *picks))
{
    int picks = 0, rc;

    while ((rc = ct_advance(b->engine, b->sample)) == 1 && (!b->plies || picks < b->plies)) {
        unsigned pending = ct_pending(b->sample);
        for (int seat = 0; pending >> seat; seat++)
            if ((pending >> seat & 1) && pick(b, seat, &picks))
                return -1;
    }
    b->stats.picks += (uint64_t)picks;
    return rc < 0 ? -1 : 0;
}

int bot_playout(ct_bot *b)
{
    uint64_t picks;

    b->stats.iterations++;
    if (b->cautious)
        return careful_playout(b);
    if (b->spec.mast || b->spec.guided)
        return playout_by(b, b->spec.mast ? mast_pick : guide_pick);
    int rc = ct_playout(b->engine, b->sample, &b->rng, 1, b->plies, &picks);
    b->stats.picks += picks;
    return rc == 1 ? 0 : rc;
}

/* ---- worth ---- */

/* A lead as a share: half for none, nearly the whole for a great one. */
static int64_t lead_share(int64_t own, int64_t best)
{
    int64_t a = own < 0 ? -own : own, c = best < 0 ? -best : best;

    return CT_WHOLE / 2 + CT_WHOLE / 2 * (own - best) / (a + c + 1);
}

/* Alone at the table more is better: a score's place between the least and greatest of this
 * search. */
static int64_t place_share(ct_bot *b, int64_t score)
{
    if (score < b->least)
        b->least = score;
    if (score > b->most)
        b->most = score;
    return b->most == b->least ? CT_WHOLE / 2
                               : part_of(CT_WHOLE, (uint64_t)score - (uint64_t)b->least,
                                         (uint64_t)b->most - (uint64_t)b->least);
}

static void score_shares(ct_bot *b, const struct ct_result *r, int64_t *share)
{
    int64_t more = r->least_wins ? -1 : 1;

    for (int i = 0; i < b->seats; i++) {
        int64_t best = INT64_MIN, own = more * r->side_score[i];
        for (int j = 0; j < b->seats; j++)
            if (b->people >> j & 1 && !(r->side[i] >> j & 1) && more * r->side_score[j] > best)
                best = more * r->side_score[j];
        share[i] = !r->scored          ? CT_WHOLE / 2
                   : best == INT64_MIN ? place_share(b, own)
                                       : lead_share(own, best);
    }
}

/* Replaces scores by what the ruleset says the position is worth to each, added up by sides. */
static void take_worths(const ct_bot *b, struct ct_result *r, const int64_t *worth)
{
    r->scored = true;
    r->least_wins = false;
    for (int i = 0; i < b->seats; i++) {
        r->side_score[i] = 0;
        for (int j = 0; j < b->seats; j++)
            r->side_score[i] += r->side[i] >> j & 1 ? worth[j] : 0;
    }
}

int bot_shares(ct_bot *b, int64_t *share)
{
    struct ct_result r;
    int64_t value = 0, worth[CT_MAX_SEATS];
    int has = 0;

    if (ct_get_result(b->engine, b->sample, &r))
        return -1;
    b->graded = r.graded || r.staked;
    for (int i = 0; i < b->seats; i++)
        share[i] = r.share[i];
    /* a game for one that cannot be lost is played for its score */
    if (r.status == CT_OVER &&
        (b->people & (b->people - 1) || !r.scored || r.graded || r.won | r.lost))
        return 0;
    if (r.status != CT_OVER)
        has = ct_bot_worths(b->engine, b->sample, worth);
    if (has == 1)
        take_worths(b, &r, worth);
    if (!b->graded || has == 1)
        score_shares(b, &r, share);
    b->misjudged = has < 0;
    if (r.status == CT_OVER || has)
        return has < 0 ? -1 : 0;
    for (int i = 0; i < b->seats && has >= 0; i++) {
        if (!(b->people >> i & 1))
            continue;
        has = ct_bot_value(b->engine, b->sample, i, &value);
        if (has == 1)
            share[i] = CT_WHOLE * (value < 0 ? 0 : value > 1000 ? 1000 : value) / 1000;
        else
            break;
    }
    b->misjudged = has < 0;
    return has < 0 ? -1 : 0;
}
