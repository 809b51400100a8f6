/* data.h - numbers of a command as a Lua table, for the scripts beside this file. */
#ifndef CANTRIP_TOOLS_REPORT_DATA_H
#define CANTRIP_TOOLS_REPORT_DATA_H

#include "tools/stats/arenaresult.h"
#include "tools/stats/deepresult.h"
#include "tools/stats/simresult.h"

#include <lua.h>

/* Sets fields of the table on top of the stack: "s:name u:games". One value follows for each, by
 * its letter: s const char * (NULL: not set), d int, u uint64_t, f double, b bool,
 * e const struct estimate *, w const struct card_worth *. */
void data_set(lua_State *L, const char *fields, ...);
/* Pushes a new table with these fields; the second appends it to the list on top of the stack. */
void data_new(lua_State *L, const char *fields, ...);
void data_row(lua_State *L, const char *fields, ...);
/* Moves the value on top of the stack to the end of the list below it. */
void data_append(lua_State *L);
/* Appends a text to the list on top of the stack. */
void data_text(lua_State *L, const char *text);
/* Sets a list of n texts. */
void data_texts(lua_State *L, const char *name, const char *const *texts, int n);
/* Pushes all that a page says about a result. `other`: the result it is compared with, or NULL. */
void data_push(lua_State *L, const struct sim_result *r, const struct sim_result *other);
void data_push_arena(lua_State *L, const struct arena_result *r);
void data_push_deep(lua_State *L, const struct deep_result *r);

#endif
