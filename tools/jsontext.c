/* jsontext.c - texts from elsewhere as JSON. */
#include "jsontext.h"

#include <stdlib.h>

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

json_t *json_findings(const ct_diags *diags)
{
    json_t *list = json_array();
    struct ct_diag d;

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        json_array_append_new(
            list, json_pack("{s: s, s: s, s: o, s: i, s: i, s: o, s: o, s: o, s: i}", "level",
                            d.error ? "error" : "warning", "code", d.code, "file",
                            json_text(d.file), "line", d.line, "column", d.column, "message",
                            json_text(d.message), "hint", json_text(d.hint), "excerpt",
                            json_text(d.excerpt), "mark", d.mark));
    return list;
}
