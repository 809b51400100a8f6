/* hooks.c - the kernel's way into a script, and what becomes of errors.
 *
 * A hook that waits for an answer is left by lua_error with a sentinel. The flag `abandoned` tells
 * whether it was left, never the status of lua_pcall (S1). Every function for scripts raises again
 * while it is set. Errors work the same way: `failed` is sticky. */
#include "base/rows.h"
#include "base/shown.h"
#include "script/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const long ABANDONED, FAILED; /* their addresses are the sentinels */

const struct kernel_error kernel_errors[] = {K_ERRORS(ROW_PAIR)};

/* ---- messages -------------------------------------------------------------------- */

/* Copies a traceback, lines that each begin with a tab, so that it can be shown (S30). */
static void copy_lines(char *out, size_t cap, const char *s, size_t len)
{
    size_t n = 0;

    while (len && n + 2 < cap) {
        const char *stop = memchr(s, '\n', len);
        size_t part = stop ? (size_t)(stop - s) : len;

        if (*s == '\t') {
            out[n++] = *s++;
            len--;
            part--;
        }
        shown_copy(out + n, cap - n - 1, s, part);
        n += strlen(out + n);
        if (stop)
            out[n++] = '\n';
        s += part + (stop != NULL);
        len -= part + (stop != NULL);
    }
    out[n] = 0;
}

void sc_hook_name(const struct script *S, const struct call *c, char *buf, size_t cap)
{
    buf[0] = 0;
    if (!c || c->kind == CALL_LOAD)
        return;
    if (c->kind == CALL_ACTING)
        snprintf(buf, cap, "%s", S->names.hooks.v[c->hook]);
    else if (c->kind == CALL_PURE)
        snprintf(buf, cap, "pure.%s", S->names.pures.v[c->hook]);
    else
        snprintf(buf, cap, "%s.%s", sc_tables[S->defs[c->hook].table], S->defs[c->hook].name);
}

void sc_raise(lua_State *L, const char *fmt, ...)
{
    struct script *S = script_of(L);
    char buf[sizeof S->err.message];
    va_list ap;

    S->failed = true;
    S->may = 0;
    if (!S->reported) {
        va_start(ap, fmt);
        vsnprintf(buf, sizeof buf, fmt, ap);
        va_end(ap);
        shown_copy(S->err.message, sizeof S->err.message, buf, strlen(buf));
    }
    lua_pushlightuserdata(L, (void *)&FAILED);
    lua_error(L);
    __builtin_unreachable();
}

void sc_no_memory(lua_State *L)
{
    script_of(L)->no_memory = true;
    sc_raise(L, "out of memory");
}

void sc_raise_kernel(struct script *S)
{
    const struct kerror *err = &S->cur->e->err;

    if (err->code == K_E_HOOK && S->failed)
        sc_raise(S->L, "%s", S->err.message);
    S->err.cause = err->code;
    if (err->code == K_E_WORK)
        sc_overspent(S);
    S->no_memory |= err->code == K_E_NOMEM;
    sc_raise(S->L, "%s [%s]", kernel_errors[err->code].text, kernel_errors[err->code].name);
}

void sc_overspent(struct script *S)
{
    S->overspent = true;
    if (S->cur && S->cur->e)
        k_overspent(S->cur->e);
    sc_raise(S->L, SCRIPT_OVERSPENT);
}

void sc_abandon(struct script *S, lua_KFunction k, lua_KContext what)
{
    S->abandoned = true;
    S->may = 0;
    /* not in a sort or gsub, whose C code cannot be resumed */
    if (lua_isyieldable(S->L))
        lua_yieldk(S->L, 0, what, k);
    lua_pushlightuserdata(S->L, (void *)&ABANDONED);
    lua_error(S->L);
    __builtin_unreachable();
}

void sc_check_sticky(lua_State *L, struct script *S)
{
    if (S->abandoned) {
        lua_pushlightuserdata(L, (void *)&ABANDONED);
        lua_error(L);
    }
    if (S->failed) {
        lua_pushlightuserdata(L, (void *)&FAILED);
        lua_error(L);
    }
}

