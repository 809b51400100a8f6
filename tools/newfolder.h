/* newfolder.h - a folder that gets its name when it is whole. */
#ifndef CANTRIP_TOOLS_NEWFOLDER_H
#define CANTRIP_TOOLS_NEWFOLDER_H

#include "buffer.h"

#include <signal.h>
#include <stdbool.h>

/* Until then it is `.NAME.new.XXXXXX/NAME` beside its place, and signals that would end us wait. What a
 * writer that was killed left there is taken away by the next writer of the same folder. */
struct newfolder {
    const char *to;      /* where it goes; the caller's */
    struct buffer outer; /* the folder beside, locked by `lock` */
    struct buffer path;  /* the folder to be filled */
    int lock;
    sigset_t before;
};

/* Makes it, empty. False: errno, and nothing is there to be ended. */
bool newfolder_begin(struct newfolder *f, const char *to);
/* Gives it its name if it is `wanted` and no signal waits; with `replace` a folder of that name goes. Its names
 * are on the disk then. Else it is taken away. Frees what it holds. False, with errno: it was wanted, and has
 * not got its name. */
bool newfolder_end(struct newfolder *f, bool wanted, bool replace);

/* Takes a folder away with all that is in it. */
void folder_take_away(const char *folder);
/* Where the last part of a path begins, without regard to slashes at its end; *n is its length. */
const char *folder_last(const char *path, size_t *n);

#endif
