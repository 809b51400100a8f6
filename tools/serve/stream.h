/* stream.h - the open streams of a table. They tell its observers what happens, as it happens. */
#ifndef CANTRIP_TOOLS_SERVE_STREAM_H
#define CANTRIP_TOOLS_SERVE_STREAM_H

#include "house.h"
#include "message.h"

/* Seconds between the heartbeats of a silent stream. */
enum { STREAM_BEAT = 15 };

struct MHD_Connection;
/* The table's lock guards `cursor` and `next`; its own lock guards the text being sent. So
 * sending never waits for a game. */
struct stream {
    struct house *house;
    struct gametable *table;
    struct MHD_Connection *connection;
    void (*resume)(struct stream *s);
    int observer;
    struct cursor cursor;
    pthread_mutex_t lock;
    char *text; /* the text being sent, from `at` on */
    size_t at, n;
    bool suspended, ended;
    bool late, looking; /* late: news came while it sent; looking: a worker fetches it */
    time_t wrote;
    struct job look, leave;
    struct stream *next;
};

/* Opens a stream of a locked table. `resume` is called when there is something to send again,
 * under the stream's lock. */
struct stream *stream_new(struct house *h, struct gametable *t,
                          struct MHD_Connection *connection, int observer, const char *last,
                          void (*resume)(struct stream *s));
/* Copies the next text to send, at most `most` bytes, into `out`. Returns its size, 0 (nothing
 * now; the stream is suspended) or -1 (it has ended). `suspend` is called under the stream's
 * lock. */
long stream_read(struct stream *s, char *out, size_t most, void (*suspend)(struct stream *s));
/* Frees the stream after a worker took it from its table. */
void stream_free(struct stream *s);

/* Sends news to all idle streams. The table's lock is held here and below. */
void stream_wake(struct gametable *t);
/* Sends heartbeats to streams that were silent for long. */
void stream_beat(struct gametable *t, time_t now);
/* Ends the streams of a seat, or all (CT_ALL). */
void stream_end(struct gametable *t, int observer);

#endif
