/* facts.h - what a scenario can expect of a position, as lines of `expect` and as one number.
 *
 * A fact is a key and a value of `expect`: "A.row" and "[coin, rock down]". No scenario can tell
 * two games apart that have the same facts after each pick. */
#ifndef CANTRIP_TOOLS_SCENES_FACTS_H
#define CANTRIP_TOOLS_SCENES_FACTS_H

#include "cantrip.h"

#include <jansson.h>

/* In order: if several differ, the first kind is preferred. */
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

/* A game, and the names of its seats. */
struct look {
    const ct_definition *def;
    ct_engine *engine;
    ct_state *game;
    ct_scene *scene; /* names its choices; or NULL */
    const char *seat[CT_MAX_SEATS];
    uint64_t marks; /* counters of cards (by number among these) that are always told */
    const ct_definition *beside; /* zones that are sets there have no order here either */
};

/* A scene's present game, with its names of seats and choices. */
struct look look_at_scene(ct_scene *scene);
/* An earlier game of that scene. Its choices are named by itself. */
struct look look_at_past(ct_scene *scene, ct_state *game);
/* All facts. Then call facts_free. */
void facts_of(struct look *l, struct facts *out);
void facts_free(struct facts *f);
/* Facts of A that B lacks or has otherwise, the preferred first, into *out (pointers into A). How
 * many. */
int facts_apart(const struct facts *a, const struct facts *b, const struct fact **out, int cap);
/* A fact's value as JSON, with lists of words, maps and numbers as in YAML. The caller owns it. */
json_t *fact_json(const struct fact *f);
/* A number, true or false, else the text. */
json_t *fact_word(const char *text);
/* All facts as one number, much faster. It is made of names, so two definitions can be compared. */
uint64_t facts_sum(struct look *l);
/* Counters of cards that are not at their start somewhere: bits for `marks`. */
uint64_t facts_marks(struct look *l);
/* The name of a zone: "A.hand", "deck" (free()). */
char *facts_zone_key(const struct look *l, int zone, int seat);
/* The cards of a zone for `given` and `expect`: one text a card. Free each text and the list. */
char **facts_cards(struct look *l, int observer, int zone, int seat, int *n);
/* A counter's value as scenarios write it (free()). */
char *facts_value(const struct look *l, int counter, int32_t value);

#endif
