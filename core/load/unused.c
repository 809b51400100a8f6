/* unused.c: warns of names that are declared but never used: actions, lets, counters, words,
 * options, parameters. Any use counts, whatever it means there, so the warnings are never wrong.
 *
 * They are only about the game's own files, and only without errors, because parts may be
 * missing otherwise. Things for games that extend it, such as a verb that no card has yet or a
 * zone, get no warning.
 */
#include <string.h>

#include "load/parts.h"

static const struct {
    const char *key, *one, *hint;
} sections[] = {
    {"actions", "no 'choose' offers the action", "write it into an 'any_of'"},
    {"let", "nothing uses the let", NULL},
    {"counters", "nothing uses the counter", NULL},
    {"words", "nothing uses the word",
     "use it as a 'prompt', as the reason of an end, or in a script"},
    {"options", "nothing uses the option", NULL},
};
enum { SECTIONS = sizeof sections / sizeof *sections, OFFERED = 0 };

/* Names, and which of them are used. */
struct mentions {
    struct loader *ld;
    struct idmap names;
    const char *within; /* the name whose declaration this is; uses in it do not count */
    bool *met;
};

static void meet(struct mentions *m, const char *word, size_t len)
{
    char id[CAP_NAME + 1];

    if (len > CAP_NAME)
        return;
    memcpy(id, word, len);
    id[len] = '\0';
    int at = idmap_find(&m->names, id);
    if (at >= 0 && !(m->within && strcmp(m->within, id) == 0))
        m->met[at] = true;
}

/* Marks the names in LEN bytes of a formula or text. */
static void meet_all(struct mentions *m, const char *text, size_t len)
{
    for (size_t from = 0, to; from < len; from = to + 1) {
        for (to = from; to < len && name_char(text[to]); to++)
            ;
        if (to > from)
            meet(m, text + from, to - from);
    }
}

bool key_is_text(const char *key)
{
    return is_among("says title notes source art text", key) || strncmp(key, "x-", 2) == 0;
}

static void walk(struct mentions *m, const struct node *n, bool shown)
{
    if (n->kind == NODE_SCALAR && !shown)
        meet_all(m, n->text, n->len);
    for (const char *p = n->kind == NODE_SCALAR && shown ? n->text : ""; (p = strchr(p, '{'));
         p++) /* of a text for players the names in braces */
        meet_all(m, p + 1, strcspn(p + 1, "}"));
    for (size_t i = 0; i < n->n; i++) {
        const char *key = n->kind == NODE_MAP ? n->key[i]->text : "";
        if (!shown)
            meet_all(m, key, strlen(key));
        walk(m, n->item[i], shown || key_is_text(key));
    }
}

/* Walks the ruleset without the names in declarations. For its cards see walk_cards. */
static void walk_root(struct mentions *m)
{
    const struct node *root = m->ld->root;

    for (size_t i = 0; i < root->n; i++) {
        const char *key = root->key[i]->text;
        const struct node *map = root->item[i];
        bool named = PLACE_OF(sections, SECTIONS, key) >= 0 && map->kind == NODE_MAP;
        for (size_t k = 0; named && k < map->n; k++) {
            m->within = map->key[k]->text;
            walk(m, map->item[k], strcmp(key, "words") == 0);
        }
        m->within = NULL;
        if (!named && strcmp(key, "cards") != 0)
            walk(m, map, key_is_text(key));
    }
}

/* Watchers and formulas may name an action, but only a choice offers it, or the ruleset's `notes`
 * name it for authors who change the game. */
static bool is_offered(const struct loader *ld, size_t action)
{
    const struct node *notes = node_get(ld->root, "notes");
    if (notes && notes->kind == NODE_SCALAR &&
        strstr(notes->text, arena_printf(ld->mem, "{%s}", ld->action_names.v[action].id)))
        return true;
    for (uint32_t i = 0; i < ld->acts.n; i++)
        if (ld->acts.v[i] == action)
            return true;
    return false;
}

bool node_is_own(const struct loader *ld, const struct node *n)
{
    return strcmp(node_dir(ld->mem, n), ld->def->dir) == 0;
}

static bool is_used(const struct mentions *m, int section, const struct node *map, size_t i)
{
    const struct loader *ld = m->ld;
    const char *id = map->key[i]->text;

    if (byword_words(ld, id)) /* the sum of its parts */
        return true;
    if (section == OFFERED ? is_offered(ld, i) : m->met[idmap_find(&m->names, id)])
        return true;
    return !node_is_own(ld, map->key[i]) || scripts_name(ld, id, false);
}

static struct mentions mentions_new(struct loader *ld)
{
    struct mentions m = {.ld = ld};
    int n = 0;

    for (int s = 0; s < SECTIONS; s++) {
        const struct node *map = section(ld, sections[s].key);
        for (size_t i = 0; i < map->n; i++)
            if (idmap_find(&m.names, map->key[i]->text) < 0)
                idmap_add(&m.names, ld->mem, map->key[i]->text, n++);
    }
    m.met = arena_alloc(ld->mem, (size_t)n + 1);
    return m;
}

/* ---- parameters ---- */

/* Is the parameter used in its verb, outside its declaration, or in `resolution`? */
static bool is_asked(struct loader *ld, const struct node *verb, const char *param)
{
    bool met[1] = {false};
    struct mentions m = {.ld = ld, .met = met};
    const struct node *params = node_get(verb, "params"),
                      *order = node_get(ld->root, "resolution");

    idmap_add(&m.names, ld->mem, param, 0);
    if (order)
        walk(&m, order, false);
    for (size_t i = 0; i < verb->n; i++)
        if (!is_among("params main", verb->key[i]->text))
            walk(&m, verb->item[i], key_is_text(verb->key[i]->text));
    for (size_t i = 0; i < params->n; i++)
        walk(&m, params->item[i], false);
    return met[0];
}

/* Without a `do` the hook uses them all. */
static void params_unused(struct loader *ld, const struct verb_build *v)
{
    const struct node *params = node_get(v->node, "params");

    if ((!v->has_do && !v->step) || !node_is_own(ld, v->info.name.node))
        return;
    for (size_t i = 0; params && params->kind == NODE_MAP && i < params->n; i++) {
        const char *id = params->key[i]->text;
        if (!is_asked(ld, v->node, id) && !scripts_name(ld, id, false))
            WARN(ld, params->key[i], "PARAM-UNUSED", NULL,
                 "the %s '%s' does nothing with its parameter '%s'", v->step ? "step" : "verb",
                 v->info.name.id, id);
    }
}

void names_unused(struct loader *ld)
{
    if (ld->diags->errors)
        return;
    struct mentions m = mentions_new(ld);
    walk_root(&m);
    for (uint32_t c = 0, met = 0; c < ld->card_infos.n; c++) {
        while (met < m.names.n && m.met[met])
            met++; /* if there are many cards, the first few use most names */
        if (met < m.names.n && ld->card_infos.v[c].node)
            walk(&m, ld->card_infos.v[c].node, false);
    }
    for (int s = 0; s < SECTIONS; s++) {
        const struct node *map = section(ld, sections[s].key);
        for (size_t i = 0; i < map->n; i++)
            if (!is_used(&m, s, map, i))
                WARN(ld, map->key[i], "NAME-UNUSED", sections[s].hint, "%s '%s'",
                     sections[s].one, map->key[i]->text);
    }
    for (uint32_t v = 0; v < ld->verbs.n; v++)
        params_unused(ld, &ld->verbs.v[v]);
}