/* The length of the place that Lua writes before a message, as luaO_chunkid shortens it (S29). */
static size_t prefix_length(const char *path, const char *msg)
{
    char name[LUA_IDSIZE];
    size_t len = strlen(path), room = LUA_IDSIZE, n;

    if (len + 1 <= room)
        snprintf(name, sizeof name, "%s", path);
    else
        snprintf(name, sizeof name, "...%s", path + len + 1 - (room - 3));
    n = strlen(name);
    if (strncmp(msg, name, n) != 0 || msg[n] != ':')
        return 0;
    n++;
    size_t digits = strspn(msg + n, "0123456789");
    return digits && msg[n + digits] == ':' && msg[n + digits + 1] == ' ' ? n + digits + 2 : 0;
}

void sc_blame(struct script *S, const char *path, int line)
{
    shown_copy(S->err.file, sizeof S->err.file, path, strlen(path));
    S->err.line = line;
}

/* Finds file and line of a script's innermost function. If work ran out, how far it came depends on
 * how Lua was compiled: then the start of the outermost. */
static void find_place(lua_State *L, struct script *S)
{
    lua_Debug ar;

    if (S->err.line)
        return;
    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline <= 0 || *ar.source != '@')
            continue;
        sc_blame(S, ar.source + 1, ar.currentline);
        if (!S->overspent)
            return;
        if (ar.linedefined > 0) /* of the outermost; while loading of the file's own lines */
            S->err.line = ar.linedefined;
    }
}

void sc_blame_function(lua_State *L)
{
    lua_Debug ar;

    lua_getinfo(L, ">S", &ar);
    sc_blame(script_of(L), ar.source + 1, ar.linedefined);
}

/* Takes a message of Lua's own, or of `error`: any value may come (S31). */
static void take_message(lua_State *L, struct script *S, int idx)
{
    size_t len;

    if (lua_type(L, idx) != LUA_TSTRING) {
        snprintf(S->err.message, sizeof S->err.message, "the error is a %s, not a text",
                 luaL_typename(L, idx));
        return;
    }
    const char *msg = lua_tolstring(L, idx, &len);
    for (int i = 0; i < S->nsrc; i++) {
        size_t skip = prefix_length(S->src[i].path, msg);

        if (skip) {
            if (!S->err.line) { /* a syntax error: nothing runs yet */
                const char *at = msg + skip - 3;

                while (at > msg && at[-1] != ':')
                    at--;
                sc_blame(S, S->src[i].path, (int)strtol(at, NULL, 10));
            }
            msg += skip;
            len -= skip;
            break;
        }
    }
    shown_copy(S->err.message, sizeof S->err.message, msg, len);
}

void sc_describe(lua_State *L, lua_State *at, int level)
{
    struct script *S = script_of(L);
    int idx = lua_gettop(at);
    const void *p = lua_touserdata(at, idx);

    if (p == &ABANDONED || S->reported)
        return;
    S->failed = S->reported = true;
    S->may = 0;
    S->limited = false;
    find_place(at, S);
    if (p != &FAILED)
        take_message(at, S, idx);
    sc_hook_name(S, S->cur, S->err.hook, sizeof S->err.hook);
    luaL_traceback(L, at, NULL, level);
    size_t len;
    const char *text = lua_tolstring(L, -1, &len);
    if (!S->overspent &&
        strcmp(text, "stack traceback:\n\t[C]: in ?") != 0) /* else the hook had returned */
        copy_lines(S->err.traceback, sizeof S->err.traceback, text, len);
    lua_pop(L, 1);
}

int sc_on_error(lua_State *L)
{
    sc_describe(L, L, 1);
    return 1;
}

/* Sets S->may, after something that it depends on has changed. */
static void sc_permit(struct script *S)
{
    S->may = S->abandoned || S->failed || !S->cur ? 0 : S->cur->may;
}

