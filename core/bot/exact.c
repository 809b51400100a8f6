/* exact.c - all ways in which a small game can go: exact values, best responses, an equilibrium.
 *
 * Positions are in one array, each behind the one it comes from. So one sweep forwards takes down
 * what flows down the tree (how likely a position is), and one backwards what flows up (what it is
 * worth). */
#include "cantrip.h"

#include "bot/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 64 << 20 }; /* of the states on the way down */

/* A position: it comes from `parent` by the choice in `slot` (-1: luck alone), then by luck. */
struct node {
    int parent, slot;
    int at; /* its information set; of an end: ~number */
    double chance;
};
/* An information set: its choices are slots `first` … `first + n - 1`. */
struct set {
    uint64_t digest;
    int seat, first, n;
    int before; /* earlier choices of the seat */
    double own; /* how likely the seat comes to it, if all others want to */
};
struct slot {
    uint64_t key;
    double given, now, sum; /* how likely it is: as given, now, summed over iterations */
    double regret, gain;
};
/* What a random draw gave on the way from one position to the next. */
struct lot {
    int pick, n;
};
struct level {
    ct_state *state;
    int node, set, next, n;
    int choices[CT_MAX_SEATS]; /* that each seat has made */
    struct lot *lot;
    int nlots, cap_lots;
};
struct ct_exact {
    ct_engine *engine;
    uint64_t seed, most;
    ct_exact_policy policy;
    void *ctx;
    struct level *level;
    int nlevels, cap_levels, d;
    /* a step down: the next draw, how likely all are together, also as a power of ten */
    int asked;
    double chance, power;
    struct node *node;
    struct set *set;
    struct slot *slot;
    int *table;  /* of sets, by digest: number + 1 */
    double *pay; /* of each end: points of all seats, then shares */
    int nnodes, cap_nodes, nsets, cap_sets, nslots, cap_slots, ntable, nends, cap_pay;
    int seats, deepest;
    double *value, *others, *own; /* by position */
    double *play;                 /* by slot: how likely its choice is */
    uint64_t iterations;
    bool by_score; /* as far as the ends say */
    struct ct_exact_size size;
    char wrong[256];
};

static int fail(ct_exact *x, const char *why)
{
    snprintf(x->wrong, sizeof x->wrong, "%s", why);
    return -1;
}

static int no_memory(ct_exact *x)
{
    return fail(x, "out of memory");
}

const char *ct_exact_error(ct_exact *x)
{
    return x->wrong[0] ? x->wrong : ct_error(x->engine);
}

struct ct_exact_size ct_exact_get_size(const ct_exact *x)
{
    return x->size;
}

void ct_exact_free(ct_exact *x)
{
    if (!x)
        return;
    for (int i = 0; i < x->nlevels; i++) {
        ct_state_free(x->level[i].state);
        free(x->level[i].lot);
    }
    free(x->level);
    free(x->node);
    free(x->set);
    free(x->slot);
    free(x->table);
    free(x->pay);
    free(x->value);
    free(x->others);
    free(x->own);
    free(x->play);
    free(x);
}

/* ---- the tree ---- */

/* Makes room for level i, whose state is a copy of `like`. */
static int make_level(ct_exact *x, int i, const ct_state *like)
{
    struct level fresh = {.state = NULL};

    if (i < x->nlevels)
        return 0;
    fresh.state = ct_clone(like);
    if (!fresh.state || !bot_room(&x->level, &x->cap_levels, i + 1, sizeof fresh)) {
        ct_state_free(fresh.state);
        return no_memory(x);
    }
    x->level[x->nlevels++] = fresh;
    return 0;
}

static int add_node(ct_exact *x, struct node node)
{
    if (!bot_room(&x->node, &x->cap_nodes, x->nnodes + 1, sizeof node))
        return no_memory(x);
    x->node[x->nnodes++] = node;
    x->size.positions++;
    return 0;
}

