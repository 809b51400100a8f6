/* stopped.h - a long command that is asked to stop (Ctrl-C): what is under way ends, and what there is is printed. */
#ifndef CANTRIP_TOOLS_STOPPED_H
#define CANTRIP_TOOLS_STOPPED_H

#include <signal.h>
#include <stdbool.h>

/* In a signal handler: notes the first signal in the flag; a later one ends us at once. Signals within half a second
 * count as one: many send theirs to a process and to its group. */
void stop_asked(volatile sig_atomic_t *flag, int sig);
/* From now on the first SIGINT, SIGTERM or SIGHUP only asks; a later one ends us at once. One that is ignored stays so. */
void stopped_heed(void);
/* Were we asked? From any thread. */
bool stopped(void);
/* The exit status of a command that was asked to stop and did: 128 and the number of the signal, as a shell has it of one
 * that the signal ended. 0: nobody asked. */
int stopped_status(void);

#endif
