/* findings.c - the errors and warnings of `check`, for files as they are in the editor. */
#include "lsp.h"

#include "rpc.h"
#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/testfiles.h"

#include <stdlib.h>
#include <string.h>

struct checking {
    struct lsp *s;
    json_t *found; /* {uri: [diagnostic]} */
    ct_scenarios *scenarios;
    const char *only; /* read only the scenario file with this real path; NULL: all */
};

/* The length of the longest word that the message quotes and that is here as a whole. 0: none. */
static size_t quoted_here(const char *message, const char *text, size_t n)
{
    size_t most = 0;

    for (const char *q = strpbrk(message, "'`"); q; q = strpbrk(q + 1, "'`")) {
        size_t len = strcspn(q + 1, "'`");
        bool whole = len >= n || text[len] == '-' || !in_word(text[len]);
        if (len > most && len <= n && whole && !memcmp(q + 1, text, len))
            most = len;
    }
    return most;
}

size_t finding_word(const struct ct_diag *d, const char *line, size_t n, size_t *at)
{
    *at = byte_of_unit(line, n, unit_of_char(line, n, d->column));
    *at += *at + 1 < n && strchr("'\"*", line[*at]) && in_word(line[*at + 1]);
    size_t word = quoted_here(d->message, line + *at, n - *at);
    bool named = word > 0;

    while (!named && *at + word < n && in_word(line[*at + word]))
        word++;
    return word;
}

/* The range of a finding's word. */
static json_t *range_of(const struct document *doc, const struct ct_diag *d)
{
    int line = d->line > 0 ? d->line - 1 : 0, from = d->column > 0 ? d->column - 1 : 0;
    int to = from + 1;
    size_t n, at;
    const char *text = doc ? document_line(doc->text, line, &n) : NULL;

    if (text) {
        size_t word = finding_word(d, text, n, &at);
        from = unit_of_byte(text, n, at);
        to = word ? unit_of_byte(text, n, at + word) : from + 1;
    }
    return place_json(line, from, to);
}

void add_once(json_t *list, json_t *one)
{
    bool known = false;

    for (size_t i = 0; i < json_array_size(list) && !known; i++)
        known = json_equal(json_array_get(list, i), one);
    if (known)
        json_decref(one);
    else
        json_array_append_new(list, one);
}

static void add_finding(struct checking *c, const struct ct_diag *d)
{
    char *uri = uri_of(d->file);
    struct document *doc = document_at(c->s, uri);
    const char *key = doc ? doc->uri : uri;
    json_t *list = json_object_get(c->found, key);
    struct buffer says = {0};

    buffer_add(&says, "%s%s%s", d->message, d->hint ? "\n" : "", d->hint ? d->hint : "");
    if (!list) {
        list = json_array();
        json_object_set_new(c->found, key, list);
    }
    json_t *one = json_pack("{s: o, s: i, s: s, s: s, s: s}", "range", range_of(doc, d),
                            "severity", d->error ? 1 : 2, "code", d->code, "source", "cantrip",
                            "message", buffer_text(&says));
    if (d->instead)
        json_object_set_new(one, "data", json_pack("{s: s}", "instead", d->instead));
    add_once(list, one); /* two games with a common file have the same findings */
    buffer_free(&says);
    free(uri);
}

static int read_scenarios(void *ctx, const char *path)
{
    struct checking *c = ctx;
    char *uri = uri_of(path), *real = uri_path(uri);
    struct document *doc = document_at(c->s, uri);
    size_t before = ct_diags_count(ct_scenarios_diags(c->scenarios));
    struct ct_diag d;

    if (c->only && strcmp(c->only, real) != 0)
        ; /* not requested */
    else if (doc)
        ct_scenarios_read_text(c->scenarios, path, doc->text, doc->n);
    else
        ct_scenarios_read(c->scenarios, path);
    for (size_t i = before; ct_diags_get(ct_scenarios_diags(c->scenarios), i, &d); i++)
        if (d.file && !strcmp(d.file, path)) /* differs from what its game on disk says */
            add_finding(c, &d);
    free(real);
    free(uri);
    return 0;
}

