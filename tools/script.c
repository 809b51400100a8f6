/* script.c - runs Lua scripts of the program itself. */
#include "script.h"

#include "common.h"
#include "jsontext.h"
#include "memory.h"
#include "textfile.h"
#include "tools/report/data.h"
#include "tools/serve/page.h"

#include <dirent.h>
#include <errno.h>
#include <lualib.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- what all scripts may call ---- */

/* read(path): the text of a file; or nil and why not. */
static int read_text(lua_State *L)
{
    size_t n;
    char *wrong = NULL, *text = ct_file_read(luaL_checkstring(L, 1), &n, &wrong);

    if (text)
        lua_pushlstring(L, text, n);
    else
        lua_pushnil(L);
    lua_pushstring(L, text ? NULL : reason(wrong));
    free(text);
    free(wrong);
    return 2;
}

/* write(path, text): true; or nil and why not, after a message. */
static int write_text(lua_State *L)
{
    struct textfile to;
    bool open = textfile_open(&to, luaL_checkstring(L, 1), false);

    if (open)
        buffer_add(&to.text, "%s", luaL_checkstring(L, 2));
    if (open && textfile_close(&to, true)) {
        lua_pushboolean(L, true);
        return 1;
    }
    lua_pushnil(L);
    lua_pushfstring(L, "%s%s", open ? "cannot be written: " : "", strerror(errno));
    return 2;
}

/* complain(message, word, known): with "did you mean" if a word of a list is near. */
static int complain_of(lua_State *L)
{
    struct list known = {0};

    for (lua_Integer i = 1; lua_istable(L, 3) && lua_rawgeti(L, 3, i) != LUA_TNIL; i++) {
        list_add(&known, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    complain_near(luaL_optstring(L, 2, ""), known.v, known.n, "%s", luaL_checkstring(L, 1));
    args_free(&known);
    return 0;
}

/* names(folder): what is in it, without hidden names. */
static int names(lua_State *L)
{
    DIR *folder = opendir(luaL_checkstring(L, 1));

    lua_newtable(L);
    for (struct dirent *e; folder && (e = readdir(folder));)
        if (*e->d_name != '.')
            data_text(L, e->d_name);
    if (folder)
        closedir(folder);
    return 1;
}

/* keys(): the keys of the format. */
static int keys(lua_State *L)
{
    static const char *const nests[] = {
        [CT_NAMED_INSIDE] = "named", [CT_LISTED_INSIDE] = "listed", [CT_ONE_INSIDE] = "one"};
    struct ct_key key;

    lua_newtable(L);
    for (int i = 0; ct_get_key(i, &key); i++)
        data_row(L, "s:place s:key s:value s:words s:says b:needed b:map s:nests s:inside",
                 key.place, key.key, key.value, key.words, key.says, key.needed, key.map,
                 nests[key.nests], key.inside);
    return 1;
}

/* places(): the kinds of maps that keys stand in. */
static int places(lua_State *L)
{
    struct ct_key_place at;

    lua_newtable(L);
    for (int i = 0; ct_get_key_place(i, &at); i++)
        data_row(L, "s:name s:says b:traits b:counters", at.name, at.says, at.traits,
                 at.counters);
    return 1;
}

/* json(text): its value; or nil and why it is none. */
static int json(lua_State *L)
{
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    json_error_t wrong;
    json_t *value = json_loadb(text, n, JSON_ALLOW_NUL, &wrong);

    if (value)
        script_push(L, value);
    else
        lua_pushnil(L);
    lua_pushstring(L, value ? NULL : wrong.text);
    json_decref(value);
    return 2;
}

/* say(value, frame): prints it as JSON on a line, or in the frame of the Language Server Protocol. */
static int say(lua_State *L)
{
    bool frame = lua_toboolean(L, 2);

    lua_settop(L, 1);
    json_t *o = script_take(L);
    char *text = mem_had(json_dumps(o, JSON_COMPACT));
    if (frame)
        printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    else
        puts(text);
    fflush(stdout);
    free(text);
    json_decref(o);
    return 0;
}

/* What has come: bytes; nil: nothing; false: nothing more will. */
static void push_bytes(lua_State *L, const struct pollfd *from)
{
    char bytes[65536];
    ssize_t n = from->revents ? read(from->fd, bytes, sizeof bytes) : -1;

    if (n > 0)
        lua_pushlstring(L, bytes, (size_t)n);
    else if (!from->revents || (n < 0 && errno == EINTR))
        lua_pushnil(L);
    else
        lua_pushboolean(L, false);
}

/* wait(milliseconds, file, deaf): waits so long (-1: without limit) for bytes from stdin, unless it
 * is `deaf`, and from a file, if there is one. Returns what has come from either. */
static int wait_for(lua_State *L)
{
    struct pollfd p[] = {{lua_toboolean(L, 3) ? -1 : STDIN_FILENO, POLLIN, 0},
                         {(int)luaL_optinteger(L, 2, -1), POLLIN, 0}};

    poll(p, 2, (int)luaL_checkinteger(L, 1));
    push_bytes(L, &p[0]);
    push_bytes(L, &p[1]);
    return 2;
}

/* add(o, key, value): adds to an object, unless the value is nil. */
static int add(lua_State *L)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, 1);

    lua_settop(L, 3);
    if (!lua_isnil(L, 3)) {
        lua_rawseti(L, 1, n + 2);
        lua_rawseti(L, 1, n + 1);
    }
    return 0;
}

/* object(...): keys and values in turn. A key whose value is nil is left out; `null` is null. */
static int object(lua_State *L)
{
    int n = lua_gettop(L), at = 0;

    luaL_checkstack(L, 4, NULL);
    lua_newtable(L);
    lua_pushboolean(L, true);
    lua_setfield(L, n + 1, "object");
    for (int i = 1; i < n; i += 2)
        for (int k = 0; k < 2 && !lua_isnil(L, i + 1); k++) {
            lua_pushvalue(L, i + k);
            lua_rawseti(L, n + 1, ++at);
        }
    return 1;
}

void script_text(lua_State *L, char *text)
{
    lua_pushstring(L, mem_had(text));
    free(text);
}

int script_int(lua_State *L, int at)
{
    return (int)luaL_checkinteger(L, at);
}

void script_load(lua_State *L, const char *file)
{
    const struct page_file *f = page_find(file, false);

    luaL_loadbuffer(L, (const char *)f->bytes, f->n, file);
}

lua_State *script_open(const char *file, const luaL_Reg *functions)
{
    static const luaL_Reg common[] = {
        {"read", read_text},       {"write", write_text}, {"names", names},   {"keys", keys},
        {"complain", complain_of}, {"places", places},    {"json", json},     {"say", say},
        {"wait", wait_for},        {"add", add},          {"object", object}, {NULL, NULL}};
    lua_State *L = lua_newstate(memory, NULL);

    if (!L)
        mem_die();
    lua_atpanic(L, fault);
    luaL_openlibs(L);
    if (file)
        script_load(L, file);
    luaL_newlib(L, common);
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
    lua_pushboolean(L, true);
    lua_rawseti(L, -2, 0);
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
