/* rename.c - renames a name in all files of its games.
 *
 * Each place of the word is tried, not guessed. A place that does not mean the name (for example
 * in a text) may have any other word, and the game still loads. A place that means it may not.
 */
#include "lsp.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TRIALS = 200
}; /* places that are tried one by one; words of the format that are put back */

struct place {
    int doc; /* of the trial's */
    struct hit hit;
    bool means, declared; /* the name stands here; is declared here */
    bool stays;           /* it is a word of scenarios that stands here, in one */
};

struct renaming {
    struct lsp *s;
    struct lsp trial; /* the same games; its documents are all files with the word */
    struct asked *a;
    struct place *place;
    int n, trials;
    char *other; /* a word that nothing is called, as long as the name */
    char **why;
};

static bool refuse(struct renaming *r, const char *format, const char *a, const char *b)
{
    *r->why = mem_printf(format, a, b);
    return false;
}

/* ---- the files ---- */

static void add_place(void *ctx, const struct hit *hit)
{
    struct renaming *r = ctx;
    struct document *d = document_find(&r->trial, hit->uri);

    if (!d)
        d = document_add(&r->trial, hit->uri, hit->path, hit->text, strlen(hit->text));
    r->place = mem_realloc(r->place, ((size_t)r->n + 1) * sizeof *r->place);
    r->place[r->n] = (struct place){.doc = (int)(d - r->trial.doc), .hit = *hit};
    r->place[r->n].hit.uri = r->place[r->n].hit.path = r->place[r->n].hit.text =
        NULL; /* its own */
    r->n++;
}

/* Open files without the word are read as they are in the editor, too. */
static void add_open(struct renaming *r)
{
    for (const struct document *d = r->s->doc; d < r->s->doc + r->s->ndocs; d++)
        if (!document_find(&r->trial, d->uri))
            document_add(&r->trial, d->uri, d->path, d->text, d->n);
}

static void renaming_end(struct renaming *r)
{
    documents_free(&r->trial);
    free(r->place);
    free(r->other);
    r->place = NULL;
    r->other = NULL;
}

/* ---- findings when the word is changed at some places ---- */

/* At those that are known to mean the name, at the others in rules or in scenarios, or at number
 * `only`. */
enum which { WHERE_MEANT, WHERE_RULES, WHERE_SCENES, WHERE_ONE };

static bool is_there(const struct renaming *r, int i, enum which which, int only)
{
    const struct place *p = &r->place[i];

    return which == WHERE_ONE ? i == only
           : which == WHERE_MEANT
               ? p->means
               : !p->means && !p->stays && p->hit.scenario == (which == WHERE_SCENES);
}

/* The text of a document with the word written there. A buffer is filled where it is to stay: its
 * stream knows its place. */
static void text_with(struct buffer *to, const struct renaming *r, int doc, const char *word,
                      enum which which, int only)
{
    const char *text = r->trial.doc[doc].text;
    size_t at = 0;

    for (int i = 0; i < r->n; i++) {
        if (r->place[i].doc != doc || !is_there(r, i, which, only))
            continue;
        buffer_add(to, "%.*s%s", (int)(r->place[i].hit.at - at), text + at, word);
        at = r->place[i].hit.at + strlen(r->a->word);
    }
    buffer_add(to, "%s", text + at);
}

/* The findings of the rules (without scenarios), or of scenarios: only the meant ones, which are
 * compared with the rules on disk. */
static json_t *found_with(struct renaming *r, const char *word, enum which which, int only,
                          bool *named)
{
    struct document *own = r->trial.doc,
                    *doc = mem_zero(((size_t)r->trial.ndocs + 1) * sizeof *doc);
    struct buffer *text = mem_zero(((size_t)r->trial.ndocs + 1) * sizeof *text);

    for (int i = 0; i < r->trial.ndocs; i++) {
        text_with(&text[i], r, i, word, which, only);
        doc[i] = own[i];
        doc[i].text = (char *)(uintptr_t)buffer_text(&text[i]);
        doc[i].n = text[i].n;
    }
    r->trial.doc = doc;
    *named = false;
    bool rules = which == WHERE_MEANT || which == WHERE_RULES ||
                 (which == WHERE_ONE && !r->place[only].hit.scenario);
    const char *file = which == WHERE_ONE ? doc[r->place[only].doc].path : NULL;
    json_t *found = rules ? findings_of_rules(&r->trial, r->a->doc, word, named)
                          : findings_of_scenarios(&r->trial, r->a->doc, file);
    r->trial.doc = own;
    for (int i = 0; i < r->trial.ndocs; i++)
        buffer_free(&text[i]);
    free(text);
    free(doc);
    return found;
}

