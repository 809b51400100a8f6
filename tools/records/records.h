/* records.h - writes the games of a run into files for other programs: SQLite, lines of JSON, or
 * CSV.
 *
 * The file's ending says which. Games come in their order, whichever thread is done first, so the
 * same run gives the same bytes. Files get their names when they are complete; a run that is cut
 * leaves none. */
#ifndef CANTRIP_TOOLS_RECORDS_RECORDS_H
#define CANTRIP_TOOLS_RECORDS_RECORDS_H

#include "record.h"

/* What all games share. It must outlive the records. */
struct records_run {
    const ct_definition *def;
    const char *id, *title;
    uint64_t seed, games, behaviour;
    int people, noptions, seats;
    const char *const *options;
    const char *bot[CT_MAX_SEATS]; /* NULL: no player */
    bool picks;                    /* picks and offers, too */
};
struct records;

/* NULL after a message of `command`. */
struct records *records_open(const char *path, const struct records_run *run,
                             const char *command);
/* Takes over game i (from 0) with all it holds, and empties it; from any thread. False: no more
 * can be written, records_close says why. */
bool records_put(struct records *r, uint64_t i, struct record *game);
/* A game failed: threads stop waiting for it. */
void records_give_up(struct records *r);
/* Puts the files in their places if they are wanted, and frees all. False after a message. */
bool records_close(struct records *r, bool wanted);

#endif
