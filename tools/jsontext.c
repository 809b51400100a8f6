/* jsontext.c - texts from elsewhere as JSON. */
#include "jsontext.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

json_t *json_text(const char *text)
{
    json_t *s = text ? json_string(text) : json_null();

    if (!s) {
        char *shown = ct_shown(text, false);
        s = json_string(shown ? shown : "");
        free(shown);
    }
    return s;
}

static json_t *finding(const struct ct_diag *d)
{
    return json_pack("{s: s, s: s, s: o, s: i, s: i, s: o, s: o, s: o, s: i}", "level",
                     d->error ? "error" : "warning", "code", d->code, "file",
                     json_text(d->file), "line", d->line, "column", d->column, "message",
                     json_text(d->message), "hint", json_text(d->hint), "excerpt",
                     json_text(d->excerpt), "mark", d->mark);
}

struct placed {
    struct ct_diag d;
    size_t i; /* the order of arrival */
};

static int by_place(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    int by_file = strcmp(a->d.file ? a->d.file : "", b->d.file ? b->d.file : "");

    if (by_file)
        return by_file;
    if (a->d.line != b->d.line)
        return a->d.line < b->d.line ? -1 : 1;
    if (a->d.column != b->d.column)
        return a->d.column < b->d.column ? -1 : 1;
    return (a->i > b->i) - (a->i < b->i);
}

json_t *json_findings(const ct_diags *diags)
{
    size_t n = ct_diags_count(diags);
    struct placed *all = mem_zero((n + 1) * sizeof *all);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++) {
        all[i].i = i;
        ct_diags_get(diags, i, &all[i].d);
    }
    qsort(all, n, sizeof *all, by_place);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, finding(&all[i].d));
    free(all);
    return list;
}
