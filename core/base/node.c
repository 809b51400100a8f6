/* node.c: YAML events (libyaml) to a tree of nodes.
 *
 * A stack of open lists and maps is kept by hand, so that depth is a limit and not a crash.
 * What is wrong but leaves the structure clear (duplicate keys, tags, unknown aliases) is
 * reported and parsing goes on; a syntax error or a limit ends the file. Aliases share their
 * node, but each node counts as if it were copied: whoever walks the tree later walks no more
 * than NODE_MAX_NODES.
 */
#include "base/node.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "base/csv.h"
#include "base/shown.h"
#include "base/str.h"
#include "base/suggest.h"

/* ---- sources ---- */

/* The length of the line break at TEXT, 0 if none; the same breaks libyaml counts. */
static size_t break_len(const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] == '\r')
        return len > 1 && s[1] == '\n' ? 2 : 1;
    if (s[0] == '\n')
        return 1;
    if (s[0] == 0xC2 && len > 1 && s[1] == 0x85)
        return 2;
    return s[0] == 0xE2 && len > 2 && s[1] == 0x80 && (s[2] == 0xA8 || s[2] == 0xA9) ? 3 : 0;
}

/* Fills the line index of the source; while it has no arrays, only counts the lines. */
static void index_lines(struct source *source)
{
    int line = 0;
    for (size_t at = 0, size; at < source->len; at += size ? size : 1) {
        size = break_len(source->text + at, source->len - at);
        if (size == 0)
            continue;
        if (source->line_start) {
            source->line_end[line] = at;
            source->line_start[line + 1] = at + size;
        }
        line++;
    }
    if (source->line_start)
        source->line_end[line] = source->len;
    source->lines = line + 1;
}

struct source *source_new(struct arena *arena, const char *path, const char *text, size_t len)
{
    struct source *source = arena_alloc(arena, sizeof *source);
    source->path = arena_strdup(arena, path);
    if (!text)
        return source;
    source->text = arena_strndup(arena, text, len);
    source->len = len;
    index_lines(source);
    source->line_end = arena_alloc(arena, (size_t)source->lines * sizeof(size_t));
    source->line_start = arena_alloc(arena, (size_t)source->lines * sizeof(size_t));
    index_lines(source);
    return source;
}

/* Where a line stands in the source, without its break; NULL if there is no such line. */
static const char *line_span(const struct source *source, int line, size_t *len)
{
    if (!source || !source->text || line < 1 || line > source->lines)
        return NULL;
    *len = source->line_end[line - 1] - source->line_start[line - 1];
    return source->text + source->line_start[line - 1];
}

char *source_line(const struct source *source, int line)
{
    size_t len = 0;
    const char *text = line_span(source, line, &len);
    return text ? strndup(text, len) : NULL;
}

/* ---- findings ---- */

bool node_say(struct diags *diags, enum diag_level level, const struct node *node,
              const char *code, const char *hint, const char *fmt, ...)
{
    static const struct node nowhere;
    const struct node *at = node ? node : &nowhere;
    size_t len = 0;
    const char *text = line_span(at->src, at->line, &len);
    va_list args;
    va_start(args, fmt);
    diags_vadd(diags, level, code, at->src ? at->src->path : NULL, at->line, at->col, text, len,
               hint, fmt, args);
    va_end(args);
    return false;
}

/* ---- nodes ---- */

static struct node *node_new(struct arena *arena, enum node_kind kind, const struct source *src,
                             int line, int col)
{
    struct node *node = arena_alloc(arena, sizeof *node);
    node->kind = kind;
    node->src = src;
    node->line = line;
    node->col = col;
    return node;
}

struct node *node_new_scalar(struct arena *arena, const struct source *src, int line, int col,
                             const char *text, size_t len, bool plain)
{
    struct node *node = node_new(arena, NODE_SCALAR, src, line, col);
    node->text = arena_strndup(arena, text, len);
    node->len = len;
    node->plain = plain;
    return node;
}

struct node *node_new_list(struct arena *arena, const struct source *src, int line, int col)
{
    return node_new(arena, NODE_LIST, src, line, col);
}

struct node *node_new_map(struct arena *arena, const struct source *src, int line, int col)
{
    return node_new(arena, NODE_MAP, src, line, col);
}

struct node *node_map_at(struct arena *arena, const struct node *at)
{
    return node_new_map(arena, at->src, at->line, at->col);
}

struct node *node_list_at(struct arena *arena, const struct node *at)
{
    return node_new_list(arena, at->src, at->line, at->col);
}

struct node *node_word_at(struct arena *arena, const struct node *at, const char *text)
{
    return node_new_scalar(arena, at->src, at->line, at->col, text, strlen(text), true);
}

