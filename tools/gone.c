/* gone.c - deletes named drafts when a signal ends the program. */
#include "gone.h"

#include "memory.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *volatile names[GONE_MOST]; /* or NULL */
static const int endings[] = {SIGHUP, SIGINT, SIGTERM};

static void take_away(int signal)
{
    for (int i = 0; i < GONE_MOST; i++)
        if (names[i])
            unlink(names[i]);
    kill(getpid(), signal); /* SA_RESETHAND: it ends us now */
}

static void on_signals(bool take)
{
    struct sigaction now = {.sa_flags = (int)SA_RESETHAND}, then;

    now.sa_handler = take ? take_away : SIG_DFL;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (!sigaction(endings[i], NULL, &then) && then.sa_handler != SIG_IGN)
            sigaction(endings[i], &now, NULL);
}

static bool any(void)
{
    bool found = false;

    for (int i = 0; i < GONE_MOST; i++)
        found |= names[i] != NULL;
    return found;
}

void gone_with_us(const char *path)
{
    bool first = !any();
    int n = 0;

    while (n < GONE_MOST - 1 && names[n])
        n++;
    names[n] = mem_strdup(path);
    if (first)
        on_signals(true);
}

void gone_not(const char *path)
{
    for (int i = 0; i < GONE_MOST; i++) {
        char *name = names[i];
        if (!name || strcmp(name, path) != 0)
            continue;
        names[i] = NULL;
        free(name);
        if (!any())
            on_signals(false);
        return;
    }
}
