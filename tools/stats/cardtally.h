/* cardtally.h - which cards win: results of seats that pick a card, and of seats that pass it.
 *
 * Whole numbers only, as in tally.h, so that threads add up to the same bytes in any order.
 * Seats of a game depend on each other, because one seat wins what others lose. So errors come
 * from sums over games.
 */
#ifndef CANTRIP_TOOLS_STATS_CARDTALLY_H
#define CANTRIP_TOOLS_STATS_CARDTALLY_H

#include "cardcount.h"
#include "havingtally.h"

/* Seats in one kind of choice that did something: their number, and sums of y and y². */
struct seat_sums {
    uint64_t n, first; /* first: the first game with one of them, or 0 */
    __int128 share, share2, score, score2;
};
extern const struct columns chooser_columns;
/* Pairs of cards in one kind of choice. Seats that had the choice, and for each a <= b the seats
 * that picked both cards (or card a, if a is b; pair_place). Also, for every two such seats of a
 * game (each two count twice), the first one's y and the product of both. These say how strongly
 * seats of a game depend on each other. */
struct pair_counts {
    struct seat_sums all, two, *both;
};

/* Identifiers and names: ct_kind_id, ct_card_id, ct_card_name, ct_phase_id, ct_word_id, ct_word_text. */
struct card_names {
    int kinds, cards, phases, words, options;
    const char **kind, **id, **name, **phase, **word, **said;
    const char **option; /* options with several values, as given: "goal=3,5" */
    uint64_t *look;      /* fingerprints of the cards' texts; NULL: not compared */
};

/* A card offered in a decision, kind * cards + card, listed once. */
struct card_offer {
    int cell;
    bool picked;
};

/* What all seats did with a card in a finished game. */
struct card_ended {
    int cell;
    struct card_game game;
};

struct card_tally {
    int kinds, cards;
    struct card_count *count;  /* by kind, then card */
    struct pair_counts *pairs; /* by kind; NULL: not counted */
    int pairs_of;              /* the kind whose pairs are counted, or EVERY_KIND */
    struct card_met *met;      /* the cards of the present game */
    struct card_did *did;      /* room for entries by seat, sorted */
    size_t nmet, cap;
    uint32_t *at;             /* by kind and card: place in `met` + 1, or 0 */
    uint64_t *seen, decision; /* by kind and card: the last decision that offered it */
    struct card_offer
        *offer; /* the offers of that decision; those picked (each card of a set) come first */
    int noffers, offer_cap;
    bool sets;                /* some of its choices are sets of cards */
    struct card_ended *ended; /* the last game's cards; none if it was stopped */
    size_t nended, ended_cap;
    struct having_tally having;
    bool scored; /* some game had scores */
};

/* The texts belong to the definition. */
void card_names_of(struct card_names *n, const ct_definition *def);
void card_names_option(struct card_names *n, const char *option);
/* A fingerprint of each card's text for players: its name, copies and traits. The caller frees
 * it. */
uint64_t *card_looks(const ct_definition *def, int cards);
void card_names_free(struct card_names *n);

/* `pairs`: the kind of choice whose pairs of cards are counted, EVERY_KIND or NO_KIND. */
enum { EVERY_KIND = -1, NO_KIND = -2 };
void cardtally_begin(struct card_tally *t, int kinds, int cards, int pairs);
/* Does choice i of a seat count in the cell kind * cards + card? */
bool cardtally_has(const struct card_tally *t, ct_engine *engine, ct_state *game, int seat,
                   int i, int cell);
/* A seat picks one of its n choices (two or more). They were the last ones listed. Call it
 * before ct_pick. */
void cardtally_pick(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int n,
                    int pick);
/* Notes which cards the seats have. Call it at each decision. */
void cardtally_look(struct card_tally *t, ct_engine *engine, ct_state *game);
/* Game `number` (from 1) is over, or does not count. `seats`: mask of the seats whose cards
 * count. */
void cardtally_game(struct card_tally *t, ct_engine *engine, ct_state *game, unsigned seats,
                    const struct ct_result *r, uint64_t number);
void cardtally_merge(struct card_tally *into, const struct card_tally *from);
void cardtally_free(struct card_tally *t);

const struct card_count *cardtally_of(const struct card_tally *t, int kind, int card);
/* Is a card's worth in this kind of choice measured by having it, not by picking it? It is if
 * most offered cards already belong to the seat. A seat that passes such a card still has it, so
 * a pass says little. It must be known of most cards whether seats had them. */
bool cardtally_asks_having(const struct card_tally *t, int kind);
/* The counts that its worth comes from: choices that picked and passed it, or seats that had it
 * and that never did. */
const struct card_count *cardtally_answer(const struct card_tally *t, int kind, int card);
/* That measure in words, for a report. */
const char *cardtally_asked(bool having);
/* Finds the cards that everyone picked when offered, or (`always` false) no one. They have no
 * gain, but may be the strongest of all. Cards with fewer than 30 offers do not count. Returns
 * how many; `card` has room for all. */
int cardtally_ends(const struct card_tally *t, int kind, bool always, int *card);

/* The place of a pair a <= b in `both`, and so also the number of places. */
static inline size_t pair_place(int a, int b)
{
    return (size_t)b * ((size_t)b + 1) / 2 + (size_t)a;
}
/* The pairs of a kind, made if needed. Only for tallies that count pairs. */
struct seat_sums *cardtally_pairs(struct card_tally *t, int kind);
/* The worth of picking both a < b, beyond the worth of each alone: the mean of seats that picked
 * both and of seats that picked neither, less that of seats that picked only one. `known`: at
 * least FEW seats did each; the error of fewer says nothing. If seats of a game take from each
 * other, the error grows by their average effect on it (the design effect: Kish, Survey
 * Sampling, 1965, 5.4). */
enum { FEW = 30 };
struct pair_worth {
    bool known;
    struct estimate share, score;
};
struct pair_worth card_pair(const struct pair_counts *k, int a, int b);

#endif
