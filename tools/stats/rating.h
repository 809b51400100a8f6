/* rating.h - the strength of players from who came before whom: a Bradley-Terry fit. */
#ifndef CANTRIP_TOOLS_STATS_RATING_H
#define CANTRIP_TOOLS_STATS_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rating {
    bool met;     /* it met another; else it has no rating */
    double value; /* in Elo points, mean 0: 400 are ten wins to one */
    double error; /* its standard error; -1: unknown */
};

/* Who came before whom, as a matrix of whole numbers [n][n]. Row i gets 2 whenever i came before j;
 * both get 1 if they are level. Matrices of several runs can be added.
 *
 * The fit follows Hunter, "MM algorithms for generalized Bradley-Terry models", 2004. A tie is
 * half a win for each. Each two that met get one more tie, so that a player who always wins has
 * a rating, too. The caller frees the ratings: free().
 */
struct rating *ratings_fit(const int64_t *wins, int n);

/* Moments are products of the cells u <= v (i * n + j) of a deal's matrix, summed over deals.
 * This is the index of such a product, and also the number of products of cells 0 … v - 1. */
static inline size_t moment_place(size_t u, size_t v)
{
    return v * (v + 1) / 2 + u;
}
/* Sets the errors of the ratings over deals, as games of a deal and pairs of a game depend on
 * each other (the clustered sandwich of Huber 1967). `moments`: see moment_place. */
void ratings_errors(struct rating *r, const int64_t *wins, const int64_t *moments,
                    uint64_t deals, int n);

#endif