/* The files that were read, for searches of names. */
static void keep_files(struct lsp_game *g, const ct_diags *diags)
{
    const char *path;

    json_decref(g->files);
    g->files = json_array();
    for (int i = 0; (path = ct_diags_file(diags, i)); i++)
        json_array_append_new(g->files, json_string(path)); /* without invalid UTF-8 */
}

/* Does it load? */
static bool check_rules(struct checking *c, struct lsp_game *g)
{
    struct lsp *s = c->s;
    struct ct_file_text *texts = mem_zero(((size_t)s->ndocs + 1) * sizeof *texts);
    struct ct_load_how how = {.places = s->places, .texts = texts, .ntexts = s->ndocs};
    ct_diags *diags = NULL;
    struct ct_diag d;

    for (int i = 0; i < s->ndocs; i++)
        texts[i] = (struct ct_file_text){s->doc[i].path, s->doc[i].text, s->doc[i].n};
    ct_definition *def = ct_load_with(g->folder, &how, &diags);
    if (def)
        ct_begins(def, diags);
    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        if (d.file)
            add_finding(c, &d);
    keep_files(g, diags);
    ct_diags_free(diags);
    free(texts);
    if (!def)
        return false;
    ct_free(g->def);
    g->def = def;
    return true;
}

static void check_scenarios(struct checking *c, struct lsp_game *g)
{
    c->scenarios = ct_scenarios_new(c->s->places);
    if (!c->scenarios)
        mem_die();
    testfiles_in(g->folder, read_scenarios, c);
    ct_scenarios_free(c->scenarios);
}

static void check_game(struct checking *c, struct lsp_game *g)
{
    if (check_rules(c, g))
        check_scenarios(c, g);
}

/* A file that had findings gets an empty list when it has none any more. */
static void publish(struct lsp *s, json_t *found)
{
    const char *uri;
    json_t *list, *shown = json_object();

    json_object_foreach(s->shown, uri, list)
    {
        if (!json_object_get(found, uri))
            rpc_notify("textDocument/publishDiagnostics",
                       json_pack("{s: s, s: []}", "uri", uri, "diagnostics"));
    }
    json_object_foreach(found, uri, list)
    {
        rpc_notify("textDocument/publishDiagnostics",
                   json_pack("{s: s, s: O}", "uri", uri, "diagnostics", list));
        json_object_set(shown, uri, list);
    }
    json_decref(s->shown);
    s->shown = shown;
}

bool game_load(struct lsp *s, int game)
{
    struct checking c = {.s = s, .found = json_object()};

    ct_free(s->game[game].def);
    s->game[game].def = NULL;
    bool loads = check_rules(&c, &s->game[game]);
    json_decref(c.found);
    return loads;
}

static bool declares(const ct_definition *def, const char *word)
{
    struct ct_name name;

    for (int i = 0; def && ct_get_name(def, i, &name); i++)
        if (!strcmp(name.name, word))
            return true;
    return false;
}

json_t *findings_of_rules(struct lsp *s, const struct document *d, const char *word,
                          bool *named)
{
    struct checking c = {.s = s, .found = json_object()};

    *named = false;
    for (int i = 0; i < d->ngames; i++) {
        struct lsp_game game = {.folder = s->game[d->game[i]].folder};
        check_rules(&c, &game);
        *named |= declares(game.def, word);
        ct_free(game.def);
        json_decref(game.files);
    }
    return c.found;
}

json_t *findings_of_scenarios(struct lsp *s, const struct document *d, const char *only)
{
    struct checking c = {.s = s, .found = json_object(), .only = only};

    for (int i = 0; i < d->ngames; i++)
        check_scenarios(&c, &s->game[d->game[i]]);
    return c.found;
}

void findings_publish(struct lsp *s)
{
    struct checking c = {.s = s, .found = json_object()};

    for (int g = 0; g < s->ngames; g++) {
        bool wanted = false;
        for (int i = 0; i < s->ndocs; i++)
            for (int k = 0; k < s->doc[i].ngames; k++)
                wanted |= s->doc[i].game[k] == g;
        if (wanted)
            check_game(&c, &s->game[g]);
    }
    publish(s, c.found);
    json_decref(c.found);
    s->changed = false;
}
