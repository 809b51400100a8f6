/* rating.c - a Bradley-Terry fit by minorization-maximization, and its errors. Runs once, over 64 players at most. */
#include "tools/stats/rating.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>

/* Points of a factor e of strength: 400 are ten to one. */
static const double ELO = 400 / 2.302585092994046;
enum { ROUNDS = 100000 };

static int64_t met(const int64_t *wins, int n, int i, int j)
{
    return i == j ? 0 : wins[i * n + j] + wins[j * n + i];
}

/* Half games between i and j, with the tie that is added. */
static double games(const int64_t *wins, int n, int i, int j)
{
    int64_t m = met(wins, n, i, j);

    return m ? (double)m / 2 + 1 : 0;
}

/* One round for all; by which factor a strength changed most. */
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

/* The information that the games hold, as a matrix. */
static double *information(const double *theta, const struct rating *r, const int64_t *wins,
                           int n)
{
    double *bread = mem_zero((size_t)n * (size_t)n * sizeof *bread);

    for (int i = 0; i < n; i++) {
        bread[i * n + i] = !r[i].met; /* so that there is an inverse */
        for (int j = 0; j < n; j++) {
            double p = expected(theta, i, j), k = games(wins, n, i, j) * p * (1 - p);
            bread[i * n + i] += k;
            bread[i * n + j] -= k;
        }
    }
    return bread;
}

/* What a deal says of rating i beyond what was expected is a sum over its matrix: weight `t` of cell number k of the
 * 2n cells in row and column i, whose number is *cell. */
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

/* How those amounts spread over deals, as a matrix. */
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

/* Solves a x = b by Gauss with the greatest pivots; a and b are used up. False: there is no one solution. */
static bool solve(double *a, double *b, double *x, int n)
{
    for (int k = 0; k < n; k++) {
        int top = k;
        for (int i = k + 1; i < n; i++)
            top = fabs(a[i * n + k]) > fabs(a[top * n + k]) ? i : top;
        if (fabs(a[top * n + k]) < 1e-12)
            return false;
        for (int j = 0; j < n; j++) {
            double t = a[k * n + j];
            a[k * n + j] = a[top * n + j];
            a[top * n + j] = t;
        }
        double t = b[k];
        b[k] = b[top];
        b[top] = t;
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = b[i];
        for (int j = i + 1; j < n; j++)
            x[i] -= a[i * n + j] * x[j];
        x[i] /= a[i * n + i];
    }
    return true;
}

/* Row i of the information's inverse among ratings that are 0 on average; it is symmetric. */
static bool row_of(const double *bread, int n, int i, double *row)
{
    double *a = mem_alloc((size_t)n * (size_t)n * sizeof *a),
           *b = mem_alloc((size_t)n * sizeof *b);

    for (int k = 0; k < n * n; k++)
        a[k] = bread[k] + 1.0 / n;
    for (int k = 0; k < n; k++)
        b[k] = (k == i) - 1.0 / n;
    bool good = solve(a, b, row, n);
    free(a);
    free(b);
    return good;
}

void ratings_errors(struct rating *r, const int64_t *wins, const int64_t *moments,
                    uint64_t deals, int n)
{
    double *theta = mem_alloc((size_t)n * sizeof *theta),
           *row = mem_alloc((size_t)n * sizeof *row), few = (double)deals / (double)(deals - 1);

    for (int i = 0; i < n; i++)
        theta[i] = r[i].value / ELO;
    double *bread = information(theta, r, wins, n), *spread = spread_of(theta, moments, n);
    for (int i = 0; i < n && deals > 1; i++) {
        double sum = 0;
        if (!r[i].met || !row_of(bread, n, i, row))
            continue;
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                sum += row[j] * spread[j * n + k] * row[k];
        r[i].error = ELO * sqrt(sum > 0 ? sum * few : 0);
    }
    free(theta);
    free(row);
    free(bread);
    free(spread);
}
