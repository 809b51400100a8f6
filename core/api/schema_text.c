/* schema_text.c - schemas from the notation of schema.h. */
#include "api/schema.h"

#include "api/json_make.h"

#include <string.h>

#define URL "http://json-schema.org/draft-07/schema#"

static json_t *ref_in(const char *name, size_t n)
{
    return json_pack("{s: s+#}", "$ref", "#/definitions/", name, (int)n);
}

json_t *schema_ref(const char *name)
{
    return ref_in(name, strlen(name));
}

json_t *schema_list(json_t *such)
{
    return json_pack("{s: s, s: o}", "type", "array", "items", such);
}

json_t *schema_map(json_t *such)
{
    return json_pack("{s: s, s: o}", "type", "object", "additionalProperties", such);
}

json_t *schema_words(const char *text, size_t n, char between)
{
    json_t *list = json_array();

    for (size_t at = 0, len; at < n; at += len + 1) {
        const char *end = memchr(text + at, between, n - at);
        len = end ? (size_t)(end - text) - at : n - at;
        json_add(list, json_stringn(text + at, len));
    }
    return list;
}

static json_t *schema_in(const char **at);

/* One alternative, up to its end. */
static json_t *one_in(const char **at)
{
    const char *text = *at;
    size_t n = strcspn(text, "|]}");

    if (*text == '[' || *text == '{') {
        ++*at;
        json_t *such = schema_in(at);
        ++*at;
        return *text == '[' ? schema_list(such) : schema_map(such);
    }
    *at += n;
    if (*text == '@')
        return ref_in(text + 1, n - 1);
    return json_pack("{s: o}", "type",
                     memchr(text, ',', n) ? schema_words(text, n, ',') : json_stringn(text, n));
}

static json_t *schema_in(const char **at)
{
    json_t *list = json_array(), *one = NULL;

    while (**at && !strchr("]}", **at)) {
        one = one_in(at);
        json_add(list, json_incref(one));
        json_decref(one);
        *at += **at == '|';
    }
    if (json_array_size(list) > 1)
        return json_pack("{s: o}", "anyOf", list);
    one = json_array_size(list) ? json_incref(json_array_get(list, 0)) : json_object();
    json_decref(list);
    return one;
}

json_t *schema_of(const char *text)
{
    return schema_in(&text);
}

json_t *schema_either(json_t *a, json_t *b)
{
    return json_pack("{s: [o, o]}", "anyOf", a, b);
}

json_t *schema_enum(const void *v, size_t n, size_t size)
{
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_add(list, json_string(*(const char *const *)((const char *)v + i * size)));
    return json_pack("{s: o}", "enum", list);
}

json_t *schema_said(json_t *schema, const char *says)
{
    return *says ? json_pack("{s: s, s: [o]}", "description", says, "allOf", schema) : schema;
}

json_t *schema_open(const char *top, json_t *definitions)
{
    return json_pack("{s: s, s: [o], s: o}", "$schema", URL, "allOf", schema_ref(top),
                     "definitions", definitions);
}
