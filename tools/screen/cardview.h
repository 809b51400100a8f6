/* cardview.h - cards as a player reads them. */
#ifndef CANTRIP_TOOLS_SCREEN_CARDVIEW_H
#define CANTRIP_TOOLS_SCREEN_CARDVIEW_H

#include "tools/buffer.h"
#include "tools/common.h"
#include "words.h"

struct showing {
    struct speech in;
    const ct_state *game; /* with these options; NULL: the defaults */
    bool colour;
    bool notes; /* includes traits that `says: none` hides from players */
};

/* The card that `word` names: by identifier or name, or the beginning of just one (case and
 * accents do not matter). -1 after a message that begins with `where`. */
int card_named(const char *where, const struct showing *s, const char *word);
/* A card with all its traits, or all that players see. */
void card_print(const struct showing *s, int card);
/* A list of the card on one line, behind its name where there are others. */
void list_summary(struct buffer *to, const struct showing *s, int card, int trait);
/* A card on one line: its kind and effects, without its name. */
void card_summary(struct buffer *to, const struct showing *s, int card);
/* A trait's name; its value on a card (entry -1: all). The caller frees both. */
char *trait_name(const struct showing *s, int trait);
char *card_text(const struct showing *s, int card, int trait, int entry);
bool trait_is_list(const struct ct_trait_info *trait);

#endif
