/* report.h - what a command counted, as text, as JSON or as a page: one file of HTML that needs
 * nothing else. The words are in text.lua, json.lua and report.lua.
 *
 * All of it comes from whole numbers that add up over threads and machines, so the same games give
 * the same bytes. */
#ifndef CANTRIP_TOOLS_REPORT_REPORT_H
#define CANTRIP_TOOLS_REPORT_REPORT_H

#include "tools/screen/table.h"
#include "tools/stats/arenaresult.h"
#include "tools/stats/deepresult.h"
#include "tools/stats/simresult.h"

#include <jansson.h>
#include <lua.h>

/* May the file be overwritten by the report? If not, `command` says why. */
bool report_may_become(const char *command, const char *path);
/* Writes the file at once. With `then`, it is about that one, and what it changes against `r`.
 * False after a message. */
bool report_write(const char *command, const char *path, const struct sim_result *r,
                  const struct sim_result *then);
/* Prints it on stdout; with `then`, the worth of cards in both. */
void report_sim(const struct sim_result *r, const struct sim_result *then);
/* The same as JSON: `what` is "sim", "both" for two rulesets, or "cards", only these. The caller
 * owns it. */
json_t *report_sim_json(const char *what, const struct sim_result *r,
                        const struct sim_result *then);
/* The same for results of `arena`. The list "bots" keeps the order of the bots. */
void report_arena(const struct arena_result *r);
json_t *report_arena_json(const struct arena_result *r);
/* Prints the results of `check --deep`, or sets them in an object. Returns the exit status. */
int report_deep(const struct deep_result *r, json_t *o);
/* For other commands: begins what a function of such a file makes. Then the caller pushes its n
 * arguments (data.h). report_print runs it to print, report_json to make JSON, which the caller
 * owns, and report_end to make a page and write it at once: false after a message. */
lua_State *report_begin(const char *file, const char *function);
void report_print(lua_State *L, int n);
json_t *report_json(lua_State *L, int n);
bool report_end(lua_State *L, int n, const char *command, const char *path);
/* Reads a table: its heads from argument 1 of a function, its cells from argument 2. Heads are a text
 * as for table_heads, or a list of their texts, where `right` has a > for each column of numbers ("  >"). */
void report_table(lua_State *L, struct table *t);

#endif
