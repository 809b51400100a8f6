/* cardreport.h - which cards win, as tables or JSON. */
#ifndef CANTRIP_TOOLS_STATS_CARDREPORT_H
#define CANTRIP_TOOLS_STATS_CARDREPORT_H

#include "cardtally.h"
#include "versus.h"

#include <jansson.h>

/* {mean, error}, to six decimals. */
json_t *estimate_json(const struct estimate *e);
/* The kind of choice called `id`, EVERY_KIND for "all"; NO_KIND after complaining. */
int card_kind(const struct card_names *names, const char *command, const char *ruleset,
              const char *id);
/* The same without a word: NO_KIND. */
int card_kind_find(const struct card_names *names, const char *id);
/* A card as one kind of choice tells of it: how it was picked; what tells what it is worth (cardtally_answer); that. */
struct card_line {
    int card;
    const struct card_count *count, *told;
    struct card_worth share, score;
    double rate; /* of false findings, once it is tested; else 1 */
};
/* Those that were offered, the best first. */
struct card_lines {
    struct card_line *v; /* free() */
    int n;
    bool having;         /* the answer is what having the card is worth */
    bool shares, scores; /* anything to tell of either */
};
struct card_lines card_lines_of(const struct card_tally *t, int kind);
/* Two cells, a mean and its error with so many digits; blank where it is not known. */
struct table;
void add_estimate(struct table *t, bool known, const struct estimate *e, int digits);
/* A table for each kind of choice that was met, or for one. `causal`: what they cannot tell is told elsewhere. */
void cards_print(const struct card_tally *t, const struct card_names *names, int kind,
                 bool causal);
/* A line (WHERE: " in ./mine", or empty) on cards of KIND that everybody or nobody picked, if there are any:
 * the first may be the strongest of all, and have no gain. HOW: how one learns what they are worth, or empty. */
void cards_print_ends(const struct card_tally *t, const struct card_names *names, int kind,
                      const char *where, const char *how);
/* One of two rulesets that are compared. */
struct cards_side {
    const struct card_tally *tally;
    const struct card_names *names;
    const char *name;
};
/* Is what people read of a card the same in both? */
enum card_is { CARD_KEPT, CARD_CHANGED, CARD_NEW, CARD_GONE };
/* A card (by its identifier) in two rulesets, in shares of the win and in points. */
struct change {
    int card[2]; /* its numbers; -1: it is not there */
    enum card_is is;
    const char *id, *name;
    bool share[2], score[2]; /* known in the first, in the second */
    struct estimate of_share[2], of_score[2], share_by, score_by;
    const struct versus_count *versus; /* NULL: it is in one only */
};
/* The surest change first, what is in one of them only last. */
struct changes {
    struct change *v; /* free() */
    int n;
};
struct changes changes_of(const struct cards_side *a, const struct cards_side *b,
                          const struct versus_tally *versus, int kind_a, int kind_b);
/* The first kind from k on that is asked for and that both have, in the second *other; -1: none is left. */
int changes_next_kind(const struct cards_side *a, const struct cards_side *b, int kind, int k,
                      int *other);
void cards_print_both(const struct cards_side *a, const struct cards_side *b,
                      const struct versus_tally *versus, int kind);
json_t *cards_json_both(const struct cards_side *a, const struct cards_side *b,
                        const struct versus_tally *versus, int kind);
/* {KIND: [{card, offered, picked, …}]}; the caller owns it. */
json_t *cards_json(const struct card_tally *t, const struct card_names *names, int kind);
/* [{card, had, not_had, any: {had, not_had, gain}, opening, …}]: of what seats had; the caller owns it. */
json_t *having_json(const struct card_tally *t, const struct card_names *names);

/* ---- two cards at a time: pairreport.c ---- */

struct card_pair {
    int a, b;
    const struct seat_sums *both;
    struct pair_worth worth;
    double rate; /* of false findings, once it is tested; else 1 */
};
/* Those of which anything is known, the surest first: by shares, or else by points. */
struct card_pairs {
    struct card_pair *v; /* free() */
    int n;
    bool shares, scores; /* anything to tell of either */
};
struct card_pairs card_pairs_of(const struct card_tally *t, int kind);
void pairs_print(const struct card_tally *t, const struct card_names *names, int kind);
/* {KIND: [{cards: [A, B], seats, share: {mean, error}, …}]}; the caller owns it. */
json_t *pairs_json(const struct card_tally *t, const struct card_names *names, int kind);

#endif
