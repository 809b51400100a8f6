/* recorder.c - replays from several threads, written in the order of their games. */
#include "recorder.h"

#include "buffer.h"
#include "common.h"
#include "memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct recorder {
    pthread_mutex_t lock;
    const char *path;
    struct buffer beside; /* the file as it is being written, beside the one it will replace */
    FILE *f;
    uint64_t next;  /* the game that is written next */
    char **waiting; /* games next, next + 1, …; NULL: not there yet */
    size_t nwaiting, cap;
};

struct recorder *recorder_new(const char *path)
{
    struct recorder *r = mem_alloc(sizeof *r);
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;

    *r = (struct recorder){.path = path};
    pthread_mutex_init(&r->lock, NULL);
    buffer_add(&r->beside, "%.*s.%s.new", (int)folder, path, path + folder);
    r->f = fopen(buffer_text(&r->beside), "wb");
    if (r->f)
        return r;
    complain("%s: cannot be written: %s", path, strerror(errno));
    recorder_end(r, false);
    return NULL;
}

static void flush(struct recorder *r)
{
    size_t done = 0;

    while (done < r->nwaiting && r->waiting[done]) {
        fprintf(r->f, "%s\n", r->waiting[done]);
        free(r->waiting[done++]);
    }
    r->next += done;
    r->nwaiting -= done;
    if (done && r->nwaiting)
        memmove(r->waiting, r->waiting + done, r->nwaiting * sizeof *r->waiting);
}

void recorder_put(struct recorder *r, uint64_t i, char *text)
{
    pthread_mutex_lock(&r->lock);
    size_t at = (size_t)(i - r->next);
    if (at >= r->cap) {
        r->cap = at * 2 + 16;
        r->waiting = mem_realloc(r->waiting, r->cap * sizeof *r->waiting);
    }
    while (r->nwaiting <= at)
        r->waiting[r->nwaiting++] = NULL;
    r->waiting[at] = text;
    if (!at)
        flush(r);
    pthread_mutex_unlock(&r->lock);
}

bool recorder_end(struct recorder *r, bool wanted)
{
    bool ok = true;

    if (r->f) {
        ok = !ferror(r->f);
        ok = !fclose(r->f) && ok;
        if (ok && wanted)
            ok = !rename(buffer_text(&r->beside), r->path);
        if (!ok)
            complain("%s: cannot be written: %s", r->path, strerror(errno));
        if (!ok || !wanted)
            unlink(buffer_text(&r->beside));
    }
    for (size_t i = 0; i < r->nwaiting; i++)
        free(r->waiting[i]);
    free(r->waiting);
    buffer_free(&r->beside);
    pthread_mutex_destroy(&r->lock);
    free(r);
    return ok;
}
