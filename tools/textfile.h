/* textfile.h - a file that gets its name only when it is complete. Nothing is left behind if it
 * fails or a signal ends us. */
#ifndef CANTRIP_TOOLS_TEXTFILE_H
#define CANTRIP_TOOLS_TEXTFILE_H

#include "buffer.h"
#include "cantrip.h"

#include <stdbool.h>

struct textfile {
    const char *path;
    ct_draft *draft;
    char *
        beside; /* the draft's name, if it is `named` or files cannot be without one; or NULL */
    struct buffer text; /* what comes next: add to it */
    int wrong;          /* errno of the first failure */
};

/* False after a message; else call textfile_close. `path` must live as long. `named`: the draft
 * has a name, `beside`, for a library that writes it. */
bool textfile_open(struct textfile *f, const char *path, bool named);
/* Writes what was added, once it is much, or `all` of it. False: textfile_close says why. */
bool textfile_flush(struct textfile *f, bool all);
/* Puts it in its place if it is wanted. False after a message. */
bool textfile_close(struct textfile *f, bool wanted);

#endif
