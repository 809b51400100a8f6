/* habits.h - picks that are made for a player who asked for it: all cards of the hand one after
 * the other, or done until there is something new. Nothing is picked that they did not decide. */
#ifndef CANTRIP_TOOLS_SCREEN_HABITS_H
#define CANTRIP_TOOLS_SCREEN_HABITS_H

#include "board.h"

/* What a player decided for one question, in one round of its phases. */
struct habit {
    char *place;   /* that question; NULL: nothing is decided */
    char *refused; /* the words of all choices that are not wanted, each on a line; or NULL */
    int action, zone; /* of the choices that `left` is for */
    int *left;        /* how many of each card of the ruleset are still to be played; or NULL */
};

/* Plays all cards from now on, if the seat can do just one thing with any of its own cards, or be
 * done. The first pick; -1: there are no such cards. */
int habit_all(struct habit *h, const struct board *b, int seat);
/* Is done, from now on, until it can do anything new. The pick; -1: it cannot be done. */
int habit_pass(struct habit *h, const struct board *b, int seat);
/* The pick for a seat that is asked. -1: the player must be asked. */
int habit_next(struct habit *h, const struct board *b, int seat);
void habit_forget(struct habit *h);

#endif
