/* library.c - the functions of Lua that a script may call.
 *
 * None depends on addresses, the clock or the locale, none catches an error, and no single call
 * runs long (S9): patterns, copies and lists are bounded. Functions of Lua's own library are called
 * in the frame of ours, so their messages stay right. */
#include "base/str.h"
#include "script/internal.h"

#include <ctype.h>
#include <stdio.h>

#define MAX_TEXT    ((lua_Integer)16 << 10) /* bytes a function may make */
#define MAX_WORK    10000000.0              /* steps of one pattern (S10, S38) */
#define NUMBER_WORK 16                      /* work of writing a number */
#define MAX_LIST    10000

void sc_want_table(lua_State *L, int idx, const char *fn)
{
    char got[80];

    if (lua_type(L, idx) != LUA_TTABLE)
        sc_raise(L, "%s: a table is needed, not %s", fn,
                 sc_plain_name(L, idx, got, sizeof got));
    if (sc_thaw(L, idx))
        lua_replace(L, idx);
    else if (lua_getmetatable(L, idx)) /* scripts cannot make one: it is ours */
        sc_raise(L, "%s: this table is frozen", fn);
}

void sc_want_own_table(lua_State *L, int idx, const char *fn)
{
    if (sc_thaw(L, idx))
        sc_raise(
            L,
            "%s: a hook cannot change a table of the file (use a counter, or a table made in "
            "the hook)",
            fn);
    sc_want_table(L, idx, fn);
}

static lua_Integer integer_arg(lua_State *L, int idx, const char *fn)
{
    int isint;
    lua_Integer v = lua_tointegerx(L, idx, &isint);
    char got[80];

    if (!isint)
        sc_raise(L, "%s: a whole number is needed, not %s", fn,
                 sc_plain_name(L, idx, got, sizeof got));
    return v;
}

static const char *text_at(lua_State *L, int idx, size_t *len, const char *fn)
{
    char got[80];

    if (lua_type(L, idx) != LUA_TSTRING && lua_type(L, idx) != LUA_TNUMBER)
        sc_raise(L, "%s: a text is needed, not %s", fn, sc_plain_name(L, idx, got, sizeof got));
    return lua_tolstring(L, idx, len);
}

/* Lua's own function of this name, with the same arguments (counted). */
static int luas_own(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(2))(L);
}

/* ---- base ------------------------------------------------------------------------ */

/* Replaces the value at idx by its text, which is never an address (S19). */
static void to_text(lua_State *L, int idx)
{
    const struct handle *h = lua_type(L, idx) == LUA_TUSERDATA ? lua_touserdata(L, idx) : NULL;
    char buf[80];

    switch (lua_type(L, idx)) {
    case LUA_TSTRING: return;
    case LUA_TNUMBER:
        sc_spend_here(script_of(L), NUMBER_WORK);
        lua_tolstring(L, idx, NULL);
        return;
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, idx) ? "true" : "false"); break;
    case LUA_TUSERDATA:
        if (h && h->kind == H_SEAT) {
            snprintf(buf, sizeof buf, "seat %d", h->index);
            lua_pushstring(L, buf);
        } else if (h && h->kind == H_CARD && script_of(L)->cur && script_of(L)->cur->e &&
                   script_of(L)->cur->e->s) {
            lua_getfield(L, idx, "id");
        } else {
            lua_pushstring(L, sc_plain_name(L, idx, buf, sizeof buf));
        }
        break;
    default:
        lua_pushstring(L, lua_type(L, idx) == LUA_TLIGHTUSERDATA ? "userdata"
                                                                 : luaL_typename(L, idx));
    }
    lua_replace(L, idx);
}

static int lib_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    to_text(L, 1);
    return 1;
}

static int lib_error(lua_State *L)
{
    size_t len;

    sc_check_sticky(L, script_of(L));
    lua_settop(L, 1);
    if (lua_type(L, 1) != LUA_TSTRING)
        sc_raise(L, "error: the message is a %s, not a text", luaL_typename(L, 1));
    const char *msg = lua_tolstring(L, 1, &len);
    sc_raise(L, "%.*s", (int)(len > 400 ? 400 : len), msg);
}

static int lib_assert(lua_State *L)
{
    sc_check_sticky(L, script_of(L));
    luaL_checkany(L, 1);
    if (lua_toboolean(L, 1))
        return lua_gettop(L);
    if (lua_type(L, 2) == LUA_TSTRING)
        sc_raise(L, "%s", lua_tostring(L, 2));
    sc_raise(L, "assertion failed");
}

/* ---- string ---------------------------------------------------------------------- */

static int change_case(lua_State *L, const char *fn, char from, char to)
{
    size_t len;
    const char *s = text_at(L, 1, &len, fn);
    luaL_Buffer b;
    char *out = luaL_buffinitsize(L, &b, len);

    for (size_t i = 0; i < len; i++)
        out[i] = s[i] >= from && s[i] <= from + 25 ? (char)(s[i] - from + to) : s[i];
    luaL_pushresultsize(&b, len);
    return 1;
}

