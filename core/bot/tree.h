/* tree.h - what a search remembers: a node for each (seat, all that it has been told), with an
 * arm for each choice that was ever offered there.
 *
 * Nodes are found by their key in a hash table, arms by theirs and their node's in another; there are no edges. All only
 * grow, by doubling, and keep their memory from search to search.
 */
#ifndef CANTRIP_BOT_TREE_H
#define CANTRIP_BOT_TREE_H

#include "cantrip.h"

enum { NO_ARM = -1 };

struct arm {
    uint64_t key;    /* ct_choice_key for the seat */
    uint64_t node;   /* its node's key */
    int64_t sum;     /* of shares */
    uint32_t visits; /* taken */
    uint32_t failed; /* … in worlds that failed, before one did not */
    uint32_t offered;
    double prior; /* guide.c: how likely it is by a policy; 0: not yet known */
};
struct node {
    uint64_t key; /* never 0 */
};
struct tree {
    struct node *nodes; /* hash table, open addressing */
    uint32_t cap, used;
    struct arm *arms;
    int32_t narms, cap_arms;
    int32_t *places; /* hash table, open addressing: numbers of arms plus 1 */
    uint32_t cap_places;
};

void tree_clear(struct tree *t);
void tree_free(struct tree *t);
/* The node with this key; a new one (`*fresh`) if there is none. It moves when the next is made.
 * NULL: no memory. */
struct node *tree_node(struct tree *t, uint64_t key, bool *fresh);
/* The node's arm with this key, a new one if it has none; NO_ARM: no memory. Numbers of arms stay. It is looked for
 * behind the arm `before` first (NO_ARM: nowhere): choices often come in the same order. */
int32_t tree_arm(struct tree *t, const struct node *node, int32_t before, uint64_t key);

#endif