ct_exact *ct_exact_new(ct_engine *engine, const struct ct_setup *setup, uint64_t most,
                       ct_exact_policy policy, void *ctx)
{
    struct ct_setup how = *setup;
    ct_exact *x = malloc(sizeof *x);

    if (!x)
        return NULL;
    *x = (ct_exact){.engine = engine, .seed = how.seed, .policy = policy, .ctx = ctx};
    x->most = most < INT32_MAX / 2 ? most : INT32_MAX / 2;
    x->by_score = true;
    how.flags = CT_TRACK;
    ct_state *game = ct_game_new(engine, &how);
    if (!game || make_level(x, 0, game) ||
        add_node(x, (struct node){.parent = -1, .slot = -1, .at = -1, .chance = 1})) {
        ct_state_free(game);
        ct_exact_free(x);
        return NULL;
    }
    x->seats = ct_seats(game);
    x->level[0].set = -1; /* it stands for how the game begins */
    x->level[0].n = 1;
    ct_state_free(game);
    return x;
}

static int lot(void *ctx, int n, const int *weight)
{
    ct_exact *x = ctx;
    struct level *l = &x->level[x->d];
    double all = 0;

    if (!n)
        return fail(x, "a script's hook uses random values and asks a player, so there are no "
                       "exact answers");
    if (x->asked == l->nlots) {
        if (!bot_room(&l->lot, &l->cap_lots, l->nlots + 1, sizeof *l->lot))
            return no_memory(x);
        l->lot[l->nlots++] = (struct lot){0, n};
    }
    int pick = l->lot[x->asked++].pick;
    for (int i = 0; i < n; i++)
        all += weight ? weight[i] : 1;
    double p = (weight ? weight[pick] : 1) / all;
    x->chance *= p;
    x->power -= log10(p);
    return pick;
}

/* Goes on to the next outcome of a level's draws. False: that was the last */
static bool next_lots(struct level *l)
{
    while (l->nlots && l->lot[l->nlots - 1].pick + 1 == l->lot[l->nlots - 1].n)
        l->nlots--;
    if (l->nlots)
        l->lot[l->nlots - 1].pick++;
    return l->nlots;
}

/* The place of a set in the table: the set, or where it belongs. */
static int *place(const ct_exact *x, uint64_t digest, int seat)
{
    unsigned mask = (unsigned)x->ntable - 1, i = (unsigned)(digest >> 20) & mask;

    while (x->table[i] &&
           (x->set[x->table[i] - 1].digest != digest || x->set[x->table[i] - 1].seat != seat))
        i = (i + 1) & mask;
    return &x->table[i];
}

static int grow_table(ct_exact *x)
{
    if (x->nsets * 2 < x->ntable)
        return 0;
    free(x->table);
    x->ntable = x->ntable ? x->ntable * 2 : 1024;
    x->table = calloc((size_t)x->ntable, sizeof *x->table);
    if (!x->table)
        return no_memory(x);
    for (int i = 0; i < x->nsets; i++)
        *place(x, x->set[i].digest, x->set[i].seat) = i + 1;
    return 0;
}

/* Asks the policy how the seat plays in a new set. */
static int ask_policy(ct_exact *x, const struct set *set, ct_state *state)
{
    double *chance = malloc((size_t)set->n * sizeof *chance);
    int rc = chance ? 0 : no_memory(x);

    for (int i = 0; !rc && i < set->n; i++)
        chance[i] = 1.0 / set->n;
    if (!rc && x->policy && x->policy(x->ctx, state, set->seat, set->n, chance))
        rc = fail(x, "the policy failed");
    for (int i = 0; !rc && i < set->n; i++)
        x->slot[set->first + i].given = chance[i];
    free(chance);
    return rc;
}

