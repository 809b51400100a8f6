/* build.h - what the parts of the loader share while a definition grows.
 *
 * Pools are growable arrays that end up in the kdef. One name space per ruleset
 * (FORMATS 1.1) maps a name to what it is. A `scope` says what a place in the
 * files may mention: which cards are bound, whose card it is, which parameters
 * the verb has. Compilers return a ref; after an error they have added a diag
 * and return REF_NONE.
 */
#ifndef CANTRIP_LOAD_BUILD_H
#define CANTRIP_LOAD_BUILD_H

#include "base/suggest.h"
#include "load/caps.h"
#include "load/definition.h"
#include "load/edit.h"
#include "load/sites.h"

#define POOL(T)                                                                                \
    struct {                                                                                   \
        T *v;                                                                                  \
        uint32_t n, cap;                                                                       \
    }

enum name_kind {
    NAME_OPTION,
    NAME_TRAIT,
    NAME_ZONE,
    NAME_COUNTER,
    NAME_LET,
    NAME_ACTION,
    NAME_PHASE,
    NAME_CLASS
};
/* What is no value_type and no trait_type: its declaration has an error, so nothing is said of
 * what uses it. */
enum { TYPE_TOLD = UINT8_MAX };
struct name {
    const char *id;
    enum name_kind kind;
    uint16_t index;
    const struct node *node;
    bool
        twice; /* something else is called so, too, which is told: nothing is said of what names it */
};

/* A verb, or a named step: what both are called with is the same. */
struct verb_build {
    struct verb_info info;
    struct kverb k;
    const struct node *node; /* after same_as: the node whose `do` counts */
    bool has_do;
    uint16_t given_bit;
    int32_t same;             /* the verb that `same_as` names, + 1; or enum same */
    bool step;                /* it stands in `steps:`; such ones are behind the verbs */
    bool compiled, circular;  /* its body; told that it calls itself */
    bool asks;                /* its body asks somebody */
    uint16_t loops;           /* over cards within each other, in the body of a verb */
    struct step_body *bodies; /* of a step: one for each scope in which it is called */
};
/* What is being compiled: whoever is called again meanwhile calls itself. */
struct calling {
    uint32_t verb;
    const struct calling *up;
};

/* Rulesets that extend one another. */
enum { MAX_CHAIN = 16 };

struct loader {
    struct ct_definition *def; /* under way */
    struct arena *mem;
    struct diags *diags;
    const struct node *root;   /* ruleset.yaml after extends */
    const char *const *places; /* where games are looked for, up to a NULL; or NULL */
    const struct load_more *more;
    const char
        *base[MAX_CHAIN + 1]; /* folders of the rulesets that are extended, nearest first */
    int nbases;
    size_t read_bytes, read_nodes; /* so far */
    struct read_file *last_read;
    struct lang_file *langs;         /* lang.h */
    const struct node *own, *parent; /* ruleset.yaml before extends; what it extends, or NULL */
    int cards_depth;                 /* of the ruleset that has `cards`: 0 is the game itself */

/* expr_pos is beside exprs; pure_sigs and pure_calls (where it is first called) beside pures; actions written in a choose come
 * last. */
#define X(table, type, most, what, kept) POOL(type) table;
    LOAD_TABLES(X)
#undef X
    uint16_t bit_words; /* of a bitset: (ncards + 63) / 64, known after the cards were listed */
    struct idmap card_place;       /* of each id in cards and card_infos */
    const struct node *field;      /* `field:` or NULL */
    bool in_lets;                  /* a `let` is being compiled for itself */
    bool in_field;                 /* its `of` is being compiled */
    bool solo;                     /* one person: `you` is that player everywhere */
    const bool *hook_leaves;       /* [acting hook]: effect_info.leaves; NULL: none was read */
    int names_asked;               /* of scripts_define */
    bool scripts_show;             /* a script may show cards */
    bool scripts_tell;             /* a script may tell facts about cards */
    bool cancels;                  /* a script may take effects out of the queue */
    struct diags *told;            /* where a finding goes that nothing may mute */
    const struct node *here;       /* what was compiled last */
    uint32_t this_asked;           /* how often `this` was asked for: by an entry of a list */
    uint32_t let_uses;             /* a `let` is compiled anew where it is used */
    const struct calling *calling; /* innermost first */
    bool misspelt;                 /* a name is not written as names are, which is told */
    int steps_deep; /* lists of steps within each other, those of what is called counted */
    int loops_met;  /* `each` over cards within each other, in the body under way */
    bool too_large; /* a table is full, which is told: the load is over */
    const struct edit *edit; /* a change of one of the files, or NULL */
    struct sites *sites;     /* what was read as what: who wants to know, or NULL */
    bool aside; /* what is compiled now is compiled only to be checked, or for a script */
};