static void make_room(struct arena *arena, struct node *node)
{
    node->item = arena_room(arena, node->item, node->n, sizeof *node->item);
    if (node->kind == NODE_MAP)
        node->key = arena_room(arena, node->key, node->n, sizeof *node->key);
}

void node_list_add(struct arena *arena, struct node *list, struct node *item)
{
    make_room(arena, list);
    list->item[list->n++] = item;
}

void node_map_add(struct arena *arena, struct node *map, struct node *key, struct node *value)
{
    make_room(arena, map);
    map->key[map->n] = key;
    map->item[map->n++] = value;
}

struct node *node_copy(struct arena *arena, const struct node *node)
{
    if (!node)
        return NULL;
    if (node->kind == NODE_SCALAR)
        return node_new_scalar(arena, node->src, node->line, node->col, node->text, node->len,
                               node->plain);
    struct node *copy = node_new(arena, node->kind, node->src, node->line, node->col);
    for (size_t i = 0; i < node->n; i++) {
        struct node *item = node_copy(arena, node->item[i]);
        if (node->kind == NODE_MAP)
            node_map_add(arena, copy, node_copy(arena, node->key[i]), item);
        else
            node_list_add(arena, copy, item);
    }
    return copy;
}

struct node *node_get(const struct node *map, const char *key)
{
    size_t len = strlen(key);
    if (!map || map->kind != NODE_MAP)
        return NULL;
    for (size_t i = 0; i < map->n; i++)
        if (map->key[i]->len == len && memcmp(map->key[i]->text, key, len) == 0)
            return map->item[i];
    return NULL;
}

static bool is_plain(const struct node *node)
{
    return node && node->kind == NODE_SCALAR && node->plain && strlen(node->text) == node->len;
}

bool node_int(const struct node *node, int64_t *out)
{
    if (!is_plain(node))
        return false;
    const char *s = node->text + (node->text[0] == '-' || node->text[0] == '+');
    size_t digits = strspn(s, "0123456789");
    if (digits == 0 || s[digits] || (digits > 1 && s[0] == '0'))
        return false;
    *out = strtoimax(node->text, NULL, 10);
    return true;
}

bool node_bool(const struct node *node, bool *out)
{
    if (!is_plain(node))
        return false;
    bool yes = strcmp(node->text, "true") == 0;
    if (!yes && strcmp(node->text, "false") != 0)
        return false;
    *out = yes;
    return true;
}

const struct node *node_key_among(const struct node *map, const char *keys)
{
    for (size_t n; map && map->kind == NODE_MAP && *keys; keys += n + strspn(keys + n, " ")) {
        n = strcspn(keys, " ");
        for (size_t i = 0; i < map->n; i++)
            if (map->key[i]->len == n && memcmp(map->key[i]->text, keys, n) == 0)
                return map->key[i];
    }
    return NULL;
}

bool node_is(const struct node *node, const char *word)
{
    return node && node->kind == NODE_SCALAR && strcmp(node->text, word) == 0;
}

bool node_is_null(const struct node *node)
{
    return is_plain(node) && (!node->len || is_among("~ null Null NULL", node->text));
}

/* Of a control character, or one that turns the order of reading round. */
#define CANNOT_STAND "the character U+%04X cannot stand in "

/* ---- from events to nodes ---- */

struct anchor {
    char *name;
    struct node *node;
    size_t size; /* nodes in it, aliases counted as copies */
    int height;  /* lists and maps within each other */
    bool open;   /* its end has not been read */
};

/* A list or map whose end has not been read. */
struct frame {
    struct node *node;
    struct node *key; /* of the value to come; NULL: a bad key, the value is dropped */
    bool have_key;
    int height;            /* of the tallest child so far */
    struct anchor *anchor; /* NULL: none */
    size_t nodes_before;
};

struct builder {
    struct arena *arena;
    struct diags *diags;
    const struct source *src;
    struct frame stack[NODE_MAX_DEPTH];
    int depth;
    struct anchor anchors[NODE_MAX_ANCHORS];
    size_t n_anchors;
    size_t nodes;
    int documents;
    struct node *root;
    bool bad;  /* something was reported */
    bool done; /* read no further */
};

#define fail_at(b, line, col, ...)                                                             \
    (node_error((b)->diags, NODE_AT((b)->src, line, col), __VA_ARGS__), (b)->bad = true)

