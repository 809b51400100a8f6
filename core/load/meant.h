/* meant.h: words of other systems, and what they are called here. */
#ifndef CT_LOAD_MEANT_H
#define CT_LOAD_MEANT_H

#include "load/keys.h"

struct meant {
    enum key_place at;
    const char *words; /* a space between two */
    const char *key;   /* what they mean there, or NULL: */
    const char *hint;  /* … it is said by this */
};
extern const struct meant load_meant[], load_meant_seats[];
extern const size_t load_nmeant, load_nmeant_seats;

/* The row of a word at a place; NULL. */
const struct meant *meant_key(enum key_place at, const char *word);
/* The word for seats that is meant; NULL. */
const char *meant_seat(const char *word);
/* The word that is meant as the value of a key, if it is one of these n; NULL. */
const char *meant_value(const char *key, const char *word, const char *const *ids, size_t n);
/* The hint for a word that is no key at these places. *near: a name of the game's own that is spelt nearly so, or NULL, then
 * the key that was probably meant, or NULL. */
const char *meant_hint(struct loader *ld, const char *word, enum key_place at,
                       enum key_place also, const char **near);
/* The same for a word that is no step and no verb. `beside`: whose keys may stand there, too. */
const char *meant_step(struct loader *ld, const char *word, enum key_place beside);
/* "write '{zone: hand}'", if that is what is meant where a selector is wanted; NULL. */
const char *meant_zone(struct loader *ld, const struct node *n);

#endif
