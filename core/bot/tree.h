/* tree.h - what a search remembers: a node for each (seat, all that it has been told), with an
 * arm for each choice that was ever offered there.
 *
 * Nodes are found by their key in a hash table; there are no edges. Both pools only grow, by
 * doubling, and keep their memory from search to search.
 */
#ifndef CANTRIP_BOT_TREE_H
#define CANTRIP_BOT_TREE_H

#include "cantrip.h"

enum { NO_ARM = -1 };

struct arm {
    uint64_t key;    /* ct_choice_key for the seat */
    int64_t sum;     /* of shares */
    uint32_t visits; /* taken */
    uint32_t failed; /* … in worlds that failed, before one did not */
    uint32_t offered;
    int32_t next; /* the node's next arm, NO_ARM */
    double prior; /* guide.c: how likely it is by a policy; 0: not yet known */
};
struct node {
    uint64_t key; /* never 0 */
    int32_t first;
};
struct tree {
    struct node *nodes; /* hash table, open addressing */
    uint32_t cap, used;
    struct arm *arms;
    int32_t narms, cap_arms;
};

void tree_clear(struct tree *t);
void tree_free(struct tree *t);
/* The node with this key; a new one (`*fresh`) if there is none. It moves when the next is made.
 * NULL: no memory. */
struct node *tree_node(struct tree *t, uint64_t key, bool *fresh);
/* The node's arm with this key, a new one if it has none; NO_ARM: no memory. Numbers of arms stay. It is looked for
 * behind the arm `before` first (NO_ARM: at the beginning): choices often come in the same order. */
int32_t tree_arm(struct tree *t, struct node *node, int32_t before, uint64_t key);

#endif
