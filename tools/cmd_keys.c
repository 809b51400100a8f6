/* cmd_keys.c - `cantrip keys`: what may be written where, from the loader's own table. */
#include "guide.h"

#include "tools/jsontext.h"
#include "tools/screen/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Is it a key of this place, or a key with this name? */
static bool of_place(const struct ct_key *k, const char *what)
{
    return strcmp(k->place, what) == 0;
}
static bool so_named(const struct ct_key *k, const char *what)
{
    return strcmp(k->key, what) == 0;
}

/* What the key's value may be: "up | down", "{NAME: zone}", "formula"; `room` bytes at `to`. */
static const char *value_of(const struct ct_key *k, char *to, size_t room)
{
    size_t n = 0;

    *to = '\0';
    for (const char *p = k->words ? k->words : ""; *p && n + 4 < room; p++)
        n += (size_t)snprintf(to + n, room - n, *p == ' ' ? " | " : "%c", *p);
    if (*to)
        return to;
    if (k->nests == CT_NAMED_INSIDE)
        snprintf(to, room, "{NAME: %s}", k->inside);
    else if (k->nests == CT_LISTED_INSIDE)
        snprintf(to, room, "[%s]", k->inside);
    else if (k->nests == CT_ONE_INSIDE && !k->map)
        snprintf(to, room, "%s or {%s}", k->value, k->inside);
    else if (k->nests == CT_ONE_INSIDE)
        snprintf(to, room, "{%s}", k->inside);
    else
        snprintf(to, room, "%s", k->value);
    return to;
}

/* Prints the keys that `fit`. `first` heads the first column. */
static bool print_table(const char *what, bool (*fit)(const struct ct_key *, const char *),
                        const char *first)
{
    struct table t = {.wrap = true};
    struct ct_key k;
    char value[200];

    table_heads(&t, first);
    table_heads(&t, "key|value||what");
    for (int i = 0; ct_get_key(i, &k); i++) {
        if (!fit(&k, what))
            continue;
        table_addf(&t, "%s|%s|%s|%s|%s", *first ? k.place : "", k.key,
                   value_of(&k, value, sizeof value), k.needed ? "needed" : "", k.says);
    }
    bool any = t.n > 5;
    if (any)
        table_show(&t);
    return any;
}

/* Where this place is written, and what else may be a key there. */
static bool print_place(const char *what)
{
    struct ct_key_place at;

    for (int i = 0; ct_get_key_place(i, &at); i++) {
        if (strcmp(at.name, what) != 0)
            continue;
        printf("%s%s%s%s%s\n\n", at.says, at.traits || at.counters ? "; " : "",
               at.traits ? "the traits of the ruleset" : "",
               at.traits && at.counters ? " and " : "", at.counters ? "its counters" : "");
        print_table(what, of_place, "");
        return true;
    }
    return false;
}

static void print_key(const char *what, bool also)
{
    struct ct_key k;
    bool any = false;

    for (int i = 0; ct_get_key(i, &k); i++)
        any |= so_named(&k, what);
    if (any && also)
        printf("\nAs a key:\n");
    if (any)
        print_table(what, so_named, "in");
}

static void print_places(void)
{
    struct table t = {.wrap = true};
    struct ct_key_place at;

    table_heads(&t, "place|where it is written");
    for (int i = 0; ct_get_key_place(i, &at); i++)
        table_addf(&t, "%s|%s", at.name, at.says);
    table_show(&t);
    puts("\ncantrip keys PLACE lists its keys, cantrip keys KEY the places of a key.");
}

static void print_json(const char *what)
{
    json_t *list = json_array();
    struct ct_key k;
    char value[200];

    for (int i = 0; ct_get_key(i, &k); i++) {
        if (what && !of_place(&k, what) && !so_named(&k, what))
            continue;
        json_t *o =
            json_pack("{s: s, s: s, s: s, s: s, s: b, s: s}", "place", k.place, "key", k.key,
                      "type", k.value, "value", value_of(&k, value, sizeof value), "needed",
                      k.needed, "says", k.says);
        if (k.words)
            json_object_set_new(o, "words", json_string(k.words));
        if (k.inside)
            json_object_set_new(o, "inside", json_string(k.inside));
        json_array_append_new(list, o);
    }
    json_print(list, 2);
}

/* False after a message. */
static bool known(const char *what)
{
    struct list names = {0};
    struct ct_key_place at;
    struct ct_key k;
    bool found = false;

    for (int i = 0; ct_get_key_place(i, &at); i++)
        list_add(&names, at.name);
    for (int i = 0; ct_get_key(i, &k); i++)
        list_add(&names, k.key);
    for (int i = 0; i < names.n && !found; i++)
        found = strcmp(names.v[i], what) == 0;
    if (!found)
        complain_near(what, names.v, names.n, "keys: there is no place or key '%s'", what);
    args_free(&names);
    return found;
}

static int keys(const char *what, bool json)
{
    if (what && !known(what))
        return EXIT_USAGE;
    if (json) {
        print_json(what);
    } else if (what) {
        print_key(what, print_place(what));
        guide_name_pages(what);
    } else {
        print_places();
    }
    return EXIT_OK;
}

int cmd_keys(int argc, char **argv)
{
    bool json = false;
    const struct flag flags[] = {JSON_FLAG(&json)};
    const struct usage usage =
        USAGE("keys", flags, 0, 1, NULL,
              "cantrip keys\ncantrip keys zone\ncantrip keys choose\ncantrip keys lasts");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    if (rc < 0)
        rc = keys(rest.n ? rest.v[0] : NULL, json);
    args_free(&rest);
    return rc;
}
