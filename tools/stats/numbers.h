/* numbers.h - a set of numbers, as ranges: which games of a run were played, which are missing. */
#ifndef CANTRIP_TOOLS_STATS_NUMBERS_H
#define CANTRIP_TOOLS_STATS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
    uint64_t first, last; /* both are in it */
};
/* Ranges in their order, with a gap between each two. Starts from {0}; numbers_free. */
struct numbers {
    struct range *v;
    size_t n, cap;
};

/* The numbers from 1 to `last`, where they stand; not to be freed, and not added to. */
#define FIRST_OF(last) ((const struct numbers){.v = &(struct range){1, last}, .n = (last) > 0})

void numbers_free(struct numbers *s);
/* Adds first … last; nothing where last is less. */
void numbers_add(struct numbers *s, uint64_t first, uint64_t last);
void numbers_join(struct numbers *into, const struct numbers *from);
/* What is in both; what of `all` is not in `s`. The caller frees it. */
struct numbers numbers_common(const struct numbers *a, const struct numbers *b);
struct numbers numbers_without(const struct numbers *all, const struct numbers *s);
uint64_t numbers_count(const struct numbers *s);
/* The greatest; 0: it is empty. */
uint64_t numbers_last(const struct numbers *s);

/* "1-250,300", "none". The caller frees it. Of more than `most` ranges (0: all) the first, and how many numbers
 * there are in all. */
char *numbers_text(const struct numbers *s, size_t most);
/* A whole number from 0 to `most`, as it is written: no sign, no 0 before it. *text: behind it. */
bool number_read(const char **text, uint64_t most, uint64_t *out);
/* Reads what numbers_text writes of all. False: it is something else. */
bool numbers_read(struct numbers *s, const char *text);

#endif