/* A `let` that is being compiled: where it was used, and the one that uses it. */
struct let_use {
    const struct name *let;
    const struct node *node;
    size_t at;
    const struct let_use *up;
};

/* What a place may mention. Copied and extended on the way down. */
struct scope {
    bool you, them;         /* bound here? */
    bool each;              /* `you` is each seat that is asked about */
    bool card[BOUND_COUNT]; /* bound here: this, card, helper, target, it */
    bool seat, number;
    bool set;     /* a set of cards is chosen: `cards` */
    int word;     /* trait of the chosen `word` + 1; 0: none, -1: wrong, told */
    int own_card; /* definition in whose entry this stands, -1: then `this.x`
                                      that is constant is worked out at load */
    int verb;     /* its parameters may be named $x; -1 */
    /* of a named step: the zone that a parameter is in all calls of this body, + 1; 0: not known, or not wanted */
    uint8_t zone[K_MAX_PARAMS];
    const struct node *call;    /* of a named step: the first call of this body; NULL: none */
    bool script;                /* $1..$8 are open places of a script's selector */
    struct sselector *args;     /* their types are noted here */
    bool early;                 /* nothing lies anywhere yet: options and `players` only */
    bool event_number;          /* watcher: `number`, `card`, `them` are the event's */
    int card_loops;             /* `each` over cards around it in this body */
    int let_depth;              /* guards against a let that mentions itself */
    const struct let_use *lets; /* innermost first; NULL outside any let */
};

/* build.c */
#define POOL_ADD(ld, pool, value)                                                              \
    (pool_grow((ld)->mem, &(pool).v, &(pool).cap, (pool).n, sizeof *(pool).v),                 \
     (pool).v[(pool).n] = (value), (pool).n++)
/* The same for a table of the loader's own, which has a cap (caps.h). */
#define TABLE_ADD(ld, table, value)                                                            \
    (table_grow((ld), TABLE_##table, &(ld)->table.v, &(ld)->table.cap, (ld)->table.n,          \
                sizeof *(ld)->table.v),                                                        \
     (ld)->table.v[(ld)->table.n] = (value), (ld)->table.n++)
void table_grow(struct loader *ld, enum load_table table, void *v, uint32_t *cap, uint32_t n,
                size_t size);
/* Ends the load: there are more of these than can be. */
_Noreturn void load_too_large(struct loader *ld, const char *what, uint32_t most);
/* Frees a pool that is not one of the loader's own: arena_hold(mem, &h, &pool.v,
 * pool_drop). */
void pool_drop(void *v);
void pool_grow(struct arena *mem, void *v, uint32_t *cap, uint32_t n, size_t size);
/* Looks a name up; NULL if there is none. One that is declared in a way that no name is written
 * (Hand, my-hand: told) is found by how it should be (hand, my_hand). */
const struct name *name_find(const struct loader *ld, const char *id);
/* near_to() and suggest() for a finding, while findings are kept: a file may have more wrong words
 * than there is time to compare. */
struct near near_begin(const struct loader *ld, const char *word);
const char *near_word(const struct loader *ld, const char *word, const char *const *names,
                      size_t n);
/* The same among all names of these kinds (bit per enum name_kind). */
const char *name_suggest(const struct loader *ld, const char *word, unsigned kinds);
/* Source position of a node as kdef.src. */
uint32_t pos_of(struct loader *ld, const struct node *n);
/* Index of a word of a trait, -1; of a card by id, -1; of a verb, -1; of `words:`, -1. */
int word_find(const struct loader *ld, int trait, const char *word);
int card_find(const struct loader *ld, const char *id);
int verb_find(const struct loader *ld, const char *id);
/* The same, or a named step. */
int callable_find(const struct loader *ld, const char *id);
int phase_find(const struct loader *ld, const char *id);
/* Which of that kind it is, or -1. A zone and a phase may share a name, which name_find knows as the zone's. */
int name_index(const struct loader *ld, const char *id, enum name_kind kind);
/* "FILE:LINE", for a hint. */
const char *place_said(struct loader *ld, const struct node *n);
int kind_find(const struct loader *ld, const char *id);
int text_word_find(const struct loader *ld, const char *id);
/* New bitset, all zero; its index. bit_set(ld, set, card). */
ref bits_new(struct loader *ld);
void bit_set(struct loader *ld, ref set, int card);
#define ELSE_OF_CHOOSE                                                                         \
    "write what happens if nobody has a choice inside: choose: {…, else: […]}"
