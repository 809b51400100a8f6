/* cards.c: finds the card files and reads each card: `for`, changes by the ruleset, the file's
 * defaults, `like`.
 *
 * A field's value is the one that the card writes; else the default of its file; else that of
 * the card in `like`. `for` comes first and turns one entry into several. A map in the ruleset
 * that follows a card sets fields of it or removes it.
 */
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "load/lang.h"
#include "load/meant.h"
#include "load/parts.h"

struct raw {
    const char *id;
    const struct node *key, *body, *defaults;
    int entry;                 /* index of its entry in `cards` of the ruleset */
    bool placed;               /* written in the ruleset itself */
    const struct node *change; /* the key, or the id in `remove`, of its last change */
    uint32_t seen;             /* number of cards before that change */
    const struct node *fields; /* changed fields */
    int rests_on; /* the changed or removed card that its chain of `like` ends at; -1: none */
    const struct node *taken; /* changed fields that it inherits from there */
    struct node *done;        /* the complete card */
    bool busy;                /* its `like` is being followed */
    bool removed;             /* not in the game; others may be like it */
};

struct pack {
    POOL(struct raw) card;
    size_t copied;
    int entry;     /* index of the present entry in `cards` of the ruleset */
    bool placed;   /* that entry is a map in the ruleset */
    bool scenario; /* from a scenario */
    int doubts;    /* number of comparisons of a new card with all others */
    bool full;     /* there are too many (reported) */
    bool unread;   /* a file is missing or cannot be read */
};

/* ---- `for` ---- */

struct round {
    const struct node *lists; /* {a: [...], b: [...]} */
    size_t at;
};

static const struct node *round_value(const struct round *r, const char *name, size_t len)
{
    for (size_t i = 0; i < r->lists->n; i++)
        if (r->lists->key[i]->len == len && memcmp(r->lists->key[i]->text, name, len) == 0)
            return r->lists->item[i]->item[r->at];
    return NULL;
}

static struct node *scalar_like(struct loader *ld, const struct node *n, const char *text,
                                bool plain)
{
    return node_new_scalar(ld->mem, n->src, n->line, n->col, text, strlen(text), plain);
}

/* Fills {a} in a text. A text of only {a} becomes the value itself. */
static struct node *round_scalar(struct loader *ld, const struct node *n, const struct round *r)
{
    const char *p = n->text;
    struct str out = {0};
    struct held h;
    if (!strchr(p, '{'))
        return node_copy(ld->mem, n);
    arena_hold(ld->mem, &h, &out, str_drop);
    while (*p) {
        const char *open = strchr(p, '{'), *close = open ? strchr(open, '}') : NULL;
        const struct node *v =
            close ? round_value(r, open + 1, (size_t)(close - open - 1)) : NULL;
        size_t skip = v ? (size_t)(open - p) : close ? (size_t)(close + 1 - p) : strlen(p);
        struct node *whole = v && v->kind != NODE_SCALAR ? node_copy(ld->mem, v)
                             : v && open == n->text && !close[1]
                                 ? scalar_like(ld, n, v->text, v->plain)
                                 : NULL;
        if (whole) {
            arena_release(ld->mem, &h);
            return whole;
        }
        str_addn(&out, p, skip);
        if (v && out.n + v->len <= CAP_MADE)
            str_add(&out, v->text);
        else if (v) /* a text with many {a} may become as long as both together */
            SAY(ld, v, "LIMIT-CARDS", NULL, "this 'for' makes a text over %d bytes", CAP_MADE);
        p = v ? close + 1 : p + skip;
    }
    struct node *made = scalar_like(ld, n, str_of(&out), n->plain);
    arena_release(ld->mem, &h);
    return made;
}

/* Fills {a} in an id or a key. NULL after an error: the value has no text. */
static struct node *round_key(struct loader *ld, const struct node *key, const struct round *r)
{
    struct node *made = round_scalar(ld, key, r);
    if (made->kind == NODE_SCALAR)
        return made;
    SAY(ld, made, "TYPE-WORD", NULL, "'%s' needs a word or a number here, and this is a %s",
        key->text, made->kind == NODE_LIST ? "list" : "map");
    return NULL;
}

