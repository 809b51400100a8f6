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

enum having {
    HAVING,        /* in any way */
    HAVING_START,  /* before the first pick */
    HAVING_DRAWN,  /* later, without a pick of it before: drawn, dealt, given */
    HAVING_PICKED, /* by picking it, or out of what was handed round */
    HAVINGS
};

struct having_tally {
    int cards;
    struct card_count *
        count; /* by enum having, then card: `picked` are seats that had it, `passed` those that never did */
    /* Of the game under way: */
    uint32_t looks;
    struct having_copy *met; /* each copy in each zone where it lay */
    struct having_zone *zone;
    size_t nmet, cap;
    int zones, copies;    /* room in `zone`, in `copy` */
    struct ct_copy *copy; /* room for those of a seat */
    uint32_t *first;      /* by card, then seat: the place in `met` of what it had first, + 1 */
};

void havingtally_begin(struct having_tally *t, int cards);
/* Looks at what lies with the seats. `picked`: has this one picked the card in this game? */
void havingtally_look(struct having_tally *t, ct_engine *engine, const ct_state *game,
                      bool (*picked)(const void *ctx, int seat, int card), const void *ctx);
/* The game of this number is over, or not to be counted; of `seats` (a bit for each) is told. Then havingtally_forget. */
void havingtally_game(struct having_tally *t, const struct ct_result *r, unsigned seats,
                      uint64_t number);
/* Had the seat the card in the game that is over, but not by picking it? */
bool havingtally_was_given(const struct having_tally *t, int seat, int card);
/* The next game begins. */
void havingtally_forget(struct having_tally *t);
void havingtally_merge(struct having_tally *into, const struct having_tally *from);
/* Nothing is counted yet. Between games. */
void havingtally_clear(struct having_tally *t);
void havingtally_free(struct having_tally *t);
const struct card_count *havingtally_of(const struct having_tally *t, enum having how,
                                        int card);

#endif
