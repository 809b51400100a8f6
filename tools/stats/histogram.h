/* histogram.h - how often each number came, and the first game in which it did.
 *
 * Numbers go into bins: below EXACT each has its own, beyond that a bin holds one part in EXACT / 2. The bin of a number
 * depends on the number alone, so that histograms of parts add up.
 */
#ifndef CANTRIP_TOOLS_STATS_HISTOGRAM_H
#define CANTRIP_TOOLS_STATS_HISTOGRAM_H

#include "columns.h"

enum { EXACT = 2048 };

struct bin {
    uint64_t n, game; /* game: the least number of one in which it came; 0: it never did */
};
extern const struct columns bin_columns;
/* Starts from {0}; histogram_free. */
struct histogram {
    int32_t first; /* the bin of v[0] */
    int32_t bins;
    struct bin *v;
};

/* Bins ascend with their numbers, from -LAST_BIN to LAST_BIN. */
enum { LAST_BIN = EXACT - 1 + 52 * (EXACT / 2) };
/* The number in it that is nearest to 0. */
int64_t bin_number(int32_t bin);

void histogram_add(struct histogram *h, int64_t number, uint64_t game);
/* The bin, which is made if it is not there, or is NULL. It lives until the next is made. */
struct bin *histogram_at(struct histogram *h, int32_t bin, bool make);
void histogram_merge(struct histogram *into, const struct histogram *from);
void histogram_free(struct histogram *h);
uint64_t histogram_count(const struct histogram *h);

#endif