/* The bytes of a line; its length into *LEN. Lines beyond the last are empty. */
static const char *line_bytes(const struct source *src, int line, size_t *len)
{
    size_t at = line >= 1 && line <= src->lines ? src->line_start[line - 1] : src->len;
    const char *end = memchr(src->text + at, '\n', src->len - at);
    *len = end ? (size_t)(end - src->text) - at : src->len - at;
    return src->text + at;
}

/* The column behind what stands in a line. */
static int column_behind(const struct source *src, int line)
{
    size_t len;
    const char *s = line_bytes(src, line, &len);
    int col = 1;

    while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\r'))
        len--;
    for (size_t at = 0; at < len; at++)
        col += ((unsigned char)s[at] & 0xC0) != 0x80;
    return col;
}

/* Where a mark of libyaml's stands, which takes an end without a line break for one line more. */
static int line_at(const struct source *src, const yaml_mark_t *mark)
{
    return (int)mark->line < src->lines ? (int)mark->line + 1 : src->lines;
}

static int column_at(const struct source *src, const yaml_mark_t *mark)
{
    return (int)mark->line < src->lines ? (int)mark->column + 1
                                        : column_behind(src, src->lines);
}

#define LINE_OF(b, event)       line_at((b)->src, &(event)->start_mark)
#define COL_OF(b, event)        column_at((b)->src, &(event)->start_mark)
#define FAIL(b, event, ...)     fail_at((b), LINE_OF(b, event), COL_OF(b, event), __VA_ARGS__)
#define FAIL_NODE(b, node, ...) fail_at((b), (node)->line, (node)->col, __VA_ARGS__)

static void check_key_word(struct builder *b, const struct node *key)
{
    if (strpbrk(key->text, "\n\t"))
        FAIL_NODE(b, key, "TEXT-CHARACTER", NULL, "a key must be on one line without tabs");
    if (!key->plain)
        return;
    if (strcmp(key->text, "<<") == 0)
        FAIL_NODE(b, key, "YAML-MERGE", NULL,
                  "merge keys are not supported; an alias (*NAME) stands for a whole value");
    else if (key->len == 0)
        FAIL_NODE(b, key, "KEY-EMPTY", NULL, "there is no key before the ':'");
    else if (is_among("on On ON yes Yes YES", key->text))
        FAIL_NODE(b, key, "KEY-BOOLEAN",
                  strcmp(key->text, "on") == 0
                      ? "quote it, or 'when' for the event of a watcher"
                      : "quote it",
                  "'%s' is the boolean true for many YAML readers", key->text);
    else if (is_among("off Off OFF no No NO", key->text))
        FAIL_NODE(b, key, "KEY-BOOLEAN", "quote it",
                  "'%s' is the boolean false for many YAML readers", key->text);
}

static void take_key(struct builder *b, struct frame *frame, struct node *node)
{
    frame->have_key = true;
    frame->key = NULL;
    if (node->kind != NODE_SCALAR) {
        FAIL_NODE(b, node, "KEY-KIND", "a text with braces or brackets needs quotes",
                  "a key must be a text, this is a %s",
                  node->kind == NODE_MAP ? "map" : "list");
        return;
    }
    check_key_word(b, node);
    frame->key = node;
}

/* Puts a finished node where it belongs. */
static void place(struct builder *b, struct node *node, int height)
{
    if (b->depth == 0) {
        b->root = node;
        return;
    }
    struct frame *frame = &b->stack[b->depth - 1];
    if (height > frame->height)
        frame->height = height;
    if (frame->node->kind == NODE_LIST) {
        node_list_add(b->arena, frame->node, node);
    } else if (!frame->have_key) {
        take_key(b, frame, node);
    } else {
        if (frame->key)
            node_map_add(b->arena, frame->node, frame->key, node);
        frame->have_key = false;
    }
}

/* Counts SIZE more nodes; false (and reading ends) if they are too many. */
static bool count_nodes(struct builder *b, const yaml_event_t *event, size_t size)
{
    b->nodes += size;
    if (b->nodes <= NODE_MAX_NODES)
        return true;
    FAIL(b, event, "YAML-LIMIT", NULL,
         "the file has more than %d values (an alias counts as a copy)", NODE_MAX_NODES);
    b->done = true;
    return false;
}

static bool check_depth(struct builder *b, const yaml_event_t *event, int depth)
{
    if (depth <= NODE_MAX_DEPTH)
        return true;
    FAIL(b, event, "YAML-LIMIT", NULL, "lists and maps are nested more than %d deep",
         NODE_MAX_DEPTH);
    b->done = true;
    return false;
}

