/* inorder.h - takes what several threads make in the order of its numbers. */
#ifndef CANTRIP_TOOLS_INORDER_H
#define CANTRIP_TOOLS_INORDER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes over an item. False: no more are wanted. */
typedef bool (*inorder_fn)(void *ctx, void *item);
struct inorder {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    inorder_fn take;
    void (*drop)(void *item); /* frees an item that was never taken */
    void *ctx;
    bool given_up, full;
    uint64_t next;         /* the item to be taken next, … */
    struct waiting *waits; /* … and those after it, some still missing */
    size_t n, cap, bytes;  /* bytes: of all that wait */
};

void inorder_begin(struct inorder *q, inorder_fn take, void (*drop)(void *item), void *ctx);
/* Hands over item i (from 0) of so many bytes, from any thread. Waits while it is far ahead.
 * False: no more are wanted. */
bool inorder_put(struct inorder *q, uint64_t i, void *item, size_t bytes);
/* An item will never come: threads stop waiting for it. */
void inorder_give_up(struct inorder *q);
void inorder_end(struct inorder *q);

#endif
