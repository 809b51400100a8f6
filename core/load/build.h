/* build.h - what the parts of the loader share while a definition grows.
 *
 * Pools are growable arrays that end up in the kdef. One name space per ruleset (FORMATS 1.1)
 * maps names to things. A `scope` says what a place in the files may mention: bound cards, the
 * card's owner, the verb's parameters. Compilers return a ref. After an error they have added a
 * diag and return REF_NONE.
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
/* No value_type and no trait_type: the declaration has an error, so its uses report none. */
enum { TYPE_TOLD = UINT8_MAX };
struct name {
    const char *id;
    enum name_kind kind;
    uint16_t index;
    const struct node *node;
    bool twice; /* two things have this name; that was reported, so uses of it report nothing */
};

/* A verb or a named step. Both are called in the same way. */
struct verb_build {
    struct verb_info info;
    struct kverb k;
    const struct node *node; /* after same_as: the node whose `do` counts */
    bool has_do;
    uint16_t given_bit;
    int32_t same;             /* 1 + the verb in `same_as`; or enum same */
    bool step;                /* it is in `steps:`; steps come after the verbs */
    bool compiled, circular;  /* its body is compiled; a call of itself was reported */
    bool asks;                /* its body asks a player */
    uint8_t slots;            /* its `do` names these slots, a bit per enum bound */
    uint16_t loops;           /* nested loops over cards in a verb's body */
    struct step_body *bodies; /* of a step: one for each scope that calls it */
};
/* The body being compiled. A further call of it means that it calls itself. */
struct calling {
    uint32_t verb;
    const struct calling *up;
};

/* Most rulesets that extend each other; copies per card in each batch of an endless pile. */
enum { MAX_CHAIN = 16, READY_COPIES = 100 };

struct loader {
    struct ct_definition *def; /* being built */
    struct arena *mem;
    struct diags *diags;
    const struct node *root;   /* ruleset.yaml after extends */
    const char *const *places; /* folders of games, ended by NULL; or NULL */
    const struct load_more *more;
    const char *base[MAX_CHAIN + 1]; /* folders of the extended rulesets, nearest first */
    int nbases;
    size_t read_bytes, read_nodes; /* so far */
    struct read_file *last_read;
    struct lang_file *langs; /* lang.h */
    const struct node *own,
        *parent; /* ruleset.yaml before extends; the ruleset it extends, or NULL */
    ref made;    /* the zone that `make` needs and the ruleset lacks: 1 + its index, or 0 */
    struct node *byword; /* as in the definition */
    struct part *used;   /* read by `uses`, the last first */
    int nused;
    int cards_depth; /* depth of the ruleset with `cards`: 0 is the game itself */

/* expr_pos is beside exprs. pure_sigs and pure_calls (the place of the first call) are beside
 * pures. Actions defined in a choose come last. */
#define X(table, type, most, what, kept, as) POOL(type) table;
    LOAD_TABLES(X)
#undef X
    uint16_t
        bit_words; /* length of a bitset, (ncards + 63) / 64; known when the cards are listed */
    struct idmap card_place;  /* index of each id in cards and card_infos */
    const struct node *field; /* `field:` or NULL */
    bool in_lets;             /* a `let` is being compiled on its own */
    bool in_field;            /* its `of` is being compiled */
    bool solo;                /* a game for one: `you` is that player everywhere */
    const bool *hook_leaves;  /* [acting hook]: effect_info.leaves; NULL: none was read */
    int names_asked;          /* number of calls of scripts_define */
    bool scripts_show;        /* a script may show cards */
    bool scripts_tell;        /* a script may tell facts about cards */
    bool cancels;             /* a script may remove effects from the queue */
    struct diags *told;       /* diagnostics that cannot be muted */
    const struct node *here;  /* the last compiled node */
    /* by enum bound: the first place where an effect asks for this slot; NULL: none does */
    const struct node *slot_asked[BOUND_COUNT];
    uint32_t this_asked;           /* counts uses of `this` by entries of a list */
    uint32_t let_uses;             /* compilations of a `let`: one for each use */
    const struct calling *calling; /* innermost first */
    bool misspelt;                 /* a misspelt name was reported */
    int steps_deep;                /* nested lists of steps, through calls */
    int loops_met;                 /* nested `each` over cards in the present body */
    bool too_large;                /* a table is full and reported: loading ends */
    const struct edit *edit;       /* a change of one of the files, or NULL */
    struct sites *sites;           /* how each node was read, or NULL */
    bool aside; /* the present code is only checked, or belongs to a script */
};

