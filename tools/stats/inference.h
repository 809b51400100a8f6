/* inference.h - intervals and tests for numbers with chance in them. */
#ifndef CANTRIP_TOOLS_STATS_INFERENCE_H
#define CANTRIP_TOOLS_STATS_INFERENCE_H

#include <stddef.h>

/* Intervals contain the truth this often (19 times of 20). At most the rest of the findings is
 * false. */
#define SURE 0.95
#define RATE 0.05

/* A mean or a difference of two means, with its standard error. */
struct estimate {
    double mean, error;
};
/* Half the width of the interval around a mean with this standard error from n independent
 * observations. Source: Student's t (Abramowitz and Stegun, 26.7.5). */
double half_width(double error, double n);
/* Does the same for a share (0 … 1). It is at least Wilson's interval (1927) for none of n,
 * because what never came may come yet. */
double half_width_share(double error, double n);
/* The standard error of a share, as it is shown. If all or none of n won, it is the error that
 * one different game would give, as chance may only have stayed unseen. -1: unknown (n is 1). */
double share_error(double error, double share, double n);
/* How often chance alone gives a value this far from 0 or farther, on either side. z is normal,
 * in standard errors. */
double p_normal(double z);
/* Turns each p into the least rate of false findings at which it counts as a finding among all n
 * (Benjamini and Hochberg, 1995). */
void false_rates(double *p, size_t n);

/* Are the means of k quantities equal? They are observed together n times; sum[i] and product[i
 * * k + j] are sums over the observations. This is a Wald test: squared differences, weighted by
 * the inverse of their covariance. */
struct equality {
    double chi_square, p;
    int degrees; /* 0: no quantity ever differs */
};
struct equality means_equal(double n, const double *sum, const double *product, int k);

#endif
