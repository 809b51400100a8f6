/* inference.h - what follows from numbers that chance had a part in: intervals, tests, many tests at once. */
#ifndef CANTRIP_TOOLS_STATS_INFERENCE_H
#define CANTRIP_TOOLS_STATS_INFERENCE_H

#include <stddef.h>

/* Intervals are to contain the truth so often (19 times of 20); of many findings at most this part is to be false. */
#define SURE 0.95
#define RATE 0.05

/* Half the width of the interval around a mean with this standard error, worked out from n independent observations: by
 * Student's t (Abramowitz and Stegun, 26.7.5). */
double half_width(double error, double n);
/* The same of a share, which is from 0 to 1: never narrower than Wilson's interval (1927) where none of n has it, for what never
 * came may come yet. */
double half_width_share(double error, double n);
/* The standard error of a share, as it is told. Where all of n got all, or nothing, chance was not seen at work, yet may be: then it
 * is what it would be had one of them gone the other way. -1: not known, of a single one. */
double share_error(double error, double share, double n);
/* How often chance alone would bring a value so far from 0, or farther, on either side: of a normal one in units of its
 * standard error. */
double p_normal(double z);
/* Each p becomes the least rate of false findings at which it would be one among all n (Benjamini and Hochberg, 1995). */
void false_rates(double *p, size_t n);

/* Are the means of k quantities equal? They come together, n times; sum[i] and product[i * k + j] are sums over these
 * times. A Wald test: their differences from each other, squared, by the inverse of their covariance. */
struct equality {
    double chi_square, p;
    int degrees; /* 0: nothing differs from anything, ever */
};
struct equality means_equal(double n, const double *sum, const double *product, int k);

#endif