/* A `let` being compiled: where it is used, and the `let` that uses it. */
struct let_use {
    const struct name *let;
    const struct node *node;
    size_t at;
    const struct let_use *up;
};

/* What a place in the files may mention. It is copied and extended on the way down. */
struct scope {
    bool you, them;         /* bound here? */
    bool each;              /* `you` is each seat that is asked about */
    bool card[BOUND_COUNT]; /* bound here: this, card, helper, target, it */
    uint8_t slots; /* of these, a bit each: that of the action which triggered the effect */
    bool seat, number;
    bool set;     /* a set of cards is chosen: `cards` */
    int word;     /* 1 + trait of the chosen `word`; 0: none, -1: an error was reported */
    int own_card; /* definition whose entry this is, or -1; `this.x` may then be constant */
    int verb;     /* verb whose parameters are $x; -1: none */
    /* of a named step: 1 + the zone that a parameter is in all calls of this body; 0: unknown or
     * not needed */
    uint8_t zone[K_MAX_PARAMS];
    const struct node *call;    /* of a named step: the first call of this body, or NULL */
    bool script;                /* $1..$8 are open places of a script's selector */
    struct sselector *args;     /* notes the types of open places */
    bool early;                 /* before cards are placed: only for options and `players` */
    bool event_number;          /* watcher: `number`, `card`, `them` are the event's */
    int card_loops;             /* `each` over cards around it in this body */
    int let_depth;              /* stops a let that mentions itself */
    const struct let_use *lets; /* innermost first; NULL outside any let */
};

/* What names are made of; words and ids of cards. */
#define NAME_CHARS "abcdefghijklmnopqrstuvwxyz0123456789_"
#define WORD_CHARS NAME_CHARS "-ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* An error, which gives false; a warning. */
#define SAY(ld, at, code, hint, ...)  node_error((ld)->diags, at, code, hint, __VA_ARGS__)
#define WARN(ld, at, code, hint, ...) node_warning((ld)->diags, at, code, hint, __VA_ARGS__)

/* build.c */
#define POOL_ADD(ld, pool, value)                                                              \
    (pool_grow((ld)->mem, &(pool).v, &(pool).cap, (pool).n, sizeof *(pool).v),                 \
     (pool).v[(pool).n] = (value), (pool).n++)
/* Does the same for a table of the loader, with a cap (caps.h). */
#define TABLE_ADD(ld, table, value)                                                            \
    (table_grow((ld), TABLE_##table, &(ld)->table.v, &(ld)->table.cap, (ld)->table.n,          \
                sizeof *(ld)->table.v),                                                        \
     (ld)->table.v[(ld)->table.n] = (value), (ld)->table.n++)
void table_grow(struct loader *ld, enum load_table table, void *v, uint32_t *cap, uint32_t n,
                size_t size);
/* Ends the load: there are too many of these. */
_Noreturn void load_too_large(struct loader *ld, const char *what, uint32_t most);
/* Frees a pool that does not belong to the loader: arena_hold(mem, &h, &pool.v, pool_drop). */
void pool_drop(void *v);
void pool_grow(struct arena *mem, void *v, uint32_t *cap, uint32_t n, size_t size);
/* Finds a name, or NULL. A name declared in a wrong form (Hand, my-hand; reported) is found in
 * the right form (hand, my_hand). */
const struct name *name_find(const struct loader *ld, const char *id);
/* near_to() and suggest() for a finding, as long as findings are kept: a file may have more
 * wrong words than there is time to compare. */
struct near near_begin(const struct loader *ld, const char *word);
const char *near_word(const struct loader *ld, const char *word, const char *const *names,
                      size_t n);
/* Suggests a name among those of the kinds (a bit per enum name_kind). */
const char *name_suggest(const struct loader *ld, const char *word, unsigned kinds);
/* Source position of a node as kdef.src. */
uint32_t pos_of(struct loader *ld, const struct node *n);
/* The index of a word of a trait; of a card's id; of a verb; of a word in `words:`. -1: none. */
int word_find(const struct loader *ld, int trait, const char *word);
int card_find(const struct loader *ld, const char *id);
int verb_find(const struct loader *ld, const char *id);
/* The index of a verb or named step. -1: none. */
int callable_find(const struct loader *ld, const char *id);
int phase_find(const struct loader *ld, const char *id);
/* The index of the name among things of this kind, or -1. A zone and a phase may share a name;
 * name_find returns the zone. */
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
/* {n} without quotes is a map. Returns what to write instead, or NULL for other nodes. */
const char *hint_braces(const struct loader *ld, const struct node *n);
/* Explains an unknown key that is the rest of a formula after a comma. NULL: it is not. */
const char *hint_comma(const char *key);
/* The nearest of the N words allowed here, or all if they are few. NULL: neither. */
const char *hint_among(const struct loader *ld, const char *word, const char *const *ids,
                       size_t n);