static struct node *round_node(struct loader *ld, const struct node *n, const struct round *r)
{
    if (n->kind == NODE_SCALAR)
        return round_scalar(ld, n, r);
    struct node *out =
        n->kind == NODE_LIST ? node_list_at(ld->mem, n) : node_map_at(ld->mem, n);
    for (size_t i = 0; i < n->n; i++) {
        struct node *item = round_node(ld, n->item[i], r), *key;
        if (n->kind == NODE_LIST)
            node_list_add(ld->mem, out, item);
        else if ((strcmp(n->key[i]->text, "for") != 0 || n->item[i] != r->lists) &&
                 (key = round_key(ld, n->key[i], r)))
            node_map_add(ld->mem, out, key, item);
    }
    return out;
}

static bool is_field(const struct loader *ld, const char *id)
{
    return name_index(ld, id, NAME_TRAIT) >= 0 || key_row(AT_CARD, id);
}

/* A list of `for` with the name of a field sets that field, unless the card has it. */
static void round_fields(struct loader *ld, struct node *card, const struct round *r)
{
    for (size_t i = 0; i < r->lists->n; i++) {
        struct node *key = r->lists->key[i];
        if (is_field(ld, key->text) && !node_get(card, key->text))
            node_map_add(ld->mem, card, key, r->lists->item[i]->item[r->at]);
    }
}

static bool has_place(const char *text, const char *place)
{
    return strstr(text, place) != NULL;
}

/* Reports a list of `for` that no field and no text uses. */
static void lists_used(struct loader *ld, const struct node *key, const struct node *body,
                       const struct node *lists)
{
    for (size_t i = 0; i < lists->n; i++) {
        const struct node *id = lists->key[i];
        const char *place = arena_printf(ld->mem, "{%s}", id->text);
        if (is_field(ld, id->text) || has_place(key->text, place) ||
            node_any(body, has_place, place))
            continue;
        const char *near = name_suggest(ld, id->text, keys_names(AT_CARD)),
                   *hint = meant_hint(ld, id->text, AT_CARD, AT_CARD, &near);
        SAY(ld, id, "KEY-UNKNOWN",
            hint ? hint : arena_printf(ld->mem, "write %s where its values belong", place),
            "this entry has no %s, and cards have no field '%s'", place, id->text);
    }
}

/* Is each {NAME} of a text one of the lists? */
static bool places_of_text(struct loader *ld, const struct node *n, const struct node *lists)
{
    bool ok = true;
    for (const char *p = strchr(n->text, '{'); p; p = strchr(p + 1, '{')) {
        size_t len = strcspn(p + 1, "{}");
        const char *id = arena_strndup(ld->mem, p + 1, len);
        if (p[len + 1] == '}' && name_syntax(id) && !node_get(lists, id)) {
            ok = false;
            SAY(ld, n, "TEXT-PLACE", hint_key(ld, id, lists), "{%s} is no list of this 'for'",
                id);
        }
    }
    return ok;
}

/* Reports each {place} that no list fills. */
static void places_check(struct loader *ld, const struct node *n, const struct node *lists)
{
    bool map = n->kind == NODE_MAP;
    if (n->kind == NODE_SCALAR)
        places_of_text(ld, n, lists);
    for (size_t i = 0; i < n->n; i++) {
        const char *key = map ? n->key[i]->text : "";
        if (is_among("says notes art for", key) || strncmp(key, "x-", 2) == 0)
            continue; /* texts for players have {places} of their own; notes may hold anything */
        if (map)
            places_of_text(ld, n->key[i], lists);
        places_check(ld, n->item[i], lists);
    }
}

static size_t node_count(const struct node *n)
{
    size_t count = 1 + (n->kind == NODE_SCALAR ? n->len / 16 : 0);
    for (size_t i = 0; i < n->n; i++)
        count += node_count(n->item[i]) + (n->kind == NODE_MAP);
    return count;
}

static bool lists_ok(struct loader *ld, const struct node *lists)
{
    if (!read_is_map(ld, lists, "for"))
        return false;
    if (lists->n == 0)
        return SAY(ld, lists, "FOR-LENGTH", NULL, "'for' needs at least one list");
    for (size_t i = 0; i < lists->n; i++) {
        if (!read_is_list(ld, lists->item[i], lists->key[i]->text))
            return false;
        if (lists->item[i]->n != lists->item[0]->n)
            return SAY(ld, lists->item[i], "FOR-LENGTH",
                       "lists go side by side. For every pair, write one entry of 'cards' for "
                       "each value of the first",
                       "'%s' has %zu entries and '%s' has %zu", lists->key[i]->text,
                       lists->item[i]->n, lists->key[0]->text, lists->item[0]->n);
    }
    return true;
}

