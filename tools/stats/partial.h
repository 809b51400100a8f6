/* partial.h - reports which games of its run a result lacks, if any. */
#ifndef CANTRIP_TOOLS_STATS_PARTIAL_H
#define CANTRIP_TOOLS_STATS_PARTIAL_H

#include "numbers.h"

#include <jansson.h>

/* The numbers 1 … `of` that were not played. The caller frees it. */
struct numbers partial_missing(const struct numbers *played, uint64_t of);
/* Prints "partial: 750 of 1000 games; missing: 251-500". */
void partial_print(const struct numbers *played, uint64_t of, const char *unit);
/* Sets "of" and "missing". */
void partial_json(json_t *o, const struct numbers *played, uint64_t of);

#endif
