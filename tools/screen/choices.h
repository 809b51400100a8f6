/* choices.h - the choices of a seat that is asked, in words. */
#ifndef CANTRIP_TOOLS_SCREEN_CHOICES_H
#define CANTRIP_TOOLS_SCREEN_CHOICES_H

#include "board.h"

struct choices {
    char **text, **pick; /* as a player reads it; as a scenario writes it */
    int *card;           /* the card it is about: number in the definition, or -1 */
    const char **number; /* within `pick`: the number to type; NULL: none */
    int n;
    bool numbers; /* some choice has one: typed, it means itself and no place in the list */
};

/* False: ct_error. Free it with choices_free, which takes {0}, too. */
bool choices_read(struct choices *c, const struct board *b, int seat);
void choices_free(struct choices *c);
/* Do two choices with numbers differ only in these? */
bool choices_alike(const struct choices *c, int i, int j);
/* How many choices from i on have numbers and differ only in these. */
int choices_in_a_row(const struct choices *c, int i);
enum { MANY_NUMBERS = 10 }; /* of an action among others: fewer stand in the list */
/* Is the text a whole number? */
bool is_whole_number(const char *text);
/* The choice of an adviser who was just asked, and the best three by its estimates, or that all
 * attempts failed. One line each. */
void choices_hint(struct buffer *to, const struct choices *c, const struct speech *in, int pick,
                  const ct_bot *adviser);

#endif
