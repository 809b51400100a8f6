/* bot.c - a bot's life, and how it comes to its choice. */
#include "bot/internal.h"

#include <stdio.h>
#include <stdlib.h>

void *bot_alloc(void *old, size_t size)
{
    void *p = realloc(old, size ? size : 1);

    if (!p) {
        fputs("cantrip: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

struct bot *bot_new(const ct_definition *def, const struct bot_spec *spec)
{
    ct_engine *engine = ct_engine_new(def, NULL);

    if (!engine)
        return NULL;
    struct bot *b = bot_alloc(NULL, sizeof *b);
    *b = (struct bot){.spec = *spec, .def = def, .engine = engine};
    return b;
}

void bot_free(struct bot *b)
{
    if (!b)
        return;
    program_free(b->program);
    ct_state_free(b->base);
    ct_state_free(b->sample);
    ct_state_free(b->back);
    ct_engine_free(b->engine);
    tree_free(&b->tree);
    free(b->root);
    free(b->path);
    free(b->offered);
    free(b);
}

/* Picks of each person that a playout makes before it is cut, where the ruleset can judge it. */
enum { LOOK_AHEAD = 10 };

void bot_begin(struct bot *b, ct_state *game, int seat, uint64_t seed)
{
    bool hopeless = false;
    int64_t value;

    if (!b->sample) {
        b->sample = ct_clone(game);
        b->back = ct_clone(game);
        b->base = ct_clone(game);
    }
    ct_copy(b->sample, game);
    b->seat = seat;
    b->seats = ct_seats(game);
    b->people = 0;
    for (int i = 0; i < b->seats; i++)
        b->people |= ct_is_person(game, i) << i;
    b->cautious =
        ct_people(game) == 1 && ct_bot_hopeless(b->engine, b->sample, seat, &hopeless) != 0;
    b->plies = b->spec.plies;
    if (!b->plies && ct_bot_value(b->engine, b->sample, seat, &value) != 0)
        b->plies = LOOK_AHEAD * ct_people(game);
    b->seed = seed;
    if (b->spec.kind == BOT_EXEC)
        program_begin(b);
}

/* A bot's chance depends on the seed, its seat and how many picks were made, and on nothing
 * that it did before: a game that was undone or read from a file goes on the same. */
static void begin_choice(struct bot *b, const ct_state *game, int seat)
{
    struct ct_stats s = ct_get_stats(game);
    struct ct_rng r = ct_rng_make(b->seed, 1000 + (uint64_t)seat);

    r = ct_rng_make(ct_rng_next(&r), s.picks + s.forced + s.empty);
    b->key = ct_rng_next(&r);
    b->rng = ct_rng_make(ct_rng_next(&r), 0);
    b->stream = 0;
    b->seat = seat;
    b->nroot = 0;
    b->least = INT64_MAX;
    b->most = INT64_MIN;
}

/* The choice with the most visits; among equals the best share, then the first. */
static int most_visited(const struct bot *b)
{
    int best = 0;

    for (int i = 1; i < b->nroot; i++) {
        const struct choice_tally *t = &b->root[i], *o = &b->root[best];
        if (t->visits > o->visits || (t->visits == o->visits && t->sum > o->sum))
            best = i;
    }
    return best;
}

/* The choice with the best share, by chance among equals. */
static int best_share(struct bot *b)
{
    int best = -1, equal = 0;

    for (int i = 0; i < b->nroot; i++) {
        const struct choice_tally *t = &b->root[i], *o = &b->root[best < 0 ? 0 : best];
        __int128 d =
            (__int128)t->sum * (int64_t)o->visits - (__int128)o->sum * (int64_t)t->visits;
        if (!t->visits)
            continue;
        if (best < 0 || d > 0)
            equal = 0;
        if (best < 0 || d > 0 || (d == 0 && ct_rng_below(&b->rng, (uint32_t)++equal + 1) == 0))
            best = i;
    }
    return best < 0 ? (int)ct_rng_below(&b->rng, (uint32_t)b->nroot) : best;
}

static void begin_search(struct bot *b, ct_state *game, int n)
{
    if (n > b->cap_root) {
        b->cap_root = n * 2;
        b->root = bot_alloc(b->root, (size_t)b->cap_root * sizeof *b->root);
    }
    b->nroot = n;
    for (int i = 0; i < n; i++)
        b->root[i] = (struct choice_tally){.key = ct_choice_key(b->engine, game, b->seat, i)};
    b->stats.choices++;
}

static int search(struct bot *b, ct_state *game, int n)
{
    int rc;

    begin_search(b, game, n);
    if (b->spec.forgets) {
        ct_copy(b->base, game);
        ct_forget(b->engine, b->base, b->seat);
        game = b->base;
    }
    rc = b->spec.kind == BOT_FLAT     ? bot_flat(b, game)
         : b->spec.kind == BOT_GREEDY ? bot_greedy(b, game)
                                      : bot_mcts(b, game);
    if (rc < 0)
        return -1;
    if (!rc) {
        b->nroot = 0;
        return (int)ct_rng_below(&b->rng, (uint32_t)n);
    }
    return b->spec.kind == BOT_MCTS ? most_visited(b) : best_share(b);
}

int bot_choose(struct bot *b, ct_state *game, int seat)
{
    int n = ct_choices(b->engine, game, seat), pick;

    begin_choice(b, game, seat);
    if (n < 2)
        return n < 1 ? -1 : 0;
    switch (b->spec.kind) {
    case BOT_FIRST: return 0;
    case BOT_FLAT:
    case BOT_GREEDY:
    case BOT_MCTS: return search(b, game, n);
    case BOT_EXEC:
        pick = program_choose(b, game, n);
        if (pick >= -1)
            return pick;
        b->stats.forfeits++;
        break;
    default: break;
    }
    return (int)ct_rng_below(&b->rng, (uint32_t)n);
}

const char *bot_error(struct bot *b)
{
    return ct_error(b->engine);
}

bool bot_estimate(const struct bot *b, int i, struct bot_estimate *out)
{
    if (i < 0 || i >= b->nroot)
        return false;
    const struct choice_tally *t = &b->root[i];
    *out = (struct bot_estimate){t->visits ? (double)t->sum / ((double)t->visits * WHOLE) : 0,
                                 t->visits};
    return true;
}

struct bot_stats bot_get_stats(const struct bot *b)
{
    return b->stats;
}
