/* documents.c - files that are open in the editor. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "lsp.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/whose.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- names of files ---- */

static int hex(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

char *uri_path(const char *uri)
{
    char real[PATH_MAX], *out, *to;

    if (!uri || strncmp(uri, "file://", 7) != 0)
        return NULL;
    const char *at = strchr(uri + 7, '/');
    if (!at)
        return NULL;
    out = to = mem_strdup(at);
    for (; *at; at++)
        if (*at == '%' && hex(at[1]) >= 0 && hex(at[2]) >= 0) {
            *to++ = (char)(hex(at[1]) * 16 + hex(at[2]));
            at += 2;
        } else {
            *to++ = *at;
        }
    *to = 0;
    if (!realpath(out, real))
        return out;
    free(out);
    return mem_strdup(real);
}

char *uri_of(const char *path)
{
    char real[PATH_MAX];
    struct buffer out = {0};

    buffer_add(&out, "file://");
    for (const char *c = realpath(path, real) ? real : path; *c; c++)
        if (isalnum((unsigned char)*c) || strchr("/-_.~", *c))
            buffer_add(&out, "%c", *c);
        else
            buffer_add(&out, "%%%02X", (unsigned char)*c);
    return buffer_take(&out);
}

/* ---- the list ---- */

const char *uri_in(const json_t *params)
{
    return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

struct document *document_find(struct lsp *s, const char *uri)
{
    for (int i = 0; uri && i < s->ndocs; i++)
        if (!strcmp(s->doc[i].uri, uri))
            return &s->doc[i];
    return NULL;
}

struct document *document_at(struct lsp *s, const char *uri)
{
    char *path = uri_path(uri);
    struct document *found = NULL;

    for (int i = 0; path && !found && i < s->ndocs; i++)
        if (!strcmp(s->doc[i].path, path))
            found = &s->doc[i];
    free(path);
    return found;
}

void document_set(struct document *d, const json_t *text)
{
    free(d->text);
    d->n = json_string_length(text);
    d->text = mem_strndup(json_string_value(text), d->n);
}

struct document *document_add(struct lsp *s, const char *uri, const char *path,
                              const char *text, size_t n)
{
    s->doc = mem_realloc(s->doc, ((size_t)s->ndocs + 1) * sizeof *s->doc);
    s->doc[s->ndocs] = (struct document){
        .uri = mem_strdup(uri), .path = mem_strdup(path), .text = mem_strndup(text, n), .n = n};
    return &s->doc[s->ndocs++];
}

void document_open(struct lsp *s, const char *uri, const json_t *text)
{
    struct document *d = document_find(s, uri);
    char *path = d ? NULL : uri_path(uri);

    if (!d && !path)
        return;
    d = d ? d : document_add(s, uri, path, "", 0);
    free(path);
    document_set(d, text);
    document_games(s, d);
}

static void document_free(struct document *d)
{
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d->game);
}

void document_close(struct lsp *s, const char *uri)
{
    struct document *d = document_find(s, uri);

    if (!d)
        return;
    document_free(d);
    *d = s->doc[--s->ndocs];
}

void documents_free(struct lsp *s)
{
    while (s->ndocs)
        document_free(&s->doc[--s->ndocs]);
    free(s->doc);
    s->doc = NULL;
}

void lsp_free(struct lsp *s)
{
    documents_free(s);
    for (int i = 0; i < s->ngames; i++) {
        free(s->game[i].folder);
        ct_free(s->game[i].def);
        json_decref(s->game[i].files);
    }
    free(s->game);
    json_decref(s->shown);
    ruleset_places_free(s->places);
}

/* ---- games ---- */

struct reader {
    struct lsp *s;
    struct document *d;
    bool must_load; /* a game that does not is left out */
};

/* The index in lsp.game of the game in this folder (a real path). */
static int game_at(struct lsp *s, const char *real)
{
    int i = 0;

    while (i < s->ngames && strcmp(s->game[i].folder, real) != 0)
        i++;
    if (i == s->ngames) {
        s->game = mem_realloc(s->game, ((size_t)s->ngames + 1) * sizeof *s->game);
        s->game[s->ngames++] = (struct lsp_game){.folder = mem_strdup(real)};
    }
    return i;
}

static void add_game(void *ctx, const char *folder)
{
    struct reader *r = ctx;
    char real[PATH_MAX];

    if (!realpath(folder, real))
        return;
    int game = game_at(r->s, real);
    for (int i = 0; i < r->d->ngames; i++)
        if (r->d->game[i] == game)
            return;
    if (r->must_load && !game_load(r->s, game))
        return;
    r->d->game = mem_realloc(r->d->game, ((size_t)r->d->ngames + 1) * sizeof *r->d->game);
    r->d->game[r->d->ngames++] = game;
}

void document_games(struct lsp *s, struct document *d)
{
    struct reader r = {s, d, false};

    d->ngames = 0;
    whose_file(d->path, add_game, &r);
}

bool document_readers(struct lsp *s, struct document *d, const char *path)
{
    struct reader r = {s, d, true};
    int before = d->ngames;

    whose_readers(path, add_game, &r);
    return d->ngames > before;
}

struct document document_alike(const struct document *d)
{
    struct document out = *d;

    out.game = mem_alloc(((size_t)d->ngames + 1) * sizeof *out.game);
    for (int i = 0; i < d->ngames; i++)
        out.game[i] = d->game[i];
    return out;
}

/* ---- lines and columns ---- */

bool is_lua(const char *path)
{
    size_t n = strlen(path);

    return n > 4 && !strcmp(path + n - 4, ".lua");
}

bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || (unsigned char)c >= 0x80;
}

json_t *place_json(int line, int from, int to)
{
    return json_pack("{s: {s: i, s: i}, s: {s: i, s: i}}", "start", "line", line, "character",
                     from, "end", "line", line, "character", to);
}

const char *document_line(const char *text, int line, size_t *n)
{
    for (; line > 0 && text; line--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    *n = text ? strcspn(text, "\n") : 0;
    return text;
}

static bool begins_char(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* Characters beyond the first 65,536 have two units. */
static int units(char c)
{
    return !begins_char(c) ? 0 : (unsigned char)c >= 0xF0 ? 2 : 1;
}

size_t byte_of_unit(const char *line, size_t n, int unit)
{
    size_t at = 0;

    for (int u = 0; at < n; at++) {
        u += units(line[at]);
        if (u > unit)
            break;
    }
    return at;
}

int unit_of_byte(const char *line, size_t n, size_t byte)
{
    int u = 0;

    for (size_t at = 0; at < n && at < byte; at++)
        u += units(line[at]);
    return u;
}

int unit_of_char(const char *line, size_t n, int character)
{
    int u = 0;

    for (size_t at = 0; at < n; at++) {
        if (begins_char(line[at]) && --character < 1)
            break;
        u += units(line[at]);
    }
    return u;
}
