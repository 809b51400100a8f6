/* internal.h - what the files of the script bridge share with each other, and with nobody else.
 *
 *   script.c     a script's life: load, load again after a memory failure
 *   bind.c       acting hooks: their functions, and the parameters these name
 *   sandbox.c    allocator, global names, tables that cannot be written
 *   library.c    the functions of Lua that a script may call
 *   length.c     `#`, and how many jumps a file may have
 *   freeze.c     the files' tables, which hooks cannot change
 *   sort.c       ordered pairs and next, stable sort
 *   vocab.c      names of the ruleset, found by the address of a pinned string
 *   args.c       arguments of a call: seats, cards, zones, numbers
 *   handles.c    card, seat, g, e: reading their fields
 *   sel.c        sel{...}, bound selectors, the questions that read
 *   methods.c    the steps, and the questions put to a seat
 *   hooks.c      the kernel's way in; errors
 *   thread.c     hooks that may ask: on Lua threads that are kept at a question
 *   trace.c      notes what hooks did, and does it again without Lua
 *   count.c      counts what Lua does as work
 *   scan.c       finds variables that would outlive a hook
 *   fingerprint.c  a hash of all that hooks can reach
 *
 * Nothing here may hold memory or a lock when it raises: lua_error jumps (S42).
 *
 * Facts that were tested on Lua 5.4.4, and what follows from each:
 *
 *   S1   lua_error passes through comparators, callbacks and iterators. pcall, xpcall and
 *        coroutines would swallow it, so they are missing. A flag tells whether a hook was left,
 *        and every function tests it.
 *   S2   lua_yield does not pass through table.sort, gsub or any C function that calls Lua. There a
 *        question is left by lua_error, and the hook runs again. Elsewhere its thread yields and is
 *        kept (thread.c).
 *   S5   A count hook costs 40 to 145 %, whatever the count. Hooks that cannot take long run
 *        without one (sc_is_short).
 *   S9   Single calls can run for seconds: rep of nothing, find in long texts, unpack, insert at 1,
 *        comparing 20 MB. So the functions are our own and bounded, texts have 16 KB, and what they
 *        do counts as work.
 *   S10, S38 Patterns are exponential in their repetitions: (length + 1)^(repetitions + 1) *
 *        pattern <= 10^7.
 *   S11  lua_sethook may be called wherever Lua is, also in the allocator (count.c).
 *   S12  No hook runs while a file is parsed, and to add a jump the compiler goes through all
 *        before it. Files have 1 MB, are text, and hold 10,000 of `and or elseif break goto ::` in
 *        all.
 *   S16  Stopping the collector and giving it a step every 1000 hooks is cheapest, and cannot be
 *        observed.
 *   S17, S18, S19 The order of keys, table.sort of ties and %p differ between processes (sort.c,
 *        library.c).
 *   S20  `#` of a list with holes depends on its history, and with other keys on the seed of the
 *        hash. `#x` is compiled as `__n^x`, which asks the entries (length.c).
 *   S21  `<`, %a and %f follow the locale, so scripts run in the C locale.
 *   S22, S23 Assignments to upvalues are visible in the dumped instructions (scan.c). All else is
 *        frozen (freeze.c), and a fingerprint checks that (fingerprint.c).
 *   S24, S25 Proxies leak if any function writes raw, and strings share a metatable. So no function
 *        of ours writes to a table with a metatable.
 *   S26, S27, S28 A userdata made once is 3 times cheaper than a new one. Short strings have one
 *        address each (handles.c, vocab.c).
 *   S29, S30, S31 Messages cut paths at 60 bytes, pass control characters on, and may be any value
 *        (on_error).
 *   S32, S33 A refused block stops a recursion early, so blocks have up to 4 MB. Below 1 MB the
 *        table of strings cannot grow.
 *   S34  After an error the unused stack is given back, and half of the spare call records. Hooks
 *        find STACK places in use already.
 *   S35  Integers wrap silently, so the range is checked on the way into the kernel.
 *   S37  A merge sort on the Lua stack that writes at its end leaves the table whole if it is left
 *        early (sort.c).
 *   S39, S40 Memory failures can be swallowed, and depend on old garbage. So they are sticky, and
 *        the gross bytes of one hook are counted. After one the state is thrown away, and the
 *        scripts are loaded again before the next hook.
 *   S42  lua_error jumps. */
#ifndef CANTRIP_SCRIPT_INTERNAL_H
#define CANTRIP_SCRIPT_INTERNAL_H

#include "script/script.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <locale.h>
#include <string.h>

/* ---- limits ---------------------------------------------------------------------- */