static size_t total(json_t *found)
{
    const char *uri;
    json_t *list;
    size_t n = 0;

    json_object_foreach(found, uri, list) n += json_array_size(list);
    return n;
}

/* The finding at this place, or at the start of the name that contains it ("A.hand"). NULL:
 * none. `shift`: how far longer or shorter words have moved it in its line. */
static const json_t *finding_at(json_t *found, const struct document *d, const struct hit *hit,
                                int shift)
{
    json_t *one, *list = json_object_get(found, d->uri);
    size_t i, n = 0, at;
    const char *line = document_line(d->text, hit->line, &n);

    for (at = byte_of_unit(line, n, hit->from);
         at > 0 && (in_word(line[at - 1]) || line[at - 1] == '.');)
        at--;
    json_array_foreach(list, i, one)
    {
        const json_t *start = json_object_get(json_object_get(one, "range"), "start");
        int from = (int)json_integer_value(json_object_get(start, "character")) - shift;
        if (json_integer_value(json_object_get(start, "line")) == hit->line &&
            (from == hit->from || from == unit_of_byte(line, n, at)))
            return one;
    }
    return NULL;
}

/* ---- places that mean the name ---- */

static bool has_name(const struct renaming *r, const char *word)
{
    return is_name(r->s, r->a->doc, word, strlen(word));
}

static void other_word(struct renaming *r)
{
    size_t len = strlen(r->a->word);

    r->other = mem_zero(len + 1);
    memset(r->other, 'q', len);
    for (size_t i = 0; has_name(r, r->other) && i < len; i++) /* qqq, zqq, … */
        for (char c = 'z'; c >= 'a' && has_name(r, r->other); c--)
            r->other[i] = c;
}

/* Finds the places that declare the name. They mean it in every game. */
static bool find_declared(struct renaming *r)
{
    struct ct_name name;
    int game = 0, n = 0, declared = 0;
    enum ct_names is = CT_NAMES_CARD;

    while (each_name(r->s, r->a->doc, &game, &n, &name)) {
        if (strcmp(name.name, r->a->word) != 0)
            continue;
        if (declared && name.is != is)
            return refuse(r, "%s and %s both have this name. Rename one of them by hand first",
                          ct_names_says(is), ct_names_says(name.is));
        is = name.is;
        char *uri = name.file ? uri_of(name.file) : NULL;
        for (int i = 0; uri && i < r->n; i++) {
            const struct document *d = &r->trial.doc[r->place[i].doc];
            size_t len;
            const char *line = document_line(d->text, r->place[i].hit.line, &len);
            if (r->place[i].hit.line == name.line - 1 && !strcmp(d->uri, uri) &&
                unit_of_char(line, len, name.column) == r->place[i].hit.from) {
                r->place[i].means = r->place[i].declared = true;
                declared++;
            }
        }
        free(uri);
    }
    return declared || refuse(r, "'%s' is used, but never declared%s", r->a->word, "");
}

/* Is this finding in a scenario about a name of a game or seat, not about a key of scenarios?
 * (Those say "'x' is not a key here"; a card's keys have another message.) */
static bool is_of_scenarios(const json_t *found)
{
    const char *code = json_string_value(json_object_get(found, "code")),
               *says = json_string_value(json_object_get(found, "message"));

    return !strcmp(code, "RULESET-UNKNOWN") || !strcmp(code, "SCENARIO-ELSEWHERE") ||
           !strcmp(code, "SEAT-UNKNOWN") ||
           (!strcmp(code, "KEY-UNKNOWN") && strstr(says, "' is not a"));
}

/* Tries many places at once: those with a finding mean the name. Returns how many of the unknown
 * ones. */
static int find_together(struct renaming *r, json_t *before, enum which which)
{
    bool named;
    json_t *after = found_with(r, r->other, which, -1, &named);
    int n = 0;

    for (int i = 0; i < r->n; i++) {
        struct place *p = &r->place[i];
        const struct document *d = &r->trial.doc[p->doc];
        const json_t *found =
            is_there(r, i, which, -1) ? finding_at(after, d, &p->hit, 0) : NULL;
        if (!found || finding_at(before, d, &p->hit, 0))
            continue;
        p->stays = p->hit.scenario && is_of_scenarios(found);
        p->means = !p->stays;
        n++;
    }
    json_decref(after);
    return n;
}

