/* stopped.h - long commands that you stop by Ctrl-C: they end what is under way, and print what
 * there is. */
#ifndef CANTRIP_TOOLS_STOPPED_H
#define CANTRIP_TOOLS_STOPPED_H

#include <signal.h>
#include <stdbool.h>

/* For a signal handler: the first signal sets the flag, a later one ends us. Signals within half a
 * second count as one, because many senders signal a process and its group. */
void stop_asked(volatile sig_atomic_t *flag, int sig);
/* From now on the first SIGINT, SIGTERM or SIGHUP only asks; a later one ends us. Signals that are
 * ignored stay so. */
void stopped_heed(void);
/* Did somebody ask? From any thread. */
bool stopped(void);
/* The exit status of a command that was asked to stop: 128 and the signal's number, as in a shell.
 * 0: nobody asked. */
int stopped_status(void);

#endif