/* ---- reading ---- */

/* A map in the ruleset changes cards of files and of an extended ruleset. */
static bool may_change(const struct pack *p, const struct raw *old, const struct node *key)
{
    return p->placed && old->entry < p->entry && !(old->placed && old->key->src == key->src);
}

/* The card that was probably meant. CHANGED: search only cards that this entry of `cards` may
 * change; it does so under this key. */
static const char *card_hint(struct loader *ld, const struct pack *p, const char *id,
                             const struct node *changed)
{
    struct near near = near_begin(ld, id);
    for (uint32_t i = 0; i < p->card.n; i++)
        if (!p->card.v[i].removed && (!changed || may_change(p, &p->card.v[i], changed)))
            near_try(&near, p->card.v[i].id);
    return hint_near(ld, near.best);
}

/* The index of a card that was read, or -1. */
static int raw_find(struct loader *ld, const struct pack *p, const char *id)
{
    int at = card_find(ld, id);
    return at >= 0 && at < (int)p->card.n ? at : -1;
}

/* FIELDS with those of OVER replaced or added. */
static struct node *laid_over(struct loader *ld, const struct node *fields,
                              const struct node *over)
{
    struct node *out = node_map_at(ld->mem, over);
    struct idmap new = {0}, old = {0};
    for (size_t i = 0; i < over->n; i++)
        idmap_add(&new, ld->mem, over->key[i]->text, (int)i);
    for (size_t i = 0; fields && fields->kind == NODE_MAP && i < fields->n; i++) {
        int at = idmap_find(&new, fields->key[i]->text);
        idmap_add(&old, ld->mem, fields->key[i]->text, 0);
        node_map_add(ld->mem, out, at < 0 ? fields->key[i] : over->key[at],
                     at < 0 ? fields->item[i] : over->item[at]);
    }
    for (size_t i = 0; i < over->n; i++)
        if (idmap_find(&old, over->key[i]->text) < 0)
            node_map_add(ld->mem, out, over->key[i], over->item[i]);
    return out;
}

static void raw_change(struct loader *ld, struct raw *raw, const struct node *key,
                       const struct node *over, uint32_t seen)
{
    raw->seen = seen;
    if (node_is_null(over)) {
        raw->removed = true;
        raw->change = key;
    } else if (read_is_map(ld, over, "a card")) {
        raw->body = laid_over(ld, raw->body, over);
        raw->fields = laid_over(ld, raw->fields, over);
        raw->change = key;
    }
}

/* Warns of a new card with few fields after others. It was perhaps meant to change one of them. */
static void doubt_card(struct loader *ld, struct pack *p, const struct node *key,
                       const struct node *body)
{
    if (!p->placed || p->entry == 0 || node_get(body, "name") || node_get(body, "like") ||
        p->doubts++ >= DIAGS_PRINTED)
        return;
    const char *hint = card_hint(ld, p, key->text, key);
    if (hint)
        WARN(ld, key, "CARD-NEW", hint, "'%s' is a new card, so there is nothing to change",
             key->text);
}

static void say_twice(struct loader *ld, const struct raw *old, const struct pack *p,
                      const struct node *key)
{
    bool early = old->placed && !p->placed && !p->scenario;
    SAY(ld, key, "CARD-TWICE",
        arena_printf(ld->mem, "the other stands in %s, line %d%s",
                     old->key->src ? old->key->src->path : "?", old->key->line,
                     early ? "; to change a card, write the change after it in 'cards'" : ""),
        "the card '%s' is written twice", key->text);
}

