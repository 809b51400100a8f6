/* match.c - matches wants with things, one to one, by augmenting paths (Kuhn, The Hungarian
 * method, 1955). */
#include "scenario/scenario.h"

#include <string.h>

static bool give(const bool *fits, int k, int n, int *owner, bool *tried)
{
    for (int j = 0; j < n; j++) {
        if (tried[j] || !fits[(size_t)k * (size_t)n + (size_t)j])
            continue;
        tried[j] = true;
        if (owner[j] < 0 || give(fits, owner[j], n, owner, tried)) {
            owner[j] = k;
            return true;
        }
    }
    return false;
}

bool match(struct arena *mem, const bool *fits, int nk, int n, int *owner, bool *have)
{
    struct held h;
    bool *tried = arena_borrow(mem, &h, (size_t)n + 1), all = true;

    for (int j = 0; j < n; j++)
        owner[j] = -1;
    for (int k = 0; k < nk; k++) {
        memset(tried, 0, (size_t)n);
        have[k] = give(fits, k, n, owner, tried);
        all &= have[k];
    }
    arena_release(mem, &h);
    return all;
}
