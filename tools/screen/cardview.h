/* cardview.h - cards as a person reads them.
 *
 * It looks at the definition itself: what a card has is not in the public interface, which is
 * for playing.
 */
#ifndef CANTRIP_TOOLS_SCREEN_CARDVIEW_H
#define CANTRIP_TOOLS_SCREEN_CARDVIEW_H

#include "say/describe.h"
#include "tools/common.h"

struct showing {
    const ct_definition *def;
    struct tongue t;
    const char *lang;
    bool colour;
};

/* The card that `word` names: by identifier or name, or the beginning of just one (case and
 * accents do not matter). -1 after a message that begins with `where`. */
int card_named(const char *where, const struct showing *s, const char *word);
/* One card with all it has. */
void card_print(const struct showing *s, unsigned card);
/* A card on one line: what it is and does, without its name. */
void card_summary(struct str *to, const struct showing *s, unsigned card);
bool trait_is_list(const ct_definition *def, unsigned trait);

#endif
