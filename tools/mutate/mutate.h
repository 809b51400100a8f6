/* mutate.h - what the parts of `cantrip mutate` share.
 *
 *   cmd_mutate.c  flags; a game's mutants tried by several threads
 *   trial.c       one mutant: do the scenarios notice it?
 *   report.c      what came of all of them, as text and as JSON
 *
 * What comes of a mutant rests on the game's files, its scenarios and the seed alone, so the same for any number of
 * threads.
 */
#ifndef CANTRIP_TOOLS_MUTATE_MUTATE_H
#define CANTRIP_TOOLS_MUTATE_MUTATE_H

#include "cantrip.h"
#include "tools/common.h"

/* What comes of a mutant. */
#define FATES(X)                                                                               \
    X(UNTRIED, untried, "not tried: the time was up")                                          \
    X(REFUSED, refused, "does not load")                                                       \
    X(SAME, same, "is the same game, or another mutant")                                       \
    X(KILLED, killed, "a scenario fails")                                                      \
    X(SURVIVED, survived, "every scenario passes")
enum fate {
#define X(id, ...) FATE_##id,
    FATES(X)
#undef X
        FATE_COUNT
};
const char *fate_name(enum fate fate);

struct outcome {
    enum fate fate;
    bool unread; /* killed: not a scenario failed, but a file of them cannot be read any more */
    uint64_t behaviour; /* fingerprint of the rules, 0: it does not load */
};

/* All that is asked about one game. */
struct subject {
    const char *folder, *const *places;
    struct list files; /* of scenarios */
    ct_mutants *mutants;
    int n;               /* of them */
    struct outcome *out; /* by number */
    int scenarios;       /* how many there are */
    uint64_t seed;
};

/* ---- trial.c ---- */
/* How many scenarios there are. -1 after a message: they do not pass with the game as it is. */
int trial_begin(const struct subject *s);
/* Mutant number i against all scenarios. */
void trial(const struct subject *s, int i, struct outcome *out);

/* ---- report.c ---- */
/* Marks mutants that are the same as one before them. */
void report_twins(struct subject *s);
void report_text(const struct subject *s);
void report_json(const struct subject *s);
/* Are there any that should have been noticed? */
bool report_survivors(const struct subject *s);

#endif
