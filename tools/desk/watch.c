/* watch.c - inotify. */
#include "watch.h"

#include "tools/memory.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

enum { QUIET = 30, MOST = 300 }; /* milliseconds */

struct watch {
    int events, stop;
};

struct watch *watch_new(void)
{
    struct watch *w = mem_zero(sizeof *w);

    w->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    w->stop = eventfd(0, EFD_CLOEXEC);
    if (w->events >= 0 && w->stop >= 0)
        return w;
    int why = errno;
    watch_free(w);
    errno = why;
    return NULL;
}

void watch_free(struct watch *w)
{
    if (!w)
        return;
    if (w->events >= 0)
        close(w->events);
    if (w->stop >= 0)
        close(w->stop);
    free(w);
}

void watch_folder(struct watch *w, const char *folder)
{
    inotify_add_watch(w->events, folder,
                      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                          IN_ONLYDIR);
}

void watch_stop(struct watch *w)
{
    uint64_t one = 1;

    if (write(w->stop, &one, sizeof one) < 0)
        return; /* it is full: somebody has stopped it before */
}

/* Is there something within so many milliseconds (-1: however long it takes)? */
static bool comes(struct watch *w, int within, bool *stopped)
{
    struct pollfd at[] = {{.fd = w->events, .events = POLLIN},
                          {.fd = w->stop, .events = POLLIN}};
    int n;

    while ((n = poll(at, 2, within)) < 0 && errno == EINTR)
        continue;
    *stopped = n > 0 && at[1].revents;
    return n > 0 && !*stopped;
}

static void forget(struct watch *w)
{
    char events[4096];

    while (read(w->events, events, sizeof events) > 0)
        continue;
}

static long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool watch_wait(struct watch *w)
{
    bool stopped;

    if (!comes(w, -1, &stopped))
        return false;
    long end = now() + MOST;
    do
        forget(w);
    while (now() < end && comes(w, QUIET, &stopped));
    return !stopped;
}
