/* lang.c: adds texts of another language to a part of a ruleset or to a card.
 *
 * It walks both together, key by key. A text becomes {own: …, LL: …} with the place of each, as
 * if it had been written so. It never changes a node that was read, as parts of a tree may be
 * shared.
 */
#include "load/lang.h"

#include <string.h>

#include "load/parts.h"

/* ---- where texts are ---- */

/* Keys whose value is a text. */
static const char *const text_keys[] = {
    [IN_RULESET] = "title",    [IN_CARD] = "name notes art", [IN_ABOUT] = "line",
    [IN_ENTRY] = "says means", [IN_PART] = "says means",
};

static const struct {
    enum lang_at at;
    const char *key;
    enum lang_at inside;
} kinds[] = {{IN_RULESET, "words", IN_WORDS},
             {IN_RULESET, "about", IN_ABOUT},
             {IN_RULESET, "players", IN_PLAYERS},
             {IN_PLAYERS, "names", IN_TEXTS}};

/* The kind of a key's value. */
static enum lang_at inside(enum lang_at at, const char *key)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].at == at && strcmp(kinds[i].key, key) == 0)
            return kinds[i].inside;
    const struct key *row = at == IN_RULESET ? key_row(AT_RULESET, key)
                            : at == IN_PART  ? key_row(AT_TRAIT, key)
                                             : NULL;
    return row && row->nest == NEST_NAMES ? IN_NAMES : IN_PART;
}

/* Is it a text, in one language or several, and not `says: none`? */
static bool is_text(const struct node *n)
{
    if (n->kind == NODE_SCALAR)
        return !node_is_null(n) && !(n->plain && strcmp(n->text, "none") == 0);
    for (size_t i = 0; i < n->n; i++)
        if (n->item[i]->kind != NODE_SCALAR)
            return false;
    return n->kind == NODE_MAP && n->n > 0;
}

/* Is the value of the key a text? In an entry of a list, `say` may be a text alone. */
static bool text_of_key(enum lang_at at, const char *key, const struct node *n)
{
    bool say = at == IN_ENTRY && strcmp(key, "say") == 0 && text_alone(n),
         usual = at == IN_WORDS || (text_keys[at] && is_among(text_keys[at], key));
    return (say || usual) && is_text(n);
}

static bool has_text(const struct node *n, enum lang_at at)
{
    for (size_t i = 0; i < n->n; i++) {
        const char *key = n->kind == NODE_MAP ? n->key[i]->text : NULL;
        if ((key ? text_of_key(at, key, n->item[i]) : at == IN_TEXTS && is_text(n->item[i])) ||
            has_text(n->item[i], key ? inside(at, key) : IN_ENTRY))
            return true;
    }
    return false;
}

/* ---- findings ---- */

static void say_unmatched(const struct lay *l, const struct node *n, const struct node *key,
                          enum lang_at at)
{
    struct held h;
    const char *hint = NULL;
    if (l->lenient)
        return;
    if (l->ld->diags->n < DIAGS_PRINTED) { /* the search covers the whole part */
        const char **ids = arena_borrow(l->ld->mem, &h, (n->n + 1) * sizeof *ids);
        size_t count = 0;
        for (size_t i = 0; i < n->n; i++)
            if (text_of_key(at, n->key[i]->text, n->item[i]) ||
                has_text(n->item[i], inside(at, n->key[i]->text)))
                ids[count++] = n->key[i]->text;
        hint = hint_among(l->ld, key->text, ids, count);
        arena_release(l->ld->mem, &h);
    }
    SAY(l->ld, key, "TEXT-UNMATCHED", hint, "there is no '%s' with a text here in the ruleset",
        key->text);
}

/* The key whose text is meant by a text in place of a map without `says`. NULL: none. */
static const char *hint_within(const struct lay *l, const struct node *n, enum lang_at at)
{
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++) {
        const char *key = n->key[i]->text;
        const struct node *value = n->item[i],
                          *says = value->kind == NODE_MAP ? node_get(value, "says") : NULL;
        bool own = text_of_key(at, key, value) || (says && is_text(says));
        if (text_of_key(at, key, value) || has_text(value, inside(at, key)))
            return arena_printf(l->ld->mem, "its text is inside '%s'. Write '{%s: %s}'", key,
                                key,
                                own                        ? "TEXT"
                                : value->kind == NODE_LIST ? "[…]"
                                                           : "{…}");
    }
    return NULL;
}

