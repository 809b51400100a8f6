/* lint.h: checks a script's calls before it runs.
 *
 * A script is read as a tree (script/syntax.h). It is followed once for each way in which its
 * functions are called. A variable's value is known if it is a card, a seat, the game, the effect,
 * a selector, or written in the script. Known values are compared with the bridge
 * (script/calls.def) and the names of the ruleset. The check is sound: it skips what it does not
 * know for certain, so a correct script gets no error.
 *
 *   lint.c      files, hooks, statements, expressions
 *   lintvalue.c  fields and calls, and their values
 *   lintargs.c   arguments: what is needed, and whether it fits
 *   lintnames.c  the names allowed in a place
 *   lintsyntax.c where a file stops being Lua
 *
 * Codes: SCRIPT-NAME SCRIPT-WORD SCRIPT-TYPE SCRIPT-COUNT SCRIPT-PURE.
 */
#ifndef CT_LOAD_LINT_H
#define CT_LOAD_LINT_H

#include "load/parts.h"
#include "script/script.h"
#include "script/syntax.h"

/* Kinds of values, in the order of `says` in lintargs.c. */
enum sv_kind {
    SV_ANY, /* unknown */
    SV_NIL,
    SV_FLAG,
    SV_NUMBER,
    SV_TEXT,
    SV_TABLE,
    SV_FUNCTION, /* func */
    SV_CARD,
    SV_SEAT,
    SV_SEATS,
    SV_SELECTOR,
    SV_OPEN, /* a selector with open places; of: its index in script_sels, or -1 */
    SV_BOUND,
    SV_CHOSEN,
    SV_GAME,
    SV_EFFECT,
    SV_OPTIONS,
    SV_CALL,    /* call; a method takes its handle first */
    SV_LIBRARY, /* text: its name */
    SV_HOOKS,   /* text */
    SV_LOOP,    /* gives; ANSWERS: of is 1 if cards are offered, 0 for actions */
    SV_KINDS
};
enum {
    SV_PASSED = 1, /* an argument of a script's function */
    SV_FALSE = 2,  /* false or nil, and nothing else */
    SV_ALONE = 4   /* wrong whatever else the value may be: `x and "a" or "b"` */
};
/* Lists of names that a text may belong to. */
enum name_list {
    NL_NONE,
    NL_ZONES,
    NL_COUNTERS,
    NL_TRAITS,
    NL_LISTS,     /* traits that are effects */
    NL_WRITTEN,   /* traits written on cards */
    NL_MEASURES,  /* numeric or flag traits and counters of cards */
    NL_HAS_WORDS, /* things with words: of a card, a seat, the game (of: enum sv_kind) */
    NL_PHASES,
    NL_UNTIL, /* a phase, or game */
    NL_WORDS,
    NL_VERBS,
    NL_PARAMS, /* of: a verb */
    NL_ACTIONS,
    NL_LETS,
    NL_CARDS,
    NL_OPTIONS,
    NL_OPTION_WORDS, /* of: an option */
    NL_TRAIT_WORDS,  /* of: a trait */
    NL_KINDS,
    NL_SEATS,
    NL_FACES,
    NL_PLACES,
    NL_ALL,
    NL_BLOCKED,
    NL_GAME_FIELDS,
    NL_CARD_FIELDS,
    NL_SEAT_FIELDS,
    NL_EFFECT_FIELDS, /* of: a verb, or -1 */
    NL_LISTS_ALL
};
struct sv {
    uint8_t kind, flags;
    uint8_t list, gives;
    int of;
    const struct syn_expr *at; /* where it is written; NULL: it is computed */
    const char *text;
    struct syn_func *func;
    const struct script_call *call;
};
enum { SV_MOST = 6 };
struct svs {
    int n;
    struct sv v[SV_MOST];
};

enum hook_kind { HOOK_UNKNOWN, HOOK_EFFECT, HOOK_STEP, HOOK_PURE, HOOK_CHECK, HOOK_BOT };
extern const char *const lint_tables[HOOK_BOT + 1]; /* the tables of hooks; [0] is unused */
/* A running function. */
struct lint_act {
    struct syn_func *f;
    struct lint_act *up;
    bool judged; /* its arguments decided a condition, so some code may not run */
    struct svs gives;
    bool returned;
};
struct lint_source;
struct lint_hook {
    enum hook_kind kind;
    const char *name;
    struct syn_func *f;
    const struct lint_source *in;
};
struct lint_source {
    const struct source *src;
    const struct syn_file *file; /* NULL: not readable as a tree */
    bool own;                    /* it is in the ruleset's folder */
};
struct lint {
    struct loader *ld;
    struct arena *mem; /* of the trees */
    const struct snames *names;
    struct lint_source source[CAP_SCRIPTS];
    int nsource;
    /* present state: */
    const struct lint_source *in;
    struct lint_act *act;
    int deep, nested, left; /* levels of calls, of parts; parts that may still be visited */
    enum hook_kind hook;
    const char *hook_name;
    bool asks_you;    /* the hook read g.you, so its course may depend on it */
    bool undefined;   /* an unknown name was reported */
    int verb;         /* of the hook, or -1 */
    int misnamed[16]; /* verbs (-1: a step) of hooks with an unknown parameter */
    int nmisnamed;
    struct lint_hook *hooks;
    int nhooks;
};

/* ---- lint.c ---- */

/* Reads the sources as trees. */
void lint_begin(struct lint *k, struct loader *ld, struct arena *mem);
void lint_add(struct lint *k, const struct source *src);
/* The call of sel{…} in that line of a file, or NULL. Several calls in a line are told apart by
 * their order. */