/* Runs before each hook, so it only makes the texts empty. */
void sc_error_clear(struct script *S)
{
    S->err.message[0] = S->err.file[0] = S->err.hook[0] = S->err.traceback[0] = 0;
    S->err.cause = S->err.line = 0;
    S->abandoned = S->failed = S->reported = false;
    S->mem_failed = S->string_failed = S->no_memory = S->overspent = false;
}

/* If memory ran out no handler was called, and the stack is gone: blames the hook's first line. */
static void blame_hook(struct script *S)
{
    const struct call *c = S->cur;

    if (c->kind == CALL_LOAD)
        return;
    lua_rawgeti(S->main, LUA_REGISTRYINDEX,
                c->kind == CALL_ACTING ? S->acting[c->hook].fn
                : c->kind == CALL_PURE ? S->pure_ref[c->hook]
                                       : S->defs[c->hook].ref);
    sc_blame_function(S->main);
}

void sc_note_no_memory(struct serror *err)
{
    snprintf(err->message, sizeof err->message, "out of memory");
    err->cause = K_E_NOMEM;
}

void sc_error_finish(struct script *S, int status)
{
    bool memory = status == LUA_ERRMEM || S->mem_failed;

    if (!S->reported && memory) {
        blame_hook(S);
        sc_hook_name(S, S->cur, S->err.hook, sizeof S->err.hook);
        if (S->no_memory)
            sc_note_no_memory(&S->err);
        else if (S->overspent)
            snprintf(S->err.message, sizeof S->err.message, "%s", SCRIPT_OVERSPENT);
        else if (S->string_failed)
            snprintf(S->err.message, sizeof S->err.message, "made a string of more than %zu KB",
                     MEM_STRING >> 10);
        else
            snprintf(S->err.message, sizeof S->err.message,
                     "used more than %zu MB of memory, or called itself endlessly",
                     S->gross_max >> 20);
    } else if (!S->err.message[0]) {
        snprintf(S->err.message, sizeof S->err.message, "failed (Lua status %d)", status);
    }
    if (S->no_memory)
        S->err.cause = K_E_NOMEM;
    S->reported = S->failed = true;
    if (memory || status == LUA_ERRERR)
        S->dead = true;
}

/* ---- calls ----------------------------------------------------------------------- */

INLINE static inline void run_enter(struct script *S, const struct kengine *e, size_t gross_max)
{
    sc_error_clear(S);
    S->gross = 0;
    S->gross_max = gross_max;
    S->limited = true;
    S->nloops = S->loop_top = 0;
    S->load_left = LOAD_WORK;
    S->work_at = e ? e->left : 0;
    S->work_before = 0;
    S->ours = false;
}

/* Sets what is counted of the outermost call. */
static inline void weigh(struct script *S, uint8_t mask)
{
    S->mask = mask;
    if (LIKELY(!S->grew))
        return;
    S->grew = false;
    S->grown = S->loaded;
    S->weight = S->load_weight;
}

/* Lua is going to run. */
INLINE static inline void enter_lua(struct script *S)
{
    S->before = uselocale(S->c_locale);
    if (S->mask)
        sc_count_start(S);
    S->entered = true;
    S->print = 0;
}

void sc_run_enter(struct script *S, const struct kengine *e, size_t gross_max, uint8_t mask)
{
    run_enter(S, e, gross_max);
    weigh(S, mask);
    enter_lua(S);
}

void sc_run_leave(struct script *S)
{
    S->limited = false;
    if (!S->entered)
        return;
    uselocale(S->before);
    if (S->mask && S->L)
        sc_count_stop(S);
    S->entered = false;
    if (S->dead || !S->L)
        return;
    if (++S->gc_hooks >= GC_HOOKS || S->used > S->gc_at) {
        lua_gc(S->L, LUA_GCSTEP, 0);
        lua_checkstack(S->main, STACK); /* else the next hook would make room, and count it */
        sc_threads_shrunk(S);
        S->gc_hooks = 0;
        S->gc_at = S->used + MEM_GC;
    }
}

static void tell_kernel(const struct script *S, struct kengine *e, const struct call *c)
{
    e->err.code = S->no_memory ? K_E_NOMEM : K_E_HOOK;
    e->err.a = c->hook;
    e->err.b = c->kind != CALL_ACTING;
}

