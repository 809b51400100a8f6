/* deep.h - `check --deep`: the battery (ct_battery) for every number of players, in threads, and
 * the same games again in another process. */
#ifndef CANTRIP_TOOLS_DEEP_H
#define CANTRIP_TOOLS_DEEP_H

#include "common.h"
#include "tools/stats/part.h"

#include <jansson.h>

struct deep {
    int64_t seats;   /* 0: every number of players */
    int64_t games;   /* for each number of players */
    int64_t seconds; /* after these no new game begins; 0: no limit */
    int jobs;
    uint64_t seed;
    struct list options;
    bool hash;        /* only play, and print the hash */
    json_t *json;     /* gets the results; NULL: they are printed */
    struct part part; /* of the groups of games (tools/stats/deepresult.h) */
};

/* Plays, and prints what it finds. The exit status. */
int deep_check(struct deep *d, const ct_definition *def, const char *folder);

#endif
