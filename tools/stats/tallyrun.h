/* tallyrun.h - the description of a run, to and from the fields of a tally, for all commands with
 * tallies.
 *
 * One function describes each value for both ways. It returns the value itself when writing, and
 * the tally's value when reading.
 */
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
    const char **loaded; /* the options if this struct owns them: free() */
};

/* The run of a game with this setup. */
struct tally_run tallyrun_of(const ct_definition *def, const struct ct_setup *setup,
                             uint64_t seed);

/* A tally being written or read. Set one of the first two. */
struct tally_way {
    struct tally_file *to;
    const struct tally_file *from;
    const char *side;  /* prefix of names: NULL, or "against-" */
    const char *lacks; /* the first item that was missing, wrong, or impossible in a tally */
};
void way_lacks(struct tally_way *w, const char *what);
/* Is the field there: to write (`written`), or in the file? */
bool way_has(const struct tally_way *w, const char *name, bool written);
/* "" if it is missing. The tally owns texts that were read. */
const char *way_text(struct tally_way *w, const char *name, const char *text);
/* Does the same for a text that may be NULL. */
const char *way_text_if(struct tally_way *w, const char *name, const char *text);
/* A field that exists only if the flag is set. */
bool way_flag(struct tally_way *w, const char *name, const char *word, bool is);
uint64_t way_number(struct tally_way *w, const char *name, uint64_t value, uint64_t most);
uint64_t way_fingerprint(struct tally_way *w, const char *name, uint64_t value);
/* Up to `most` fields of one name, in order. Each is followed by its fingerprint if that is not
 * 0, or by `always` (NULL: nothing). Returns how many. */
int way_each(struct tally_way *w, const char *name, const char **text, int n, int most,
             const char *beside, uint64_t *of, bool always);
/* The numbers played, and the size of the run in `unit`. */
void way_numbers(struct tally_way *w, const char *unit, struct numbers *numbers, uint64_t *of);
/* The lines of a list. Free those that were read. */
const char **way_list(struct tally_way *w, const char *name, const char **text, int *n);
/* A list of n fingerprints. */
void way_hexes(struct tally_way *w, const char *name, uint64_t *v, int n);
/* The rules; the run under these rules. */
void way_rules(struct tally_way *w, struct tally_run *run);
void way_run(struct tally_way *w, const char *command, struct tally_run *run);
/* Was nothing missing? If not, prints why, or *wrong says what a tally lacks. */
bool way_end(const struct tally_way *w, const char *command, char **wrong);

/* Can this be a number of games, picks or seats? Then two of them can be added. */
static inline bool tally_is_count(__int128 v)
{
    return v >= 0 && v <= INT64_MAX / 4;
}

#endif