static int add_set(ct_exact *x, struct level *l, struct set set)
{
    uint64_t *key = malloc((size_t)set.n * sizeof *key);
    int rc = -1;

    if (!key || !bot_room(&x->set, &x->cap_sets, x->nsets + 1, sizeof set) ||
        !bot_room(&x->slot, &x->cap_slots, x->nslots + set.n, sizeof *x->slot)) {
        no_memory(x);
    } else if (ct_choice_keys(x->engine, l->state, set.seat, key) == set.n) {
        for (int i = 0; i < set.n; i++)
            x->slot[x->nslots + i] = (struct slot){.key = key[i], .now = 1.0 / set.n};
        x->nslots += set.n;
        x->set[x->nsets++] = set;
        x->size.sets[set.seat]++;
        x->deepest = set.before > x->deepest ? set.before : x->deepest;
        *place(x, set.digest, set.seat) = x->nsets;
        rc = ask_policy(x, &set, l->state);
    }
    free(key);
    return rc;
}

static int enter_question(ct_exact *x, struct level *l)
{
    int seat = ct_next_seat(l->state);
    struct set set = {.seat = seat,
                      .digest = ct_digest(l->state, seat),
                      .first = x->nslots,
                      .before = l->choices[seat],
                      .n = ct_choices(x->engine, l->state, seat)};

    if (set.n < 1 || grow_table(x))
        return -1;
    if (!*place(x, set.digest, seat) && add_set(x, l, set))
        return -1;
    l->set = *place(x, set.digest, seat) - 1;
    if (x->set[l->set].n != set.n)
        return fail(
            x, "a seat with the same knowledge has different choices. cantrip check --deep "
               "shows where");
    l->n = set.n;
    l->next = l->nlots = 0;
    x->node[l->node].at = l->set;
    return 0;
}

/* Enters an end, with what it is worth. */
static int enter_end(ct_exact *x, struct level *l)
{
    struct ct_result r;

    if (ct_get_result(x->engine, l->state, &r))
        return -1;
    if (!bot_room(&x->pay, &x->cap_pay, (x->nends + 1) * 2 * x->seats, sizeof *x->pay))
        return no_memory(x);
    double *points = x->pay + x->nends * 2 * x->seats;
    x->by_score &= r.scored && !r.graded && !r.won && !r.lost;
    for (int i = 0; i < x->seats; i++) {
        bool person = ct_is_person(l->state, i);
        x->by_score &= !person || r.side[i] == 1u << i;
        points[i] = !person ? 0 : (double)(r.least_wins ? -r.score[i] : r.score[i]);
        points[x->seats + i] = !person ? 0 : (double)r.share[i] / CT_WHOLE;
    }
    x->node[l->node].at = ~x->nends++;
    x->size.ends++;
    return 0;
}

/* Makes the next choice of the current level, with its draws, in the level below. As ct_advance. */
static int step_down(ct_exact *x)
{
    struct level *l = &x->level[x->d], *to = l + 1;

    x->asked = 0;
    x->chance = 1;
    x->power = 0;
    ct_chance(x->engine, lot, x);
    int rc = 0;
    if (l->set < 0) {
        rc = ct_game_restart(x->engine, to->state, x->seed);
    } else {
        const struct set *set = &x->set[l->set];
        ct_copy(to->state, l->state);
        int i =
            ct_choice_find(x->engine, to->state, set->seat, x->slot[set->first + l->next].key);
        rc = i < 0 ? -1 : ct_pick(x->engine, to->state, set->seat, i);
    }
    rc = rc ? -1 : ct_advance(x->engine, to->state);
    ct_chance(x->engine, NULL, NULL);
    return rc;
}

static int too_large(ct_exact *x, double outcomes)
{
    x->size.too_large = true;
    x->size.outcomes = outcomes;
    return fail(x, "the tree is too large");
}