static struct anchor *add_anchor(struct builder *b, const yaml_event_t *event,
                                 const yaml_char_t *name, struct node *node)
{
    if (!name)
        return NULL;
    if (b->n_anchors == NODE_MAX_ANCHORS) {
        FAIL(b, event, "YAML-LIMIT", NULL, "the file has more than %d anchors",
             NODE_MAX_ANCHORS);
        b->done = true;
        return NULL;
    }
    struct anchor *anchor = &b->anchors[b->n_anchors++];
    *anchor = (struct anchor){
        .name = arena_strdup(b->arena, (const char *)name), .node = node, .size = 1};
    return anchor;
}

static void check_tag(struct builder *b, const yaml_event_t *event, const yaml_char_t *tag)
{
    if (tag)
        FAIL(b, event, "YAML-TAG", "leave it out; use quotes to make a value a text",
             "tags are not supported: '%s'", (const char *)tag);
}

/* What an escape ("\e") brought into a text: as raw bytes it would not have got so far. */
static void check_characters(struct builder *b, const yaml_event_t *event, const char *text,
                             size_t len)
{
    uint32_t c = 0;
    if (memchr(text, 0, len)) {
        FAIL(b, event, "YAML-NUL", NULL, "a text cannot contain the NUL character");
        return;
    }
    for (size_t at = 0; (at += shown_fit(text + at, len - at)) < len; at++) {
        if (text[at] == '\n' || text[at] == '\t')
            continue;
        shown_utf8(text + at, len - at, &c);
        FAIL(b, event, "TEXT-CHARACTER", NULL, CANNOT_STAND "a text", (unsigned)c);
        return;
    }
}

static void on_scalar(struct builder *b, const yaml_event_t *event)
{
    if (!count_nodes(b, event, 1))
        return;
    const char *text = (const char *)event->data.scalar.value;
    size_t len = event->data.scalar.length;
    check_tag(b, event, event->data.scalar.tag);
    check_characters(b, event, text, len);
    struct node *node =
        node_new_scalar(b->arena, b->src, LINE_OF(b, event), COL_OF(b, event), text, len,
                        event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE);
    add_anchor(b, event, event->data.scalar.anchor, node);
    place(b, node, 0);
}

static void on_start(struct builder *b, const yaml_event_t *event, enum node_kind kind,
                     const yaml_char_t *anchor, const yaml_char_t *tag)
{
    size_t before = b->nodes;
    if (!check_depth(b, event, b->depth + 1) || !count_nodes(b, event, 1))
        return;
    check_tag(b, event, tag);
    struct node *node = node_new(b->arena, kind, b->src, LINE_OF(b, event), COL_OF(b, event));
    struct frame *frame = &b->stack[b->depth++];
    *frame = (struct frame){.node = node, .nodes_before = before};
    frame->anchor = add_anchor(b, event, anchor, node);
    if (frame->anchor)
        frame->anchor->open = true;
}

static int compare_keys(const void *left, const void *right)
{
    const struct node *a = *(const struct node *const *)left;
    const struct node *b = *(const struct node *const *)right;
    size_t shorter = a->len < b->len ? a->len : b->len;
    int by_text = memcmp(a->text, b->text, shorter);
    if (by_text != 0)
        return by_text;
    if (a->len != b->len)
        return a->len < b->len ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->col > b->col) - (a->col < b->col);
}

/* Sorted, not compared pair by pair: a file may have 100000 keys in one map. */
static void check_duplicates(struct builder *b, const struct node *map)
{
    if (map->n < 2)
        return;
    struct held h;
    struct node **sorted = arena_borrow(b->arena, &h, map->n * sizeof(struct node *));
    memcpy(sorted, map->key, map->n * sizeof(struct node *));
    qsort(sorted, map->n, sizeof(struct node *), compare_keys);
    const struct node *first = sorted[0];
    for (size_t i = 1; i < map->n; i++) {
        const struct node *key = sorted[i];
        if (key->len == first->len && memcmp(key->text, first->text, key->len) == 0)
            FAIL_NODE(b, key, "KEY-DUPLICATE", NULL,
                      "the key '%s' is twice in this map, first on line %d", key->text,
                      first->line);
        else
            first = key;
    }
    arena_release(b->arena, &h);
}

static void on_end(struct builder *b)
{
    struct frame frame = b->stack[--b->depth];
    if (frame.node->kind == NODE_MAP)
        check_duplicates(b, frame.node);
    if (frame.anchor) {
        frame.anchor->open = false;
        frame.anchor->size = b->nodes - frame.nodes_before;
        frame.anchor->height = frame.height + 1;
    }
    place(b, frame.node, frame.height + 1);
}

