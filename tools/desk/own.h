/* own.h - files that the desk reads and writes in a game's folder, which may be a stranger's. */
#ifndef CANTRIP_TOOLS_DESK_OWN_H
#define CANTRIP_TOOLS_DESK_OWN_H

#include <stdbool.h>

/* Is FOLDER/SUB/FILE a regular file, or not there yet? False: it or SUB is a link, a pipe or the
 * like, and *wrong says so (free()). */
bool own_file(const char *folder, const char *sub, const char *file, char **wrong);

#endif
