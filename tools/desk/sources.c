/* sources.c - the texts of a game's files. */
#include "sources.h"

#include "tools/jsontext.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

struct sources sources_read(const ct_definition *def)
{
    struct sources s = {0};
    const char *path;

    while (ct_source_file(def, s.n))
        s.n++;
    s.v = mem_zero(((size_t)s.n + 1) * sizeof *s.v);
    for (int i = 0; (path = ct_source_file(def, i)); i++) {
        size_t n;
        s.v[i] = (struct source_file){mem_strdup(path), ct_file_read(path, &n, NULL)};
    }
    return s;
}

void sources_free(struct sources *s)
{
    for (int i = 0; i < s->n; i++) {
        free(s->v[i].path);
        free(s->v[i].text);
    }
    free(s->v);
    *s = (struct sources){0};
}

static const char *text_of(const struct sources *s, const char *path)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->v[i].path, path))
            return s->v[i].text ? s->v[i].text : "";
    return "";
}

/* The first line that differs; 0: none. */
static int first_other(const char *a, const char *b)
{
    int line = 1;

    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return *a == *b ? 0 : line;
}

static void add_changed(json_t *to, const struct sources *was, const struct sources *now,
                        const char *path)
{
    int line = first_other(text_of(was, path), text_of(now, path));

    if (line)
        json_array_append_new(to, json_pack("{so si}", "file", json_text(path), "line", line));
}

static bool has(const struct sources *s, const char *path)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->v[i].path, path))
            return true;
    return false;
}

json_t *sources_changed(const struct sources *was, const struct sources *now)
{
    json_t *out = json_array();

    for (int i = 0; i < now->n; i++)
        add_changed(out, was, now, now->v[i].path);
    for (int i = 0; i < was->n; i++)
        if (!has(now, was->v[i].path))
            add_changed(out, was, now, was->v[i].path);
    return out;
}
