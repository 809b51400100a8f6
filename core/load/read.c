/* read.c: small readers of nodes: flags, numbers, words of a closed list, names. */
#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

const struct node *node_nth(const struct node *n, size_t i)
{
    if (n && n->kind == NODE_LIST)
        return i < n->n ? n->item[i] : NULL;
    return i ? NULL : n;
}

const struct node *section(const struct loader *ld, const char *key)
{
    static const struct node none = {.kind = NODE_MAP};
    const struct node *map = node_get(ld->root, key);
    return map && map->kind == NODE_MAP ? map : &none;
}

void quiet_begin(struct loader *ld, struct arena *mem, struct quiet *q)
{
    *q = (struct quiet){.loud = ld->diags};
    arena_hold(mem, &q->h, &q->diags, diags_drop);
    ld->diags = &q->diags;
}

void quiet_end(struct loader *ld, struct arena *mem, struct quiet *q)
{
    ld->diags = q->loud;
    arena_release(mem, &q->h);
}

bool list_has(const struct node *list, const char *word)
{
    bool has = false;
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++)
        has |= node_is(list->item[i], word);
    return has;
}

bool node_any(const struct node *n, bool (*has)(const char *text, const char *word),
              const char *word)
{
    bool any = n->kind == NODE_SCALAR && has(n->text, word);
    for (size_t i = 0; i < n->n && !any; i++)
        any = (n->kind == NODE_MAP && has(n->key[i]->text, word)) ||
              node_any(n->item[i], has, word);
    return any;
}

bool read_is_map_or(struct loader *ld, const struct node *n, const char *what, const char *hint)
{
    if (n && n->kind == NODE_MAP)
        return true;
    if (n)
        SAY(ld, n, "TYPE-MAP", hint, "%s must be a map: {key: value}", what);
    return false;
}

bool read_is_map(struct loader *ld, const struct node *n, const char *what)
{
    return read_is_map_or(ld, n, what, NULL);
}

bool read_is_list_or(struct loader *ld, const struct node *n, const char *what, const char *map)
{
    if (n && n->kind == NODE_LIST)
        return true;
    if (n)
        SAY(ld, n, "TYPE-LIST", n->kind == NODE_MAP ? map : NULL, "%s must be a list: [a, b]",
            what);
    return false;
}

bool read_is_list(struct loader *ld, const struct node *n, const char *what)
{
    return read_is_list_or(ld, n, what, NULL);
}

const char *read_word(struct loader *ld, const struct node *n, const char *what)
{
    if (n && n->kind == NODE_SCALAR && n->len > 0 && !node_is_null(n))
        return text_line(ld, n) ? n->text : NULL;
    if (n)
        SAY(ld, n, "TYPE-WORD", NULL, "%s is needed here, a single word", what);
    return NULL;
}

/* Does the key set the type of something, or the form of a zone at the start? No scenario can
 * test these, so mutants leave them. */
static bool stays(const char *key)
{
    return is_among("is per set_of shuffled", key);
}

bool read_flag(struct loader *ld, const struct node *map, const char *key, bool otherwise)
{
    const struct node *n = node_get(map, key);
    bool got = otherwise;
    if (!stays(key))
        site_note(ld, SITE_FLAG, n, 0);
    if (n && !node_bool(n, &got))
        SAY(ld, n, "TYPE-FLAG", NULL, "'%s' must be true or false", key);
    return got;
}

int32_t read_int(struct loader *ld, const struct node *map, const char *key, int32_t otherwise,
                 int32_t min, int32_t max)
{
    const struct node *n = node_get(map, key);
    int64_t got;
    if (!n)
        return otherwise;
    site_note(ld, SITE_NUMBER, n, 0);
    if (!node_int(n, &got)) {
        SAY(ld, n, "TYPE-NUMBER", hint_braces(ld, n), "'%s' must be a whole number", key);
        return otherwise;
    }
    if (got < min || got > max) {
        SAY(ld, n, "VALUE-RANGE", NULL, "'%s' must be from %d to %d", key, (int)min, (int)max);
        return otherwise;
    }
    return (int32_t)got;
}

