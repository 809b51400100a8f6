/* asked.c - an editor's questions about a place: what a name is, where it is declared, what may
 * be written. */
#include "lsp.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

bool is_name(struct lsp *s, const struct document *d, const char *word, size_t n)
{
    struct ct_name name;
    int game = 0, i = 0;

    while (each_name(s, d, &game, &i, &name))
        if (!strncmp(name.name, word, n) && !name.name[n])
            return true;
    return false;
}

/* "gold-1", "-gold": of a word that is no name the part at `at`, between the signs, if that is
 * one. */
static void narrow(struct lsp *s, const struct document *d, const char *line, size_t at,
                   size_t *from, size_t *to)
{
    size_t a = at, b = at;

    if (is_name(s, d, line + *from, *to - *from))
        return;
    while (a > *from && line[a - 1] != '-')
        a--;
    while (b < *to && line[b] != '-')
        b++;
    if (is_name(s, d, line + a, b - a)) {
        *from = a;
        *to = b;
    }
}

bool find_word(struct lsp *s, const json_t *params, struct asked *out)
{
    const json_t *place = json_object_get(params, "position");
    int unit = (int)json_integer_value(json_object_get(place, "character"));
    size_t n, at, from, to;

    *out = (struct asked){.line = (int)json_integer_value(json_object_get(place, "line"))};
    out->doc = document_find(s, uri_in(params));
    const char *line = out->doc ? document_line(out->doc->text, out->line, &n) : NULL;
    if (!line)
        return false;
    from = to = at = byte_of_unit(line, n, unit);
    while (from > 0 && in_word(line[from - 1]))
        from--;
    while (to < n && in_word(line[to]))
        to++;
    narrow(s, out->doc, line, at, &from, &to);
    out->word = mem_strndup(line + from, to - from);
    out->from = unit_of_byte(line, n, from);
    out->to = unit_of_byte(line, n, to);
    return true;
}

bool each_name(struct lsp *s, const struct document *d, int *game, int *i, struct ct_name *out)
{
    for (; *game < d->ngames; ++*game, *i = 0) {
        const ct_definition *def = s->game[d->game[*game]].def;
        if (def && ct_get_name(def, (*i)++, out))
            return true;
    }
    return false;
}

/* ---- hover ---- */

/* A line that is not there yet. */
static void add_line(struct buffer *to, const char *line)
{
    if (!strstr(buffer_text(to), line))
        buffer_add(to, "%s%s", to->n ? "\n\n" : "", line);
}

static void hover_names(struct lsp *s, const struct asked *a, struct buffer *out)
{
    struct ct_name name;
    int game = 0, i = 0;

    while (each_name(s, a->doc, &game, &i, &name)) {
        if (strcmp(name.name, a->word) != 0)
            continue;
        struct buffer line = {0};
        buffer_add(&line, "**%s**, %s", name.name, ct_names_says(name.is));
        if (name.of)
            buffer_add(&line, " of %s", name.of);
        if (*name.says)
            buffer_add(&line, ": %s", name.says);
        add_line(out, buffer_text(&line));
        buffer_free(&line);
    }
}

static void hover_keys(const struct asked *a, struct buffer *out)
{
    struct ct_key key;

    for (int i = 0; ct_get_key(i, &key); i++) {
        if (strcmp(key.key, a->word) != 0)
            continue;
        struct buffer line = {0};
        buffer_add(&line, "`%s` in %s: %s", key.key, key.place, key.value);
        if (key.words)
            buffer_add(&line, " (%s)", key.words);
        if (*key.says)
            buffer_add(&line, ", %s", key.says);
        add_line(out, buffer_text(&line));
        buffer_free(&line);
    }
}

json_t *asked_hover(struct lsp *s, const json_t *params)
{
    struct asked a;
    struct buffer out = {0};
    json_t *answer = json_null();

    if (find_word(s, params, &a)) {
        hover_names(s, &a, &out);
        if (!out.n && !is_lua(a.doc->path))
            hover_keys(&a, &out);
    }
    if (out.n)
        answer = json_pack("{s: {s: s, s: s}, s: o}", "contents", "kind", "markdown", "value",
                           buffer_text(&out), "range", place_json(a.line, a.from, a.to));
    buffer_free(&out);
    free(a.word);
    return answer;
}

/* ---- definition ---- */

json_t *asked_definition(struct lsp *s, const json_t *params)
{
    struct asked a;
    json_t *list = json_array();
    struct ct_name name;
    int game = 0, i = 0;

    if (find_word(s, params, &a))
        while (each_name(s, a.doc, &game, &i, &name)) {
            if (strcmp(name.name, a.word) != 0 || !name.file)
                continue;
            char *uri = uri_of(name.file);
            int column = name.column > 0 ? name.column - 1 : 0;
            json_t *one = json_pack("{s: s, s: o}", "uri", uri, "range",
                                    place_json(name.line - 1, column, column));
            add_once(list, one);
            free(uri);
        }
    free(a.word);
    return list;
}

/* ---- completion ---- */

enum { ITEM_FIELD = 5, ITEM_KEYWORD = 14, ITEM_VALUE = 12 };

