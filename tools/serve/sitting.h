/* sitting.h - what somebody with a key may ask of his table. */
#ifndef CANTRIP_TOOLS_SERVE_SITTING_H
#define CANTRIP_TOOLS_SERVE_SITTING_H

#include "routes.h"

/* One thing that may be asked of a table. NULL: there is no such. */
const struct verb *sitting_find(const char *name);

/* Whose eyes are meant by ?as=: a seat, "spectator", else all. False: no such seat. */
bool sitting_observer(const struct gametable *t, const char *as, int *out);
/* The table as it was after so many picks, with these eyes: {picks, to, view}. */
struct answer sitting_past(struct gametable *t, size_t to, int as);

/* Starts the game of a new table and lets the house have it, or frees it. */
struct answer route_begin(struct house *h, const struct request *r, struct gametable *t);
/* The same for one that has begun. */
struct answer route_keep(struct house *h, const struct request *r, struct gametable *t);
/* May who asks begin one more? If not, *no is the answer. */
bool route_may_begin(struct house *h, const struct request *r, struct answer *no);

#endif
