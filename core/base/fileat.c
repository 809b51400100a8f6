/* fileat.c: files that a game names: found and opened without leaving the folder in which they are
 * looked for. A game may come from anybody: a link in it could lead to any file of who runs it, a pipe
 * would be waited for.
 */
#define _GNU_SOURCE /* O_PATH: a folder may be searched that may not be read */
#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

enum { MAX_UP = 8 }; /* folders looked through above a ruleset's own */

#ifdef O_PATH
enum { SEARCH = O_PATH | O_DIRECTORY | O_CLOEXEC };
#else
enum { SEARCH = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

struct file_at file_at(struct arena *mem, const char *dir, const char *below)
{
    return (struct file_at){dir, below, file_join(mem, dir, below)};
}

/* The folder that holds the last part of `below`, opened without following a link below `dir`; *last is
 * that part. -1: errno (ELOOP, ENOTDIR: a link). */
static int open_parent(const struct file_at *at, const char **last)
{
    int fd = open(at->dir[0] ? at->dir : ".", SEARCH | O_CLOEXEC);
    const char *part = at->below;

    for (const char *slash; fd >= 0 && (slash = strchr(part, '/')); part = slash + 1) {
        char name[NAME_MAX + 1];
        size_t n = (size_t)(slash - part);
        if (!n)
            continue;
        int up = fd;
        fd = -1;
        errno = ENAMETOOLONG;
        if (n <= NAME_MAX) {
            memcpy(name, part, n);
            name[n] = 0;
            fd = openat(up, name, SEARCH | O_NOFOLLOW | O_CLOEXEC);
        }
        int why = errno;
        close(up);
        errno = why;
    }
    *last = *part ? part : ".";
    return fd;
}

static enum file_kind kind_of(const struct stat *st)
{
    return S_ISLNK(st->st_mode)   ? FILE_IS_LINK
           : S_ISREG(st->st_mode) ? FILE_IS_FILE
           : S_ISDIR(st->st_mode) ? FILE_IS_FOLDER
                                  : FILE_IS_OTHER;
}

/* Is it for a link on the way that there is no way? */
static bool linked(const struct file_at *at)
{
    struct stat st;

    return (errno == ENOTDIR || errno == ELOOP) && !stat(at->path, &st);
}

enum file_kind file_kind(const struct file_at *at)
{
    const char *last;
    struct stat st;
    int fd = open_parent(at, &last);
    bool there = fd >= 0 && !fstatat(fd, last, &st, AT_SYMLINK_NOFOLLOW);
    bool link = fd < 0 && linked(at);

    if (fd >= 0)
        close(fd);
    return there ? kind_of(&st) : link ? FILE_IS_LINK : FILE_IS_MISSING;
}

static const char *why_not(enum file_kind kind)
{
    switch (kind) {
    case FILE_IS_LINK:
        return "this is a link, or inside one. Cantrip does not follow links inside a game";
    case FILE_IS_FOLDER: return "this is a folder, not a file";
    default: return "this is a pipe or device, not a file";
    }
}

static int faulty(struct file_fault *f, const char *code, const char *why)
{
    *f = (struct file_fault){code, why, false};
    return -1;
}

static int faulty_errno(struct file_fault *f, int error)
{
    if (error == ENOENT || error == ENOTDIR)
        return faulty(f, "FILE-MISSING", "there is no such file");
    if (error == EACCES)
        return faulty(f, "FILE-UNREADABLE", "you may not read this file (permissions)");
    faulty(f, "FILE-UNREADABLE", strerror(error));
    f->memory = error == ENOMEM;
    return -1;
}

static int check_kind(const struct stat *st, size_t most, struct file_fault *f)
{
    if (kind_of(st) != FILE_IS_FILE)
        return faulty(f, "FILE-KIND", why_not(kind_of(st)));
    return (uint64_t)st->st_size > most ? faulty(f, "FILE-SIZE", "the file is too large") : 0;
}

/* Looked at before it is opened (opening a device may do something, a pipe waits) and after (it may have
 * been exchanged). */
static int open_checked(int folder, const char *name, bool follow, size_t most, size_t *size,
                        struct file_fault *f)
{
    int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), fd;
    struct stat st;