#define MEM_HOOK   ((size_t)16 << 20) /* gross bytes one hook may use (S40) */
#define MEM_LOAD   ((size_t)64 << 20) /* gross bytes while the scripts load */
#define MEM_BLOCK  ((size_t)4 << 20)  /* one block: stops a recursion (S32, S33) */
#define MEM_STRING ((size_t)16 << 10) /* one string made by a hook (S9) */
#define MEM_GC     ((size_t)8 << 20)  /* garbage of several hooks worth a step */
#define GC_HOOKS   1000               /* hooks between two steps of the collector (S16) */
#define MAX_SOURCE ((size_t)1 << 20)  /* bytes of one file (S12) */
#define LOAD_WORK  INT64_C(20000000)  /* units of work (k_spend) while the scripts load */
#define CALL_WORK  8                  /* units for a call into the kernel */
#define MAX_DEPTH  16                 /* pure hooks inside each other */
#define MAX_SORT   1024
#define MAX_VALUES 200   /* that a call takes or gives */
#define STRETCH    200   /* units of work counted at once */
#define SHORT      64    /* instructions of a hook that need no counting */
#define STACK      200   /* places of Lua's stack that hooks find ready */
enum { AT_HANDLER = 1 }; /* the main stack holds it below hooks */
enum {
    BASE_G = 1,
    BASE_E,
    BASE_HOOK,
    BASE_HOOKS = 64
};                       /* a thread's stack: g, e, the functions of so many hooks by id */
#define MAX_RING   64    /* bound selectors alive in one hook */
#define THREADS    2     /* one for each question whose stamp the kernel knows */
#define MAX_LOOPS  65535 /* loops over cards open in one hook */
#define LOOP_WORDS ((uint32_t)1 << 20)

/* ---- names ----------------------------------------------------------------------- */

/* Names that the bridge itself knows, with the words for seats. */
#define FIELDS(X)                                                                              \
    X(ID, id)                                                                                  \
    X(OWNER, owner)                                                                            \
    X(ZONE, zone)                                                                              \
    X(AT, at)                                                                                  \
    X(FACE, face)                                                                              \
    X(INDEX, index)                                                                            \
    X(KIND, kind)                                                                              \
    X(PLAYERS, players)                                                                        \
    X(OPTION, option)                                                                          \
    X(THIS, this)                                                                              \
    X(CARD, card)                                                                              \
    X(HELPER, helper)                                                                          \
    X(TARGET, target)                                                                          \
    X(NUMBER, number)                                                                          \
    X(UP, up)                                                                                  \
    X(DOWN, down)                                                                              \
    X(FIRST, first)                                                                            \
    X(LAST, last)                                                                              \
    X(ADD, add)                                                                                \
    X(TURN, turn)                                                                              \
    X(MOVE, move)
enum field {
    F_NONE,
#define SEAT_WORD(id, ...) F_##id,
#include "kernel/seats.def"
    F_SEAT_WORDS_END,
#define X(id, name) F_##id,
    FIELDS(X)
#undef X
        F_COUNT
};

/* What a name may mean, and how messages call that. */
#define MEANINGS(X)                                                                            \
    X(TRAIT, trait, "a trait")                                                                 \
    X(COUNTER, counter, "a counter")                                                           \
    X(ZONE, zone, "a zone")                                                                    \
    X(OPTION, option, "an option")                                                             \
    X(PHASE, phase, "a phase")                                                                 \
    X(KIND, kind, "a kind of seat")                                                            \
    X(ACTION, action, "an action")                                                             \
    X(TEXT, text, "a key of `words`")                                                          \
    X(CARD, card, "the id of a card")                                                          \
    X(LET, let, "a name of `let`")                                                             \
    X(VERB, verb, "a verb")
enum meaning {
#define X(id, name, wanted) AS_##id,
    MEANINGS(X)
#undef X
        N_MEANINGS
};

/* A name and all it means in this ruleset; -1: no such meaning. */
struct word {
    const char *s; /* pinned in the registry (S28) */
    uint32_t len;
    int ref; /* in the registry */
    union {
        int16_t as[N_MEANINGS];
        struct {
#define X(id, name, wanted) int16_t name;
            MEANINGS(X)
#undef X
        };
    };
    uint8_t field;
    lua_CFunction card_method, seat_method; /* or NULL */
    uint32_t value;                         /* 1 + first meaning as a word of a trait; 0 */
};
struct wordvalue {
    uint16_t trait, index;
    uint32_t next;
};

/* Found by address: of a pinned Lua string (lua_topointer), or of the loader's own text. */
struct wordcell {
    const void *p;
    const struct word *w;
};

struct vocab {
    struct word *v;
    uint32_t n, cap;
    struct wordcell *cell;
    uint32_t wrap; /* number of cells - 1 */
    struct wordvalue *value;
    uint32_t nvalues;
    bool longs; /* some name is too long to be interned */
};

/* ---- handles --------------------------------------------------------------------- */

/* Every full userdata of the state begins like this. No other code makes any. */
enum handle_kind {
    H_CARD = 1,
    H_SEAT,
    H_SEATS,
    H_SELECTOR,
    H_GAME,
    H_EFFECT,
    H_OPTION,
    H_LENGTH
};
struct handle {
    uint8_t kind, pad;
    uint16_t index;
}; /* H_SEATS: index has a bit for each seat */
enum { NO_VERB = -2 };
struct selector {
    struct handle h;
    struct sselector s;
    const struct word *named[K_MAX_ARGS]; /* the words of s.named */
    /* at: which parameters these are, for the verb it was last asked for (NO_VERB: none); other: a
     * bit for each whose type differs from its place */
    int verb;
    uint8_t at[K_MAX_ARGS], other;
};

/* A selector with open places, called (it is a C function) with their values. Scripts hold a light
 * userdata of its number in the ring and a serial number: overwritten entries are noticed. */
