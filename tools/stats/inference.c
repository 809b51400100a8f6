/* inference.c - intervals and tests. */
#include "inference.h"

#include "tools/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* The two-sided normal quantile of SURE. */
static const double NORMAL = 1.959963984540054;

double half_width(double error, double n)
{
    const double z = NORMAL, z2 = z * z, v = n - 1;

    if (v < 1)
        return INFINITY;
    double g1 = z * (z2 + 1) / 4, g2 = z * ((5 * z2 + 16) * z2 + 3) / 96,
           g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
           g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
    return error * (z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v);
}

double half_width_share(double error, double n)
{
    return fmax(half_width(error, n), NORMAL * NORMAL / (n + NORMAL * NORMAL));
}

double share_error(double error, double share, double n)
{
    if (n < 2)
        return -1;
    return share <= 0 || share >= 1 ? fmax(error, 1 / n) : error;
}

double p_normal(double z)
{
    return erfc(fabs(z) / sqrt(2));
}

/* The regularized incomplete gamma function: below a + 1 by its series, above by its continued
 * fraction (Lentz). Source: Abramowitz and Stegun, 6.5.29 and 6.5.31. */
static double gamma_series(double a, double x)
{
    double term = 1 / a, sum = term;

    for (int i = 1; i < 1000 && term > sum * DBL_EPSILON; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return 1 - sum * exp(a * log(x) - x - lgamma(a));
}

static double gamma_fraction(double a, double x)
{
    double b = x + 1 - a, c = 1 / DBL_MIN, d = 1 / b, h = d;

    for (int i = 1; i < 1000; i++) {
        double an = -i * (i - a);
        b += 2;
        d = an * d + b;
        c = b + an / c;
        d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
        c = fabs(c) < DBL_MIN ? DBL_MIN : c;
        h *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON)
            break;
    }
    return h * exp(a * log(x) - x - lgamma(a));
}

/* The p value of a chi-square with these degrees of freedom. */
static double p_chi_square(double x, int degrees)
{
    double a = degrees / 2.0;

    if (!(x > 0) || degrees < 1)
        return 1;
    return x / 2 < a + 1 ? gamma_series(a, x / 2) : gamma_fraction(a, x / 2);
}

/* ---- many tests at once ---- */

struct ranked {
    double p;
    size_t at;
};

static int by_p(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return x->p != y->p ? (x->p > y->p) - (x->p < y->p) : (x->at > y->at) - (x->at < y->at);
}

void false_rates(double *p, size_t n)
{
    struct ranked *r = mem_alloc((n + 1) * sizeof *r);
    double least = 1;

    for (size_t i = 0; i < n; i++)
        r[i] = (struct ranked){p[i], i};
    qsort(r, n, sizeof *r, by_p);
    for (size_t i = n; i-- > 0;) {
        double rate = r[i].p * (double)n / (double)(i + 1);
        least = rate < least ? rate : least;
        p[r[i].at] = least;
    }
    free(r);
}

/* ---- are they equal? ---- */

/* Removes row and column `at` of a symmetric k by k matrix and of x (Gauss). Returns their part
 * of x' M⁻¹ x. */
static double take_out(double *m, double *x, int k, int at)
{
    double pivot = m[at * k + at], own = x[at];

    for (int i = 0; i < k; i++) {
        double by = m[i * k + at] / pivot;
        if (i == at)
            continue;
        x[i] -= by * own;
        for (int j = 0; j < k; j++)
            m[i * k + j] -= j == at ? 0 : by * m[at * k + j];
    }
    for (int i = 0; i < k; i++)
        m[i * k + at] = m[at * k + i] = 0;
    x[at] = 0;
    return own * own / pivot;
}

static int greatest(const double *m, int k)
{
    int at = 0;

    for (int i = 1; i < k; i++)
        at = m[i * k + i] > m[at * k + at] ? i : at;
    return at;
}

/* Subtracts the means of rows and columns, so that only differences remain. */
static void centre(double *m, double *x, int k)
{
    double *row = mem_zero((size_t)k * sizeof *row), all = 0, mean = 0;

    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++)
            row[i] += m[i * k + j] / k;
        all += row[i] / k;
        mean += x[i] / k;
    }
    for (int i = 0; i < k; i++) {
        x[i] -= mean;
        for (int j = 0; j < k; j++)
            m[i * k + j] += all;
    }
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            m[i * k + j] -= row[i] + row[j];
    free(row);
}

struct equality means_equal(double n, const double *sum, const double *product, int k)
{
    struct equality e = {0, 1, 0};
    double *m = mem_alloc((size_t)k * (size_t)k * sizeof *m),
           *x = mem_alloc((size_t)k * sizeof *x), size = 0, rest = 0;

    for (int i = 0; i < k; i++) {
        x[i] = sum[i] / n;
        size += x[i] * x[i];
        for (int j = 0; j < k; j++)
            m[i * k + j] = (product[i * k + j] / n - sum[i] / n * (sum[j] / n)) / (n - 1);
    }
    centre(m, x, k);
    double most = n > 1 ? m[greatest(m, k) * k + greatest(m, k)] : 0;
    for (int at; e.degrees < k - 1 && most > 0; e.degrees++) {
        at = greatest(m, k);
        if (m[at * k + at] < most * 1e-9)
            break;
        e.chi_square += take_out(m, x, k, at);
    }
    for (int i = 0; i < k; i++)
        rest += x[i] * x[i];
    if (e.degrees)
        e.p = p_chi_square(e.chi_square, e.degrees);
    if (rest > size * 1e-16 && n > 1) /* it never varies, and it differs */
        e.p = 0;
    free(m);
    free(x);
    return e;
}
