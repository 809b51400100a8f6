/* folder.c - where your own files go, and where the program is. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "folder.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

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
    struct stat st;
    if (!mkdir(path, 0700))
        return true;
    if (errno != EEXIST || stat(path, &st))
        return false;
    errno = ENOTDIR; /* the message then says that something else is there */
    return S_ISDIR(st.st_mode);
}

/* Without /proc (a bare chroot) it is the folder of the command as called. */
bool program_folder(char folder[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    const char *called = (const char *)(uintptr_t)getauxval(AT_EXECFN);

    if (n > 0)
        folder[n] = 0;
    else if (!called || !realpath(called, folder))
        return false;
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    return slash != NULL;
}

bool program_file(const char *built, const char *installed, char *to, size_t cap)
{
    const char *const places[] = {built, installed};
    char folder[PATH_MAX];

    if (!program_folder(folder))
        return false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (snprintf(to, cap, "%s/%s", folder, places[i]) < (int)cap && !access(to, R_OK))
            return true;
    return false;
}
