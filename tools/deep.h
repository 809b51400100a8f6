/* deep.h - `check --deep`: the battery (ct_battery) on every number of people, in threads; and
 * the same games in another process. */
#ifndef CANTRIP_TOOLS_DEEP_H
#define CANTRIP_TOOLS_DEEP_H

#include "common.h"
#include "tools/stats/part.h"

#include <jansson.h>

struct deep {
    int64_t seats;   /* 0: every number of people */
    int64_t games;   /* for each number of people */
    int64_t seconds; /* after which no other is begun; 0: all are played */
    int jobs;
    uint64_t seed;
    struct list options;
    bool hash;        /* only play, and print the hash */
    json_t *json;     /* gets what is to be told; NULL: it is printed */
    struct part part; /* of the groups of games (tools/stats/deepresult.h) */
};

/* Prints what comes of it. Returns an exit status. */
int deep_check(struct deep *d, const ct_definition *def, const char *folder);

#endif
