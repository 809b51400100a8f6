/* folder.h - where your own files go. */
#ifndef CANTRIP_TOOLS_FOLDER_H
#define CANTRIP_TOOLS_FOLDER_H

#include "buffer.h"

#include <limits.h>
#include <stdbool.h>

/* $XDG_STATE_HOME/cantrip/NAME, else ~/.local/state/cantrip/NAME (XDG Base Directory). False:
 * $HOME is not set. */
bool folder_state(struct buffer *to, const char *name);
/* Makes the folder and those above it, readable by their owner only. False: errno. */
bool folder_make(char *path);

/* The folder of this program. False: unknown. */
bool program_folder(char folder[PATH_MAX]);
/* A file that comes with the program: beside it where it was built, or where it is installed, both
 * from its folder. False: it is at neither place. */
bool program_file(const char *built, const char *installed, char *to, size_t cap);

#endif
