/* sandbox.c - the surroundings of scripts: counted memory, frozen names.
 *
 * All chunks share one environment, an empty proxy. Reading an unknown name is an error that says
 * so; writing any name is one. Libraries and hook tables are such proxies, too (S24). No function
 * for scripts touches a table that has a metatable, so nothing can be kept in them. */
#include "script/internal.h"

#include <stdlib.h>

/* Bytes of Lua's table of strings in a new state. No other block has as many (lstring.c, 5.4). */
#define STRINGS_AT_FIRST (128 * sizeof(void *))

/* May the block grow by `grow` bytes to `nsize`? If not, sets the sticky flags (S39, S40). */
static bool may_grow(struct script *S, bool string, size_t grow, size_t nsize)
{
    size_t longest = S->gross_max > MEM_HOOK ? MEM_BLOCK : MEM_STRING;

    S->gross += grow;
    if (!S->limited)
        return true;
    if (string && nsize > longest + 64)
        S->string_failed = true;
    else if (S->gross <= S->gross_max && nsize <= MEM_BLOCK)
        return true;
    S->gross -= grow;
    S->mem_failed = true;
    return false;
}

/* Is there work left for the block? */
static bool counts(struct script *S, const void *ptr, int tag, size_t nsize)
{
    if (!tag && ptr != S->strings)
        sc_count_places(S, nsize);
    if (ptr || !S->cur || sc_count_block(S, tag, nsize))
        return true;
    S->mem_failed = true;
    return false;
}

void *script_alloc(void *ud, void *ptr, size_t osize, size_t nsize)
{
    struct script *S = ud;
    size_t old = ptr ? osize : 0; /* without ptr, osize is the kind of object */

    if (nsize == 0) {
        free(ptr);
        S->used -= old;
        return NULL;
    }
    if (nsize > old && !may_grow(S, !ptr && osize == LUA_TSTRING, nsize - old, nsize))
        return NULL;
    if (nsize > old && S->limited && !S->ours && !counts(S, ptr, ptr ? 0 : (int)osize, nsize))
        return NULL;
    void *p = realloc(ptr, nsize);
    if (!p && nsize <= old) /* Lua relies on this: a block can always shrink */
        p = ptr;
    if (!p) {
        S->mem_failed = S->no_memory = true;
        return NULL;
    }
    if (ptr ? ptr == S->strings : !S->main && nsize == STRINGS_AT_FIRST)
        S->strings = p;
    S->used += nsize - old;
    return p;
}

/* The last __index: the name is unknown. Upvalue 1: a name of what. */
static int unknown_name(lua_State *L)
{
    const char *what = lua_tostring(L, lua_upvalueindex(1));
    char buf[80];

    sc_plain_name(L, 2, buf, sizeof buf);
    if (*what)
        sc_raise(L, "%s has nothing named %s", what, buf);
    sc_raise(L, "%s is not defined, neither as a local variable nor as a function for scripts",
             buf);
}

/* __newindex of what cannot be written. */
static int frozen_name(lua_State *L)
{
    const char *what = lua_tostring(L, lua_upvalueindex(1));
    char buf[80];

    sc_plain_name(L, 2, buf, sizeof buf);
    if (*what)
        sc_raise(L, "%s cannot be changed (here: %s)", what, buf);
    sc_raise(L, "%s is not declared: write `local %s = ...` (there are no global variables)",
             buf, buf);
}

void sc_push_frozen(lua_State *L, const char *what, lua_CFunction write)
{
    int real = lua_gettop(L);

    lua_createtable(L, 0, 1); /* the metatable of the real table */
    lua_pushstring(L, what);
    lua_pushcclosure(L, unknown_name, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, real);
    lua_createtable(L, 0, 0); /* the proxy */
    lua_createtable(L, 0, 3);
    lua_pushvalue(L, real);
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, what);
    if (write)
        lua_pushvalue(L, real);
    lua_pushcclosure(L, write ? write : frozen_name, write ? 2 : 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_replace(L, real);
}

void sc_push_environment(lua_State *L)
{
    sc_push_library(L);
    for (int i = 0; i < T_TABLES; i++) {
        lua_createtable(L, 0, 8);
        sc_push_frozen(L, sc_tables[i], sc_define_hook);
        lua_setfield(L, -2, sc_tables[i]);
    }
    sc_push_frozen(L, "", NULL);
}
