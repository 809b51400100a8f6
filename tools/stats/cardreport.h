/* cardreport.h - which cards win, as tables or JSON. */
#ifndef CANTRIP_TOOLS_STATS_CARDREPORT_H
#define CANTRIP_TOOLS_STATS_CARDREPORT_H

#include "cardtally.h"

#include <jansson.h>

enum { EVERY_KIND = -1, NO_KIND = -2 };

/* The kind of choice called `id`, EVERY_KIND for "all"; NO_KIND after complaining. */
int card_kind(const ct_definition *def, const char *id);
/* The same without a word: NO_KIND. */
int card_kind_find(const ct_definition *def, const char *id);
/* A table for each kind of choice that was met, or for one. */
void cards_print(const struct card_tally *t, const ct_definition *def, int kind);
/* One of two rulesets that are compared. */
struct cards_side {
    const struct card_tally *tally;
    const ct_definition *def;
    const char *name;
};
/* What each card (by its identifier) is worth in both, and how much more in the second; the greatest
 * change first. */
void cards_print_both(const struct cards_side *a, const struct cards_side *b, int kind);
json_t *cards_json_both(const struct cards_side *a, const struct cards_side *b, int kind);
/* {KIND: [{card, offered, picked, …}]}; the caller owns it. */
json_t *cards_json(const struct card_tally *t, const ct_definition *def, int kind);

#endif