/* The text at the start of each of N elements (PLACE_OF), as a list. */
#define TEXTS_IN(ld, v, n) texts_in(ld, v, (size_t)(n), sizeof *(v))
const char **texts_in(const struct loader *ld, const void *v, size_t n, size_t size);
/* "a, b, c", with that text between two. */
const char *texts_joined(const struct loader *ld, const char *between, const char *const *ids,
                         size_t n);
/* The nearest of N elements by the texts they start with (PLACE_OF), or NULL. The second gives a
 * hint. */
#define NEAR_IN(ld, word, v, n) near_in(ld, word, v, (size_t)(n), sizeof *(v))
#define HINT_IN(ld, word, v, n) hint_near(ld, NEAR_IN(ld, word, v, n))
const char *near_in(const struct loader *ld, const char *word, const void *v, size_t n,
                    size_t size);
/* Compares with each of them. */
#define near_each(near, v, n) near_try_all(near, v, (size_t)(n), sizeof *(v))
void near_try_all(struct near *near, const void *v, size_t n, size_t size);
/* Is the text one line and not too long? If not, reports it. */
bool text_line(struct loader *ld, const struct node *n);
/* Reads a text (string or {lang: string}); checks the languages. */
struct text text_of(struct loader *ld, const struct node *n);

/* expr.c: formulas, conditions, values. `want`: the type of the result. All compilers accept N =
 * NULL (a missing node) and return REF_NONE. */
ref compile_expr(struct loader *ld, const struct node *n, const struct scope *sc,
                 enum value_type want);
/* A number of things. Reports it if it is known to be below 0. */
ref compile_amount(struct loader *ld, const char *key, const struct node *n,
                   const struct scope *sc);
/* A value of any type, for comparison with one of the same type. */
ref compile_any(struct loader *ld, const struct node *n, const struct scope *sc);
ref compile_cond(struct loader *ld, const struct node *n, const struct scope *sc);
ref expr_const(struct loader *ld, int32_t value);
/* The number of a word of this trait (-1: any trait). */
ref compile_word(struct loader *ld, const struct node *n, const struct scope *sc, int trait);
/* A word to say. Gives its trait, or REF_NONE for one of `words`. */
ref compile_said(struct loader *ld, const struct node *n, const struct scope *sc,
                 uint16_t *trait);
/* Words with a meaning in every expression. No ruleset may use them as names. */
bool name_reserved(const char *id);

/* scripts.c: does a script define a function of this name? Judged by its text, before it is
 * loaded. */
bool scripts_define(struct loader *ld, const char *name);

/* selector.c */
ref compile_selector(struct loader *ld, const struct node *n, const struct scope *sc);
/* Compiles a selector beside the keys of a place (enum key_place), which are skipped. */
ref compile_beside(struct loader *ld, const struct node *n, const struct scope *sc, int place);
/* The value of `cards:`: a selector, a bound card or a list of them, or a counter that holds a
 * card. */
ref compile_cards(struct loader *ld, const struct node *n, const struct scope *sc);
/* Zone number I in which the selector looks. -1: no more, or it does not look in zones. */
int zone_in(const struct loader *ld, ref sel, int i);
/* The selector of one bound card; for `cards:` left out. */
ref select_bound(struct loader *ld, enum bound bound, const struct node *at);
/* The filter of `holds`, with keys known at load only. It skips its own keys copies, first and
 * if. Gives a bitset, of all cards if there is no key. */
ref compile_static(struct loader *ld, const struct node *n);
/* A filter on definitions, not on instances: `card`, `any`, `except` and constant traits. */
ref compile_written(struct loader *ld, const struct node *n, const struct scope *sc);
/* seatword.c: set of seats; and an expression giving one seat. */
ref compile_seats(struct loader *ld, const struct node *n, const struct scope *sc);
ref compile_seat(struct loader *ld, const struct node *n, const struct scope *sc);

#endif
