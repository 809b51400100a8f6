/* uses.c: lays the parts that games share (rulesets/shared) below a ruleset.
 *
 * A part has sections of a ruleset: zones, verbs, steps … The ruleset merges with it as with one
 * that it extends. With a prefix, every name that the part declares gets it, wherever the part
 * writes the name.
 */
#include <string.h>

#include "load/load.h"
#include "load/parts.h"

enum { MAX_PARTS = 64 };

/* A part that was read. */
struct part {
    const char *path, *prefix; /* prefix: or NULL */
    struct part *next;
};

/* ---- prefixes ---- */

struct renaming {
    struct loader *ld;
    const char *prefix;
    struct idmap names; /* declared by the part */
};

/* Adds the name of a declaration. A key of the language could not be told from it. */
static void declare(struct renaming *r, const struct node *key)
{
    for (size_t i = 0; i < load_nkeys; i++)
        if (strcmp(load_keys[i].key, key->text) == 0) {
            SAY(r->ld, key, "NAME-RESERVED", "give it another name",
                "'%s' is also a key, so no prefix can stand before it", key->text);
            return;
        }
    if (idmap_find(&r->names, key->text) < 0)
        idmap_add(&r->names, r->ld->mem, key->text, 0);
}

static void declare_phases(struct renaming *r, const struct node *n)
{
    const struct node *name = node_get(n, "name");
    if (name && name->kind == NODE_SCALAR)
        declare(r, name);
    for (size_t i = 0; i < n->n; i++)
        declare_phases(r, n->item[i]);
}

static bool is_declared(const struct renaming *r, const char *word, size_t len)
{
    char id[CAP_NAME + 1];
    if (len > CAP_NAME)
        return false;
    memcpy(id, word, len);
    id[len] = '\0';
    return idmap_find(&r->names, id) >= 0;
}

/* A copy with the prefix before each name. A text for players has names only behind a `{`. */
static struct node *rename_scalar(const struct renaming *r, const struct node *n, bool shown)
{
    const char *out = "";
    for (const char *p = n->text, *end; *p; p = end) {
        for (end = p + 1; *end && name_char(*end) == name_char(*p); end++)
            ;
        bool is =
            (!shown || (p > n->text && p[-1] == '{')) && is_declared(r, p, (size_t)(end - p));
        out = arena_printf(r->ld->mem, "%s%s%.*s", out, is ? r->prefix : "", (int)(end - p), p);
    }
    return node_new_scalar(r->ld->mem, n->src, n->line, n->col, out, strlen(out), n->plain);
}

/* A copy with prefixes. SHOWN: it is a text for players, or one in each language. */
static struct node *rename_all(const struct renaming *r, const struct node *n, bool shown)
{
    struct arena *mem = r->ld->mem;
    if (n->kind == NODE_SCALAR)
        return rename_scalar(r, n, shown);
    bool map = n->kind == NODE_MAP;
    struct node *out = map ? node_map_at(mem, n) : node_list_at(mem, n);
    for (size_t i = 0; i < n->n; i++) {
        const char *key = map ? n->key[i]->text : "";
        bool text =
            shown || key_is_text(key) || (strcmp(key, "say") == 0 && text_alone(n->item[i]));
        struct node *item = rename_all(r, n->item[i], text);
        if (map)
            node_map_add(mem, out, shown ? n->key[i] : rename_scalar(r, n->key[i], false),
                         item);
        else
            node_list_add(mem, out, item);
    }
    return out;
}

static struct node *with_prefix(struct loader *ld, const struct node *part, const char *prefix)
{
    struct renaming r = {ld, arena_printf(ld->mem, "%s_", prefix), {0}};
    struct node *out = node_map_at(ld->mem, part);
    for (size_t i = 0; i < part->n; i++) {
        bool names = strcmp(part->key[i]->text, "layout") != 0;
        for (size_t k = 0; names && k < part->item[i]->n; k++)
            declare(&r, part->item[i]->key[k]);
        declare_phases(&r, part->item[i]);
    }
    for (size_t i = 0; i < part->n; i++) {
        const struct node *map = part->item[i];
        struct node *to = node_map_at(ld->mem, map);
        for (size_t k = 0; k < map->n; k++)
            node_map_add(
                ld->mem, to, rename_scalar(&r, map->key[k], false),
                rename_all(&r, map->item[k], strcmp(part->key[i]->text, "words") == 0));
        node_map_add(ld->mem, out, part->key[i], to);
    }
    return out;
}

