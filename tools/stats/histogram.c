/* histogram.c - how often each number came. */
#include "histogram.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

#define COUNTED struct bin
static bool is_counted(const void *counted)
{
    return ((const struct bin *)counted)->n && ((const struct bin *)counted)->game;
}
const struct columns bin_columns = COLUMNS(is_counted, COUNT(n), FIRST(game));

static int32_t bin_of(int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    int32_t octave = 0;

    size = size > INT64_MAX ? INT64_MAX : size;
    while (size >> octave >= EXACT)
        octave++;
    int32_t bin = (int32_t)(size >> octave) + octave * (EXACT / 2);
    return number < 0 ? -bin : bin;
}

int64_t bin_number(int32_t bin)
{
    int64_t size = bin < 0 ? -bin : bin;

    if (size >= EXACT) {
        int64_t octave = (size - EXACT) / (EXACT / 2) + 1;
        size = (size - octave * (EXACT / 2)) << octave;
    }
    return bin < 0 ? -size : size;
}

/* Makes room for the bins from first to last. */
static void reach(struct histogram *h, int32_t first, int32_t last)
{
    int32_t from = h->bins && h->first < first ? h->first : first,
            to = h->bins && h->first + h->bins > last ? h->first + h->bins : last + 1;

    if (h->bins && from == h->first && to == h->first + h->bins)
        return;
    struct bin *v = mem_zero((size_t)(to - from) * sizeof *v);
    if (h->bins)
        memcpy(v + (h->first - from), h->v, (size_t)h->bins * sizeof *v);
    free(h->v);
    *h = (struct histogram){from, to - from, v};
}

struct bin *histogram_at(struct histogram *h, int32_t bin, bool make)
{
    if (make)
        reach(h, bin, bin);
    return bin >= h->first && bin < h->first + h->bins ? &h->v[bin - h->first] : NULL;
}

void histogram_add(struct histogram *h, int64_t number, uint64_t game)
{
    const struct bin one = {1, game};

    columns_merge(&bin_columns, histogram_at(h, bin_of(number), true), &one, 1);
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
    if (from->bins)
        reach(into, from->first, from->first + from->bins - 1);
    columns_merge(&bin_columns, from->bins ? histogram_at(into, from->first, false) : NULL,
                  from->v, (size_t)from->bins);
}

void histogram_free(struct histogram *h)
{
    free(h->v);
    *h = (struct histogram){0};
}

uint64_t histogram_count(const struct histogram *h)
{
    uint64_t n = 0;

    for (int32_t i = 0; i < h->bins; i++)
        n += h->v[i].n;
    return n;
}
