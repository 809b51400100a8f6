/* havingtally.h - what it is worth to have a card: what becomes of the seats that had it, and of those that never did.
 *
 * A seat has a card from when a copy lies with it, in a zone of its own in which it sees what lies face up. That is looked at whenever
 * somebody picks among two choices or more, and when the game is over. A copy that later lies in the same zone of another seat was
 * handed on, and counts for that one alone: so of what goes round in a draft each card counts for who kept it.
 *
 * How a seat came by a card is told by its first copy. (The same split of what is drawn is known as "opening hand", "drawn" and "not
 * seen" from public statistics of trading card games.)
 */
#ifndef CANTRIP_TOOLS_STATS_HAVINGTALLY_H
#define CANTRIP_TOOLS_STATS_HAVINGTALLY_H

#include "cardcount.h"

/* In which way a seat had it: enum, id, head of its column. Each is held against the seats that never had it. */
#define HAVINGS_ALL(X)                                                                         \
    X(ANY, any, "had")                                                                         \
    X(OPENING, opening, "opening") /* before the first pick */                                 \
    X(BY_3, by_3, "by 3")    /* by the third round of the outermost phase that goes round */   \
    X(DRAWN, drawn, "drawn") /* later, without a pick of it before: drawn, dealt, given */     \
    X(PICKED, picked, "picked") /* by picking it, or out of what was handed round */           \
    X(USED, used, "used")       /* in any of these ways, and it picked it at some time */
enum having {
#define X(name, id, head) HAVING_##name,
    HAVINGS_ALL(X)
#undef X
        HAVINGS
};

struct having_tally {
    int cards;
    /* By enum having, then card: `picked` are seats that had it so, `passed` those that never had it. Of HAVING_ANY of all games, of the
     * other ways of those in which somebody had it so (the others differ in nothing, havingtally_of). */
    struct card_count *count;
    struct card_game
        *last; /* of the last game, by card: HAVING_ANY; nothing if that was stopped */
    /* Of the game under way: */
    uint32_t looks;
    int round;               /* the last round that was seen */
    struct having_copy *met; /* each copy in each zone where it lay */
    struct having_zone *zone;
    size_t nmet, cap, nkept;
    int zones;       /* room in `zone` */
    uint64_t *kept;  /* ct_copies_come */
    uint32_t *first; /* by card, then seat: the place in `met` of what it had first, + 1 */
};

void havingtally_begin(struct having_tally *t, int cards);
/* Has this seat picked the card in this game? */
typedef bool having_picked(const void *ctx, int seat, int card);
/* Looks at what lies with the seats. */
void havingtally_look(struct having_tally *t, ct_engine *engine, ct_state *game,
                      having_picked *picked, const void *ctx);
/* The game of this number is over, or not to be counted; of `seats` (a bit for each) is told. Then havingtally_forget. */
void havingtally_game(struct having_tally *t, const struct ct_result *r, unsigned seats,
                      uint64_t number, having_picked *picked, const void *ctx);
/* Had the seat the card in the game that is over, but not by picking it? */
bool havingtally_was_given(const struct having_tally *t, int seat, int card);
/* The next game begins. */
void havingtally_forget(struct having_tally *t);
void havingtally_free(struct having_tally *t);
/* The seats that had the card in this way, and all that never had it. */
struct card_count havingtally_of(const struct having_tally *t, enum having how, int card);

#endif