/* The single words. */
static const char **words_apart(struct loader *ld, const char *words, size_t *n)
{
    const char **id = arena_alloc(ld->mem, (strlen(words) / 2 + 1) * sizeof *id);
    *n = 0;
    for (char *p = arena_strdup(ld->mem, words); p; ++*n) {
        char *space = strchr(p, ' ');
        if (space)
            *space++ = '\0';
        id[*n] = p;
        p = space;
    }
    return id;
}

const char *enum_meant(struct loader *ld, const char *key, const char *words, const char *word)
{
    size_t n;
    const char **id = words_apart(ld, words, &n);
    int at = PLACE_OF(id, n, word);
    return at >= 0 ? id[at] : meant_value(key, word, id, n);
}

int read_enum(struct loader *ld, const struct node *map, const char *key, const char *words,
              int otherwise)
{
    size_t n = 0;
    const struct node *value = node_get(map, key);
    if (value && (value->kind != NODE_SCALAR || !value->len || node_is_null(value))) {
        SAY(ld, value, "TYPE-WORD", NULL, "'%s' must be one of %s", key, words);
        return otherwise;
    }
    const char *word = read_word(ld, value, words);
    if (!word)
        return otherwise;
    if (!stays(key))
        site_one_of(ld, value, words);
    const char **id = words_apart(ld, words, &n);
    int at = PLACE_OF(id, n, word);
    if (at >= 0)
        return at;
    const char *meant = meant_value(key, word, id, n);
    SAY(ld, value, "VALUE-UNKNOWN", meant ? hint_near(ld, meant) : hint_of(ld, word, id, n),
        "'%s' must be one of %s, not '%s'", key, words, word);
    return otherwise;
}

static const struct {
    const char *says, *unknown;
} kinds[] = {
    [NAME_OPTION] = {"an option", "OPTION-UNKNOWN"},
    [NAME_TRAIT] = {"a trait", "TRAIT-UNKNOWN"},
    [NAME_ZONE] = {"a zone", "ZONE-UNKNOWN"},
    [NAME_COUNTER] = {"a counter", "COUNTER-UNKNOWN"},
    [NAME_LET] = {"a let", "WORD-UNKNOWN"},
    [NAME_ACTION] = {"an action", "ACTION-UNKNOWN"},
    [NAME_PHASE] = {"a phase", "PHASE-UNKNOWN"},
    [NAME_CLASS] = {"a class", "CLASS-UNKNOWN"},
};

const char *name_kind_says(enum name_kind kind)
{
    return kinds[kind].says;
}

int read_name(struct loader *ld, const struct node *n, enum name_kind kind)
{
    const char *id = read_word(ld, n, kinds[kind].says);
    int index = id ? name_index(ld, id, kind) : -1;
    if (index >= 0)
        site_note(ld, SITE_NAME, n, (int)kind);
    if (index >= 0 || !id)
        return index;
    const struct name *name = name_find(ld, id);
    const char *hint = hint_near(ld, name_suggest(ld, id, 1u << kind));
    if (!name && kind == NAME_PHASE)
        n = list_blamed(ld, n, "phases", &hint);
    if (name)
        SAY(ld, n, kinds[kind].unknown, hint, "'%s' is %s, but %s is needed here", id,
            kinds[name->kind].says, kinds[kind].says);
    else
        SAY(ld, n, kinds[kind].unknown, hint, "'%s' is not %s of this ruleset", id,
            kinds[kind].says);
    return -1;
}

ref read_ref(struct loader *ld, const struct node *n, enum name_kind kind)
{
    int at = n ? read_name(ld, n, kind) : -1;
    return at < 0 ? REF_NONE : (ref)at;
}

const char *hint_of(const struct loader *ld, const char *word, const char *const *ids, size_t n)
{
    return hint_near(ld, near_word(ld, word, ids, n));
}

int read_text_word(struct loader *ld, const struct node *n)
{
    const char *id = read_word(ld, n, "a key of `words`");
    int at = id ? text_word_find(ld, id) : -1;
    if (id && at < 0)
        SAY(ld, n, "WORD-UNKNOWN", HINT_IN(ld, id, ld->words.v, ld->words.n),
            "`words` has no '%s'", id);
    return at;
}

