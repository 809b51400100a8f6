/* lsp.h - a language server for games: what is open in an editor, the games that it belongs to,
 * what is asked of them. */
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
/* A game of which a file is open. */
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
/* The file that a message is about; NULL: it names none. */
const char *uri_in(const json_t *params);
struct document *document_find(struct lsp *s, const char *uri);
/* The same by the file that it is, however an editor writes its name. */
struct document *document_at(struct lsp *s, const char *uri);
struct document *document_add(struct lsp *s, const char *uri, const char *path,
                              const char *text, size_t n);
void document_open(struct lsp *s, const char *uri, const json_t *text);
void document_set(struct document *d, const json_t *text);
void document_close(struct lsp *s, const char *uri);
/* Which games read it: asked when it is opened or saved. */
void document_games(struct lsp *s, struct document *d);
/* The same document with a list of games of its own, `game`; free(). */
struct document document_alike(const struct document *d);
/* Adds to its games all that read this file and load, as those that extend one whose rules it is.
 * Were there any more? */
bool document_readers(struct lsp *s, struct document *d, const char *path);
/* Line number `line` (from 0) of a text, and how long it is. NULL: there is none. */
const char *document_line(const char *text, int line, size_t *n);
/* Columns: bytes of a line, characters of findings (from 1), and the units of UTF-16 of the
 * protocol. */
size_t byte_of_unit(const char *line, size_t n, int unit);
int unit_of_char(const char *line, size_t n, int character);
int unit_of_byte(const char *line, size_t n, size_t byte);
bool is_lua(const char *path);
/* Part of a name, or of a word of people. */
bool in_word(char c);
/* A range within a line. */
json_t *place_json(int line, int from, int to);
void documents_free(struct lsp *s);
void lsp_free(struct lsp *s);

/* ---- findings.c ---- */

/* Loads the games of all open files as they stand in the editor, and publishes what is found. */
void findings_publish(struct lsp *s);
/* Loads a game as it stands in the editor. Does it load? */
bool game_load(struct lsp *s, int game);
/* What is found in the rules of the games of a document, cards and all, or in their scenarios (be
 * it in the file of this path alone), as {uri: [diagnostic]}; nothing is published, and names stay
 * what they were. *named: does one of them declare this word? */
json_t *findings_of_rules(struct lsp *s, const struct document *d, const char *word,
                          bool *named);
json_t *findings_of_scenarios(struct lsp *s, const struct document *d, const char *only);
/* Adds what is not in the list yet; takes it over. */
void add_once(json_t *list, json_t *one);

/* ---- asked.c: what the protocol wants as results ---- */

/* The word at a place of a file. */
struct asked {
    struct document *doc;
    char *word; /* free() */
    int line, from, to;
};
bool find_word(struct lsp *s, const json_t *params, struct asked *out);
/* Name number i of those of all games of a file: *game is which. False: there are no more. */
bool each_name(struct lsp *s, const struct document *d, int *game, int *i, struct ct_name *out);
bool is_name(struct lsp *s, const struct document *d, const char *word, size_t n);

json_t *asked_hover(struct lsp *s, const json_t *params);
json_t *asked_definition(struct lsp *s, const json_t *params);
json_t *asked_completion(struct lsp *s, const json_t *params);

/* ---- places.c ---- */

/* What a file declares, as its outline. */
json_t *places_declared(struct lsp *s, const json_t *params);
/* All places of a name of the game, in all files that are read for it, and in its scenarios. */
json_t *places_of_name(struct lsp *s, const json_t *params);
/* The same for who does something with each: a word of its own, that stands in no comment. */
struct hit {
    const char *uri, *path, *text; /* of the file, as it stands in the editor */
    size_t at;                     /* the byte of the text where it begins */
    int line, from, to;            /* in units of the protocol */
    bool scenario;                 /* the file is one of scenarios */
    bool
        joined; /* "gold-bag": it is a part of what may be a formula, or a word that is no name */
};
typedef void (*hit_fn)(void *ctx, const struct hit *hit);
void places_search(struct lsp *s, const struct document *d, const char *word, hit_fn fn,
                   void *ctx);

/* ---- rename.c ---- */

/* The edits by which a name becomes another in all files; NULL: *why it cannot (free()). */
json_t *rename_asked(struct lsp *s, const json_t *params, char **why);
/* The range of the name at a place, or null. */
json_t *rename_prepare(struct lsp *s, const json_t *params);

/* ---- fixes.c ---- */

/* What may be done about the findings of a range: the words that they name, put in. */
json_t *fixes_asked(struct lsp *s, const json_t *params);

/* ---- server.c ---- */

/* Serves stdin until the client leaves. The exit status. */
int lsp_serve(void);

#endif
