/* simgames.h - plays the games of a `sim` run in threads and counts them. */
#ifndef CANTRIP_TOOLS_SIMGAMES_H
#define CANTRIP_TOOLS_SIMGAMES_H

#include "common.h"

#include "bots.h"
#include "recorder.h"
#include "skill.h"
#include "tools/records/records.h"
#include "tools/screen/progress.h"
#include "tools/stats/part.h"
#include "tools/stats/simresult.h"
#include "tools/stats/target.h"
#include "variants.h"

#include <pthread.h>
#include <stdatomic.h>

enum { HOOKS = 256 }; /* how many are counted */

struct sim {
    const ct_definition *def;
    struct ct_setup setup;
    struct variants variants;               /* of its options, played in turn */
    struct player (*players)[CT_MAX_SEATS]; /* [variant] */
    char title[CT_MAX_SEATS][320];          /* names of these */
    const char *bots, *name, *record;       /* name: the ruleset as it was given */
    struct sim *other;                      /* what it is compared with, or NULL */
    const char *against;                    /* --against, or NULL */
    const char *page;                       /* --report, or NULL */
    const char *levels;                     /* --skill, or NULL; read: */
    struct skill skill;
    bool relearn;                   /* … trained bots train anew in each */
    bool causal;                    /* an offer of each game is played out both ways */
    struct recorder *recorder;      /* or NULL */
    const char *records_path;       /* --records, or NULL */
    struct records_run records_run; /* what is said of all games in them */
    struct records *records;        /* or NULL */
    const char *until;              /* --until, or NULL; read: */
    struct target target;
    uint64_t seed, games;
    struct part *part; /* of the games; its first game, from 1 */
    uint64_t first;
    int jobs;
    bool json, timing, plain, profiled;
    ct_profile *profile;       /* --profile, or NULL */
    atomic_uint_fast64_t stop; /* the first game that failed; later ones stop */
    struct progress progress;
    pthread_mutex_t lock;  /* for what follows */
    struct sim_result got; /* what is reported */
    char *wrong;           /* of the first game that failed */
    struct hook_count {
        const char *name;
        uint64_t runs, reruns;
    } hook[HOOKS];
    int nhooks;
    double processor; /* seconds of processor time in all threads */
};

/* Plays the rest of the part up to its limit and counts it. Returns the seconds it took. Notes a
 * failure. */
double simgames_play(struct sim *sim);
/* For commands that use `sim` themselves: plays such games in parallel and counts all cards, until
 * all are played, one fails or the command is stopped. The caller has set the rules, players, seed
 * and jobs, and whether pairs or causal values are counted. Afterwards it calls sim_result_free
 * and frees `wrong`. False after a message: the games could not begin. */
bool simgames_cards(struct sim *sim, const char *command, const struct list *options,
                    uint64_t games, uint64_t at_once, bool (*over)(void *ctx), void *ctx);

#endif
