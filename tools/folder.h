/* folder.h - where a person's own files go. */
#ifndef CANTRIP_TOOLS_FOLDER_H
#define CANTRIP_TOOLS_FOLDER_H

#include "buffer.h"

#include <limits.h>
#include <stdbool.h>

/* $XDG_STATE_HOME/cantrip/NAME, else ~/.local/state/cantrip/NAME (XDG Base Directory). False: there is no $HOME. */
bool folder_state(struct buffer *to, const char *name);
/* Makes the folder and those above it, for its owner alone. False: errno. */
bool folder_make(char *path);

/* The folder where the program lies. False: it is not known. */
bool program_folder(char folder[PATH_MAX]);
/* A file that comes with the program: beside it where it was built, or where it is installed, both
 * from its folder. False: it is at neither place. */
bool program_file(const char *built, const char *installed, char *to, size_t cap);

#endif