/* Adds one position, or leaves one that is finished. */
static int grow(ct_exact *x)
{
    if (x->level[x->d].next == x->level[x->d].n) {
        x->d--;
        return 0;
    }
    if ((uint64_t)x->nnodes >= x->most ||
        (size_t)(x->d + 2) > MOST_BYTES / ct_state_size(x->level[0].state))
        return too_large(x, 0);
    if (make_level(x, x->d + 1, x->level[0].state))
        return -1;
    int rc = step_down(x);
    struct level *l = &x->level[x->d], *to = l + 1;
    if (rc < 0)
        return -1;
    if (x->power > log10((double)x->most) + 3) /* so unlikely a way may be one of few */
        return too_large(x, x->power);
    const struct set *set = l->set < 0 ? NULL : &x->set[l->set];
    to->node = x->nnodes;
    memcpy(to->choices, l->choices, sizeof l->choices);
    if (set)
        to->choices[set->seat]++;
    if (add_node(x, (struct node){.parent = l->node,
                                  .slot = set ? set->first + l->next : -1,
                                  .chance = x->chance}))
        return -1;
    if (!next_lots(l))
        l->next++;
    if (rc == 0)
        return enter_end(x, to);
    if (enter_question(x, to))
        return -1;
    x->d++;
    return 0;
}

/* Do the payments of all seats have the same sum at each end from number `from` on? */
static bool constant_sum(const ct_exact *x, int from)
{
    double first = 0;

    for (int e = 0; e < x->nends; e++) {
        double sum = 0;
        for (int i = 0; i < x->seats; i++)
            sum += x->pay[e * 2 * x->seats + from + i];
        first = e ? first : sum;
        if (fabs(sum - first) > 1e-9)
            return false;
    }
    return true;
}

static int finish(ct_exact *x)
{
    size_t n = (size_t)x->nnodes;

    x->size.points = x->by_score && constant_sum(x, 0);
    if (!x->size.points && !constant_sum(x, x->seats))
        return fail(x, "neither points nor shares of the win always add up to the same, so "
                       "players do not play against each other");
    x->value = malloc(n * sizeof *x->value);
    x->others = malloc(n * sizeof *x->others);
    x->own = malloc(n * sizeof *x->own);
    x->play = malloc(((size_t)x->nslots + 1) * sizeof *x->play);
    return x->value && x->others && x->own && x->play ? 0 : no_memory(x);
}

int ct_exact_grow(ct_exact *x, int n)
{
    for (; n > 0 && x->d >= 0; n--)
        if (grow(x))
            return -1;
    return x->d >= 0 ? 1 : x->play || !finish(x) ? 0 : -1;
}

/* ---- sweeps ---- */

/* The seat whose choice leads to position i; -1: none. */
static int chooser(const ct_exact *x, int i)
{
    return x->node[i].slot < 0 ? -1 : x->set[x->node[x->node[i].parent].at].seat;
}

/* How likely each position is if `seat` wants to come there, and if all others do. */
static void sweep_down(ct_exact *x, int seat)
{
    x->others[0] = x->own[0] = 1;
    for (int i = 1; i < x->nnodes; i++) {
        const struct node *node = &x->node[i];
        double p = node->slot < 0 ? 1 : x->play[node->slot];
        bool mine = chooser(x, i) == seat;
        x->others[i] = x->others[node->parent] * node->chance * (mine ? 1 : p);
        x->own[i] = x->own[node->parent] * (mine ? p : 1);
    }
}

/* What each position is worth to the seat. */
static void sweep_up(ct_exact *x, int seat)
{
    memset(x->value, 0, (size_t)x->nnodes * sizeof *x->value);
    for (int i = x->nnodes - 1; i > 0; i--) {
        const struct node *node = &x->node[i];
        double p = node->chance * (node->slot < 0 ? 1 : x->play[node->slot]);
        if (node->at < 0)
            x->value[i] = x->pay[(~node->at * 2 + !x->size.points) * x->seats + seat];
        x->value[node->parent] += p * x->value[i];
    }
}

/* ---- CFR+ ---- */

