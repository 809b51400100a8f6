/* skilltally.h - how much skill a game needs: what a better player wins from worse ones, level
 * by level. */
#ifndef CANTRIP_TOOLS_STATS_SKILLTALLY_H
#define CANTRIP_TOOLS_STATS_SKILLTALLY_H

#include "cardcount.h"
#include "tallyrun.h"

enum { MOST_LEVELS = 8, MOST_MATCHES = 2 * MOST_LEVELS };

/* One player of a level; all others at the table are of another (-1: a game for one). */
struct skill_match {
    int level, others;
};
struct skill_count {
    uint64_t games,
        won_in; /* finished games; the first in which that player had a share of the win */
    __int128 share, share2; /* sums of that player's share */
};
struct skill_tally {
    int levels, matches;
    const char *title[MOST_LEVELS]; /* names of levels, the weakest first */
    uint64_t weights[MOST_LEVELS];  /* fingerprints of their training, or 0 */
    struct skill_match match[MOST_MATCHES];
    struct skill_count count[MOST_MATCHES];
    uint64_t most; /* planned games of each match, the first of the run */
};

/* Sets up matches of each level against the one below it and the lowest. */
void skilltally_begin(struct skill_tally *t, int levels, int people);
/* The player had `share` of the win in game `number` (from 1). */
void skilltally_add(struct skill_tally *t, int match, int share, uint64_t number);
void skilltally_merge(struct skill_tally *into, const struct skill_tally *from);
void skilltally_clear(struct skill_tally *t);
/* The mean share, with its standard error. */
struct estimate skill_share(const struct skill_count *c);
/* Rating points of a level above n equal opponents, from its share of the win. 400 points are
 * ten to one (Luce's choice axiom, 1959: odds of 1 to n among equals). INFINITY: it won all or
 * nothing. */
double skill_rating(double share, int n);

/* Passes it as part of a tally. False: the tally has none. */
bool skilltally_pass(struct skill_tally *t, int people, struct tally_way *w);

#endif
