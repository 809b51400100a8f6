/* extend.c: merges a ruleset with what it extends.
 *
 * Maps merge by key, null removes, everything else replaces. A formula is replaced as a whole
 * (`let`, `score`). `phases` is a list; a map in its place is changes: {phase name: {changes}}.
 * In place of the list `cards`, a map is one more entry, which changes the cards before it
 * (cards.c).
 */
#include <string.h>

#include "load/lang.h"
#include "load/load.h"
#include "load/parts.h"

char *node_dir(struct arena *mem, const struct node *n)
{
    return n->src && n->src->path ? file_dir(mem, n->src->path) : arena_strdup(mem, ".");
}

bool version_check(struct loader *ld, const struct node *root)
{
    const struct node *n = node_get(root, "cantrip");
    int64_t version = 0;
    if (!n) {
        SAY(ld, root, "VERSION-MISSING", "begin the file with `cantrip: 1`",
            "the format version is missing");
        return true;
    }
    if (node_int(n, &version) && version == 1)
        return true;
    return SAY(ld, n, "VERSION-UNKNOWN", "this interpreter reads version 1",
               "unknown format version '%s'", n->kind == NODE_SCALAR ? n->text : "…");
}

/* Index of KEY in MAP, or MAP->n. */
static size_t key_at(const struct node *map, const char *key)
{
    size_t i = 0;
    while (i < map->n && strcmp(map->key[i]->text, key) != 0)
        i++;
    return i;
}

/* Warns of a new thing with few keys in an extending ruleset. It was perhaps meant to change
 * another. */
static void doubt_new(struct loader *ld, const struct node *base, const struct node *key,
                      const struct node *value, const char *parent)
{
    if (!is_among("options traits zones counters", parent) || value->kind != NODE_MAP ||
        value->n != 1 || !(node_get(value, "says") || node_get(value, "default")))
        return;
    const char *hint = hint_key(ld, key->text, base);
    if (hint)
        WARN(ld, key, "EXTENDS-NEW", hint, "no other file has a '%s' to change", key->text);
}

static struct node *patch_phases(struct loader *ld, const struct node *list,
                                 const struct node *over);

/* A formula is one value, even if it has several keys. */
static bool whole(const char *parent, const char *key)
{
    return strcmp(parent, "let") == 0 || strcmp(parent, "bot") == 0 ||
           strcmp(key, "score") == 0;
}

struct node *ruleset_merge(struct loader *ld, const struct node *base, const struct node *over,
                           const char *parent)
{
    struct node *out = node_map_at(ld->mem, over);
    for (size_t i = 0; i < base->n; i++) {
        size_t at = key_at(over, base->key[i]->text);
        struct node *key = base->key[i], *value = base->item[i];
        if (at < over->n) {
            struct node *with = over->item[at];
            bool list = strcmp(key->text, "phases") == 0 && value->kind == NODE_LIST;
            key = over->key[at];
            if (node_is_null(with))
                continue;
            if (with->kind != NODE_MAP || whole(parent, key->text))
                value = with;
            else if (value->kind == NODE_MAP)
                value = ruleset_merge(ld, value, with, key->text);
            else
                value = list ? patch_phases(ld, value, with) : with;
        }
        node_map_add(ld->mem, out, key, value);
    }
    for (size_t i = 0; i < over->n; i++) {
        if (key_at(base, over->key[i]->text) < base->n)
            continue;
        if (node_is_null(over->item[i]))
            SAY(ld, over->key[i], "REMOVES-NOTHING", hint_key(ld, over->key[i]->text, base),
                "there is no '%s' to remove", over->key[i]->text);
        else
            node_map_add(ld->mem, out, over->key[i], over->item[i]);
        doubt_new(ld, base, over->key[i], over->item[i], parent);
    }
    return out;
}

struct node *map_without(struct loader *ld, const struct node *map, const char *keys)
{
    struct node *out = node_map_at(ld->mem, map);
    for (size_t i = 0; i < map->n; i++)
        if (!is_among(keys, map->key[i]->text))
            node_map_add(ld->mem, out, map->key[i], map->item[i]);
    return out;
}

