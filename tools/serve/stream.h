/* stream.h - the open streams of a table: what its observers are told as it happens. */
#ifndef CANTRIP_TOOLS_SERVE_STREAM_H
#define CANTRIP_TOOLS_SERVE_STREAM_H

#include "house.h"
#include "message.h"

/* Beats of a silent stream, in seconds. */
enum { STREAM_BEAT = 15 };

struct MHD_Connection;
/* Its table's lock guards `cursor` and `next`, its own what is sent: who sends never waits for a game that is played. */
struct stream {
    struct house *house;
    struct gametable *table;
    struct MHD_Connection *connection;
    void (*resume)(struct stream *s);
    int observer;
    struct cursor cursor;
    pthread_mutex_t lock;
    char *text; /* what is being sent, from `at` on */
    size_t at, n;
    bool suspended, ended;
    bool late, looking; /* there was something new while it sent; a worker is to look for it */
    time_t wrote;
    struct job look, leave;
    struct stream *next;
};

/* A stream of a table that the caller has locked. `resume` is called when there is something to send again, under the
 * stream's lock. */
struct stream *stream_new(struct house *h, struct gametable *t,
                          struct MHD_Connection *connection, int observer, const char *last,
                          void (*resume)(struct stream *s));
/* What is to be sent next, at most `most` bytes into `out`: how many, 0: nothing now (it is marked as suspended),
 * -1: it has ended. `suspend` is called under the stream's lock. */
long stream_read(struct stream *s, char *out, size_t most, void (*suspend)(struct stream *s));
/* A worker takes it from its table. */
void stream_free(struct stream *s);

/* What is new goes to all streams that do not send yet. The table's lock is held, as in what follows. */
void stream_wake(struct gametable *t);
/* Streams that were silent for long give a sign of life. */
void stream_beat(struct gametable *t, time_t now);
/* Ends those of a seat, or of all (CT_ALL). */
void stream_end(struct gametable *t, int observer);

#endif
