/* expr.h - typed values of expressions, for the parts that compile them.
 *
 * Codes: NAME-UNKNOWN WORD-UNKNOWN CARD-UNKNOWN PARAM-UNKNOWN KEY-UNKNOWN KEY-MISSING
 * KEY-CONFLICT TYPE TYPE-LIST NOT-CONDITION UNBOUND NEEDS-CARD OPEN-PLACE RANGE
 * DIVISION-BY-ZERO LET-LOOP LET-DEPTH PURE-TYPES LIST-EMPTY, besides those of exprparse.h.
 */
#ifndef CANTRIP_LOAD_EXPR_H
#define CANTRIP_LOAD_EXPR_H

#include "load/build.h"
#include "load/exprparse.h"

enum xtype {
    XT_BAD, /* an error was told */
    XT_ANY, /* a script's open place or pure function: what is wanted */
    XT_NUMBER,
    XT_FLAG,
    XT_SEAT,
    XT_CARD, /* an instance */
    XT_DEF,  /* a definition: this.card, a trait that is a card */
    XT_ZONE,
    XT_WORD,
    XT_PHASE,
    XT_WORDS, /* a set of words; where a number is wanted, how many */
    XT_CARDS, /* the chosen set, for a pure function */
};

/* A compiled value. `trait`: whose word it is; `option`: number that is a word of this
 * option; each -1 otherwise. */
struct xval {
    ref r;
    uint8_t t;
    int trait, option;
};

/* What a compiler of one scalar or map carries along. */
struct xplace {
    struct loader *ld;
    const struct node *node;
    const struct scope *sc;
};

/* Any formula; `as_cond`: a bare count is asked as a condition; `trait` >= 0: whose words
 * may stand bare. */
struct xval expr_value(struct loader *ld, const struct node *n, const struct scope *sc,
                       bool as_cond, int trait);
/* Are the words of these two traits (-1: of none) the same ones, by `set_of: TRAIT`? */
bool traits_same_words(const struct loader *ld, int a, int b);
/* The value as what is wanted, or REF_NONE after an error; of a script's open place the
 * type is noted. */
ref expr_coerce(const struct xplace *x, size_t at, struct xval v, enum xtype want, int trait);
/* A formula that gives what is wanted; a slip is taken for a name of such a thing. */
ref expr_wanted(struct loader *ld, const struct node *n, const struct scope *sc,
                enum xtype want);
/* A set of words of the trait: a list, one word, a counter that is such a set. */
ref compile_words(struct loader *ld, const struct node *n, const struct scope *sc, int trait);
/* Definition of a card: this.card, a trait that is a card, a bound card. */
ref compile_def(struct loader *ld, const struct node *n, const struct scope *sc);
/* Adds a record; REF_NONE when the table is full. */
ref expr_add(struct loader *ld, const struct node *at, enum xop op, ref a, ref b, int32_t imm);
struct xval expr_typed(ref r, enum xtype t);
/* The rules ask for the card whose effect it is. */
void this_is_asked(struct loader *ld, const struct scope *sc);
/* A record of one operand; REF_NONE: an error was told. */
struct xval expr_of(const struct xplace *x, enum xop op, ref a, int imm, enum xtype t);
/* A record without operands. */
struct xval expr_leaf(const struct xplace *x, enum xop op, int imm, enum xtype t);
/* The record of a binary operator, worked out at load if both sides are known. */
struct xval expr_operate(const struct xplace *x, size_t at, enum xop op, ref a, ref b,
                         enum xtype t);
/* YES if C, else NO; both are of the type of YES. */
struct xval expr_if(const struct xplace *x, ref c, struct xval yes, struct xval no);
/* formula.c: the map of X. */
struct xval formula_value(const struct xplace *x, bool as_cond);
bool expr_is_const(const struct loader *ld, ref r, int32_t *value);
/* The index of an open place of a script's selector, "$1" .. "$8" or "$PARAMETER"; -1 after an error. */
int open_place(const struct xplace *x, size_t at, const char *id);
/* Notes what the open place takes; false after an error (used in two ways). */
bool open_place_is(const struct xplace *x, size_t at, int place, enum value_type type,
                   int trait);
/* `what` is not bound here: told at the place where the outermost `let` is used. */
void fail_unbound(const struct xplace *x, size_t at, const char *hint, const char *what);
/* How a counter of seats or of cards is asked. */
enum xop counter_op(const struct kcounter *c);
/* Words for seats. `one`: never several. */
struct seat_word {
    const char *id;
    enum seat_op op;
    bool one;
};
enum {
    SEAT_WORDS = 0
#define SEAT_WORD(...) +1
#include "kernel/seats.def"
};
extern const struct seat_word seat_words[SEAT_WORDS];
const struct seat_word *seat_word_find(const char *id); /* or NULL */
/* Whether a seat word (you, them, left, right, seat) is bound here; else an error. */
bool seat_bound(const struct xplace *x, size_t at, enum seat_op op);
/* A map that can only mean seats: {where: …}, {left: …}, {right: …}, {owner: …}. */
bool is_seats(const struct node *n);
/* The seats of a let that is named here; REF_NONE after an error. */
ref let_seats(const struct xplace *x, size_t at, const struct name *let);
/* Whether the game lies there already. If not, an error: where the outermost `let` is used, in none at `at`. */
bool expr_under_way(const struct xplace *x, size_t at);
/* Index of the parameter of the verb under way, -1 after an error. */
int param_find(const struct xplace *x, size_t at, const char *id);
int param_find_any(const struct xplace *x, size_t at, const char *id, bool due);
/* Whether the scalar is spelled like a word or a card's id, and is no name of the ruleset. */
bool bare_word(const struct loader *ld, const struct node *n);

#endif
