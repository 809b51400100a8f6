/* running.c - a server from its start to its end. */
#include "running.h"

#include "tools/common.h"
#include "tools/folder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 1, GRACE = 1 }; /* seconds between sweeps; seconds for a quiet end */

bool running_folder(struct running *r, const char *command, const char *data, const char *own)
{
    if (data)
        buffer_add(&r->folder, "%s", data);
    else if (!folder_state(&r->folder, own)) {
        return complain("%s: $HOME is not set. Say where to keep the tables: --data FOLDER",
                        command);
    }
    umask(077);
    r->house.folder = buffer_text(&r->folder);
    if (folder_make(r->folder.s) && !access(r->house.folder, R_OK | W_OK | X_OK))
        return true;
    return complain("%s: --data %s: %s", command, r->house.folder, strerror(errno));
}

static void many_files(void)
{
    struct rlimit limit;

    if (!getrlimit(RLIMIT_NOFILE, &limit)) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void ending(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGHUP);
}

/* Waits for the signal in a thread of its own. Rules may compute without end, and searches and
 * training take minutes. No one should wait for them, as every acknowledged pick is on disk. */
static void *watch_signals(void *ctx)
{
    const struct timespec grace = {.tv_sec = GRACE};
    struct running *r = ctx;
    sigset_t signals;
    int which;

    ending(&signals);
    sigwait(&signals, &which);
    sem_post(&r->ended);
    nanosleep(&grace, NULL);
    _exit(EXIT_OK);
}

bool running_signals(struct running *r, const char *command)
{
    pthread_t watch;
    sigset_t signals;

    many_files();
    signal(SIGPIPE, SIG_IGN);
    ending(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    sem_init(&r->ended, 0, 0);
    if ((errno = pthread_create(&watch, NULL, watch_signals, r)))
        return complain("%s: no thread: %s", command, strerror(errno));
    pthread_detach(watch);
    return true;
}

bool running_open(struct running *r, bool (*ready)(void *ctx), void *ctx)
{
    long thinkers =
        2 * sysconf(_SC_NPROCESSORS_ONLN); /* twice, because one game may use at most half */

    if (!house_open(&r->house, thinkers > THINKERS_MOST ? THINKERS_MOST : (int)thinkers) ||
        (ready && !ready(ctx)))
        return false;
    r->server = http_open(&r->house, &r->http);
    return r->server != NULL;
}

void running_warn(const struct running *r)
{
    if (!http_local(r->server))
        complain("serve: note: others on the network can reach this server, and nothing is "
                 "encrypted. "
                 "Put a proxy with TLS before it (`cantrip guide host-games`), and name it "
                 "with --host");
    if (r->http.hosts.n && !r->http.proxy &&
        (r->house.each || r->http.requests || r->http.streams))
        complain("serve: note: behind a proxy all players have the same address and share its "
                 "limits. With --proxy everyone has their own");
}

void running_wait(struct running *r)
{
    struct timespec until = {.tv_sec = time(NULL) + TICK};

    while (sem_timedwait(&r->ended, &until)) {
        http_tick(r->server);
        house_sweep(&r->house, time(NULL));
        until.tv_sec = time(NULL) + TICK;
    }
}

void running_stop(struct running *r)
{
    if (r->server)
        http_close(r->server);
    house_rest(&r->house);
}

void running_close(struct running *r)
{
    house_close(&r->house);
    for (int i = 0; i < r->house.ngames; i++)
        game_drop(r->house.game[i]);
    free(r->house.game);
    buffer_free(&r->folder);
    args_free(&r->http.hosts);
}
