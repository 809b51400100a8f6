/* tallyrun.h - what was played, as fields of a tally, and back: what all commands that write tallies share.
 *
 * What stands in a tally is told once, and passes either way: a function of a value gives back what is known of it then, the same
 * where it was written, that of the tally where it was read.
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
    const char **loaded; /* the options, if they are its own: free() */
};

/* Of a game that is played as `setup` says. */
struct tally_run tallyrun_of(const ct_definition *def, const struct ct_setup *setup,
                             uint64_t seed);

/* A tally that is written, or one that is read. Set one of the first two. */
struct tally_way {
    struct tally_file *to;
    const struct tally_file *from;
    const char *side; /* what stands before names: NULL, or "against-" */
    const char *
        lacks; /* the first that was looked for in vain, or was not as it should be, or cannot stand in a tally */
};
void way_lacks(struct tally_way *w, const char *what);
/* Is the field to be written, or there to be read? */
bool way_has(const struct tally_way *w, const char *name, bool written);
/* "" where there is none. Texts that are read are those of the tally. */
const char *way_text(struct tally_way *w, const char *name, const char *text);
/* The same of one that may be NULL. */
const char *way_text_if(struct tally_way *w, const char *name, const char *text);
/* A field that is there if it is so. */
bool way_flag(struct tally_way *w, const char *name, const char *word, bool is);
uint64_t way_number(struct tally_way *w, const char *name, uint64_t value, uint64_t most);
uint64_t way_fingerprint(struct tally_way *w, const char *name, uint64_t value);
/* Several fields of one name, up to `most`, in their order; behind each the fingerprint `beside` if it is not 0, or `always` (NULL:
 * none). How many. */
int way_each(struct tally_way *w, const char *name, const char **text, int n, int most,
             const char *beside, uint64_t *of, bool always);
/* Which numbers of how many units there are. */
void way_numbers(struct tally_way *w, const char *unit, struct numbers *numbers, uint64_t *of);
/* The lines of a list; free() those that were read. */
const char **way_list(struct tally_way *w, const char *name, const char **text, int *n);
/* A list of n fingerprints. */
void way_hexes(struct tally_way *w, const char *name, uint64_t *v, int n);
/* Which rules; what was played by them. */
void way_rules(struct tally_way *w, struct tally_run *run);
void way_run(struct tally_way *w, const char *command, struct tally_run *run);
/* Was nothing lacking? Else says so, or *wrong says what a tally that was read lacks. */
bool way_end(const struct tally_way *w, const char *command, char **wrong);

/* Can it be a number of games, picks, seats? Two of them can be added. */
static inline bool tally_is_count(__int128 v)
{
    return v >= 0 && v <= INT64_MAX / 4;
}

#endif
