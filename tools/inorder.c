/* inorder.c - takes what several threads make in order. */
#include "inorder.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WAITING = 64 << 20 /* bytes of items that wait for an earlier one */ };

struct waiting {
    void *item; /* NULL: still missing */
    size_t bytes;
};

void inorder_begin(struct inorder *q, inorder_fn take, void (*drop)(void *item), void *ctx)
{
    *q = (struct inorder){.take = take, .drop = drop, .ctx = ctx};
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->moved, NULL);
}

static void flush(struct inorder *q)
{
    size_t done = 0;

    for (; done < q->n && q->waits[done].item; done++) {
        q->bytes -= q->waits[done].bytes;
        q->full |= !q->take(q->ctx, q->waits[done].item);
    }
    q->next += done;
    q->n -= done;
    if (done && q->n)
        memmove(q->waits, q->waits + done, q->n * sizeof *q->waits);
}

bool inorder_put(struct inorder *q, uint64_t i, void *item, size_t bytes)
{
    pthread_mutex_lock(&q->lock);
    while (i > q->next && q->bytes > MOST_WAITING && !q->given_up)
        pthread_cond_wait(&q->moved, &q->lock);
    size_t at = (size_t)(i - q->next);
    if (at >= q->cap) {
        q->cap = at * 2 + 16;
        q->waits = mem_realloc(q->waits, q->cap * sizeof *q->waits);
    }
    while (q->n <= at)
        q->waits[q->n++] = (struct waiting){NULL, 0};
    q->waits[at] = (struct waiting){item, bytes};
    q->bytes += bytes;
    if (!at) {
        flush(q);
        pthread_cond_broadcast(&q->moved);
    }
    bool more = !q->full;
    pthread_mutex_unlock(&q->lock);
    return more;
}

void inorder_give_up(struct inorder *q)
{
    pthread_mutex_lock(&q->lock);
    q->given_up = true;
    pthread_cond_broadcast(&q->moved);
    pthread_mutex_unlock(&q->lock);
}

void inorder_end(struct inorder *q)
{
    for (size_t i = 0; i < q->n; i++)
        if (q->waits[i].item)
            q->drop(q->waits[i].item);
    free(q->waits);
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->moved);
}
