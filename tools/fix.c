/* fix.c - mends a game's files where the fix is certain. */
#include "fix.h"

#include "common.h"
#include "memory.h"
#include "textfile.h"
#include "tools/lsp/lsp.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FIXES = 1000 };

/* A game with texts of its own in place of some files. */
struct fixing {
    const char *folder;
    const char **places;
    struct ct_file_text *file; /* paths and texts: free() */
    int n;
};

static ct_diags *load(const struct fixing *f)
{
    struct ct_load_how how = {.places = f->places, .texts = f->file, .ntexts = f->n};
    ct_diags *diags = NULL;

    ct_free(ct_load_with(f->folder, &how, &diags));
    if (!diags)
        mem_die();
    return diags;
}

/* The file with this path, as it stands now. NULL: it cannot be read. */
static struct ct_file_text *file_at(struct fixing *f, const char *path)
{
    size_t size;

    for (int i = 0; i < f->n; i++)
        if (!strcmp(f->file[i].path, path))
            return &f->file[i];
    char *text = ct_file_read(path, &size, NULL);
    if (!text)
        return NULL;
    f->file = mem_realloc(f->file, ((size_t)f->n + 1) * sizeof *f->file);
    f->file[f->n] = (struct ct_file_text){mem_strdup(path), text, size};
    return &f->file[f->n++];
}

static void set_text(struct ct_file_text *file, char *text)
{
    free((char *)file->text);
    file->text = text;
    file->size = strlen(text);
}

/* Replaces the word of a finding, if that leaves fewer findings. */
static bool try_fix(struct fixing *f, const struct ct_diag *d, size_t findings)
{
    size_t own = strlen(f->folder);
    bool here = d->file && d->line && !strncmp(d->file, f->folder, own) && d->file[own] == '/';
    struct ct_file_text *file = here ? file_at(f, d->file) : NULL;
    size_t n, at, word;
    const char *line = file ? document_line(file->text, d->line - 1, &n) : NULL;
    const char *instead = *d->instead == '*' ? d->instead + 1 : d->instead;

    if (!line || !(word = finding_word(d, line, n, &at)))
        return false;
    char *was = mem_strdup(file->text);
    char *now = mem_printf("%.*s%s%s", (int)(line + at - file->text), file->text, instead,
                           line + at + word);
    char *text = mem_printf("%s:%d:%d: '%.*s' is now '%s'\n", d->file, d->line, d->column,
                            (int)word, line + at, instead);
    set_text(file, now);
    ct_diags *after = load(f);
    bool good = ct_diags_count(after) < findings;
    if (good)
        fputs(text, stderr);
    else
        set_text(file, was);
    free(good ? was : NULL);
    free(text);
    ct_diags_free(after);
    return good;
}

/* Makes the first fix behind the first *skip findings. False: there is none. */
static bool fix_next(struct fixing *f, size_t *skip)
{
    ct_diags *diags = load(f);
    struct ct_diag d;
    bool fixed = false;

    for (; !fixed && ct_diags_get(diags, *skip, &d); *skip += !fixed)
        fixed = d.instead && try_fix(f, &d, ct_diags_count(diags));
    ct_diags_free(diags);
    return fixed;
}

static bool write_file(const struct ct_file_text *file)
{
    struct textfile to;
    size_t n;
    char *was = ct_file_read(file->path, &n, NULL);
    bool same = was && !strcmp(was, file->text), good = same;

    free(was);
    if (!same && textfile_open(&to, file->path, false)) {
        buffer_add(&to.text, "%s", file->text);
        good = textfile_close(&to, true);
    }
    return good;
}

bool fix_game(const char *folder)
{
    struct fixing f = {.folder = folder, .places = ruleset_places()};
    size_t skip = 0;
    bool good = true;

    for (int i = 0; i < MOST_FIXES && fix_next(&f, &skip); i++)
        ;
    for (int i = 0; i < f.n; i++) {
        good &= write_file(&f.file[i]);
        free((char *)f.file[i].path);
        free((char *)f.file[i].text);
    }
    free(f.file);
    ruleset_places_free(f.places);
    return good;
}
