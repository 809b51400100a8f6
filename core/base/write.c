/* write.c - files that get their name when they are whole, and files kept by one process.
 *
 * What others can do in the folder does not matter: a draft has no name or one that cannot be
 * foreseen, is made and never found (O_EXCL), and no link is followed to it.
 */
#define _GNU_SOURCE /* O_TMPFILE, renameat2, realpath, flock */
#include "base/write.h"

#include "base/arena.h"
#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = 16, NAME_KEPT = 200, TRIES = 64 }; /* a name has at most 255 bytes */

/* ---- signals: none comes between the two steps of a change ---- */

static void hold_signals(sigset_t *before)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

static void let_signals(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* ---- names ---- */

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The folder of a path, as open() takes it; of malloc. */
static char *folder_of(const char *path)
{
    size_t n = folder_length(path);

    return n ? mem_copy(path, n) : mem_copy(".", 1);
}

/* ".NAME." */
static char *draft_prefix(const char *path)
{
    const char *name = path + folder_length(path);
    size_t n = strlen(name), room = (n < NAME_KEPT ? n : NAME_KEPT) + 3;
    char *prefix = mem_try(room);

    if (prefix)
        snprintf(prefix, room, ".%.*s.", NAME_KEPT, name);
    return prefix;
}

/* A name beside `path` that nobody knows beforehand; of malloc. */
static char *beside_name(const char *path)
{
    char *prefix = draft_prefix(path);
    size_t folder = folder_length(path),
           room = folder + (prefix ? strlen(prefix) : 0) + DIGITS + sizeof ".new";
    char *name = prefix ? mem_try(room) : NULL;
    uint64_t chance = 0;

    if (name && getrandom(&chance, sizeof chance, 0) == (ssize_t)sizeof chance)
        snprintf(name, room, "%.*s%s%016" PRIx64 ".new", (int)folder, path, prefix, chance);
    else if (name) {
        free(name);
        name = NULL;
    }
    free(prefix);
    return name;
}

static bool is_draft_of(const char *prefix, const char *name)
{
    size_t n = strlen(prefix);

    return !strncmp(name, prefix, n) && strlen(name) == n + DIGITS + 4 &&
           strspn(name + n, "0123456789abcdef") == DIGITS && !strcmp(name + n + DIGITS, ".new");
}

/* ---- what processes that ended left behind ---- */

/* Has its writer ended? A writer holds a lock on it as long as it lives. */
static bool is_left(int folder, const char *name)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    bool left = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                !flock(fd, LOCK_EX | LOCK_NB);

    if (fd >= 0)
        close(fd);
    return left;
}

void file_sweep(const char *path)
{
    char *folder = folder_of(path), *prefix = draft_prefix(path);
    DIR *dir = folder && prefix ? opendir(folder) : NULL;

    for (const struct dirent *e; dir && (e = readdir(dir));)
        if (is_draft_of(prefix, e->d_name) && is_left(dirfd(dir), e->d_name))
            unlinkat(dirfd(dir), e->d_name, 0);
    if (dir)
        closedir(dir);
    free(folder);
    free(prefix);
}

/* ---- drafts ---- */

