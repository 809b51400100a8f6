/* deepresult.h - the results of `check --deep`, counted or merged from tallies.
 *
 * Games are played in groups, because a law may be about several games. Groups are numbered in a
 * row over all numbers of players. If several laws are broken, only the one in the first group
 * is reported, and nothing after it.
 */
#ifndef CANTRIP_TOOLS_STATS_DEEPRESULT_H
#define CANTRIP_TOOLS_STATS_DEEPRESULT_H

#include "tallyrun.h"

struct deep_result {
    struct tally_run
        run; /* `people`: the number of players, 0: every number that the game allows */
    int cards, copies;
    bool hash_only;                  /* the games were only played */
    int from, to;                    /* numbers of players */
    char *refused[CT_MAX_SEATS + 1]; /* by number of players: why it cannot start, or NULL */
    uint64_t each;                   /* groups for each number of players */
    uint64_t games;                  /* games in a group */
    uint64_t broken;                 /* the group with a broken law, 0: none */
    char *message;                   /* the law, and how it was broken */
    struct ct_battery sums;
    const char **hook; /* names */
    char **part;       /* parts of the rules, by number (ct_coverage); see deepparts.c */
    const char *root;  /* folder that tallies omit before file names, or NULL */
    struct numbers numbers;
    uint64_t of;
};
void deep_result_free(struct deep_result *r);

/* Notes a broken law if its group comes before the known one. The message is as it is shown
 * (ct_shown). */
void deep_note(struct deep_result *r, uint64_t group, const char *message);
void deep_add(struct deep_result *r, const struct ct_battery *sums);
/* Prints the numbers of players that cannot start, up to a broken law. */
void deep_print_refused(const struct deep_result *r);

/* Lists the parts of the rules; none has run yet. */
void deep_parts_of(struct deep_result *r, const ct_definition *def);
void deep_parts_free(struct deep_result *r);
const char *deep_part_file(const char *line);
/* The fields of a part's line. */
struct deep_part {
    enum ct_covers is;
    int row, column, nname; /* nname 0: no name */
    const char *after, *name, *file;
};
/* Did part i never run? Only the first such part counts, not those that depend on it. */
bool deep_part_never(const struct deep_result *r, int i, struct deep_part *p);

/* Writes a tally. False after a message. */
bool deep_save(struct tally_file *f, const struct deep_result *r);
/* Sets up `r` from a tally, which owns the texts. False: *wrong says what is missing. */
bool deep_load(const struct tally_file *f, struct deep_result *r, char **wrong);

#endif
