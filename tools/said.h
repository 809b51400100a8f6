/* said.h - what another program says. */
#ifndef CANTRIP_TOOLS_SAID_H
#define CANTRIP_TOOLS_SAID_H

#include <stdbool.h>

/* Runs it, found by PATH; all that it writes to stdout (free()). Its errors are seen unless it is `quiet`. NULL: it could not be
 * run, or failed. */
char *said_by(const char *const *argv, bool quiet);

#endif
