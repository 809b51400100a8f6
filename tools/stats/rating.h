/* rating.h - how strong players are, from who came before whom: a Bradley-Terry fit. */
#ifndef CANTRIP_TOOLS_STATS_RATING_H
#define CANTRIP_TOOLS_STATS_RATING_H

#include <stdbool.h>
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

/* Errors by deals, for games of one deal and pairs of one game are not independent: each deal's own matrix is given
 * to ratings_deal, then ratings_end works them out (the sandwich of Huber 1967, by clusters). */
struct rating_errors;
struct rating_errors *ratings_errors(const struct rating *r, const int64_t *wins, int n);
void ratings_deal(struct rating_errors *e, const int64_t *wins);
void ratings_end(struct rating_errors *e, struct rating *r); /* frees e */

#endif
