/* cardtally.h - which cards win: what becomes of seats that pick a card, and of those that pass it.
 *
 * Whole numbers only, as in tally.h, so that threads add up to the same bytes in any order.
 */
#ifndef CANTRIP_TOOLS_STATS_CARDTALLY_H
#define CANTRIP_TOOLS_STATS_CARDTALLY_H

#include "cantrip.h"

/* Sums over seats of games of y, the seat's share of the win or its score, by how often it picked the
 * card (p) and how often it passed it (q): what the means and their errors are made of. */
struct card_sums {
    __int128 py, qy;    /* of p·y, of q·y */
    __int128 ppy, ppyy; /* of p²·y, of p²·y² */
    __int128 qqy, qqyy;
    __int128 pqy, pqyy;
};

/* One card in one kind of choice, in games that ended. */
struct card_count {
    uint64_t picked, passed;   /* choices that offered it */
    uint64_t pickers, passers; /* seats of games that ever did */
    __int128 pp, qq, pq;       /* sums of p², q², p·q */
    struct card_sums share, score;
};

/* Seats of games in one kind of choice that did something: their number, and sums of y and y². */
struct seat_sums {
    uint64_t n;
    __int128 share, share2, score, score2;
};
/* One kind of choice: the seats that had it, and, for each two cards a <= b, those that picked both (a itself, if a is
 * b): pair_place. */
struct pair_counts {
    struct seat_sums all, *both;
};

/* What cards and kinds of choices are called: ct_kind_id, ct_card_id, ct_card_name. */
struct card_names {
    int kinds, cards;
    const char **kind, **id, **name;
};

struct card_tally {
    int kinds, cards;
    struct card_count *count;  /* by kind, then card */
    struct pair_counts *pairs; /* by kind; NULL: they are not counted */
    int pairs_of;              /* … in which kind, or EVERY_KIND */
    struct card_met *met;      /* in the game under way */
    struct card_did *did;      /* room for the same, sorted */
    size_t nmet, cap;
    uint32_t *at;             /* by kind, card and seat: place in `met` + 1, or 0 */
    uint64_t *seen, decision; /* by kind and card: the last choice that offered it */
    bool scored;              /* some game had scores */
};

/* A mean, or the difference of two, with its standard error. */
struct estimate {
    double mean, error;
};
/* What a card's numbers say: with those who picked it, with those who passed it, and the first less the
 * second. `known`: two seats at least did either. */
struct card_worth {
    bool known;
    struct estimate picked, passed, gain;
};

/* The texts belong to the definition. */
void card_names_of(struct card_names *n, const ct_definition *def);
void card_names_free(struct card_names *n);

/* `pairs`: the kind of choice in which two cards at a time are counted, EVERY_KIND or NO_KIND. */
enum { EVERY_KIND = -1, NO_KIND = -2 };
void cardtally_begin(struct card_tally *t, int kinds, int cards, int pairs);
/* A seat picks among its n choices (two or more), which were listed last. Before ct_pick. */
void cardtally_pick(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int n,
                    int pick);
/* The game is over, or not to be counted. */
void cardtally_game(struct card_tally *t, const struct ct_result *r);
void cardtally_merge(struct card_tally *into, const struct card_tally *from);
/* Nothing is counted yet. Between games. */
void cardtally_clear(struct card_tally *t);
void cardtally_free(struct card_tally *t);

const struct card_count *cardtally_of(const struct card_tally *t, int kind, int card);
/* In shares of the win (0 … 1), in points. */
struct card_worth card_share(const struct card_count *c);
struct card_worth card_score(const struct card_count *c);

/* Where two cards (a <= b) are counted in `both`; so many places there are. */
static inline size_t pair_place(int a, int b)
{
    return (size_t)b * ((size_t)b + 1) / 2 + (size_t)a;
}
/* The places of a kind, made where there are none; only of a tally that counts pairs. */
struct seat_sums *cardtally_pairs(struct card_tally *t, int kind);
/* What it is worth to have picked both of a < b beyond what each is worth without the other: the mean of the seats that
 * picked both and of those that picked neither, less that of those that picked one alone, of either. `known`: FEW seats at
 * least did each; of fewer a standard error says nothing. */
enum { FEW = 30 };
struct pair_worth {
    bool known;
    struct estimate share, score;
};
struct pair_worth card_pair(const struct pair_counts *k, int a, int b);

#endif
