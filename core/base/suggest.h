/* suggest.h: "did you mean": the known name nearest to a word that is not known. */
#ifndef CANTRIP_BASE_SUGGEST_H
#define CANTRIP_BASE_SUGGEST_H

#include <stddef.h>
#include <stdint.h>

/* The one of N NAMES that WORD was probably meant to be, or NULL. The nearest by typing
 * errors (insert, drop, change, swap of neighbours; letter case is free): at most 1 for a
 * word of up to 3 bytes, 2 up to 6, else 3; failing that, a name that begins with WORD or
 * that WORD begins with. The first listed wins a tie. The result is one of NAMES, not a
 * copy; NULL entries are skipped. */
const char *suggest(const char *word, const char *const *names, size_t n);
/* The same, name by name: near_to(WORD), near_try() of each, and `best` is the one. */
struct near {
    const char *word, *best;
    uint32_t has;
    int len, bad;
};
struct near near_to(const char *word);
void near_try(struct near *near, const char *name);
/* How many letters must be changed, added, taken away or exchanged to make one name of the other; above `most`: more. */
int name_distance(const char *a, const char *b, int most);

#endif
