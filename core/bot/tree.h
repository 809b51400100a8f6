/* tree.h - what a search remembers: an arm for each choice that was ever offered at a node, which is a seat and all
 * that it has been told. The node has an arm of its own.
 *
 * Nodes are found by their key in a hash table; there are no edges. Most nodes are met but once, so their arms only
 * stand behind theirs, in the order of the choices. They come into the table, too, when the node is met again and other
 * choices are offered. Both pools only grow, by doubling, and keep their memory from search to search.
 */
#ifndef CANTRIP_BOT_TREE_H
#define CANTRIP_BOT_TREE_H

#include "cantrip.h"

enum { NO_ARM = -1 };

struct arm {
    uint64_t key;     /* of a node or a kind, or one made of a node's and a choice's */
    int64_t sum;      /* of shares */
    uint32_t visits;  /* taken; of a node: 1 if its arms are in the table */
    uint32_t failed;  /* … in worlds that failed, before one did not */
    uint32_t offered; /* of a node: arms that stand behind its own */
    double prior;     /* guide.c: how likely it is by a policy; 0: not yet known */
};
struct tree {
    struct arm *arms;
    int32_t narms, cap_arms;
    int32_t *places; /* hash table, open addressing: an arm's number + 1 */
    uint32_t cap, used;
};

void tree_clear(struct tree *t);
void tree_free(struct tree *t);
/* The arm with this key, a new one (`*fresh`) if there is none; NO_ARM: no memory. Numbers of arms stay. */
int32_t tree_arm(struct tree *t, uint64_t key, bool *fresh);
/* The arms of n choices, by their keys (all different), at the node whose arm is `at`; those of a `fresh` node, made last,
 * are new. False: no memory. */
bool tree_offer(struct tree *t, int32_t at, bool fresh, const uint64_t *choice, int n,
                int32_t *arm);

#endif
