/* said.h - the output of another program. */
#ifndef CANTRIP_TOOLS_SAID_H
#define CANTRIP_TOOLS_SAID_H

#include <stdbool.h>

/* Runs a program, found by PATH, and returns its stdout (free()). Its stderr is shown unless
 * `quiet`. NULL: it could not be run, or failed. */
char *said_by(const char *const *argv, bool quiet);

#endif
