/* jsontext.c - texts and numbers as JSON. */
#include "jsontext.h"

#include "memory.h"

#include <inttypes.h>
#include <math.h>
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

json_t *json_texts(const char *const *texts, int n)
{
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_text(texts[i]));
    return list;
}

json_t *json_seed(uint64_t seed)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, seed);
    return json_string(text);
}

static json_t *finding(const struct ct_diag *d)
{
    return json_pack("{s: s, s: s, s: o, s: i, s: i, s: o, s: o, s: o, s: o, s: i}", "level",
                     d->error ? "error" : "warning", "code", d->code, "file",
                     json_text(d->file), "line", d->line, "column", d->column, "message",
                     json_text(d->message), "hint", json_text(d->hint), "instead",
                     json_text(d->instead), "excerpt", json_text(d->excerpt), "mark", d->mark);
}

json_t *json_rounded(double v)
{
    return json_real(round(v * 1e6) / 1e6);
}

json_t *json_findings(const ct_diags *diags)
{
    size_t n = ct_diags_count(diags), *order = mem_zero((n + 1) * sizeof *order);
    json_t *list = json_array();
    struct ct_diag d;

    if (ct_diags_order(diags, order))
        mem_die();
    for (size_t i = 0; i < n && ct_diags_get(diags, order[i], &d); i++)
        json_array_append_new(list, finding(&d));
    free(order);
    return list;
}

void json_print(json_t *o, int indent)
{
    json_dumpf(o, stdout, JSON_INDENT((size_t)indent) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(o);
}
