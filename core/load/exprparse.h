/* exprparse.h: the text of an expression as a tree, and places inside a scalar.
 *
 *   or < and < not < == != < <= > >= < + - < * // % < - (sign) < .field
 *
 * Names are not looked up here. Codes: EXPR-EMPTY EXPR-SYNTAX EXPR-LONG RANGE.
 */
#ifndef CANTRIP_LOAD_EXPRPARSE_H
#define CANTRIP_LOAD_EXPRPARSE_H

#include "base/arena.h"
#include "base/node.h"
#include "kernel/def.h"

/* Numbers in the files; beyond them lie K_ABSENT and K_ALL. */
#define EXPR_MAX_NUMBER (INT32_MAX - 1)

enum ast_kind {
    AST_INT,
    AST_FLAG,   /* value */
    AST_NAME,   /* id */
    AST_PARAM,  /* $id */
    AST_DOT,    /* a.id */
    AST_CALL,   /* id(arg, ...) */
    AST_UNARY,  /* op: X_NEG X_NOT; a */
    AST_BINARY, /* op, a, b */
};

struct ast {
    enum ast_kind kind;
    enum xop op;
    const char *id;
    int64_t value;
    struct ast *a, *b;
    struct ast *arg[K_MAX_ARGS];
    int nargs;
    size_t from, to; /* its part of the text */
    size_t at;       /* place for errors about it: the operator, the field */
};

/* The tree of scalar N, from the arena; NULL after an error in DIAGS. */
struct ast *expr_parse(struct arena *arena, struct diags *diags, const struct node *n);

/* The column of byte AT in the text of scalar N. If the source writes the text in another form,
 * it is that of N. */
int text_column(const struct node *n, size_t at);

/* Reports an error at byte AT of the text of scalar N. If the source writes the text in another
 * form (block text, escapes, joined texts), it is at N itself. */
#define text_error(diags, n, at, ...)                                                          \
    node_error(diags, (n) ? NODE_AT((n)->src, (n)->line, text_column(n, at)) : NULL,           \
               __VA_ARGS__)

#endif
