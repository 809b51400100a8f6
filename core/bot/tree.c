/* tree.c - nodes by key, arms in a pool. */
#include "bot/tree.h"

#include "bot/memory.h"

#include <stdlib.h>
#include <string.h>

void tree_clear(struct tree *t)
{
    if (t->used)
        memset(t->nodes, 0, t->cap * sizeof *t->nodes);
    if (t->narms)
        memset(t->places, 0, t->cap_places * sizeof *t->places);
    t->used = 0;
    t->narms = 0;
}

void tree_free(struct tree *t)
{
    free(t->nodes);
    free(t->arms);
    free(t->places);
    *t = (struct tree){0};
}

/* Where the node with this key is or should be. */
static struct node *place(const struct tree *t, uint64_t key)
{
    uint32_t i = (uint32_t)(key >> 32) & (t->cap - 1);

    while (t->nodes[i].key && t->nodes[i].key != key)
        i = (i + 1) & (t->cap - 1);
    return &t->nodes[i];
}

static bool grow(struct tree *t)
{
    struct node *old = t->nodes;
    uint32_t n = t->cap, cap = n ? n * 2 : 1024;
    struct node *nodes = calloc(cap, sizeof *nodes);

    if (!nodes)
        return false;
    t->cap = cap;
    t->nodes = nodes;
    for (uint32_t i = 0; i < n; i++)
        if (old[i].key)
            *place(t, old[i].key) = old[i];
    free(old);
    return true;
}

struct node *tree_node(struct tree *t, uint64_t key, bool *fresh)
{
    if (t->used * 2 >= t->cap && !grow(t))
        return NULL;
    key += !key;
    struct node *n = place(t, key);
    *fresh = !n->key;
    if (*fresh) {
        *n = (struct node){key};
        t->used++;
    }
    return n;
}

static bool is_arm(const struct arm *arm, uint64_t node, uint64_t key)
{
    return arm->key == key && arm->node == node;
}

/* Where the number of a node's arm with this key is or should be. */
static int32_t *place_of_arm(const struct tree *t, uint64_t node, uint64_t key)
{
    uint64_t mixed = (node ^ (key << 32 | key >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(mixed >> 32) & (t->cap_places - 1);

    while (t->places[i] && !is_arm(t->arms + t->places[i] - 1, node, key))
        i = (i + 1) & (t->cap_places - 1);
    return t->places + i;
}

/* Makes room for one more arm. False: no memory. */
static bool arm_room(struct tree *t)
{
    uint32_t cap = t->cap_places ? t->cap_places * 2 : 4096;

    if (!bot_room(&t->arms, &t->cap_arms, t->narms + 1, sizeof *t->arms))
        return false;
    if ((uint32_t)t->narms * 2 < t->cap_places)
        return true;
    int32_t *places = calloc(cap, sizeof *places);
    if (!places)
        return false;
    free(t->places);
    t->places = places;
    t->cap_places = cap;
    for (int32_t i = 0; i < t->narms; i++)
        *place_of_arm(t, t->arms[i].node, t->arms[i].key) = i + 1;
    return true;
}

int32_t tree_arm(struct tree *t, const struct node *node, int32_t before, uint64_t key)
{
    int32_t next = before + 1;

    if (before != NO_ARM && next < t->narms && is_arm(t->arms + next, node->key, key))
        return next;
    if (!arm_room(t))
        return NO_ARM;
    int32_t *place = place_of_arm(t, node->key, key);
    if (!*place) {
        t->arms[t->narms] = (struct arm){.key = key, .node = node->key};
        *place = ++t->narms;
    }
    return *place - 1;
}
