/* own.c - checks a file in a game's folder, without following links or waiting for pipes. */
#include "own.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <sys/stat.h>

static bool is_other(const char *path, bool folder)
{
    struct stat st;

    return !lstat(path, &st) && !(folder ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode));
}

bool own_file(const char *folder, const char *sub, const char *file, char **wrong)
{
    struct buffer path = {0};

    buffer_add(&path, "%s/%s", folder, sub);
    bool other = is_other(buffer_text(&path), true);
    if (other)
        *wrong = mem_printf("'%s' is not a folder of this game", sub);
    buffer_add(&path, "/%s", file);
    if (!other && (other = is_other(buffer_text(&path), false)))
        *wrong = mem_strdup("this is not a file of this game");
    buffer_free(&path);
    return !other;
}
