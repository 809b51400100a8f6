/* liar.c - a disk that lies: a library that is loaded before a command (LD_PRELOAD) and stands
 * under its calls on files below one folder.
 *
 *   LIAR_ROOT    the folder, an absolute path
 *   LIAR_SHADOW  an empty folder beside it, for what is really on the disk
 *   LIAR_LOG     a file that gets a line for each call: its number, its name, the path
 *   LIAR_AT      the number of the call that goes wrong (0: none does; beyond the last: the end)
 *   LIAR_HOW     how:
 *     eio, enospc  the call fails
 *     short        a write takes half of its bytes
 *     none         the power is cut: only what was synced is there, names as well as bytes
 *     names        the power is cut: all names are there, but only bytes that were synced
 *     all          the power is cut: all is there up to this call
 *     half         the same, and half of the bytes of this write
 *
 * A file's bytes are on the disk after fsync of the file, its name after fsync of its folder, and
 * not before. That is less than most file systems promise. Folders are there once they are made; another
 * name of one is there after fsync of the folder in which it lies.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 4096, MOVES = 16 };

/* A name that is on the disk, and the file that bears it there. */
static struct {
    char *path;
    ino_t ino;
} names[MOST];
static int nnames;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root, *shadow, *how;
static long at, count;
static int log_to = -1;

static void broken(const char *what)
{
    dprintf(2, "liar: %s: %s\n", what, strerror(errno));
    kill(getpid(), SIGABRT);
}

/* ---- what is on the disk ---- */

static void copy_bytes(int from, const char *to)
{
    char room[1 << 16];
    int out =
        (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t n;

    if (from < 0 || out < 0)
        broken(to);
    for (off_t off = 0; (n = pread(from, room, sizeof room, off)) > 0; off += n)
        if (syscall(SYS_write, out, room, (size_t)n) != n)
            broken(to);
    close(out);
}

static void shadow_path(char *out, ino_t ino)
{
    snprintf(out, PATH_MAX, "%s/%ju", shadow, (uintmax_t)ino);
}

/* The bytes of an open file are on the disk. It stays open here, so that its number stays its own. */
static void keep_bytes(const char *path, ino_t ino)
{
    char to[PATH_MAX];
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    shadow_path(to, ino);
    copy_bytes(fd, to);
}

static void keep_name(const char *path, ino_t ino)
{
    if (nnames == MOST)
        broken("too many files");
    names[nnames].path = strdup(path);
    names[nnames++].ino = ino;
}

/* The folder of a path, resolved, and the last name. False: there is no such folder. */
static bool full_path(const char *path, char *out)
{
    char above[PATH_MAX], full[PATH_MAX];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    snprintf(above, sizeof above, "%.*s", slash ? (int)(name - path) : 1, slash ? path : ".");
    return realpath(above, full) && snprintf(out, PATH_MAX, "%s/%s", full, name) < PATH_MAX;
}

/* Makes the folders above a path that are missing. */
static void make_above(const char *path)
{
    char above[PATH_MAX];

    for (const char *s = strchr(path + 1, '/'); s; s = strchr(s + 1, '/')) {
        snprintf(above, sizeof above, "%.*s", (int)(s - path), path);
        mkdir(above, 0777);
    }
}

/* Folders that got another name, which is not on the disk yet. */
static struct {
    char from[PATH_MAX], to[PATH_MAX];
    unsigned flags;
} moved[MOVES];
static int nmoved;

static void note_move(const char *from, const char *to, unsigned flags)
{
    struct stat st;

    if (lstat(to, &st) || !S_ISDIR(st.st_mode))
        return;
    if (nmoved == MOVES)
        broken("too many folders");
    if (!full_path(from, moved[nmoved].from) || !full_path(to, moved[nmoved].to))
        broken(to);
    moved[nmoved++].flags = flags;
}

/* Gives a name below one folder the same name below another. */
static bool rebase(char **path, const char *from, const char *to)
{
    size_t n = strlen(from);
    char *is;

    if (strncmp(*path, from, n) != 0 || (*path)[n] != '/')
        return false;
    if (asprintf(&is, "%s%s", to, *path + n) < 0)
        broken(*path);
    free(*path);
    *path = is;
    return true;
}

/* The new names of folders in this one are on the disk. */
static void keep_moves(const char *folder)
{
    size_t n = strlen(folder);
    int left = 0;

    for (int m = 0; m < nmoved; m++) {
        const char *from = moved[m].from, *to = moved[m].to;
        if (strncmp(to, folder, n) != 0 || to[n] != '/' || strchr(to + n + 1, '/')) {
            moved[left++] = moved[m];
            continue;
        }
        for (int i = 0; i < nnames; i++)
            if (!rebase(&names[i].path, from, to) && moved[m].flags & RENAME_EXCHANGE)
                rebase(&names[i].path, to, from);
    }
    nmoved = left;
}

/* The folders have their old names again. What held them may be gone by now. */
static void move_back(void)
{
    while (nmoved-- > 0) {
        const char *from = moved[nmoved].from, *to = moved[nmoved].to;
        make_above(from);
        if (syscall(SYS_renameat2, AT_FDCWD, to, AT_FDCWD, from, moved[nmoved].flags))
            broken(from);
    }
}

/* The names in a folder are on the disk. */
static void keep_folder(const char *folder)
{
    keep_moves(folder);
    size_t n = strlen(folder);
    DIR *dir = opendir(folder);
    int left = 0;

    for (int i = 0; i < nnames; i++)
        if (!strncmp(names[i].path, folder, n) && names[i].path[n] == '/' &&
            !strchr(names[i].path + n + 1, '/'))
            free(names[i].path);
        else
            names[left++] = names[i];
    nnames = left;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[2 * PATH_MAX];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!lstat(path, &st) && S_ISREG(st.st_mode))
            keep_name(path, st.st_ino);
    }
    if (dir)
        closedir(dir);
}

