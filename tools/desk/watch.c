/* watch.c - watches folders by inotify. */
#include "watch.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { QUIET = 30, MOST = 300 }; /* milliseconds */
enum { FOLDERS = 256 };

struct watch {
    int events, stop;
    int away; /* watch of the folder above a game that is gone; -1 */
};

struct watch *watch_new(void)
{
    struct watch *w = mem_zero(sizeof *w);

    w->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    w->stop = eventfd(0, EFD_CLOEXEC);
    w->away = -1;
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

bool watch_folder(struct watch *w, const char *folder)
{
    return inotify_add_watch(w->events, folder,
                             IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
                                 IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR) >= 0;
}

/* Watches the folders within, at most *left. Not links, which lead elsewhere, nor hidden ones,
 * which are no part of a game. */
static void watch_within(struct watch *w, const char *folder, int *left)
{
    struct dirent **v = NULL;
    int n = scandir(folder, &v, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        struct buffer path = {0};
        struct stat st;
        buffer_add(&path, "%s/%s", folder, v[i]->d_name);
        if (*v[i]->d_name != '.' && *left > 0 && !lstat(buffer_text(&path), &st) &&
            S_ISDIR(st.st_mode) && watch_folder(w, buffer_text(&path))) {
            --*left;
            watch_within(w, buffer_text(&path), left);
        }
        buffer_free(&path);
        free(v[i]);
    }
    free(v);
}

/* The folder above a path. */
static char *above(const char *path)
{
    size_t n = strlen(path);

    while (n > 1 && path[n - 1] == '/')
        n--;
    while (n && path[n - 1] != '/')
        n--;
    return n ? mem_strndup(path, n) : mem_strndup(".", 1);
}

void watch_game(struct watch *w, const char *folder)
{
    bool there = watch_folder(w, folder);
    int left = FOLDERS;

    if (!there) { /* until it comes back */
        char *parent = above(folder);
        w->away = inotify_add_watch(w->events, parent, IN_MOVED_TO | IN_CREATE | IN_ONLYDIR);
        free(parent);
        there = watch_folder(w, folder); /* it may have come back meanwhile */
    } else if (w->away >= 0) {
        inotify_rm_watch(w->events, w->away);
        w->away = -1;
    }
    if (there)
        watch_within(w, folder, &left);
}

void watch_stop(struct watch *w)
{
    uint64_t one = 1;

    if (write(w->stop, &one, sizeof one) < 0)
        return; /* full: a stop is already in it */
}

/* Does something come within so many milliseconds (-1: wait for ever)? */
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
