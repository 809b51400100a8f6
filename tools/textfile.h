/* textfile.h - a file that is written from its beginning to its end and gets its name when it is whole; nothing of it is left
 * behind, also when a signal ends us. */
#ifndef CANTRIP_TOOLS_TEXTFILE_H
#define CANTRIP_TOOLS_TEXTFILE_H

#include "buffer.h"
#include "cantrip.h"

#include <stdbool.h>

struct textfile {
    const char *path;
    ct_draft *draft;
    char *
        beside; /* the name that a draft has where files without one are not, or if named; or NULL */
    struct buffer text; /* what comes next: to be added to */
    int wrong;          /* errno of the first failure */
};

/* False after a message; else textfile_close. `path` lives as long as it. `named`: the file is there under the name
 * `beside`, for a library that writes it. */
bool textfile_open(struct textfile *f, const char *path, bool named);
/* Writes what was added, once it is much, or `all` of it. False: it cannot be written; textfile_close says why. */
bool textfile_flush(struct textfile *f, bool all);
/* Puts it in its place, if it is wanted. False after a message. */
bool textfile_close(struct textfile *f, bool wanted);

#endif