/* The latest anchor of that name, as YAML has it. */
static const struct anchor *find_anchor(const struct builder *b, const char *name)
{
    for (size_t i = b->n_anchors; i-- > 0;)
        if (strcmp(b->anchors[i].name, name) == 0)
            return &b->anchors[i];
    return NULL;
}

static void fail_unknown_alias(struct builder *b, const yaml_event_t *event, const char *name)
{
    const char *names[NODE_MAX_ANCHORS];
    for (size_t i = 0; i < b->n_anchors; i++)
        names[i] = b->anchors[i].name;
    const char *near = suggest(name, names, b->n_anchors);
    FAIL(b, event, "YAML-ALIAS",
         near ? arena_printf(b->arena, DIAG_NEAR, arena_printf(b->arena, "*%s", near))
              : "a text that begins with '*' needs quotes",
         "there is no anchor '&%s' above this", name);
}

static void on_alias(struct builder *b, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    const struct anchor *anchor = find_anchor(b, name);
    if (!anchor || anchor->open) {
        if (anchor)
            FAIL(b, event, "YAML-ALIAS", NULL, "'*%s' is inside its own anchor '&%s'", name,
                 name);
        else
            fail_unknown_alias(b, event, name);
        if (!count_nodes(b, event, 1))
            return;
        /* A stand-in keeps keys and values in step; quoted, so that nobody complains of it. */
        place(b,
              node_new_scalar(b->arena, b->src, LINE_OF(b, event), COL_OF(b, event), name,
                              strlen(name), false),
              0);
        return;
    }
    if (count_nodes(b, event, anchor->size) && check_depth(b, event, b->depth + anchor->height))
        place(b, anchor->node, anchor->height);
}

static void take_event(struct builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        b->done = b->documents++ > 0;
        if (b->done)
            FAIL(b, event, "YAML-DOCUMENTS", "remove the '---' or split the file",
                 "a file can hold only one document, and a second one begins here");
        break;
    case YAML_SCALAR_EVENT: on_scalar(b, event); break;
    case YAML_ALIAS_EVENT: on_alias(b, event); break;
    case YAML_SEQUENCE_START_EVENT:
        on_start(b, event, NODE_LIST, event->data.sequence_start.anchor,
                 event->data.sequence_start.tag);
        break;
    case YAML_MAPPING_START_EVENT:
        on_start(b, event, NODE_MAP, event->data.mapping_start.anchor,
                 event->data.mapping_start.tag);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: on_end(b); break;
    case YAML_STREAM_END_EVENT: b->done = true; break;
    default: break;
    }
}

static bool begins_with_odd_space(const struct source *src, int line)
{
    size_t len;
    const char *s = line_bytes(src, line, &len);
    return strncmp(s + strspn(s, " "), "\xC2\xA0", 2) == 0;
}

/* `fox {name: Fox}`: a bracket behind a word, and no colon before it. */
static bool opens_without_colon(const char *s, size_t len)
{
    size_t at = 0;
    while (at < len && !strchr(":{[\"'#", s[at]))
        at++;
    return at > 1 && at < len && (s[at] == '{' || s[at] == '[') && s[at - 1] == ' ' &&
           strspn(s, " -") < at;
}

/* `it.rank > {count: …}`: do a sign of a formula and a bracket stand before the error at `at`? */
static bool map_in_formula(const char *s, size_t at)
{
    while (at > 0 && s[at] != '{' && s[at] != '}')
        at--;
    return at > 1 && s[at] == '{' && s[at - 1] == ' ' && strchr("<>=+*/%", s[at - 2]);
}

/* What the line itself tells of a mistake, which libyaml's message does not; or NULL. */
static const char *line_hint(const struct source *src, const char *problem, int line, int col)
{
    size_t len;
    const char *s = line_bytes(src, line, &len);
    size_t before = 0;
    for (int left = col - 1; left > 0 && before < len; left--)
        do
            before++;
        while (before < len && ((unsigned char)s[before] & 0xC0) == 0x80);
    if (begins_with_odd_space(src, line) || begins_with_odd_space(src, line - 1))
        return "indent with spaces: there is a no-break space (U+00A0) at the beginning of a "
               "line";
    if (before < len && map_in_formula(s, before))
        return "a formula cannot hold a map: name the map in 'let', and write its name here";
    if (strstr(problem, "mapping values are not allowed") && opens_without_colon(s, len))
        return "is ':' missing before the bracket?";
    if (strstr(problem, "mapping values are not allowed") && !memchr(s, ':', before))
        return "is this line indented like the one above?";
    if (strstr(problem, "cannot start any token") && before < len && s[before] == '>')
        return "a comparison is a map: {at_least: 6}";
    if (strstr(problem, "did not find expected key") && before > 0 &&
        (s[before - 1] == '\'' || s[before - 1] == '"'))
        return "write a quotation mark inside a text as '' in single quotes, \\\" in double "
               "ones";
    size_t word = before;
    while (word > 0 && s[word - 1] == ' ')
        word--;
    if (strstr(problem, "did not find expected key") && word > 0 &&
        (s[word - 1] == '\'' || s[word - 1] == '"'))
        return "nothing may follow a closing quote. Put other quotes around a text with "
               "quotes in it: '\"so\" it is'";
    return NULL;
}

