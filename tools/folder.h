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

#endif