static int keep_first(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)ftw;
    if (type == FTW_F && S_ISREG(st->st_mode)) {
        keep_bytes(path, st->st_ino);
        keep_name(path, st->st_ino);
    }
    return 0;
}

/* ---- the power is cut ---- */

static int forget_name(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)ftw;
    if (type == FTW_F && S_ISREG(st->st_mode))
        syscall(SYS_unlink, path);
    return 0;
}

/* A file has the bytes that were synced, or none. */
static void set_back(const char *path, ino_t ino)
{
    char from[PATH_MAX];

    shadow_path(from, ino);
    int fd = open(from, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    copy_bytes(fd, path);
    close(fd);
}

static int forget_bytes(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)ftw;
    if (type == FTW_F && S_ISREG(st->st_mode))
        set_back(path, st->st_ino);
    return 0;
}

static void cut(void)
{
    int was = nnames;

    if (!strcmp(how, "none")) {
        move_back();
        nftw(root, forget_name, 16, FTW_PHYS | FTW_DEPTH);
        for (int i = 0; i < was; i++) {
            make_above(names[i].path); /* that a folder is gone is not on the disk */
            set_back(names[i].path, names[i].ino);
        }
    } else if (!strcmp(how, "names")) {
        nftw(root, forget_bytes, 16, FTW_PHYS | FTW_DEPTH);
    }
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* ---- the calls ---- */

/* The path of an open file below the folder that is watched; false: it is elsewhere. */
static bool watched(int fd, char *path)
{
    char self[64];
    size_t n = root ? strlen(root) : 0;

    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    ssize_t got = root ? readlink(self, path, PATH_MAX - 1) : -1;
    if (got < 0)
        return false;
    path[got] = 0;
    return !strncmp(path, root, n) && (path[n] == '/' || !path[n]);
}

static bool below(const char *path)
{
    char full[PATH_MAX];
    size_t n = root ? strlen(root) : 0;

    return root && full_path(path, full) && !strncmp(full, root, n) && full[n] == '/';
}

/* One more call, with the lock held. What becomes of it: 0 it is made, -1 it fails, 1 half of it. */
static int next(const char *name, const char *path)
{
    char line[PATH_MAX + 64];
    int n = snprintf(line, sizeof line, "%ld %s %s\n", ++count, name, path);

    if (log_to >= 0 && syscall(SYS_write, log_to, line, (size_t)n) != n)
        broken("log");
    if (count != at)
        return 0;
    if (!strcmp(how, "eio") || !strcmp(how, "enospc")) {
        errno = *how == 'e' && how[1] == 'i' ? EIO : ENOSPC;
        return -1;
    }
    if (!strcmp(how, "short") || !strcmp(how, "half"))
        return 1;
    cut();
    return 0;
}

static ssize_t any_write(int fd, const void *from, size_t n, off_t off, bool there)
{
    char path[PATH_MAX];
    long did = -1;

    if (!watched(fd, path))
        return there ? syscall(SYS_pwrite64, fd, from, n, off)
                     : syscall(SYS_write, fd, from, n);
    pthread_mutex_lock(&lock);
    int what = next("write", path);
    size_t some = what == 1 ? (n + 1) / 2 : n;
    if (what >= 0)
        did = there ? syscall(SYS_pwrite64, fd, from, some, off)
                    : syscall(SYS_write, fd, from, some);
    if (what == 1 && !strcmp(how, "half"))
        cut();
    pthread_mutex_unlock(&lock);
    return did;
}

ssize_t write(int fd, const void *from, size_t n)
{
    return any_write(fd, from, n, 0, false);
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t off)
{
    return any_write(fd, from, n, off, true);
}

ssize_t pwrite64(int fd, const void *from, size_t n, off64_t off)
{
    return any_write(fd, from, n, off, true);
}

static int any_sync(int fd)
{
    char path[PATH_MAX], self[64];
    struct stat st;
    int rc = -1;

    if (!watched(fd, path) || fstat(fd, &st))
        return (int)syscall(SYS_fsync, fd);
    pthread_mutex_lock(&lock);
    if (next(S_ISDIR(st.st_mode) ? "sync-folder" : "sync", path) >= 0) {
        rc = 0;
        snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
        if (S_ISDIR(st.st_mode))
            keep_folder(path);
        else
            keep_bytes(self, st.st_ino);
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

int fsync(int fd)
{
    return any_sync(fd);
}

int fdatasync(int fd)
{
    return any_sync(fd);
}

static int any_truncate(int fd, off_t n)
{
    char path[PATH_MAX];
    int rc = -1;

    if (!watched(fd, path))
        return (int)syscall(SYS_ftruncate, fd, n);
    pthread_mutex_lock(&lock);
    if (next("truncate", path) >= 0)
        rc = (int)syscall(SYS_ftruncate, fd, n);
    pthread_mutex_unlock(&lock);
    return rc;
}

int ftruncate(int fd, off_t n)
{
    return any_truncate(fd, n);
}

int ftruncate64(int fd, off64_t n)
{
    return any_truncate(fd, n);
}

/* A change of names: where it goes to says whether it is watched. */
static int change(const char *name, const char *to, long call, int from_at, const char *from,
                  int to_at, unsigned flags)
{
    int rc = -1;

    if (!below(to))
        return (int)syscall(call, from_at, from, to_at, to, flags);
    pthread_mutex_lock(&lock);
    if (next(name, to) >= 0)
        rc = (int)syscall(call, from_at, from, to_at, to, flags);
    if (!rc && call == SYS_renameat2)
        note_move(from, to, flags);
    pthread_mutex_unlock(&lock);
    return rc;
}

int rename(const char *from, const char *to)
{
    return change("rename", to, SYS_renameat2, AT_FDCWD, from, AT_FDCWD, 0);
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags)
{
    return change("rename", to, SYS_renameat2, from_at, from, to_at, flags);
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags)
{
    return change("link", to, SYS_linkat, from_at, from, to_at, (unsigned)flags);
}

int unlink(const char *path)
{
    int rc = -1;

    if (!below(path))
        return (int)syscall(SYS_unlink, path);
    pthread_mutex_lock(&lock);
    if (next("unlink", path) >= 0)
        rc = (int)syscall(SYS_unlink, path);
    pthread_mutex_unlock(&lock);
    return rc;
}

/* Makes the call that opens a file; it counts where it makes the file or empties it. */
static int any_open(int dir, const char *path, int flags, mode_t mode)
{
    int rc = -1;

    if (!(flags & (O_CREAT | O_TRUNC)) && (flags & O_TMPFILE) != O_TMPFILE)
        return (int)syscall(SYS_openat, dir, path, flags, mode);
    if (!below(path))
        return (int)syscall(SYS_openat, dir, path, flags, mode);
    pthread_mutex_lock(&lock);
    if (next("create", path) >= 0)
        rc = (int)syscall(SYS_openat, dir, path, flags, mode);
    pthread_mutex_unlock(&lock);
    return rc;
}

#define MODE_OF(flags, mode)                                                                   \
    do {                                                                                       \
        va_list more;                                                                          \
        va_start(more, flags);                                                                 \
        mode = va_arg(more, unsigned);                                                         \
        va_end(more);                                                                          \
    } while (0)

int open(const char *path, int flags, ...)
{
    mode_t mode = 0;

    if (flags & (O_CREAT | __O_TMPFILE))
        MODE_OF(flags, mode);
    return any_open(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    mode_t mode = 0;

    if (flags & (O_CREAT | __O_TMPFILE))
        MODE_OF(flags, mode);
    return any_open(AT_FDCWD, path, flags, mode);
}

/* ---- the beginning and the end ---- */

__attribute__((constructor)) static void begin(void)
{
    const char *n = getenv("LIAR_AT"), *to = getenv("LIAR_LOG");

    shadow = getenv("LIAR_SHADOW");
    how = getenv("LIAR_HOW");
    at = n ? atol(n) : 0;
    log_to = to ? (int)syscall(SYS_openat, AT_FDCWD, to,
                               O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
                : -1;
    unsetenv("LD_PRELOAD"); /* a bot has the disk that there is */
    if (!shadow || !how)
        return;
    nftw(getenv("LIAR_ROOT"), keep_first, 16, FTW_PHYS);
    root = getenv("LIAR_ROOT");
}

__attribute__((destructor)) static void end(void)
{
    if (root && at > count && *how != 'e' && strcmp(how, "short")) {
        pthread_mutex_lock(&lock);
        cut();
    }
}