/* What usually lies behind a message of libyaml; NULL if nothing is known of it. */
static const char *syntax_hint(const struct source *src, const char *problem, int line, int col)
{
    static const struct {
        const char *problem, *hint;
    } known[] = {
        {"found a tab character", "indent with spaces, not tabs"},
        {"did not find expected comment or line break",
         "nothing may follow a closing bracket or quote. Put quotes around a text with both"},
        {"mapping values are not allowed", "a text with ': ' in it needs quotes"},
        {"cannot start any token",
         "indent with spaces, not tabs; a text that begins with @ ` or % needs quotes"},
        {"did not find expected key", "check the indentation of this line and the one above"},
        {"did not find expected ',' or",
         "is a comma, a bracket or a quote missing before this?"},
        {"could not find expected ':'",
         "is ': ' missing after the key, or a quote at its end?"},
        {"did not find expected '-' indicator", "check the indentation of this line"},
        {"did not find expected <document start>", "is a line indented less than the first?"},
        {"found unexpected end of stream", "a quote or a bracket is not closed"},
        {"found unknown escape character", "in single quotes a backslash is just a backslash"},
    };
    const char *hint = line_hint(src, problem, line, col);
    for (size_t i = 0; i < sizeof known / sizeof *known && !hint; i++)
        if (strstr(problem, known[i].problem))
            hint = known[i].hint;
    return hint;
}

/* The blanks before what stands in a line; -1: nothing does, or a comment. */
static int indent_of(const struct source *src, int line)
{
    size_t len;
    const char *s = line_bytes(src, line, &len);
    size_t at = strspn(s, " ");
    return at == len || s[at] == '#' || s[at] == '\r' ? -1 : (int)at;
}

/* The nearest line above that is indented less than LESS; 0: there is none. */
static int parent_of(const struct source *src, int line, int less)
{
    for (line--; line >= 1; line--)
        if (indent_of(src, line) >= 0 && indent_of(src, line) < less)
            return line;
    return 0;
}

/* How many lines from FROM on, up to one that is indented less or TO, are indented so. */
static int count_indented(const struct source *src, int from, int to, int indent)
{
    int n = 0;

    for (; from <= src->lines && from < to; from++) {
        int here = indent_of(src, from);
        if (here >= 0 && here < indent)
            break;
        n += here == indent;
    }
    return n;
}

/* Is there a line above that is indented so, and none less than LEAST between? */
static bool stands_above(const struct source *src, int line, int indent, int least)
{
    for (line--; line >= 1; line--) {
        int here = indent_of(src, line);
        if (here == indent)
            return true;
        if (here >= 0 && here < least)
            return false;
    }
    return false;
}

/* By how much a block is indented: the least that more than one line is. */
static int usual_step(const struct source *src)
{
    int count[16] = {0}, first = 0;

    for (int line = 1; line <= src->lines; line++) {
        int here = indent_of(src, line);
        first = first || here <= 0 ? first : here;
        if (here > 0 && here < 16)
            count[here]++;
    }
    for (int step = 1; step < 16; step++)
        if (count[step] > 1)
            return step;
    return first;
}

/* Is a line that deep as one usually is below this one? Below an entry of a list two columns more are its keys. */
static bool usual_below(const struct source *src, int line, int indent)
{
    size_t len;
    const char *s = line_bytes(src, line, &len);
    int above = indent_of(src, line), step = usual_step(src);
    bool entry = len > (size_t)above + 1 && s[above] == '-' && s[above + 1] == ' ';

    return indent == above + step ||
           (entry && (indent == above + 2 || indent == above + 2 + step));
}

/* LINE is indented as nothing that is open there. It stands wrong, or what it should have gone on with: the line above that
 * ended the block too early, or the first of the block, deeper than the others. 0: LINE itself. */