#define V_UNUSED UINT8_MAX /* type of an open place that the text does not mention */
struct bound_sel {
    uintptr_t name; /* what scripts hold */
    struct selector *of;
    int32_t arg[K_MAX_ARGS];
};

/* Each hook under way has its own ring. So what nested pure hooks bind, which depends on what is
 * listed and how often, overwrites no selector of the outer hook. */
struct ring {
    uintptr_t serial;
    struct bound_sel at[MAX_RING];
};

/* No two rings give the same serial number, not in the first millions even with 32-bit pointers. */
static inline uintptr_t sc_ring_start(uintptr_t ring)
{
    return (ring << (sizeof ring * 8 - 9)) + MAX_RING;
}

/* A loop over cards: words [off, off + n) of the loop memory. */
struct card_loop {
    uint32_t off, n, pos;
    uint8_t stride;
    /* its action, ACT_NONE (a selector) or ACT_SEVERAL */
    uint16_t asked;
};

/* ---- one call of a hook ---------------------------------------------------------- */

enum callkind { CALL_LOAD, CALL_ACTING, CALL_PURE, CALL_CHECK, CALL_BOT };
/* MAY_TRACE alone: both, as far as calls are noted (trace.c). */
enum { MAY_READ = 1, MAY_ACT = 2, MAY_TRACE = 4 };
/* The most that one instruction has to go through in this hook: bytes of a text, keys of a table,
 * places of a list that grows. */
struct grown {
    uint32_t text, keys, places;
};
struct call {
    struct call *outer;
    struct kengine *e;
    uint8_t kind, depth, may;
    bool has_x;
    uint16_t hook; /* acting, pure: id; check, bot: index into defs */
    int you;       /* pure: the first seat among its arguments; -1: none */
    int verb;      /* acting: the verb whose hook it is; -1: none */
    struct kctx x;
    uint32_t loop_top, nloops; /* to return to */
    struct ring *ring;
    uint8_t mask; /* in a nested call: that of the outer one */
    struct grown grown;
};

/* A Lua thread for a hook that may ask. While it is kept at a question it holds all that the hook
 * has. It holds nothing of the game, and no pointer into a block. */
struct thread {
    lua_State *L;
    /* it has room; `base` values for hooks are at BASE_* */
    bool ready;
    int base;
    uint64_t stamp; /* of the state whose question it waits at; 0: none */
    uint64_t since; /* order in which threads were kept */
    bool lua;       /* Lua runs or waits there; else at step `at` without it */
    uint8_t may, mask;
    uint16_t at;
    struct ring ring;
    size_t gross;
    bool grew;
    struct grown grown;      /* if `grew` */
    int64_t work;            /* work used up to its question */
    struct card_loop *loops; /* copies of open loops; then their words */
    uint32_t nloops, loop_top;
    int room; /* bytes of `loops` */
};

/* What e.NAME, or a hook's parameter NAME, gives: a parameter of its verb, or (param -1) a
 * field. */
struct given {
    int8_t param;
    uint8_t field, type;
    ref trait;
};
#define MAX_GIVEN (K_MAX_PARAMS + 8)
/* An acting hook: its function, the verb whose parameters it gets (-1: none), and what it names
 * after g, e. There is room for one name too many, so that it can be refused. */
struct acting {
    int fn, verb, nargs;
    bool traced;
    uint8_t does; /* DOES_* */
    uint8_t mask; /* LUA_MASK*: what is counted (count.c) */
    struct given arg[MAX_GIVEN + 1];
};

/* Where the hook is among its known steps (trace.c). */
enum made { MADE_COUNT, MADE_HAS, MADE_TURN, MADE_CANCEL, MADE_ASK, MADE_VALUE, MADE_END };
enum followed { FOLLOW_ON, FOLLOW_LUA, FOLLOW_ASKS, FOLLOW_END };
#define MAX_FED 64
struct trace {
    int64_t gave; /* what step `at` gave */
    uint16_t at;
    bool fails;        /* step `at` failed */
    uint8_t fed, nfed; /* calls fed to Lua that were made without it */
    uint16_t path[MAX_FED];
};

/* Slow things that functions may do (scan.c): there may be numbers with a fraction, texts with zero
 * bytes; they write these or divide by them; compare texts; give lists; run a part again. */
enum { KIND_FLOATS = 1, KIND_ZEROS = 2, KIND_WRITES = 4, KIND_COMPARES = 8 };
enum { KIND_LISTS = 16, KIND_AGAIN = 32 };

enum table { T_EFFECT_HOOKS, T_STEP_HOOKS, T_PURE_HOOKS, T_CHECK_HOOKS, T_BOT_HOOKS, T_TABLES };
extern const char *const sc_tables[T_TABLES];
struct hookdef {
    uint8_t table, mask;
    /* of its name's bytes: equal names have equal sums */
    uint32_t sum;
    const char *name;
    int ref;
};

struct script { /* by meaning, NOLINT(clang-analyzer-optin.performance.Padding) */
    lua_State *main;
    lua_State *L; /* what runs: main, or a hook's own thread */
    struct snames names;
    const struct ssource *src, *loading; /* `loading`: the file that is read or runs now */
    int nsrc;
    struct sselector *sels; /* in order of the `sel` calls of the first load */
    int nsels;
    int met_sels;                 /* `sel` calls of this load */
    int jumps;                    /* in its files so far (length.c) */
    const struct sloader *loader; /* during the first load */