/* A file without a name, which can be given one; -1: this file system has none. */
static int open_nameless(const char *path)
{
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;

    free(folder);
    if (fd >= 0 && access("/proc/self/fd", X_OK)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

enum { NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW };

/* One with a name that is locked before anybody could take it for left behind. */
static int open_named(struct draft *d)
{
    for (int i = 0; i < TRIES; i++) {
        struct stat st;
        d->beside = beside_name(d->to);
        int fd = d->beside ? open(d->beside, NEW_FILE | O_CLOEXEC, 0666) : -1;
        if (fd >= 0) {
            flock(fd, LOCK_EX | LOCK_NB);
            if (!fstat(fd, &st) && st.st_nlink)
                return fd;
            close(fd);
            errno = EEXIST;
        }
        free(d->beside);
        d->beside = NULL;
        if (errno != EEXIST)
            break;
    }
    return -1;
}

static bool open_draft(struct draft *d, const char *path, bool named, struct str *wrong)
{
    struct stat st;
    sigset_t before;

    errno = ENOMEM;
    *d = (struct draft){.to = realpath(path, NULL), .fd = -1};
    bool there = d->to;
    if (!there && errno != ENOMEM)
        d->to = mem_copy(path, strlen(path));
    if (!d->to)
        return file_wrong(wrong, path, "cannot be written");
    hold_signals(&before);
    d->fd = named ? -1 : open_nameless(d->to);
    if (d->fd >= 0)
        flock(d->fd, LOCK_EX | LOCK_NB);
    else
        d->fd = open_named(d);
    let_signals(&before);
    if (d->fd < 0) {
        file_wrong(wrong, path, "cannot be written");
        draft_drop(d);
        return false;
    }
    if (there && !stat(d->to, &st)) /* whoever may not read the old one may not read the new */
        (void)!fchmod(d->fd, st.st_mode & 0777);
    return true;
}

bool draft_open(struct draft *d, const char *path, bool named, struct str *wrong)
{
    if (!open_draft(d, path, named, wrong))
        return false;
    file_sweep(d->to);
    return true;
}

bool draft_write(const struct draft *d, const char *text, size_t n)
{
    while (n) {
        ssize_t did = write(d->fd, text, n);
        if (did < 0 && errno == EINTR)
            continue;
        if (did <= 0)
            return false;
        text += did;
        n -= (size_t)did;
    }
    return true;
}

/* A rename is on the disk when its folder is; where that cannot be asked for, so be it. */
static void sync_folder(const char *path)
{
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

/* Gives a nameless file a name that is free. */
static bool name_it(const struct draft *d, const char *name)
{
    char self[64];

    snprintf(self, sizeof self, "/proc/self/fd/%d", d->fd);
    return !linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* A draft with a name gets another one that must be free. Hard links and renames that replace nothing
 * are not everywhere; that neither is there means one who writes at a time. */
static bool move_if_free(const struct draft *d)
{
    struct stat st;

    if (!renameat2(AT_FDCWD, d->beside, AT_FDCWD, d->to, RENAME_NOREPLACE))
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    if (!lstat(d->to, &st)) {
        errno = EEXIST;
        return false;
    }
    return !rename(d->beside, d->to);
}

static bool place(struct draft *d, bool replace)
{
    if (!d->beside && !replace)
        return name_it(d, d->to);
    if (!d->beside) {
        d->beside = beside_name(d->to);
        if (!d->beside || !name_it(d, d->beside)) {
            free(d->beside);
            d->beside = NULL;
            return false;
        }
    }
    if (replace ? rename(d->beside, d->to) : !move_if_free(d))
        return false;
    free(d->beside);
    d->beside = NULL;
    return true;
}

bool draft_done(struct draft *d, bool replace, bool durable)
{
    sigset_t before;
    bool ok = fsync(d->fd) == 0;

    hold_signals(&before);
    ok = ok && place(d, replace);
    let_signals(&before);
    if (ok && durable)
        sync_folder(d->to);
    return ok;
}

void draft_drop(struct draft *d)
{
    if (d->beside)
        unlink(d->beside);
    if (d->fd >= 0)
        close(d->fd);
    free(d->beside);
    free(d->to);
    *d = (struct draft){.fd = -1};
}

bool file_replace(const char *path, const char *text, size_t n, bool durable, struct str *wrong)
{
    struct draft d;

    if (!draft_open(&d, path, false, wrong))
        return false;
    bool ok = draft_write(&d, text, n) && draft_done(&d, true, durable);
    if (!ok)
        file_wrong(wrong, path, "cannot be written");
    draft_drop(&d);
    return ok;
}

/* ---- what may be written over ---- */

/* Of a path that did not open: is it a link that leads nowhere? */
static bool nowhere(struct str *wrong, const char *path)
{
    struct stat st;

    if (errno != ELOOP || stat(path, &st) == 0)
        return false;
    str_addf(wrong, "%s is a link that leads nowhere", path);
    return true;
}

/* `fd`: the file at `path`, open for reading. */
static bool is_of_kind(int fd, const char *path, const char *kind, struct str *wrong)
{
    char head[64] = "", want[64];
    struct stat st;

    if (fd < 0 && nowhere(wrong, path))
        return false;
    if (fd < 0 || fstat(fd, &st))
        return file_wrong(wrong, path, "cannot be read");
    if (!S_ISREG(st.st_mode)) {
        str_addf(wrong, "%s is no file", path);
        return false;
    }
    ssize_t n = pread(fd, head, sizeof head - 1, 0);
    if (n < 0)
        return file_wrong(wrong, path, "cannot be read");
    snprintf(want, sizeof want, "cantrip %s ", kind ? kind : "");
    /* in a page it stands in a comment */
    const char *words = strncmp(head, "<!-- ", 5) ? head : head + 5;
    if (!kind || !n || !strncmp(words, want, strlen(want)))
        return true;
    str_addf(wrong, "%s is not a %s, so it is not overwritten", path, kind);
    return false;
}

/* The file at a path, for reading and a lock; -1 with ENOENT: there is none, nor a link to one that
 * is not there. */
static int open_there(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

    if (fd < 0 && errno == ENOENT && !lstat(path, &st) && S_ISLNK(st.st_mode))
        errno = ELOOP;
    else if (fd < 0 && errno != ENOENT)
        fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return fd;
}

bool file_may_become(const char *path, const char *kind, struct str *wrong)
{
    int fd = open_there(path);
    bool may = (fd < 0 && errno == ENOENT) || is_of_kind(fd, path, kind, wrong);

    if (fd >= 0)
        close(fd);
    return may;
}

/* Does its folder? What is left there of it is taken away. */
static bool takes_files(const char *path, struct str *wrong)
{
    struct draft d;
    bool takes = draft_open(&d, path, false, wrong);

    if (takes)
        draft_drop(&d);
    return takes;
}

bool file_may_write(const char *path, const char *kind, struct str *wrong)
{
    return file_may_become(path, kind, wrong) && takes_files(path, wrong);
}

/* ---- files kept by one process ---- */

/* Is the open file the one that bears the name? */
static bool bears(int fd, const char *path)
{
    struct stat here, there;

    return !fstat(fd, &here) && !stat(path, &there) && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

static bool busy(struct str *wrong, const char *path)
{
    str_addf(wrong, "%s: another process plays on it", path);
    return false;
}

bool kept_open(struct kept *k, const char *path, const char *kind, struct str *wrong)
{
    *k = (struct kept){mem_copy(path, strlen(path)), -1};
    errno = ENOMEM;
    bool ok = k->path || file_wrong(wrong, path, "cannot be kept");

    for (int i = 0; ok && k->fd < 0 && i < TRIES; i++) {
        k->fd = open_there(path);
        if (k->fd < 0 && errno == ENOENT)
            break;
        ok = is_of_kind(k->fd, path, kind, wrong);
        /* A file system without locks promises nothing. */
        if (ok && flock(k->fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
            ok = busy(wrong, path);
        else if (ok && !bears(k->fd, path)) { /* replaced in between by one that has ended */
            close(k->fd);
            k->fd = -1;
        }
    }
    ok = ok && takes_files(path, wrong);
    if (!ok)
        kept_close(k);
    return ok;
}

static bool foreign(struct str *wrong, const char *path)
{
    str_addf(wrong, "%s: another process has written this file, so it is not overwritten",
             path);
    return false;
}

bool kept_write(struct kept *k, const char *text, size_t n, bool durable, struct str *wrong)
{
    struct draft d;
    struct stat st;
    bool there = !lstat(k->path, &st), ok;

    if (there && (k->fd < 0 || !bears(k->fd, k->path)))
        return foreign(wrong, k->path);
    if (!open_draft(&d, k->path, false, wrong))
        return false;
    ok = draft_write(&d, text, n) && draft_done(&d, there, durable);
    if (!ok && !there && errno == EEXIST)
        foreign(wrong, k->path);
    else if (!ok)
        file_wrong(wrong, k->path, "cannot be written");
    if (ok) {
        if (k->fd >= 0)
            close(k->fd);
        k->fd = d.fd; /* locked since it was made */
        d.fd = -1;
    }
    draft_drop(&d);
    return ok;
}

void kept_close(struct kept *k)
{
    if (k->fd >= 0)
        close(k->fd);
    free(k->path);
    *k = (struct kept){NULL, -1};
}
