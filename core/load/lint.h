/* lint.h: what a script calls, looked at before it runs.
 *
 * A script is read as a tree (script/syntax.h) and gone through once for each way in which one of its functions is called:
 * what a variable may hold is known where it is a card, a seat, the game, the effect, a selector, or was written there, and
 * what is known is held against what the bridge takes (script/calls.def) and against the names of the ruleset. It is sound: what
 * is not known for certain is passed over, so a script that is right is never blamed.
 *
 *   lint.c      the files; hooks, statements, expressions
 *   lintvalue.c  fields and calls: what they are of, what they give
 *   lintargs.c   arguments: what is wanted, and whether it fits
 *   lintnames.c  the names that may stand in a place
 *   lintsyntax.c where a file stopped being Lua
 *
 * Codes: SCRIPT-NAME SCRIPT-WORD SCRIPT-TYPE SCRIPT-COUNT SCRIPT-PURE.
 */
#ifndef CT_LOAD_LINT_H
#define CT_LOAD_LINT_H

#include "load/parts.h"
#include "script/script.h"
#include "script/syntax.h"

/* What a value is. In the order of `says` in lintargs.c */
enum sv_kind {
    SV_ANY, /* not known */
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
    SV_OPEN, /* a selector with open places: of, its place in script_sels, or -1 */
    SV_BOUND,
    SV_CHOSEN,
    SV_GAME,
    SV_EFFECT,
    SV_OPTIONS,
    SV_CALL,    /* call; of a method: it wants its handle first */
    SV_LIBRARY, /* text: its name */
    SV_HOOKS,   /* text */
    SV_LOOP,    /* gives; ANSWERS: of is 1 where cards are offered, not actions */
    SV_KINDS
};
enum {
    SV_PASSED = 1, /* it came as an argument of a function of the script */
    SV_FALSE = 2,  /* there it is false or nil, and nothing else */
    SV_ALONE = 4   /* what else may stand there does not excuse it: `x and "a" or "b"` */
};
/* Whose words a text is one of. */
enum name_list {
    NL_NONE,
    NL_ZONES,
    NL_COUNTERS,
    NL_TRAITS,
    NL_LISTS,     /* traits that are effects */
    NL_WRITTEN,   /* traits that are written on cards */
    NL_MEASURES,  /* traits and counters of cards that are numbers or flags */
    NL_HAS_WORDS, /* what has words: of a card, of a seat, of the game (of: enum sv_kind) */
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
    const struct syn_expr *at; /* where it is written; NULL: it was worked out */
    const char *text;
    struct syn_func *func;
    const struct script_call *call;
};
enum { SV_MOST = 6 };
struct svs {
    int n;
    struct sv v[SV_MOST];
};

enum hook_kind { HOOK_UNKNOWN, HOOK_ACTING, HOOK_PURE, HOOK_CHECK, HOOK_BOT };
/* A function under way. */
struct lint_act {
    struct syn_func *f;
    struct lint_act *up;
    bool
        judged; /* it has asked what it was given: that may be the reason why a part of it is not run */
    struct svs gives;
    bool returned;
};
struct lint_source;
struct lint_hook {
    const char *table, *name;
    struct syn_func *f;
    const struct lint_source *in;
};
struct lint_source {
    const struct source *src;
    const struct syn_file *file; /* NULL: it could not be read as a tree */
    bool own;                    /* it lies in the ruleset's folder */
};
struct lint {
    struct loader *ld;
    struct arena *mem; /* of the trees */
    const struct snames *names;
    struct lint_source source[CAP_SCRIPTS];
    int nsource;
    /* under way: */
    const struct lint_source *in;
    struct lint_act *act;
    int deep, nested,
        left; /* calls, parts within each other; parts that may still be looked at */
    enum hook_kind hook;
    const char *hook_name;
    bool asks_you;    /* the hook has read g.you: it may go on by that */
    bool undefined;   /* some name is not defined, which is told */
    int verb;         /* of the hook, or -1 */
    int misnamed[16]; /* verbs (-1: a step) of hooks with a parameter that they have not */
    int nmisnamed;
    struct lint_hook *hooks;
    int nhooks;
};

/* ---- lint.c ---- */

/* Reads the sources as trees. */
void lint_begin(struct lint *k, struct loader *ld, struct arena *mem);
void lint_add(struct lint *k, const struct source *src);
/* The call of sel{…} at that line of a file, or NULL; which of several, is said by the order in which they come. */
struct syn_expr *lint_sel_at(struct lint *k, const char *path, int line);
/* The lines of the statement of the file itself, not of a function, that stands in this one. */
void lint_statement(const struct lint *k, const char *path, int line, int *first, int *last);
/* The selector of that call is number `sel` of script_sels. */
void lint_sel_is(struct syn_expr *call, int sel);
/* Names that nothing defines, parameters that a hook has not: all of them. */
void lint_check_names(struct lint *k);
/* Everything else, when the scripts have loaded. */
void lint_check(struct lint *k);
/* How formulas call the pure hook; NULL: none does. */
const struct spure *lint_pure_sig(const struct lint *k, const char *name);