/* Is it a key of a table, "{gold = 1}"? */
static bool is_key_of_script(const char *text, size_t at, size_t end)
{
    while (at > 0 && strchr(" \t\n", text[at - 1]))
        at--;
    end += strspn(text + end, " \t");
    return at > 0 && strchr("{,", text[at - 1]) && text[end] == '=' && text[end + 1] != '=';
}

/* In a script the type of each value is unknown. Texts, fields and keys equal to the name count
 * as the name, so that the script's own tables keep one name. */
static bool is_taken_in_script(const struct renaming *r, int i)
{
    const struct place *p = &r->place[i];
    const struct document *d = &r->trial.doc[p->doc];
    size_t at = p->hit.at, end = at + strlen(r->a->word);
    char before = at ? d->text[at - 1] : 0;

    if (!is_lua(d->path) || !before)
        return false;
    if (before == '"' || before == '\'')
        return d->text[end] == before;
    return before == '.' ? at < 2 || d->text[at - 2] != '.'
                         : is_key_of_script(d->text, at, end);
}

/* How much is found in a file, or everywhere. */
static size_t found_in(json_t *found, const char *uri)
{
    return uri ? json_array_size(json_object_get(found, uri)) : total(found);
}

/* One by one: more is found than before, or the other word is declared here, as a phase may be in
 * several places. */
static bool find_apart(struct renaming *r, json_t *rules, json_t *scenes)
{
    int open = 0;

    for (int i = 0; i < r->n; i++) {
        r->place[i].means |= !r->place[i].stays && is_taken_in_script(r, i);
        open += !r->place[i].means && !r->place[i].stays;
    }
    if (open > MOST_TRIALS) /* at once, not after the half of a minute */
        return refuse(r, "'%s' is in too many places that may mean something else%s",
                      r->a->word, "");
    for (int i = 0; i < r->n; i++) {
        struct place *p = &r->place[i];
        const char *uri = p->hit.scenario ? r->trial.doc[p->doc].uri : NULL;
        if (p->means || p->stays)
            continue;
        bool named;
        json_t *after = found_with(r, r->other, WHERE_ONE, i, &named);
        p->means = named || found_in(after, uri) > found_in(uri ? scenes : rules, uri);
        json_decref(after);
    }
    return true;
}

/* Is a syntax error all that is known about the file? */
static bool is_unread(json_t *found, const char *uri)
{
    json_t *one;
    size_t i;

    json_array_foreach(json_object_get(found, uri), i, one)
    {
        if (!strncmp(json_string_value(json_object_get(one, "code")), "YAML", 4))
            return true;
    }
    return false;
}

/* If the word in a scenario has an error already, another word teaches nothing. This happens
 * after an unsaved renaming, because scenarios are compared with the rules on disk. */
static bool scenes_clear(struct renaming *r, json_t *found)
{
    for (int i = 0; i < r->n; i++) {
        const struct place *p = &r->place[i];
        const struct document *d = &r->trial.doc[p->doc];
        if (p->hit.scenario && (finding_at(found, d, &p->hit, 0) || is_unread(found, d->uri)))
            return refuse(r, "'%s' in %s has an error. Fix it, or save all files, first",
                          r->a->word, strrchr(d->path, '/') + 1);
    }
    return true;
}

static bool find_meant(struct renaming *r)
{
    bool named = false;
    json_t *rules = findings_of_rules(&r->trial, r->a->doc, r->other, &named),
           *scenes = findings_of_scenarios(&r->trial, r->a->doc, NULL);

    while (find_together(r, rules, WHERE_RULES) > 0)
        ;
    while (find_together(r, scenes, WHERE_SCENES) > 0)
        ;
    bool found = scenes_clear(r, scenes) && find_apart(r, rules, scenes);
    json_decref(rules);
    json_decref(scenes);
    return found;
}

/* ---- does the game load under the new name? ---- */

/* The first error; how many findings there are is added to *n. */
static const char *first_error(json_t *found, size_t *n)
{
    const char *uri, *first = NULL;
    json_t *list, *one;
    size_t i;

    *n += total(found);
    json_object_foreach(found, uri, list) json_array_foreach(
        list, i, one) if (!first && json_integer_value(json_object_get(one, "severity")) == 1)
        first = json_string_value(json_object_get(one, "message"));
    return first;
}

/* How far the word has moved place i within its line. */
static int shift_of(const struct renaming *r, int i, const char *word)
{
    const struct place *p = &r->place[i];
    int more = (int)strlen(word) - (int)strlen(r->a->word), shift = 0;

    for (int k = i - 1;
         k >= 0 && r->place[k].doc == p->doc && r->place[k].hit.line == p->hit.line; k--)
        shift += r->place[k].means ? more : 0;
    return shift;
}

