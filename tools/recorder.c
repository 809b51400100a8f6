/* recorder.c - replays from several threads, written in the order of their games. */
#include "recorder.h"

#include "base/arena.h"
#include "common.h"
#include "record/save.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct recorder {
    pthread_mutex_t lock;
    const char *path;
    struct str beside; /* the file under way */
    FILE *f;
    uint64_t next;       /* the game that is written next */
    struct str *waiting; /* games next, next + 1, …; no text: not there yet */
    size_t nwaiting, cap;
};

struct recorder *recorder_new(const char *path)
{
    struct recorder *r = mem_alloc(sizeof *r);
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;

    *r = (struct recorder){.path = path};
    pthread_mutex_init(&r->lock, NULL);
    str_addn(&r->beside, path, folder);
    str_addf(&r->beside, ".%s.new", path + folder);
    r->f = fopen(r->beside.s, "wb");
    if (r->f)
        return r;
    complain("%s: cannot be written: %s", path, strerror(errno));
    recorder_end(r, false);
    return NULL;
}

static void flush(struct recorder *r)
{
    size_t done = 0;

    while (done < r->nwaiting && r->waiting[done].s) {
        fwrite(r->waiting[done].s, 1, r->waiting[done].n, r->f);
        str_free(&r->waiting[done++]);
    }
    r->next += done;
    r->nwaiting -= done;
    if (done && r->nwaiting)
        memmove(r->waiting, r->waiting + done, r->nwaiting * sizeof *r->waiting);
}

void recorder_put(struct recorder *r, uint64_t i, const struct str *text)
{
    pthread_mutex_lock(&r->lock);
    size_t at = (size_t)(i - r->next);
    if (at >= r->cap) {
        r->cap = at * 2 + 16;
        r->waiting = mem_realloc(r->waiting, r->cap * sizeof *r->waiting);
    }
    while (r->nwaiting <= at)
        r->waiting[r->nwaiting++] = (struct str){0};
    str_addn(&r->waiting[at], text->s, text->n);
    str_add(&r->waiting[at], "\n");
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
            ok = !rename(r->beside.s, r->path);
        if (!ok)
            complain("%s: cannot be written: %s", r->path, strerror(errno));
        if (!ok || !wanted)
            unlink(r->beside.s);
    }
    for (size_t i = 0; i < r->nwaiting; i++)
        str_free(&r->waiting[i]);
    free(r->waiting);
    str_free(&r->beside);
    pthread_mutex_destroy(&r->lock);
    free(r);
    return ok;
}
