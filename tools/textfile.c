/* textfile.c - a file that gets its name only when it is complete. */
#include "textfile.h"

#include "common.h"
#include "gone.h"
#include "memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 1 << 16 };

bool textfile_open(struct textfile *f, const char *path, bool named)
{
    char *wrong = NULL;

    *f = (struct textfile){.path = path, .draft = ct_draft_begin(path, named, &wrong)};
    if (!f->draft) {
        complain("%s", mem_said(wrong));
        free(wrong);
        return false;
    }
    const char *beside = ct_draft_beside(f->draft);
    if (beside) {
        f->beside = mem_strdup(beside);
        gone_with_us(beside);
    }
    return true;
}

bool textfile_flush(struct textfile *f, bool all)
{
    if (!all && f->text.n <= AT_ONCE)
        return !f->wrong;
    if (!f->wrong && !ct_draft_add(f->draft, buffer_text(&f->text), f->text.n))
        f->wrong = errno;
    buffer_free(&f->text);
    return !f->wrong;
}

bool textfile_close(struct textfile *f, bool wanted)
{
    bool whole = textfile_flush(f, true),
         good = ct_draft_end(f->draft, whole && wanted) && whole;
    if (!good)
        complain("%s: cannot be written: %s", f->path, strerror(f->wrong ? f->wrong : errno));
    if (f->beside)
        gone_not(f->beside);
    free(f->beside);
    *f = (struct textfile){0};
    return good;
}
