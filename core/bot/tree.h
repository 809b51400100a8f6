/* tree.h - what a search remembers: an arm for each choice that was ever offered at a node. A node
 * is a seat and all that it has been told. It has an arm of its own.
 *
 * A hash table finds nodes by their key; there are no edges. Most nodes are met only once, so their
 * arms just follow the node's own, in the order of the choices. They enter the table when the node
 * is met again and offers other choices. Both pools only grow, by doubling, and keep their memory
 * between searches. */
#ifndef CANTRIP_BOT_TREE_H
#define CANTRIP_BOT_TREE_H

#include "cantrip.h"

enum { NO_ARM = -1 };

struct arm {
    uint64_t key;     /* of a node or a kind; or of a choice at a node */
    int64_t sum;      /* of shares */
    uint32_t visits;  /* times taken; of a node: 1 if its arms are in the table */
    uint32_t failed;  /* times taken in worlds that failed, before one did not */
    uint32_t offered; /* of a node: arms that follow its own */
    double prior;     /* guide.c: how likely by a policy; 0: not known yet */
};
struct tree {
    struct arm *arms;
    int32_t narms, cap_arms;
    int32_t *places; /* hash table, open addressing: number of the arm + 1 */
    uint32_t cap, used;
};

void tree_clear(struct tree *t);
void tree_free(struct tree *t);
/* The arm with this key, or a new one (*fresh). NO_ARM: no memory. Arms keep their numbers. */
int32_t tree_arm(struct tree *t, uint64_t key, bool *fresh);
/* Finds the arms of n choices, by their different keys, at the node whose arm is `at`. If this node
 * is `fresh`, made last, they are new. False: no memory. */
bool tree_offer(struct tree *t, int32_t at, bool fresh, const uint64_t *choice, int n,
                int32_t *arm);

#endif
