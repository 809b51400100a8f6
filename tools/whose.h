/* whose.h - which games a file belongs to. */
#ifndef CANTRIP_TOOLS_WHOSE_H
#define CANTRIP_TOOLS_WHOSE_H

#include <stdbool.h>

/* Calls EACH for the folder of each game that the file belongs to: the game that contains it, else
 * all games that read it, in `rulesets` above it or found by name. How many. */
int whose_file(const char *path, void (*each)(void *ctx, const char *folder), void *ctx);

/* All games that read the file, even if one of them contains it: those in a folder `rulesets`
 * above it, and those found by name. One may come twice. */
void whose_readers(const char *path, void (*each)(void *ctx, const char *folder), void *ctx);

#endif
