/* lang.h: files lang/LL.yaml beside a ruleset, with its texts in the language LL.
 *
 * Such a file has the form of the ruleset, with texts in the same places, and `cards: {ID: …}`.
 */
#ifndef CT_LOAD_LANG_H
#define CT_LOAD_LANG_H

#include "load/build.h"

/* A file that was read. Files of card folders come first; then those of the innermost ruleset. */
struct lang_file {
    const char *lang, *own;   /* its language, that of the ruleset's own texts */
    const struct node *cards; /* or NULL */
    struct idmap place;       /* of each id in `cards` */
    int depth;                /* of its ruleset: 0 is the game, 1 the one it extends */
    bool deck;                /* of a folder of cards; the folder's own texts are in `own` */
    struct lang_file *next;
};

/* ---- langfile.c ---- */

/* Reads the files in lang/ beside the ruleset AT and adds them to ROOT. Returns the result,
 * which may be ROOT. */
struct node *lang_lay(struct loader *ld, const struct file_at *at, struct node *root,
                      int depth);

/* Reads the files in lang/ of a folder with the cards IDS. Keeps only languages of the game. The
 * texts of the game's own files override them. */
void lang_deck(struct loader *ld, const struct file_at *folder, const char *const *ids,
               size_t n);

/* CARD, with all its fields, and the texts of the files for the card ID. Fields in CHANGED
 * (NULL: none) were written by an extending ruleset, which those files do not know. */
struct node *lang_card(struct loader *ld, struct node *card, const char *id,
                       const struct node *changed);

/* Reports texts for cards that the game does not have. */
void lang_check_cards(struct loader *ld);

/* ---- lang.c ---- */

/* Kinds of maps. They say which values are texts. */
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
    const char *own, *lang; /* own: NULL if the text's language is none of the game's */
    bool lenient;           /* skip texts that fit nothing */
};

/* N with the texts of OVER. N itself never changes. */
struct node *lay_part(const struct lay *l, struct node *n, const struct node *over,
                      enum lang_at at);

#endif
