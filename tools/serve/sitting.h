/* sitting.h - requests of players and spectators at a table. */
#ifndef CANTRIP_TOOLS_SERVE_SITTING_H
#define CANTRIP_TOOLS_SERVE_SITTING_H

#include "routes.h"

/* The request with this name, or NULL. */
const struct verb *sitting_find(const char *name);

/* The observer that ?as= names: a seat, "spectator", or all if it is absent. False: no such
 * seat. */
bool sitting_observer(const struct gametable *t, const char *as, int *out);
/* The table after `to` picks as an observer saw it: {picks, to, view}. */
struct answer sitting_past(struct gametable *t, size_t to, int as);

/* The seat that a request names. -1: no seat of this table. */
int sitting_seat(const struct gametable *t, const json_t *which);
/* Writes the seats to disk and answers `yes`. If that fails, the seat is as it was before. */
struct answer sitting_changed(struct house *h, struct gametable *t, int seat,
                              const struct place *before, json_t *yes);

/* Answers of the table's requests "giveup", "replace" and "say" (together.c). */
struct answer together_give_up(const struct asking *q);
struct answer together_replace(const struct asking *q);
struct answer together_say(const struct asking *q);

/* Starts the game of a new table and gives it to the house. If that fails, the table is freed. */
struct answer route_begin(struct house *h, const struct request *r, struct gametable *t);
/* Gives the house a table whose game has started. */
struct answer route_keep(struct house *h, const struct request *r, struct gametable *t);
/* May this client begin one more table? If not, *no is the answer. */
bool route_may_begin(struct house *h, const struct request *r, struct answer *no);

#endif