/* Loads the scripts again after a memory failure has spoilt them. */
static void wake(struct script *S)
{
    if (!S->cur && S->dead)
        sc_open_state(S);
}

/* Begins a call that is nested, or cannot run: then S->err and e->err are set. */
NOINLINE static bool begin_anyhow(struct script *S, struct call *c, int fn)
{
    const char *why = NULL;

    if (!c->outer && !S->dead)
        sc_run_enter(S, c->e, MEM_HOOK, 0);
    if (!c->outer && S->dead)
        why = "the scripts could not be loaded again";
    else if (c->depth > MAX_DEPTH)
        why = "pure hooks call each other endlessly";
    else if (fn == LUA_NOREF)
        why = "the scripts define no such function";
    else if (!lua_checkstack(S->L, 16 + K_MAX_ARGS))
        why = "too many calls inside each other";
    if (why && !c->outer && !S->dead)
        sc_run_leave(S);
    if (why && !S->reported) {
        snprintf(S->err.message, sizeof S->err.message, "%s", why);
        sc_hook_name(S, c, S->err.hook, sizeof S->err.hook);
        S->failed = S->reported = true;
    }
    if (why)
        tell_kernel(S, c->e, c);
    else
        S->cur = c;
    if (!why && c->outer)
        sc_count_within(S, c);
    sc_permit(S);
    return !why;
}

/* Begins a call. False: it failed already. */
INLINE static inline bool call_begin(struct script *S, struct call *c, struct kengine *e,
                                     enum callkind kind, unsigned hook, int fn)
{
    c->outer = S->cur;
    c->e = e;
    c->kind = (uint8_t)kind;
    c->depth = c->outer ? (uint8_t)(c->outer->depth + 1) : 0;
    c->has_x = false; /* c->x is made when it is first used */
    c->hook = (uint16_t)hook;
    c->may = kind == CALL_ACTING ? MAY_READ | MAY_ACT : MAY_READ;
    c->you = c->verb = -1;
    c->loop_top = S->loop_top;
    c->nloops = S->nloops;
    c->ring = S->ring;
    if (UNLIKELY(c->outer || S->dead || fn == LUA_NOREF)) {
        if (!begin_anyhow(S, c, fn))
            return false;
    } else {
        run_enter(S, e, MEM_HOOK);
        weigh(S, sc_mask_of(S, kind, hook));
        if (kind != CALL_ACTING) { /* for acting hooks it is seen later whether Lua is needed */
            sc_count_ahead(S, e);
            enter_lua(S);
        }
        S->cur = c;
        S->may = c->may;
    }
    S->ring = &S->rings[c->depth];
    return true;
}

/* Ends a call. False: it failed. */
static inline bool call_end(struct script *S, struct call *c, int status)
{
    bool ok = status == LUA_OK && !S->failed && !S->mem_failed;

    if (!ok && !S->abandoned) {
        sc_error_finish(S, status);
        tell_kernel(S, c->e, c);
    }
    S->cur = c->outer;
    S->ring = c->ring;
    S->loop_top = c->loop_top;
    S->nloops = c->nloops;
    S->may = 0;
    if (c->outer) {
        sc_count_without(S, c);
        sc_permit(S);
    } else {
        sc_run_leave(S);
    }
    return ok;
}

/* Arguments: type, trait, value. */
static int push_one(lua_State *L)
{
    sc_push_value(script_of(L), (unsigned)lua_tointeger(L, 1), (ref)lua_tointeger(L, 2),
                  lua_tointeger(L, 3));
    return 1;
}

/* Does in a protected call what may need memory. */
static bool push_protected(struct script *S, unsigned type, ref trait, int64_t v)
{
    lua_State *L = S->L;

    if (type == V_CARD || type == V_CARDS || type == V_SELECTOR ||
        (type == V_SEATS && !sc_seats_made(S, (uint32_t)v))) {
        lua_pushcfunction(L, push_one);
        lua_pushinteger(L, type);
        lua_pushinteger(L, trait);
        lua_pushinteger(L, v);
        return lua_pcall(L, 3, 1, 0) == LUA_OK;
    }
    sc_push_value(S, type, trait, v);
    return true;
}

