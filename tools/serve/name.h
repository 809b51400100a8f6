/* name.h - names of players: which ones are allowed, and which look alike. */
#ifndef CANTRIP_TOOLS_SERVE_NAME_H
#define CANTRIP_TOOLS_SERVE_NAME_H

#include <stdbool.h>

/* Messages for a name that is not allowed and for one that is taken. */
#define NAME_UNFIT                                                                             \
    "a name has 1 to 30 letters, no blank at either end, no hidden character, and at most "    \
    "three accents on a letter"
#define NAME_TAKEN "somebody here has this name, or one that looks like it"

/* Can this be a player's name? */
bool name_fits(const char *name);
/* Could players confuse the two? Case, accents, kinds of blanks and hidden characters do not
 * count. */
bool name_alike(const char *a, const char *b);

#endif
