/* cardreport.h - which cards win, in order. */
#ifndef CANTRIP_TOOLS_STATS_CARDREPORT_H
#define CANTRIP_TOOLS_STATS_CARDREPORT_H

#include "cardtally.h"
#include "versus.h"

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
};
/* The cards that were offered, the best first. */
struct card_lines {
    struct card_line *v; /* free() */
    int n;
    bool having;         /* the worth is that of having the card */
    bool shares, scores; /* is there any value in shares, in points? */
};
struct card_lines card_lines_of(const struct card_tally *t, int kind);
/* The cards that some seat had, by the worth of having them. */
struct card_lines having_lines_of(const struct card_tally *t);
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

/* ---- two cards at a time: pairreport.c ---- */

struct card_pair {
    int a, b;
    const struct seat_sums *both;
    struct pair_worth worth;
};
/* The pairs with known values, the surest first: by shares, or else by points. */
struct card_pairs {
    struct card_pair *v; /* free() */
    int n;
    bool shares, scores; /* is there any value in shares, in points? */
};
struct card_pairs card_pairs_of(const struct card_tally *t, int kind);

#endif
