/* script.c - runs Lua scripts of the program itself. */
#include "script.h"

#include "common.h"
#include "jsontext.h"
#include "memory.h"
#include "tools/serve/page.h"

#include <lualib.h>
#include <stdlib.h>

static void *memory(void *ctx, void *old, size_t had, size_t wanted)
{
    (void)ctx;
    (void)had;
    if (wanted)
        return mem_realloc(old, wanted);
    free(old);
    return NULL;
}

/* A fault of a script is ours. Lua aborts after it. */
static int fault(lua_State *L)
{
    complain("%s", lua_tostring(L, -1));
    return 0;
}

lua_State *script_open(const char *file, const luaL_Reg *functions)
{
    const struct page_file *f = page_find(file, false);
    lua_State *L = lua_newstate(memory, NULL);

    if (!L)
        mem_die();
    lua_atpanic(L, fault);
    luaL_openlibs(L);
    luaL_loadbuffer(L, (const char *)f->bytes, f->n, file);
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null");
    return L;
}

/* ---- JSON ---- */

/* The table on top of the stack: a list, or keys and values in turn (`object`). */
static json_t *json_of_table(lua_State *L)
{
    bool object = lua_getfield(L, -1, "object") == LUA_TBOOLEAN;
    json_t *o = object ? json_object() : json_array();

    lua_pop(L, 1);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++)
        if (object) {
            lua_rawgeti(L, -2, ++i);
            json_t *value = script_take(L);
            json_object_set_new(o, lua_tostring(L, -1), value);
            lua_pop(L, 1);
        } else {
            json_array_append_new(o, script_take(L));
        }
    lua_pop(L, 1);
    return o;
}

json_t *script_take(lua_State *L)
{
    json_t *o;

    luaL_checkstack(L, 8, NULL);
    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        o = lua_isinteger(L, -1) ? json_integer(lua_tointeger(L, -1))
                                 : json_real(lua_tonumber(L, -1));
        break;
    case LUA_TBOOLEAN: o = json_boolean(lua_toboolean(L, -1)); break;
    case LUA_TSTRING: o = json_text(lua_tostring(L, -1)); break;
    case LUA_TTABLE: o = json_of_table(L); break;
    default: o = json_null();
    }
    lua_pop(L, 1);
    return o;
}

static void push_list(lua_State *L, const json_t *list)
{
    json_t *one;
    size_t i;

    lua_newtable(L);
    json_array_foreach(list, i, one)
    {
        script_push(L, one);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_object(lua_State *L, const json_t *object)
{
    const char *key;
    json_t *one;

    lua_newtable(L);
    json_object_foreach((json_t *)(uintptr_t)object, key, one)
    {
        script_push(L, one);
        lua_setfield(L, -2, key);
    }
}

void script_push(lua_State *L, const json_t *value)
{
    luaL_checkstack(L, 8, NULL);
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_OBJECT: push_object(L, value); break;
    case JSON_ARRAY: push_list(L, value); break;
    case JSON_STRING:
        lua_pushlstring(L, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER: lua_pushinteger(L, json_integer_value(value)); break;
    case JSON_REAL: lua_pushnumber(L, json_real_value(value)); break;
    case JSON_TRUE:
    case JSON_FALSE: lua_pushboolean(L, json_is_true(value)); break;
    case JSON_NULL: lua_pushlightuserdata(L, NULL); break;
    }
}