/* ---- a part ---- */

static bool find_part(struct loader *ld, const struct node *n, struct file_at *at)
{
    static const char folder[] = "rulesets/shared";
    const char *name = arena_printf(ld->mem, "%s.yaml", n->text);
    if (!file_name_ok(n->text))
        return SAY(ld, n, "FILE-NAME", "write a name, not a path",
                   "'%s' cannot be the name of a part", n->text);
    if (ruleset_file(ld, node_word_at(ld->mem, n, name), folder, at))
        return true;
    struct file_names found = ruleset_files_near(ld, n, folder, ".yaml");
    for (size_t i = 0; i < found.n; i++)
        found.v[i] = arena_strndup(ld->mem, found.v[i], strcspn(found.v[i], "."));
    return SAY(ld, n, "FILE-MISSING", hint_of(ld, n->text, found.v, found.n),
               "found no part '%s', neither beside this file nor in %s", n->text, folder);
}

/* Is it read already, with this prefix? Notes it if not. */
static bool is_read(struct loader *ld, const char *path, const char *prefix)
{
    for (const struct part *p = ld->used; p; p = p->next)
        if ((strcmp(p->path, path) == 0 || file_is_same(p->path, path)) &&
            (prefix ? p->prefix && strcmp(p->prefix, prefix) == 0 : !p->prefix))
            return true;
    struct part *p = arena_alloc(ld->mem, sizeof *p);
    *p = (struct part){path, prefix, ld->used};
    ld->used = p;
    ld->nused++;
    return false;
}

/* Reports what stands both in the part and in what lies below it. */
static void check_apart(struct loader *ld, const struct node *below, const struct node *part,
                        const struct node *n)
{
    for (size_t i = 0; i < part->n; i++)
        for (size_t k = 0; k < part->item[i]->n; k++) {
            const char *section = part->key[i]->text, *name = part->item[i]->key[k]->text;
            const struct node *old = node_get(node_get(below, section), name);
            if (old)
                SAY(ld, n, "NAME-TAKEN",
                    arena_printf(ld->mem,
                                 "give it a prefix: '{%s: PREFIX}'. The other stands in %s",
                                 n->text, place_said(ld, old)),
                    "'%s' in '%s' is already in '%s'", name, n->text, section);
        }
}

/* Lays the part that N names over *BELOW. */
static bool lay_part_of(struct loader *ld, struct node **below, const struct node *n,
                        const struct node *prefix)
{
    struct file_at at;
    const char *before = prefix ? read_word(ld, prefix, "a prefix") : NULL;
    if (!read_word(ld, n, "a part") || (prefix && !before) || !find_part(ld, n, &at))
        return false;
    if (before && !name_syntax(before))
        return SAY(ld, prefix, "NAME-SYNTAX", "use small letters, digits and _",
                   "'%s' is not a valid prefix", before);
    if (is_read(ld, at.path, before))
        return true;
    if (ld->nused > MAX_PARTS)
        return SAY(ld, n, "LIMIT-FILES", NULL, "more than %d parts", MAX_PARTS);
    struct node *part = game_file_load(ld, &at);
    if (!read_is_map(ld, part, "a part") || !version_check(ld, part))
        return false;
    part = keys_adopt(ld, part, AT_SHARED);
    if (!keys_check(ld, part, AT_SHARED) || !uses_lay(ld, below, part))
        return false;
    part = map_without(ld, part, "cantrip notes uses");
    for (size_t i = 0; i < part->n; i++)
        if (!read_is_map(ld, part->item[i], part->key[i]->text))
            return false;
    if (before)
        part = with_prefix(ld, part, before);
    check_apart(ld, *below, part, n);
    *below = ruleset_merge(ld, *below, part, "");
    return true;
}

bool uses_lay(struct loader *ld, struct node **below, const struct node *root)
{
    const struct node *list = node_get(root, "uses");
    bool good = !list || read_is_list(ld, list, "uses");
    if (list && !*below)
        *below = node_map_at(ld->mem, list);
    for (size_t i = 0; list && good && i < list->n; i++) {
        const struct node *n = list->item[i];
        if (n->kind == NODE_MAP)
            for (size_t k = 0; k < n->n; k++)
                good &= lay_part_of(ld, below, n->key[k], n->item[k]);
        else
            good = lay_part_of(ld, below, n, NULL);
    }
    return good;
}