    struct hookdef *defs;
    int ndefs;
    struct vocab vocab;
    struct acting *acting; /* by id */
    int *pure_ref;         /* by id */
    uint8_t *pure_mask;
    const struct word **verb_param; /* [verb * K_MAX_PARAMS + param] */
    int nhooks, npures;
    uint8_t does;              /* DOES_* found so far by sc_may_do */
    struct first_found *first; /* for sc_scan_hooks */

    int g_ref, e_ref, option_ref, card_mt, seat_mt, seats_mt, selector_mt;
    int seat_ref[K_MAX_SEATS];
    int *card_ref;
    int ncards;
    int *seats_ref;    /* [1 << K_MAX_SEATS] sets of seats met so far */
    struct ring *ring; /* of this hook: its thread's, or by depth */
    struct ring rings[MAX_DEPTH + 1];
    struct thread thread_of[THREADS];
    uint64_t threads_kept;
    struct card_loop *loops;
    uint16_t *loop_mem;
    uint32_t nloops, loop_top;

    struct steps *steps; /* NULL: none are known yet */
    struct trace trace;

    struct call *cur;
    uint8_t may;           /* MAY_*: 0 while loading and after the hook */
    bool entered;          /* Lua may run: its count and the locale are set */
    uint64_t print;        /* last fingerprint, until Lua runs again; 0: none */
    bool abandoned;        /* this hook waits for an answer */
    bool failed, reported; /* an error was raised; it was described */
    bool dead;             /* the Lua state must be thrown away */
    struct serror err;

    size_t used, gross, gross_max; /* bytes; S40 */
    size_t gc_at;
    unsigned gc_hooks;
    bool limited, mem_failed, string_failed;
    bool no_memory;      /* malloc itself failed, not one of our limits */
    bool overspent;      /* more work than a decision may take */
    int64_t load_left;   /* work that is left for loading */
    int64_t work_at;     /* the call's work when this hook began */
    int64_t work_before; /* work this hook used up to the question it was kept at */

    /* count.c */
    struct grown grown, loaded;  /* of this hook; what every hook finds */
    bool grew;                   /* they differ */
    int64_t weight, load_weight; /* work of an instruction */
    int stretch;                 /* instructions counted at once */
    uint8_t mask;                /* LUA_MASK*: what is counted of this hook */
    const uint32_t *lines;       /* [source]: see script_tell_lines; or NULL */
    uint8_t kinds;               /* KIND_* of the files */
    bool parsing, ours;          /* blocks are now the compiler's, ours */
    /* Lua's table of all strings, which is no script's */
    void *strings;

    /* Scripts run in the C locale, because patterns, numbers and `<` of texts follow it (S21). */
    locale_t c_locale, before;
};

static inline struct script *script_of(lua_State *L)
{
    return *(struct script **)lua_getextraspace(L);
}

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Seldom called: not inlined, and kept apart from code that runs often. */
#define RARE     __attribute__((noinline, cold))
#define NOINLINE __attribute__((noinline))
#define INLINE   __attribute__((always_inline))

/* A function for scripts that calls another one with these arguments. */
#define LUA_CALL(name, gives)                                                                  \
    static int name(lua_State *L)                                                              \
    {                                                                                          \
        return gives;                                                                          \
    }

/* The same of one that may be noted (trace.c). */
#define TRACED_CALL(name, made, gives)                                                         \
    static int name(lua_State *L)                                                              \
    {                                                                                          \
        return script_of(L)->may & MAY_TRACE ? sc_traced(L, made, name) : (gives);             \
    }

/* ---- script.c -------------------------------------------------------------------- */

int sc_define_hook(lua_State *L); /* __newindex of effect, step, pure, check, bot */
/* Makes a Lua state and loads the sources. False: S->err says why. */
bool sc_open_state(struct script *S);

/* ---- bind.c ---------------------------------------------------------------------- */

/* Finds the functions of all hooks. Raises if one names a parameter that does not exist. */
void sc_bind_hooks(lua_State *L);
/* what of each is counted, how much files have made */
void sc_bind_counts(lua_State *L);
static inline uint32_t sc_name_sum(const char *name)
{
    uint32_t sum = 0;

    for (; *name; name++)
        sum = sum * 31 + (unsigned char)*name;
    return sum;
}
const struct hookdef *sc_find_def(const struct script *S, int table, const char *name);

/* ---- sandbox.c ------------------------------------------------------------------- */

void *script_alloc(void *ud, void *ptr, size_t osize, size_t nsize);
/* Pops a table and pushes a read-only proxy of it. what: for messages. */
void sc_push_frozen(lua_State *L, const char *what, lua_CFunction write);
/* Builds the environment of all chunks and leaves it on the stack. */
void sc_push_environment(lua_State *L);

/* ---- library.c, sort.c ----------------------------------------------------------- */

