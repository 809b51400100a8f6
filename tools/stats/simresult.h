/* simresult.h - all that `sim` tells of its games: counted by it, or added up from tallies. */
#ifndef CANTRIP_TOOLS_STATS_SIMRESULT_H
#define CANTRIP_TOOLS_STATS_SIMRESULT_H

#include "cardreport.h"
#include "causalreport.h"
#include "numbers.h"
#include "reporttally.h"
#include "skilltally.h"
#include "tally.h"
#include "tallyrun.h"
#include "versus.h"

/* Texts belong to the definition, the command line or the tally that they come from. */
struct sim_result {
    struct tally_run run;
    const char *name; /* of the ruleset as it was given; NULL: it does not matter */
    int seats;
    const char *bot[CT_MAX_SEATS];  /* NULL: nobody sits there */
    uint64_t weights[CT_MAX_SEATS]; /* the fingerprint of what it has learnt, or 0 */
    struct tally total;
    const char *cards; /* which kind of choice is told, as it was given; NULL: none */
    int kind;          /* the same as a number; EVERY_KIND: of a report, where none is named */
    bool pairs;
    struct card_names names;
    struct card_tally card;
    struct causal_tally *causal; /* NULL: no causal gain is wanted */
    struct report_tally *report; /* NULL: no report is wanted */
    struct skill_tally *skill;   /* what better players take from worse ones; or NULL */
    struct versus_tally *versus; /* of the first of two rulesets: what differs; or NULL */
    const char *until;           /* when it stops before all games are played, or NULL */
    struct numbers numbers;
    uint64_t of; /* the games of the run */
};

/* Are cards counted, told or for the report? */
static inline bool sim_counts_cards(const struct sim_result *r)
{
    return r->cards || r->report;
}
/* Sets up what it counts, or a thread of it: for a report, causal gains. */
void sim_begin_counts(struct sim_result *r, const struct sim_result *like, bool report,
                      bool causal);
/* Adds what was counted in other games of the run. */
void sim_merge(struct sim_result *into, const struct sim_result *from);
/* One of which nothing is counted, for games of the same run; `other`: what it is compared with, or NULL. */
void sim_begin_like(struct sim_result *r, const struct sim_result *like,
                    const struct sim_result *other);
/* Frees what is the result's own: counts, names, numbers. */
void sim_result_free(struct sim_result *r);

/* ---- simreport.c: as it is told ---- */

void sim_print(const struct sim_result *r);
/* The same as JSON; the caller owns it. */
json_t *sim_json(const struct sim_result *r);
/* What cards are worth in two rulesets, of the same games. */
void sim_print_both(const struct sim_result *a, const struct sim_result *b);
json_t *sim_json_both(const struct sim_result *a, const struct sim_result *b);

/* ---- simtally.c: as a tally ---- */

/* Of one ruleset, or of two (b not NULL). False after a message: something in it cannot stand in a tally. */
bool sim_save(struct tally_file *f, const struct sim_result *a, const struct sim_result *b);
/* Sets up `a`, and `b` if the tally compares two, else b->run.id is NULL; texts are those of the tally. False: it lacks
 * something, *wrong says what (free()). */
bool sim_load(const struct tally_file *f, struct sim_result *a, struct sim_result *b,
              char **wrong);
/* Its report's part (reporttables.c). */
void report_tables(struct sim_result *r, struct tally_way *way);

#endif