LUA_CALL(lib_upper, change_case(L, "string.upper", 'a', 'A'))
LUA_CALL(lib_lower, change_case(L, "string.lower", 'A', 'a'))

/* Where position i of a text of len bytes is; below 0: from its end. */
static lua_Integer place_in(lua_Integer i, size_t len)
{
    return i >= 0 ? i : -i > (lua_Integer)len ? 0 : (lua_Integer)len + i + 1;
}

static int lib_byte(lua_State *L)
{
    size_t len;
    lua_Integer from = lua_isnoneornil(L, 2) ? 1 : integer_arg(L, 2, "string.byte");

    text_at(L, 1, &len, "string.byte");
    lua_Integer to = lua_isnoneornil(L, 3) ? from : integer_arg(L, 3, "string.byte");
    from = place_in(from, len);
    to = place_in(to, len);
    if (to > (lua_Integer)len)
        to = (lua_Integer)len;
    if (to - (from < 1 ? 1 : from) >= MAX_VALUES)
        sc_raise(L, "string.byte: more than %d values", MAX_VALUES);
    return luas_own(L);
}

static int lib_rep(lua_State *L)
{
    size_t len, seplen = 0;
    const char *s = text_at(L, 1, &len, "string.rep");
    const char *sep = lua_isnoneornil(L, 3) ? "" : text_at(L, 3, &seplen, "string.rep");
    lua_Integer n = integer_arg(L, 2, "string.rep");
    luaL_Buffer b;

    if (n > MAX_TEXT || (n > 0 && len + seplen > (size_t)(MAX_TEXT / n)))
        sc_raise(L, "string.rep: the text would be longer than %d KB", (int)(MAX_TEXT >> 10));
    sc_spend_here(script_of(L), n > 0 ? n : 0);
    luaL_buffinit(L, &b);
    for (lua_Integer i = 0; i < n; i++) {
        luaL_addlstring(&b, s, len);
        if (i + 1 < n)
            luaL_addlstring(&b, sep, seplen);
    }
    luaL_pushresult(&b);
    return 1;
}

/* Raises if a search could run long: (length + 1)^(repetitions + 1) * pattern. */
static void check_work(lua_State *L, const char *fn, bool plain)
{
    size_t len, plen;

    text_at(L, 1, &len, fn);
    const char *p = text_at(L, 2, &plen, fn);
    double work = (double)(len + 1) * (double)(plen + 1);
    for (size_t i = 0; !plain && i < plen; i++) {
        if (p[i] == '%' && i + 1 < plen) {
            i++;
            if (p[i] == 'b' || p[i] == 'f' || isdigit((unsigned char)p[i]))
                work *= (double)(len + 1);
        } else if (p[i] == '*' || p[i] == '+' || p[i] == '-' || p[i] == '?') {
            work *= (double)(len + 1);
        }
    }
    if (work > MAX_WORK)
        sc_raise(L,
                 "%s: this search could take too long. Use a shorter text, or fewer * + - ? "
                 "in the pattern",
                 fn);
    sc_spend_here(script_of(L), (int64_t)(work / 8));
}

static int lib_find(lua_State *L)
{
    check_work(L, "string.find", lua_toboolean(L, 4));
    return luas_own(L);
}

static int lib_match(lua_State *L)
{
    check_work(L, "string.match", false);
    return luas_own(L);
}

static int lib_gsub(lua_State *L)
{
    check_work(L, "string.gsub", false);
    if (lua_type(L, 3) == LUA_TTABLE)
        sc_want_table(L, 3, "string.gsub");
    return luas_own(L);
}

static int lib_format(lua_State *L)
{
    size_t len;
    const char *f = text_at(L, 1, &len, "string.format");
    int arg = 1, top = lua_gettop(L);

    for (size_t i = 0; i < len; i++) {
        if (f[i] != '%')
            continue;
        if (++i < len && f[i] == '%')
            continue;
        while (i < len && strchr("-+ #0123456789.", f[i]))
            i++;
        if (i < len && !strchr("cdiouxXsfgeGE", f[i]))
            sc_raise(L, "string.format: %%%c is not available", f[i]);
        arg++;
        sc_spend_here(script_of(L), NUMBER_WORK);
        if (i < len && f[i] == 's' && arg <= top)
            to_text(L, arg);
    }
    return luas_own(L);
}

/* ---- table ----------------------------------------------------------------------- */

static int lib_concat(lua_State *L)
{
    sc_want_table(L, 1, "table.concat");
    lua_Integer n = sc_border(L, 1);
    if (!lua_isnoneornil(L, 4))
        n = integer_arg(L, 4, "table.concat");
    if (n > MAX_LIST)
        sc_raise(L, "table.concat: more than %d entries", MAX_LIST);
    sc_spend_here(script_of(L), n > 0 ? n : 0);
    if (!lua_isnoneornil(L, 3) && integer_arg(L, 3, "table.concat") < 1)
        sc_raise(L, "table.concat: entries count from 1");
    lua_settop(L, 3);
    lua_pushinteger(L, n); /* else Lua's own length is used */
    return luas_own(L);
}

