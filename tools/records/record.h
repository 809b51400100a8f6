/* record.h - what is kept of one game: how it went, where its cards lie at the end, and who picked what of which offer. */
#ifndef CANTRIP_TOOLS_RECORDS_RECORD_H
#define CANTRIP_TOOLS_RECORDS_RECORD_H

#include "cantrip.h"

/* A pick among two or more choices: which of them (from 0), what kind of choice it was, about which card (-1: none; of
 * several the first). */
struct record_pick {
    int seat, kind, choices, choice, card;
    int offers; /* so many rows of `offer` belong to it */
};
/* A card that could be picked, once for each kind of choice however many choices had it. */
struct record_offer {
    int kind, card;
    bool picked; /* it was, alone or among others */
};
/* So many copies of a card that lie alike when the game is over; seat -1: the table's. */
struct record_card {
    int zone, seat, card, copies;
    bool up;
};
struct record {
    uint64_t number, seed; /* of the game, from 1 */
    int seats;
    unsigned people; /* a mask: seats where somebody sits */
    struct ct_result result;
    struct ct_stats stats;
    struct record_card *card;
    struct record_pick *pick;
    struct record_offer *offer;
    size_t ncards, npicks, noffers;
    size_t card_room, pick_room, offer_room;
};

/* Starts from {0}. A seat picks among its n choices (two or more), which were listed last. Before ct_pick. */
void record_pick(struct record *r, ct_engine *engine, ct_state *game, int seat, int n,
                 int pick);
/* The game is over: what it was and how it stands. False: ct_error. */
bool record_end(struct record *r, ct_engine *engine, ct_state *game, uint64_t number,
                uint64_t seed, const struct ct_result *result);
/* Roughly how many bytes it takes. */
size_t record_size(const struct record *r);
/* Empties it; it may be used again. */
void record_clear(struct record *r);

#endif
