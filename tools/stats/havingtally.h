/* havingtally.h - the worth of having a card: results of seats that had it, and of those that never
 * did.
 *
 * A seat has a card while a copy is in one of its own zones and it can see the face. Seats are
 * looked at in each decision with two or more choices and when the game is over. A copy that moves
 * to the same zone of another seat was handed on. It counts only for the last seat: in a draft, for
 * the one that kept it.
 *
 * The first copy says how a seat came by a card. (Public statistics of trading card games have
 * the same split: "opening hand", "drawn", "not seen".)
 */
#ifndef CANTRIP_TOOLS_STATS_HAVINGTALLY_H
#define CANTRIP_TOOLS_STATS_HAVINGTALLY_H

#include "cardcount.h"

/* How a seat had a card: enum, id, head of its column. Each way is compared with the seats that
 * never had it. */
#define HAVINGS_ALL(X)                                                                         \
    X(ANY, any, "had")                                                                         \
    X(OPENING, opening, "opening") /* before the first pick */                                 \
    X(BY_3, by_3, "by 3")          /* by round 3 of the outermost repeated phase */            \
    X(DRAWN, drawn, "drawn")       /* later, not picked before: drawn, dealt, given */         \
    X(PICKED, picked, "picked")    /* by picking it, or out of an offer that went round */     \
    X(USED, used, "used") /* in any of these ways, and the seat picked it at some time */
enum having {
#define X(name, id, head) HAVING_##name,
    HAVINGS_ALL(X)
#undef X
        HAVINGS
};

struct having_tally {
    int cards;
    /* By enum having, then card. `picked`: seats that had it this way; `passed`: seats that
     * never had it. HAVING_ANY counts all games. The other ways count only games with such a
     * seat (havingtally_of adds the rest). */
    struct card_count *count;
    struct card_game *last; /* of the last game, by card: HAVING_ANY; empty if it was stopped */
    /* Of the present game: */
    uint32_t looks;
    int round;               /* the last round seen */
    struct having_copy *met; /* every copy in every zone where it was */
    struct having_zone *zone;
    size_t nmet, cap, nkept;
    int zones;       /* size of `zone` */
    uint64_t *kept;  /* ct_copies_come */
    uint32_t *first; /* by card, then seat: index + 1 in `met` of the seat's first copy */
};

void havingtally_begin(struct having_tally *t, int cards);
/* Has this seat picked the card in this game? */
typedef bool having_picked(const void *ctx, int seat, int card);
/* Looks at the cards that the seats have. */
void havingtally_look(struct having_tally *t, ct_engine *engine, ct_state *game,
                      having_picked *picked, const void *ctx);
/* The game with this number is over, or does not count. `seats`: mask of the seats that count.
 * Call havingtally_forget next. */
void havingtally_game(struct having_tally *t, const struct ct_result *r, unsigned seats,
                      uint64_t number, having_picked *picked, const void *ctx);
/* Did the seat have the card in the finished game without picking it? */
bool havingtally_was_given(const struct having_tally *t, int seat, int card);
/* Prepares for the next game. */
void havingtally_forget(struct having_tally *t);
void havingtally_free(struct having_tally *t);
/* The seats that had the card in this way, and all that never had it. */
struct card_count havingtally_of(const struct having_tally *t, enum having how, int card);

#endif
