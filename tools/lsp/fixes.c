/* fixes.c - quick fixes: a word that is not known becomes the one that is probably meant. */
#include "lsp.h"

#include "tools/buffer.h"

/* Does place a (line, character) stand before b? */
static bool before(const json_t *a, const json_t *b)
{
    long long line = json_integer_value(json_object_get(a, "line")),
              other = json_integer_value(json_object_get(b, "line"));

    return line != other ? line < other
                         : json_integer_value(json_object_get(a, "character")) <
                               json_integer_value(json_object_get(b, "character"));
}

/* Do the ranges share a place, their ends too? */
static bool meet(const json_t *a, const json_t *b)
{
    return !before(json_object_get(a, "end"), json_object_get(b, "start")) &&
           !before(json_object_get(b, "end"), json_object_get(a, "start"));
}

static json_t *fix_of(const char *uri, json_t *found, const char *instead)
{
    struct buffer title = {0};

    buffer_add(&title, "Write '%s'", instead);
    json_t *fix = json_pack("{s: s, s: s, s: b, s: [O], s: {s: {s: [{s: O, s: s}]}}}", "title",
                            buffer_text(&title), "kind", "quickfix", "isPreferred", 1,
                            "diagnostics", found, "edit", "changes", uri, "range",
                            json_object_get(found, "range"), "newText", instead);
    buffer_free(&title);
    return fix;
}

json_t *fixes_asked(struct lsp *s, const json_t *params)
{
    const json_t *range = json_object_get(params, "range");
    const char *uri = uri_in(params);
    json_t *found, *list = json_array();
    size_t i;

    json_array_foreach(uri ? json_object_get(s->shown, uri) : NULL, i, found)
    {
        const char *word =
            json_string_value(json_object_get(json_object_get(found, "data"), "instead"));
        if (word && meet(json_object_get(found, "range"), range))
            json_array_append_new(
                list,
                fix_of(uri, found, *word == '*' ? word + 1 : word)); /* an alias's mark stays */
    }
    return list;
}
