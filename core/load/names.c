/* names.c: the name space of a ruleset, and names outside it: verbs, words, kinds.
 *
 * Names are collected before anything is compiled, so that any place may use any name. A name's
 * index is its place in its map, even if the entry has errors.
 */
#include <string.h>

#include "load/parts.h"

bool name_syntax(const char *id)
{
    size_t n = strspn(id, NAME_CHARS);
    return *id >= 'a' && *id <= 'z' && n <= CAP_NAME && !id[n];
}

bool scripts_name(const struct loader *ld, const char *word, bool dashes)
{
    for (int i = 0; i < ld->def->nscripts; i++)
        if (text_names(ld->def->scripts[i].text, word, dashes))
            return true;
    return false;
}

static bool syntax_check(struct loader *ld, const struct node *key)
{
    if (name_syntax(key->text))
        return true;
    ld->misspelt = true;
    return SAY(ld, key, "NAME-SYNTAX",
               "use small letters, digits and _, at most 64, with a letter first",
               "'%s' is not a valid name", key->text);
}

static void say_reserved(struct loader *ld, const struct node *key, const char *what)
{
    SAY(ld, key, "NAME-RESERVED", NULL, "'%s' is a word of the language and cannot name %s",
        key->text, what);
}

const char *place_said(struct loader *ld, const struct node *n)
{
    return arena_printf(ld->mem, "%s:%d", n->src ? n->src->path : "?", n->line);
}

static void say_taken(struct loader *ld, const struct node *key, const struct node *other,
                      const char *why, const char *what)
{
    SAY(ld, key, "NAME-TAKEN",
        arena_printf(ld->mem, "%sthe other stands in %s", why, place_said(ld, other)),
        "'%s' is already %s", key->text, what);
}

bool action_name_fits(struct loader *ld, const struct node *key)
{
    const struct name *old = name_find(ld, key->text);
    if (!syntax_check(ld, key))
        return false;
    if (name_reserved(key->text))
        say_reserved(ld, key, name_kind_says(NAME_ACTION));
    else if (old && old->kind == NAME_ACTION)
        say_taken(ld, key, old->node, "", "an action");
    else
        return true;
    return false;
}

/* Traits and counters are keys of selectors; also a trait is a key of cards, a counter of `add`. */
static bool is_key(enum name_kind kind, const char *id)
{
    bool selects = kind == NAME_TRAIT || kind == NAME_COUNTER;
    return (selects && key_row(AT_SELECTOR, id)) ||
           (kind == NAME_TRAIT && key_row(AT_CARD, id)) ||
           (kind == NAME_TRAIT && key_row(AT_HOLD, id)) ||
           (kind == NAME_COUNTER && key_row(AT_ADD, id));
}

/* NODE is the declaration; for a `let` its formula. */
static void name_add(struct loader *ld, const struct node *key, enum name_kind kind,
                     size_t index, const struct node *node)
{
    const struct name *old = name_find(ld, key->text);
    old = old && strcmp(old->id, key->text) == 0 ? old : NULL;
    syntax_check(ld, key);
    if (is_key(kind, key->text) || (kind != NAME_CLASS && name_reserved(key->text)))
        say_reserved(ld, key, name_kind_says(kind));
    if (old && old->kind == NAME_ZONE && kind == NAME_PHASE)
        return; /* phase_find finds it; where both are possible, expr_name decides */
    if (old) {
        say_taken(ld, key, old->node, "these share their names; ", name_kind_says(old->kind));
        ld->names.v[old - ld->names.v].twice = true;
        return;
    }
    struct name name = {key->text, kind, (uint16_t)index, node, false};
    TABLE_ADD(ld, names, name);
}

void counter_declare(struct loader *ld, const struct node *key, const struct node *node)
{
    name_add(ld, key, NAME_COUNTER, ld->counters.n, node);
}

/* The names in a section: as many as there may be. */
static size_t names_in(struct loader *ld, const char *key, size_t max)
{
    const struct node *map = node_get(ld->root, key);
    if (!read_is_map(ld, map, key))
        return 0;
    if (map->n <= max)
        return map->n;
    SAY(ld, map, "LIMIT-NAMES", NULL, "'%s' has %zu entries; %zu are possible", key, map->n,
        max);
    return 0;
}

static void collect(struct loader *ld, const char *key, enum name_kind kind, size_t max)
{
    const struct node *map = section(ld, key);
    for (size_t i = 0, n = names_in(ld, key, max); i < n; i++)
        name_add(ld, map->key[i], kind, i, map->item[i]);
}

