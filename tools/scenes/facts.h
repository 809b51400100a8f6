/* facts.h - what a scenario can expect of a position: as lines of `expect`, and as one number.
 *
 * A fact is a key and a value as `expect` has them: "A.row" and "[coin, rock down]". Two games that have the same facts after
 * each pick no scenario can tell apart.
 */
#ifndef CANTRIP_TOOLS_SCENES_FACTS_H
#define CANTRIP_TOOLS_SCENES_FACTS_H

#include "cantrip.h"

#include <jansson.h>

/* In which order they are preferred where several differ. */
enum fact_kind {
    FACT_RESULT, /* winners, scores, why, over or not */
    FACT_COUNTER,
    FACT_CARDS,
    FACT_OFFERS,
    FACT_ASKS,
    FACT_COUNT, /* how many cards */
    FACT_PHASE,
    FACT_SEES
};
struct fact {
    enum fact_kind kind;
    char *key, *value;
};
struct facts {
    struct fact *v;
    int n, cap;
};

/* A game that is looked at; what its seats are called. */
struct look {
    const ct_definition *def;
    ct_engine *engine;
    ct_state *game;
    ct_scene *scene; /* for what a choice is called; or NULL */
    const char *seat[CT_MAX_SEATS];
    uint64_t
        marks; /* counters of cards (by number among these) that are told whatever they hold */
    const ct_definition *
        beside; /* whose zones are sets, too, where that has them so: in which no order can be told */
};

/* At a scene's game as it stands, with what its seats and choices are called. */
struct look look_at_scene(ct_scene *scene);
/* At another game of that scene, which is as it was once: its choices have their own words. */
struct look look_at_past(ct_scene *scene, ct_state *game);
/* All that can be said. Then: facts_free. */
void facts_of(struct look *l, struct facts *out);
void facts_free(struct facts *f);
/* Those of A that are otherwise in B, or not in it, the preferred first, into *out (pointers into A); how many. */
int facts_apart(const struct facts *a, const struct facts *b, const struct fact **out, int cap);
/* A fact's value as JSON, lists of words, maps and numbers as YAML has them; the caller owns it. */
json_t *fact_json(const struct fact *f);
/* A number, true or false, else the text. */
json_t *fact_word(const char *text);
/* The same facts as one number, much faster; of names, so that two definitions may be compared. */
uint64_t facts_sum(struct look *l);
/* Counters of cards that are not at their start somewhere: bits for `marks`. */
uint64_t facts_marks(struct look *l);
/* The seat's own things by name: "A.hand", "deck". The caller frees it with free(). */
char *facts_zone_key(const struct look *l, int zone, int seat);
/* The cards of a zone as `given` and `expect` write them: a list of texts, one a card. free() each and the list. */
char **facts_cards(struct look *l, int observer, int zone, int seat, int *n);
/* A counter's value as a scenario writes it. free(). */
char *facts_value(const struct look *l, int counter, int32_t value);

#endif
