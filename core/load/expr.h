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
    XT_BAD, /* the error was reported */
    XT_ANY, /* open: a script's open place or pure function takes any type */
    XT_NUMBER,
    XT_FLAG,
    XT_SEAT,
    XT_CARD, /* an instance */
    XT_DEF,  /* a definition: this.card, or a trait that holds a card */
    XT_ZONE,
    XT_WORD,
    XT_PHASE,
    XT_WORDS, /* a set of words; as a number it is their count */
    XT_CARDS, /* the chosen set, for pure functions */
};

/* A compiled value. `trait`: of its word. `option`: of a number that is a word of this option.
 * Both -1 otherwise. */
struct xval {
    ref r;
    uint8_t t;
    int trait, option;
};

/* Context for compiling one scalar or map. */
struct xplace {
    struct loader *ld;
    const struct node *node;
    const struct scope *sc;
};

/* Any formula. `as_cond`: a count alone is a condition. `trait` >= 0: its words need no trait. */
struct xval expr_value(struct loader *ld, const struct node *n, const struct scope *sc,
                       bool as_cond, int trait);
/* Do these traits (-1: none) share their words by `set_of: TRAIT`? */
bool traits_same_words(const struct loader *ld, int a, int b);
/* Converts the value to the wanted type. REF_NONE after an error. For an open place it notes the
 * type. */
ref expr_coerce(const struct xplace *x, size_t at, struct xval v, enum xtype want, int trait);
/* A formula of the wanted type. Hints suggest names of this type. */
ref expr_wanted(struct loader *ld, const struct node *n, const struct scope *sc,
                enum xtype want);
/* A set of words of the trait: a list, a word, or a counter that holds a set. */
ref compile_words(struct loader *ld, const struct node *n, const struct scope *sc, int trait);
/* The definition of a card: this.card, a trait that holds a card, or a bound card. */
ref compile_def(struct loader *ld, const struct node *n, const struct scope *sc);
/* Adds a record; REF_NONE when the table is full. */
ref expr_add(struct loader *ld, const struct node *at, enum xop op, ref a, ref b, int32_t imm);
struct xval expr_typed(ref r, enum xtype t);
/* The word of each bound card, by enum bound. */
extern const char *const bound_names[BOUND_COUNT];
/* Notes that the rules use the card of the effect. */
void this_is_asked(struct loader *ld, const struct scope *sc);
/* A record with one operand. REF_NONE after an error. */
struct xval expr_of(const struct xplace *x, enum xop op, ref a, int imm, enum xtype t);
/* A record without operands. */
struct xval expr_leaf(const struct xplace *x, enum xop op, int imm, enum xtype t);
/* The record of a binary operator, or its result if both sides are constant. */
struct xval expr_operate(const struct xplace *x, size_t at, enum xop op, ref a, ref b,
                         enum xtype t);
/* YES if C, else NO. Both have the type of YES. */
struct xval expr_if(const struct xplace *x, ref c, struct xval yes, struct xval no);
/* formula.c: the map of X. */
struct xval formula_value(const struct xplace *x, bool as_cond);
bool expr_is_const(const struct loader *ld, ref r, int32_t *value);
/* The index of an open place of a script's selector, "$1" .. "$8" or "$PARAMETER". -1 after an
 * error. */
int open_place(const struct xplace *x, size_t at, const char *id);
/* Notes the type of an open place. False after an error: it is used with two types. */
bool open_place_is(const struct xplace *x, size_t at, int place, enum value_type type,
                   int trait);
/* `what` is not bound here. Reported where the outermost `let` is used. */
void fail_unbound(const struct xplace *x, size_t at, const char *hint, const char *what);
/* The operator that reads a counter of seats or cards. */
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
/* Is the seat word (you, them, left, right, seat) bound here? If not, an error. HINT: in place of
 * the usual one where there is no `you`. */
bool seat_bound(const struct xplace *x, size_t at, enum seat_op op, const char *hint);
/* A map that can only mean seats: {where: …}, {left: …}, {right: …}, {owner: …}. */
bool is_seats(const struct node *n);
/* The seats of the named let. REF_NONE after an error. */
ref let_seats(const struct xplace *x, size_t at, const struct name *let);
/* Has the game begun at this place? If not, an error, placed where the outermost `let` is used,
 * or at `at`. */
bool expr_under_way(const struct xplace *x, size_t at);
/* Index of the present verb's parameter. -1 after an error. */
int param_find(const struct xplace *x, size_t at, const char *id);
int param_find_any(const struct xplace *x, size_t at, const char *id, bool due);
/* Does the scalar look like a word or a card's id, without being a name of the ruleset? */
bool bare_word(const struct loader *ld, const struct node *n);

#endif