static void phase_names(const struct node *list, const char **ids, size_t *n, size_t cap)
{
    if (!list || list->kind != NODE_LIST)
        return;
    for (size_t i = 0; i < list->n; i++) {
        const struct node *name = node_get(list->item[i], "name");
        if (name && name->kind == NODE_SCALAR && *n < cap)
            ids[(*n)++] = name->text;
        phase_names(node_get(list->item[i], "phases"), ids, n, cap);
    }
}

/* CHANGES of a phase without the keys that name inner phases, which are reported. */
static const struct node *inner_told(struct loader *ld, const struct node *phase,
                                     const struct node *changes)
{
    const char *ids[64];
    size_t n = 0;
    phase_names(node_get(phase, "phases"), ids, &n, 64);
    for (size_t k = 0; k < n; k++) {
        size_t at = key_at(changes, ids[k]);
        if (at == changes->n || key_row(AT_PHASE, ids[k]))
            continue;
        SAY(ld, changes->key[at], "KEY-UNKNOWN",
            arena_printf(ld->mem, "write 'phases: {%s: …}', because it is inside", ids[k]),
            "unknown key '%s'", ids[k]);
        changes = map_without(ld, changes, ids[k]);
    }
    return changes;
}

/* Changes all phases with that name in LIST, which is a copy. Returns how many. */
static int patch_one(struct loader *ld, struct node *list, const char *name,
                     const struct node *changes)
{
    static const char *const inner[] = {"phases", "between", "else"};
    int found = 0;
    if (!list || list->kind != NODE_LIST)
        return 0;
    for (size_t i = 0; i < list->n; i++) {
        for (size_t k = 0; k < 3; k++)
            found += patch_one(ld, node_get(list->item[i], inner[k]), name, changes);
        if (!node_is(node_get(list->item[i], "name"), name))
            continue;
        found++;
        if (node_is_null(changes)) {
            list->n--;
            memmove(list->item + i, list->item + i + 1, (list->n - i) * sizeof(struct node *));
            i--;
        } else if (read_is_map(ld, changes, "the changes of a phase")) {
            list->item[i] =
                ruleset_merge(ld, list->item[i], inner_told(ld, list->item[i], changes), "");
        }
    }
    return found;
}

static struct node *patch_phases(struct loader *ld, const struct node *list,
                                 const struct node *over)
{
    struct node *out = node_copy(ld->mem, list);
    for (size_t i = 0; i < over->n; i++) {
        const char *ids[64];
        size_t n = 0;
        if (patch_one(ld, out, over->key[i]->text, over->item[i]))
            continue;
        phase_names(list, ids, &n, 64);
        SAY(ld, over->key[i], "PHASE-UNKNOWN", hint_of(ld, over->key[i]->text, ids, n),
            "the extended ruleset has no phase '%s'", over->key[i]->text);
    }
    return out;
}

static void say_no_ruleset(struct loader *ld, const struct node *n, const char *dir)
{
    struct file_names found = {0};
    char *up = file_up(ld->mem, dir);
    if (up)
        file_names_add(ld->mem, &found, up, "/ruleset.yaml");
    file_names_above(ld->mem, &found, dir, "rulesets", "/ruleset.yaml");
    for (int i = 0; ld->places && ld->places[i]; i++)
        file_names_add(ld->mem, &found, ld->places[i], "/ruleset.yaml");
    SAY(ld, n, "FILE-MISSING", hint_of(ld, n->text, found.v, found.n),
        "found no ruleset '%s', neither beside '%s' nor among your games", n->text, dir);
}

static bool is_there(const struct file_at *at, struct file_at *link)
{
    enum file_kind kind = file_kind(at);
    if (kind == FILE_IS_LINK)
        *link = *at;
    return kind != FILE_IS_MISSING && kind != FILE_IS_LINK;
}

/* The ruleset NAME as seen from the folder of another. */
static bool find_ruleset(struct loader *ld, const struct node *n, struct file_at *at)
{
    char *dir = node_dir(ld->mem, n);
    char *up = file_up(ld->mem, dir);
    char *file = file_join(ld->mem, n->text, "ruleset.yaml");
    struct file_at link = {NULL, NULL, NULL};
    *at = up ? file_at(ld->mem, up, file) : link;
    if (up && is_there(at, &link))
        return true;
    if (file_find(ld->mem, dir, "rulesets", file, at) && is_there(at, &link))
        return true;
    /* places for games belong to the user, so a game there may be a link */
    size_t first = strcspn(n->text, "/");
    const char *rest = n->text + first + strspn(n->text + first, "/");
    for (int i = 0; ld->places && ld->places[i]; i++) {
        char *game = file_join(ld->mem, ld->places[i], arena_strndup(ld->mem, n->text, first));
        *at = file_at(ld->mem, game, file_join(ld->mem, rest, "ruleset.yaml"));
        if (is_there(at, &link))
            return true;
    }
    *at = link;
    if (!link.path)
        say_no_ruleset(ld, n, dir);
    return link.path != NULL;
}

