/* stream.c - the open streams of a table. */
#include "stream.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

/* Shows all at the table who is present. */
static void arrive(struct stream *s, int by)
{
    struct gametable *t = s->table;

    if (s->observer < 0)
        return;
    t->seat[s->observer].here += by;
    t->seat[s->observer].left = time(NULL);
    t->seat[s->observer].replace = 0;
    t->seat[s->observer].came = true;
    house_hurry(s->house, t);
    t->version++;
    house_changed(s->house, t);
}

/* The stream's lock is held. */
static void go_on(struct stream *s)
{
    if (s->suspended) {
        s->suspended = false;
        s->resume(s);
    }
}

static void give(struct stream *s, char *text, time_t now)
{
    s->text = text;
    s->at = 0;
    s->n = strlen(text);
    s->wrote = now;
    go_on(s);
}

/* Fetches the next message if none is being sent. The table's lock is held. */
static void fetch(struct stream *s)
{
    pthread_mutex_lock(&s->lock);
    bool busy = s->text || s->ended;
    s->late |= busy;
    pthread_mutex_unlock(&s->lock);
    char *text = busy ? NULL : message_next(s->table, s->observer, &s->cursor);
    if (!text)
        return;
    pthread_mutex_lock(&s->lock);
    give(s, text, time(NULL));
    pthread_mutex_unlock(&s->lock);
}

static void look(struct job *j)
{
    struct stream *s = j->ctx;

    pthread_mutex_lock(&s->table->lock);
    pthread_mutex_lock(&s->lock);
    s->looking = false;
    pthread_mutex_unlock(&s->lock);
    fetch(s);
    pthread_mutex_unlock(&s->table->lock);
}

static void leave(struct job *j)
{
    struct stream *s = j->ctx;
    struct gametable *t = s->table;
    struct stream **at = &t->streams;

    pthread_mutex_lock(&t->lock);
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    arrive(s, -1);
    house_done(s->house, t);
    pthread_mutex_destroy(&s->lock);
    free(s->text);
    free(s);
}

struct stream *stream_new(struct house *h, struct gametable *t,
                          struct MHD_Connection *connection, int observer, const char *last,
                          void (*resume)(struct stream *s))
{
    struct stream *s = mem_zero(sizeof *s);
    struct job job = {.ctx = s, .t = t, .game = h->desk ? NULL : t->game};

    *s = (struct stream){.house = h,
                         .table = t,
                         .connection = connection,
                         .resume = resume,
                         .observer = observer,
                         .wrote = time(NULL),
                         .look = job,
                         .leave = job,
                         .next = t->streams};
    s->look.run = look;
    s->leave.run = leave;
    pthread_mutex_init(&s->lock, NULL);
    cursor_resume(&s->cursor, last);
    pthread_mutex_lock(&h->lock);
    t->users++;
    pthread_mutex_unlock(&h->lock);
    t->streams = s;
    arrive(s, 1);
    if (!s->text) /* no one reads it yet */
        fetch(s);
    return s;
}

long stream_read(struct stream *s, char *out, size_t most, void (*suspend)(struct stream *s))
{
    bool again = false;
    long n = 0;

    pthread_mutex_lock(&s->lock);
    if (s->ended) {
        n = -1;
    } else if (!s->text) {
        s->suspended = true;
        suspend(s);
    } else {
        size_t left = s->n - s->at;
        n = (long)(left < most ? left : most);
        memcpy(out, s->text + s->at, (size_t)n);
        s->at += (size_t)n;
    }
    if (s->text && s->at == s->n) {
        free(s->text);
        s->text = NULL;
        again = s->late && !s->looking;
        s->late = false;
        s->looking |= again;
    }
    pthread_mutex_unlock(&s->lock);
    if (again) /* before it is freed, which this thread does */
        house_do(&s->house->playing, &s->look);
    return n;
}

void stream_free(struct stream *s)
{
    house_do(&s->house->playing, &s->leave);
}

void stream_wake(struct gametable *t)
{
    for (struct stream *s = t->streams; s; s = s->next)
        fetch(s);
}

void stream_beat(struct gametable *t, time_t now)
{
    for (struct stream *s = t->streams; s; s = s->next) {
        pthread_mutex_lock(&s->lock);
        if (s->suspended && now - s->wrote >= STREAM_BEAT)
            give(s, mem_strndup(":\n\n", 3), now);
        pthread_mutex_unlock(&s->lock);
    }
}

void stream_end(struct gametable *t, int observer)
{
    for (struct stream *s = t->streams; s; s = s->next)
        if (observer == CT_ALL || s->observer == observer) {
            pthread_mutex_lock(&s->lock);
            s->ended = true;
            go_on(s);
            pthread_mutex_unlock(&s->lock);
        }
}
