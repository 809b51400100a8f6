/* deepresult.h - all that `check --deep` tells of its games: counted by it, or added up from tallies.
 *
 * Games are played in groups, for a law may be one about several games; the groups of all numbers of people are numbered
 * one after the other. Of several laws that are broken the one in the first group is told, and nothing that comes behind.
 */
#ifndef CANTRIP_TOOLS_STATS_DEEPRESULT_H
#define CANTRIP_TOOLS_STATS_DEEPRESULT_H

#include "tallyrun.h"

#include <jansson.h>

struct deep_result {
    struct tally_run
        run; /* its people: those of all games, 0: every number that the game allows */
    int cards, copies;
    bool hash_only;                  /* the games were only played */
    int from, to;                    /* numbers of people */
    char *refused[CT_MAX_SEATS + 1]; /* by people: why a game cannot start so, or NULL */
    uint64_t each;                   /* groups for each number of people */
    uint64_t games;                  /* games for each */
    uint64_t broken;                 /* the group in which a law is, 0: none */
    char *message;                   /* which, and how */
    struct ct_battery sums;
    const char **hook; /* names */
    char **part;       /* what can run, by number (ct_coverage): deepparts.c */
    const char *root;  /* the folder that tallies leave out before names of files; or NULL */
    struct numbers numbers;
    uint64_t of;
};
void deep_result_free(struct deep_result *r);

/* Notes a broken law, if it comes before the one that is known; as it is shown (ct_shown). */
void deep_note(struct deep_result *r, uint64_t group, const char *message);
void deep_add(struct deep_result *r, const struct ct_battery *sums);
/* What is told; the exit status. Of this first: the numbers of people that cannot play, of those before a broken law. */
void deep_print_refused(const struct deep_result *r);
int deep_print(const struct deep_result *r);
/* The same for programs. */
int deep_json(const struct deep_result *r, json_t *o);

/* The parts of the rules, of which none has run. */
void deep_parts_of(struct deep_result *r, const ct_definition *def);
void deep_parts_free(struct deep_result *r);
const char *deep_part_file(const char *line);
void deep_parts_print(const struct deep_result *r);
json_t *deep_parts_json(const struct deep_result *r);

/* As a tally. False after a message. */
bool deep_save(struct tally_file *f, const struct deep_result *r);
/* Sets up `r`; texts are those of the tally. False: *wrong says what it lacks. */
bool deep_load(const struct tally_file *f, struct deep_result *r, char **wrong);

#endif
