/* keep.h - tables on the disk: who sits there (ID.table, JSON) and the game (ID.save).
 *
 * What is written is durable before it is acknowledged. Both hold all secrets of the table.
 */
#ifndef CANTRIP_TOOLS_SERVE_KEEP_H
#define CANTRIP_TOOLS_SERVE_KEEP_H

#include "gametable.h"

/* Writes who sits there. False: *wrong says why (free()). */
bool keep_seats(struct gametable *t, char **wrong);
/* Writes the game; `durable`: it outlives a failure of power. False: *wrong. */
bool keep_game(struct gametable *t, bool durable, char **wrong);
/* A table as keep_seats wrote it, whose game is not opened yet; `find` gives the game of a name (held), or NULL. NULL:
 * *wrong. */
struct gametable *keep_read(const char *folder, const char *file,
                            struct game *(*find)(void *ctx, const char *name), void *ctx,
                            char **wrong);
/* Opens its game, which is the table's alone from now on. False: *wrong. */
bool keep_open(struct gametable *t, char **wrong);
/* The same; its rules may be others than those it was played by (gametable_restore). */
bool keep_open_by(struct gametable *t, struct carried *carried, char **wrong);
/* When it was last written; 0: it is not there. Another server may have done it. */
time_t keep_played(const struct gametable *t);
/* Removes both files. False: another process plays on it, and they stay. */
bool keep_forget(const struct gametable *t);

#endif