/* Reports that the own node is no text, or of another kind than OVER. */
static void say_otherwise(const struct lay *l, const struct node *n, const struct node *over,
                          enum lang_at at)
{
    bool look = !l->lenient && over->kind == NODE_SCALAR && l->ld->diags->n < DIAGS_PRINTED;
    const char *within = look ? hint_within(l, n, at) : NULL;
    const char *word = n->kind == NODE_LIST && n->n && n->item[0]->kind == NODE_SCALAR
                           ? n->item[0]->text
                           : NULL;
    const char *hint =
        n->kind == NODE_SCALAR ? NULL
        : within               ? within
        : word && over->kind == NODE_MAP
            ? arena_printf(
                  l->ld->mem,
                  "give them texts in the ruleset first, for example '{%s: {says: %s}, …}'",
                  word, word)
        : n->kind == NODE_LIST    ? "it is a list there. Write its texts as a list"
        : over->kind == NODE_LIST ? "it is a map there: {key: text}"
                                  : "give it a text there first, for example 'says: hand'";
    if (!l->lenient)
        SAY(l->ld, over, "TEXT-UNMATCHED", hint, "the ruleset has no such text");
}

/* ---- a text ---- */

static struct node *lay_text(const struct lay *l, struct node *n, const struct node *over)
{
    struct arena *mem = l->ld->mem;
    struct node *out = node_map_at(mem, n);
    if (over->kind != NODE_SCALAR) {
        SAY(l->ld, over, "TEXT", NULL, "a text is needed here, in the language of the file");
        return n;
    }
    if (n->kind == NODE_SCALAR && l->own)
        node_map_add(mem, out, node_word_at(l->ld->mem, n, l->own), n);
    for (size_t i = 0; i < n->n; i++)
        if (strcmp(n->key[i]->text, l->lang) != 0)
            node_map_add(mem, out, n->key[i], n->item[i]);
    node_map_add(mem, out, node_word_at(l->ld->mem, over, l->lang), node_copy(mem, over));
    return out;
}

/* ---- maps, lists, phases ---- */

static bool is_phases(const char *key)
{
    return is_among("phases between else", key);
}

static struct node *lay_named(const struct lay *l, const struct node *list,
                              const struct node *over);

static struct node *lay_value(const struct lay *l, struct node *n, const struct node *key,
                              const struct node *over, enum lang_at at)
{
    if (node_is_null(over))
        return n;
    if (text_of_key(at, key->text, n))
        return lay_text(l, n, over);
    if (n->kind == NODE_LIST && over->kind == NODE_MAP && is_phases(key->text))
        return lay_named(l, n, over);
    return lay_part(l, n, over, inside(at, key->text));
}

static struct node *lay_map(const struct lay *l, const struct node *n, const struct node *over,
                            enum lang_at at)
{
    struct arena *mem = l->ld->mem;
    struct node *out = node_map_at(mem, n);
    struct idmap place = {0};
    bool *used = arena_alloc(mem, over->n + 1);
    for (size_t i = 0; i < over->n; i++)
        idmap_add(&place, mem, over->key[i]->text, (int)i);
    for (size_t i = 0; i < n->n; i++) {
        int k = idmap_find(&place, n->key[i]->text);
        if (k >= 0)
            used[k] = true;
        node_map_add(mem, out, n->key[i],
                     k < 0 ? n->item[i]
                           : lay_value(l, n->item[i], n->key[i], over->item[k], at));
    }
    for (size_t i = 0; i < over->n; i++)
        if (!used[i])
            say_unmatched(l, n, over->key[i], at);
    return out;
}

/* A text in place of a map gives its `says`, a card's name, or the line of `about`. */
static struct node *lay_short(const struct lay *l, struct node *n, const struct node *over,
                              enum lang_at at)
{
    const char *key = at == IN_CARD ? "name" : at == IN_ABOUT ? "line" : "says";
    const struct node *text = at == IN_NAMES ? NULL : node_get(n, key);
    if (!text || !is_text(text)) {
        say_otherwise(l, n, over, at);
        return n;
    }
    struct node *one = node_map_at(l->ld->mem, over);
    node_map_add(l->ld->mem, one, node_word_at(l->ld->mem, over, key),
                 node_copy(l->ld->mem, over));
    return lay_map(l, n, one, at);
}

static bool entry_has_text(const struct node *n, enum lang_at at)
{
    return at == IN_TEXTS ? is_text(n) : has_text(n, IN_ENTRY);
}

