/* keys.h: the one table of keys: what each map of a game's files may contain.
 *
 * The loader's check, "did you mean", the editor schema and the reference all use it. A place is
 * a kind of map (a zone, a `choose`). Some places also take names of the ruleset as keys (a
 * card's traits, the counters of `add`).
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

/* The name of a place, and where it occurs. */
struct key_where {
    const char *name, *says;
};
extern const struct key_where load_places[AT_PLACES];

/* The type of a key's value, for the schema and the reference. */
enum key_type {
    KT_TEXT,
    KT_FLAG,
    KT_NUMBER,
    KT_COUNT, /* a number, or `true`: no end */
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

/* "nobody owner all", "set row pile": words of kernel/def.h, separated by spaces. */
#define WORD_OF(id, word) " " #word
#define SIGHT_WORDS       (&(SIGHTS(WORD_OF))[1])
#define ZONE_WORDS        (&(ZONE_KINDS(WORD_OF))[1])

/* Maps inside a key's value, beside its type: one, {NAME: one}, or a list of them. */
enum key_nest { NEST_NONE, NEST_MAP, NEST_NAMES, NEST_LIST };

struct key {
    enum key_place at;
    const char *key;
    enum key_type type;
    bool needed;
    const char *words; /* allowed words, or NULL */
    const char *says;
    enum key_nest nest;
    enum key_place inside;
};

extern const struct key load_keys[];
extern const size_t load_nkeys;

/* The names of the ruleset that may also be keys at a place: traits of a card, counters of add. */
unsigned keys_names(enum key_place at);

/* Reports every wrong or missing key of MAP. True if there are none. If MAP is NULL or no map,
 * it checks nothing. A misspelt key that is needed or declares names is read as the one probably
 * meant, so that one slip gives one error. */
bool keys_check(struct loader *ld, const struct node *map, enum key_place at);

/* Repairs and reports wrong indentation in ROOT, a file of that kind: an empty `zones:` gets the
 * unindented keys after it; a `zones:` inside `traits` is taken out. Otherwise every use of a
 * zone would be an error. */
struct node *keys_adopt(struct loader *ld, struct node *root, enum key_place at);

/* Reports each of these keys, separated by spaces, that the map has: it goes with none of what is
 * there. WHY has a place for the key. */
void keys_refuse(struct loader *ld, const struct node *map, const char *keys, const char *hint,
                 const char *why);

/* The row of KEY at the place. NULL: the table does not allow it. */
const struct key *key_row(enum key_place at, const char *key);

/* A waiting effect has no `else`. */
#define HINT_ELSE "in a list of effects write 'each: you, do: [{if: …, …, else: […]}]'"
/* Reports one unknown key. Returns the key probably meant, or NULL. */
const char *keys_unknown(struct loader *ld, const struct node *key, enum key_place at,
                         enum key_place also);

#endif
