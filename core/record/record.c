/* record.c - the public interface: files that are whole, or not there. */
#include "api/internal.h"
#include "base/files.h"
#include "base/write.h"

#include <errno.h>
#include <stdlib.h>

bool ct_file_replace(const char *path, const char *text, size_t n, bool durable, char **wrong)
{
    STR_GIVEN(words, wrong);

    return file_replace(path, text, n, durable, words);
}

void ct_file_sweep(const char *path)
{
    file_sweep(path);
}

char *ct_file_read(const char *path, size_t *n, char **wrong)
{
    STR_GIVEN(words, wrong);

    return file_read(path, n, words);
}

bool ct_file_may_become(const char *path, const char *kind, char **wrong)
{
    STR_GIVEN(words, wrong);

    return file_may_write(path, kind, words);
}

struct ct_draft {
    struct draft draft;
};

ct_draft *ct_draft_begin(const char *path, bool named, char **wrong)
{
    STR_GIVEN(words, wrong);
    ct_draft *d = mem_try(sizeof *d);

    if (d && !draft_open(&d->draft, path, named, words)) {
        free(d);
        d = NULL;
    }
    return d;
}

const char *ct_draft_beside(const ct_draft *d)
{
    return d->draft.beside;
}

bool ct_draft_add(ct_draft *d, const char *text, size_t n)
{
    return draft_write(&d->draft, text, n);
}

bool ct_draft_end(ct_draft *d, bool wanted)
{
    bool ok = !wanted || draft_done(&d->draft, true, true);
    int wrong = errno;

    draft_drop(&d->draft);
    free(d);
    errno = wrong;
    return ok;
}

struct ct_file {
    struct kept kept;
};

ct_file *ct_file_keep(const char *path, const char *kind, char **wrong)
{
    STR_GIVEN(words, wrong);
    ct_file *f = mem_try(sizeof *f);

    if (f && !kept_open(&f->kept, path, kind, words)) {
        free(f);
        f = NULL;
    }
    return f;
}

bool ct_file_write(ct_file *f, const char *text, size_t n, bool durable, char **wrong)
{
    STR_GIVEN(words, wrong);

    return kept_write(&f->kept, text, n, durable, words);
}

void ct_file_release(ct_file *f)
{
    if (f)
        kept_close(&f->kept);
    free(f);
}
