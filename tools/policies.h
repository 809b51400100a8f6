/* policies.h - what `cantrip learn` wrote: read for who plays by it. */
#ifndef CANTRIP_TOOLS_POLICIES_H
#define CANTRIP_TOOLS_POLICIES_H

#include "bots.h"

/* Reads a policy of this game; says which cards are new to it. NULL after a message. */
ct_policy *policy_open(const char *command, const ct_definition *def, const char *path);
/* Was it learnt for games of so many? False after a message. */
bool policy_fits(const char *command, const char *path, const ct_policy *policy, int people);
/* Reads the policies that these players play by, each file once, for games like `setup`. Where no file is named: of the
 * game's folder, of the cache, or what is learnt now, and kept there; and where that wins no more than its share, the
 * player becomes a search. From any thread: one game is learnt after the other. 0 or -1 after a message. */
int policies_read(const char *command, const ct_definition *def, const struct ct_setup *setup,
                  struct player *players, int n);
/* The same, but Ctrl-C ends the learning alone: -1 without a message. */
int policies_try(const char *command, const ct_definition *def, const struct ct_setup *setup,
                 struct player *players, int n);
/* The program ends: what is being learnt in any thread is given up, and policies_read fails without
 * a message. */
void policies_stop(void);
bool policies_stopped(void);
/* Players of a changed version of the game, seat by seat the same bots as `first`, get the policies of those; where the
 * version has cards that one has not met it learns on in it, and both play by what comes of that. 0 or -1 after a
 * message. */
int policies_share(const char *command, const ct_definition *def, const struct ct_setup *setup,
                   struct player *first, struct player *second, int n);
/* How many of these players learn the game, of those who name no file. */
int policies_unnamed(const struct player *players, int n);
/* Is such a share of the win, with its error, above what is even, beyond chance? */
bool policy_is_above(double share, double error, double even);
/* A fingerprint of a policy, with its weights; of that which a player plays by, 0: it plays by none. */
uint64_t policy_fingerprint(const ct_policy *policy);
uint64_t policies_fingerprint(const struct player *player);
/* Frees what policies_read gave these players, when no copy of them plays any more. */
void policies_free(struct player *players, int n);

#endif
