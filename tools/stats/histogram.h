/* histogram.h - how often each number came, and the first game with it.
 *
 * Numbers below EXACT have bins of their own. Beyond, a bin covers one part in EXACT / 2. A
 * number's bin depends on nothing else, so histograms of parts add up.
 */
#ifndef CANTRIP_TOOLS_STATS_HISTOGRAM_H
#define CANTRIP_TOOLS_STATS_HISTOGRAM_H

#include "columns.h"

enum { EXACT = 2048 };

struct bin {
    uint64_t n, game; /* game: the first game with it; 0: none */
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
/* The number in the bin that is nearest to 0. */
int64_t bin_number(int32_t bin);

void histogram_add(struct histogram *h, int64_t number, uint64_t game);
/* The bin. If it is missing, it is made or (`make` false) NULL. It lives until the next one is
 * made. */
struct bin *histogram_at(struct histogram *h, int32_t bin, bool make);
void histogram_merge(struct histogram *into, const struct histogram *from);
void histogram_free(struct histogram *h);
uint64_t histogram_count(const struct histogram *h);

#endif