    if (fstatat(folder, name, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW))
        return faulty_errno(f, errno);
    if (check_kind(&st, most, f))
        return -1;
    fd = openat(folder, name, flags | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st))
        faulty_errno(f, errno);
    else if (!check_kind(&st, most, f)) {
        *size = (size_t)st.st_size;
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

int file_open(const struct file_at *at, size_t most, size_t *size, struct file_fault *f)
{
    const char *last = at->below;
    int folder = at->dir ? open_parent(at, &last) : AT_FDCWD, fd;

    if (at->dir && folder < 0)
        return linked(at) ? faulty(f, "FILE-KIND", why_not(FILE_IS_LINK))
                          : faulty_errno(f, errno);
    fd = open_checked(folder, last, !at->dir, most, size, f);
    if (at->dir)
        close(folder);
    return fd;
}

bool file_find(struct arena *mem, const char *dir, const char *folder, const char *name,
               struct file_at *out)
{
    *out = file_at(mem, dir, name);
    if (file_kind(out) != FILE_IS_MISSING)
        return true;
    int n = 0;
    for (const char *d = dir; d && n < MAX_UP; d = file_up(mem, d), n++) {
        *out = file_at(mem, d, file_join(mem, folder, name));
        if (file_kind(out) != FILE_IS_MISSING)
            return true;
    }
    return false;
}

/* ---- what lies in a folder ---- */

static void file_name_add(struct arena *mem, struct file_names *out, const char *name)
{
    *LIST_ADD(mem, out->v, out->n) = name;
}

/* NULL: it cannot be read, or is a link. */
static DIR *dir_open(struct arena *mem, const struct file_at *at)
{
    const char *last = ".";
    int folder = open_parent(at, &last), fd = -1;
    DIR *d = NULL;

    if (folder >= 0)
        fd = openat(folder, last, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0)
        d = fdopendir(fd);
    int why = errno;
    if (folder >= 0)
        close(folder);
    if (fd >= 0 && !d)
        close(fd);
    if (!d && why == ENOMEM)
        arena_fail(mem);
    return d;
}

static void close_dir(void *d)
{
    closedir(d);
}

static bool ends_in(const char *name, const char *ext)
{
    size_t len = strlen(name), end = strlen(ext);

    return len > end && strcmp(name + len - end, ext) == 0;
}

/* Is this entry of the folder one that file_names_add wants? */
static bool name_wanted(DIR *d, const char *name, const char *ext)
{
    struct stat st;

    if (name[0] == '.')
        return false;
    if (ext[0] != '/')
        return ends_in(name, ext) ||
               (!fstatat(dirfd(d), name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode));
    int in = openat(dirfd(d), name, SEARCH | O_CLOEXEC);
    bool holds = in >= 0 && !fstatat(in, ext + 1, &st, AT_SYMLINK_NOFOLLOW);
    if (in >= 0)
        close(in);
    return holds;
}

static void names_in(struct arena *mem, struct file_names *out, const struct file_at *at,
                     const char *ext)
{
    DIR *d = dir_open(mem, at);
    struct held h;

    if (!d)
        return;
    arena_hold(mem, &h, d, close_dir);
    for (const struct dirent *e; out->n < NAMES_MOST && (e = readdir(d));)
        if (name_wanted(d, e->d_name, ext))
            file_name_add(mem, out, arena_strdup(mem, e->d_name));
    arena_release(mem, &h);
}

void file_names_add(struct arena *mem, struct file_names *out, const char *dir, const char *ext)
{
    const struct file_at at = {dir, "", dir};

    names_in(mem, out, &at, ext);
}

void file_names_above(struct arena *mem, struct file_names *out, const char *dir,
                      const char *folder, const char *ext)
{
    int n = 0;
    if (ext[0] != '/')
        file_names_add(mem, out, dir, ext);
    for (const char *d = dir; d && n < MAX_UP; d = file_up(mem, d), n++) {
        const struct file_at at = file_at(mem, d, folder);
        names_in(mem, out, &at, ext);
    }
}

int file_list(struct arena *mem, const struct file_at *folder, const char *ext, int most,
              struct file_at **out)
{
    DIR *d = dir_open(mem, folder);
    struct file_names names = {0};
    struct held h;
    int n = 0;
    if (!d)
        return -1;
    arena_hold(mem, &h, d, close_dir);
    for (const struct dirent *e; names.n < (size_t)most + 1 && (e = readdir(d));) {
        const char *end = strrchr(e->d_name, '.');
        if (e->d_name[0] != '.' && end && is_among(ext, end))
            file_name_add(mem, &names, arena_strdup(mem, e->d_name));
    }
    arena_release(mem, &h);
    if (names.n)
        qsort(names.v, names.n, sizeof *names.v, text_order);
    *out = arena_alloc(mem, (names.n + 1) * sizeof **out);
    for (; n < (int)names.n; n++)
        (*out)[n] = file_at(mem, folder->dir, file_join(mem, folder->below, names.v[n]));
    return n;
}
