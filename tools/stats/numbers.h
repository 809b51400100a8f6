/* numbers.h - a set of numbers, as ranges: the games of a run that were played, or are missing. */
#ifndef CANTRIP_TOOLS_STATS_NUMBERS_H
#define CANTRIP_TOOLS_STATS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
    uint64_t first, last; /* inclusive */
};
/* Ranges in order, with gaps between them. Starts from {0}; end with numbers_free. */
struct numbers {
    struct range *v;
    size_t n, cap;
};

/* The numbers from 1 to `last`, in the scope where it is used. Do not free or change it. */
#define FIRST_OF(last) ((const struct numbers){.v = &(struct range){1, last}, .n = (last) > 0})

void numbers_free(struct numbers *s);
/* Adds first … last. Does nothing if last < first. */
void numbers_add(struct numbers *s, uint64_t first, uint64_t last);
void numbers_join(struct numbers *into, const struct numbers *from);
/* The numbers in both sets; the numbers of `all` missing in `s`. The caller frees them. */
struct numbers numbers_common(const struct numbers *a, const struct numbers *b);
struct numbers numbers_without(const struct numbers *all, const struct numbers *s);
uint64_t numbers_count(const struct numbers *s);
/* The greatest number; 0: empty. */
uint64_t numbers_last(const struct numbers *s);

/* "1-250,300", or "none". The caller frees it. With more than `most` ranges (0: no limit) it
 * gives only the first ones and how many numbers there are. */
char *numbers_text(const struct numbers *s, size_t most);
/* Reads a whole number from 0 to `most` without sign or leading 0. Moves *text behind it. */
bool number_read(const char **text, uint64_t most, uint64_t *out);
/* Reads a text of numbers_text (without limit). False: it is something else. */
bool numbers_read(struct numbers *s, const char *text);

#endif
