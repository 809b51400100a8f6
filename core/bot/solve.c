/* solve.c - exact search in games for one. */
#include "cantrip.h"

#include "bot/memory.h"

#include <stdlib.h>
#include <string.h>

/* One position on the way from the deal. */
enum { MOST_BYTES = 64 << 20 }; /* of the states on the way down */

struct level {
    ct_state *state;
    int n, next; /* number of choices, the next to try */
    uint64_t key;
    bool hopeless, counted;
};
struct ct_solver {
    ct_engine *engine;
    struct level *levels;
    int nlevels, cap_levels;
    uint64_t *seen; /* positions seen: hash table, 0: free */
    uint32_t cap, used;
    bool check, no_hook;
    uint64_t limit;
    int deepest; /* in levels */
    struct ct_solve_report r;
};

ct_solver *ct_solver_new(ct_engine *engine)
{
    ct_solver *s = malloc(sizeof *s);

    if (s)
        *s = (ct_solver){.engine = engine};
    return s;
}

void ct_solver_free(ct_solver *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->nlevels; i++)
        ct_state_free(s->levels[i].state);
    free(s->levels);
    free(s->seen);
    free(s);
}

/* ---- positions seen ---- */

static uint64_t *place(const ct_solver *s, uint64_t key)
{
    uint32_t i = (uint32_t)(key >> 32) & (s->cap - 1);

    while (s->seen[i] && s->seen[i] != key)
        i = (i + 1) & (s->cap - 1);
    return &s->seen[i];
}

static bool grow(ct_solver *s)
{
    uint64_t *old = s->seen;
    uint32_t n = s->cap, cap = n ? n * 2 : 4096;
    uint64_t *seen = calloc(cap, sizeof *seen);

    if (!seen)
        return false;
    s->cap = cap;
    s->seen = seen;
    for (uint32_t i = 0; i < n; i++)
        if (old[i])
            *place(s, old[i]) = old[i];
    free(old);
    return true;
}

/* Notes a position. True: it was seen before. Without memory the search must end. */
static bool seen_before(ct_solver *s, uint64_t key)
{
    if (s->used * 2 >= s->cap && !grow(s)) {
        s->r.no_memory = true;
        return false;
    }
    key += !key;
    uint64_t *at = place(s, key);
    if (*at)
        return true;
    *at = key;
    s->used++;
    return false;
}

/* With `check`, positions that can be won are in the table a second time, as this. */
static uint64_t won_key(uint64_t key)
{
    return (key ^ 0x77697468) * 0x9e3779b97f4a7c15ull | 1;
}

/* ---- the search ---- */

static struct level *level_at(ct_solver *s, int i, const ct_state *like)
{
    if (i == s->nlevels) {
        struct level fresh = {.state = ct_clone(like)};
        if (!fresh.state || !bot_room(&s->levels, &s->cap_levels, i + 1, sizeof fresh)) {
            ct_state_free(fresh.state);
            s->r.no_memory = true;
            return NULL;
        }
        s->levels[s->nlevels++] = fresh;
    }
    return &s->levels[i];
}

enum entered { ENTER_FAILED = -1, ENTER_LOST, ENTER_OPEN, ENTER_WON };

/* Runs the level's state on: is it won, lost or finished, or open? */
static enum entered enter(ct_solver *s, struct level *l)
{
    struct ct_result r;
    int rc = ct_advance(s->engine, l->state);

    l->hopeless = l->counted = false;
    if (rc == 0)
        return ct_get_result(s->engine, l->state, &r) ? ENTER_FAILED
               : r.status == CT_OVER && r.winners     ? ENTER_WON
                                                      : ENTER_LOST;
    if (rc < 0)
        return ENTER_FAILED;
    l->key = ct_position(s->engine, l->state);
    if (!l->key)
        return ENTER_FAILED;
    bool seen = seen_before(s, l->key);
    if (s->r.no_memory)
        return ENTER_FAILED;
    if (seen)
        return s->check && *place(s, won_key(l->key)) ? ENTER_WON : ENTER_LOST;
    if (!s->no_hook) {
        rc = ct_bot_hopeless(s->engine, l->state, ct_next_seat(l->state), &l->hopeless);
        if (rc < 0)
            return ENTER_FAILED;
        s->no_hook = !rc;
    }
    s->r.pruned += l->hopeless;
    if (l->hopeless && !s->check)
        return ENTER_LOST;
    l->next = 0;
    l->n = ct_choices(s->engine, l->state, ct_next_seat(l->state));
    return l->n < 1 ? ENTER_FAILED : ENTER_OPEN;
}

/* Plays the next choice of level d into level d + 1. */
static enum entered try_next(ct_solver *s, int d)
{
    struct level *to = level_at(s, d + 1, s->levels[d].state), *from = &s->levels[d];
    if (!to)
        return ENTER_FAILED;
    int seat = ct_next_seat(from->state);

    s->r.nodes++;
    ct_copy(to->state, from->state);
    if (ct_choices(s->engine, to->state, seat) != from->n ||
        ct_pick(s->engine, to->state, seat, from->next++))
        return ENTER_FAILED;
    return enter(s, to);
}

/* With `check` the search goes on after a win, until all is seen. */
static enum ct_solve_answer search(ct_solver *s)
{
    enum ct_solve_answer answer = CT_LOST;
    int d = 0;

    while (d >= 0) {
        if (d + 1 >= s->deepest) /* no room to go on: what is left out may be a win */
            s->r.too_deep = true;
        if (d + 1 >= s->deepest || s->levels[d].next >= s->levels[d].n) {
            d--;
            continue;
        }
        if (s->r.nodes >= s->limit)
            return answer == CT_WINNABLE ? answer : CT_UNDECIDED;
        enum entered e = try_next(s, d);
        if (e == ENTER_FAILED)
            return CT_FAILED;
        if (e == ENTER_OPEN)
            d++;
        if (e != ENTER_WON)
            continue;
        answer = CT_WINNABLE;
        s->r.depth = d + 1;
        /* A win was found d levels down: counts positions on the way that were called hopeless */
        for (int i = 0; i <= d; i++) {
            s->r.wrong += s->levels[i].hopeless && !s->levels[i].counted;
            s->levels[i].counted = true;
            seen_before(s, won_key(s->levels[i].key));
        }
        if (s->r.no_memory)
            return CT_FAILED;
        if (!s->check)
            return answer;
    }
    return answer == CT_LOST && s->r.too_deep ? CT_UNDECIDED : answer;
}

enum ct_solve_answer ct_solver_run(ct_solver *s, const ct_state *deal, uint64_t nodes,
                                   bool check, struct ct_solve_report *out)
{
    enum ct_solve_answer answer = CT_FAILED;

    if (s->used)
        memset(s->seen, 0, s->cap * sizeof *s->seen);
    s->used = 0;
    s->check = check;
    s->limit = nodes;
    s->deepest = (int)(MOST_BYTES / ct_state_size(deal));
    s->r = (struct ct_solve_report){0};
    struct level *first = level_at(s, 0, deal);
    if (first)
        ct_copy(first->state, deal);
    switch (first ? enter(s, first) : ENTER_FAILED) {
    case ENTER_FAILED: break;
    case ENTER_WON: answer = CT_WINNABLE; break;
    case ENTER_LOST: answer = CT_LOST; break;
    default: answer = search(s);
    }
    s->r.too_deep &= answer == CT_UNDECIDED;
    *out = s->r;
    return answer;
}
