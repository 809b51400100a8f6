/* changes.h - the cards of a printed game to print again, and those to take out. */
#ifndef CANTRIP_TOOLS_PRINT_CHANGES_H
#define CANTRIP_TOOLS_PRINT_CHANGES_H

#include "edition.h"

enum change { CHANGE_FACE, CHANGE_BACK, CHANGE_FEWER, CHANGE_GONE, CHANGE_MORE, CHANGE_NEW };
/* Copies of a card that are added (NEW, MORE, or changed) or removed. `name` and `id` live as
 * long as the editions. */
struct card_change {
    enum change is;
    const char *id, *name;
    int out, in;
};
struct changes {
    struct card_change *v;
    int n;
};

/* From `then` to `now`; copies[c] becomes how many of card c (of `now`) are to be printed. */
void changes_find(struct changes *all, const struct edition *then, const struct edition *now,
                  int *copies);
void changes_free(struct changes *all);
const char *change_says(enum change is);

#endif
