/* about.h - JSON for the page: a game's cards, zones and counters, and the page's own words.
 * None of it changes during a game. */
#ifndef CANTRIP_TOOLS_SERVE_ABOUT_H
#define CANTRIP_TOOLS_SERVE_ABOUT_H

#include "gametable.h"

#include <jansson.h>

/* All results belong to the caller (json_decref). NULL: out of memory. */

/* The words of words.def that are the page's, in `lang`; `def` may be NULL. */
json_t *about_words(const ct_definition *def, const char *lang);
/* A game, as the list of games shows it. */
json_t *about_game(const struct game *game, const char *lang);
/* A card: {name, copies, traits, text, art, colour}. */
json_t *about_card(const struct game *game, const ct_state *table, const char *lang, int card);
/* A table's game for an observer: a seat, or CT_SPECTATOR. */
json_t *about_table(struct gametable *t, int observer);

#endif