struct svs lint_eval(struct lint *k, const struct syn_expr *e);
/* What a call of this function of the script gives. */
struct svs lint_enter(struct lint *k, struct syn_func *f, const struct svs *arg, int n,
                      bool more);
/* A function that goes where it cannot be followed is looked at for itself. */
void lint_escapes(struct lint *k, const struct svs *v);
bool lint_say(struct lint *k, const struct syn_expr *at, const char *code, const char *hint,
              const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* May the expression give several values? */
bool lint_several(const struct syn_expr *e);
/* It came as an argument, and the function has asked of what kind it is: that may be why a part of it is not run. */
bool lint_excused(const struct lint *k, const struct sv *v);
/* Does such a one, which gives V, give one value and no more? */
bool lint_single(const struct syn_expr *e, const struct svs *v);

/* ---- lintvalue.c ---- */

struct svs sv_one(enum sv_kind kind);
struct svs sv_any(void);
struct svs sv_text(enum name_list list, int of);
/* Adds another that may stand there, too. */
void sv_or(struct svs *to, const struct sv *v);
struct svs sv_of_type(unsigned type, ref trait);
/* What cards, seats, the game and effects have besides names of the ruleset. */
struct lint_own {
    const char *name;
    uint8_t of, is, list; /* enum sv_kind, sv_kind, name_list */
};
extern const struct lint_own lint_own[];
extern const int lint_nown;
/* Whose calls and fields a handle has, how a message calls it. NULL: it has no calls; it is no handle. */
struct lint_handle {
    const char *calls, *says;
    uint8_t fields; /* enum name_list */
};
extern const struct lint_handle lint_handles[SV_KINDS];
/* Whose a counter is, as what a script holds. */
enum sv_kind lint_holder(const struct kcounter *c);
/* e.NAME in a hook of this verb; an empty list: nothing. */
struct svs lint_effect_field(const struct lint *k, const char *name);
/* a.b, a[b] */
struct svs lint_field(struct lint *k, const struct syn_expr *e);
struct svs lint_call(struct lint *k, const struct syn_expr *e);
struct svs lint_method(struct lint *k, const struct syn_expr *e);
/* `function effect.NAME` and the like; else a write to what cannot be written. */
void lint_write(struct lint *k, const struct syn_expr *target, const struct svs *value);
/* Whether two values that are compared can ever be the same. */
void lint_compare(struct lint *k, const struct svs *a, const struct svs *b);

/* ---- lintargs.c ---- */

struct lint_args {
    const struct syn_expr *e; /* the call */
    const struct script_call *call;
    enum sv_kind self;
    int first; /* of the values, after the handle */
    struct svs *v;
    const struct syn_expr *const *at;
    int n;
    bool more; /* the last one may be several */
};
void lint_args_check(struct lint *k, const struct lint_args *a);
/* The text of argument i, where it is one and no other; NULL. */
const char *lint_text_of(const struct lint_args *a, int i);

/* ---- lintneeds.c ---- */

/* The first parameter behind those `given` without which a call of the function surely fails; -1. */
int lint_misses(const struct syn_func *f, int given);
/* The same of a pure hook, by its name, when lint_check is done; NULL: there is none. */
const char *lint_pure_misses(const struct lint *k, const char *name, int given);
/* The values of an open selector's places. */
void lint_places_check(struct lint *k, const struct lint_args *a, const struct sselector *sel);
/* "a card"; of what is written there `down`. */
const char *lint_says(const struct lint *k, const struct sv *v);
/* Those of the values that do not fit, where that is certain: the first; NULL: it may be right. MASK: 1 << kinds that
 * fit; LIST: words that do. */
const struct sv *sv_misfit(const struct lint *k, const struct svs *v, unsigned mask,
                           enum name_list list, int of);

/* ---- lintsyntax.c ---- */

/* The place that Lua's message about its syntax means, of which it says the line; a hint into HINT, or "". */
struct syn_at lint_wrong_at(struct arena *mem, const struct source *src, int line,
                            const char *message, char *hint, size_t cap);

/* ---- lintnames.c ---- */

struct name_set {
    const char **v;
    int n;
};
struct name_set names_list(const struct lint *k, enum name_list list, int of);
/* "a zone" */
const char *names_says(const struct lint *k, enum name_list list, int of);
bool names_hold(const struct name_set *s, const char *text);
/* The nearest of them as a hint, or all if they are few; NULL. */
const char *names_hint(const struct lint *k, const struct name_set *s, const char *text);
const struct script_call *lint_method_find(const char *of, const char *name);

#endif
