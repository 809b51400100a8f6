/* meant.h: words of other systems, and their equivalents here. */
#ifndef CT_LOAD_MEANT_H
#define CT_LOAD_MEANT_H

#include "load/keys.h"

struct meant {
    enum key_place at;
    const char *words; /* separated by spaces */
    const char *key;   /* the equivalent key, or NULL */
    const char *hint;  /* used if there is no key */
};
extern const struct meant load_meant[], load_meant_seats[];
extern const size_t load_nmeant, load_nmeant_seats;

/* The row of a word at a place, or NULL. */
const struct meant *meant_key(enum key_place at, const char *word);
/* The word for seats that is meant, or NULL. */
const char *meant_seat(const char *word);
/* The meant value of a key, if it is one of these n. NULL: none. */
const char *meant_value(const char *key, const char *word, const char *const *ids, size_t n);
/* The hint for a word that is no key at these places. *near: a similar name of the game or NULL;
 * it becomes the key that was probably meant, or NULL. */
const char *meant_hint(struct loader *ld, const char *word, enum key_place at,
                       enum key_place also, const char **near);
/* The hint for a word that is no step and no verb. `beside`: a place whose keys are allowed,
 * too. */
const char *meant_step(struct loader *ld, const char *word, enum key_place beside);
/* Says that n, which stands where keys of `beside` may stand, is no verb and no step. */
void say_no_verb(struct loader *ld, const struct node *n, enum key_place beside);
/* "write '{zone: hand}'", if a zone is written where a selector is needed. NULL: it is not. */
const char *meant_zone(struct loader *ld, const struct node *n);

#endif