static void raw_add(struct loader *ld, struct pack *p, const struct node *key,
                    const struct node *body, const struct node *defaults)
{
    const char *id = key->text;
    int at = raw_find(ld, p, id);
    struct raw *old = at < 0 ? NULL : &p->card.v[at];
    if (!word_syntax(id)) {
        SAY(ld, key, "NAME-SYNTAX",
            strchr(id, '{')
                ? "a name with {…} makes many cards: say which, for: {rank: [1, 2, 3]}"
                : "use letters, digits, - and _, at most 64",
            "'%s' is not a valid card id", id);
    } else if (old && !old->removed && may_change(p, old, key)) {
        raw_change(ld, old, key, body, p->card.n);
    } else if (old && !old->removed) {
        say_twice(ld, old, p, key);
    } else if (p->card.n >= CAP_CARDS) {
        if (!p->full)
            SAY(ld, key, "LIMIT-CARDS", NULL, "more than %d cards", CAP_CARDS);
        p->full = true;
    } else if (p->placed && p->entry > 0 && node_is_null(body)) {
        SAY(ld, key, "REMOVES-NOTHING", card_hint(ld, p, id, NULL),
            "there is no '%s' to remove", id);
    } else if (node_is_null(body) || read_is_map(ld, body, "a card")) {
        struct raw raw = {.id = id, .key = key, .body = body, .defaults = defaults};
        raw.entry = p->entry;
        raw.placed = p->placed;
        raw.rests_on = -1;
        if (!old)
            doubt_card(ld, p, key, body);
        if (old) {
            *old = raw;
            return;
        }
        idmap_add(&ld->card_place, ld->mem, id, (int)p->card.n);
        POOL_ADD(ld, p->card, raw);
    }
}

static void raw_remove(struct loader *ld, struct pack *p, const struct node *n)
{
    const char *id = read_word(ld, n, "a card");
    int at = id ? raw_find(ld, p, id) : -1;
    if (id && (at < 0 || p->card.v[at].removed)) {
        SAY(ld, n, "CARD-UNKNOWN", card_hint(ld, p, id, NULL),
            "there is no card '%s' to remove", id);
    } else if (id) {
        p->card.v[at].removed = true;
        p->card.v[at].change = n;
        p->card.v[at].seen = p->card.n;
    }
}

static void cards_of_map(struct loader *ld, struct pack *p, const struct node *map,
                         const struct node *defaults)
{
    const struct node *remove = p->placed ? node_get(map, "remove") : NULL;
    if (remove && (remove->kind == NODE_MAP || node_is_null(remove)))
        remove = NULL; /* a card */
    for (size_t i = 0; i < map->n; i++) {
        const struct node *body = map->item[i], *lists = node_get(body, "for");
        if (body == remove)
            continue;
        if (!lists) {
            raw_add(ld, p, map->key[i], body, defaults);
            continue;
        }
        if (!lists_ok(ld, lists))
            continue;
        struct round r = {lists, 0};
        lists_used(ld, map->key[i], body, lists);
        places_check(ld, body, lists);
        if (!places_of_text(ld, map->key[i], lists))
            continue;
        p->copied += node_count(body) * lists->item[0]->n;
        if (p->copied > CAP_COPIED) {
            SAY(ld, lists, "LIMIT-CARDS", NULL, "this 'for' makes too many cards");
            continue;
        }
        for (; r.at < lists->item[0]->n && !p->full; r.at++) {
            struct node *id = round_key(ld, map->key[i], &r), *card = round_node(ld, body, &r);
            round_fields(ld, card, &r);
            if (id)
                raw_add(ld, p, id, card, defaults);
        }
    }
    for (size_t i = 0; node_nth(remove, i); i++)
        raw_remove(ld, p, node_nth(remove, i));
}

static void cards_of_root(struct loader *ld, struct pack *p, const struct node *root)
{
    const struct node *defaults = node_get(root, "defaults"), *cards = node_get(root, "cards");
    keys_check(ld, root, AT_CARD_FILE);
    if (read_is_map(ld, defaults, "defaults"))
        keys_check(ld, defaults, AT_CARD);
    else
        defaults = NULL;
    if (read_is_map(ld, cards, "cards"))
        cards_of_map(ld, p, cards, defaults);
}

static void cards_of_file(struct loader *ld, struct pack *p, const struct file_at *at)
{
    struct node *root = game_file_load(ld, at);
    if (read_is_map(ld, root, "a card file") && version_check(ld, root))
        cards_of_root(ld, p, keys_adopt(ld, root, AT_CARD_FILE));
    else
        p->unread = true;
}

#define CARD_FILES ".yaml .csv"

/* The name that NAME, in the card folder of N, should have to be read. NULL: it does not look
 * like a card file. */
