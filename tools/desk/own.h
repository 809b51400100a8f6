/* own.h - files that the desk reads and writes in the folder of a game, which a stranger may have made. */
#ifndef CANTRIP_TOOLS_DESK_OWN_H
#define CANTRIP_TOOLS_DESK_OWN_H

#include <stdbool.h>

/* Is FOLDER/SUB/FILE a file of the game's own, or not there yet? False: it, or SUB, is a link, a pipe or the like: *wrong says so
 * (free()). */
bool own_file(const char *folder, const char *sub, const char *file, char **wrong);

#endif
