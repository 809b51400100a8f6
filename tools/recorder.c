/* recorder.c - replays from several threads, written in the order of their games. */
#include "recorder.h"

#include "buffer.h"
#include "common.h"
#include "memory.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    AT_ONCE = 1 << 16,
    MOST_WAITING = 64 << 20 /* bytes of games that wait for an earlier one */
};

struct recorder {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    size_t bytes; /* that wait */
    bool given_up;
    const char *path;
    ct_draft *draft;
    struct buffer text; /* to be written */
    int wrong;          /* errno of the first failure */
    uint64_t next;      /* the game that is written next */
    char **waiting;     /* games next, next + 1, …; NULL: not there yet */
    size_t nwaiting, cap;
};

/* ---- a draft that has a name (where files without one are not) goes when a signal ends us ---- */

static char *volatile draft_name; /* NULL: it has none */
static const int endings[] = {SIGHUP, SIGINT, SIGTERM};
enum { ENDINGS = sizeof endings / sizeof *endings };

static void take_away(int signal)
{
    if (draft_name)
        unlink(draft_name);
    kill(getpid(), signal); /* SA_RESETHAND: it ends us now */
}

static void on_signals(bool take)
{
    struct sigaction now = {.sa_flags = (int)SA_RESETHAND}, then;

    now.sa_handler = take ? take_away : SIG_DFL;
    for (int i = 0; i < ENDINGS; i++)
        if (!sigaction(endings[i], NULL, &then) && then.sa_handler != SIG_IGN)
            sigaction(endings[i], &now, NULL);
}

struct recorder *recorder_new(const char *path)
{
    struct recorder *r = mem_alloc(sizeof *r);
    char *wrong = NULL;

    *r = (struct recorder){.path = path, .draft = ct_draft_begin(path, &wrong)};
    if (!r->draft) {
        complain("%s", mem_said(wrong));
        free(wrong);
        free(r);
        return NULL;
    }
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->moved, NULL);
    const char *beside = ct_draft_beside(r->draft);
    if (beside) {
        draft_name = mem_strndup(beside, strlen(beside));
        on_signals(true);
    }
    return r;
}

static void write_out(struct recorder *r)
{
    if (!r->wrong && !ct_draft_add(r->draft, buffer_text(&r->text), r->text.n))
        r->wrong = errno;
    buffer_free(&r->text);
}

static void flush(struct recorder *r)
{
    size_t done = 0;

    while (done < r->nwaiting && r->waiting[done]) {
        buffer_add(&r->text, "%s\n", r->waiting[done]);
        r->bytes -= strlen(r->waiting[done]);
        if (r->text.n > AT_ONCE)
            write_out(r);
        free(r->waiting[done++]);
    }
    r->next += done;
    r->nwaiting -= done;
    if (done && r->nwaiting)
        memmove(r->waiting, r->waiting + done, r->nwaiting * sizeof *r->waiting);
}

bool recorder_put(struct recorder *r, uint64_t i, char *text)
{
    pthread_mutex_lock(&r->lock);
    while (i > r->next && r->bytes > MOST_WAITING && !r->given_up)
        pthread_cond_wait(&r->moved, &r->lock);
    size_t at = (size_t)(i - r->next);
    if (at >= r->cap) {
        r->cap = at * 2 + 16;
        r->waiting = mem_realloc(r->waiting, r->cap * sizeof *r->waiting);
    }
    while (r->nwaiting <= at)
        r->waiting[r->nwaiting++] = NULL;
    r->waiting[at] = text;
    r->bytes += strlen(text);
    if (!at) {
        flush(r);
        pthread_cond_broadcast(&r->moved);
    }
    bool ok = !r->wrong;
    pthread_mutex_unlock(&r->lock);
    return ok;
}

void recorder_give_up(struct recorder *r)
{
    pthread_mutex_lock(&r->lock);
    r->given_up = true;
    pthread_cond_broadcast(&r->moved);
    pthread_mutex_unlock(&r->lock);
}

bool recorder_end(struct recorder *r, bool wanted)
{
    bool ok;

    write_out(r);
    bool whole = !r->wrong;
    ok = ct_draft_end(r->draft, whole && wanted) && whole;
    if (!ok)
        complain("%s: cannot be written: %s", r->path, strerror(r->wrong ? r->wrong : errno));
    if (draft_name)
        on_signals(false);
    free(draft_name);
    draft_name = NULL;
    for (size_t i = 0; i < r->nwaiting; i++)
        free(r->waiting[i]);
    free(r->waiting);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->moved);
    free(r);
    return ok;
}
