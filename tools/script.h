/* script.h - Lua scripts of the program itself, which are built into it, and JSON for them. */
#ifndef CANTRIP_TOOLS_SCRIPT_H
#define CANTRIP_TOOLS_SCRIPT_H

#include <jansson.h>
#include <lauxlib.h>

/* Opens a script of tools/serve/page.h. On the stack are what it is, a function (file NULL: no such),
 * and a table for it: these functions, those of script.c, and `null` of JSON. lua_close at the end. */
lua_State *script_open(const char *file, const luaL_Reg *functions);
/* Pushes the function that a script is. */
void script_load(lua_State *L, const char *file);
/* Pushes a text, which is then freed. */
void script_text(lua_State *L, char *text);
/* Argument `at` of a function, a whole number. */
int script_int(lua_State *L, int at);
/* Takes the value on top of the stack as JSON, which the caller owns. A table is a list, or with
 * `object = true` keys and values in turn. */
json_t *script_take(lua_State *L);
/* Pushes JSON: an object as a table of its keys, a list with `true` at [0]. */
void script_push(lua_State *L, const json_t *value);

#endif
