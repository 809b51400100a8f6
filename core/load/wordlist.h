/* wordlist.h: closed lists of words: values of traits and options. */
#ifndef CT_LOAD_WORDLIST_H
#define CT_LOAD_WORDLIST_H

#include "load/build.h"

/* Reads [a, b] or {a: {says, is}}. *IS (may be NULL) gets each word's number, by default its
 * index. The result is in the arena. */
struct words words_read(struct loader *ld, const struct node *n, const int32_t **is);
/* The words, separated by spaces. */
const char *words_text(struct loader *ld, const struct words *words);
/* "did you mean" one of them, or NULL. */
const char *words_hint(const struct loader *ld, const struct words *words, const char *id);
/* Has it the form of a word or a card's id: letters, digits, - and _? */
bool word_syntax(const char *id);

#endif
