/* rating.c - a Bradley-Terry fit by minorization-maximization, and its errors. It runs once,
 * for 64 players at most. */
#include "tools/stats/rating.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>

/* Points for a factor e of strength: 400 points are 10 to 1. */
static const double ELO = 400 / 2.302585092994046;
enum { ROUNDS = 100000 };

static int64_t met(const int64_t *wins, int n, int i, int j)
{
    return i == j ? 0 : wins[i * n + j] + wins[j * n + i];
}

/* Half games between i and j, with the added tie. */
static double games(const int64_t *wins, int n, int i, int j)
{
    int64_t m = met(wins, n, i, j);

    return m ? (double)m / 2 + 1 : 0;
}

/* One round for all strengths. Returns the greatest factor of change. */
static double improve(const int64_t *wins, int n, double *strength)
{
    double most = 0;

    for (int i = 0; i < n; i++) {
        double won = 0, among = 0;
        for (int j = 0; j < n; j++)
            if (met(wins, n, i, j)) {
                won += (double)wins[i * n + j] / 2 + 0.5;
                among += games(wins, n, i, j) / (strength[i] + strength[j]);
            }
        if (among <= 0)
            continue;
        double change = fabs(log(won / among / strength[i]));
        most = change > most ? change : most;
        strength[i] = won / among;
    }
    return most;
}

struct rating *ratings_fit(const int64_t *wins, int n)
{
    struct rating *out = mem_alloc((size_t)n * sizeof *out);
    double *strength = mem_alloc((size_t)n * sizeof *strength), mean = 0;
    int rated = 0;

    for (int i = 0; i < n; i++)
        strength[i] = 1;
    for (int round = 0; round < ROUNDS && improve(wins, n, strength) > 1e-10; round++) {
    }
    for (int i = 0; i < n; i++) {
        out[i] = (struct rating){.value = ELO * log(strength[i]), .error = -1};
        for (int j = 0; j < n; j++)
            out[i].met |= met(wins, n, i, j) != 0;
        mean += out[i].met ? out[i].value : 0;
        rated += out[i].met;
    }
    for (int i = 0; i < n && rated; i++)
        out[i].value = out[i].met ? out[i].value - mean / rated : 0;
    free(strength);
    return out;
}

/* ---- errors ---- */

static double expected(const double *theta, int i, int j)
{
    return 1 / (1 + exp(theta[j] - theta[i]));
}

/* The Fisher information of the games, as a matrix. */
static double *information(const double *theta, const struct rating *r, const int64_t *wins,
                           int n)
{
    double *bread = mem_zero((size_t)n * (size_t)n * sizeof *bread);

    for (int i = 0; i < n; i++) {
        bread[i * n + i] = !r[i].met; /* so that an inverse exists */
        for (int j = 0; j < n; j++) {
            double p = expected(theta, i, j), k = games(wins, n, i, j) * p * (1 - p);
            bread[i * n + i] += k;
            bread[i * n + j] -= k;
        }
    }
    return bread;
}

/* What a deal says about rating i beyond the expected is a weighted sum of its matrix. Returns
 * the weight of cell k among the 2n cells of row and column i; *cell is its number. */
static double weight(const double *theta, int n, int i, int k, size_t *cell)
{
    int j = k / 2;

    *cell = (size_t)(k % 2 ? j * n + i : i * n + j);
    if (i == j)
        return 0;
    return (k % 2 ? 0 : 0.5) - 0.5 * expected(theta, i, j);
}

static double moment(const int64_t *moments, size_t u, size_t v)
{
    return (double)moments[u < v ? moment_place(u, v) : moment_place(v, u)];
}

/* The covariance of these sums over deals, as a matrix. */
static double *spread_of(const double *theta, const int64_t *moments, int n)
{
    double *spread = mem_zero((size_t)n * (size_t)n * sizeof *spread);
    size_t u, v;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int a = 0; a < 2 * n; a++) {
                double w = weight(theta, n, i, a, &u);
                for (int b = 0; w != 0 && b < 2 * n; b++) {
                    double x = weight(theta, n, j, b, &v);
                    sum += w * x * moment(moments, u, v);
                }
            }
            spread[i * n + j] = spread[j * n + i] = sum;
        }
    return spread;
}

/* Inverts the information in place, for ratings with mean 0. Method: Gauss and Jordan, pivots on
 * the diagonal of a symmetric matrix. False: no inverse. */
static bool invert(double *m, int n)
{
    for (int i = 0; i < n * n; i++)
        m[i] += 1.0 / n;
    for (int k = 0; k < n; k++) {
        double pivot = m[k * n + k];
        if (pivot < 1e-12)
            return false;
        m[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            m[k * n + j] /= pivot;
        for (int i = 0; i < n; i++) {
            double by = m[i * n + k];
            m[i * n + k] = i == k ? by : 0;
            for (int j = 0; i != k && j < n; j++)
                m[i * n + j] -= by * m[k * n + j];
        }
    }
    for (int j = 0; j < n; j++) {
        double mean = 0;
        for (int i = 0; i < n; i++)
            mean += m[i * n + j] / n;
        for (int i = 0; i < n; i++)
            m[i * n + j] -= mean;
    }
    return true;
}

void ratings_errors(struct rating *r, const int64_t *wins, const int64_t *moments,
                    uint64_t deals, int n)
{
    double *theta = mem_alloc((size_t)n * sizeof *theta),
           few = (double)deals / (double)(deals - 1);

    for (int i = 0; i < n; i++)
        theta[i] = r[i].value / ELO;
    double *bread = information(theta, r, wins, n), *spread = spread_of(theta, moments, n);
    bool known = deals > 1 && invert(bread, n);
    for (int i = 0; i < n && known; i++) {
        const double *row = bread + i * n;
        double sum = 0;
        if (!r[i].met)
            continue;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                sum += row[j] * spread[j * n + k] * row[k];
        r[i].error = ELO * sqrt(sum > 0 ? sum * few : 0);
    }
    free(theta);
    free(bread);
    free(spread);
}