/* A list gives, in order, the texts of its entries that have any. */
static struct node *lay_list(const struct lay *l, struct node *n, const struct node *over,
                             enum lang_at at)
{
    struct node *out = node_list_at(l->ld->mem, n);
    size_t with = 0;
    for (size_t i = 0; i < n->n; i++)
        with += entry_has_text(n->item[i], at);
    if (with != over->n) {
        if (!l->lenient)
            SAY(l->ld, over, "TEXT-UNMATCHED",
                "count only entries with a text; '~' leaves one as it is",
                "in the ruleset %zu %s of this list %s a text, but here %s %zu", with,
                with == 1 ? "entry" : "entries", with == 1 ? "has" : "have",
                over->n == 1 ? "stands" : "stand", over->n);
        return n;
    }
    with = 0;
    for (size_t i = 0; i < n->n; i++) {
        struct node *entry = n->item[i],
                    *text = entry_has_text(entry, at) ? over->item[with++] : NULL;
        if (text && at != IN_TEXTS)
            entry = lay_part(l, entry, text, IN_ENTRY);
        else if (text && !node_is_null(text))
            entry = lay_text(l, entry, text);
        node_list_add(l->ld->mem, out, entry);
    }
    return out;
}

struct node *lay_part(const struct lay *l, struct node *n, const struct node *over,
                      enum lang_at at)
{
    if (node_is_null(over))
        return n;
    if (n->kind == NODE_MAP && over->kind == NODE_MAP)
        return lay_map(l, n, over, at);
    if (n->kind == NODE_LIST && over->kind == NODE_LIST)
        return lay_list(l, n, over, at);
    if (n->kind == NODE_MAP && over->kind == NODE_SCALAR)
        return lay_short(l, n, over, at);
    say_otherwise(l, n, over, at);
    return n;
}

/* ---- phases by their names ---- */

struct named_phases {
    const struct node *over; /* {NAME: …} */
    struct idmap place;
    bool *used;
    const char *id[64]; /* known names, for the hint */
    size_t n;
};

static struct node *lay_phases(const struct lay *l, const struct node *list,
                               struct named_phases *p);

/* A phase, and those within it. */
static struct node *lay_phase(const struct lay *l, struct node *phase, struct named_phases *p)
{
    const struct node *name = node_get(phase, "name");
    int at = name && name->kind == NODE_SCALAR ? idmap_find(&p->place, name->text) : -1;
    if (name && name->kind == NODE_SCALAR && p->n < sizeof p->id / sizeof *p->id)
        p->id[p->n++] = name->text;
    if (at >= 0 && has_text(phase, IN_ENTRY)) { /* one of several with this name may have it */
        p->used[at] = true;
        phase = lay_part(l, phase, p->over->item[at], IN_ENTRY);
    }
    if (phase->kind != NODE_MAP)
        return phase;
    struct node *out = node_map_at(l->ld->mem, phase);
    for (size_t i = 0; i < phase->n; i++) {
        struct node *value = phase->item[i];
        bool inner = is_phases(phase->key[i]->text) && value->kind == NODE_LIST;
        node_map_add(l->ld->mem, out, phase->key[i], inner ? lay_phases(l, value, p) : value);
    }
    return out;
}

static struct node *lay_phases(const struct lay *l, const struct node *list,
                               struct named_phases *p)
{
    struct node *out = node_list_at(l->ld->mem, list);
    for (size_t i = 0; i < list->n; i++)
        node_list_add(l->ld->mem, out, lay_phase(l, list->item[i], p));
    return out;
}

/* {NAME: …} for a list of phases: applies to every phase with that name, at any depth. */
static struct node *lay_named(const struct lay *l, const struct node *list,
                              const struct node *over)
{
    struct arena *mem = l->ld->mem;
    struct named_phases *p = arena_alloc(mem, sizeof *p);
    p->over = over;
    p->used = arena_alloc(mem, over->n + 1);
    for (size_t i = 0; i < over->n; i++)
        idmap_add(&p->place, mem, over->key[i]->text, (int)i);
    struct node *out = lay_phases(l, list, p);
    for (size_t i = 0; i < over->n; i++)
        if (!p->used[i] && !l->lenient)
            SAY(l->ld, over->key[i], "TEXT-UNMATCHED",
                hint_of(l->ld, over->key[i]->text, p->id, p->n),
                "there is no phase '%s' with a text here", over->key[i]->text);
    return out;
}