/* The suggestions, each once. */
struct offer {
    json_t *items, *known;
    char *key; /* the key before it, "key: …"; "" in place of a key, in a list, in a script */
    bool in_place_of_key; /* a key is wanted here */
};

/* `fits`: it has the needed type and comes first. */
static void add_item(struct offer *o, const char *label, int kind, const char *detail,
                     const char *says, bool fits)
{
    if (!*label || json_object_get(o->known, label))
        return;
    json_object_set_new(o->known, label, json_true());
    json_t *one =
        json_pack("{s: s, s: i, s: s}", "label", label, "kind", kind, "detail", detail);
    if (*says)
        json_object_set_new(one, "documentation", json_string(says));
    if (*o->key || o->in_place_of_key) {
        char *sort = mem_printf("%c%s", fits ? '0' : '1', label);
        json_object_set_new(one, "sortText", json_string(sort));
        free(sort);
    }
    json_array_append_new(o->items, one);
}

/* The word before the colon left of this word. "": none. */
static char *key_before(const struct asked *a)
{
    size_t n, at, end;
    const char *line = document_line(a->doc->text, a->line, &n);

    if (!line || is_lua(a->doc->path))
        return mem_strdup("");
    at = byte_of_unit(line, n, a->from);
    while (at > 0 && strchr(" [\"'", line[at - 1]))
        at--;
    if (!at || line[at - 1] != ':')
        return mem_strdup("");
    for (end = --at; at > 0 && in_word(line[at - 1]);)
        at--;
    return mem_strndup(line + at, end - at);
}

/* Does the word stand at the beginning of a line, behind `{`, or behind a comma within braces? */
static bool in_place_of_key(const struct asked *a)
{
    size_t n, at;
    const char *line = document_line(a->doc->text, a->line, &n);
    int deep = 0;

    if (!line || is_lua(a->doc->path))
        return false;
    for (at = byte_of_unit(line, n, a->from); at > 0 && line[at - 1] == ' ';)
        at--;
    if (!at || line[at - 1] != ',')
        return !at || line[at - 1] == '{';
    for (; at > 0; at--) {
        deep += (line[at - 1] == '}' || line[at - 1] == ']') ? 1 : 0;
        if ((line[at - 1] == '{' || line[at - 1] == '[') && !deep--)
            return line[at - 1] == '{';
    }
    return false;
}

/* Is the file in a folder of cards? */
static bool holds_cards(const struct document *d)
{
    return strstr(d->path, "/cards/") || strstr(d->path, "/cards.yaml");
}

/* The words that may stand behind a key of the format; is it a zone that is wanted there? */
static bool add_words(struct offer *o)
{
    struct ct_key key;
    bool zone = false;

    for (int i = 0; *o->key && ct_get_key(i, &key); i++) {
        if (strcmp(key.key, o->key) != 0)
            continue;
        zone |= !strcmp(key.value, "zone");
        for (const char *w = key.words ? key.words : ""; *w;) {
            size_t n = strcspn(w, " ");
            char *word = mem_strndup(w, n);
            add_item(o, word, ITEM_VALUE, "a word of the format", key.says, true);
            free(word);
            w += n + strspn(w + n, " ");
        }
    }
    return zone;
}

/* The names that fit or those that do not: one name may be that of an option, and a word. */
static void add_names(struct lsp *s, struct offer *o, const struct document *d, bool zone,
                      bool fitting)
{
    struct ct_name name;
    int game = 0, i = 0;

    while (each_name(s, d, &game, &i, &name)) {
        bool value = name.is == CT_NAMES_CARD || name.is == CT_NAMES_TRAIT_WORD;
        bool key =
            o->in_place_of_key && (name.is == CT_NAMES_TRAIT || name.is == CT_NAMES_COUNTER ||
                                   name.is == CT_NAMES_VERB);
        bool fits =
            key || (zone && name.is == CT_NAMES_ZONE) || (name.of && !strcmp(name.of, o->key));
        if (fits == fitting)
            add_item(o, name.name, value ? ITEM_VALUE : ITEM_FIELD, ct_names_says(name.is),
                     name.says, fits);
    }
}

/* Keys of the format, those that fit or those that do not: one may stand in several places. */
static void add_keys(struct offer *o, const struct document *d, bool fitting)
{
    struct ct_key key;

    for (int i = 0; !*o->key && !is_lua(d->path) && ct_get_key(i, &key); i++) {
        bool fits = o->in_place_of_key && (!holds_cards(d) || !strcmp(key.place, "card"));
        if (fits == fitting)
            add_item(o, key.key, ITEM_KEYWORD, key.value, key.says, fits);
    }
}

json_t *asked_completion(struct lsp *s, const json_t *params)
{
    struct asked a;
    struct offer o = {.items = json_array(), .known = json_object()};

    if (find_word(s, params, &a)) {
        o.key = key_before(&a);
        o.in_place_of_key = in_place_of_key(&a);
        bool zone = add_words(&o);
        add_names(s, &o, a.doc, zone, true);
        add_names(s, &o, a.doc, zone, false);
        add_keys(&o, a.doc, true);
        add_keys(&o, a.doc, false);
    }
    json_decref(o.known);
    free(o.key);
    free(a.word);
    return json_pack("{s: b, s: o}", "isIncomplete", 0, "items", o.items);
}
