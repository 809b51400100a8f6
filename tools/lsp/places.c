/* places.c - places of names: declarations in a file, and all uses of a name. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "lsp.h"

#include "tools/testfiles.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- declarations in a file ---- */

/* The protocol's SymbolKind: 7 property, 12 function, 13 variable, 14 constant, 15 string, 18
 * array, 19 object, 22 member of an enumeration, 24 event. */
static const int symbol_kinds[] = {
    [CT_NAMES_CARD] = 19,   [CT_NAMES_TRAIT] = 7,    [CT_NAMES_TRAIT_WORD] = 22,
    [CT_NAMES_VERB] = 12,   [CT_NAMES_STEP] = 12,    [CT_NAMES_ACTION] = 12,
    [CT_NAMES_ZONE] = 18,   [CT_NAMES_COUNTER] = 13, [CT_NAMES_PHASE] = 24,
    [CT_NAMES_OPTION] = 14, [CT_NAMES_LET] = 14,     [CT_NAMES_TEXT] = 15,
    [CT_NAMES_KIND] = 5};

static json_t *symbol(const struct document *d, const struct ct_name *name)
{
    size_t n;
    const char *line = document_line(d->text, name->line - 1, &n);

    if (!line) /* the text has changed and does not load any more */
        return NULL;
    int from = unit_of_char(line, n, name->column), end = unit_of_byte(line, n, n);
    int to = from + (int)strlen(name->name);
    return json_pack("{s: s, s: s, s: i, s: o, s: o}", "name", name->name, "detail",
                     ct_names_says(name->is), "kind", symbol_kinds[name->is], "range",
                     place_json(name->line - 1, from < end ? from : end, end), "selectionRange",
                     place_json(name->line - 1, from < end ? from : end, to < end ? to : end));
}

static bool same_file(const char *path, const char *real)
{
    char other[PATH_MAX];

    return !strcmp(path, real) || (realpath(path, other) && !strcmp(other, real));
}

json_t *places_declared(struct lsp *s, const json_t *params)
{
    struct document *d = document_find(s, uri_in(params));
    json_t *list = json_array(), *known = json_object();
    const char *last = NULL; /* the file that was asked about last */
    struct ct_name name;
    int game = 0, i = 0;
    bool here = false;

    while (d && each_name(s, d, &game, &i, &name)) {
        if (name.file != last)
            here = name.file && same_file(name.file, d->path);
        last = name.file;
        json_t *one = here && !json_object_get(known, name.name) ? symbol(d, &name) : NULL;
        if (one) {
            json_object_set_new(known, name.name, json_true()); /* of several games once */
            json_array_append_new(list, one);
        }
    }
    json_decref(known);
    return list;
}

/* ---- all places of a name ---- */

struct search {
    struct lsp *s;
    const struct document *d; /* the game of the names */
    const char *word;
    hit_fn fn;
    void *ctx;
    json_t *files; /* those that were looked through */
    struct hit hit;
};

