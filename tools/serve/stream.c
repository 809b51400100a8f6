/* stream.c - the open streams of a table. */
#include "stream.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

/* Everybody at the table sees who is there. */
static void arrive(struct stream *s, int by)
{
    struct gametable *t = s->table;

    if (s->observer < 0)
        return;
    t->seat[s->observer].here += by;
    t->version++;
    s->house->wake(t);
}

struct stream *stream_new(struct house *h, struct gametable *t,
                          struct MHD_Connection *connection, int observer, const char *last)
{
    struct stream *s = mem_zero(sizeof *s);

    *s = (struct stream){.house = h,
                         .table = t,
                         .connection = connection,
                         .observer = observer,
                         .wrote = time(NULL),
                         .next = t->streams};
    cursor_resume(&s->cursor, last);
    pthread_mutex_lock(&h->lock);
    t->users++;
    pthread_mutex_unlock(&h->lock);
    t->streams = s;
    arrive(s, 1);
    return s;
}

/* Something to send, if there is; the table's lock is held. */
static void fetch(struct stream *s)
{
    time_t now = time(NULL);

    s->text = message_next(s->table, s->observer, &s->cursor);
    if (!s->text && now - s->wrote >= STREAM_BEAT)
        s->text = mem_strndup(":\n\n", 3);
    if (!s->text)
        return;
    s->at = 0;
    s->n = strlen(s->text);
    s->wrote = now;
}

long stream_read(struct stream *s, char *out, size_t most, void (*suspend)(struct stream *s))
{
    pthread_mutex_lock(&s->table->lock);
    if (!s->text && !s->ended)
        fetch(s);
    bool ended = s->ended, idle = !ended && !s->text;
    if (idle) {
        s->suspended = true;
        suspend(s);
    }
    pthread_mutex_unlock(&s->table->lock);
    if (ended || idle)
        return ended ? -1 : 0;
    size_t n = s->n - s->at < most ? s->n - s->at : most;
    memcpy(out, s->text + s->at, n);
    s->at += n;
    if (s->at == s->n) {
        free(s->text);
        s->text = NULL;
    }
    return (long)n;
}

void stream_free(struct stream *s)
{
    struct gametable *t = s->table;
    struct stream **at = &t->streams;

    pthread_mutex_lock(&t->lock);
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    arrive(s, -1);
    house_done(s->house, t);
    free(s->text);
    free(s);
}

static void go_on(struct stream *s, void (*resume)(struct stream *s))
{
    if (s->suspended) {
        s->suspended = false;
        resume(s);
    }
}

void stream_wake(struct gametable *t, void (*resume)(struct stream *s))
{
    for (struct stream *s = t->streams; s; s = s->next)
        go_on(s, resume);
}

void stream_end(struct gametable *t, int observer, void (*resume)(struct stream *s))
{
    for (struct stream *s = t->streams; s; s = s->next)
        if (observer == CT_ALL || s->observer == observer) {
            s->ended = true;
            go_on(s, resume);
        }
}
