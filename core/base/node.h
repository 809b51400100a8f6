/* node.h: a YAML file as a tree that remembers where each piece stood.
 *
 * A tree lives in the arena it was loaded into and is not changed after load; an alias
 * (`*ranks`) shares the node of its anchor, so a tree may be a graph without cycles. Who
 * builds new trees (`extends`, `for`, `like`, the Lua bridge) uses node_new_* and node_copy
 * and adds only to lists and maps it made itself.
 * Codes: FILE-MISSING FILE-UNREADABLE FILE-KIND FILE-SIZE FILE-EMPTY FILE-ENCODING,
 * TEXT-CHARACTER YAML-SYNTAX YAML-DOCUMENTS YAML-TAG YAML-ALIAS YAML-LIMIT YAML-MERGE YAML-NUL,
 * KEY-DUPLICATE KEY-KIND KEY-EMPTY KEY-BOOLEAN.
 */
#ifndef CANTRIP_BASE_NODE_H
#define CANTRIP_BASE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/files.h"

enum {
    NODE_MAX_FILE = 4 * 1024 * 1024, /* bytes of a file */
    NODE_MAX_NODES = 200000,         /* nodes of a file, aliases counted as copies */
    NODE_MAX_DEPTH = 64,             /* lists and maps within each other */
    NODE_MAX_ANCHORS = 256,          /* anchors of a file */
};

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

/* The text that nodes point back to. Owned by its arena. */
struct source {
    char *path;
    char *text; /* without byte order mark; NUL after it; NULL: not known */
    size_t len;
    size_t *line_start; /* offset of each line, in order */
    size_t *line_end;   /* offset of its break, or of the end of the text */
    int lines;
    size_t nodes; /* read from it, aliases counted as copies */
};

struct node {
    enum node_kind kind;
    bool plain;               /* scalar: not quoted, no block text */
    int line, col;            /* 1-based; col in characters */
    const struct source *src; /* may be NULL */
    char *text;               /* scalar: NUL-terminated; else NULL */
    size_t len;               /* scalar: length of text */
    struct node **item;       /* list: its items; map: its values */
    struct node **key;        /* map: its keys (scalars), in the order of the file */
    size_t n;                 /* items or pairs */
};

/* Reads and parses a file that a game names, without leaving its folder (files.h). Returns its root, owned by ARENA, or NULL with at least
 * one error in DIAGS; parsing goes on after an error where the syntax allows. Refused before
 * reading: what is no regular file, what is larger than NODE_MAX_FILE. */
struct node *node_load_at(const struct file_at *at, struct arena *arena, struct diags *diags);

/* The same of the file PATH that the user named, who may name a link. */
struct node *node_load_file(const char *path, struct arena *arena, struct diags *diags);

/* The same for LEN bytes at TEXT (copied); PATH is only a name for messages. */
struct node *node_load_text(const char *path, const char *text, size_t len, struct arena *arena,
                            struct diags *diags);

/* The value of KEY in MAP. NULL if absent, or if MAP is NULL or no map. */
struct node *node_get(const struct node *map, const char *key);

/* The value as a plain decimal number (-3, 0, +12; not 010, 1_000, 0x1F, "3"); what has
 * no room in 64 bits is the greatest or least that has, which whoever asks refuses. False and *OUT untouched otherwise. NODE may be NULL, here and in the next two. */
bool node_int(const struct node *node, int64_t *out);

/* The value as plain `true` or `false`, no other spelling. False and *OUT untouched otherwise. */
bool node_bool(const struct node *node, bool *out);

/* Whether it is this word; NULL, a list and a map are none. */
/* The key of a map that is the first of KEYS, between which spaces stand; NULL: it has none of them. */
const struct node *node_key_among(const struct node *map, const char *keys);
bool node_is(const struct node *node, const char *word);
/* Whether the node is there and says nothing: plain and empty, `~` or `null`. */
bool node_is_null(const struct node *node);

/* A source in ARENA with copies of PATH and TEXT (NULL: not known, then no excerpts). */
struct source *source_new(struct arena *arena, const char *path, const char *text, size_t len);

/* Whether the source is UTF-8 without characters that a terminal acts on or that mislead a reader
 * (shown.h), but for tabs and line breaks; else the first that is not is reported. */
bool source_fit(const struct source *source, struct diags *diags);

/* A copy of line LINE (1-based) without its line end, or NULL if there is no such line.
 * The caller frees it with free(). */
char *source_line(const struct source *source, int line);

/* Adds a finding at the place of NODE with its source line. CODE must be static; HINT ("did you
 * mean 'close'?") is copied and may be NULL. NODE may be NULL: then it has no place. It gives
 * false, for `return node_error(…)`. */
bool node_say(struct diags *diags, enum diag_level level, const struct node *node,
              const char *code, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));
#define node_error(diags, ...)   node_say(diags, DIAG_ERROR, __VA_ARGS__)
#define node_warning(diags, ...) ((void)node_say(diags, DIAG_WARNING, __VA_ARGS__))
/* A node that is only a place, for such a finding. */
#define NODE_AT(at, l, c)                                                                      \
    (&((const struct node){.kind = NODE_SCALAR, .src = (at), .line = (l), .col = (c)}))

/* New nodes in ARENA, placed at LINE and COL of SRC (NULL allowed). A scalar copies LEN bytes
 * of TEXT; lists and maps start empty. Never NULL. */
struct node *node_new_scalar(struct arena *arena, const struct source *src, int line, int col,
                             const char *text, size_t len, bool plain);
struct node *node_new_list(struct arena *arena, const struct source *src, int line, int col);
struct node *node_new_map(struct arena *arena, const struct source *src, int line, int col);

/* The same at the place of another node; a plain scalar, the whole text. */
struct node *node_map_at(struct arena *arena, const struct node *at);
struct node *node_list_at(struct arena *arena, const struct node *at);
struct node *node_word_at(struct arena *arena, const struct node *at, const char *text);

/* Adds ITEM to LIST, or the pair KEY (a scalar) and VALUE to MAP, at the end, shared and not
 * copied. ARENA must be the one LIST or MAP came from. Duplicates are not looked for; the
 * caller sees to it that no cycle arises. */
void node_list_add(struct arena *arena, struct node *list, struct node *item);
void node_map_add(struct arena *arena, struct node *map, struct node *key, struct node *value);

/* A deep copy in ARENA; what was shared inside becomes separate copies, the places stay.
 * NULL gives NULL. */
struct node *node_copy(struct arena *arena, const struct node *node);

#endif