/* Pushes an argument of a hook. False: no memory */
static inline bool push_safely(struct script *S, unsigned type, ref trait, int64_t v)
{
    return sc_push_made(S, type, v) || push_protected(S, type, trait, v);
}

/* ---- acting hooks ---------------------------------------------------------------- */

/* Binds the effect under way for the hook. */
static inline void bind_effect(const struct script *S, struct call *c)
{
    c->verb = S->acting[c->hook].verb;
    k_context(c->e, &c->x);
    c->has_x = true;
}

/* Pushes the hook's function and arguments. t: its thread, or NULL. The number of arguments; -1 */
static int push_acting(struct script *S, const struct thread *t, const struct call *c)
{
    const struct acting *a = &S->acting[c->hook];
    lua_State *L = S->L;

    if (t && c->hook < BASE_HOOKS) {
        lua_pushvalue(L, BASE_HOOK + c->hook);
        lua_pushvalue(L, BASE_G);
        lua_pushvalue(L, BASE_E);
    } else {
        lua_rawgeti(L, LUA_REGISTRYINDEX, a->fn);
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->g_ref);
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->e_ref);
    }
    for (int i = 0; i < a->nargs; i++)
        if (!push_safely(S, a->arg[i].type, a->arg[i].trait, sc_given_value(&a->arg[i], &c->x)))
            return -1;
    return 2 + a->nargs;
}

/* Leaves a hook that may ask: it has ended, failed or yielded at a question. */
static inline enum hook_result leave_thread(struct script *S, struct call *c, struct thread *t,
                                            int status)
{
    bool kept = status == LUA_YIELD && sc_thread_keep(S, t, c->e->s->stamp);
    bool ok = call_end(S, c, status);

    S->L = S->main;
    if (!ok && !S->abandoned)
        sc_thread_renew(S, t);
    else if (!ok && !kept)
        sc_thread_reset(t);
    return S->abandoned ? HOOK_ASKS : ok ? HOOK_DONE : HOOK_FAILS;
}

INLINE static inline bool begin_on(struct script *S, struct call *c, struct thread *t,
                                   struct kengine *e, unsigned hook)
{
    S->L = t->L;
    if (!call_begin(S, c, e, CALL_ACTING, hook, S->acting[hook].fn)) {
        S->L = S->main;
        return false;
    }
    S->ring = &t->ring;
    bind_effect(S, c);
    return true;
}

/* Does what is known of the hook without Lua, from its start or its question. True: that was all;
 * *status is as if Lua had run it. */
static bool run_known(struct script *S, struct call *c, bool on, int *status)
{
    enum followed f = FOLLOW_LUA;

    if (c->may & MAY_TRACE) {
        f = sc_trace_follow(S, on);
        *status = f == FOLLOW_ASKS ? LUA_YIELD : LUA_OK;
    }
    if (f == FOLLOW_LUA)
        enter_lua(S);
    return f != FOLLOW_LUA;
}

/* Notes its calls from now on. */
static void trace(struct script *S, struct call *c)
{
    if (S->acting[c->hook].traced && !SLOW(c->e, TRACES) && sc_trace_begin(S, c->hook))
        c->may = S->may = MAY_TRACE;
}

/* Lua runs the hook from its start, on its thread or without one. */
static int run_lua(struct script *S, struct call *c, struct thread *t)
{
    int n = -1, status = LUA_ERRMEM;

    if (c->may & MAY_TRACE)
        sc_trace_feed(S);
    if (!t || t->ready || sc_thread_prepare(S, t))
        n = push_acting(S, t, c);
    if (n >= 0)
        status = t ? sc_thread_run(S, t, n) : lua_pcall(S->L, n, 0, AT_HANDLER);
    if (status == LUA_OK && c->may & MAY_TRACE && !S->failed)
        sc_trace_end(S);
    return status;
}

