/* lang.h: files lang/LL.yaml beside a ruleset: its texts in the language LL.
 *
 * Such a file is built as the ruleset is, with a text where the ruleset has one, and `cards: {ID: …}`.
 */
#ifndef CT_LOAD_LANG_H
#define CT_LOAD_LANG_H

#include "load/build.h"

/* A file that was read; first those of folders of cards, then those of the ruleset that all others extend. */
struct lang_file {
    const char *lang, *own;   /* its language, that of the ruleset's own texts */
    const struct node *cards; /* or NULL */
    struct idmap place;       /* of each id in `cards` */
    int depth;                /* of the ruleset: 0 is the game itself, 1 what it extends */
    bool deck; /* of a folder of cards; its own texts, if `own`, are in that language */
    struct lang_file *next;
};

/* ---- langfile.c ---- */

/* Reads what lies in lang/ beside the ruleset in the file AT and lays it over ROOT: the result, which
 * may be ROOT. */
struct node *lang_lay(struct loader *ld, const struct file_at *at, struct node *root,
                      int depth);

/* Reads what lies in lang/ of a folder of cards, which has the cards IDS. Of the languages that the game has no others
 * are kept. What the game's own files say comes over it. */
void lang_deck(struct loader *ld, const struct file_at *folder, const char *const *ids,
               size_t n);

/* CARD, with all its fields, and what the files say of the card ID. What CHANGED names (NULL: nothing)
 * was written by a ruleset that extends others, of which their files know nothing. */
struct node *lang_card(struct loader *ld, struct node *card, const char *id,
                       const struct node *changed);

/* Complains about texts of cards that the game does not have. */
void lang_check_cards(struct loader *ld);

/* ---- lang.c ---- */

/* What a map is: that tells which of its values are texts. */
enum lang_at {
    IN_RULESET,
    IN_CARD,
    IN_NAMES,
    IN_WORDS,
    IN_ABOUT,
    IN_PLAYERS,
    IN_TEXTS,
    IN_ENTRY,
    IN_PART
};

struct lay {
    struct loader *ld;
    const char *own, *lang; /* own: NULL: what a text was in is no language of the game */
    bool lenient;           /* what fits nothing is skipped */
};

/* N, which is never changed, with what OVER says of it. */
struct node *lay_part(const struct lay *l, struct node *n, const struct node *over,
                      enum lang_at at);

#endif
