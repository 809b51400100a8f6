/* fix.h - mends a game's files where the fix is certain. */
#ifndef CANTRIP_TOOLS_FIX_H
#define CANTRIP_TOOLS_FIX_H

#include <stdbool.h>

/* Replaces words that findings say are probably meant otherwise ("did you mean 'close'?"). A
 * replacement stays if the game then has fewer findings. Files of other games stay as they are.
 * Tells each on stderr, and writes the files. False after a message: a file cannot be written. */
bool fix_game(const char *folder);

#endif
