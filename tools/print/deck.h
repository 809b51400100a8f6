/* deck.h - what a game is printed as: how many of each card, and which cards have the same back.
 *
 * Nothing of it is written in a ruleset: games are set up for every number of people and with
 * every value of every option, and the most copies that any of them begins with are printed. Cards
 * that may lie in one zone where not everybody sees them must not be told apart by their backs;
 * which those are is found by playing at random, from seeds of our own, until a while nothing new
 * has happened.
 */
#ifndef CANTRIP_TOOLS_PRINT_DECK_H
#define CANTRIP_TOOLS_PRINT_DECK_H

#include "cantrip.h"

struct deck_card {
    int copies;  /* 0: no pile holds it */
    int back;    /* number of its back, from 0 */
    int endless; /* so many an endless pile would give; 0: it lies in none */
};
struct deck {
    struct deck_card *card; /* by number in the definition */
    int ncards;
    char **back; /* of each back the name of the pile where its cards begin */
    int nbacks;
};

/* Of an endless pile `endless` copies of each card, or as many as it gives. False after a message
 * of `command`: the game cannot be set up. deck_free in both cases. */
bool deck_make(struct deck *d, const ct_definition *def, const char *lang, int endless,
               const char *command);
void deck_free(struct deck *d);

#endif
