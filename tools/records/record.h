/* record.h - the record of one game: its result, where its cards are at the end, and what was
 * picked from which offer. */
#ifndef CANTRIP_TOOLS_RECORDS_RECORD_H
#define CANTRIP_TOOLS_RECORDS_RECORD_H

#include "cantrip.h"

/* A pick among two or more choices: its number (from 0), its kind, its card (-1: none; of several
 * the first). */
struct record_pick {
    int seat, kind, choices, choice, card;
    int offers; /* its rows of `offer` */
};
/* A card that could be picked, once for each kind of choice. */
struct record_offer {
    int kind, card;
    bool picked; /* alone or among others */
};
/* Copies of a card that are alike when the game is over; seat -1: on the table. */
struct record_card {
    int zone, seat, card, copies;
    bool up;
};
struct record {
    uint64_t number, seed; /* of the game, from 1 */
    int seats;
    unsigned people; /* mask: seats of players */
    struct ct_result result;
    struct ct_stats stats;
    struct record_card *card;
    struct record_pick *pick;
    struct record_offer *offer;
    size_t ncards, npicks, noffers;
    size_t card_room, pick_room, offer_room;
};

/* Starts from {0}. Notes a seat's pick among its n choices (two or more), which were listed last.
 * Before ct_pick. */
void record_pick(struct record *r, ct_engine *engine, ct_state *game, int seat, int n,
                 int pick);
/* Notes the result of a game that is over. False: ct_error. */
bool record_end(struct record *r, ct_engine *engine, ct_state *game, uint64_t number,
                uint64_t seed, const struct ct_result *result);
/* Its size in bytes, roughly. */
size_t record_size(const struct record *r);
/* Empties it, for the next game. */
void record_clear(struct record *r);

#endif
