/* bot.c - a bot's life, and how it chooses. */
#include "bot/internal.h"

#include "kernel/wide.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bot_room(void *array, int *cap, int n, size_t size)
{
    int room = *cap ? *cap : 64;
    void *v;

    if (n <= *cap)
        return true;
    while (room < n)
        room *= 2;
    memcpy(&v, array, sizeof v);
    v = realloc(v, (size_t)room * size);
    if (!v)
        return false;
    memcpy(array, &v, sizeof v);
    *cap = room;
    return true;
}

bool bot_keep(char ***list, int *n, int *cap, const char *text)
{
    bool room = bot_room(list, cap, *n + 1, sizeof **list);
    char *own = room ? strdup(text) : NULL;

    if (own)
        (*list)[(*n)++] = own;
    return own;
}

void bot_add(struct bot_text *to, const char *bytes, size_t n)
{
    if (to->lost || n > INT32_MAX / 4 || !bot_room(&to->s, &to->cap, to->n + (int)n + 1, 1)) {
        to->lost = true;
        return;
    }
    if (n)
        memcpy(to->s + to->n, bytes, n);
    to->n += (int)n;
    to->s[to->n] = '\0';
}

void bot_addf(struct bot_text *to, const char *fmt, ...)
{
    char text[513];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    bot_add(to, text, strlen(text));
}

char *bot_take(struct bot_text *text)
{
    if (text->lost)
        free(text->s);
    return text->lost ? NULL : text->s;
}

ct_bot *ct_bot_new(const ct_definition *def, const struct ct_bot_spec *spec)
{
    ct_engine *engine = ct_engine_new(def, NULL);

    if (!engine)
        return NULL;
    ct_bot *b = malloc(sizeof *b);
    if (!b) {
        ct_engine_free(engine);
        return NULL;
    }
    *b = (ct_bot){.spec = *spec, .def = def, .engine = engine};
    if ((spec->kind == CT_BOT_LEARNT || spec->guided) && !features_init(&b->features, def)) {
        ct_bot_free(b);
        return NULL;
    }
    return b;
}

int bot_no_memory(ct_bot *b)
{
    b->no_memory = true;
    return -1;
}

void ct_bot_free(ct_bot *b)
{
    if (!b)
        return;
    program_free(b->program);
    ct_state_free(b->base);
    ct_state_free(b->sample);
    ct_state_free(b->back);
    ct_engine_free(b->engine);
    tree_free(&b->tree);
    tree_free(&b->kinds);
    free(b->line);
    free(b->root);
    free(b->path);
    free(b->offered);
    free(b->keys);
    features_free(&b->features);
    free(b->worth);
    free(b);
}

/* Picks before a playout is cut: of each person if the ruleset can judge positions, else of all. */
enum { LOOK_AHEAD = 10, LONG_PLAYOUT = 300 };

/* Makes the games that a search plays in, once. */
static bool worlds(ct_bot *b, const ct_state *game)
{
    if (!b->sample)
        b->sample = ct_clone(game);
    if (!b->back)
        b->back = ct_clone(game);
    if (!b->base)
        b->base = ct_clone(game);
    return b->sample && b->back && b->base;
}

void ct_bot_begin(ct_bot *b, ct_state *game, int seat, uint64_t seed)
{
    bool hopeless = false;
    int64_t value, worth[CT_MAX_SEATS];

    b->seed = seed;
    if (b->spec.kind == CT_BOT_LEARNT || b->spec.guided)
        learnt_begin(b, game);
    if (b->spec.kind == CT_BOT_LEARNT)
        return;
    b->no_memory = !worlds(b, game);
    if (b->no_memory)
        return;
    ct_copy(b->sample, game);
    b->seat = seat;
    b->seats = ct_seats(game);
    b->people = 0;
    for (int i = 0; i < b->seats; i++)
        b->people |= ct_is_person(game, i) << i;
    b->cautious =
        ct_people(game) == 1 && ct_bot_hopeless(b->engine, b->sample, seat, &hopeless) != 0;
    b->plies = b->spec.plies;
    if (!b->plies)
        b->plies = ct_bot_value(b->engine, b->sample, seat, &value) ||
                           ct_bot_worths(b->engine, b->sample, worth)
                       ? LOOK_AHEAD * ct_people(game)
                       : LONG_PLAYOUT;
    if (b->spec.kind == CT_BOT_EXEC)
        b->no_memory = program_begin(b) != 0;
}

/* A bot's luck depends on the seed, its seat and the number of picks, not on what it did before. So
 * a game that was undone or loaded goes on the same way. */
static void begin_choice(ct_bot *b, const ct_state *game, int seat)
{
    struct ct_stats s = ct_get_stats(game);
    struct ct_rng r = ct_rng_make(b->seed, 1000 + (uint64_t)seat);

    r = ct_rng_make(ct_rng_next(&r), s.picks + s.forced + s.empty);
    b->key = ct_rng_next(&r);
    b->rng = ct_rng_make(ct_rng_next(&r), 0);
    b->stream = 0;
    b->seat = seat;
    b->nroot = b->nworth = b->dropped = 0;
    b->misjudged = false;
    b->least = INT64_MAX;
    b->most = INT64_MIN;
}

