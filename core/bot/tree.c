/* tree.c - arms by key, in a pool. */
#include "bot/tree.h"

#include "bot/memory.h"

#include <stdlib.h>
#include <string.h>

void tree_clear(struct tree *t)
{
    if (t->used)
        memset(t->places, 0, t->cap * sizeof *t->places);
    t->used = 0;
    t->narms = 0;
}

void tree_free(struct tree *t)
{
    free(t->places);
    free(t->arms);
    *t = (struct tree){0};
}

/* Where the number of the arm with this key is or belongs. */
static int32_t *place(const struct tree *t, uint64_t key)
{
    uint32_t i = (uint32_t)(key >> 32) & (t->cap - 1);

    while (t->places[i] && t->arms[t->places[i] - 1].key != key)
        i = (i + 1) & (t->cap - 1);
    return &t->places[i];
}

static bool grow(struct tree *t)
{
    struct tree old = *t;
    int32_t *places = calloc(t->cap ? t->cap * 2 : 1024, sizeof *places);

    if (!places)
        return false;
    t->cap = t->cap ? t->cap * 2 : 1024;
    t->places = places;
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.places[i])
            *place(t, t->arms[old.places[i] - 1].key) = old.places[i];
    free(old.places);
    return true;
}

int32_t tree_arm(struct tree *t, uint64_t key, bool *fresh)
{
    if (t->used * 2 >= t->cap && !grow(t))
        return NO_ARM;
    int32_t *at = place(t, key);
    *fresh = !*at;
    if (!*fresh)
        return *at - 1;
    if (!bot_room(&t->arms, &t->cap_arms, t->narms + 1, sizeof *t->arms))
        return NO_ARM;
    t->arms[t->narms] = (struct arm){.key = key};
    t->used++;
    return (*at = ++t->narms) - 1;
}

static uint64_t arm_key(uint64_t node, uint64_t choice)
{
    return (node ^ choice * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
}

/* Puts the arms that follow a node's into the table. */
static bool index_arms(struct tree *t, int32_t at)
{
    struct arm *node = t->arms + at;

    for (uint32_t i = 1; !node->visits && i <= node->offered; i++) {
        if (t->used * 2 >= t->cap && !grow(t))
            return false;
        *place(t, node[i].key) = at + (int32_t)i + 1;
        t->used++;
    }
    node->visits = 1;
    return true;
}

bool tree_offer(struct tree *t, int32_t at, bool fresh, const uint64_t *choice, int n,
                int32_t *arm)
{
    uint64_t node = t->arms[at].key;
    int32_t next = at + 1;

    if (fresh && !bot_room(&t->arms, &t->cap_arms, t->narms + n, sizeof *t->arms))
        return false;
    for (int i = 0; fresh && i < n; i++) {
        arm[i] = next + i;
        t->arms[next + i] = (struct arm){.key = arm_key(node, choice[i])};
    }
    if (fresh) {
        t->arms[at].offered = (uint32_t)n;
        t->narms += n;
        return true;
    }
    for (int i = 0; i < n; i++, next = arm[i - 1] + 1) {
        uint64_t key = arm_key(node, choice[i]);
        if (next < t->narms && t->arms[next].key == key)
            arm[i] = next;
        else if (!index_arms(t, at) || (arm[i] = tree_arm(t, key, &fresh)) == NO_ARM)
            return false;
    }
    return true;
}
