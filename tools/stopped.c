/* stopped.c - signals that ask to stop. */
#include "stopped.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

static void ask(int signal)
{
    (void)signal;
    asked = 1;
}

void stopped_heed(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now = {.sa_flags = (int)SA_RESETHAND}, then;

    now.sa_handler = ask;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (!sigaction(signals[i], NULL, &then) && then.sa_handler != SIG_IGN)
            sigaction(signals[i], &now, NULL);
}

bool stopped(void)
{
    return asked;
}
