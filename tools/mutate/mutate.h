/* mutate.h - what the parts of `cantrip mutate` share.
 *
 *   cmd_mutate.c  flags; a game's mutants tried by several threads
 *   trial.c       one mutant: do the scenarios notice it? If not, could one?
 *   differ.c      the mutant and the original play the same games
 *   draft.c       a draft of a scenario that tells them apart; search.c finds it,
 *                 shorten.c shortens it, write.c writes it
 *   report.c      the outcomes, as text and as JSON
 *   tally.c       the outcomes of a part, for `cantrip merge`
 *
 * A mutant's outcome depends only on the game's files, its scenarios and the seed, not on threads.
 */
#ifndef CANTRIP_TOOLS_MUTATE_MUTATE_H
#define CANTRIP_TOOLS_MUTATE_MUTATE_H

#include "cantrip.h"
#include "tools/common.h"
#include "tools/stats/tallyrun.h"

/* The outcome of a mutant. */
#define FATES(X)                                                                               \
    X(UNTRIED, untried, "not tried: out of time")                                              \
    X(REFUSED, refused, "does not load")                                                       \
    X(SAME, same, "is the same game, or another change")                                       \
    X(KILLED, killed, "a scenario fails")                                                      \
    X(EQUAL, equal, "probably the same: every scenario passes and no game differs")            \
    X(SURVIVED, survived, "every scenario passes, but games differ")                           \
    X(PASSED, passed, "every scenario passes; out of time for games")
enum fate {
#define X(id, ...) FATE_##id,
    FATES(X)
#undef X
        FATE_COUNT
};

struct outcome {
    enum fate fate;
    char *scenario; /* survived: one that would notice it, as an entry of a file; or NULL */
    int64_t game;   /* survived without a scenario: the first game that differs; -1: none */
    bool unread; /* killed: no scenario failed, but a scenario file cannot be read any more */
    uint64_t behaviour; /* fingerprint of the rules, 0: it does not load */
};

enum { MUTATE_GAMES = 2000 }; /* that a mutant plays with the original, if they are short */

/* All that is asked about one game. */
struct subject {
    const char *name, *folder, *const *places; /* name: as it was given */
    bool base;                                 /* includes the extended ruleset */
    struct list files;                         /* of scenarios */
    ct_mutants *mutants;
    int n;               /* of them */
    struct outcome *out; /* by number */
    const char *kept;    /* the folder that the scenarios are written to, or NULL */
    int scenarios;       /* how many there are */
    uint64_t seed;
    int games;        /* that a mutant plays with the original */
    uint64_t sums[2]; /* fingerprints of all mutants, of the scenarios: mutate_sum */
    bool (*stopped)(const void *of); /* was it stopped, or is the time over? */
    const void *of;
};
static inline bool mutate_stopped(const struct subject *s)
{
    return s->stopped(s->of);
}

/* Players and options of a game. */
struct terms {
    int people, noptions;
    char text[32][160];
    const char *option[32];
};

/* ---- trial.c ---- */
/* The number of scenarios. -1 after a message: they fail with the original game. */
int trial_begin(const struct subject *s);
/* Mutant number i against all scenarios, or those passed: could one notice it? */
void trial(const struct subject *s, int i, struct outcome *out);
void trial_closer(const struct subject *s, int i, struct outcome *out);

/* ---- differ.c ---- */
/* Players and options of game `number` (from 0); all allowed ones come in turn. The seed is
 * game_seed's of `number` + 1. Random players use its stream 1 when there are two or more
 * choices. */
void terms_of(const ct_definition *def, uint64_t number, struct terms *t);
/* The first game from `from` up to `games`, or fewer that are long, that the mutant plays
 * differently. -1: none. */
int64_t differ_next(const struct subject *s, const ct_definition *mutant, int64_t from,
                    int64_t games);

/* ---- write.c ---- */
/* Has mutant i a scenario that differs from all before in more than its name? */
bool scenario_is_new(const struct subject *s, int i);
/* Writes a file for each such scenario to s->kept. Returns how many, or -1 after a message. */
int write_all(const struct subject *s);

/* ---- report.c ---- */
/* Marks mutants that are equal to an earlier one. */
void report_twins(struct subject *s);
void report_mutants(const struct subject *s, bool json);
/* Are there any that should have been noticed? */
bool report_survivors(const struct subject *s);

/* ---- tally.c ---- */
void mutate_sum(struct subject *s);
/* The mutants and their game. From a tally only the command line is known; the rest comes from
 * the game. */
void mutate_head(struct tally_way *w, struct subject *s);
/* The outcomes of tried mutants, by number from 1, before equal ones are marked. False after a
 * message. */
bool mutate_save(struct tally_file *f, const struct subject *s, const struct numbers *tried);
/* Sets the outcomes from a tally. False: *wrong says what is missing. */
bool mutate_load(const struct tally_file *f, struct subject *s, char **wrong);

/* ---- cmd_mutate.c ---- */
/* The report of a tally, as the command that wrote it would tell it; the game's files must be as
 * they were. The exit status. */
int mutate_tell(const struct tally_file *f, bool json);

#endif
