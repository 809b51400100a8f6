/* keys.c: the table of keys, and the check of every map of a game's files. */
#include "load/keys.h"

#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

#define MAP_OF(at)   NEST_MAP, AT_##at
#define NAMES_OF(at) NEST_NAMES, AT_##at
#define LIST_OF(at)  NEST_LIST, AT_##at
#define NONE         NEST_NONE, AT_PLACES
const struct key load_keys[] = {
#define K(at, key, type, needed, holds, words, says)                                           \
    {AT_##at, #key, KT_##type, needed, words, says, holds},
#define EVENT(id, key, names, type, words, says) K(WHEN, key, type, false, NONE, words, says)
#define STEP(id, name, run, load, say, beside, says)                                           \
    K(STEP, name, MAP, false, MAP_OF(id), NULL, says)
#define WORD_STEP(id, name, run, load, say, beside, says)                                      \
    K(STEP, name, WORD, false, NONE, NULL, says)
#define TEXT_STEP(id, name, run, load, say, beside, says)                                      \
    K(STEP, name, TEXT, false, MAP_OF(id), NULL, says)
#define KEY(id, key, type, needed, field, words, says)                                         \
    K(id, key, type, needed, NONE, words, says)
#define KEY_OF(at, key, type, needed, holds, words, says)                                      \
    {AT_##at, #key, KT_##type, needed, words, says, holds},
#define SEAT_KEY(id, key, type, beside, says) K(SEATS, key, type, false, NONE, NULL, says)
#define SEAT_BESIDE(key, type, says)          K(SEATS, key, type, false, NONE, NULL, says)
#include "load/keys.def"
};
const size_t load_nkeys = sizeof load_keys / sizeof *load_keys;

const struct key_where load_places[AT_PLACES] = {
#define PLACE(id, name, says) {#name, says},
#define WORD_STEP(...)
#define STEP(id, name, run, load, say, beside, says) {#name, #name ":" beside},
#include "load/keys.def"
};

/* Is the place the map of a step? */
static const bool of_step[AT_PLACES] = {
#define PLACE(...)
#define WORD_STEP(...)
#define STEP(id, ...) [AT_##id] = true,
#include "load/keys.def"
};

unsigned keys_names(enum key_place at)
{
    switch (at) {
    case AT_CARD:
    case AT_HOLD: return 1u << NAME_TRAIT;
    case AT_CHOSEN:
    case AT_SLOT:
    case AT_SELECTOR: return 1u << NAME_TRAIT | 1u << NAME_COUNTER;
    case AT_ADD:
    case AT_SET: return 1u << NAME_COUNTER;
    case AT_SPEND: return 1u << NAME_LET;
    default: return 0;
    }
}

const struct key *key_row(enum key_place at, const char *key)
{
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at && strcmp(load_keys[i].key, key) == 0)
            return &load_keys[i];
    return NULL;
}

static bool own_field(enum key_place at, const char *key)
{
    return (at == AT_RULESET || at == AT_CARD_FILE || at == AT_CARD) &&
           strncmp(key, "x-", 2) == 0;
}

static bool may_stand(const struct loader *ld, const char *key, enum key_place at)
{
    if (key_row(at, key) || own_field(at, key) ||
        ((at == AT_HOLD || at == AT_CHOSEN || at == AT_SLOT) && key_row(AT_SELECTOR, key)))
        return true;
    const struct name *name = name_find(ld, key);
    bool sum = name && name->kind == NAME_LET && byword_words(ld, key);
    return name &&
           ((keys_names(at) >> name->kind & 1u) || (sum && (at == AT_ADD || at == AT_SET)));
}

const char *hint_comma(const char *key)
{
    int open = 0;

    for (; *key && open >= 0; key++)
        open += (*key == '(') - (*key == ')');
    return open ? "put the formula in quotes, because a comma ends a value in { }" : NULL;
}

/* A hint for `left.gold: 1` in `add` and `set`: the seat is written beside it. NULL: another
 * key. */
static const char *hint_whose(const struct loader *ld, const char *key)
{
    const char *dot = strrchr(key, '.');
    const struct name *name = dot ? name_find(ld, dot + 1) : NULL;

    if (!name || name->kind != NAME_COUNTER || ld->counters.v[name->index].per == PER_GAME)
        return NULL;
    return arena_printf(ld->mem, "write '%s: %.*s, %s: …'",
                        ld->counters.v[name->index].per == PER_CARD ? "cards" : "who",
                        (int)(dot - key), key, dot + 1);
}

/* Explains an unknown key that is neither misspelt nor from another system. NULL: no idea. */
static const char *hint_special(const struct loader *ld, const char *key, enum key_place at)
{
    const char *comma = hint_comma(key);

    if (!comma && of_step[at] && key_row(AT_DO, key))
        return arena_printf(ld->mem, "write it beside the step: {%s: {…}, %s: …}",
                            load_places[at].name, key);
    if (!comma && at == AT_SETS && key_row(AT_SELECTOR, key))
        return "write it inside 'sets: {…}'";
    if (!comma && (at == AT_CARD_FILE || at == AT_SHARED) && key_row(AT_RULESET, key))
        return arena_printf(ld->mem, "'%s' belongs in ruleset.yaml", key);
    if ((at == AT_RULESET || at == AT_CARD_FILE) && node_get(node_get(ld->root, "traits"), key))
        return arena_printf(ld->mem, "it is a trait. Write '%s' in a card", key);
    if (comma || at == AT_ADD || at == AT_SET)
        return comma ? comma : hint_whose(ld, key);
    return at == AT_ENTRY && strcmp(key, "else") == 0 ? HINT_ELSE : NULL;
}

const char *keys_unknown(struct loader *ld, const struct node *key, enum key_place at,
                         enum key_place also)
{
    const char *near = name_suggest(ld, key->text, keys_names(at) | keys_names(also));
    const char *meant = meant_hint(ld, key->text, at, also, &near);
    const char *hint = hint_special(ld, key->text, at);
    bool counter = (at == AT_ADD || at == AT_SET) && !name_find(ld, key->text) &&
                   !key_row(AT_DO, key->text);

    hint = hint ? hint : meant;
    if (!hint && at == AT_CARD)
        hint =
            "declare it in the ruleset's 'traits'. For a note of your own, begin it with 'x-'";
    if (!hint && counter)
        hint = hint_key(ld, key->text, ld->byword);
    if (!hint && counter)
        hint = "declare it in the ruleset's 'counters'";
    if ((at == AT_CARD_FILE || at == AT_SHARED) && key_row(AT_RULESET, key->text))
        near = NULL;
    SAY(ld, key, "KEY-UNKNOWN", hint, counter ? "there is no counter '%s'" : "unknown key '%s'",
        key->text);
    return near;
}

bool keys_check(struct loader *ld, const struct node *map, enum key_place at)
{
    bool ok = true;
    if (!map || map->kind != NODE_MAP)
        return true;
    site_note(ld, SITE_KEYS, map, (int)at);
    for (size_t i = 0; i < map->n; i++)
        if (!may_stand(ld, map->key[i]->text, at)) {
            const struct node *key = map->key[i];
            const char *near = keys_unknown(ld, key, at, at);
            const struct key *row = near ? key_row(at, near) : NULL;
            /* would other errors follow if it were missing? */
            bool missed = row && (row->needed || at == AT_RULESET || at == AT_PHASE ||
                                  strcmp(near, "class") == 0);
            if (missed && !node_get(map, near))
                map->key[i] = node_word_at(ld->mem, key, near);
            ok = false;
        }
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at && load_keys[i].needed && !node_get(map, load_keys[i].key)) {
            const char *says = load_keys[i].says;
            SAY(ld, map, "KEY-MISSING",
                says ? arena_printf(ld->mem, "%s: %s", load_keys[i].key, says) : NULL,
                "the key '%s' is missing", load_keys[i].key);
            ok = false;
        }
    return ok;
}

