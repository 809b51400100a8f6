/* deck.h - the printed cards of a game: copies of each, and which have the same back.
 *
 * A ruleset does not say so. Games are set up for every number of players and every value of
 * every option; the most copies of any setup are printed. Cards that may be in one zone where
 * some player does not see them need the same back. These are found in random games with fixed
 * seeds, until nothing new happens for a while.
 */
#ifndef CANTRIP_TOOLS_PRINT_DECK_H
#define CANTRIP_TOOLS_PRINT_DECK_H

#include "cantrip.h"

struct deck_card {
    int copies;  /* 0: no pile holds it */
    int back;    /* number of its back, from 0 */
    int endless; /* copies from an endless pile; 0: none */
};
struct deck {
    struct deck_card *card; /* by number in the definition */
    int ncards;
    char **back; /* of each back the name of the pile where its cards begin */
    int nbacks;
};

/* Takes `endless` copies of each card in an endless pile, or as many as it has. False after a
 * message of `command`: the game cannot be set up. Call deck_free in both cases. */
bool deck_make(struct deck *d, const ct_definition *def, const char *lang, int endless,
               const char *command);
void deck_free(struct deck *d);

#endif
