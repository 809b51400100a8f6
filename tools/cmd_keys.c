/* cmd_keys.c - `cantrip keys`: what may be written where, from the loader's own table. */
#include "common.h"

#include "base/suggest.h"
#include "load/keys.h"
#include "tools/screen/table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[] = {
    [KT_TEXT] = "text",      [KT_FLAG] = "true",         [KT_NUMBER] = "number",
    [KT_WORD] = "word",      [KT_WORDS] = "words",       [KT_FORMULA] = "formula",
    [KT_COND] = "condition", [KT_SELECTOR] = "selector", [KT_CARDS] = "cards",
    [KT_SEATS] = "seats",    [KT_SEAT] = "seat",         [KT_ZONE] = "zone",
    [KT_STEPS] = "[step]",   [KT_PHASES] = "[phase]",    [KT_EFFECTS] = "[effect]",
    [KT_MAP] = "{…}",        [KT_LIST] = "[…]",          [KT_ANY] = "any",
};

static bool is_place(enum key_place at, const char *what)
{
    return strcmp(load_places[at].name, what) == 0;
}

/* Is it a key of this place, or so named? */
static bool of_place(const struct key *k, const char *what)
{
    return is_place(k->at, what);
}
static bool so_named(const struct key *k, const char *what)
{
    return strcmp(k->key, what) == 0;
}

/* "up | down", "NAME: zone", "formula". */
static void add_value(struct table *t, const struct key *k)
{
    enum key_place inside = AT_PLACES;
    enum key_nest nest = keys_nest(k, &inside);
    const char *in = nest == NEST_NONE ? "" : load_places[inside].name;
    char words[200] = "";
    size_t n = 0;

    for (const char *p = k->words ? k->words : ""; *p && n + 4 < sizeof words; p++)
        n += (size_t)snprintf(words + n, sizeof words - n, *p == ' ' ? " | " : "%c", *p);
    if (*words)
        table_add(t, words);
    else if (nest == NEST_NAMES)
        table_addf(t, "{NAME: %s}", in);
    else if (nest == NEST_LIST)
        table_addf(t, "[%s]", in);
    else if (nest == NEST_MAP && k->type != KT_MAP)
        table_addf(t, "%s or {%s}", type_names[k->type], in);
    else if (nest == NEST_MAP)
        table_addf(t, "{%s}", in);
    else
        table_add(t, type_names[k->type]);
}

/* Those that `fit`; `first` is the name of the first column. */
static bool print_table(const char *what, bool (*fit)(const struct key *, const char *),
                        const char *first)
{
    const char *const heads[] = {first, "key", "value", "", "what"};
    struct table t = {.columns = 5};

    for (int i = 0; i < 5; i++)
        table_add(&t, heads[i]);
    for (size_t i = 0; i < load_nkeys; i++) {
        const struct key *k = &load_keys[i];
        if (!fit(k, what))
            continue;
        table_add(&t, *first ? load_places[k->at].name : "");
        table_add(&t, k->key);
        add_value(&t, k);
        table_add(&t, k->needed ? "needed" : "");
        table_add(&t, k->says);
    }
    bool any = t.n > 5;
    if (any)
        table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
    return any;
}

/* Where a place is found, and what else may be a key there. */
static bool print_place(const char *what)
{
    for (int at = 0; at < AT_PLACES; at++) {
        unsigned names = keys_names((enum key_place)at);
        if (!is_place((enum key_place)at, what))
            continue;
        printf("%s%s%s%s%s\n\n", load_places[at].says, names ? "; " : "",
               names >> NAME_TRAIT & 1 ? "the traits of the ruleset" : "",
               names >> NAME_TRAIT & 1 && names >> NAME_COUNTER & 1 ? " and " : "",
               names >> NAME_COUNTER & 1 ? "its counters" : "");
        print_table(what, of_place, "");
        return true;
    }
    return false;
}

static void print_key(const char *what, bool also)
{
    bool any = false;

    for (size_t i = 0; i < load_nkeys; i++)
        any |= so_named(&load_keys[i], what);
    if (any && also)
        printf("\nAs a key:\n");
    if (any)
        print_table(what, so_named, "in");
}

static void print_places(void)
{
    struct table t = {.columns = 2};

    table_add(&t, "place");
    table_add(&t, "where it is written");
    for (int at = 0; at < AT_PLACES; at++) {
        table_add(&t, load_places[at].name);
        table_add(&t, load_places[at].says);
    }
    table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
    puts("\ncantrip keys PLACE lists its keys, cantrip keys KEY the places of a key.");
}

static void print_json(const char *what)
{
    json_t *list = json_array();

    for (size_t i = 0; i < load_nkeys; i++) {
        const struct key *k = &load_keys[i];
        enum key_place inside;
        if (what && !of_place(k, what) && !so_named(k, what))
            continue;
        json_t *o = json_pack("{s: s, s: s, s: s, s: b, s: s}", "place",
                              load_places[k->at].name, "key", k->key, "type",
                              type_names[k->type], "needed", k->needed, "says", k->says);
        if (k->words)
            json_object_set_new(o, "words", json_string(k->words));
        if (keys_nest(k, &inside) != NEST_NONE)
            json_object_set_new(o, "inside", json_string(load_places[inside].name));
        json_array_append_new(list, o);
    }
    json_dumpf(list, stdout, JSON_INDENT(2));
    puts("");
    json_decref(list);
}

/* False after a message. */
static bool known(const char *what)
{
    const char **ids = malloc((AT_PLACES + load_nkeys) * sizeof *ids);
    int n = 0;
    bool found = false;

    if (!ids)
        return false;
    for (int at = 0; at < AT_PLACES; at++)
        ids[n++] = load_places[at].name;
    for (size_t i = 0; i < load_nkeys; i++)
        ids[n++] = load_keys[i].key;
    for (int i = 0; i < n && !found; i++)
        found = strcmp(ids[i], what) == 0;
    if (!found)
        complain_near(what, ids, n, "keys: '%s' is no place and no key", what);
    free(ids);
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
    } else {
        print_places();
    }
    return EXIT_OK;
}

int cmd_keys(int argc, char **argv)
{
    bool json = false;
    const struct flag flags[] = {{"json", FLAG_SET, &json, NULL, "for programs", 0, 0, NULL}};
    const struct usage usage = {
        "keys",
        flags,
        1,
        NULL,
        "cantrip keys\ncantrip keys zone\ncantrip keys choose\ncantrip keys lasts",
        0,
        1};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    if (rc < 0)
        rc = keys(rest.n ? rest.v[0] : NULL, json);
    args_free(&rest);
    return rc;
}
