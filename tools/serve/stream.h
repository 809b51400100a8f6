/* stream.h - the open streams of a table: what its observers are told as it happens. */
#ifndef CANTRIP_TOOLS_SERVE_STREAM_H
#define CANTRIP_TOOLS_SERVE_STREAM_H

#include "house.h"
#include "message.h"

/* Beats of a silent stream, in seconds. */
enum { STREAM_BEAT = 15 };

struct MHD_Connection;
struct stream {
    struct house *house;
    struct gametable *table;
    struct MHD_Connection *connection;
    int observer;
    struct cursor cursor;
    char *text; /* what is being sent, from `at` on */
    size_t at, n;
    bool suspended, ended;
    time_t wrote;
    struct stream *next;
};

/* A stream of a table that the caller holds. */
struct stream *stream_new(struct house *h, struct gametable *t,
                          struct MHD_Connection *connection, int observer, const char *last);
/* What is to be sent next, at most `most` bytes into `out`: how many, 0: nothing now (it is marked as suspended, and the
 * table's lock is held by nobody), -1: it has ended. `suspend` is called under the lock. */
long stream_read(struct stream *s, char *out, size_t most, void (*suspend)(struct stream *s));
void stream_free(struct stream *s);

/* Marks all that are suspended as going on, and calls `resume` for each. The table's lock is held. */
void stream_wake(struct gametable *t, void (*resume)(struct stream *s));
/* Ends those of a seat, or of all (CT_ALL); as stream_wake. */
void stream_end(struct gametable *t, int observer, void (*resume)(struct stream *s));

#endif