struct syn_expr *lint_sel_at(struct lint *k, const char *path, int line);
/* The lines of the file's top-level statement that contains this line. */
void lint_statement(const struct lint *k, const char *path, int line, int *first, int *last);
/* Reports all unknown names and parameters that hooks lack. */
void lint_check_names(struct lint *k);
/* Checks everything else, after the scripts were loaded. */
void lint_check(struct lint *k);
/* The signature of formulas that call the pure hook. NULL: none. */
const struct spure *lint_pure_sig(const struct lint *k, const char *name);

struct svs lint_eval(struct lint *k, const struct syn_expr *e);
/* The result of a call of this function of the script. */
struct svs lint_enter(struct lint *k, struct syn_func *f, const struct svs *arg, int n,
                      bool more);
/* Checks a function on its own, because its calls cannot be followed. */
void lint_escapes(struct lint *k, const struct svs *v);
/* Reports an error at the expression. */
#define lint_say(k, e, ...)                                                                    \
    node_error((k)->ld->diags, NODE_AT((k)->in->src, (e)->at.line, (e)->at.col), __VA_ARGS__)
/* May the expression give several values? */
bool lint_several(const struct syn_expr *e);
/* Is it an argument whose kind the function has tested? Then some code may not run. */
bool lint_excused(const struct lint *k, const struct sv *v);
/* Does this expression, with the values V, give exactly one value? */
bool lint_single(const struct syn_expr *e, const struct svs *v);

/* ---- lintvalue.c ---- */

struct svs sv_one(enum sv_kind kind);
struct svs sv_any(void);
struct svs sv_text(enum name_list list, int of);
/* Adds another possible value. */
void sv_or(struct svs *to, const struct sv *v);
struct svs sv_of_type(unsigned type, ref trait);
/* Fields of cards, seats, the game and effects that are no names of the ruleset. */
struct lint_own {
    const char *name;
    uint8_t of, is, list; /* enum sv_kind, sv_kind, name_list */
};
extern const struct lint_own lint_own[];
extern const int lint_nown;
/* A handle's calls and fields, and its name in messages. NULL: no calls; no handle. */
struct lint_handle {
    const char *calls, *says;
    uint8_t fields; /* enum name_list */
};
extern const struct lint_handle lint_handles[SV_KINDS];
/* The kind of value that has this counter. */
enum sv_kind lint_holder(const struct kcounter *c);
/* The value of e.NAME in a hook of this verb. An empty list: nothing. */
struct svs lint_effect_field(const struct lint *k, const char *name);
/* a.b, a[b] */
struct svs lint_field(struct lint *k, const struct syn_expr *e);
struct svs lint_call(struct lint *k, const struct syn_expr *e);
struct svs lint_method(struct lint *k, const struct syn_expr *e);
/* `function effect.NAME` and similar; reports a write to anything else that cannot be written. */
void lint_write(struct lint *k, const struct syn_expr *target, const struct svs *value);
/* Can two compared values ever be equal? Reports it if not. */
void lint_compare(struct lint *k, const struct svs *a, const struct svs *b);

/* ---- lintargs.c ---- */

struct lint_args {
    const struct syn_expr *e; /* the call */
    const struct script_call *call;
    enum sv_kind self;
    int first; /* index of the first value after the handle */
    struct svs *v;
    const struct syn_expr *const *at;
    int n;
    bool more; /* the last one may stand for several */
};
void lint_args_check(struct lint *k, const struct lint_args *a);
/* The text of argument i, if it is known. NULL: it is not. */
const char *lint_text_of(const struct lint_args *a, int i);

/* ---- lintneeds.c ---- */

/* The first parameter after `given` ones whose absence is sure to fail. -1: none. */
int lint_misses(const struct syn_func *f, int given);
/* The first such parameter of a pure hook, by name, after lint_check. NULL: none. */
const char *lint_pure_misses(const struct lint *k, const char *name, int given);
/* Checks the values for an open selector's places. */
void lint_places_check(struct lint *k, const struct lint_args *a, const struct sselector *sel);
/* "a card"; a written value in quotes. */
const char *lint_says(const struct lint *k, const struct sv *v);
/* The first value that surely does not fit. NULL: all may be right. MASK: 1 << allowed kinds.
 * LIST: allowed words. */
const struct sv *sv_misfit(const struct lint *k, const struct svs *v, unsigned mask,
                           enum name_list list, int of);

/* ---- lintsyntax.c ---- */

/* The place that Lua's syntax error means; Lua only gives the line. Writes a hint to HINT, or
 * "". */
struct syn_at lint_wrong_at(struct arena *mem, const struct source *src, int line,
                            const char *message, char *hint, size_t cap);

/* ---- lintnames.c ---- */

struct name_set {
    const char **v;
    int n;
};
struct name_set names_list(const struct lint *k, enum name_list list, int of);
/* The list of which an argument of this kind is a name. NL_NONE: none. */
enum name_list names_of_kind(const char *kind);
/* "a zone" */
const char *names_says(const struct lint *k, enum name_list list, int of);
/* Adds the calls of a handle or library. */
void lint_add_calls(const struct lint *k, struct name_set *s, const char *of);
bool names_hold(const struct name_set *s, const char *text);
/* The nearest name as a hint, or all if they are few. NULL: neither. */
const char *names_hint(const struct lint *k, const struct name_set *s, const char *text);
const struct script_call *lint_method_find(const char *of, const char *name);

#endif
