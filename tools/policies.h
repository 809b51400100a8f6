/* policies.h - trained policies, read for the players that use them. */
#ifndef CANTRIP_TOOLS_POLICIES_H
#define CANTRIP_TOOLS_POLICIES_H

#include "bots.h"

/* Reads a policy of this game, and says which cards are new to it. NULL after a message. */
ct_policy *policy_open(const char *command, const ct_definition *def, const char *path);
/* Was it trained for so many players? False after a message. */
bool policy_fits(const char *command, const char *path, const ct_policy *policy, int people);
/* Reads the policies of these players, each file once, for games like `setup`. Without a file:
 * from the game's folder, else from the cache, else trained now and cached. If such a policy wins
 * no more than its share, the player becomes a search. From any thread; only one trains at a time.
 * 0, or -1 after a message. */
int policies_read(const char *command, const ct_definition *def, const struct ct_setup *setup,
                  struct player *players, int n);
/* As policies_read, but Ctrl-C ends only the training: -1 without a message. */
int policies_try(const char *command, const ct_definition *def, const struct ct_setup *setup,
                 struct player *players, int n);
/* The program ends: stops training in all threads. policies_read then fails without a message. */
void policies_stop(void);
bool policies_stopped(void);
/* Players of a changed version of the game get the policies of `first`, which has the same bots
 * seat by seat. If the version has cards that a policy does not know, it trains on, and both
 * versions use the result. 0, or -1 after a message. */
int policies_share(const char *command, const ct_definition *def, const struct ct_setup *setup,
                   struct player *first, struct player *second, int n);
/* How many of these players train, because they name no file. */
int policies_unnamed(const struct player *players, int n);
/* Is this share of the win significantly above the even one? */
bool policy_is_above(double share, double error, double even);
/* A fingerprint of a policy with its weights, or of a player's policy (0: none). */
uint64_t policy_fingerprint(const ct_policy *policy);
uint64_t policies_fingerprint(const struct player *player);
/* Frees what policies_read gave these players. No copy of them may still play. */
void policies_free(struct player *players, int n);

#endif