static int misplaced_line(const struct source *src, int line)
{
    int indent = indent_of(src, line), parent = parent_of(src, line, indent),
        first = parent + 1;

    while (first < line && indent_of(src, first) < 0)
        first++;
    if (indent <= 0 || !parent || first >= line || indent_of(src, first) <= indent)
        return 0;
    int above = indent_of(src, parent), deep = indent_of(src, first), step = usual_step(src);
    bool first_fits = usual_below(src, parent, deep),
         line_fits = usual_below(src, parent, indent);
    if (!first_fits && deep == indent + step)
        return parent;
    if (first_fits != line_fits)
        return line_fits ? first : 0;
    int firsts = count_indented(src, first, line, deep),
        others = count_indented(src, line, src->lines + 1, indent);
    bool goes_on = stands_above(src, parent, indent, above),
         sibling = stands_above(src, parent, above, above);
    if (goes_on && deep == indent + step && !(firsts == 1 && sibling))
        return parent;
    return firsts <= others ? first : 0;
}

/* Does a map or list of a block go on, or begin, in this line? */
static bool begins_entry(const struct source *src, int line)
{
    size_t len;
    const char *s = line_bytes(src, line, &len);
    size_t from = strspn(s, " "), at = from + strcspn(s + from, ": ,{[\n");

    return strncmp(s + from, "- ", 2) == 0 ||
           (at > from && at < len && s[at] == ':' && (at + 1 == len || s[at + 1] == ' '));
}

/* A bracket that is open since FROM, and the block goes on in LINE: it should close at the end of what stands before. 0: it may
 * be elsewhere. */
static int unclosed_line(const struct source *src, int line, int from)
{
    if (line <= from || !begins_entry(src, line))
        return 0;
    for (line--; line > from && indent_of(src, line) < 0;)
        line--;
    return line;
}

/* `points 3` below `owl:`, and LINE, as deep, goes on with the keys: that first line of the block. 0: it is otherwise. */
static int keyless_line(const struct source *src, int line)
{
    int first = line - 1, indent = indent_of(src, line);
    while (first > 0 && indent_of(src, first) < 0)
        first--;
    int parent = parent_of(src, first, indent);
    size_t len;
    const char *s = line_bytes(src, parent, &len);
    while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\r'))
        len--;
    return parent && s[len - 1] == ':' && indent_of(src, first) == indent &&
                   !count_indented(src, parent + 1, first, indent) && !begins_entry(src, first)
               ? first
               : 0;
}

static void fail_syntax(struct builder *b, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "this is not YAML";
    int line = line_at(b->src, &parser->problem_mark),
        col = column_at(b->src, &parser->problem_mark);
    const char *hint = syntax_hint(b->src, problem, line, col);
    int from = parser->context ? line_at(b->src, &parser->context_mark) : line, wrong;
    bool quote = strstr(problem, "found unexpected end of stream") && parser->context &&
                 strstr(parser->context, "quoted scalar");
    bool block = (strstr(problem, "did not find expected key") ||
                  strstr(problem, "did not find expected '-'")) &&
                 col == indent_of(b->src, line) + 1;
    if (parser->error == YAML_MEMORY_ERROR)
        arena_fail(b->arena);
    else if (quote)
        fail_at(b, from, column_at(b->src, &parser->context_mark), "YAML-SYNTAX", NULL,
                "this quote is not closed");
    else if (from != line && strstr(problem, "could not find expected ':'"))
        fail_at(b, from, column_at(b->src, &parser->context_mark), "YAML-SYNTAX", hint,
                "no ':' follows this key");
    else if (strstr(problem, "mapping values") && (wrong = keyless_line(b->src, line)))
        fail_at(b, wrong, indent_of(b->src, wrong) + 1, "YAML-SYNTAX",
                "is ': ' missing after the key?",
                "no ':' follows this key, and line %d continues the block", line);
    else if (block && (wrong = misplaced_line(b->src, line)))
        fail_at(b, wrong, indent_of(b->src, wrong) + 1, "YAML-SYNTAX",
                "indent it like the lines around it",
                "this line is not indented like its block, which continues in line %d", line);
    else if (strstr(problem, "did not find expected ',' or") &&
             (wrong = unclosed_line(b->src, line, from)))
        fail_at(
            b, wrong, column_behind(b->src, wrong), "YAML-SYNTAX", hint,
            "a bracket is not closed here, and line %d continues the block (%s from line %d)",
            line, parser->context, from);
    else if (from != line)
        fail_at(b, line, col, "YAML-SYNTAX", hint, "%s (%s from line %d)", problem,
                parser->context, from);
    else
        fail_at(b, line, col, "YAML-SYNTAX", hint, "%s", problem);
}

static void drop_parser(void *parser)
{
    yaml_parser_delete(parser);
}

static void drop_event(void *event)
{
    yaml_event_delete(event);
}