static int lib_unpack(lua_State *L)
{
    lua_Integer from, to;

    sc_want_table(L, 1, "table.unpack");
    from = lua_isnoneornil(L, 2) ? 1 : integer_arg(L, 2, "table.unpack");
    to = lua_isnoneornil(L, 3) ? sc_border(L, 1) : integer_arg(L, 3, "table.unpack");
    if (from < 1 || to > INT32_MAX || (to >= from && to - from >= MAX_VALUES))
        sc_raise(L, "table.unpack: more than %d values", MAX_VALUES);
    sc_spend_here(script_of(L), to >= from ? to - from + 1 : 0);
    lua_settop(L, 2);
    lua_pushinteger(L, to); /* else Lua's own length is used */
    return luas_own(L);
}

/* Where an entry goes in or comes out; by default the last. */
static lua_Integer position(lua_State *L, int idx, lua_Integer last, const char *fn)
{
    lua_Integer at = integer_arg(L, idx, fn);

    if (at < 1 || at > last)
        sc_raise(L, "%s: position %lld of %lld", fn, (long long)at, (long long)last);
    if (last - at > MAX_LIST)
        sc_raise(L, "%s: more than %d entries would move", fn, MAX_LIST);
    sc_spend_here(script_of(L), last - at);
    return at;
}

static int lib_insert(lua_State *L)
{
    lua_Integer n, at;

    sc_want_own_table(L, 1, "table.insert");
    n = sc_border(L, 1);
    if (lua_gettop(L) == 2) {
        lua_rawseti(L, 1, n + 1);
        return 0;
    }
    if (lua_gettop(L) != 3)
        sc_raise(L, "table.insert takes (table, value) or (table, position, value)");
    at = position(L, 2, n + 1, "table.insert");
    for (lua_Integer i = n; i >= at; i--) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, 1, i + 1);
    }
    lua_rawseti(L, 1, at);
    return 0;
}

static int lib_remove(lua_State *L)
{
    lua_Integer n, at;

    sc_want_own_table(L, 1, "table.remove");
    n = sc_border(L, 1);
    if (n == 0 && lua_isnoneornil(L, 2)) {
        lua_pushnil(L);
        return 1;
    }
    at = lua_isnoneornil(L, 2) ? n : position(L, 2, n, "table.remove");
    lua_rawgeti(L, 1, at);
    for (lua_Integer i = at; i <= n; i++) {
        lua_rawgeti(L, 1, i + 1);
        lua_rawseti(L, 1, i);
    }
    return 1;
}

/* ---- the tables ------------------------------------------------------------------ */

/* A function of a library. Its work grows with its texts. Upvalues: the function, Lua's own. */
static int counted(lua_State *L)
{
    int n = lua_gettop(L);
    int64_t work = 1 + n;

    for (int i = 1; i <= n; i++)
        work += lua_type(L, i) == LUA_TSTRING ? (int64_t)(lua_rawlen(L, i) / 16) : 0;
    sc_check_values(L, n);
    sc_spend_here(script_of(L), work);
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static const struct {
    const char *library, *name;
    lua_CFunction own;
} functions[] = {
#define LIB(library, name, fn, ...) {#library, #name, fn},
#define LIB_VALUE(library, name)    {#library, #name, NULL},
#include "script/calls.def"
};

/* Puts the functions of a library into the table on top: those of ours, else Lua's own from the
 * table at `from`. All are `counted` but these two, which look at no texts. */
static void take(lua_State *L, const char *library, int from)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const char *name = functions[i].name;

        if (strcmp(functions[i].library, library) != 0)
            continue;
        lua_getfield(L, from, name);
        if (functions[i].own || (lua_iscfunction(L, -1) && !is_among("type ipairs", name))) {
            lua_pushcfunction(L, functions[i].own ? functions[i].own : lua_tocfunction(L, -1));
            lua_insert(L, -2);
            lua_pushcclosure(L, counted, 2);
        }
        lua_setfield(L, -2, name);
    }
}

/* Methods of strings: the frozen table on top (S25). */
static void give_strings(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

/* Scripts never see Lua's own tables. */
void sc_push_library(lua_State *L)
{
    static const luaL_Reg libraries[] = {{"", luaopen_base},
                                         {"string", luaopen_string},
                                         {"table", luaopen_table},
                                         {"math", luaopen_math}};

    lua_newtable(L);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const char *name = libraries[i].name;

        lua_pushcfunction(L, libraries[i].func);
        lua_call(L, 0, 1);
        if (*name)
            lua_newtable(L);
        else
            lua_pushvalue(L, -2);
        take(L, name, lua_gettop(L) - 1);
        if (*name) {
            sc_push_frozen(L, name, NULL);
            if (!strcmp(name, "string"))
                give_strings(L);
            lua_setfield(L, -3, name);
            lua_pop(L, 1);
        } else {
            lua_pop(L, 2);
        }
    }
}
