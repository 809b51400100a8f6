/* whose.h - whose file it is: the games that read it, or in whose folder it lies. */
#ifndef CANTRIP_TOOLS_WHOSE_H
#define CANTRIP_TOOLS_WHOSE_H

#include <stdbool.h>

/* Calls EACH for the folder of each game that the file belongs to: the one in whose folder it lies, else all those
 * in rulesets/ of a folder above it, or that are found, which read it. How many. */
int whose_file(const char *path, void (*each)(void *ctx, const char *folder), void *ctx);

/* All games that read the file, be it in the folder of one of them: those in a folder `rulesets` above it, and those that are
 * found by their names. One may come twice. */
void whose_readers(const char *path, void (*each)(void *ctx, const char *folder), void *ctx);

#endif