void sc_push_library(lua_State *L); /* the table of global functions and libraries */
int sc_lib_pairs(lua_State *L);
int sc_lib_next(lua_State *L);
int sc_lib_sort(lua_State *L);
/* A key of a table. Of its kinds those after KEY_SEAT have an order for fingerprints alone. */
enum { KEY_NUMBER, KEY_TEXT, KEY_SEAT, KEY_OTHER };
struct key {
    int kind;
    lua_Integer number;
    const char *s;
    size_t len;
    lua_Integer at; /* place in the table of keys */
};
/* Pushes a table of the keys that can be sorted of the table at idx, which has n keys, and then their
 * records, in order. Returns how many there are; `out` is the first record. */
size_t sc_sorted_keys(lua_State *L, int idx, lua_Integer n, struct key **out);
/* Raises unless a script's table is at idx. Replaces a frozen one by its contents, for reading. */
void sc_want_table(lua_State *L, int idx, const char *fn);
/* As sc_want_table, but also refuses tables of the file: this function changes it. */
void sc_want_own_table(lua_State *L, int idx, const char *fn);
const char *sc_plain_name(lua_State *L, int idx, char *buf, size_t cap);

/* ---- vocab.c --------------------------------------------------------------------- */

static inline uint32_t sc_word_place(const struct vocab *v, const void *p)
{
    return (uint32_t)(((uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u) >> 40) & v->wrap;
}
static inline const struct word *sc_word_by_address(const struct vocab *v, const void *p)
{
    for (uint32_t i = sc_word_place(v, p); v->cell[i].p; i = (i + 1) & v->wrap)
        if (v->cell[i].p == p)
            return v->cell[i].w;
    return NULL;
}
const struct word *sc_word_long(struct script *S, int idx);
/* The number of this parameter of the verb (-1: of none), or -1. */
static inline int sc_param(const struct script *S, int verb, const struct word *w)
{
    const struct word *const *p = S->verb_param + (verb < 0 ? 0 : verb) * K_MAX_PARAMS;

    for (int i = 0, n = verb < 0 ? 0 : S->names.verbs[verb].nparams; i < n; i++)
        if (p[i] == w)
            return i;
    return -1;
}
/* The name at idx. NULL: no such name, or no string (no other value has the address of one). */
static inline const struct word *sc_word_at(struct script *S, int idx)
{
    const struct word *w = sc_word_by_address(&S->vocab, lua_topointer(S->L, idx));

    return w || !S->vocab.longs ? w : sc_word_long(S, idx);
}
int sc_vocab_build(lua_State *L);
void sc_vocab_free(struct vocab *v);
const struct word *sc_word_find(const struct script *S, const char *s);
/* Pushes a name of the ruleset, or of the bridge's fields, without using memory. */
void sc_push_name(struct script *S, const char *name);
void sc_push_field(struct script *S, enum field f);
int sc_value_of(const struct script *S, const struct word *w, ref trait); /* -1 */
/* " (did you mean `x`?)" or "". x: the closest name that has one of the meanings `means` (a bit per
 * enum meaning), or for which `fits` (or NULL) is true. */
typedef bool word_fn(const struct script *S, const struct word *w);
const char *sc_hint(const struct script *S, const char *s, unsigned means, word_fn *fits,
                    char *buf, size_t cap);

/* ---- args.c ---------------------------------------------------------------------- */

/* The context of the hook under way. Raises if there is no game. */
struct kctx *sc_make_context(struct script *S);
static inline struct kctx *sc_context(struct script *S)
{
    return LIKELY(S->cur->has_x) ? &S->cur->x : sc_make_context(S);
}

/* Takes n units of work (k_spend) from the game, or from the load. Raises if none are left. */
_Noreturn RARE void sc_overspent(struct script *S);
static inline void sc_spend(struct script *S, int64_t n)
{
    int64_t *left = S->cur && S->cur->e ? &S->cur->e->left : &S->load_left;

    if (UNLIKELY((*left -= n) < 0))
        sc_overspent(S);
}

/* Every function for scripts begins with one of these, or sc_traced. They raise if `what` is not
 * allowed, or the hook was abandoned or failed. A traced hook that uses them is traced no more. */
RARE void sc_refuse(struct script *S, const char *what);
/* Work outside of kernel calls, which is not done without Lua: such a hook is traced no more. */
static inline void sc_spend_here(struct script *S, int64_t n)
{
    if (S->may & MAY_TRACE && n > 0)
        sc_refuse(S, NULL);
    sc_spend(S, n);
}
static inline struct script *sc_reading(lua_State *L, const char *what)
{
    struct script *S = script_of(L);

    if (UNLIKELY(!(S->may & MAY_READ)))
        sc_refuse(S, what);
    sc_spend(S, CALL_WORK);
    return S;
}
static inline struct script *sc_acting(lua_State *L, const char *what)
{
    struct script *S = script_of(L);

    if (UNLIKELY(!(S->may & MAY_ACT)))
        sc_refuse(S, what);
    sc_spend(S, CALL_WORK);
    return S;
}
void sc_check_sticky(lua_State *L, struct script *S);

/* Light userdata are marked by their low bits; handles lie at whole words. */
enum { LIGHT_BOUND = 1, LIGHT_LOOP = 2, LIGHT_BITS = 3 };
static inline const struct handle *sc_any_handle(lua_State *L, int idx) /* or NULL */
{
    const void *p = lua_touserdata(L, idx);

    return (uintptr_t)p & LIGHT_BITS ? NULL : p;
}
static inline const struct handle *sc_handle_at(lua_State *L, int idx, enum handle_kind kind)
{
    const struct handle *h = sc_any_handle(L, idx);

    return h && h->kind == kind ? h : NULL;
}
uint32_t sc_seats_arg(struct script *S, int idx);
int sc_seat_arg(struct script *S, int idx);
int sc_you(struct script *S); /* raises if there is nobody */
int sc_card_arg(struct script *S, int idx);
int32_t sc_number_arg(struct script *S, int idx, const char *what);
/* Raises that the value at idx is not `wanted`, with a hint (sc_hint; means 0, fits NULL: without).
 * Its type is int so that a caller can return it. */
_Noreturn RARE int sc_unwanted(struct script *S, int idx, const char *wanted, unsigned means,
                               word_fn *fits);
/* What the name at idx means. Raises if it has no such meaning. */
int sc_name_arg(struct script *S, int idx, enum meaning as);
int sc_face_arg(struct script *S, int idx); /* nil: FACE_ANY */
/* A value for a place of this type; nil: K_ABSENT. what: names the place. */
int32_t sc_value_arg(struct script *S, int idx, unsigned type, ref trait, const char *what);
int sc_seat_next(const struct kstate *s, int seat, int step);

/* ---- handles.c ------------------------------------------------------------------- */

void sc_make_handles(lua_State *L);
static inline void sc_push_seat(struct script *S, int seat) /* -1: nil */
{
    if (seat < 0 || seat >= K_MAX_SEATS)
        lua_pushnil(S->L);
    else
        lua_rawgeti(S->L, LUA_REGISTRYINDEX, S->seat_ref[seat]);
}
void sc_push_seats(struct script *S, uint32_t seats);
static inline bool sc_seats_made(const struct script *S, uint32_t seats)
{
    return S->seats_ref[seats & ((1u << K_MAX_SEATS) - 1)] != LUA_NOREF;
}
void sc_push_card(struct script *S, int64_t card);                  /* -1, NO_CARD: nil */
void sc_push_cards(struct script *S, const uint16_t *cards, int n); /* as a list */
/* Pushes a value if it is of a usual type and needs no memory; else false. */
static inline bool sc_push_made(struct script *S, unsigned type, int64_t v)
{
    if (v == K_ABSENT)
        lua_pushnil(S->L);
    else if (type == V_NUMBER || (type == V_NUMBER_OR_ALL && v != K_ALL))
        lua_pushinteger(S->L, v);
    else if (type == V_SEAT)
        sc_push_seat(S, v < 0 ? -1 : (int)v);
    else if (type == V_FLAG)
        lua_pushboolean(S->L, v != 0);
    else if (type == V_SEATS && sc_seats_made(S, (uint32_t)v))
        lua_rawgeti(S->L, LUA_REGISTRYINDEX, S->seats_ref[v & ((1 << K_MAX_SEATS) - 1)]);
    else if (type == V_CARD && v < 0)
        lua_pushnil(S->L);
    else if (type == V_CARD && v < S->ncards && S->card_ref[v] != LUA_NOREF)
        lua_rawgeti(S->L, LUA_REGISTRYINDEX, S->card_ref[v]);
    else
        return false;
    return true;
}
void sc_push_value(struct script *S, unsigned type, ref trait, int64_t v);
/* What the name means in a hook of this verb (-1: of a step). False: nothing. */
bool sc_given(const struct script *S, int verb, const struct word *w, struct given *out);
int64_t sc_bound_value(enum field field, const struct kctx *x);
static inline int64_t sc_given_value(const struct given *a, const struct kctx *x)
{
    if (a->param < 0)
        return sc_bound_value(a->field, x);
    return x->param ? x->param[a->param] : K_ABSENT;
}
word_fn sc_is_given; /* does this hook give the name? */
int64_t sc_trait_of(struct script *S, unsigned trait, int card);
/* Raises if the card may not be looked at (k_may_look). */
void sc_look(struct script *S, int card);

/* ---- sel.c ----------------------------------------------------------------------- */

/* A value given for cards: one card, a table or list of cards, or a selector. */
struct what {
    ref sel;
    int card;
    int def; /* all cards of this definition */
    int nargs;
    int32_t arg[K_MAX_ARGS];
    int table;
    const uint16_t *list; /* chosen cards (g:choose_cards) */
    int nlist;
};
/* p: lua_touserdata of it. Raises if a selector needs one of `wanted` that is not here. */
void sc_what_at(struct script *S, int idx, void *p, struct what *w, unsigned wanted);
static inline void sc_what_arg(struct script *S, int idx, struct what *w)
{
    sc_what_at(S, idx, lua_touserdata(S->L, idx), w, UINT8_MAX);
}
/* Does everything exist that these names stand for: cards, `you`? */
static inline bool sc_names_held(const struct call *c, unsigned names)
{
    bool held = c->has_x && (!(names & NAMES_YOU) || c->x.you != NO_SEAT);

    for (unsigned m = names & (NAMES_YOU - 1); m && held; m &= m - 1)
        held = c->x.card[__builtin_ctz(m)] != NO_CARD;
    return held;
}
/* Fills arg for a selector's named places. False: something must be looked up, or is missing. */
static inline bool sc_places_held(const struct script *S, const struct selector *of,
                                  unsigned wanted, int32_t *arg)
{
    const struct call *c = S->cur;

    if (of->s.names & wanted && !sc_names_held(c, of->s.names & wanted))
        return false;
    if (!of->s.nnamed)
        return !of->s.due && c->has_x;
    if (of->verb != c->verb || of->other || !c->x.param)
        return false;
    for (unsigned i = of->s.nnamed; i; i--)
        arg[K_MAX_ARGS - i] = c->x.param[of->at[K_MAX_ARGS - i]];
    return true;
}
/* Finds the parameters of named places, and of `due`. Raises if the verb has none such. */
RARE void sc_find_named(struct script *S, struct selector *sel, int verb);
bool sc_is_what(struct script *S, int idx);
struct cards {
    struct what of;
    uint16_t *v, one;
    int n;
    bool listed;
};
/* Those of c->of; the caller gives them back. */
void sc_cards_get(struct script *S, struct cards *c);
static inline void sc_cards_arg(struct script *S, int idx, struct cards *c)
{
    sc_what_arg(S, idx, &c->of);
    sc_cards_get(S, c);
}
/* Keeps those of a script's cards that are still in the game: steps skip others. How many. */
int sc_still_there(struct kstate *s, uint16_t *v, int n);
/* k_turn_set, if a selector gives the cards; else -1. */
int sc_turn_set(struct script *S, const struct what *w, int face);
static inline void sc_cards_done(struct script *S, struct cards *c)
{
    if (c->listed)
        k_unlist(S->cur->e, c->v);
    c->listed = false;
}
int sc_lib_sel(lua_State *L);
int sc_call_selector(lua_State *L); /* __call */
/* The selector with open places at idx, or NULL. */
const struct sselector *sc_open_selector(lua_State *L, int idx);
/* The selector at idx if it has no open places, by number or name; else NULL. */
const struct sselector *sc_closed_selector(lua_State *L, int idx);
extern const luaL_Reg sc_game_readers[];
int sc_card_is(lua_State *L);
int32_t sc_counter_of(struct script *S, int counter, int card);
int sc_game_trait(lua_State *L);
int sc_game_is(lua_State *L);
int sc_seat_is(lua_State *L);
/* The definition whose id is at idx; -1: none. */
int sc_card_named(struct script *S, int idx);
/* A new loop of n words, which the caller fills. Pushes its light userdata. */
uint16_t *sc_loop_new(struct script *S, uint32_t words, unsigned stride,
                      struct card_loop **made);
static inline bool sc_loop_fits(const struct script *S, uint32_t words)
{
    return S->loops && S->nloops < MAX_LOOPS && words <= LOOP_WORDS - S->loop_top;
}
void sc_loop_shrink(struct script *S, struct card_loop *l, uint32_t words);
void sc_push_loop(struct script *S, const struct card_loop *l);
struct card_loop *sc_loop_arg(struct script *S, int idx);
void sc_loop_end(struct script *S, struct card_loop *l);

/* ---- methods.c ------------------------------------------------------------------- */

extern const luaL_Reg sc_game_steps[], sc_card_steps[], sc_seat_steps[];
int sc_lib_random(lua_State *L);
/* The cards of all answers, as a loop. */
struct card_loop *sc_answered_cards(struct script *S, uint32_t seats, unsigned asked,
                                    const struct kchoice *pick);

/* ---- hooks.c --------------------------------------------------------------------- */

_Noreturn RARE void sc_raise(lua_State *L, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* What is raised now is said to be there. */
void sc_blame(struct script *S, const char *path, int line);
/* Pops a function of a script: at its first line. */
void sc_blame_function(lua_State *L);
/* Raises: memory that is not Lua's ran out. */
_Noreturn RARE void sc_no_memory(lua_State *L);
/* Raises with the kernel's reason to refuse. */
_Noreturn RARE void sc_raise_kernel(struct script *S);
/* Raises if the kernel's last call left an error. */
static inline void sc_check_kernel(struct script *S)
{
    if (S->cur->e->err.code != K_OK)
        sc_raise_kernel(S);
}
/* A question of the hook waits for its answer: leaves it. If it is kept, k(…, what) goes on. */
_Noreturn void sc_abandon(struct script *S, lua_KFunction k, lua_KContext what);
int sc_on_error(lua_State *L); /* message handler */
/* Says what the error on top of `at` is, and where it was raised: `level` calls down; in L. */
void sc_describe(lua_State *L, lua_State *at, int level);
void sc_error_clear(struct script *S);
/* Completes S->err after a failed lua_pcall. */
void sc_error_finish(struct script *S, int status);
/* Notes that memory ran out. */
void sc_note_no_memory(struct serror *err);
void sc_hook_name(const struct script *S, const struct call *c, char *buf, size_t cap);
/* The outermost call of a hook, or a load, begins; ends. */
void sc_run_enter(struct script *S, const struct kengine *e /* NULL: a load */,
                  size_t gross_max, uint8_t mask);
void sc_run_leave(struct script *S);

/* ---- thread.c -------------------------------------------------------------------- */

void sc_make_threads(lua_State *L);
/* Lays out what a hook is called with (thread.base). False: no memory. */
bool sc_thread_prepare(struct script *S, struct thread *t);
/* The collector has run, and may have taken their room. */
void sc_threads_shrunk(struct script *S);
void sc_free_threads(struct script *S);
/* A thread on which nothing runs. */
struct thread *sc_thread_free(struct script *S);
/* The thread kept at the question of this stamp, or NULL. */
struct thread *sc_thread_kept(struct script *S, uint64_t stamp);
/* Runs a hook on it: from its start with n arguments, or on from its question. The Lua status. */
int sc_thread_run(struct script *S, struct thread *t, int n);
/* Keeps it at the question of this stamp, where the hook has yielded. False: it cannot be kept. */
bool sc_thread_keep(struct script *S, struct thread *t, uint64_t stamp);
/* Gives the hook what the thread has kept. */
void sc_thread_go_on(struct script *S, struct thread *t);
/* Empties it, after a hook that is given up. */
void sc_thread_reset(struct thread *t);
/* Replaces it after a hook that failed: after an error in a count hook it cannot run another. */
void sc_thread_renew(struct script *S, struct thread *t);

/* ---- trace.c --------------------------------------------------------------------- */

void sc_trace_bind(struct script *S, struct acting *a);
void sc_trace_forget(struct script *S);
static inline void sc_trace_at(struct script *S, uint16_t at)
{
    S->trace.gave = 0;
    S->trace.at = at;
    S->trace.fails = false;
    S->trace.fed = S->trace.nfed = 0;
}
/* This hook begins. False: no room to note it. */
bool sc_trace_begin(struct script *S, unsigned hook);
/* Does the hook's known steps, from its start or from its question. FOLLOW_LUA: Lua must go on. */
enum followed sc_trace_follow(struct script *S, bool on);
void sc_trace_feed(struct script *S);
/* Begins each call that may be noted, if S->may has MAY_TRACE. call: the function itself. */
int sc_traced(lua_State *L, enum made kind, lua_CFunction call);
void sc_trace_end(struct script *S);

/* ---- count.c --------------------------------------------------------------------- */

void sc_weigh(struct script *S);
/* From here on instructions are counted as S->mask says, in a new stretch. */
void sc_count_start(struct script *S);
void sc_count_stop(struct script *S);
/* Stops counting on this thread. */
void sc_count_none(const struct script *S, lua_State *L);
/* A script made a block. tag: what Lua tells the allocator. False: no work is left for it. */
bool sc_count_block(struct script *S, int tag, size_t bytes);
void sc_count_places(struct script *S, size_t bytes); /* a list has room for more */
static inline uint8_t sc_mask_of(const struct script *S, unsigned kind, unsigned hook)
{
    return kind == CALL_LOAD     ? LUA_MASKCOUNT | LUA_MASKCALL | LUA_MASKRET
           : kind == CALL_ACTING ? S->acting[hook].mask
           : kind == CALL_PURE   ? S->pure_mask[hook]
                                 : S->defs[hook].mask;
}
/* Counts in advance what may remain at the end of a hook. */
static inline void sc_count_ahead(const struct script *S, struct kengine *e)
{
    e->left -= S->mask ? STRETCH : 0;
}
/* A nested call begins; ends. */
void sc_count_within(struct script *S, struct call *c);
void sc_count_without(struct script *S, const struct call *c);
/* Raises if a function of ours gets too many values. */
void sc_check_values(lua_State *L, int n);

/* ---- length.c ---------------------------------------------------------------------- */

lua_Integer sc_border(lua_State *L, int idx); /* `#` of the plain table there */
void sc_push_length(lua_State *L);            /* what each file gets as parameter */
/* The line with more than MANY_JUMPS jumps in all files so far; 0: none. *so_far: in earlier
 * files. */
enum { MANY_JUMPS = 10000 };
int sc_too_many_jumps(const char *text, size_t len, int *so_far);
/* luaL_loadbufferx of a text, with our `#`. */
int sc_load_text(lua_State *L, const char *text, size_t len, const char *chunk);

/* ---- freeze.c ---------------------------------------------------------------------- */

void sc_freeze(lua_State *L, int idx); /* if it is a table */
/* Pushes the contents of the frozen table there. False: it is none, nothing is pushed. */
bool sc_thaw(lua_State *L, int idx);

/* ---- scan.c ---------------------------------------------------------------------- */

/* Raises if a function that hooks reach keeps state. */
void sc_scan_hooks(lua_State *L);
/* Calls fn once for each function and table that hooks reach, in the order of their tables. */
void sc_reach_hooks(lua_State *L, void (*fn)(lua_State *L, int idx));
/* Notes slow things (floats, lists) that functions of the file on top may do. */
void sc_scan_kind(lua_State *L);
/* Can the function at idx not run long without a call of ours, whatever its arguments? */
bool sc_is_short(lua_State *L, int idx);
/* What the hook at idx may do (DOES_*), by the names that it and all it reaches use. */
uint8_t sc_may_do(lua_State *L, int idx);

#endif
