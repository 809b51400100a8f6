/* str.h - growing strings. Start from {0}; str_free at the end.
 * Without memory they stop growing and note it: mem_losses (base/arena.h).
 */
#ifndef CANTRIP_BASE_STR_H
#define CANTRIP_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct str {
    char *s;
    size_t n, cap;
};
void str_add(struct str *to, const char *text);
void str_addn(struct str *to, const char *text, size_t n);
void str_addf(struct str *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *to, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Adds what FROM holds, and frees it. */
void str_move(struct str *to, struct str *from);
/* Adds a text, after BETWEEN if there is text before it and it is not empty. The second frees it. */
void str_join(struct str *to, const char *between, const char *text);
void str_join_made(struct str *to, const char *between, struct str *made);
void str_clear(struct str *to);
void str_free(struct str *to);
void str_drop(void *str); /* the same, for arena_hold */
/* Words for the caller's text: when the block ends they are added to *TEXT (NULL: nobody wants them), if there is memory for them. */
struct str_given {
    struct str words;
    char **text;
};
void str_give(struct str_given *g);
#define STR_GIVEN(name, to)                                                                    \
    __attribute__((cleanup(str_give))) struct str_given name##_given = {.text = (to)};         \
    struct str *const name = &name##_given.words
/* The text, the caller's own from now on; NULL: memory has run out since `lost` (mem_losses). */
char *str_take(struct str *s, unsigned lost);
/* The text so far, "" if none. */
const char *str_of(const struct str *s);
/* Takes the last full stop away where a mark that ends a sentence stands before it: "Who?.". */
void str_one_stop(struct str *s);
/* Is it one of WORDS, between two of which a space stands? */
bool is_among(const char *words, const char *word);
/* Place of TEXT in an array of N whose elements, of SIZE bytes, begin with the address of a text, or with NULL; -1. */
int text_place(const void *v, size_t n, size_t size, const char *text);
#define PLACE_OF(v, n, text) text_place(v, (size_t)(n), sizeof *(v), text)
/* Compares two such elements for qsort, by the bytes of their texts. */
int text_order(const void *a, const void *b);
/* Makes the first letter from byte `at` on a capital one (Latin letters). */
void str_capital(struct str *s, size_t at);

#endif