static void run_parser(struct builder *b)
{
    yaml_parser_t parser;
    struct held h, current;
    if (!yaml_parser_initialize(&parser))
        arena_fail(b->arena);
    arena_hold(b->arena, &h, &parser, drop_parser);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)b->src->text, b->src->len);
    while (!b->done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            fail_syntax(b, &parser);
            break;
        }
        arena_hold(b->arena, &current, &event, drop_event);
        take_event(b, &event);
        arena_release(b->arena, &current);
    }
    arena_release(b->arena, &h);
}

/* ---- texts and files ---- */

/* The keys of a table of cards: its columns and its cards' ids. */
static void check_keys(struct builder *b, const struct node *n)
{
    if (n->kind != NODE_MAP)
        return;
    check_duplicates(b, n);
    for (size_t i = 0; i < n->n; i++) {
        check_key_word(b, n->key[i]);
        check_keys(b, n->item[i]);
    }
}

bool source_fit(const struct source *src, struct diags *diags)
{
    int line = 1, col = 1;
    for (size_t at = 0, size; at < src->len; at += size) {
        const struct node here = {.src = src, .line = line, .col = col};
        uint32_t c = 0;
        size = shown_utf8(src->text + at, src->len - at, &c);
        if (size == 0)
            return node_error(diags, &here, "FILE-ENCODING", "save the file as UTF-8",
                              "the byte %02X is not valid UTF-8 here",
                              (unsigned char)src->text[at]);
        if (shown_unfit(c) && c != '\t' && c != '\n' && c != '\r')
            return node_error(diags, &here, "FILE-ENCODING",
                              c == 0 ? "is this a text file?" : NULL,
                              CANNOT_STAND "a game's file", (unsigned)c);
        bool ends = line < src->lines && at + size == src->line_start[line];
        line += ends;
        col = ends ? 1 : col + 1;
    }
    return true;
}

static void fail_file(struct diags *diags, const char *path, const char *code,
                      const char *message)
{
    diags_add(diags, DIAG_ERROR, code, path, 0, 0, NULL, NULL, "%s", message);
}

static const char too_large[] = "the file is larger than 4 MB";

struct node *node_load_text(const char *path, const char *text, size_t len, struct arena *arena,
                            struct diags *diags)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* byte order mark */
    if (len > NODE_MAX_FILE) {
        fail_file(diags, path, "FILE-SIZE", too_large);
        return NULL;
    }
    if (len >= 3 && memcmp(text, mark, 3) == 0) {
        text += 3;
        len -= 3;
    }
    struct held h;
    struct builder *b =
        arena_borrow(arena, &h, sizeof *b); /* 14 KB: too much for a thread's stack */
    memset(b, 0, sizeof *b);
    b->arena = arena;
    b->diags = diags;
    struct source *src = source_new(arena, path, len ? text : "", len);
    b->src = src;
    bool table = strlen(path) > 4 && !strcasecmp(path + strlen(path) - 4, ".csv");
    if (!source_fit(b->src, diags))
        b->bad = true;
    else if (!table)
        run_parser(b);
    else if ((b->root = csv_read(src, arena, diags)))
        check_keys(b, b->root);
    else
        b->bad = true;
    if (!b->bad && (!b->root || (node_is_null(b->root) && b->root->len == 0))) {
        fail_file(diags, path, "FILE-EMPTY", "the file is empty");
        b->bad = true;
    }
    struct node *root = b->bad ? NULL : b->root;
    src->nodes += b->nodes;
    arena_release(arena, &h);
    return root;
}

struct node *node_load_at(const struct file_at *at, struct arena *arena, struct diags *diags)
{
    struct file_fault fault;
    size_t size = 0;
    int fd = file_open(at, NODE_MAX_FILE, &size, &fault);
    if (fd < 0 && fault.memory)
        arena_fail(arena);
    if (fd < 0) {
        fail_file(diags, at->path, fault.code,
                  strcmp(fault.code, "FILE-SIZE") == 0 ? too_large : fault.why);
        return NULL;
    }
    struct held file, h;
    arena_hold(arena, &file, &fd, file_drop);
    char *text = arena_borrow(arena, &h, size);
    ptrdiff_t len = file_fill(fd, text, size);
    struct node *root = NULL;
    if (len < 0)
        fail_file(diags, at->path, "FILE-UNREADABLE", strerror(errno));
    else
        root = node_load_text(at->path, text, (size_t)len, arena, diags);
    arena_release(arena, &h);
    arena_release(arena, &file);
    return root;
}

struct node *node_load_file(const char *path, struct arena *arena, struct diags *diags)
{
    const struct file_at given = {NULL, path, path};
    return node_load_at(&given, arena, diags);
}
