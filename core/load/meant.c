/* meant.c: what an unknown key probably means: a similar name of the game, a word of another
 * system (meant.def), or a similar key. */
#include "load/meant.h"

#include <string.h>

const struct meant load_meant[] = {
#define MEANT(id, words, key, hint) {AT_##id, words, key, hint},
#include "load/meant.def"
};
const size_t load_nmeant = sizeof load_meant / sizeof *load_meant;

const struct meant load_meant_seats[] = {
#define SEAT_MEANT(words, word) {AT_SEATS, words, word, NULL},
#include "load/meant.def"
};
const size_t load_nmeant_seats = sizeof load_meant_seats / sizeof *load_meant_seats;

static const struct {
    const char *key, *words, *word;
} values[] = {
#define VALUE_MEANT(key, words, word) {key, words, word},
#include "load/meant.def"
};

const struct meant *meant_key(enum key_place at, const char *word)
{
    for (size_t i = 0; i < load_nmeant; i++)
        if (load_meant[i].at == at && is_among(load_meant[i].words, word))
            return &load_meant[i];
    return NULL;
}

const char *meant_seat(const char *word)
{
    for (size_t i = 0; i < load_nmeant_seats; i++)
        if (is_among(load_meant_seats[i].words, word))
            return load_meant_seats[i].key;
    return NULL;
}

const char *meant_value(const char *key, const char *word, const char *const *ids, size_t n)
{
    const char *found = NULL;

    for (size_t i = 0; i < sizeof values / sizeof *values && !found; i++)
        if (strcmp(values[i].key, key) == 0 && is_among(values[i].words, word))
            found = values[i].word;
    return found && PLACE_OF(ids, n, found) >= 0 ? found : NULL;
}

const char *meant_hint(struct loader *ld, const char *word, enum key_place at,
                       enum key_place also, const char **near)
{
    const struct meant *m = *near ? NULL : meant_key(at, word);
    struct near similar = near_begin(ld, word);

    m = m || *near ? m : meant_key(also, word);
    if (m && !m->key)
        return m->hint;
    for (size_t i = 0; i < load_nkeys && !m && !*near; i++)
        if (load_keys[i].at == at || load_keys[i].at == also)
            near_try(&similar, load_keys[i].key);
    *near = *near ? *near : m ? m->key : similar.best;
    return hint_near(ld, *near);
}

const char *meant_step(struct loader *ld, const char *word, enum key_place beside)
{
    const char *near = NEAR_IN(ld, word, ld->verbs.v, ld->verbs.n);

    return meant_hint(ld, word, AT_STEP, beside, &near);
}

void say_no_verb(struct loader *ld, const struct node *n, enum key_place beside)
{
    const char *meant = meant_step(ld, n->text, beside);

    SAY(ld, n, "VERB-UNKNOWN",
        meant ? meant : "write it under 'verbs', or under 'steps' if only phases use it",
        "unknown verb or step '%s'", n->text);
}

const char *meant_zone(struct loader *ld, const struct node *n)
{
    bool zone = n && n->kind == NODE_SCALAR && name_index(ld, n->text, NAME_ZONE) >= 0;

    return zone ? arena_printf(ld->mem, "write '{zone: %s}'", n->text) : NULL;
}
