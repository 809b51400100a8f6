/* keys.h: the one table of keys: what may stand in which map of a game's files.
 *
 * The loader's check, the "did you mean", the editor schema and the reference come from it.
 * A place is a kind of map (a zone, a `choose`); NAMES of the ruleset that may stand as keys
 * there too (a card's traits, the counters of `add`) come from the ruleset.
 */
#ifndef CT_LOAD_KEYS_H
#define CT_LOAD_KEYS_H

#include <stddef.h>

#include "load/build.h"

enum key_place {
#define PLACE(id, ...) AT_##id,
#define WORD_STEP(...)
#define STEP(id, ...) AT_##id,
#include "load/keys.def"
    AT_PLACES
};

/* A place's name, and where it is found. */
struct key_where {
    const char *name, *says;
};
extern const struct key_where load_places[AT_PLACES];

/* What a key's value is; for the schema and the reference. */
enum key_type {
    KT_TEXT,
    KT_FLAG,
    KT_NUMBER,
    KT_COUNT, /* a number, or `true`: without end */
    KT_WORD,
    KT_WORDS,
    KT_FORMULA,
    KT_COND,
    KT_SELECTOR,
    KT_CARDS,
    KT_SEATS,
    KT_SEAT,
    KT_ZONE,
    KT_STEPS,
    KT_PHASES,
    KT_EFFECTS,
    KT_MAP,
    KT_LIST,
    KT_ANY
};

/* "nobody owner all", "set row pile": the words of kernel/def.h, a space between two. */
#define WORD_OF(id, word) " " #word
#define SIGHT_WORDS       (&(SIGHTS(WORD_OF))[1])
#define ZONE_WORDS        (&(ZONE_KINDS(WORD_OF))[1])

/* The maps that a key's value holds: it is one, or {NAME: one}, or a list of them; beside what its
 * type says. */
enum key_nest { NEST_NONE, NEST_MAP, NEST_NAMES, NEST_LIST };

struct key {
    enum key_place at;
    const char *key;
    enum key_type type;
    bool needed;
    const char *words; /* the words that may stand there, or NULL */
    const char *says;
    enum key_nest nest;
    enum key_place inside;
};

extern const struct key load_keys[];
extern const size_t load_nkeys;

/* Names of the ruleset that may be keys at a place too: traits of a card, counters of add. */
unsigned keys_names(enum key_place at);

/* Complains about every key of MAP that may not stand at the place and every needed one that
 * is missing. True if all is well. MAP may be NULL or no map: then nothing is checked. A misspelt
 * key that is needed or declares names is read from then on as what was probably meant, so
 * that one slip is one error. */
bool keys_check(struct loader *ld, const struct node *map, enum key_place at);

/* ROOT, a file of that kind, with what stands unindented behind an empty `zones:` put into it, or a `zones:` that is indented into `traits` taken out, and told:
 * that is one slip, and all that names a zone would follow from it. */
struct node *keys_adopt(struct loader *ld, struct node *root, enum key_place at);

/* The row of KEY at the place; NULL: by the table alone it may not stand there. */
const struct key *key_row(enum key_place at, const char *key);

/* An effect that waits has no `else`. */
#define HINT_ELSE "in a list of effects write 'each: you, do: [{if: …, …, else: […]}]'"
/* Complains about one key; what was probably meant, or NULL. */
const char *keys_unknown(struct loader *ld, const struct node *key, enum key_place at,
                         enum key_place also);

#endif
