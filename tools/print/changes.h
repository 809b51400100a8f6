/* changes.h - what of a printed game is to be printed anew, and what is to be taken out of it. */
#ifndef CANTRIP_TOOLS_PRINT_CHANGES_H
#define CANTRIP_TOOLS_PRINT_CHANGES_H

#include "edition.h"

enum change { CHANGE_FACE, CHANGE_BACK, CHANGE_FEWER, CHANGE_GONE, CHANGE_MORE, CHANGE_NEW };
/* So many copies of a card come (NEW, MORE, or anew) or go; `name` and `id` live as long as the
 * editions. */
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
