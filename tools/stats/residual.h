/* residual.h - how far each part of a run is from the whole, so that one bad machine is seen.
 *
 * A part is a sample of the games of the run. So a mean of it lies around that of the whole, with
 * the standard error of the whole times the square root of N/n - 1 (n of all N games). The residual
 * is the distance in these errors, of the number where it is greatest.
 */
#ifndef CANTRIP_TOOLS_STATS_RESIDUAL_H
#define CANTRIP_TOOLS_STATS_RESIDUAL_H

#include "inference.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tally_file;

struct part_values {
    uint64_t n; /* games or deals */
    struct part_value {
        char *name;
        struct estimate is;
    } * v; /* means, the same in each part */
    size_t k, cap;
};
/* The means of a tally of `sim` or `arena`; none of another. part_values_free. */
struct part_values part_values_of(const struct tally_file *f);
void part_values_free(struct part_values *p);

/* The value that is farthest from the whole's, and how far. NULL: none has a residual. */
const struct part_value *residual_of(const struct part_values *p,
                                     const struct part_values *whole, double *residual);
/* Is it so great that chance alone gives one to some part of so many in less than one of 10,000 runs? */
bool residual_is_odd(double residual, const struct part_values *whole, int parts);

#endif