static void collect_phases(struct loader *ld, const struct node *list)
{
    static const char *const inner[] = {"phases", "between", "else"};
    if (!list || list->kind != NODE_LIST)
        return;
    for (size_t i = 0; i < list->n; i++) {
        const struct node *phase = list->item[i], *name;
        if (node_get(phase, "phases"))
            keys_check(ld, phase, AT_PHASE);
        name = node_get(phase, "name");
        const char *id = read_word(ld, name, "the name of a phase");
        int old = id ? phase_find(ld, id) : 0;
        if (id && old < 0) {
            ld->here = name;
            struct named named = {.id = id, .node = name};
            says_or_none(ld, phase, &named);
            name_add(ld, name, NAME_PHASE, ld->phase_names.n, phase);
            TABLE_ADD(ld, phase_names, named);
        } else if (id && node_get(phase, "says")) {
            says_or_none(ld, phase, &ld->phase_names.v[old]);
        }
        for (size_t k = 0; k < 3; k++)
            collect_phases(ld, node_get(phase, inner[k]));
    }
}

static void collect_classes(struct loader *ld)
{
    const struct node *order = node_get(ld->root, "resolution");
    for (size_t i = 0; order && order->kind == NODE_LIST && i < order->n; i++) {
        const struct node *list = node_get(order->item[i], "class");
        if (!read_is_list(ld, list, "class"))
            continue;
        for (size_t k = 0; k < list->n; k++) {
            const char *id = read_word(ld, list->item[k], "a class");
            if (!id)
                continue;
            ld->here = list->item[k];
            struct named named = {.id = id, .node = list->item[k]};
            name_add(ld, list->item[k], NAME_CLASS, ld->classes.n, list->item[k]);
            TABLE_ADD(ld, classes, named);
        }
    }
}

static void collect_kinds(struct loader *ld)
{
    const struct node *map = section(ld, "seats");
    for (size_t i = 0, n = names_in(ld, "seats", CAP_kinds); i < n; i++) {
        const struct node *key = map->key[i];
        const struct name *old = name_find(ld, key->text);
        struct named named = {.id = key->text, .node = key};
        says_or_none(ld, map->item[i], &named);
        syntax_check(ld, key);
        if (name_reserved(key->text))
            say_reserved(ld, key, "a kind of seat");
        if (old)
            say_taken(ld, key, old->node, "these share their names; ",
                      name_kind_says(old->kind));
        TABLE_ADD(ld, kind_names, named);
    }
}

static void collect_words(struct loader *ld)
{
    const struct node *map = section(ld, "words");
    for (size_t i = 0, n = names_in(ld, "words", CAP_words); i < n; i++) {
        struct named named = {
            .id = map->key[i]->text, .says = text_of(ld, map->item[i]), .node = map->key[i]};
        syntax_check(ld, map->key[i]);
        TABLE_ADD(ld, words, named);
    }
}

static void collect_callable(struct loader *ld, const struct node *key, struct node *node,
                             bool step)
{
    const char *id = key->text;
    struct verb_build verb = {.info.name = {.id = id, .node = key}, .node = node, .step = step};
    int old = step ? verb_find(ld, id) : -1;
    syntax_check(ld, key);
    if (key_row(AT_STEP, id) || key_row(AT_ENTRY, id) || key_row(AT_WATCH, id) ||
        key_row(AT_DO, id) || key_row(AT_EACH, id) || (step && key_row(AT_PHASE, id)))
        say_reserved(ld, key, step ? "a step" : "a verb");
    if (old >= 0)
        say_taken(ld, key, ld->verbs.v[old].info.name.node, "both may stand among steps; ",
                  "a verb");
    TABLE_ADD(ld, verbs, verb);
}

/* Steps come after the verbs. Phases inside them have names, too. */
static void collect_callables(struct loader *ld, const char *key, bool step)
{
    const struct node *map = section(ld, key);
    for (size_t i = 0, n = names_in(ld, key, CAP_verbs); i < n; i++) {
        collect_callable(ld, map->key[i], map->item[i], step);
        if (step)
            collect_phases(ld, node_get(map->item[i], "phases"));
    }
}

void names_collect(struct loader *ld)
{
    collect(ld, "options", NAME_OPTION, CAP_options);
    collect(ld, "traits", NAME_TRAIT, CAP_traits);
    collect(ld, "zones", NAME_ZONE, CAP_zones);
    collect(ld, "counters", NAME_COUNTER, CAP_counters);
    collect(ld, "let", NAME_LET, CAP_LETS);
    collect(ld, "actions", NAME_ACTION, CAP_LETS);
    collect_words(ld);
    collect_phases(ld, node_get(ld->root, "phases"));
    collect_classes(ld);
    collect_kinds(ld);
    collect_callables(ld, "verbs", false);
    collect_callables(ld, "steps", true);
    ld->field = node_get(ld->root, "field");
    if (read_is_map(ld, ld->field, "field"))
        keys_check(ld, ld->field, AT_FIELD);
    else
        ld->field = NULL;
}