/* A place where the new name is wrong may have had a word of the format with the same spelling. It
 * stays if that gives fewer errors. (If the place declares the name, all uses are wrong, too.) */
static bool leave_word(struct renaming *r, json_t *found, size_t wrong, const char *word)
{
    for (int i = 0; i < r->n && r->trials < MOST_TRIALS; i++) {
        struct place *p = &r->place[i];
        if (!p->means || p->declared || p->hit.scenario ||
            !finding_at(found, &r->trial.doc[p->doc], &p->hit, shift_of(r, i, word)))
            continue;
        p->means = false;
        r->trials++;
        bool named;
        json_t *after = found_with(r, word, WHERE_MEANT, -1, &named);
        size_t left = 0;
        bool less = !first_error(after, &left) || left < wrong;
        json_decref(after);
        if (less)
            return true;
        p->means = true;
    }
    return false;
}

static bool loads_as(struct renaming *r, const char *word)
{
    for (;;) {
        bool named;
        json_t *found = found_with(r, word, WHERE_MEANT, -1, &named);
        size_t wrong = 0;
        const char *error = first_error(found, &wrong);
        bool again = error && leave_word(r, found, wrong, word);
        bool loads = !error || again ||
                     refuse(r, "with the name '%s' the game does not load: %s", word, error);
        json_decref(found);
        if (!again)
            return loads;
    }
}

static bool fits(struct renaming *r, const char *word)
{
    const char *c = word;

    while (isalnum((unsigned char)*c) || *c == '_' || *c == '-')
        c++;
    if (!*word || *c || strlen(word) > 64)
        return refuse(r, "'%s' cannot be a name. Use letters, digits, '_' and '-'%s", word, "");
    return !has_name(r, word) || refuse(r, "the name '%s' is taken%s", word, "");
}

static json_t *edits(const struct renaming *r, const char *word)
{
    json_t *changes = json_object();

    for (int i = 0; i < r->n; i++) {
        const struct hit *hit = &r->place[i].hit;
        const char *uri = r->trial.doc[r->place[i].doc].uri;
        if (!r->place[i].means)
            continue;
        if (!json_object_get(changes, uri))
            json_object_set_new(changes, uri, json_array());
        json_array_append_new(json_object_get(changes, uri),
                              json_pack("{s: o, s: s}", "range",
                                        place_json(hit->line, hit->from, hit->to), "newText",
                                        word));
    }
    return json_pack("{s: o}", "changes", changes);
}

/* Tries it in the games that are known. */
static bool tried(struct renaming *r, const char *word)
{
    r->trial = *r->s;
    r->trial.doc = NULL;
    r->trial.ndocs = r->n = r->trials = 0;
    r->place = NULL;
    places_search(r->s, r->a->doc, r->a->word, add_place, r);
    add_open(r);
    other_word(r);
    return find_declared(r) && find_meant(r) && loads_as(r, word);
}

/* Other games that read the changed files are tried, too. */
static bool others_read(struct renaming *r)
{
    bool more = false;

    for (int doc = 0; doc < r->trial.ndocs; doc++) {
        bool changed = false;
        for (int i = 0; i < r->n; i++)
            changed |= r->place[i].doc == doc && r->place[i].means && !r->place[i].hit.scenario;
        if (changed)
            more |= document_readers(r->s, r->a->doc, r->trial.doc[doc].path);
    }
    return more;
}

json_t *rename_asked(struct lsp *s, const json_t *params, char **why)
{
    const char *word = json_string_value(json_object_get(params, "newName"));
    struct asked a;
    struct renaming r = {.s = s, .a = &a, .why = why};
    struct document doc = {0};
    json_t *answer = NULL;

    if (!find_word(s, params, &a) || !has_name(&r, a.word)) {
        refuse(&r, "this is not a name of the game%s%s", "", "");
    } else if (fits(&r, word ? word : "")) {
        doc = document_alike(a.doc);
        a.doc = &doc;
        bool done = tried(&r, word);
        while (done && others_read(&r)) {
            renaming_end(&r);
            done = fits(&r, word) && tried(&r, word);
        }
        answer = done ? edits(&r, word) : NULL;
    }
    renaming_end(&r);
    free(doc.game);
    free(a.word);
    return answer;
}

json_t *rename_prepare(struct lsp *s, const json_t *params)
{
    struct asked a;
    struct renaming r = {.s = s, .a = &a};
    bool name = find_word(s, params, &a) && has_name(&r, a.word);
    json_t *range = name ? place_json(a.line, a.from, a.to) : json_null();

    free(a.word);
    return range;
}
