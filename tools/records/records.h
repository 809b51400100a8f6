/* records.h - the games of a run in files that other programs read: SQLite, lines of JSON, or CSV.
 *
 * The ending of the file's name says which. Games come in their order whatever thread is done first, so the same run gives the
 * same bytes. Files get their names when they are whole; of a run that is cut nothing stays.
 */
#ifndef CANTRIP_TOOLS_RECORDS_RECORDS_H
#define CANTRIP_TOOLS_RECORDS_RECORDS_H

#include "record.h"

/* What is the same for all games; it outlives the records. */
struct records_run {
    const ct_definition *def;
    const char *id, *title;
    uint64_t seed, games, behaviour;
    int people, noptions, seats;
    const char *const *options;
    const char *bot[CT_MAX_SEATS]; /* NULL: nobody sits there */
    bool picks;                    /* picks and offers, too */
};
struct records;

/* NULL after a message of `command`. */
struct records *records_open(const char *path, const struct records_run *run,
                             const char *command);
/* Takes over game i (from 0; what it holds, too), and empties it; any thread may call it. False: no more can be
 * written, records_close says why. */
bool records_put(struct records *r, uint64_t i, struct record *game);
/* A game failed: nobody waits any more. */
void records_give_up(struct records *r);
/* Puts the files in their places if they are wanted, and frees all. False after a message. */
bool records_close(struct records *r, bool wanted);

#endif
