/* freeze.c - what was made while the scripts loaded can no longer be changed.
 *
 * A hook keeps nothing (rulesets/guide/explain/what-a-hook-may-do.md): a table that outlives it
 * would make the game depend on earlier games and threads. So after loading, each table that a hook
 * can reach becomes, in place, an empty proxy of its contents. Reading goes through. Writing is an
 * error, whatever way the table came and whatever it is called. */
#include "script/internal.h"

static const char mark; /* its address is the key of the contents in the proxy's metatable */

bool sc_thaw(lua_State *L, int idx)
{
    if (lua_type(L, idx) != LUA_TTABLE || !lua_getmetatable(L, idx))
        return false;
    if (lua_rawgetp(L, -1, &mark) == LUA_TNIL) {
        lua_pop(L, 2); /* a library, or a table of hooks */
        return false;
    }
    lua_remove(L, -2);
    return true;
}

/* __newindex of a frozen table. */
static int frozen_write(lua_State *L)
{
    char key[80];

    sc_raise(L,
             "entry %s of a table of the file is changed by a hook, which cannot keep anything "
             "(use a counter, or a table made in the hook)",
             sc_plain_name(L, 2, key, sizeof key));
}

void sc_freeze(lua_State *L, int idx)
{
    if (lua_type(L, idx) != LUA_TTABLE)
        return;
    if (lua_getmetatable(L, idx)) { /* a library */
        lua_pop(L, 1);
        return;
    }
    lua_createtable(L, 0, 4);
    lua_newtable(L);
    /* the entries move to the empty table */
    int to = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, idx);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, to);
        lua_pushvalue(L, -1); /* clearing it does not disturb lua_next */
        lua_pushnil(L);
        lua_rawset(L, idx);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_rawsetp(L, -2, &mark);
    lua_pushcfunction(L, frozen_write);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, idx);
}