/* "did you mean 'NEAR'?", or NULL if NEAR is NULL. */
const char *hint_near(const struct loader *ld, const char *near);
/* The nearest of a map's keys, as a hint. */
const char *hint_key(const struct loader *ld, const char *word, const struct node *map);
/* {n} without quotes is a map: what is to be written instead; NULL: it is not that. */
const char *hint_braces(const struct loader *ld, const struct node *n);
/* Why a key that is none may stand there: the rest of a formula behind a comma; NULL. */
const char *hint_comma(const char *key);
/* The nearest of the N words that may stand here, else all of them if they are few; or NULL. */
const char *hint_among(const struct loader *ld, const char *word, const char *const *ids,
                       size_t n);
/* The texts with which N elements begin (PLACE_OF), as a list. */
#define TEXTS_IN(ld, v, n) texts_in(ld, v, (size_t)(n), sizeof *(v))
const char **texts_in(const struct loader *ld, const void *v, size_t n, size_t size);
/* The nearest of N elements that begin with their texts (PLACE_OF), or NULL; the same as a hint. */
#define NEAR_IN(ld, word, v, n) near_in(ld, word, v, (size_t)(n), sizeof *(v))
#define HINT_IN(ld, word, v, n) hint_near(ld, NEAR_IN(ld, word, v, n))
const char *near_in(const struct loader *ld, const char *word, const void *v, size_t n,
                    size_t size);
/* Whether a text stands on one line and is not too long; told if not. */
bool text_line(struct loader *ld, const struct node *n);
/* Reads a text (string or {lang: string}); checks the languages. */
struct text text_of(struct loader *ld, const struct node *n);

/* expr.c: formulas, conditions, values. `want`: what must come out. Of all that compile: N is NULL where it is left out, which
 * gives REF_NONE. */
ref compile_expr(struct loader *ld, const struct node *n, const struct scope *sc,
                 enum value_type want);
/* How many: a number that is refused where it is known to be below 0. */
ref compile_amount(struct loader *ld, const char *key, const struct node *n,
                   const struct scope *sc);
/* A value of any kind, to be compared with its like. */
ref compile_any(struct loader *ld, const struct node *n, const struct scope *sc);
ref compile_cond(struct loader *ld, const struct node *n, const struct scope *sc);
ref expr_const(struct loader *ld, int32_t value);
/* A word of this trait (-1: of any): its number. */
ref compile_word(struct loader *ld, const struct node *n, const struct scope *sc, int trait);
/* A word that is said, whatever it is of: its trait, or of `words` REF_NONE. */
ref compile_said(struct loader *ld, const struct node *n, const struct scope *sc,
                 uint16_t *trait);
/* Words that mean something in every expression: no ruleset may use them as a name. */
bool name_reserved(const char *id);

/* scripts.c: does one define a function of this name, as far as its text tells before it is loaded? */
bool scripts_define(struct loader *ld, const char *name);

/* selector.c */
ref compile_selector(struct loader *ld, const struct node *n, const struct scope *sc);
/* The same where the keys of AT_CHOSEN may stand beside: they are skipped. */
ref compile_chosen(struct loader *ld, const struct node *n, const struct scope *sc);
/* The value of `cards:`: a selector, the name of a bound card or a list of such names, a
 * counter that is a card. */
ref compile_cards(struct loader *ld, const struct node *n, const struct scope *sc);
/* The selector of one bound card; for `cards:` left out. */
ref select_bound(struct loader *ld, enum bound bound, const struct node *at);
/* Filter of `holds`: only keys that are known at load (its own keys copies, first, if are
 * skipped). Gives a bitset, of all cards when there is no key. */
ref compile_static(struct loader *ld, const struct node *n);
/* A filter that holds of definitions, not of cards: keys `card`, `any`, `except` and traits that do not change. */
ref compile_written(struct loader *ld, const struct node *n, const struct scope *sc);
/* seatword.c: set of seats; and an expression giving one seat. */
ref compile_seats(struct loader *ld, const struct node *n, const struct scope *sc);
ref compile_seat(struct loader *ld, const struct node *n, const struct scope *sc);

#endif
