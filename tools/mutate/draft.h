/* draft.h - a draft of a scenario that tells a mutant from the original, as JSON, so that pieces
 * can be removed.
 *
 * A draft is good if the original makes all its picks, and the mutant then differs or cannot
 * make one. The expectation at its end is read from the original. Then it is played as a
 * scenario: the original must pass and the mutant fail.
 */
#ifndef CANTRIP_TOOLS_MUTATE_DRAFT_H
#define CANTRIP_TOOLS_MUTATE_DRAFT_H

#include "mutate.h"

#include <jansson.h>

struct pick {
    int seat;
    char *text;
};

struct draft {
    json_t *scene; /* name, ruleset, seats, options, cards, at, given, luck */
    struct pick *pick;
    int npicks, cap;
    json_t
        *expect; /* the last line's {offers: …} or {expect: …}; NULL: the last pick is enough */
};

void draft_free(struct draft *d);
struct draft draft_copy(const struct draft *d);
void draft_pick(struct draft *d, int seat, const char *text);
/* Takes number i out. */
void draft_drop_pick(struct draft *d, int i);

/* The original and one mutant, with scenarios read for each. */
struct bench {
    const struct subject *s;
    int mutant;
    const char *path;     /* path where the scenario would be */
    ct_scenarios *all[2]; /* of the original, of the mutant */
    int reads, most;      /* scenarios read into them; drafts that may still be tried */
    int picks, tried;     /* picks made to find a difference; drafts tried */
};
void bench_open(struct bench *b, const struct subject *s, int mutant, const char *path);
void bench_close(struct bench *b);
/* Reads a text of one scenario for both: its numbers; first[1] is -1 where the mutant has errors
 * in it. False: the original has. */
bool bench_read(struct bench *b, const char *text, int first[2]);
/* Does the one scenario of the text pass with the original, and fail, or have errors, with the
 * mutant? */
bool bench_proves(struct bench *b, const char *text);

/* The pick that the original's seat made, in the mutant, by the seat of that name. As
 * ct_scene_pick. */
int scene_pick_too(ct_scene *mutant, const ct_scene *original, int seat, const char *text);
/* Can anything be said of how they differ? */
bool scenes_differ(ct_scene *scene[2]);

/* Does it pass for the original, and fail for the mutant? */
bool draft_proves(struct bench *b, const struct draft *d);
/* Plays it for both, cuts picks behind the one that tells them apart, sets expect and luck. False:
 * it does not. */
bool draft_try(struct bench *b, struct draft *d);
/* The file of it, as JSON. The caller frees it with free(). */
char *draft_json(const struct draft *d);

/* ---- search.c: a first draft; false: none found ---- */
bool search_scenarios(struct bench *b, struct draft *out);
/* In the game of that number. */
bool search_game(struct bench *b, int64_t number, struct draft *out);

/* ---- shorten.c ---- */
/* Takes out of a good draft whatever it is good without. */
void shorten(struct bench *b, struct draft *d);

/* ---- write.c ---- */
/* A good draft as an entry of a file of scenarios. The caller frees it with free(). */
char *write_scenario(const struct draft *d, const struct ct_mutant *m);

#endif
