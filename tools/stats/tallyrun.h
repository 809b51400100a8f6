/* tallyrun.h - what was played, as fields of a tally, and back: what all commands that write tallies share. */
#ifndef CANTRIP_TOOLS_STATS_TALLYRUN_H
#define CANTRIP_TOOLS_STATS_TALLYRUN_H

#include "cantrip.h"
#include "tallyfile.h"

/* Texts belong to the definition and the command line, or to the tally. */
struct tally_run {
    const char *id, *title, *version;
    uint64_t behaviour, layout, seed; /* fingerprints of the rules */
    int people, noptions;
    const char *const *options;
    const char **loaded; /* the options, if they are its own: free() */
};

/* Of a game that is played as `setup` says. */
struct tally_run tallyrun_of(const ct_definition *def, const struct ct_setup *setup,
                             uint64_t seed);

/* ---- saving ---- */

struct tally_saver {
    struct tally_file *f;
    const char *side; /* what stands before names: "", or "against-" */
    bool good;        /* all texts are lines */
};
/* A name with what stands before it, in `out`. */
const char *saver_name(const struct tally_saver *s, const char *name, char out[64]);
void saver_text(struct tally_saver *s, const char *name, const char *value);
void saver_number(struct tally_saver *s, const char *name, uint64_t value);
void saver_fingerprint(struct tally_saver *s, const char *name, uint64_t value);
/* Which rules; what was played by them. */
void saver_rules(struct tally_saver *s, const struct tally_run *run);
void saver_run(struct tally_saver *s, const char *command, const struct tally_run *run);
struct tally_table *saver_table(struct tally_saver *s, const char *name, int keys,
                                const char *columns);
/* Says why not, if something in it cannot stand in a tally. */
bool saver_end(const struct tally_saver *s, const char *command);

/* ---- loading ---- */

/* `lacks` is the first thing that was looked for in vain, or was not as it should be. */
struct tally_loader {
    const struct tally_file *f;
    const char *side, *lacks;
};
void loader_lacks(struct tally_loader *l, const char *what);
/* "" where there is none. */
const char *loader_text(struct tally_loader *l, const char *name);
uint64_t loader_number(struct tally_loader *l, const char *name, uint64_t most);
uint64_t loader_fingerprint(struct tally_loader *l, const char *text);
void loader_rules(struct tally_loader *l, struct tally_run *run);
void loader_run(struct tally_loader *l, struct tally_run *run);
/* NULL where it is not there, or has other keys or columns. */
const struct tally_table *loader_table(struct tally_loader *l, const char *name, int keys,
                                       const char *columns);
/* The lines of a list; free(). */
const char **loader_list(struct tally_loader *l, const char *name, int *n);
/* Was nothing lacking? Else *wrong says what. */
bool loader_end(const struct tally_loader *l, const char *command, char **wrong);

/* Can it be a number of games, picks, seats? Two of them can be added. */
static inline bool tally_is_count(__int128 v)
{
    return v >= 0 && v <= INT64_MAX / 4;
}

#endif