static enum hook_result run_asking(struct script *S, struct kengine *e, unsigned hook)
{
    struct thread *t = sc_thread_free(S);
    struct call c;
    int status;

    if (!begin_on(S, &c, t, e, hook))
        return HOOK_FAILS;
    trace(S, &c);
    if (!run_known(S, &c, false, &status))
        status = run_lua(S, &c, t);
    return leave_thread(S, &c, t, status);
}

static enum hook_result go_on(void *ctx, struct kengine *e, unsigned hook)
{
    struct script *S = ctx;
    struct thread *t = S->dead ? NULL : sc_thread_kept(S, e->s->stamp);
    struct call c;
    int status;

    if (!t)
        return HOOK_GONE;
    t->stamp = 0;
    if (!begin_on(S, &c, t, e, hook)) {
        sc_thread_reset(t);
        return HOOK_FAILS;
    }
    sc_thread_go_on(S, t);
    if (t->lua) {
        enter_lua(S);
        status = sc_thread_run(S, t, 0);
        if (status == LUA_OK && c.may & MAY_TRACE && !S->failed)
            sc_trace_end(S);
    } else if (!run_known(S, &c, true, &status)) {
        status = run_lua(S, &c, t);
    }
    return leave_thread(S, &c, t, status);
}

static enum hook_result run_acting(void *ctx, struct kengine *e, unsigned hook)
{
    struct script *S = ctx;
    struct call c;
    int status;

    wake(S);
    if ((int)hook < S->nhooks && S->acting[hook].does & DOES_ASK && !S->dead)
        return run_asking(S, e, hook);
    if (!call_begin(S, &c, e, CALL_ACTING, hook,
                    (int)hook < S->nhooks ? S->acting[hook].fn : LUA_NOREF))
        return HOOK_FAILS;
    bind_effect(S, &c);
    trace(S, &c);
    if (!run_known(S, &c, false, &status))
        status = run_lua(S, &c, NULL);
    if (status != LUA_OK)
        lua_settop(S->L, AT_HANDLER);
    return call_end(S, &c, status) ? HOOK_DONE : HOOK_FAILS;
}

/* ---- pure hooks ------------------------------------------------------------------ */

static const char *const wanted[] = {
    [V_NUMBER] = "a number",
    [V_FLAG] = "true or false",
    [V_SEAT] = "a seat or nil",
    [V_CARD] = "a card or nil",
};

/* Reads a result; runs protected, so that it may raise. Arguments: the value, the type (255: any),
 * the function. */
static int take_result(lua_State *L)
{
    unsigned want = (unsigned)lua_tointeger(L, 2);
    const struct handle *h;
    char got[80];
    int64_t v = -1;

    switch (lua_type(L, 1)) {
    case LUA_TNUMBER:
        if (want == V_NUMBER || want == 255) {
            v = sc_number_arg(script_of(L), 1, "the result");
            goto done;
        }
        break;
    case LUA_TBOOLEAN:
        v = lua_toboolean(L, 1);
        if (want == V_FLAG || want == 255)
            goto done;
        break;
    case LUA_TNIL:
        v = want == V_FLAG ? 0 : -1; /* a pure hook without `return` is a mistake */
        if ((want == V_FLAG && script_of(L)->cur->kind != CALL_PURE) || want == V_SEAT ||
            want == V_CARD)
            goto done;
        break;
    default:
        h = sc_handle_at(L, 1, H_SEAT);
        if (!h && (want == V_CARD || want == 255))
            h = sc_handle_at(L, 1, H_CARD);
        if (h && (want == 255 || want == (h->kind == H_SEAT ? V_SEAT : V_CARD))) {
            v = h->index;
            goto done;
        }
    }
    sc_blame_function(L);
    sc_raise(L, "returned %s where %s is needed", sc_plain_name(L, 1, got, sizeof got),
             want < sizeof wanted / sizeof *wanted && wanted[want]
                 ? wanted[want]
                 : "a number, a flag, a seat or a card");
done:
    lua_pushinteger(L, v);
    return 1;
}

