/* held.c - holds back signals that would end us. */
#include "held.h"

#include <stddef.h>

static sigset_t endings(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

void signals_hold(sigset_t *before)
{
    sigset_t set = endings();

    pthread_sigmask(SIG_BLOCK, &set, before);
}

bool signals_wait(void)
{
    sigset_t pending;

    return !sigpending(&pending) &&
           (sigismember(&pending, SIGHUP) || sigismember(&pending, SIGINT) ||
            sigismember(&pending, SIGTERM));
}

void signals_let(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
