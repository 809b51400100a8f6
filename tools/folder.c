/* folder.c - where a person's own files go. */
#include "folder.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

bool folder_state(struct buffer *to, const char *name)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

    if (state && *state == '/')
        buffer_add(to, "%s/cantrip/%s", state, name);
    else if (home && *home == '/')
        buffer_add(to, "%s/.local/state/cantrip/%s", home, name);
    return to->n > 0;
}

bool folder_make(char *path)
{
    for (char *s = path + 1; *s; s++)
        if (*s == '/') {
            *s = 0;
            bool bad = mkdir(path, 0700) && errno != EEXIST;
            *s = '/';
            if (bad)
                return false;
        }
    return !mkdir(path, 0700) || errno == EEXIST;
}