static const char *ignored(struct loader *ld, const struct node *n,
                           const struct file_at *folder, const char *name)
{
    struct file_at in = file_at(ld->mem, folder->dir, file_join(ld->mem, folder->below, name));
    const char *below = file_join(ld->mem, n->text, name), *end = strrchr(name, '.');
    struct file_at *files;
    enum file_kind kind = file_kind(&in);
    bool yaml = end && (!strcasecmp(end, ".yml") || !strcasecmp(end, ".yaml")) &&
                strcmp(end, ".yaml") != 0;
    bool csv = end && !strcasecmp(end, ".csv") && strcmp(end, ".csv") != 0;
    if (list_has(node_get(ld->root, "cards"), below) || strcmp(name, "lang") == 0)
        return NULL;
    if (kind == FILE_IS_FILE && (yaml || csv))
        return arena_printf(ld->mem, "call '%s' '%.*s%s'", name, (int)(end - name), name,
                            csv ? ".csv" : ".yaml");
    return kind == FILE_IS_FOLDER && file_list(ld->mem, &in, CARD_FILES, 1, &files) > 0
               ? arena_printf(ld->mem, "name the folder in 'cards', too: '%s'", below)
               : NULL;
}

/* Warns of files in the folder that look like cards but are not read. If NONE is read, it is the
 * hint. */
static const char *ignored_tell(struct loader *ld, const struct node *n,
                                const struct file_at *folder, bool none)
{
    struct file_names all = {0};
    const char *hint = NULL;
    file_names_add(ld->mem, &all, folder->path, "");
    for (size_t i = 0; i < all.n; i++) {
        const char *why = ignored(ld, n, folder, all.v[i]);
        if (why && !none)
            diags_add(ld->diags, DIAG_WARNING, "CARDS-IGNORED",
                      file_join(ld->mem, folder->path, all.v[i]), 0, 0, NULL, why,
                      "in a folder of cards only .yaml and .csv files are read");
        hint = why && (!hint || strcmp(why, hint) < 0) ? why : hint;
    }
    return hint;
}

static void cards_of_folder(struct loader *ld, struct pack *p, const struct node *n,
                            const struct file_at *folder)
{
    struct file_at *files;
    int count = file_list(ld->mem, folder, CARD_FILES, CAP_FILES, &files);
    const char *hint = count < 0 ? NULL : ignored_tell(ld, n, folder, count == 0);
    p->unread |= count < 0 || count > CAP_FILES;
    if (count < 0)
        SAY(ld, n, "FILE-UNREADABLE", NULL, "the folder %s cannot be read", folder->path);
    else if (count == 0)
        SAY(ld, n, "CARDS-NONE", hint, "the folder %s has no .yaml and no .csv file",
            folder->path);
    else if (count > CAP_FILES)
        SAY(ld, n, "LIMIT-FILES", NULL, "the folder %s has more than %d files of cards",
            folder->path, CAP_FILES);
    uint32_t first = p->card.n;
    for (int i = 0; i < count && count <= CAP_FILES; i++)
        cards_of_file(ld, p, &files[i]);
    uint32_t new = p->card.n - first;
    if (count > 0)
        lang_deck(ld, folder, TEXTS_IN(ld, p->card.v + first, new), new);
}

static void cards_of_entry(struct loader *ld, struct pack *p, const struct node *n)
{
    struct file_at at;
    p->placed = n->kind == NODE_MAP;
    const char *name = p->placed ? NULL : read_word(ld, n, "a folder or file of cards");
    if (p->placed) {
        cards_of_map(ld, p, n, NULL);
    } else if (!name) {
        return;
    } else if (!file_name_ok(name)) {
        SAY(ld, n, "FILE-NAME", NULL, "'%s' leads out of the game's folders", name);
    } else if (!ruleset_file(ld, n, "cards", &at)) {
        p->unread = true;
        SAY(ld, n, "FILE-MISSING", ruleset_file_near(ld, n, "cards", ".yaml"),
            "found no cards '%s' beside the ruleset, in a folder cards/ above it or beside "
            "your games",
            name);
    } else if (file_kind(&at) == FILE_IS_FOLDER) {
        cards_of_folder(ld, p, n, &at);
    } else {
        cards_of_file(ld, p, &at);
    }
}

/* ---- like, defaults ---- */