/* Turns the regrets of the set into its next way to play. */
static void match_regrets(ct_exact *x, const struct set *set)
{
    struct slot *s = x->slot + set->first;
    double all = 0;

    for (int k = 0; k < set->n; k++)
        all += s[k].regret;
    for (int k = 0; k < set->n; k++)
        s[k].now = all > 0 ? s[k].regret / all : 1.0 / set->n;
}

/* Adds an iteration's findings to the set, which its seat comes to with probability `own`. */
static void learn(ct_exact *x, struct set *set)
{
    for (struct slot *s = x->slot + set->first; s < x->slot + set->first + set->n; s++) {
        s->sum += (double)x->iterations * set->own * s->now;
        s->regret = s->regret + s->gain > 0 ? s->regret + s->gain : 0;
        s->gain = 0;
    }
    match_regrets(x, set);
}

static void iterate_seat(ct_exact *x, int seat)
{
    for (int k = 0; k < x->nslots; k++)
        x->play[k] = x->slot[k].now;
    sweep_down(x, seat);
    sweep_up(x, seat);
    for (int i = 1; i < x->nnodes; i++) {
        const struct node *node = &x->node[i];
        if (chooser(x, i) != seat)
            continue;
        x->slot[node->slot].gain +=
            x->others[node->parent] * node->chance * (x->value[i] - x->value[node->parent]);
        /* the same all over the set */
        x->set[x->node[node->parent].at].own = x->own[node->parent];
    }
    for (int i = 0; i < x->nsets; i++)
        if (x->set[i].seat == seat)
            learn(x, &x->set[i]);
}

void ct_exact_iterate(ct_exact *x)
{
    x->iterations++;
    for (int seat = 0; seat < x->seats; seat++)
        if (x->size.sets[seat])
            iterate_seat(x, seat);
}

/* ---- what a policy is worth ---- */

static void play_by(ct_exact *x, enum ct_exact_which which)
{
    for (int i = 0; i < x->nsets; i++) {
        const struct set *set = &x->set[i];
        double all = 0;
        for (int k = set->first; k < set->first + set->n; k++)
            all += x->slot[k].sum;
        for (int k = set->first; k < set->first + set->n; k++)
            x->play[k] = which == CT_EXACT_GIVEN ? x->slot[k].given
                         : all > 0               ? x->slot[k].sum / all
                                                 : 1.0 / set->n;
    }
}

/* Settles the best choice in sets after `before` choices of the seat. Later ones are settled. */
static void settle(ct_exact *x, int seat, int before)
{
    sweep_up(x, seat);
    for (int i = 1; i < x->nnodes; i++)
        if (chooser(x, i) == seat)
            x->slot[x->node[i].slot].gain +=
                x->others[x->node[i].parent] * x->node[i].chance * x->value[i];
    for (int i = 0; i < x->nsets; i++) {
        const struct set *set = &x->set[i];
        int best = set->first;
        for (int k = set->first; set->seat == seat && k < set->first + set->n; k++) {
            best = x->slot[k].gain > x->slot[best].gain ? k : best;
            x->play[k] = set->before == before ? 0 : x->play[k];
        }
        if (set->seat == seat && set->before == before)
            x->play[best] = 1;
    }
    for (int k = 0; k < x->nslots; k++)
        x->slot[k].gain = 0;
}

void ct_exact_measure(ct_exact *x, enum ct_exact_which which, struct ct_exact_worth *out)
{
    int asked = 0;

    *out = (struct ct_exact_worth){.exploitability = 0};
    for (int seat = 0; seat < x->seats; seat++) {
        play_by(x, which);
        sweep_down(x, seat);
        sweep_up(x, seat);
        out->value[seat] = x->value[0];
        for (int before = x->deepest; before >= 0; before--)
            settle(x, seat, before);
        sweep_up(x, seat);
        out->best[seat] = x->value[0];
        out->exploitability += out->best[seat] - out->value[seat];
        asked += x->size.sets[seat] > 0;
    }
    out->exploitability /= asked ? asked : 1;
}
