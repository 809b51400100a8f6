/* skilltally.h - how much skill there is in a game: what a better player takes from worse ones, level by level. */
#ifndef CANTRIP_TOOLS_STATS_SKILLTALLY_H
#define CANTRIP_TOOLS_STATS_SKILLTALLY_H

#include "cardcount.h"
#include "tallyrun.h"

enum { MOST_LEVELS = 8, MOST_MATCHES = 2 * MOST_LEVELS };

/* One player of a level at the table, all others of another (-1: there are none, it is a game for one). */
struct skill_match {
    int level, others;
};
struct skill_count {
    uint64_t games, won_in; /* that ended; the first in which it had a share of the win */
    __int128 share, share2; /* of the one: sums */
};
struct skill_tally {
    int levels, matches;
    const char *title[MOST_LEVELS]; /* players, the weakest first */
    uint64_t weights[MOST_LEVELS];  /* the fingerprints of what they have learnt, or 0 */
    struct skill_match match[MOST_MATCHES];
    struct skill_count count[MOST_MATCHES];
    uint64_t most; /* so many games of each, the first of the run, were to be played */
};

/* Each level against the one below it, and against the lowest. */
void skilltally_begin(struct skill_tally *t, int levels, int people);
/* The seat had `share` of the win in the game of this number (from 1). */
void skilltally_add(struct skill_tally *t, int match, int share, uint64_t number);
void skilltally_merge(struct skill_tally *into, const struct skill_tally *from);
void skilltally_clear(struct skill_tally *t);
/* The mean share, with its standard error. */
struct estimate skill_share(const struct skill_count *c);
/* By how many points of a rating a level is above others, of which n sit at the table with it, where it has this share: 400 points are
 * ten to one (a share is a choice by Luce's axiom, 1959: odds of 1 to n among equals). INFINITY: it has all of the win or none. */
double skill_rating(double share, int n);

/* As part of a tally. False: there is none in it. */
bool skilltally_pass(struct skill_tally *t, int people, struct tally_way *w);

#endif