void keys_refuse(struct loader *ld, const struct node *map, const char *keys, const char *hint,
                 const char *why)
{
    for (const char *at = keys; *at; at += strspn(at, " ")) {
        const char *key = arena_strndup(ld->mem, at, strcspn(at, " "));
        const struct node *n = node_get(map, key);
        if (n)
            SAY(ld, n, "KEY-CONFLICT", hint, why, key);
        at += strlen(key);
    }
}

/* Does KEY hold a map with names of the game? */
static bool holds_names(enum key_place at, const char *key)
{
    const struct key *row = key_row(at, key);
    return row && (row->type == KT_MAP || row->nest == NEST_NAMES);
}

/* The end of the keys after I that probably belong into I but are not indented. */
static size_t unindented_end(const struct node *root, size_t i, enum key_place at)
{
    const struct node *value = root->item[i];
    size_t end = i + 1;

    if (!node_is_null(value) || value->len || !holds_names(at, root->key[i]->text))
        return end;
    while (end < root->n && !key_row(at, root->key[end]->text) &&
           !own_field(at, root->key[end]->text))
        end++;
    return end;
}

/* The index in the value of key I where a key of the file begins that is indented too far; the
 * end: none. */
static size_t indented_end(const struct node *root, size_t i, enum key_place at)
{
    const struct node *value = root->item[i];
    size_t k = 0;

    if (value->kind != NODE_MAP || !holds_names(at, root->key[i]->text))
        return value->n;
    while (k < value->n && (!node_is_null(value->item[k]) || value->item[k]->len ||
                            !holds_names(at, value->key[k]->text)))
        k++;
    return k;
}

/* Splits the value of key I before such a key and what follows. */
static void put_apart(struct loader *ld, struct node *all, const struct node *root, size_t i,
                      size_t end)
{
    const struct node *value = root->item[i];
    struct node *key = value->key[end];
    struct node *part[2];

    SAY(ld, key, "KEY-INDENT", arena_printf(ld->mem, "indent it like '%s'", root->key[i]->text),
        "'%s' belongs in '%s', not beside it", key->text, root->key[i]->text);
    for (int p = 0; p < 2; p++)
        part[p] = node_map_at(ld->mem, value);
    for (size_t k = 0; k < value->n; k++)
        if (k != end)
            node_map_add(ld->mem, part[k > end], value->key[k], value->item[k]);
    node_map_add(ld->mem, all, root->key[i], part[0]);
    node_map_add(ld->mem, all, key, part[1]);
}

struct node *keys_adopt(struct loader *ld, struct node *root, enum key_place at)
{
    struct node *all = node_map_at(ld->mem, root);

    for (size_t i = 0, end; i < root->n; i = end) {
        struct node *value = root->item[i];
        end = unindented_end(root, i, at);
        if (end > i + 1) {
            const struct node *first = root->key[i + 1];
            SAY(ld, first, "KEY-INDENT", "indent the lines that belong to it",
                "'%s' belongs beside '%s', not in it", first->text, root->key[i]->text);
            value = node_map_at(ld->mem, first);
        }
        for (size_t k = i + 1; k < end; k++)
            node_map_add(ld->mem, value, root->key[k], root->item[k]);
        size_t inner = indented_end(root, i, at);
        if (inner < root->item[i]->n)
            put_apart(ld, all, root, i, inner);
        else
            node_map_add(ld->mem, all, root->key[i], value);
    }
    return all->n != root->n ? all : root;
}