/* The choice with the most visits; of equals the best share, then the first. */
static int most_visited(const ct_bot *b)
{
    int best = 0;

    for (int i = 1; i < b->nroot; i++) {
        const struct choice_tally *t = &b->root[i], *o = &b->root[best];
        if (t->visits > o->visits || (t->visits == o->visits && t->sum > o->sum))
            best = i;
    }
    return best;
}

/* The choice with the best share, at random among equals. */
static int best_share(ct_bot *b)
{
    int best = -1, equal = 0;

    for (int i = 0; i < b->nroot; i++) {
        const struct choice_tally *t = &b->root[i], *o = &b->root[best < 0 ? 0 : best];
        int d = compare_products((uint64_t)t->sum, o->visits, (uint64_t)o->sum, t->visits);
        if (!t->visits)
            continue;
        if (best < 0 || d > 0)
            equal = 0;
        if (best < 0 || d > 0 || (d == 0 && ct_rng_below(&b->rng, (uint32_t)++equal + 1) == 0))
            best = i;
    }
    return best < 0 ? (int)ct_rng_below(&b->rng, (uint32_t)b->nroot) : best;
}

int bot_keys(ct_bot *b, ct_state *game, int seat, int n)
{
    if (!bot_room(&b->keys, &b->cap_keys, n, sizeof *b->keys))
        return bot_no_memory(b);
    return ct_choice_keys(b->engine, game, seat, b->keys) == n ? 0 : -1;
}

static int begin_search(ct_bot *b, ct_state *game, int n)
{
    if (!bot_room(&b->root, &b->cap_root, n, sizeof *b->root))
        return bot_no_memory(b);
    b->nroot = n;
    if (bot_keys(b, game, b->seat, n))
        return -1;
    for (int i = 0; i < n; i++)
        b->root[i] = (struct choice_tally){.key = b->keys[i]};
    b->stats.choices++;
    tree_clear(&b->kinds);
    return 0;
}

int bot_search(ct_bot *b, ct_state *game, int n, search_fn search, bool by_visits)
{
    if (begin_search(b, game, n))
        return -1;
    if (b->spec.forgets || b->spec.no_facts) {
        ct_copy(b->base, game);
        if (b->spec.forgets)
            ct_forget(b->engine, b->base, b->seat);
        if (b->spec.no_facts)
            ct_forget_facts(b->base);
        game = b->base;
    }
    int rc = search(b, game);
    uint64_t visits = 0;
    for (int i = 0; i < n; i++)
        visits += b->root[i].visits;
    if (rc < 0)
        return -1;
    if (!rc || !visits) { /* no world could be played on */
        b->stats.refused++;
        b->nroot = 0;
        return bot_random(b, game, n);
    }
    b->by_visits = by_visits;
    return by_visits ? most_visited(b) : best_share(b);
}

int bot_random(ct_bot *b, ct_state *game, int n)
{
    (void)game;
    return (int)ct_rng_below(&b->rng, (uint32_t)n);
}

int bot_first(ct_bot *b, ct_state *game, int n)
{
    (void)game;
    b->nworth = n;
    return 0;
}

int ct_bot_choose(ct_bot *b, ct_state *game, int seat)
{
    static int (*const take[])(ct_bot * b, ct_state * game, int n) = {
#define X(id, word, ...) bot_##word,
        CT_BOTS(X)
#undef X
    };
    int n = ct_choices(b->engine, game, seat);

    if (b->no_memory || b->cannot)
        return -1;
    begin_choice(b, game, seat);
    if (n < 2)
        return n < 1 ? -1 : 0;
    int pick = take[b->spec.kind](b, game, n);
    if (pick >= -1)
        return pick;
    b->stats.forfeits++;
    return bot_random(b, game, n);
}

const char *ct_bot_error(ct_bot *b)
{
    return b->no_memory ? "out of memory" : b->cannot ? b->cannot : ct_error(b->engine);
}

bool ct_bot_get_estimate(const ct_bot *b, int i, struct ct_bot_estimate *out)
{
    if (i < 0 || i >= b->nroot)
        return false;
    const struct choice_tally *t = &b->root[i];
    *out = (struct ct_bot_estimate){
        t->visits ? (double)t->sum / ((double)t->visits * CT_WHOLE) : 0, t->visits};
    return true;
}

bool ct_bot_worth(const ct_bot *b, int i, double *worth)
{
    struct ct_bot_estimate e;

    if (ct_bot_get_estimate(b, i, &e)) {
        *worth = !e.visits      ? -INFINITY
                 : b->by_visits ? (double)e.visits + e.share / 2 /* equals by their share */
                                : e.share;
        return true;
    }
    if (i < 0 || i >= b->nworth)
        return false;
    *worth = b->spec.kind == CT_BOT_LEARNT ? b->worth[i] : -i;
    return true;
}

struct ct_bot_stats ct_bot_get_stats(const ct_bot *b)
{
    return b->stats;
}
