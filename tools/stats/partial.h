/* partial.h - says of a result which games of its run it lacks; nothing of one that lacks none. */
#ifndef CANTRIP_TOOLS_STATS_PARTIAL_H
#define CANTRIP_TOOLS_STATS_PARTIAL_H

#include "numbers.h"
#include "tallyrun.h"

#include <jansson.h>

/* Numbers 1 … of that were not played. The caller frees it. */
struct numbers partial_missing(const struct numbers *played, uint64_t of);
/* "partial: 750 of 1000 games; missing: 251-500", a line. */
void partial_print(const struct numbers *played, uint64_t of, const char *unit);
/* Sets "of" and "missing". */
void partial_json(json_t *o, const struct numbers *played, uint64_t of);
/* What was played, as the JSON of a result begins; with what it lacks of its run. */
json_t *run_json(const struct tally_run *run, const struct numbers *played, uint64_t of);

#endif
