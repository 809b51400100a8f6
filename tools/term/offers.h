/* offers.h - a player's choices: all of them, and those that match what they have taken or
 * typed. */
#ifndef CANTRIP_TOOLS_TERM_OFFERS_H
#define CANTRIP_TOOLS_TERM_OFFERS_H

#include "arrange.h"
#include "tools/screen/choices.h"

struct offers {
    struct choices all;                  /* in words */
    struct ct_choice *choice;            /* as values */
    int *shown, nshown;                  /* the choices that still fit, by number */
    struct ct_card taken[CT_MAX_CHOSEN]; /* cards that the choice is to have */
    int ntaken;
    char typed[64]; /* a part of its text, or a number */
};

/* The choices of a seat that is asked. False: ct_error. */
bool offers_read(struct offers *o, const struct board *b, int seat);
void offers_free(struct offers *o);
/* Forgets the taken cards and the typed text. */
void offers_all(struct offers *o);
/* Takes a card, or puts it back; false: no choice that fits has it. */
bool offers_take(struct offers *o, const struct ct_card *card);
/* Types a letter behind the others, or erases one (0). */
void offers_type(struct offers *o, int letter);
/* Does a matching choice have a card of the cell? For taken: how many. */
bool offers_light(const struct offers *o, const struct cell *c);
int offers_taken(const struct offers *o, const struct cell *c);

#endif
