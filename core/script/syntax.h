/* syntax.h - a Lua file as a tree, with the place of each part: to look at, not to run.
 *
 * Lua itself compiles what runs, and reports wrong syntax. This tree is for messages with a column,
 * and for checking what scripts call (load/lint.h). Names are resolved: each is a local variable or
 * a global name. */
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
    /* signs of one character are their own number; longer ones: */
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
    LT_WRONG  /* not a token of Lua */
};

struct syn_lexer {
    const char *p, *end, *text;
    struct arena *mem;
    struct syn_at at; /* of *p */
    /* this token: */
    int token;
    struct syn_at begins;
    const char *from, *to; /* as written */
    const char *value;     /* NAME; TEXT as meant */
    size_t len;
    bool whole; /* NUMBER: without point or exponent */
};
void syn_lex_begin(struct syn_lexer *l, struct arena *mem, const char *text, size_t len);
void syn_lex(struct syn_lexer *l); /* the next token */
const char *syn_word(int token);   /* a word of Lua, as it is written */

/* A local variable. changed: assigned after its declaration. */
struct syn_local {
    const char *name;
    size_t len;
    struct syn_at at;
    struct syn_func *of;
    struct syn_local *up;   /* declared before, in the blocks around */
    struct syn_local *next; /* next of its function */
    bool param, changed;
    void *note; /* for users of the tree */
};

enum syn_kind {
    LX_NIL,
    LX_TRUE,
    LX_FALSE,
    LX_NUMBER,
    LX_TEXT,
    LX_VARARG,
    LX_FUNCTION, /* func */
    LX_NAME,     /* local, or a global name; op '=' if it is assigned */
    LX_INDEX,    /* a[b]; a.name: b is a text */
    LX_CALL,     /* a(item…) */
    LX_METHOD,   /* a:text(item…) */
    LX_TABLE,    /* key, item; key NULL: the next number */
    LX_BINARY,   /* a op b */
    LX_UNARY,    /* op a */
    LX_PAREN     /* (a) */
};
struct syn_expr {
    uint8_t kind;
    bool whole;       /* NUMBER */
    int op;           /* enum syn_token */
    struct syn_at at; /* METHOD: of its name; BINARY: of the sign */
    const char *text; /* TEXT, NAME, METHOD; NUMBER as written */
    size_t len;
    struct syn_local *local;
    struct syn_func *func;
    struct syn_expr *a, *b;
    struct syn_expr **item, **key;
    int n;
    int line; /* CALL, METHOD: its line for Lua: that of what is before its arguments */
    int note; /* for users of the tree */
};

enum syn_stat_kind {
    LS_LOCAL,    /* local, nlocals = item */
    LS_ASSIGN,   /* target = item; also for `function a.b()` */
    LS_CALL,     /* item[0] */
    LS_DO,       /* block */
    LS_WHILE,    /* item[0], block */
    LS_REPEAT,   /* block, item[0] */
    LS_IF,       /* item[i], body[i]; an `else` is one body more */
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
    struct syn_local *locals; /* all of them, also parameters */
    bool method;              /* param[0] is the implicit `self` */
    struct syn_block body;
    int note; /* for users of the tree */
};

struct syn_file {
    struct syn_func *main;
    struct syn_expr **global; /* global names, as they appear */
    int nglobals;
    struct syn_expr **call; /* all calls, as they begin */
    int ncalls;
    struct syn_func **func;
    int nfuncs;
    struct syn_local **local;
    int nlocals;
};
/* NULL: it is not Lua, or too large. Everything is in the arena, also the texts of names. */
const struct syn_file *syn_read(struct arena *mem, const char *text, size_t len);

#endif