/* Where a comment begins in this line, or its end. */
static size_t comment_at(const char *line, size_t n, bool lua)
{
    char quote = 0;

    for (size_t i = 0; i < n; i++) {
        if (quote)
            quote = line[i] == quote ? 0 : quote;
        else if ((line[i] == '"' || line[i] == '\'') && (i == 0 || !in_word(line[i - 1])))
            quote = line[i];
        else if (lua ? n - i > 1 && line[i] == '-' && line[i + 1] == '-'
                     : line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
            return i;
    }
    return n;
}

/* Part of a name between signs: "-" is one in a formula. */
static bool in_part(char c)
{
    return in_word(c) && c != '-';
}

static bool is_number(const char *s, size_t n)
{
    size_t i = 0;

    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++;
    return n && i == n;
}

/* Are all its parts names or numbers, as in "gold-1"? */
static bool is_formula(const struct search *f, const char *s, size_t n)
{
    for (size_t at = 0, end; at < n; at = end + 1) {
        for (end = at; end < n && s[end] != '-';)
            end++;
        if (!is_number(s + at, end - at) && !is_name(f->s, f->d, s + at, end - at))
            return false;
    }
    return true;
}

/* Is the word here, whole or as a part between signs? Notes which. */
static bool stands_at(struct search *f, const char *line, size_t n, size_t at, size_t len)
{
    size_t from = at, to = at + len;

    if (memcmp(line + at, f->word, len) != 0 || (at > 0 && in_part(line[at - 1])) ||
        (to < n && in_part(line[to])))
        return false;
    while (from > 0 && in_word(line[from - 1]))
        from--;
    while (to < n && in_word(line[to]))
        to++;
    while (from < at && line[from] == '-') /* a sign */
        from++;
    f->hit.joined = to - from != len && !is_formula(f, line + from, to - from);
    return to - from == len || !is_name(f->s, f->d, line + from, to - from);
}

static void search_line(struct search *f, const char *line, size_t n, bool lua)
{
    size_t len = strlen(f->word), end = comment_at(line, n, lua);

    for (size_t at = 0; at + len <= end; at++) {
        if (!stands_at(f, line, n, at, len))
            continue;
        f->hit.at = (size_t)(line - f->hit.text) + at;
        f->hit.from = unit_of_byte(line, n, at);
        f->hit.to = unit_of_byte(line, n, at + len);
        f->fn(f->ctx, &f->hit);
    }
}

static void search_text(struct search *f, const char *text, bool lua)
{
    f->hit.text = text;
    for (f->hit.line = 0; text; f->hit.line++) {
        size_t n = strcspn(text, "\n");
        search_line(f, text, n, lua);
        text = text[n] ? text + n + 1 : NULL;
    }
}

/* The file as it is in the editor, or else on disk. */
static int search_file(void *ctx, const char *path)
{
    struct search *f = ctx;
    char *uri = uri_of(path), *real = uri_path(uri), *text = NULL;
    const struct document *open = document_at(f->s, uri);
    size_t n;

    if (real && !json_object_get(f->files, uri)) {
        json_object_set_new(f->files, uri, json_true());
        text = open ? NULL : ct_file_read(path, &n, NULL);
        f->hit.uri = open ? open->uri : uri;
        f->hit.path = real;
        search_text(f, open ? open->text : text, is_lua(path));
    }
    free(text);
    free(real);
    free(uri);
    return 0;
}

void places_search(struct lsp *s, const struct document *d, const char *word, hit_fn fn,
                   void *ctx)
{
    struct search f = {
        .s = s, .d = d, .word = word, .fn = fn, .ctx = ctx, .files = json_object()};

    for (int g = 0; g < d->ngames; g++) {
        const struct lsp_game *game = &s->game[d->game[g]];
        size_t i;
        json_t *path;
        json_array_foreach(game->files, i, path) search_file(&f, json_string_value(path));
        f.hit.scenario = true;
        testfiles_in(game->folder, search_file, &f);
        f.hit.scenario = false;
    }
    json_decref(f.files);
}

static void add_hit(void *ctx, const struct hit *hit)
{
    if (!hit->joined)
        json_array_append_new(ctx, json_pack("{s: s, s: o}", "uri", hit->uri, "range",
                                             place_json(hit->line, hit->from, hit->to)));
}

/* Games that extend one read its rules, too. */
static void add_readers(struct lsp *s, struct document *d, const char *word)
{
    json_t *files = json_object();
    struct ct_name name;
    int game = 0, i = 0;
    const char *file;
    json_t *one;

    while (each_name(s, d, &game, &i, &name))
        if (!strcmp(name.name, word) && name.file)
            json_object_set_new(files, name.file, json_true());
    json_object_foreach(files, file, one) document_readers(s, d, file);
    json_decref(files);
}

json_t *places_of_name(struct lsp *s, const json_t *params)
{
    struct asked a;
    json_t *found = json_array();

    if (find_word(s, params, &a) && is_name(s, a.doc, a.word, strlen(a.word))) {
        struct document doc = document_alike(a.doc);
        add_readers(s, &doc, a.word);
        places_search(s, &doc, a.word, add_hit, found);
        free(doc.game);
    }
    free(a.word);
    return found;
}
