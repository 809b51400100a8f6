/* syntax.h - a file of Lua as a tree with the place of each part: to be looked at, not run.
 *
 * Lua itself compiles what runs, and says what is wrong with its syntax. This is for who must know where in a
 * file something stands: findings with a column, and the check of what scripts call (load/lint.h).
 * Names are resolved: each is a local variable or a global name.
 */
#ifndef CANTRIP_SCRIPT_SYNTAX_H
#define CANTRIP_SCRIPT_SYNTAX_H

#include "base/arena.h"

#include <stdint.h>

/* Line and column in characters, from 1. */
struct syn_at {
    int line, col;
};

enum syn_token {
    LT_END, /* of the file */
    LT_NAME,
    LT_TEXT,
    LT_NUMBER,
    /* ORDER syn_words of lex.c */
    LT_AND,
    LT_BREAK,
    LT_DO,
    LT_ELSE,
    LT_ELSEIF,
    LT_ENDS, /* `end` */
    LT_FALSE,
    LT_FOR,
    LT_FUNCTION,
    LT_GOTO,
    LT_IF,
    LT_IN,
    LT_LOCAL,
    LT_NIL,
    LT_NOT,
    LT_OR,
    LT_REPEAT,
    LT_RETURN,
    LT_THEN,
    LT_TRUE,
    LT_UNTIL,
    LT_WHILE,
    /* the signs of one character are their own number; of several: */
    LT_CONCAT = 256, /* .. */
    LT_DOTS,         /* ... */
    LT_EQ,
    LT_NE,
    LT_LE,
    LT_GE,
    LT_IDIV,
    LT_SHL,
    LT_SHR,
    LT_LABEL, /* :: */
    LT_WRONG  /* no token of Lua */
};

struct syn_lexer {
    const char *p, *end, *text;
    struct arena *mem;
    struct syn_at at; /* of *p */
    /* the token: */
    int token;
    struct syn_at begins;
    const char *from, *to; /* as it is written */
    const char *value;     /* NAME; TEXT as it is meant */
    size_t len;
    bool whole; /* NUMBER: without point and exponent */
};
void syn_lex_begin(struct syn_lexer *l, struct arena *mem, const char *text, size_t len);
void syn_lex(struct syn_lexer *l); /* the next token */

/* A local variable. `changed`: it is assigned after it was declared. */
struct syn_local {
    const char *name;
    size_t len;
    struct syn_at at;
    struct syn_func *of;
    struct syn_local *up;   /* declared before, in the blocks around */
    struct syn_local *next; /* of those of its function */
    bool param, changed;
    void *note; /* of who looks */
};

enum syn_kind {
    LX_NIL,
    LX_TRUE,
    LX_FALSE,
    LX_NUMBER,
    LX_TEXT,
    LX_VARARG,
    LX_FUNCTION, /* func */
    LX_NAME,     /* local, or a global name, op '=' where it is assigned */
    LX_INDEX,    /* a[b]; a.name: b is a text */
    LX_CALL,     /* a(item…) */
    LX_METHOD,   /* a:text(item…) */
    LX_TABLE,    /* key, item; a NULL key: the next number */
    LX_BINARY,   /* a op b */
    LX_UNARY,    /* op a */
    LX_PAREN     /* (a) */
};
struct syn_expr {
    uint8_t kind;
    bool whole;       /* NUMBER */
    int op;           /* enum syn_token */
    struct syn_at at; /* METHOD: of its name; BINARY: of the sign */
    const char *text; /* TEXT, NAME, METHOD; NUMBER as it is written */
    size_t len;
    struct syn_local *local;
    struct syn_func *func;
    struct syn_expr *a, *b;
    struct syn_expr **item, **key;
    int n;
    int line; /* CALL, METHOD: the line that Lua gives it: of what stands before its arguments */
    int note; /* of who looks */
};

enum syn_stat_kind {
    LS_LOCAL,    /* local, nlocals = item */
    LS_ASSIGN,   /* target = item; of `function a.b()` too */
    LS_CALL,     /* item[0] */
    LS_DO,       /* block */
    LS_WHILE,    /* item[0], block */
    LS_REPEAT,   /* block, item[0] */
    LS_IF,       /* item[i], body[i]; an `else` is a body more */
    LS_FORNUM,   /* local[0], item, block */
    LS_FORIN,    /* local, item, block */
    LS_FUNCTION, /* local function: local[0], item[0] */
    LS_RETURN,   /* item */
    LS_BREAK,
    LS_GOTO,
    LS_LABEL
};
struct syn_block {
    struct syn_stat **v;
    int n;
};
struct syn_stat {
    uint8_t kind;
    struct syn_at at;
    struct syn_local **local;
    int nlocals;
    struct syn_expr **target;
    int ntargets;
    struct syn_expr **item;
    int n;
    struct syn_block **body;
    int nbodies;
};

struct syn_func {
    struct syn_at at, ends; /* `function`; behind its `end` */
    struct syn_func *outer;
    struct syn_local **param;
    int nparams;
    struct syn_local *locals; /* all of them, its parameters too */
    bool vararg, method;      /* method: param[0] is `self`, which is not written */
    struct syn_block body;
    int note; /* of who looks */
};

struct syn_file {
    struct syn_func *main;
    struct syn_expr **global; /* names that are no local variable, as they stand */
    int nglobals;
    struct syn_expr **call; /* all calls, as they begin */
    int ncalls;
    struct syn_func **func;
    int nfuncs;
    struct syn_local **local;
    int nlocals;
};
/* NULL: it is no Lua, or too large to be looked at. Everything lives in the arena; the texts of names too. */
const struct syn_file *syn_read(struct arena *mem, const char *text, size_t len);

#endif
