/* newfolder.h - a folder that gets its name only when it is complete. */
#ifndef CANTRIP_TOOLS_NEWFOLDER_H
#define CANTRIP_TOOLS_NEWFOLDER_H

#include "buffer.h"

#include <signal.h>
#include <stdbool.h>

/* Before that it is `.NAME.new.XXXXXX/NAME` beside its place, and signals that would end us wait.
 * The next writer of the same folder removes what a killed one left. */
struct newfolder {
    const char *to;      /* where it goes; the caller's */
    struct buffer outer; /* the draft's parent, locked by `lock` */
    struct buffer path;  /* the folder to be filled */
    int lock;
    sigset_t before;
};

/* Makes it, empty. False: errno, and newfolder_end is not needed. */
bool newfolder_begin(struct newfolder *f, const char *to);
/* Gives the folder its name if it is `wanted` and no signal waits; `replace` first removes a
 * folder of that name. Else deletes the draft. Frees all. False: it was wanted and did not get its
 * name (errno). */
bool newfolder_end(struct newfolder *f, bool wanted, bool replace);

/* Deletes a folder and all that is in it. */
void folder_take_away(const char *folder);

#endif
