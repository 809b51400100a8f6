/* tree.c - nodes by key, arms in a pool. */
#include "bot/tree.h"

#include "bot/memory.h"

#include <stdlib.h>
#include <string.h>

void tree_clear(struct tree *t)
{
    if (t->used)
        memset(t->nodes, 0, t->cap * sizeof *t->nodes);
    t->used = 0;
    t->narms = 0;
}

void tree_free(struct tree *t)
{
    free(t->nodes);
    free(t->arms);
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
        *n = (struct node){key, NO_ARM};
        t->used++;
    }
    return n;
}

int32_t tree_arm(struct tree *t, struct node *node, int32_t before, uint64_t key)
{
    int32_t last = NO_ARM, next = before == NO_ARM ? node->first : t->arms[before].next;

    if (next != NO_ARM && t->arms[next].key == key)
        return next;
    for (int32_t i = node->first; i != NO_ARM; i = t->arms[i].next) {
        if (t->arms[i].key == key)
            return i;
        last = i;
    }
    if (!bot_room(&t->arms, &t->cap_arms, t->narms + 1, sizeof *t->arms))
        return NO_ARM;
    t->arms[t->narms] = (struct arm){.key = key, .next = NO_ARM};
    *(last == NO_ARM ? &node->first : &t->arms[last].next) = t->narms;
    return t->narms++;
}