bool ruleset_file(struct loader *ld, const struct node *n, const char *folder,
                  struct file_at *at)
{
    bool found = file_find(ld->mem, node_dir(ld->mem, n), folder, n->text, at);
    for (int i = 0; !found && i < ld->nbases; i++)
        found = file_find(ld->mem, ld->base[i], folder, n->text, at);
    for (int i = 0; !found && ld->places && ld->places[i]; i++) {
        char *up = file_up(ld->mem, ld->places[i]);
        *at = file_at(ld->mem, up ? up : ".", file_join(ld->mem, folder, n->text));
        found = file_kind(at) != FILE_IS_MISSING;
    }
    return found;
}

void read_note(struct loader *ld, const char *path)
{
    struct read_file *f = arena_alloc(ld->mem, sizeof *f);
    f->path = path;
    if (ld->last_read)
        ld->last_read->next = f;
    else
        ld->def->files = f;
    ld->last_read = f;
}

const struct load_text *text_instead(const struct loader *ld, const char *path)
{
    if (ld->more->told)
        ld->more->told(ld->more->ctx, path);
    for (int i = 0; i < ld->more->ntexts; i++)
        if (strcmp(ld->more->texts[i].path, path) == 0 ||
            file_is_same(ld->more->texts[i].path, path))
            return &ld->more->texts[i];
    return NULL;
}

struct node *game_file_load(struct loader *ld, const struct file_at *at)
{
    if (ld->read_bytes > CAP_READ || ld->read_nodes > CAP_READ_NODES)
        return NULL; /* reported */
    const struct load_text *t = text_instead(ld, at->path);
    struct node *root = t ? node_load_text(at->path, t->text, t->len, ld->mem, ld->diags)
                          : node_load_at(at, ld->mem, ld->diags);
    if (!root)
        return NULL;
    ld->read_bytes += root->src->len;
    ld->read_nodes += root->src->nodes;
    read_note(ld, root->src->path);
    site_file_note(ld, at->path, root);
    if (ld->edit && strcmp(ld->edit->path, at->path) == 0)
        edit_tree(ld->mem, root, ld->edit);
    if (ld->read_bytes <= CAP_READ && ld->read_nodes <= CAP_READ_NODES)
        return root;
    diags_add(ld->diags, DIAG_ERROR, "FILE-SIZE", at->path, 0, 0, NULL, NULL,
              "with this file the game is larger than %d MB, or %d values", CAP_READ >> 20,
              CAP_READ_NODES);
    return NULL;
}

struct file_names ruleset_files_near(struct loader *ld, const struct node *n,
                                     const char *folder, const char *ext)
{
    struct file_names found = {0};
    file_names_above(ld->mem, &found, node_dir(ld->mem, n), folder, ext);
    for (int i = 0; i < ld->nbases; i++)
        file_names_above(ld->mem, &found, ld->base[i], folder, ext);
    for (int i = 0; ld->places && ld->places[i]; i++)
        file_names_above(ld->mem, &found, ld->places[i], folder, ext);
    return found;
}

const char *ruleset_file_near(struct loader *ld, const struct node *n, const char *folder,
                              const char *ext)
{
    struct file_names found = ruleset_files_near(ld, n, folder, ext);
    return hint_of(ld, n->text, found.v, found.n);
}

/* Cards written in place change those of the extended ruleset. So they come after them. */
static struct node *cards_behind(struct loader *ld, const struct node *base,
                                 const struct node *over)
{
    struct node *old = node_get(base, "cards"), *new = node_get(over, "cards");
    struct node *out = map_without(ld, over, "extends uses");
    if (!old || !new || new->kind != NODE_MAP)
        return out;
    struct node *list = node_list_at(ld->mem, new);
    if (old->kind != NODE_LIST)
        node_list_add(ld->mem, list, old);
    for (size_t i = 0; old->kind == NODE_LIST && i < old->n; i++)
        node_list_add(ld->mem, list, old->item[i]);
    node_list_add(ld->mem, list, new);
    out->item[key_at(out, "cards")] = list;
    return out;
}

