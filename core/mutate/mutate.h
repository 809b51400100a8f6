/* mutate.h - what the parts of mutants share.
 *
 *   mutants.c  cantrip.h's functions: a game's mutants, one of them loaded
 *   places.c   the pieces of YAML that a load has noted (load/sites.h), in order
 *   yaml.c     changes of a map, a list, a word
 *   formula.c  changes of an expression, token by token
 *   other.c    replacements for names, words, seats
 *   lua.c      a script as tokens, and which of its statements the rules need
 *   script.c   changes of a script
 *   lets.c     which `let`s the rules need
 *
 * A mutant is an edit (load/edit.h) of the files as they are read. Loading says whether it is a
 * game. Only noted pieces change, and these are the ones that the game really uses.
 */
#ifndef CANTRIP_MUTATE_MUTATE_H
#define CANTRIP_MUTATE_MUTATE_H

#include "base/luatext.h"
#include "cantrip.h"
#include "load/definition.h"
#include "load/edit.h"
#include "load/load.h"
#include "load/sites.h"

struct mutant {
    enum ct_mutator by;
    struct edit edit;
    const struct source *src;
    int line, col;
    const char *says, *excerpt;
    int mark;
    bool selector;   /* it changes only a selector in a script */
    int file, found; /* for their order */
};

/* A script as tokens. */
enum lua_is { LUA_NAME, LUA_NUMBER, LUA_STRING, LUA_SIGN, LUA_END };
struct lua_token {
    enum lua_is is;
    size_t from, to; /* bytes of the text */
    int line, col;   /* from 1; in characters */
    bool wanted;     /* it stands in a statement that the rules need */
};
struct lua_tokens {
    const char *text;
    struct lua_token *v; /* the last is LUA_END */
    size_t n;
};

struct ct_mutants {
    struct arena *mem;
    struct ct_definition *def; /* the original */
    struct sites sites;        /* of its load */
    bool has_field;            /* selectors may stand without a zone */
    bool base;                 /* those of the ruleset that is extended, too */
    bool solo;                 /* there is only one seat: no word for seats means another */
    const char *folder, *const *places;
    struct lua_tokens *script; /* of each of its scripts */
    struct mutant *v;          /* in the arena */
    int n;
};

/* A piece of a file that the load has noted. */
struct place_noted {
    const struct site *site;
    struct node *raw; /* as in the file */
    const char *path;
    size_t off; /* of a scalar: the read text begins here (a default behind `=`) */
};

/* ---- mutants.c ---- */
/* Adds one. It is shown at AT, or COL columns into its line (0: where AT begins). */
void mutant_add(struct ct_mutants *m, enum ct_mutator by, struct edit edit,
                const struct node *at, int col, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));
/* The edit of a piece; the rest is to be filled in. */
struct edit edit_of(const struct place_noted *p, enum edit_does does);
/* The edit that loading applies for mutant I. NULL: none. */
const struct edit *mutant_edit(const struct ct_mutants *m, int i);
/* The node as YAML on one line, cut where it is long. */
const char *mutant_words(struct ct_mutants *m, const struct node *key, const struct node *n);
/* N bytes of a text, cut so. */
const char *mutant_cut(struct ct_mutants *m, const char *text, size_t n);

/* ---- places.c ---- */
/* Calls FN for each piece, by file and place. `skip` selects files to leave out. */
typedef void (*place_fn)(struct ct_mutants *m, const struct place_noted *p);
void places_each(struct ct_mutants *m, bool (*skip)(void *ctx, const char *path), void *ctx,
                 place_fn fn);

/* ---- yaml.c, formula.c, script.c ---- */
void yaml_mutants(struct ct_mutants *m, const struct place_noted *p);
/* The changes of a scalar with an expression. */
void formula_mutants(struct ct_mutants *m, const struct place_noted *p);
/* Is it a comparison or `not`? Then other changes negate it already. */
bool formula_turns(struct ct_mutants *m, const struct place_noted *p);
/* The changes of a script's string, whose bytes from … to are an expression. AT: place of the
 * string. */
void formula_in_script(struct ct_mutants *m, const char *path, const struct node *at,
                       size_t from, size_t to);
void scripts_mutants(struct ct_mutants *m, bool (*skip)(void *ctx, const char *path),
                     void *ctx);

/* ---- other.c: a replacement; NULL: none ---- */
/* Another name of the same kind in the ruleset. *ZONE: it is a zone. */
const char *other_name(const struct ct_definition *def, const char *id, bool *zone);
/* Replacement number I (from 0) for one of WORDS, which are separated by spaces. */
const char *other_of(struct arena *mem, const char *words, const char *id, int i);
const char *other_seats(const char *id, int i);
/* Another word of the trait; of the first trait or option that has it (trait -1). */
const char *other_word(const struct ct_definition *def, int trait, const char *id);
const char *other_card(const struct ct_definition *def, const char *id);
/* The operator (of formulas or scripts) that the text begins with, or that its N bytes are. */
struct sign {
    const char *is, *other;
    enum ct_mutator by;
};
const struct sign *other_sign(const char *text, size_t n, bool lua);
/* The opposite of a key, and the kind of change. */
const char *opposite_key(const char *key, enum ct_mutator *by);

/* ---- lua.c ---- */
/* The tokens of a script of the game, in the arena. */
struct lua_tokens lua_read(struct arena *mem, const char *text, size_t len);
/* Is token i, not a string, one of WORDS, which are separated by spaces? */
bool lua_at(const struct lua_tokens *t, size_t i, const char *words);
/* Marks the statements of the file that effects, steps and functions of the rules need. */
void lua_mark_wanted(struct arena *mem, const struct ct_definition *def, struct lua_tokens *t);
/* Does a wanted part of the script mention the word, as a name or within a string? */
bool lua_mentions(const struct lua_tokens *t, const char *word);

/* ---- lets.c ---- */
/* Do the rules need the piece? Only pieces of a `let` may be unneeded. */
bool lets_need(const struct ct_mutants *m, const struct place_noted *p);

#endif
