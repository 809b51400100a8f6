/* about.h - what of a game never changes, as JSON for the page: its cards, zones, counters, and the page's own words. */
#ifndef CANTRIP_TOOLS_SERVE_ABOUT_H
#define CANTRIP_TOOLS_SERVE_ABOUT_H

#include "gametable.h"

#include <jansson.h>

/* What all return belongs to the caller (json_decref); NULL without memory. */

/* The words of words.def that are the page's, in `lang`; `def` may be NULL. */
json_t *about_words(const ct_definition *def, const char *lang);
/* A game for who chooses one. */
json_t *about_game(const struct game *game, const char *lang);
/* A card: {name, copies, traits, text, art, colour}; `colour`: the trait that gives it its colour. */
json_t *about_card(const struct game *game, const ct_state *table, const char *lang, int card,
                   int colour);
/* A table's game for who sits at it (a seat, or CT_SPECTATOR). */
json_t *about_table(struct gametable *t, int observer);

#endif