/* The words of OLD that LIST lacks and then those of LIST, written as a list. NULL: it lacks
 * none. */
static const char *both_lists(struct loader *ld, const struct node *old,
                              const struct node *list)
{
    const char *all = "", *lacks = NULL;
    const struct node *n;
    for (size_t i = 0; (n = node_nth(old, i)); i++) {
        bool has =
            n->kind == NODE_SCALAR && (node_is(list, n->text) || list_has(list, n->text));
        if (n->kind == NODE_SCALAR && !has)
            lacks = all = arena_printf(ld->mem, "%s%s, ", all, n->text);
    }
    for (size_t i = 0; lacks && (n = node_nth(list, i)); i++)
        all = arena_printf(ld->mem, "%s%s%s", all, i ? ", " : "",
                           n->kind == NODE_SCALAR ? n->text : "…");
    return lacks ? all : NULL;
}

const struct node *list_instead(struct loader *ld, const char *name, const char **hint)
{
    const struct node *list = node_get(ld->own, name), *old = node_get(ld->parent, name);
    const char *whose = list && old ? node_get(ld->own, "extends")->text : NULL;
    bool phases = strcmp(name, "phases") == 0;
    const char *both = whose && !phases ? both_lists(ld, old, list) : NULL;
    if (!whose || (phases ? list->kind != NODE_LIST : !both))
        return NULL;
    *hint = phases ? arena_printf(ld->mem,
                                  "this list replaces all phases of '%s'. To change single "
                                  "phases, write a map: 'phases: {NAME: {…}}'",
                                  whose)
                   : arena_printf(ld->mem, "'%s' replaces that of '%s'. For both, write '[%s]'",
                                  name, whose, both);
    return ld->own->key[key_at(ld->own, name)];
}

const struct node *list_blamed(struct loader *ld, const struct node *at, const char *name,
                               const char **hint)
{
    const char *why = NULL;
    const struct node *list = list_instead(ld, name, &why);
    if (!list || !at || at->src == list->src)
        return at;
    *hint = why;
    return list;
}

static struct node *read_chain(struct loader *ld, const struct file_at *file, int depth);

/* Reads N, which ROOT extends. NULL after an error. */
static struct node *extended(struct loader *ld, const struct node *root, const struct node *n,
                             int depth)
{
    const char *name = read_word(ld, n, "a ruleset");
    if (!name)
        return NULL;
    if (!file_name_ok(name)) {
        SAY(ld, n, "FILE-NAME",
            "write a name, not a path: of a folder beside this one, or of a game",
            "'%s' cannot be the name of a ruleset", name);
        return NULL;
    }
    if (depth >= MAX_CHAIN) {
        SAY(ld, n, "EXTENDS-CYCLE", NULL, "'%s' extends itself, through other rulesets", name);
        return NULL;
    }
    struct file_at at;
    bool found = find_ruleset(ld, n, &at);
    if (found)
        ld->base[ld->nbases++] = file_dir(ld->mem, at.path);
    struct node *base = found ? read_chain(ld, &at, depth + 1) : NULL;
    ld->own = root;
    ld->parent = base; /* the outermost sets it last */
    return base;
}

/* Reads a ruleset with everything it extends and uses, and its texts in other languages. */
static struct node *read_chain(struct loader *ld, const struct file_at *file, int depth)
{
    struct node *root = game_file_load(ld, file);
    if (!read_is_map(ld, root, "a ruleset") || !version_check(ld, root))
        return NULL;
    root = keys_adopt(ld, root, AT_RULESET);
    const struct node *n = node_get(root, "extends");
    struct node *below = n ? extended(ld, root, n, depth) : NULL;
    if ((n && !below) || !uses_lay(ld, &below, root))
        return NULL;
    if (below)
        root = ruleset_merge(ld, below, cards_behind(ld, below, root), "");
    if (node_get(root, "cards"))
        ld->cards_depth = depth;
    return lang_lay(ld, file, root, depth);
}

struct node *ruleset_read(struct loader *ld, const struct file_at *file)
{
    return read_chain(ld, file, 0);
}
