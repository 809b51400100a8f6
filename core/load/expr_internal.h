/* expr_internal.h - what the files of expressions share: exprtype.c, exprname.c, expr.c. */
#ifndef CANTRIP_LOAD_EXPR_INTERNAL_H
#define CANTRIP_LOAD_EXPR_INTERNAL_H

#include "load/expr.h"

#define ERROR(x, at, ...) text_error((x)->ld->diags, (x)->node, at, __VA_ARGS__)
/* The same where a value is wanted. */
#define BAD(x, at, ...) (ERROR(x, at, __VA_ARGS__), bad)
#define KIND(k)         (1u << (k))

/* An error was told. */
static const struct xval bad = {REF_NONE, XT_BAD, -1, -1};

/* expr.c: a formula's tree; `like`: what it is compared with, whose words may stand bare. */
struct xval expr_tree(const struct xplace *x, const struct ast *a, struct xval like);

/* ---- exprtype.c ---- */

/* How messages call what a value is. */
const char *xtype_name(const struct loader *ld, struct xval v);
bool xval_is_number(struct xval v);
/* What a counter, a parameter or a place of this value_type gives, or takes. */
enum xtype xtype_of(unsigned type);
/* What an open place takes that is of such a type. */
enum value_type xtype_noted(enum xtype t);
/* An open place, or a pure function's value, is from now on what is wanted; false after an error. */
bool expr_settle_any(const struct xplace *x, size_t at, struct xval v, enum xtype want,
                     int trait);
/* A word of a trait, by its number. */
struct xval expr_word(const struct xplace *x, int trait, int word);
/* The value as a condition: a comparison, a flag, a seat or card that there is. `text`: as it is written. */
struct xval expr_condition(const struct xplace *x, size_t at, struct xval v, const char *text,
                           size_t len);
ref expr_tree_condition(const struct xplace *x, const struct ast *a);
ref expr_tree_number(const struct xplace *x, const struct ast *a);

/* ---- exprname.c ---- */

/* Where the names around a '-' together are what has hyphens in it, a card or a word: that a formula takes it for minus. NULL. */
const char *hyphens_hint(const struct xplace *x, size_t at);
/* Whose counter it is: of `base`, or of `you`. False after an error. */
bool expr_seat_asked(const struct xplace *x, const struct ast *a, const struct xval *base,
                     ref *seat);
/* A bare word of what it is compared with. */
bool expr_word_like(const struct xplace *x, const char *id, struct xval like, struct xval *out);
/* A name, $parameter, a field after a dot, a call of a script's pure function. */
struct xval expr_name(const struct xplace *x, const struct ast *a, struct xval like);
struct xval expr_param(const struct xplace *x, const struct ast *a);
struct xval expr_dot(const struct xplace *x, const struct ast *a, struct xval like);
struct xval expr_pure(const struct xplace *x, const struct ast *a);

#endif
