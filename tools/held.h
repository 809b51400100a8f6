/* held.h - holds signals back while something exists that must be cleaned up. */
#ifndef CANTRIP_TOOLS_HELD_H
#define CANTRIP_TOOLS_HELD_H

#include <signal.h>
#include <stdbool.h>

/* Holds back SIGHUP, SIGINT and SIGTERM. `before` is for signals_let. */
void signals_hold(sigset_t *before);
/* Has one arrived? Then clean up soon. */
bool signals_wait(void);
/* Ends the hold. A signal that arrived meanwhile ends us now. */
void signals_let(const sigset_t *before);

#endif
