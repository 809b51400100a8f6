/* script.c - a script's life: loaded, loaded again after a memory failure, freed. */
#include "base/arena.h"
#include "base/str.h"
#include "script/internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

const char *const sc_tables[T_TABLES] = {"effect", "step", "pure", "check", "bot"};

/* ---- hooks, as they are defined -------------------------------------------------- */

static void check_definition(lua_State *L, struct script *S, int table)
{
    char got[80];
    lua_Debug ar;

    if (!S->cur || S->cur->kind != CALL_LOAD)
        sc_raise(L, "a hook writes %s.%s, but hooks must be defined while the script loads",
                 sc_tables[table], lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
    if (lua_type(L, 2) != LUA_TSTRING)
        sc_raise(L, "%s[%s]: a hook has a name", sc_tables[table],
                 sc_plain_name(L, 2, got, sizeof got));
    const char *name = lua_tostring(L, 2);
    if (lua_type(L, 3) != LUA_TFUNCTION || lua_iscfunction(L, 3))
        sc_raise(L, "%s.%s must be a function, not %s", sc_tables[table], name,
                 sc_plain_name(L, 3, got, sizeof got));
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) {
        memset(&ar, 0, sizeof ar);
        lua_pushvalue(L, -1);
        lua_getinfo(L, ">S", &ar);
        sc_raise(L, "%s.%s is defined twice, first in %s:%d", sc_tables[table], name,
                 ar.source + 1, ar.linedefined);
    }
    if (table == T_BOT_HOOKS && strcmp(name, "value") != 0 && strcmp(name, "hopeless") != 0)
        sc_raise(L, "unknown bot.%s: there are only bot.value and bot.hopeless", name);
}

/* __newindex of effect, step, pure, check, bot. Upvalues: the table's name, the real table. */
int sc_define_hook(lua_State *L)
{
    struct script *S = script_of(L);
    const char *which = lua_tostring(L, lua_upvalueindex(1));
    int table = PLACE_OF(sc_tables, T_TABLES, which);

    sc_check_sticky(L, S);
    check_definition(L, S, table);
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_rawset(L, lua_upvalueindex(2));
    int r = luaL_ref(L, LUA_REGISTRYINDEX);
    if (!mem_room(&S->defs, (size_t)S->ndefs, sizeof *S->defs))
        sc_no_memory(L);
    /* the table pins the name */
    const char *name = lua_tostring(L, 2);
    S->defs[S->ndefs++] = (struct hookdef){(uint8_t)table, 0, sc_name_sum(name), name, r};
    return 0;
}

/* ---- loading --------------------------------------------------------------------- */

/* Runs a file; leaves its chunk on the stack. */
static void load_source(lua_State *L, const struct ssource *src, int env)
{
    struct script *S = script_of(L);
    char chunk[300];

    if (src->len > MAX_SOURCE)
        sc_raise(L, "%s: a script may have at most %d KB", src->path, (int)(MAX_SOURCE >> 10));
    if (src->len && src->text[0] == LUA_SIGNATURE[0])
        sc_raise(L, "%s: this is not text", src->path);
    int line = sc_too_many_jumps(src->text, src->len, &S->jumps);
    if (line) {
        sc_blame(S, src->path, line);
        sc_raise(
            L, "more than %d of 'and', 'or', 'elseif', 'break', 'goto' and '::' in its scripts",
            MANY_JUMPS);
    }
    snprintf(chunk, sizeof chunk, "@%s", src->path);
    S->parsing = true;
    if (sc_load_text(L, src->text, src->len, chunk) != LUA_OK)
        lua_error(L);
    S->parsing = false;
    sc_scan_kind(L);
    sc_weigh(S);
    lua_pushvalue(L, env);
    lua_setupvalue(L, -2, 1);
    lua_pushvalue(L, -1);
    sc_push_length(L);
    lua_call(L, 1, 0);
}

/* Runs in a protected call: from an empty state to hooks in their tables. */
static int build(lua_State *L)
{
    struct script *S = script_of(L);

    sc_make_handles(L);
    sc_vocab_build(L);
    sc_push_environment(L);
    int env = lua_gettop(L);
    lua_pushvalue(L, env);
    luaL_ref(L, LUA_REGISTRYINDEX); /* holds the hooks' names, which `defs` points to */
    S->met_sels = S->jumps = 0;
    S->grown = (struct grown){0}; /* all so far was ours */
    sc_weigh(S);
    sc_count_start(S);
    luaL_checkstack(L, S->nsrc, "files");
    for (int i = 0; i < S->nsrc; i++) {
        S->loading = &S->src[i];
        load_source(L, S->loading, env);
    }
    S->loading = NULL;
    S->loaded = S->grown;
    S->loaded.places = 0; /* tables of the files can no longer grow */
    S->ours = true;
    if (S->met_sels != S->nsels)
        sc_raise(L, "sel is called %d times, and %d times when the ruleset was loaded",
                 S->met_sels, S->nsels);
    sc_bind_hooks(L);
    sc_scan_hooks(L);
    sc_bind_counts(L);
    sc_reach_hooks(L, sc_freeze);
    sc_make_threads(L);
    return 0;
}

static void close_state(struct script *S)
{
    sc_free_threads(S);
    sc_trace_forget(S);
    if (S->main)
        lua_close(S->main);
    S->L = S->main = NULL;
    S->ndefs = 0;
    S->vocab.n = 0;
}

