/* expr_internal.h - what the files of expressions share: exprtype.c, exprname.c, expr.c. */
#ifndef CANTRIP_LOAD_EXPR_INTERNAL_H
#define CANTRIP_LOAD_EXPR_INTERNAL_H

#include "load/parts.h"

#define ERROR(x, at, ...) text_error((x)->ld->diags, (x)->node, at, __VA_ARGS__)
/* Does so in place of a value. */
#define BAD(x, at, ...) (ERROR(x, at, __VA_ARGS__), bad)

/* The value after an error. */
static const struct xval bad = {REF_NONE, XT_BAD, -1, -1};

/* expr.c: compiles a formula's tree. `like`: the value it is compared with, whose words need no
 * trait. */
struct xval expr_tree(const struct xplace *x, const struct ast *a, struct xval like);

/* ---- exprtype.c ---- */

/* A value's type, for messages. */
const char *xtype_name(const struct loader *ld, struct xval v);
bool xval_is_number(struct xval v);
/* The type of a counter, parameter or place with this value_type. */
enum xtype xtype_of(unsigned type);
/* The value_type of an open place for this type. */
enum value_type xtype_noted(enum xtype t);
/* Gives an open place or pure function the wanted type. False after an error. */
bool expr_settle_any(const struct xplace *x, size_t at, struct xval v, enum xtype want,
                     int trait);
/* A word of a trait, by its number. */
struct xval expr_word(const struct xplace *x, int trait, int word);
/* The value as a condition: a comparison, a flag, or that a seat or card exists. `text`: its
 * source. */
struct xval expr_condition(const struct xplace *x, size_t at, struct xval v, const char *text,
                           size_t len);
ref expr_tree_condition(const struct xplace *x, const struct ast *a);
ref expr_tree_number(const struct xplace *x, const struct ast *a);

/* ---- exprname.c ---- */

/* A hint if the names around a '-' together are a card or a word: a formula reads '-' as minus.
 * NULL: none. */
const char *hyphens_hint(const struct xplace *x, size_t at);
/* The seat of a counter: `base`, or `you`. False after an error. */
bool expr_seat_asked(const struct xplace *x, const struct ast *a, const struct xval *base,
                     ref *seat);
/* A bare word of the type it is compared with. */
bool expr_word_like(const struct xplace *x, const char *id, struct xval like, struct xval *out);
/* A name, $parameter, a field after a dot, a call of a script's pure function. */
struct xval expr_name(const struct xplace *x, const struct ast *a, struct xval like);
struct xval expr_param(const struct xplace *x, const struct ast *a);
struct xval expr_dot(const struct xplace *x, const struct ast *a, struct xval like);
struct xval expr_pure(const struct xplace *x, const struct ast *a);

#endif