/* Adds the fields of FROM that OUT does not have. */
static void take(struct loader *ld, struct node *out, struct idmap *has,
                 const struct node *from)
{
    for (size_t i = 0; from && from->kind == NODE_MAP && i < from->n; i++) {
        const char *key = from->key[i]->text;
        if (strcmp(key, "like") == 0 || strcmp(key, "for") == 0 || idmap_find(has, key) >= 0)
            continue;
        idmap_add(has, ld->mem, key, (int)out->n);
        node_map_add(ld->mem, out, from->key[i], from->item[i]);
    }
}

/* ---- cards that depend on a changed card ---- */

/* The FIELDS that a card inherits, because HAS lacks them. NULL: none. */
static const struct node *inherited(struct loader *ld, const struct idmap *has,
                                    const struct node *fields)
{
    struct node *out = NULL;
    for (size_t i = 0; fields && i < fields->n; i++) {
        if (idmap_find(has, fields->key[i]->text) >= 0)
            continue;
        if (!out)
            out = node_map_at(ld->mem, fields);
        node_map_add(ld->mem, out, fields->key[i], fields->item[i]);
    }
    return out;
}

/* Notes what a card inherits from a changed or removed card, if it is like OTHER (number FROM). */
static void rest_on(struct loader *ld, struct raw *raw, const struct idmap *has,
                    const struct raw *other, int from)
{
    raw->taken = inherited(ld, has, other->change ? other->fields : other->taken);
    raw->rests_on = other->removed  ? from
                    : !raw->taken   ? -1
                    : other->change ? from
                                    : other->rests_on;
}

enum { NAMED = 8 }; /* so many are named, the rest is counted */

/* Names the cards that inherit from card number AT, which the ruleset changes or removes. */
static void tell_rest(struct loader *ld, const struct pack *p, int at)
{
    const struct raw *changed = &p->card.v[at];
    const char *names = NULL, *field = NULL;
    int n = 0;
    for (uint32_t i = 0; i < p->card.n; i++) {
        const struct raw *raw = &p->card.v[i];
        bool known = raw->key->src == changed->change->src ||
                     (raw->placed && i >= changed->seen); /* its author knew of the change */
        if (raw->removed || raw->rests_on != at || known)
            continue;
        field = !field && raw->taken ? raw->taken->key[0]->text : field;
        if (n++ < NAMED)
            names = names ? arena_printf(ld->mem, "%s, '%s'", names, raw->id)
                          : arena_printf(ld->mem, "'%s'", raw->id);
    }
    if (n > NAMED)
        names = arena_printf(ld->mem, "%s and %d more", names, n - NAMED);
    if (n && changed->removed)
        WARN(ld, changed->change, "LIKE-CHANGED", NULL,
             "'%s' is removed, but these cards like it keep its fields: %s", changed->id,
             names);
    else if (n)
        WARN(ld, changed->change, "LIKE-CHANGED",
             arena_printf(ld->mem, "write '%s' in cards that should stay as they were", field),
             "'%s' has changed, and so have the cards like it: %s", changed->id, names);
}

/* Follows a chain of `like` without recursion: a hostile file may have a long one. */
static void settle(struct loader *ld, struct pack *p, uint32_t first)
{
    POOL(uint32_t) chain = {0};
    struct held h;
    arena_hold(ld->mem, &h, &chain.v, pool_drop);
    for (int at = (int)first; at >= 0;) {
        struct raw *raw = &p->card.v[at];
        const struct node *like = node_get(raw->body, "like");
        if (raw->done)
            break;
        if (raw->busy) {
            SAY(ld, like, "LIKE-CYCLE", NULL, "'%s' is like itself, through other cards",
                raw->id);
            break;
        }
        raw->busy = true;
        POOL_ADD(ld, chain, (uint32_t)at);
        const char *id = read_word(ld, like, "a card");
        at = id ? card_find(ld, id) : -1;
        if (id && at < 0)
            SAY(ld, like, "CARD-UNKNOWN", card_hint(ld, p, id, NULL), "there is no card '%s'",
                id);
    }
    for (uint32_t i = chain.n; i-- > 0;) {
        struct raw *raw = &p->card.v[chain.v[i]];
        const struct node *like = node_get(raw->body, "like");
        int from = like && like->kind == NODE_SCALAR ? card_find(ld, like->text) : -1;
        const struct raw *other = from < 0 ? NULL : &p->card.v[from];
        struct idmap has = {0};
        raw->done = node_map_at(ld->mem, raw->key);
        take(ld, raw->done, &has, raw->body);
        take(ld, raw->done, &has, raw->defaults);
        if (other) {
            idmap_add(&has, ld->mem, "text", 0); /* each card has its own */
            rest_on(ld, raw, &has, other, from);
            take(ld, raw->done, &has, other->done);
        }
        raw->done = lang_card(ld, raw->done, raw->id, raw->fields);
    }
    arena_release(ld->mem, &h);
}

