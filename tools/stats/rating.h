/* rating.h - how strong players are, from who came before whom: a Bradley-Terry fit. */
#ifndef CANTRIP_TOOLS_STATS_RATING_H
#define CANTRIP_TOOLS_STATS_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rating {
    bool met;     /* somebody: else there is no rating */
    double value; /* in Elo points, 0 on average: 400 are ten wins to one */
    double error; /* its standard error; -1: not known */
};

/* Who came before whom, as a matrix of whole numbers [n][n]: 2 in row i for each time that i came before j, 1 in
 * both where they came level. Matrices of several runs may be added up.
 *
 * The fit is that of Hunter, "MM algorithms for generalized Bradley-Terry models", 2004, with a tie as half a win each, and one
 * tie more for each two that met, so that who always wins has a rating too. The caller frees the ratings: free(). */
struct rating *ratings_fit(const int64_t *wins, int n);

/* The matrices of single deals are multiplied, cell i * n + j by each other, and the products added up over deals: where those of
 * cells u <= v are kept; so many places there are for cells 0 … v - 1. */
static inline size_t moment_place(size_t u, size_t v)
{
    return v * (v + 1) / 2 + u;
}
/* Sets the errors of ratings, by deals, for games of one deal and pairs of one game are not independent (the sandwich of Huber
 * 1967, by clusters). `moments`: those sums. */
void ratings_errors(struct rating *r, const int64_t *wins, const int64_t *moments,
                    uint64_t deals, int n);

#endif
