/* files.c: where files lie, and reading them. Paths stay as short as they were given
 * (messages show them); going up turns "rulesets/x" into "rulesets", "." and "..".
 */
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *file_join(struct arena *mem, const char *dir, const char *name)
{
    if (!dir[0] || strcmp(dir, ".") == 0)
        return arena_strdup(mem, name);
    return arena_printf(mem, dir[strlen(dir) - 1] == '/' ? "%s%s" : "%s/%s", dir, name);
}

char *file_dir(struct arena *mem, const char *path)
{
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    if (len == 0)
        return arena_strdup(mem, ".");
    while (len > 1 && path[len - 1] == '/')
        len--;
    return arena_strndup(mem, path, len);
}

bool file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

char *file_up(struct arena *mem, const char *dir)
{
    size_t len = strlen(dir);
    const char *last = strrchr(dir, '/');
    last = last ? last + 1 : dir;
    char *up;
    if (strcmp(dir, ".") == 0 || len == 0)
        up = arena_strdup(mem, "..");
    else if (strcmp(last, "..") == 0 || strcmp(last, ".") == 0)
        up = arena_printf(mem, "%s/..", dir);
    else
        up = file_dir(mem, dir);
    return file_is_dir(up) && !file_is_same(dir, up) ? up : NULL;
}

bool file_is_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

bool file_name_ok(const char *name)
{
    if (!name[0] || name[0] == '/')
        return false;
    for (const char *p = name; p; p = strchr(p, '/')) {
        p += *p == '/';
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
            return false;
    }
    return true;
}

/* ---- whole files ---- */

bool file_wrong(struct str *wrong, const char *path, const char *what)
{
    str_addf(wrong, "%s: %s: %s", path, what, strerror(errno));
    return false;
}

ptrdiff_t file_fill(int fd, char *text, size_t most)
{
    size_t len = 0;
    while (len < most) {
        ssize_t got = read(fd, text + len, most - len);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return -1;
        len += got > 0 ? (size_t)got : 0;
    }
    return (ptrdiff_t)len;
}

void file_drop(void *fd)
{
    close(*(int *)fd);
}

/* What is open, into *all. False: errno; EFBIG: it is larger than FILE_MOST. */
static bool read_open(int fd, struct str *all)
{
    unsigned lost = mem_losses();
    char part[16384];
    struct stat st;

    if (fstat(fd, &st))
        return false;
    errno = S_ISDIR(st.st_mode) ? EISDIR : EFBIG;
    if (S_ISDIR(st.st_mode) || st.st_size > FILE_MOST)
        return false;
    for (;;) {
        ssize_t got = read(fd, part, sizeof part);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        str_addn(all, part, (size_t)got);
        /* no text: it may go on for ever, and its reader stops here */
        if (got == 0 || memchr(part, 0, (size_t)got))
            break;
        errno = EFBIG;
        if (all->n > FILE_MOST)
            return false;
    }
    str_addn(all, "", 0);
    errno = ENOMEM;
    return mem_losses() == lost;
}

char *file_read(const char *path, size_t *n, struct str *wrong)
{
    struct str all = {0};
    int fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    bool ok = fd >= 0 && read_open(fd, &all);
    int why = errno;

    if (fd >= 0)
        close(fd);
    if (ok) {
        *n = all.n;
        return all.s;
    }
    str_free(&all);
    errno = why;
    if (why == EFBIG)
        str_addf(wrong, "%s: larger than %d MB, so it is not read", path, FILE_MOST >> 20);
    else
        file_wrong(wrong, path, "cannot be read");
    return NULL;
}