/* Warns of a missing picture; the card is then drawn without it. Inherited ones are not checked. */
static void picture_check(struct loader *ld, const struct node *n)
{
    static const char *const ends[] = {".png", ".jpg", ".jpeg", ".svg"};
    const char *dir = ld->def->dir, *end = n && n->text ? strrchr(n->text, '.') : NULL;
    const char *path = n && n->src ? n->src->path : "/";
    size_t len = strlen(dir);
    bool here = strcmp(dir, ".") == 0 ? *path != '/' && strncmp(path, "../", 3) != 0
                                      : !strncmp(path, dir, len) && path[len] == '/';
    bool own = n && (!ld->nbases || here);

    for (size_t i = 0; own && n->kind == NODE_MAP && i < n->n; i++)
        picture_check(ld, n->item[i]);
    for (size_t i = 0; own && end && i < sizeof ends / sizeof *ends; i++) {
        struct file_at at = file_at(ld->mem, dir, n->text);
        if (!strcasecmp(end, ends[i]) &&
            (!file_name_ok(n->text) || file_kind(&at) != FILE_IS_FILE))
            WARN(ld, n, "FILE-MISSING", "put it beside the ruleset, or in a folder there",
                 "there is no picture '%s/%s'", dir, n->text);
    }
}

static void card_make(struct loader *ld, const struct raw *raw)
{
    struct card_info info = {.id = raw->id, .node = raw->done};
    keys_check(ld, raw->body, AT_CARD);
    byword_card(ld, raw->done);
    picture_check(ld, node_get(raw->done, "art"));
    info.name = text_or_none(ld, raw->done, "name");
    if (!info.name.by_lang[0])
        info.name.by_lang[0] = raw->id;
    text_or_none(ld, raw->done, "text");
    if (node_get(raw->done, "source"))
        info.source = read_word(ld, node_get(raw->done, "source"), "a source");
    TABLE_ADD(ld, cards, ((struct kcard){read_int(ld, raw->done, "copies", 1, 0, 1000)}));
    TABLE_ADD(ld, card_infos, info);
}

bool cards_load(struct loader *ld, const struct node *const *extra, int nextra)
{
    const struct node *n = node_get(ld->root, "cards");
    struct pack p = {0};
    struct held h;
    size_t before = ld->diags->errors;
    arena_hold(ld->mem, &h, &p.card.v, pool_drop);
    for (; node_nth(n, (size_t)p.entry); p.entry++)
        cards_of_entry(ld, &p, node_nth(n, (size_t)p.entry));
    p.placed = false;
    p.scenario = true;
    for (int i = 0; i < nextra; i++)
        cards_of_root(ld, &p, extra[i]);
    for (uint32_t i = 0; i < p.card.n && !p.unread; i++)
        settle(ld, &p, i);
    if (!p.unread) {
        /* makes the definitions of all cards but the removed ones */
        memset(&ld->card_place, 0, sizeof ld->card_place);
        for (uint32_t i = 0; i < p.card.n; i++) {
            if (p.card.v[i].change)
                tell_rest(ld, &p, (int)i);
            if (p.card.v[i].removed)
                continue;
            idmap_add(&ld->card_place, ld->mem, p.card.v[i].id, (int)ld->cards.n);
            card_make(ld, &p.card.v[i]);
        }
        lang_check_cards(ld);
    }
    if (ld->cards.n == 0 && !p.unread && ld->diags->errors == before)
        SAY(ld, n ? n : ld->root, "CARDS-NONE", "cards: [folder]", "the game has no cards");
    ld->bit_words = (uint16_t)((ld->card_infos.n + 63) / 64);
    arena_release(ld->mem, &h);
    return !p.unread;
}
