/* write.h - files that are whole at every moment, whoever reads them and however this process or
 * the machine ends.
 */
#ifndef CANTRIP_BASE_WRITE_H
#define CANTRIP_BASE_WRITE_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* A file being written that gets its name when it is whole. Until then it has none at all, so
 * that nothing is left of a process that is killed. Where a file system knows no such files it is
 * `.NAME.16-DIGITS.new` beside, with a lock: the next draft of the same file takes away those whose
 * writer has ended. */
struct draft {
    char *to;     /* the name that it will get; a link that is there stays one */
    char *beside; /* its name until then, or NULL */
    int fd;
};
/* Begins one, which has a name from the start if it is to be `named`; *d is {.fd = -1} where it fails, and *wrong
 * says why. */
bool draft_open(struct draft *d, const char *path, bool named, struct str *wrong);
bool draft_write(const struct draft *d, const char *text, size_t n);
/* Gives it its name, in the place of what bears it (`replace`; else there must be nothing). The
 * bytes are on the disk before; with `durable` the name is, too. False, with errno: nothing has
 * changed. Either way fd stays open, for draft_drop. */
bool draft_done(struct draft *d, bool replace, bool durable);
/* Frees it, and removes what has not got its name. */
void draft_drop(struct draft *d);

/* Removes drafts of this file whose writer has ended. Who never writes it again calls this. */
void file_sweep(const char *path);

/* Replaces a file at one stroke. False: *wrong says why. */
bool file_replace(const char *path, const char *text, size_t n, bool durable,
                  struct str *wrong);
/* May `path` be written as a file of this kind ("save", "replay")? Only if there is none, an
 * empty one, or one of this kind. False: *wrong. */
bool file_may_become(const char *path, const char *kind, struct str *wrong);
/* The same, and its folder takes files. */
bool file_may_write(const char *path, const char *kind, struct str *wrong);

/* A file that one process keeps for itself and replaces again and again. The lock is on the file
 * that bears the name, each new one is locked before it gets it. */
struct kept {
    char *path;
    int fd; /* the locked file; -1: there is none yet */
};
/* False: another process keeps it, or it is of no such kind (NULL: any file will do), or
 * its folder takes none; *wrong says which. */
bool kept_open(struct kept *k, const char *path, const char *kind, struct str *wrong);
bool kept_write(struct kept *k, const char *text, size_t n, bool durable, struct str *wrong);
void kept_close(struct kept *k);

#endif
