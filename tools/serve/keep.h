/* keep.h - tables on the disk: the seats (ID.table, JSON) and the game (ID.save).
 *
 * Writes are durable before a request is acknowledged. Both files hold all secrets of the table.
 */
#ifndef CANTRIP_TOOLS_SERVE_KEEP_H
#define CANTRIP_TOOLS_SERVE_KEEP_H

#include "gametable.h"

/* Writes the seats. False: *wrong says why (free()). */
bool keep_seats(struct gametable *t, char **wrong);
/* Writes them, or says on the server's screen that it could not. */
void keep_seats_or_say(struct gametable *t);
/* Writes the game. `durable`: it survives a power failure. False: *wrong. */
bool keep_game(struct gametable *t, bool durable, char **wrong);
/* Reads a table of keep_seats without opening its game. `find` returns a reference to the game
 * of this name, or NULL. NULL: *wrong. */
struct gametable *keep_read(const char *folder, const char *file,
                            struct game *(*find)(void *ctx, const char *name), void *ctx,
                            char **wrong);
/* Opens the table's game and locks its file for this process. False: *wrong. */
bool keep_open(struct gametable *t, char **wrong);
/* Does what keep_open does, but allows other rules than the game's own (gametable_restore). */
bool keep_open_by(struct gametable *t, struct carried *carried, char **wrong);
/* When the game was last written, perhaps by another server. 0: no file. */
time_t keep_played(const struct gametable *t);
/* Removes both files. False: another process plays the table, and they stay. */
bool keep_forget(const struct gametable *t);

#endif