/* Calls a function that gives a value, with g and n arguments. False: it failed */
static bool call_valued(struct script *S, struct kengine *e, enum callkind kind, unsigned hook,
                        int fn, const struct spure *sig, const int64_t *arg, int n, int64_t *v)
{
    struct call c;

    if (!call_begin(S, &c, e, kind, hook, fn))
        return false;
    lua_State *L = S->L;
    int top = lua_gettop(L), status = LUA_OK;

    lua_pushcfunction(L, sc_on_error);
    lua_rawgeti(L, LUA_REGISTRYINDEX, fn);
    lua_rawgeti(L, LUA_REGISTRYINDEX, S->g_ref);
    for (int i = 0; i < n && status == LUA_OK; i++) {
        bool typed = sig && i < sig->nargs;
        unsigned type = typed ? sig->arg[i] : V_NUMBER;

        if (type == V_SEAT && c.you < 0)
            c.you = (int)arg[i];
        if (!push_safely(S, type, typed ? sig->trait[i] : REF_NONE, arg[i]))
            status = LUA_ERRMEM;
    }
    if (status == LUA_OK)
        status = lua_pcall(L, n + 1, 1, top + 1);
    if (status == LUA_OK) {
        lua_pushcfunction(L, take_result);
        lua_insert(L, -2);
        lua_pushinteger(L, sig ? sig->result : 255);
        lua_rawgeti(L, LUA_REGISTRYINDEX, fn);
        status = lua_pcall(L, 3, 1, top + 1);
        *v = status == LUA_OK ? lua_tointeger(L, -1) : 0;
    }
    lua_settop(L, top);
    return call_end(S, &c, status);
}

static int64_t run_pure(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg, int n)
{
    struct script *S = ctx;
    int64_t v = 0;

    wake(S);
    int fn = (int)hook < S->npures ? S->pure_ref[hook] : LUA_NOREF;
    const struct spure *sig = S->names.pure_sig ? &S->names.pure_sig[hook] : NULL;
    return call_valued(S, e, CALL_PURE, hook, fn, sig, arg, n, &v) ? v : 0;
}

static bool may_ask(void *ctx, unsigned hook)
{
    const struct script *S = ctx;

    return (int)hook >= S->nhooks || S->acting[hook].does & DOES_ASK;
}

struct khost script_host(struct script *S)
{
    return (struct khost){
        .ctx = S, .acting = run_acting, .go_on = go_on, .pure = run_pure, .asks = may_ask};
}

/* ---- hooks of the tools ---------------------------------------------------------- */

int script_checks(struct script *S, struct kengine *e, struct serror *err)
{
    static const struct spure flag = {.result = V_FLAG};
    int64_t v = 0;

    for (int i = 0; i < S->ndefs; i++) {
        if (S->defs[i].table != T_CHECK_HOOKS)
            continue;
        e->err = (struct kerror){0};
        wake(S);
        if (i >= S->ndefs ||
            !call_valued(S, e, CALL_CHECK, (unsigned)i, S->defs[i].ref, &flag, NULL, 0, &v)) {
            *err = S->err;
            return -1;
        }
        if (!v) {
            memset(err, 0, sizeof *err);
            snprintf(err->hook, sizeof err->hook, "check.%s", S->defs[i].name);
            snprintf(err->message, sizeof err->message, "is false");
            return 0;
        }
    }
    return 1;
}

int64_t script_bot(struct script *S, struct kengine *e, int seat, const char *name, bool *has)
{
    const struct spure sig = {1, strcmp(name, "value") ? V_FLAG : V_NUMBER, {V_SEAT}, {0}};
    int64_t arg = seat, v = 0;

    *has = sc_find_def(S, T_BOT_HOOKS, name) != NULL;
    if (!*has)
        return 0;
    e->err = (struct kerror){0};
    wake(S);
    const struct hookdef *d = sc_find_def(S, T_BOT_HOOKS, name);
    return d && call_valued(S, e, CALL_BOT, (unsigned)(d - S->defs), d->ref, &sig, &arg, 1, &v)
               ? v
               : 0;
}

const struct serror *script_error(const struct script *S)
{
    return &S->err;
}
