/* script.h - the Lua bridge: a sandbox that runs the hooks of one ruleset.
 *
 * It knows the kernel, not the loader. Names come to it as plain arrays, and selectors written in
 * Lua go to the loader as nodes. A `script` belongs to one engine and one
 * thread. "S26" means a fact listed in internal.h. */
#ifndef CANTRIP_SCRIPT_SCRIPT_H
#define CANTRIP_SCRIPT_SCRIPT_H

#include "base/node.h"
#include "kernel/kernel.h"

#include <stddef.h>

/* A type is an enum value_type. V_WORD has a trait, too: REF_NONE: a card; OF_WORDS: a key of
 * `words`. */
#define OF_WORDS ((ref)(REF_NONE - 1))
/* One open place of a selector, as the loader typed it. */
struct sarg {
    uint8_t type;
    ref trait;
};
/* nargs: places "$1" … that a call fills. nnamed: the last so many of all K_MAX_ARGS are parameters
 * of the hook's verb, by name. names: the cards (a bit per enum bound) that it names. due: the
 * parameter (number due_at) of the verb whose `due` it asks for, or NULL. */
struct sselector {
    ref sel;
    uint8_t nargs, nnamed, names, due_at;
    const char *due;
    struct sarg arg[K_MAX_ARGS];
    const char *named[K_MAX_ARGS]; /* NULL if a call gives it */
};

struct sverb {
    const char *name;
    int nparams;
    const char *param[K_MAX_PARAMS];
    uint8_t type[K_MAX_PARAMS];
    ref trait[K_MAX_PARAMS];
    /* [param] default: expression (V_SEATS: kseats); NULL: none has one */
    const ref *def;
};

/* What a pure hook takes and gives, by its uses in expressions. */
struct spure {
    uint8_t nargs, result; /* UINT8_MAX: any, or not known yet */
    uint8_t arg[K_MAX_ARGS];
    ref trait[K_MAX_ARGS];
};

struct swords {
    const char *const *v;
    int n;
};

/* Its words, the number of each (NULL: as they stand); none if it is a number or a flag. */
struct soption {
    struct swords words;
    const int32_t *values;
    uint8_t type; /* V_FLAG, V_NUMBER, V_WORD */
};

/* Its expression with only `you` bound, or REF_NONE; what it gives, V_WORD: whose word. */
struct slet {
    ref expr, trait;
    uint8_t type; /* V_NUMBER, V_FLAG, V_SEAT, V_CARD, V_WORD */
};

/* Everything a script may name, by id. The caller owns the arrays and keeps them longer. */
struct snames {
    const char *ruleset;
    struct swords traits, zones, counters, options, phases, kinds, actions, words, cards, hooks,
        pures, lets;
    const struct swords *trait_words; /* [trait] */
    const struct soption *option;     /* [option] */
    const struct slet *let;           /* [let] */
    const struct spure *pure_sig;     /* [pure]; NULL: arguments are numbers, any result */
    const struct sverb *verbs;
    int nverbs;
};

/* The caller owns them and keeps them longer. */
struct ssource {
    const char *path;
    const char *text;
    size_t len;
};

#define SCRIPT_OVERSPENT "did too much work for one decision (limits: work): an endless loop?"
/* An error of a script, in pieces (S29-S31). */
struct serror {
    char message[512];
    int cause; /* enum kerrcode if the kernel refused a call, K_OK */
    char file[256];
    int line;      /* 0: unknown */
    char hook[96]; /* "effect.NAME" …; empty while loading */
    char traceback[2048];
};

/* A kind of error of the kernel (enum kerrcode): its code in messages, and its text. */
extern const struct kernel_error {
    const char *name, *text;
} kernel_errors[];

/* During the first load: compiles selectors, in order of the `sel` calls, from nodes that have no
 * place and last as long as the call. Returns 0, or -1 with a message in `msg`. NULL in later loads, which use `known`. */
struct sloader {
    void *ctx;
    int (*selector)(void *ctx, const struct node *n, const char *file, int line,
                    struct sselector *out, char *msg, size_t cap);
    const struct sselector *known;
    int nknown;
};

/* A hook that the scripts define: KIND.NAME, where it begins, how many values it takes after `g`
 * (INT_MAX: any). The texts live as long as the script. */
struct sdef {
    const char *name, *kind, *path;
    int line, takes;
};

/* What a hook may do, if that must be known before it runs: ask, show cards, take effects out of
 * the queue, tell facts about cards, leave something that no log line tells (a counter, a waiting
 * effect …). */
enum { DOES_ASK = 1, DOES_SHOW = 2, DOES_CANCEL = 4, DOES_TELL = 8, DOES_LEAVE = 16 };

/* ---- what scripts may call: kernel/steps.def, script/calls.def ----------------------- */

enum script_gives {
    GIVES_NUMBER,
    GIVES_FLAG,
    GIVES_TEXT,
    GIVES_CARD,
    GIVES_CARDS,   /* for `for`: card after card */
    GIVES_SEATS,   /* seat after seat */
    GIVES_PAIRS,   /* key and value */
    GIVES_ANSWERS, /* a seat, and its answer */
    GIVES_ANSWER,
    GIVES_CHOSEN,
    GIVES_LET,
    GIVES_TRAIT,
    GIVES_SELECTOR,
    GIVES_NOTHING,
    GIVES_ANY
};
/* of: "g", "card", "seat", a library; "": a global name. takes NULL: a value, no function. */
struct script_call {
    const char *of, *name, *takes;
    uint8_t gives;
    bool acts;
};
extern const struct script_call script_calls[];
extern const int script_ncalls;

struct script;

/* Loads the sources into a fresh sandbox. NULL: error, in err. Hooks are bound by names->hooks
 * ("effect.NAME", "step.NAME") and names->pures. A name without a function stays unbound; the
 * loader reports it (script_def). */
struct script *script_new(const struct snames *names, const struct ssource *src, int nsrc,
                          const struct sloader *ld, struct serror *err);
/* Number i of the hooks that the scripts define. False: there are no more */
bool script_def(const struct script *, int i, struct sdef *out);
/* From now on each line counts its own work (kengine.ran): line n of source i at place first[i] +
 * n. The caller owns `first`, which must outlive the script. */
void script_tell_lines(struct script *S, const uint32_t *first);
/* From now on Lua runs every hook, also what is known of it (trace.c). */
void script_only_lua(struct script *S);
/* What this acting hook may do: DOES_*. */
unsigned script_hook_does(const struct script *, unsigned hook);
/* The kernel's way in. Valid as long as the script. */
struct khost script_host(struct script *);
/* The last error (after K_E_HOOK). */
const struct serror *script_error(const struct script *);
/* Runs the check.NAME(g) hooks. 1: all true; 0: one is false (err names it); -1: error */
int script_checks(struct script *, struct kengine *e, struct serror *err);
/* bot.NAME(g, seat), `value` or `hopeless`; `*has` false when the ruleset has none. */
int64_t script_bot(struct script *, struct kengine *e, int seat, const char *name, bool *has);
/* A hash of all that hooks can reach (S23), for `check --deep`. */
uint64_t script_fingerprint(struct script *);
void script_free(struct script *);

#endif