ref read_lasts(struct loader *ld, const struct node *n)
{
    return node_is(n, "game") ? REF_NONE : read_ref(ld, n, NAME_PHASE);
}

struct scope scope_none(const struct loader *ld)
{
    return (struct scope){.you = ld->solo, .own_card = -1, .verb = -1};
}

struct scope scope_of_card(const struct loader *ld)
{
    struct scope sc = scope_none(ld);
    sc.you = sc.card[BOUND_THIS] = true;
    return sc;
}

struct scope scope_of_effect(const struct loader *ld)
{
    struct scope sc = scope_of_card(ld);
    sc.card[BOUND_HELPER] = sc.card[BOUND_TARGET] = true;
    sc.slots = BOUND_SLOTS;
    return sc;
}

struct scope scope_of_all(const struct loader *ld)
{
    struct scope sc = scope_none(ld);
    sc.you = sc.them = sc.seat = sc.number = sc.set = true;
    for (int i = 0; i < BOUND_COUNT; i++)
        sc.card[i] = i != BOUND_IT;
    return sc;
}

struct text text_or_none(struct loader *ld, const struct node *map, const char *key)
{
    const struct node *n = node_get(map, key);
    return n ? text_of(ld, n) : (struct text){{NULL}};
}

bool text_alone(const struct node *n)
{
    if (n->kind == NODE_SCALAR)
        return !node_is_null(n);
    for (size_t i = 0; i < n->n; i++)
        if (n->kind != NODE_MAP || key_row(AT_SAY, n->key[i]->text))
            return false;
    return n->kind == NODE_MAP && n->n > 0;
}

bool says_none(const struct node *map)
{
    const struct node *n = node_get(map, "says");
    return node_is(n, "none") && n->plain;
}

bool read_file(struct loader *ld, const struct node *n, const char *what, const char *ending,
               struct file_at *at)
{
    const char *name = read_word(ld, n, what);
    struct file_names near = {0};

    if (!name)
        return false;
    if (!file_name_ok(name))
        return SAY(ld, n, "FILE-NAME", NULL, "'%s' leads out of the game's folder", name);
    struct file_at found = file_at(ld->mem, node_dir(ld->mem, n), name);
    enum file_kind kind = file_kind(&found);
    if (kind == FILE_IS_FILE) {
        *at = found;
        return true;
    }
    file_names_add(ld->mem, &near, found.dir, ending);
    return SAY(ld, n, kind == FILE_IS_MISSING ? "FILE-MISSING" : "FILE-KIND",
               hint_of(ld, name, near.v, near.n),
               kind == FILE_IS_MISSING ? "there is no file '%s' beside the ruleset"
                                       : "'%s' is a link or a folder: a file is needed",
               name);
}

enum { ICON_MOST = 3 }; /* characters */

void icon_read(struct loader *ld, const struct node *map, struct named *named)
{
    static const char what[] = "a letter, a sign or an SVG file";
    const struct node *n = node_get(map, "icon");
    const char *text = read_word(ld, n, what), *dot = text ? strrchr(text, '.') : NULL;
    struct file_at at;
    int characters = 0;

    if (dot > text && !strcmp(dot, ".svg")) {
        if (!read_file(ld, n, what, ".svg", &at))
            return;
        named->icon_in = at.dir;
    }
    for (const char *s = text; s && *s; s++)
        characters += (*s & 0xc0) != 0x80;
    if (!named->icon_in && characters > ICON_MOST)
        SAY(ld, n, "VALUE-RANGE", "for example '★', or a file: 'star.svg'",
            "an icon has at most %d characters, or is an SVG file", ICON_MOST);
    else
        named->icon = text;
}

void says_or_none(struct loader *ld, const struct node *map, struct named *named)
{
    named->untold = says_none(map);
    if (!named->untold)
        named->says = text_or_none(ld, map, "says");
    named->means = text_or_none(ld, map, "means");
    icon_read(ld, map, named);
}
