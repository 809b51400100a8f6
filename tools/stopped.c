/* stopped.c - signals that ask to stop. */
#include "stopped.h"

#include <stddef.h>
#include <time.h>

enum { AT_ONCE = 500 }; /* milliseconds */

static volatile sig_atomic_t asked;

void stop_asked(volatile sig_atomic_t *flag, int sig)
{
    static struct timespec first;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!*flag) {
        first = now;
        *flag = sig;
    } else if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 >=
               AT_ONCE) {
        signal(sig, SIG_DFL);
        raise(sig); /* ends us when its handler returns */
    }
}

static void ask(int sig)
{
    stop_asked(&asked, sig);
}

void stopped_heed(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now = {.sa_handler = ask}, then;

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (!sigaction(signals[i], NULL, &then) && then.sa_handler != SIG_IGN)
            sigaction(signals[i], &now, NULL);
}

bool stopped(void)
{
    return asked;
}

int stopped_status(void)
{
    return asked ? 128 + asked : 0;
}
