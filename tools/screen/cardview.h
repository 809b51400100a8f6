/* cardview.h - cards as a person reads them. */
#ifndef CANTRIP_TOOLS_SCREEN_CARDVIEW_H
#define CANTRIP_TOOLS_SCREEN_CARDVIEW_H

#include "tools/buffer.h"
#include "tools/common.h"
#include "words.h"

struct showing {
    struct speech in;
    const ct_state *game; /* whose options hold; NULL: the defaults */
    bool colour;
    bool notes; /* also traits that `says: none` keeps from people */
};

/* The card that `word` names: by identifier or name, or the beginning of just one (case and
 * accents do not matter). -1 after a message that begins with `where`. */
int card_named(const char *where, const struct showing *s, const char *word);
/* One card with all it has, or all that people are told of. */
void card_print(const struct showing *s, int card);
/* A list of the card on one line, behind its name where there are others. */
void list_summary(struct buffer *to, const struct showing *s, int card, int trait);
/* A card on one line: what it is and does, without its name. */
void card_summary(struct buffer *to, const struct showing *s, int card);
/* A trait's name; what a card has there (entry -1: all). Both freed by the caller. */
char *trait_name(const struct showing *s, int trait);
char *card_text(const struct showing *s, int card, int trait, int entry);
bool trait_is_list(const struct ct_trait_info *trait);

#endif
