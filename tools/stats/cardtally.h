/* cardtally.h - which cards win: what becomes of seats that pick a card, and of those that pass it.
 *
 * Whole numbers only, as in tally.h, so that threads add up to the same bytes in any order. What the seats of a game come
 * to hangs together (who wins takes the win from the others), so errors are worked out from sums over games.
 */
#ifndef CANTRIP_TOOLS_STATS_CARDTALLY_H
#define CANTRIP_TOOLS_STATS_CARDTALLY_H

#include "cardcount.h"
#include "havingtally.h"

/* Seats of games in one kind of choice that did something: their number, and sums of y and y². */
struct seat_sums {
    uint64_t n, first; /* first: the first game of one of them, or 0 */
    __int128 share, share2, score, score2;
};
extern const struct columns chooser_columns;
/* One kind of choice: the seats that had it, and, for each two cards a <= b, those that picked both (a itself, if a is
 * b): pair_place. Of each two of those seats in one game (each two are counted twice) the first one's y and the product
 * of both: how far the seats of a game hang together. */
struct pair_counts {
    struct seat_sums all, two, *both;
};

/* What cards, kinds of choices, phases and words are called: ct_kind_id, ct_card_id, ct_card_name, ct_phase_id, ct_word_id. */
struct card_names {
    int kinds, cards, phases, words, options;
    const char **kind, **id, **name, **phase, **word;
    const char *
        *option; /* those of which several values are played, as they were given: "goal=3,5" */
    uint64_t *look; /* fingerprints of what cards say; NULL: nobody compares them */
};

/* What was offered in a choice: kind * cards + card, once however many choices had it. */
struct card_offer {
    int cell;
    bool picked;
};

/* … of a game that ended: what all seats did. */
struct card_ended {
    int cell;
    struct card_game game;
};

struct card_tally {
    int kinds, cards;
    struct card_count *count;  /* by kind, then card */
    struct pair_counts *pairs; /* by kind; NULL: they are not counted */
    int pairs_of;              /* … in which kind, or EVERY_KIND */
    struct card_met *met;      /* in the game under way */
    struct card_did *did;      /* room for the same, seat by seat, sorted */
    size_t nmet, cap;
    uint32_t *at;             /* by kind and card: place in `met` + 1, or 0 */
    uint64_t *seen, decision; /* by kind and card: the last choice that offered it */
    struct card_offer
        *offer; /* … of that choice; what was picked (of a set each card) stands first */
    int noffers, offer_cap;
    bool sets;                /* … some of its choices are about several cards */
    struct card_ended *ended; /* of the last game; none if that was stopped */
    size_t nended, ended_cap;
    struct having_tally having;
    bool scored; /* some game had scores */
};

/* The texts belong to the definition. */
void card_names_of(struct card_names *n, const ct_definition *def);
void card_names_option(struct card_names *n, const char *option);
/* A fingerprint of each card as people read it: its name, how many there are, what its traits say. The caller frees it. */
uint64_t *card_looks(const ct_definition *def, int cards);
void card_names_free(struct card_names *n);

/* `pairs`: the kind of choice in which two cards at a time are counted, EVERY_KIND or NO_KIND. */
enum { EVERY_KIND = -1, NO_KIND = -2 };
void cardtally_begin(struct card_tally *t, int kinds, int cards, int pairs);
/* Is choice i of a seat counted in this place, kind * cards + card? */
bool cardtally_has(const struct card_tally *t, ct_engine *engine, ct_state *game, int seat,
                   int i, int cell);
/* A seat picks among its n choices (two or more), which were listed last. Before ct_pick. */
void cardtally_pick(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int n,
                    int pick);
/* Somebody is asked: who has which cards now? */
void cardtally_look(struct card_tally *t, ct_engine *engine, ct_state *game);
/* The game of this number (from 1) is over, or not to be counted. `seats`: whose cards are counted, a bit for each. */
void cardtally_game(struct card_tally *t, ct_engine *engine, ct_state *game, unsigned seats,
                    const struct ct_result *r, uint64_t number);
void cardtally_merge(struct card_tally *into, const struct card_tally *from);
void cardtally_free(struct card_tally *t);

const struct card_count *cardtally_of(const struct card_tally *t, int kind, int card);
/* Is a card's worth in this kind of choice told by having it, rather than by picking it? Where most of what is offered is the seat's own
 * already, who passes it still has it and may pick it the next time: a pass says little. Having is to be known of most cards. */
bool cardtally_asks_having(const struct card_tally *t, int kind);
/* What tells it: of `picked` and `passed` choices, or of seats that had it and that never did. */
const struct card_count *cardtally_answer(const struct card_tally *t, int kind, int card);
/* The same in a sentence, of a kind that is asked so or so. */
const char *cardtally_asked(bool having);
/* Those that everybody picked who was offered them, or nobody did: they have no gain, and may be the strongest of all. Of fewer
 * than 30 offers that is chance. How many; into `card`, room for all. */
int cardtally_ends(const struct card_tally *t, int kind, bool always, int *card);

/* Where two cards (a <= b) are counted in `both`; so many places there are. */
static inline size_t pair_place(int a, int b)
{
    return (size_t)b * ((size_t)b + 1) / 2 + (size_t)a;
}
/* The places of a kind, made where there are none; only of a tally that counts pairs. */
struct seat_sums *cardtally_pairs(struct card_tally *t, int kind);
/* What it is worth to have picked both of a < b beyond what each is worth without the other: the mean of the seats that
 * picked both and of those that picked neither, less that of those that picked one alone, of either. `known`: FEW seats at
 * least did each; of fewer a standard error says nothing. Where the seats of a game take from each other the error is made greater by as much
 * as that makes it on an average (the design effect: Kish, Survey Sampling, 1965, 5.4). */
enum { FEW = 30 };
struct pair_worth {
    bool known;
    struct estimate share, score;
};
struct pair_worth card_pair(const struct pair_counts *k, int a, int b);

#endif
