/* mutate.h - spoils texts at random, as slips and bad disks do. */
#ifndef CANTRIP_TOOLS_FUZZ_MUTATE_H
#define CANTRIP_TOOLS_FUZZ_MUTATE_H

#include "cantrip.h"

#include <stddef.h>

/* What is mixed in: words and whole texts of the files so far. */
struct corpus {
    char **text;
    size_t *size, ntexts;
    char **word;
    size_t nwords;
};

/* Adds a text (copied) and its words. */
void corpus_add(struct corpus *c, const char *text, size_t n);
void corpus_free(struct corpus *c);

/* A copy with one to four changes (free()); *n is its length, and a zero byte follows. */
char *mutated(const struct corpus *c, struct ct_rng *rng, const char *text, size_t *n);

#endif
