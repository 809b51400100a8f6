/* report.c - runs text.lua, which prints, json.lua and report.lua, which makes pages. */
#include "report.h"

#include "data.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/table.h"
#include "tools/script.h"
#include "tools/serve/page.h"
#include "tools/stats/inference.h"

#include <stdlib.h>

/* ---- statistics for report.lua ---- */

static int p_of(lua_State *L)
{
    lua_pushnumber(L, p_normal(luaL_checknumber(L, 1)));
    return 1;
}

static int half(lua_State *L)
{
    lua_pushnumber(L, half_width(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
    return 1;
}

static int half_share(lua_State *L)
{
    lua_pushnumber(L, half_width_share(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
    return 1;
}

static int rating(lua_State *L)
{
    lua_pushnumber(L, skill_rating(luaL_checknumber(L, 1), (int)luaL_checkinteger(L, 2)));
    return 1;
}

/* The numbers of a list (free()). */
static double *numbers_at(lua_State *L, int at, size_t *n)
{
    *n = lua_rawlen(L, at);
    double *v = mem_alloc((*n + 1) * sizeof *v);

    for (size_t i = 0; i < *n; i++) {
        lua_rawgeti(L, at, (lua_Integer)i + 1);
        v[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return v;
}

static int rates(lua_State *L)
{
    size_t n;
    double *p = numbers_at(L, 1, &n);

    false_rates(p, n);
    lua_newtable(L);
    for (size_t i = 0; i < n; i++) {
        lua_pushnumber(L, p[i]);
        data_append(L);
    }
    free(p);
    return 1;
}

static int equal(lua_State *L)
{
    size_t k, n;
    double *sum = numbers_at(L, 2, &k), *product = numbers_at(L, 3, &n);
    struct equality e = means_equal(luaL_checknumber(L, 1), sum, product, (int)k);

    free(sum);
    free(product);
    lua_pushnumber(L, e.chi_square);
    lua_pushnumber(L, e.p);
    lua_pushinteger(L, e.degrees);
    return 3;
}

/* ---- text on stdout, for text.lua ---- */

static void set_heads(lua_State *L, struct table *t)
{
    if (lua_isstring(L, 1)) {
        table_heads(t, lua_tostring(L, 1));
        return;
    }
    lua_getfield(L, 1, "right");
    const char *right = luaL_optstring(L, -1, "");
    for (lua_Integer i = 1; lua_rawgeti(L, 1, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        table_add(t, lua_tostring(L, -1));
        t->right[t->columns++] = *right == '>';
        right += *right != 0;
    }
    lua_pop(L, 2);
}

void report_table(lua_State *L, struct table *t)
{
    set_heads(L, t);
    for (lua_Integer i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++, lua_pop(L, 1))
        table_add(t, lua_tostring(L, -1));
    lua_pop(L, 1);
}

/* show_table(heads, cells, how): shows a table with the cells of a list. Its last column may
 * wrap (true); it may not be shown unless it fits ("fit": returns whether); or else it is split
 * where it is too wide. */
static int show_table(lua_State *L)
{
    bool fit = lua_type(L, 3) == LUA_TSTRING, wrap = !fit && lua_toboolean(L, 3);
    struct table t = {.split = !wrap, .wrap = wrap};
    int width = terminal_width(stdout);

    report_table(L, &t);
    bool shown = !fit || !width || table_width(&t) <= width;
    if (shown)
        table_print(&t, stdout, width, use_colour(stdout));
    table_free(&t);
    lua_pushboolean(L, shown);
    return 1;
}

static int wrap(lua_State *L)
{
    text_wrapf(stdout, (int)luaL_optinteger(L, 2, 0), "%s", luaL_checkstring(L, 1));
    return 0;
}

static int fill(lua_State *L)
{
    text_fill(stdout, luaL_checkstring(L, 1), terminal_width(stdout));
    return 0;
}

static int put(lua_State *L)
{
    text_put(stdout, luaL_checkstring(L, 1));
    return 0;
}

/* ---- JSON ---- */

static int print(lua_State *L)
{
    json_print(script_take(L), 2);
    return 0;
}

static int rounded(lua_State *L)
{
    json_t *number = json_rounded(luaL_checknumber(L, 1));

    lua_pushnumber(L, json_real_value(number));
    json_decref(number);
    return 1;
}

/* ---- the page ---- */

static void push_file(lua_State *L, const char *path)
{
    const struct page_file *f = page_find(path, false);

    lua_pushlstring(L, (const char *)f->bytes, f->n);
}

lua_State *report_begin(const char *file, const char *name)
{
    static const luaL_Reg tools[] = {{"p_normal", p_of},
                                     {"half_width", half},
                                     {"half_width_share", half_share},
                                     {"skill_rating", rating},
                                     {"false_rates", rates},
                                     {"means_equal", equal},
                                     {"show_table", show_table},
                                     {"wrap", wrap},
                                     {"fill", fill},
                                     {"put", put},
                                     {"print", print},
                                     {"rounded", rounded},
                                     {NULL, NULL}};
    lua_State *L = script_open(file, tools);

    data_set(L, "d:WHOLE d:FEW d:CAUSAL_TESTED d:LAST_ROUND", CT_WHOLE, FEW, CAUSAL_TESTED,
             LAST_ROUND);
    push_file(L, "/web/report.css");
    push_file(L, "/web/report.js");
    lua_call(L, 3, 1);
    lua_getfield(L, -1, name);
    return L;
}

bool report_end(lua_State *L, int n, const char *command, const char *path)
{
    char *wrong = NULL;
    size_t size;

    lua_call(L, n, 1);
    const char *text = lua_tolstring(L, -1, &size);
    bool good = ct_file_may_become(path, "report", &wrong) &&
                ct_file_replace(path, text, size, true, &wrong);
    lua_close(L);
    return succeeded(good, command, &wrong);
}

bool report_may_become(const char *command, const char *path)
{
    char *wrong = NULL;
    bool may = ct_file_may_become(path, "report", &wrong);

    return succeeded(may, command, &wrong);
}

/* Pushes one result or both. Returns how many. */
static int push_both(lua_State *L, const struct sim_result *r, const struct sim_result *then)
{
    data_push(L, r, then);
    if (then)
        data_push(L, then, NULL);
    return then ? 2 : 1;
}

bool report_write(const char *command, const char *path, const struct sim_result *r,
                  const struct sim_result *then)
{
    lua_State *L = report_begin("/web/report.lua", "report");

    return report_end(L, push_both(L, r, then), command, path);
}

void report_print(lua_State *L, int n)
{
    lua_call(L, n, 0);
    lua_close(L);
}

json_t *report_json(lua_State *L, int n)
{
    lua_call(L, n, 1);
    json_t *o = script_take(L);
    lua_close(L);
    return o;
}

void report_sim(const struct sim_result *r, const struct sim_result *then)
{
    lua_State *L = report_begin("/web/text.lua", then ? "both" : "sim");

    report_print(L, push_both(L, r, then));
}

json_t *report_sim_json(const char *what, const struct sim_result *r,
                        const struct sim_result *then)
{
    lua_State *L = report_begin("/web/json.lua", what);

    return report_json(L, push_both(L, r, then));
}

void report_arena(const struct arena_result *r)
{
    lua_State *L = report_begin("/web/text.lua", "arena");

    data_push_arena(L, r);
    report_print(L, 1);
}

json_t *report_arena_json(const struct arena_result *r)
{
    lua_State *L = report_begin("/web/json.lua", "arena");

    data_push_arena(L, r);
    return report_json(L, 1);
}

int report_deep(const struct deep_result *r, json_t *o)
{
    lua_State *L = report_begin(o ? "/web/json.lua" : "/web/text.lua", "deep");

    if (!o)
        deep_print_refused(r);
    data_push_deep(L, r);
    if (o)
        json_object_update_new(o, report_json(L, 1));
    else
        report_print(L, 1);
    if (r->broken && !o)
        complain("check: %s", r->message);
    return r->broken ? EXIT_FINDING : EXIT_OK;
}