bool sc_open_state(struct script *S)
{
    struct call c = {.kind = CALL_LOAD};

    close_state(S);
    S->dead = false;
    S->limited = false;
    S->parsing = false;
    S->kinds = 0;
    S->loaded = (struct grown){0};
    S->load_weight = S->weight = 1;
    S->grew = true; /* the first hook finds what was loaded */
    S->used = 0;
    S->L = S->main = lua_newstate(script_alloc, S);
    if (!S->L) {
        sc_error_clear(S);
        S->dead = S->no_memory = true;
        sc_note_no_memory(&S->err);
        return false;
    }
    *(struct script **)lua_getextraspace(S->L) = S;
    lua_checkstack(S->L, STACK); /* else Lua takes it away whenever a hook is abandoned */
    S->cur = &c;
    sc_run_enter(S, NULL, MEM_LOAD, sc_mask_of(S, CALL_LOAD, 0));
    lua_pushcfunction(S->L, sc_on_error);
    lua_pushcfunction(S->L, build);
    int status = lua_pcall(S->L, 0, 0, 1);
    bool ok = status == LUA_OK && !S->failed && !S->mem_failed;
    if (!ok)
        sc_error_finish(S, status);
    const struct ssource *at = S->loading; /* memory ran out, or it is nested too deep */
    if (!at && status == LUA_ERRMEM && S->nsrc)
        at = &S->src[S->nsrc - 1]; /* all files together hold too much */
    if (!ok && !S->err.file[0] && at)
        sc_blame(S, at->path, S->err.line);
    S->loading = NULL;
    lua_settop(S->L, 0);
    S->cur = NULL;
    S->dead = true; /* no step of the collector yet */
    sc_run_leave(S);
    S->dead = !ok;
    if (ok) {
        lua_pushcfunction(S->L, sc_on_error);
        lua_gc(S->L, LUA_GCCOLLECT, 0);
        sc_threads_shrunk(S);
        lua_gc(S->L, LUA_GCGEN, 0, 0);
        lua_gc(S->L, LUA_GCSTOP, 0);
        S->gc_at = S->used + MEM_GC;
        S->gc_hooks = 0;
    }
    return ok;
}

/* Makes room for arrays indexed by the ids of these names. */
static bool bind_room(struct script *S, const struct snames *names)
{
    size_t verbs = (size_t)names->nverbs * K_MAX_PARAMS + 1;

    S->names = *names;
    S->nhooks = names->hooks.n;
    S->npures = names->pures.n;
    S->acting = malloc(((size_t)S->nhooks + 1) * sizeof *S->acting);
    S->pure_ref = malloc(((size_t)S->npures + 1) * sizeof *S->pure_ref);
    S->pure_mask = calloc((size_t)S->npures + 1, 1);
    S->verb_param = calloc(verbs, sizeof(void *));
    return S->acting && S->pure_ref && S->pure_mask && S->verb_param;
}

/* ---- what was found -------------------------------------------------------------- */

bool script_def(const struct script *S, int i, struct sdef *out)
{
    lua_Debug ar;

    if (i >= S->ndefs)
        return false;
    lua_rawgeti(S->L, LUA_REGISTRYINDEX, S->defs[i].ref);
    lua_getinfo(S->L, ">Su", &ar);
    *out = (struct sdef){S->defs[i].name, sc_tables[S->defs[i].table], ar.source + 1,
                         ar.linedefined, ar.nparams ? ar.nparams - 1 : 0};
    if (ar.isvararg)
        out->takes = INT_MAX;
    return true;
}

unsigned script_hook_does(const struct script *S, unsigned hook)
{
    return S->acting[hook].does;
}

/* ---- from new to free ------------------------------------------------------------ */

static bool prepare(struct script *S, const struct snames *names, const struct sloader *ld)
{
    for (uint64_t i = 0; i <= MAX_DEPTH; i++)
        S->rings[i].serial = sc_ring_start(i);
    for (uint64_t i = 0; i < THREADS; i++)
        S->thread_of[i].ring.serial = sc_ring_start(MAX_DEPTH + 1 + i);
    S->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    S->seats_ref = malloc(sizeof(int) << K_MAX_SEATS);
    if (!S->c_locale || !S->seats_ref || !bind_room(S, names))
        return false;
    if (!ld || ld->selector || ld->nknown == 0)
        return true;
    S->sels = malloc((size_t)ld->nknown * sizeof *S->sels);
    if (!S->sels)
        return false;
    memcpy(S->sels, ld->known, (size_t)ld->nknown * sizeof *S->sels);
    S->nsels = ld->nknown;
    return true;
}

struct script *script_new(const struct snames *names, const struct ssource *src, int nsrc,
                          const struct sloader *ld, struct serror *err)
{
    struct script *S = calloc(1, sizeof *S);

    memset(err, 0, sizeof *err);
    if (S) {
        S->src = src;
        S->nsrc = nsrc;
    }
    if (!S || !prepare(S, names, ld)) {
        sc_note_no_memory(err);
        script_free(S);
        return NULL;
    }
    S->loader = ld;
    bool ok = sc_open_state(S);
    S->loader = NULL;
    if (!ok) {
        *err = S->err;
        script_free(S);
        return NULL;
    }
    return S;
}

void script_free(struct script *S)
{
    if (!S)
        return;
    close_state(S);
    if (S->c_locale)
        freelocale(S->c_locale);
    sc_vocab_free(&S->vocab);
    free(S->sels);
    free(S->defs);
    free(S->acting);
    free(S->pure_ref);
    free(S->pure_mask);
    free(S->verb_param);
    free(S->card_ref);
    free(S->seats_ref);
    free(S->loops);
    free(S->loop_mem);
    free(S);
}
