/* cardreport.h - which cards win, as tables or JSON. */
#ifndef CANTRIP_TOOLS_STATS_CARDREPORT_H
#define CANTRIP_TOOLS_STATS_CARDREPORT_H

#include "cardtally.h"
#include "versus.h"

#include <jansson.h>

/* {mean, error}, to six decimals. */
json_t *estimate_json(const struct estimate *e);
/* The kind of choice called `id`, or EVERY_KIND for "all". NO_KIND after a message. */
int card_kind(const struct card_names *names, const char *command, const char *ruleset,
              const char *id);
/* Does the same as card_kind without a message. */
int card_kind_find(const struct card_names *names, const char *id);
/* A card in one kind of choice: how it was picked, the counts that its worth comes from
 * (cardtally_answer), and the worth. */
struct card_line {
    int card;
    const struct card_count *count, *told;
    struct card_worth share, score;
    double rate; /* rate of false findings if it was tested, else 1 */
};
/* The cards that were offered, the best first. */
struct card_lines {
    struct card_line *v; /* free() */
    int n;
    bool having;         /* the worth is that of having the card */
    bool shares, scores; /* is there any value in shares, in points? */
};
struct card_lines card_lines_of(const struct card_tally *t, int kind);
/* Adds two cells, a mean and its error, with that many decimals. Unknown values stay blank. */
struct table;
void add_estimate(struct table *t, bool known, const struct estimate *e, int digits);
/* A table for each kind of choice, or for one. `causal`: cards without a gain are explained
 * elsewhere. */
void cards_print(const struct card_tally *t, const struct card_names *names, int kind,
                 bool causal);
/* Prints a line about the cards of KIND that everyone or no one picked. Such a card has no gain,
 * but may be the strongest of all. WHERE: " in ./mine" or "". HOW: how to learn its worth, or
 * "". */
void cards_print_ends(const struct card_tally *t, const struct card_names *names, int kind,
                      const char *where, const char *how);
/* One of two rulesets under comparison. */
struct cards_side {
    const struct card_tally *tally;
    const struct card_names *names;
    const char *name;
};
/* Does the card's text differ between the rulesets? */
enum card_is { CARD_KEPT, CARD_CHANGED, CARD_NEW, CARD_GONE };
/* A card (by identifier) in two rulesets, in shares of the win and in points. */
struct change {
    int card[2]; /* its numbers; -1: not in that ruleset */
    enum card_is is;
    const char *id, *name;
    bool share[2], score[2]; /* known in the first, the second ruleset */
    struct estimate of_share[2], of_score[2], share_by, score_by;
    const struct versus_count *versus; /* NULL: the card is in one ruleset only */
};
/* The surest change first. Cards of one ruleset only come last. */
struct changes {
    struct change *v; /* free() */
    int n;
};
struct changes changes_of(const struct cards_side *a, const struct cards_side *b,
                          const struct versus_tally *versus, int kind_a, int kind_b);
/* The first requested kind from k on that both have; *other is its number in the second. -1: no
 * more. */
int changes_next_kind(const struct cards_side *a, const struct cards_side *b, int kind, int k,
                      int *other);
void cards_print_both(const struct cards_side *a, const struct cards_side *b,
                      const struct versus_tally *versus, int kind);
json_t *cards_json_both(const struct cards_side *a, const struct cards_side *b,
                        const struct versus_tally *versus, int kind);
/* {KIND: [{card, offered, picked, …}]}; the caller owns it. */
json_t *cards_json(const struct card_tally *t, const struct card_names *names, int kind);
/* [{card, had, not_had, any: {had, not_had, gain}, opening, …}], by having cards. The caller
 * owns it. */
json_t *having_json(const struct card_tally *t, const struct card_names *names);

/* ---- two cards at a time: pairreport.c ---- */

struct card_pair {
    int a, b;
    const struct seat_sums *both;
    struct pair_worth worth;
    double rate; /* rate of false findings if it was tested, else 1 */
};
/* The pairs with known values, the surest first: by shares, or else by points. */
struct card_pairs {
    struct card_pair *v; /* free() */
    int n;
    bool shares, scores; /* is there any value in shares, in points? */
};
struct card_pairs card_pairs_of(const struct card_tally *t, int kind);
void pairs_print(const struct card_tally *t, const struct card_names *names, int kind);
/* {KIND: [{cards: [A, B], seats, share: {mean, error}, …}]}; the caller owns it. */
json_t *pairs_json(const struct card_tally *t, const struct card_names *names, int kind);

#endif
