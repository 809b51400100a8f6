/* newfolder.c - a folder that gets its name only when it is complete. */
#define _GNU_SOURCE /* renameat2, nftw */
#include "newfolder.h"

#include "held.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN_AT_ONCE = 16, TRIES = 16 };
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static int take_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

void folder_take_away(const char *folder)
{
    nftw(folder, take_one, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS);
}

/* Opens and locks a folder; -1: another writer holds it, or it is not ours. */
static int lock_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat st;

    if (fd >= 0 && (fstat(fd, &st) || st.st_uid != geteuid() || flock(fd, LOCK_EX | LOCK_NB) ||
                    access(path, F_OK))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

enum { BY_CHANCE = 6, AROUND = 6 }; /* random letters of mkdtemp; length of "." and ".new." */

/* Did a killed writer leave this folder? Then its name is `start` and six letters or digits, and
 * it holds at most the draft. Nothing else may be deleted. */
static bool is_left(const char *path, const char *found, const char *start)
{
    size_t n = strlen(start) - AROUND, rest = strspn(found + strlen(start), LETTERS);
    bool left = rest == BY_CHANCE && !found[strlen(start) + rest];
    DIR *dir = left ? opendir(path) : NULL;

    for (const struct dirent *e; dir && (e = readdir(dir));)
        left &= !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
                (strlen(e->d_name) == n && !strncmp(e->d_name, start + 1, n));
    if (dir)
        closedir(dir);
    return dir && left;
}

/* Deletes what killed writers left. `prefix`: the path, up to where their names differ. */
static void sweep(const char *prefix)
{
    const char *slash = strrchr(prefix, '/'), *start = slash ? slash + 1 : prefix;
    struct buffer path = {0};

    buffer_add(&path, "%.*s", (int)(start - prefix), prefix);
    DIR *dir = opendir(path.n ? buffer_text(&path) : ".");
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        if (strncmp(e->d_name, start, strlen(start)) != 0)
            continue;
        buffer_free(&path);
        buffer_add(&path, "%.*s%s", (int)(start - prefix), prefix, e->d_name);
        int fd = lock_folder(buffer_text(&path));
        if (fd < 0)
            continue;
        if (is_left(buffer_text(&path), e->d_name, start))
            folder_take_away(buffer_text(&path));
        close(fd);
    }
    if (dir)
        closedir(dir);
    buffer_free(&path);
}

/* The last part of a path, not counting slashes at its end; *n is its length. */
static const char *folder_last(const char *path, size_t *n)
{
    const char *end = path + strlen(path), *start;

    while (end > path + 1 && end[-1] == '/')
        end--;
    for (start = end; start > path && start[-1] != '/';)
        start--;
    *n = (size_t)(end - start);
    return start;
}

static bool make_outer(struct newfolder *f, const char *prefix)
{
    for (int i = 0; i < TRIES; i++) {
        buffer_free(&f->outer);
        buffer_add(&f->outer, "%sXXXXXX", prefix);
        if (!mkdtemp(f->outer.s))
            return false;
        if ((f->lock = lock_folder(f->outer.s)) >= 0)
            return true;
        if (rmdir(f->outer.s) && errno != ENOENT)
            return false;
    }
    return false;
}

bool newfolder_begin(struct newfolder *f, const char *to)
{
    struct buffer prefix = {0};
    size_t n;
    const char *name = folder_last(to, &n);

    *f = (struct newfolder){.to = to, .lock = -1};
    buffer_add(&prefix, "%.*s.%.*s.new.", (int)(name - to), to, (int)n, name);
    signals_hold(&f->before);
    sweep(buffer_text(&prefix));
    bool good = make_outer(f, buffer_text(&prefix));
    if (good) {
        buffer_add(&f->path, "%s/%.*s", buffer_text(&f->outer), (int)n, name);
        good = !mkdir(buffer_text(&f->path), 0777);
    }
    int why = errno;
    buffer_free(&prefix);
    if (!good)
        newfolder_end(f, false, false);
    errno = why;
    return good;
}

static int sync_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)ftw;
    int fd = type == FTW_DP ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd < 0)
        return 0;
    int bad = fsync(fd) && errno != EINVAL;
    close(fd);
    return bad;
}

/* Syncs the folder above this one. */
static void sync_above(const char *to)
{
    struct buffer above = {0};
    size_t n;
    const char *name = folder_last(to, &n);

    buffer_add(&above, "%.*s", (int)(name - to), to);
    int fd = open(above.n ? buffer_text(&above) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    buffer_free(&above);
}

/* Swaps the two names, at once if the system can. */
static bool place(const struct newfolder *f, bool replace)
{
    const char *path = f->path.s;
    struct stat st;

    if (nftw(path, sync_one, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS))
        return false;
    if (!replace || stat(f->to, &st))
        return !rename(path, f->to);
    if (!renameat2(AT_FDCWD, path, AT_FDCWD, f->to, RENAME_EXCHANGE))
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    folder_take_away(f->to);
    return !rename(path, f->to);
}

bool newfolder_end(struct newfolder *f, bool wanted, bool replace)
{
    bool good = !wanted || (!signals_wait() && place(f, replace));
    int why = errno;

    if (wanted && good)
        sync_above(f->to);
    if (f->lock >= 0)
        folder_take_away(f->outer.s); /* with the folder that was replaced */
    if (f->lock >= 0)
        close(f->lock);
    buffer_free(&f->path);
    buffer_free(&f->outer);
    signals_let(&f->before);
    errno = why;
    return good;
}
