/* simgames.h - the games of a run of `sim`, played over threads and counted. */
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

enum { HOOKS = 256 }; /* that are counted */

struct sim {
    const ct_definition *def;
    struct ct_setup setup;
    struct variants variants;               /* of its options, played in turn */
    struct player (*players)[CT_MAX_SEATS]; /* of each */
    char title[CT_MAX_SEATS][320];          /* of these */
    const char *bots, *name, *record;       /* name: of the ruleset as it was given */
    struct sim *other;                      /* that it is compared with, or NULL */
    const char *against;                    /* a ruleset beside which cards are told; or NULL */
    const char *page;                       /* --report, or NULL */
    const char *levels;                     /* --skill, or NULL; read: */
    struct skill skill;
    bool relearn;                   /* … who learns does so in each of them */
    bool causal;                    /* an offer of each game is played out both ways */
    struct recorder *recorder;      /* or NULL */
    const char *records_path;       /* where the games go as tables; or NULL */
    struct records_run records_run; /* … what is said of them all */
    struct records *records;        /* or NULL */
    const char *until;              /* --until, or NULL; read: */
    struct target target;
    uint64_t seed, games;
    struct part *part; /* of the games; the first of them, from 1 */
    uint64_t first;
    int jobs;
    bool json, timing, plain, profiled;
    ct_profile *profile;       /* --profile, or NULL */
    atomic_uint_fast64_t stop; /* the first game that failed; later ones are not wanted */
    struct progress progress;
    pthread_mutex_t lock;  /* for what follows */
    struct sim_result got; /* what is told of the games */
    char *wrong;           /* of the first game that failed */
    struct hook_count {
        const char *name;
        uint64_t runs, reruns;
    } hook[HOOKS];
    int nhooks;
    double processor; /* seconds, of all threads */
};

/* Plays the games that the part still has to, up to its limit, and adds what they come to; the seconds it took. A failure is noted. */
double simgames_play(struct sim *sim);
/* Plays games of which all cards are counted, so many at once, until they are played, one fails or it is over, for a command that asks
 * itself: of `sim` it has set the rules, who plays, the seed, the jobs, and whether pairs or what taking a card does are counted, too.
 * Then sim_result_free of what was got, and free of what was wrong. False after a message: it could not begin. */
bool simgames_cards(struct sim *sim, const char *command, const struct list *options,
                    uint64_t games, uint64_t at_once, bool (*over)(void *ctx), void *ctx);

#endif
