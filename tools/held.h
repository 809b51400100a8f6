/* held.h - signals that would end us wait while something lies about that must not stay. */
#ifndef CANTRIP_TOOLS_HELD_H
#define CANTRIP_TOOLS_HELD_H

#include <signal.h>
#include <stdbool.h>

/* From now on SIGHUP, SIGINT and SIGTERM wait; `before` is for signals_let. */
void signals_hold(sigset_t *before);
/* Does one wait? Then it is time to take things away. */
bool signals_wait(void);
/* As it was before: one that waited ends us now. */
void signals_let(const sigset_t *before);

#endif
