/* written.c - writes a scenario as YAML that reads well, with a line for what belongs together. */
#include "written.h"

#include "tools/buffer.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- values ---- */

/* Can it be in a list without quotes? */
static bool is_plain(const char *text)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-.=+# ";
    static const char *const words[] = {"true", "false", "null", "yes", "no", "on", "off"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i]))
            return false;
    return *text && text[strspn(text, safe)] == '\0' && !strchr("-# .=+", text[0]) &&
           !strstr(text, " #") && text[strlen(text) - 1] != ' ';
}

static void add_text(struct buffer *b, const char *text)
{
    if (is_plain(text) || !strcmp(text, "...")) {
        buffer_add(b, "%s", text);
        return;
    }
    buffer_add(b, "\"");
    for (; *text; text++)
        buffer_add(b, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    buffer_add(b, "\"");
}

static void add_value(struct buffer *b, const json_t *v);

/* Equal cards that follow each other are counted. */
static void add_list(struct buffer *b, const json_t *list, bool counted)
{
    size_t n = json_array_size(list);

    buffer_add(b, "[");
    for (size_t i = 0, same; i < n; i += same) {
        const json_t *one = json_array_get(list, i);
        for (same = 1; counted && json_is_string(one) && i + same < n &&
                       json_equal(one, json_array_get(list, i + same));)
            same++;
        buffer_add(b, "%s", i ? ", " : "");
        if (same > 1 && !strchr("0123456789", json_string_value(one)[0])) {
            buffer_add(b, "%zux %s", same, json_string_value(one));
        } else {
            same = 1;
            add_value(b, one);
        }
    }
    buffer_add(b, "]");
}

static void add_map(struct buffer *b, const json_t *map)
{
    const char *key, *gap = "";
    json_t *value;

    buffer_add(b, "{");
    json_object_foreach((json_t *)(uintptr_t)map, key, value)
    {
        buffer_add(b, "%s", gap);
        add_text(b, key);
        buffer_add(b, ": ");
        add_value(b, value);
        gap = ", ";
    }
    buffer_add(b, "}");
}

static void add_value(struct buffer *b, const json_t *v)
{
    if (json_is_array(v))
        add_list(b, v, true);
    else if (json_is_object(v))
        add_map(b, v);
    else if (json_is_integer(v))
        buffer_add(b, "%lld", (long long)json_integer_value(v));
    else if (json_is_boolean(v))
        buffer_add(b, "%s", json_is_true(v) ? "true" : "false");
    else
        add_text(b, json_is_string(v) ? json_string_value(v) : "none");
}

/* ---- a scenario ---- */

static void add_part(struct buffer *b, const json_t *scene, const char *key)
{
    const json_t *v = json_object_get(scene, key);

    if (!v || (json_is_object(v) && !json_object_size(v)) ||
        (json_is_string(v) && !strcmp(json_string_value(v), "start")))
        return;
    buffer_add(b, "    %s: ", key);
    if (!strcmp(key, "luck")) /* each line of it is one draw */
        add_list(b, v, false);
    else
        add_value(b, v);
    buffer_add(b, "\n");
}

/* A line for each thing, in an order that reads well. */
static void add_given(struct buffer *b, const json_t *given)
{
    const char *key;
    json_t *value;

    if (!json_object_size(given))
        return;
    buffer_add(b, "    given:\n");
    json_object_foreach((json_t *)(uintptr_t)given, key, value)
    {
        buffer_add(b, "      ");
        add_text(b, key);
        buffer_add(b, ": ");
        add_value(b, value);
        buffer_add(b, "\n");
    }
}

/* Picks of different seats that follow each other share a line. */
static size_t picks_of_line(const json_t *then, size_t i, json_t *line)
{
    for (; i < json_array_size(then); i++) {
        const json_t *one = json_array_get(then, i);
        const char *key = json_object_iter_key(json_object_iter((json_t *)(uintptr_t)one));
        if (!strcmp(key, "expect") || !strcmp(key, "offers") || json_object_get(line, key) ||
            (!strcmp(key, "pick") && json_object_size(line)))
            break;
        json_object_set(line, key, json_object_get(one, key));
    }
    return i;
}

static void add_line(struct buffer *b, const json_t *line)
{
    const char *key = json_object_iter_key(json_object_iter((json_t *)(uintptr_t)line));

    add_text(b, key);
    buffer_add(b, ": ");
    add_value(b, json_object_get(line, key));
}

static void add_then(struct buffer *b, const json_t *then)
{
    if (!then)
        return;
    buffer_add(b, "    then:\n");
    for (size_t i = 0, next; i < json_array_size(then); i = next) {
        json_t *line = json_object();
        next = picks_of_line(then, i, line);
        buffer_add(b, "      - ");
        if (next == i) {
            add_line(b, json_array_get(then, next++));
        } else if (json_object_size(line) == 1) {
            add_line(b, line);
        } else {
            add_value(b, line);
        }
        buffer_add(b, "\n");
        json_decref(line);
    }
}

char *written_line(const json_t *line)
{
    struct buffer b = {0};

    buffer_add(&b, "      - ");
    add_line(&b, line);
    buffer_add(&b, "\n");
    return buffer_take(&b);
}

char *written_entry(const char *name, const json_t *scene)
{
    struct buffer b = {0};

    buffer_add(&b, "  - name: ");
    add_text(&b, name);
    buffer_add(&b, "\n");
    if (json_array_size(json_object_get(scene, "seats")) > 1)
        add_part(&b, scene, "seats");
    add_part(&b, scene, "options");
    add_part(&b, scene, "cards");
    add_part(&b, scene, "starts");
    add_part(&b, scene, "at");
    add_given(&b, json_object_get(scene, "given"));
    add_part(&b, scene, "luck");
    add_then(&b, json_object_get(scene, "then"));
    return buffer_take(&b);
}

char *written_file(const char *ruleset, const char *const *scenario, int n)
{
    struct buffer b = {0};

    buffer_add(&b, "cantrip: 1\nruleset: %s\nscenarios:\n", ruleset);
    for (int i = 0; i < n; i++)
        buffer_add(&b, "%s%s", i ? "\n" : "", scenario[i]);
    return buffer_take(&b);
}
