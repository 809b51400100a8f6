/* groups.c - what looks the same to an observer, gathered by hash. */
#include "knowledge.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

static void rehash(struct groups *g)
{
    g->nslots = g->nslots ? 2 * g->nslots : 1024;
    g->slot = mem_realloc(g->slot, (size_t)g->nslots * sizeof *g->slot);
    memset(g->slot, -1, (size_t)g->nslots * sizeof *g->slot);
    for (int i = 0; i < g->n; i++) {
        unsigned at = (unsigned)(g->v[i].seen & (uint64_t)(g->nslots - 1));

        while (g->slot[at] >= 0)
            at = (at + 1) & (unsigned)(g->nslots - 1);
        g->slot[at] = i;
    }
}

struct group *groups_get(struct groups *g, uint64_t seen, bool *fresh)
{
    if (2 * (g->n + 1) > g->nslots)
        rehash(g);
    unsigned at = (unsigned)(seen & (uint64_t)(g->nslots - 1));
    while (g->slot[at] >= 0 && g->v[g->slot[at]].seen != seen)
        at = (at + 1) & (unsigned)(g->nslots - 1);
    *fresh = g->slot[at] < 0;
    if (!*fresh)
        return &g->v[g->slot[at]];
    if (g->n == g->cap)
        g->v = mem_realloc(g->v, (size_t)(g->cap = g->cap ? 2 * g->cap : 256) * sizeof *g->v);
    g->slot[at] = g->n;
    g->v[g->n] = (struct group){.seen = seen};
    return &g->v[g->n++];
}

/* Tables of pairs: a power of two, key 0 = free. */

static struct pair *pair_at(struct pair *v, int cap, uint64_t key)
{
    uint64_t at = kmix(key) & (uint64_t)(cap - 1);

    while (v[at].key && v[at].key != key)
        at = (at + 1) & (uint64_t)(cap - 1);
    return &v[at];
}

static struct pair *pair_grow(struct pair *v, int n, int *cap)
{
    if (2 * (n + 1) <= *cap)
        return v;
    int bigger = *cap ? 2 * *cap : 1024;
    struct pair *w = mem_alloc((size_t)bigger * sizeof *w);

    memset(w, 0, (size_t)bigger * sizeof *w);
    for (int i = 0; i < *cap; i++)
        if (v[i].key)
            *pair_at(w, bigger, v[i].key) = v[i];
    free(v);
    *cap = bigger;
    return w;
}

bool groups_digest(struct groups *g, uint64_t digest, uint64_t seen)
{
    g->by_digest = pair_grow(g->by_digest, g->ndigest, &g->cap_digest);
    struct pair *p = pair_at(g->by_digest, g->cap_digest, digest | 1);

    if (p->key)
        return p->value == seen;
    *p = (struct pair){digest | 1, seen};
    g->ndigest++;
    return true;
}

bool groups_memo(struct groups *g, uint64_t key, uint64_t *hash)
{
    if (!g->nmemo)
        return false;
    struct pair *p = pair_at(g->memo, g->cap_memo, key | 1);

    *hash = p->value;
    return p->key != 0;
}

void groups_memo_add(struct groups *g, uint64_t key, uint64_t hash)
{
    g->memo = pair_grow(g->memo, g->nmemo, &g->cap_memo);
    *pair_at(g->memo, g->cap_memo, key | 1) = (struct pair){key | 1, hash};
    g->nmemo++;
}

void groups_free(struct groups *g)
{
    for (int i = 0; i < g->n; i++) {
        free(g->v[i].worlds.v);
        free(g->v[i].real.v);
        free(g->v[i].reached.v);
    }
    free(g->v);
    free(g->slot);
    free(g->by_digest);
    free(g->memo);
    memset(g, 0, sizeof *g);
}
