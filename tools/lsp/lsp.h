/* lsp.h - a language server for games: open documents, their games, and requests about them. */
#ifndef CANTRIP_TOOLS_LSP_LSP_H
#define CANTRIP_TOOLS_LSP_LSP_H

#include "cantrip.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A file that is open: its text, saved or not. */
struct document {
    char *uri, *path, *text; /* path: a real one */
    size_t n;
    int *game, ngames; /* those that read it, by their place in lsp.game */
};
/* A game with an open file. */
struct lsp_game {
    char *folder;
    ct_definition *def; /* the last that loaded, or NULL */
    json_t *files;      /* the paths that were read for it, or NULL */
};
struct lsp {
    struct document *doc;
    int ndocs;
    struct lsp_game *game;
    int ngames;
    json_t *shown;       /* {uri: [diagnostic]}: the findings that were published */
    const char **places; /* where games are looked for */
    bool changed;        /* since the last check */
};

/* ---- documents.c ---- */

/* "file:///a%20b" as a path; free(). NULL: it is no file. */
char *uri_path(const char *uri);
char *uri_of(const char *path);
/* The document of a message. NULL: it names none. */
const char *uri_in(const json_t *params);
struct document *document_find(struct lsp *s, const char *uri);
/* Finds it by its file, however the editor writes the name. */
struct document *document_at(struct lsp *s, const char *uri);
struct document *document_add(struct lsp *s, const char *uri, const char *path,
                              const char *text, size_t n);
void document_open(struct lsp *s, const char *uri, const json_t *text);
void document_set(struct document *d, const json_t *text);
void document_close(struct lsp *s, const char *uri);
/* The games that read a document. Found when it is opened or saved. */
void document_games(struct lsp *s, struct document *d);
/* A copy of the document with its own list of games, `game`; free(). */
struct document document_alike(const struct document *d);
/* Adds all games that read this file and load, for example those that extend its ruleset. True
 * if there were more. */
bool document_readers(struct lsp *s, struct document *d, const char *path);
/* Line number `line` (from 0) of a text, and its length. NULL: no such line. */
const char *document_line(const char *text, int line, size_t *n);
/* Columns: bytes of a line, characters of findings (from 1), and the units of UTF-16 of the
 * protocol. */
size_t byte_of_unit(const char *line, size_t n, int unit);
int unit_of_char(const char *line, size_t n, int character);
int unit_of_byte(const char *line, size_t n, size_t byte);
bool is_lua(const char *path);
/* Is it part of a name or a word? */
bool in_word(char c);
/* A range within a line. */
json_t *place_json(int line, int from, int to);
void documents_free(struct lsp *s);
void lsp_free(struct lsp *s);

/* ---- findings.c ---- */

/* The word of a finding in its line (of "raund-1" the part that the message names): *at is its
 * first byte, after a quote. Its length. */
size_t finding_word(const struct ct_diag *d, const char *line, size_t n, size_t *at);
/* Loads the games of all open files as they are in the editor, and publishes their findings. */
void findings_publish(struct lsp *s);
/* Loads a game as it is in the editor. False: it has errors. */
bool game_load(struct lsp *s, int game);
/* The findings of a document's games, in their rules or their scenarios (or only the file of
 * this path), as {uri: [diagnostic]}. Publishes nothing and keeps all names. *named: does one of
 * them declare this word? */
json_t *findings_of_rules(struct lsp *s, const struct document *d, const char *word,
                          bool *named);
json_t *findings_of_scenarios(struct lsp *s, const struct document *d, const char *only);
/* Adds the value if it is not in the list. Takes it over. */
void add_once(json_t *list, json_t *one);

/* ---- asked.c: results of requests ---- */

/* The word at a place of a file. */
struct asked {
    struct document *doc;
    char *word; /* free() */
    int line, from, to;
};
bool find_word(struct lsp *s, const json_t *params, struct asked *out);
/* Name number i among all games of a file; *game is its game. False: no more. */
bool each_name(struct lsp *s, const struct document *d, int *game, int *i, struct ct_name *out);
bool is_name(struct lsp *s, const struct document *d, const char *word, size_t n);

json_t *asked_hover(struct lsp *s, const json_t *params);
json_t *asked_definition(struct lsp *s, const json_t *params);
json_t *asked_completion(struct lsp *s, const json_t *params);

/* ---- places.c ---- */

/* The outline: declarations in a file. */
json_t *places_declared(struct lsp *s, const json_t *params);
/* All places of a name of the game, in all files that are read for it, and in its scenarios. */
json_t *places_of_name(struct lsp *s, const json_t *params);
/* A callback for each place of a name: a whole word, not in a comment. */
struct hit {
    const char *uri, *path, *text; /* the file as it is in the editor */
    size_t at;                     /* the byte of the text where it begins */
    int line, from, to;            /* in units of the protocol */
    bool scenario;                 /* a scenario file */
    bool joined; /* "gold-bag": perhaps part of a formula, or a word that is no name */
};
typedef void (*hit_fn)(void *ctx, const struct hit *hit);
void places_search(struct lsp *s, const struct document *d, const char *word, hit_fn fn,
                   void *ctx);

/* ---- rename.c ---- */

/* The edits that rename a name in all files. NULL: *why not (free()). */
json_t *rename_asked(struct lsp *s, const json_t *params, char **why);
/* The range of the name at a place, or null. */
json_t *rename_prepare(struct lsp *s, const json_t *params);

/* ---- fixes.c ---- */

/* Actions for the findings of a range: replace the word by the suggested one. */
json_t *fixes_asked(struct lsp *s, const json_t *params);

/* ---- server.c ---- */

struct session;
struct session *lsp_begin(void);
/* Handles a message of the client. */
void lsp_tell(struct session *c, const json_t *message);
/* Nothing more has come: publishes the findings, if a text has changed. */
void lsp_rest(struct session *c);
/* Serves stdin until the client leaves. The exit status. */
int lsp_serve(void);

#endif
