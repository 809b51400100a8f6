/* simresult.h - the results of `sim`, counted or merged from tallies. */
#ifndef CANTRIP_TOOLS_STATS_SIMRESULT_H
#define CANTRIP_TOOLS_STATS_SIMRESULT_H

#include "cardreport.h"
#include "causaltally.h"
#include "numbers.h"
#include "reporttally.h"
#include "skilltally.h"
#include "tally.h"
#include "tallyrun.h"
#include "versus.h"

/* Texts belong to the definition, the command line or the tally. */
struct sim_result {
    struct tally_run run;
    const char *name; /* of the ruleset, as given; NULL: not needed */
    int seats;
    const char *bot[CT_MAX_SEATS];  /* NULL: an empty seat */
    uint64_t weights[CT_MAX_SEATS]; /* fingerprint of its training, or 0 */
    struct tally total;
    const char *cards; /* the kind of choice to report, as given; NULL: none */
    int kind;          /* its number; EVERY_KIND: in a report without a named kind */
    bool pairs;
    struct card_names names;
    struct card_tally card;
    struct causal_tally *causal; /* NULL: no causal gain */
    struct report_tally *report; /* NULL: no report */
    struct skill_tally *skill;   /* what better players win from worse ones, or NULL */
    struct versus_tally *versus; /* in the first of two rulesets: the differences, or NULL */
    const char *until;           /* the target that may stop the run early, or NULL */
    struct numbers numbers;
    uint64_t of; /* games of the run */
};

/* Does it count cards, for tables or a report? */
static inline bool sim_counts_cards(const struct sim_result *r)
{
    return r->cards || r->report;
}
/* Sets up what it (or one thread) counts: for a report, for causal gains. */
void sim_begin_counts(struct sim_result *r, const struct sim_result *like, bool report,
                      bool causal);
/* Adds the counts of other games of the run. */
void sim_merge(struct sim_result *into, const struct sim_result *from);
/* Sets up an empty result for games of the same run. `other`: the result to compare with, or
 * NULL. */
void sim_begin_like(struct sim_result *r, const struct sim_result *like,
                    const struct sim_result *other);
/* Frees the result's own counts, names and numbers. */
void sim_result_free(struct sim_result *r);

/* ---- simtally.c: to and from a tally ---- */

/* Writes one ruleset or two (b not NULL). False after a message: something cannot be in a tally. */
bool sim_save(struct tally_file *f, const struct sim_result *a, const struct sim_result *b);
/* Sets up `a`, and `b` if the tally compares two rulesets (else b->run.id is NULL). The tally
 * owns the texts. False: *wrong says what is missing (free()). */
bool sim_load(const struct tally_file *f, struct sim_result *a, struct sim_result *b,
              char **wrong);
/* As sim_load, of the first ruleset and without its cards, which take time. */
bool sim_load_totals(const struct tally_file *f, struct sim_result *r, char **wrong);
/* The tables of a report (reporttables.c). */
void report_tables(struct sim_result *r, struct tally_way *way);

#endif
