/* cardreport.h - which cards win, as tables or JSON. */
#ifndef CANTRIP_TOOLS_STATS_CARDREPORT_H
#define CANTRIP_TOOLS_STATS_CARDREPORT_H

#include "cardtally.h"

#include <jansson.h>

/* The kind of choice called `id`, EVERY_KIND for "all"; NO_KIND after complaining. */
int card_kind(const struct card_names *names, const char *ruleset, const char *id);
/* The same without a word: NO_KIND. */
int card_kind_find(const struct card_names *names, const char *id);
/* A table for each kind of choice that was met, or for one. */
void cards_print(const struct card_tally *t, const struct card_names *names, int kind);
/* One of two rulesets that are compared. */
struct cards_side {
    const struct card_tally *tally;
    const struct card_names *names;
    const char *name;
};
/* What each card (by its identifier) is worth in both, and how much more in the second; the greatest
 * change first. */
void cards_print_both(const struct cards_side *a, const struct cards_side *b, int kind);
json_t *cards_json_both(const struct cards_side *a, const struct cards_side *b, int kind);
/* {KIND: [{card, offered, picked, …}]}; the caller owns it. */
json_t *cards_json(const struct card_tally *t, const struct card_names *names, int kind);

/* The same of two cards at a time (pairreport.c). */
void pairs_print(const struct card_tally *t, const struct card_names *names, int kind);
/* {KIND: [{cards: [A, B], seats, share: {mean, error}, …}]}; the caller owns it. */
json_t *pairs_json(const struct card_tally *t, const struct card_names *names, int kind);

#endif
