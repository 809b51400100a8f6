/* Tests of the tree of a Lua file (core/script/syntax.h): held against Lua itself, which takes or refuses the same files, on
 * every script of this tree and on thousands of spoilt copies; names, places, and the table of what scripts may call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glob.h>

#include <cmocka.h>

#include "kernel/kernel.h"
#include "script/internal.h"
#include "script/script.h"
#include "script/syntax.h"

static struct arena *mem;

static int set_up(void **state)
{
    (void)state;
    mem = arena_new();
    return mem ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(mem);
    return 0;
}

static const struct syn_file *read_text(const char *text)
{
    return syn_read(mem, text, strlen(text));
}

/* ---- held against Lua ------------------------------------------------------------ */

static char *file_text(const char *path)
{
    static char text[200000];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static bool lua_takes(lua_State *L, const char *text)
{
    bool good = luaL_loadbufferx(L, text, strlen(text), "=t", "t") == LUA_OK;
    lua_settop(L, 0);
    return good;
}

static uint64_t chance = 1;

static unsigned below(unsigned n)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(chance >> 33) % n;
}

/* One change somewhere: a piece is lost, doubled, or another takes its place. */
static void spoil(const char *text, char *out)
{
    static const char *const pieces[] = {
        "end",        "(",       ")",     "{",     "}",  "[",       "]",      "=",
        "==",         "..",      "...",   ",",     ";",  ":",       "::x::",  "local ",
        " function ", "\"",      "'",     "--",    "[[", "]]",      "\\",     "0x1p4",
        "1e",         "nil ",    " and ", " not ", "#",  "return ", " then ", "goto x",
        "do ",        "<const>", "\n",    "~="};
    size_t len = strlen(text), at = below((unsigned)len), n = 1 + below(6);
    const char *put = below(3) ? pieces[below(sizeof pieces / sizeof *pieces)] : "";

    n = at + n > len ? len - at : n;
    n = below(3) ? n : 0;
    memcpy(out, text, at);
    strcpy(out + at, put);
    strcat(out, text + at + n);
}

static void test_what_lua_takes_is_read(void **state)
{
    static char spoilt[200100];
    lua_State *L = luaL_newstate();
    glob_t g;
    int taken = 0, refused = 0;

    (void)state;
    glob("rulesets/*/*.lua", 0, NULL, &g);
    glob("scripts/*.lua", GLOB_APPEND, NULL, &g);
    glob("tests/rulesets/*/*/*.lua", GLOB_APPEND, NULL, &g);
    assert_true(g.gl_pathc > 40);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        const char *text = file_text(g.gl_pathv[i]);

        if (!read_text(text))
            fail_msg("%s is not read", g.gl_pathv[i]);
        for (int n = 0; n < 120; n++) {
            spoil(text, spoilt);
            bool good = lua_takes(L, spoilt);
            taken += good;
            refused += !good;
            if (good && !read_text(spoilt))
                fail_msg("Lua takes this, and it is not read:\n%s", spoilt);
        }
    }
    assert_true(taken > 1000 && refused > 1000);
    globfree(&g);
    lua_close(L);
}

static void test_all_of_the_language(void **state)
{
    static const char *const t[] = {
        "#!/usr/bin/lua\nlocal a = 1",
        "local a <const>, b <close> = 1, nil; local function f(...) return ... end",
        "local t = {1, 2; x = 3, ['y'] = 4, [5] = {}, f(1), f'x', f{}, f[[x]],} "
        "a.b.c:d(1).e[1]'x'{}()",
        "for i = 1, 2, 3 do end for k, v in next, {} do break end while x do end repeat local "
        "y until y",
        "if a then elseif b then else end do ::l:: goto l end function a.b.c:d(x, ...) return "
        "end",
        "x = -2 ^ -3 // 4 % 5 .. 6 .. 7 << 1 >> 2 & 3 | 4 ~ 5 == ~6 ~= not 7 and #8 or 9 <= 1 "
        ">= 2 < 3 > 4",
        "x = 0x1.8p-3 + .5 + 3. + 1e+2 + 0xA + 7 a, b.c, d[1] = f()",
        "x = [==[ ]] ]=] ]==] y = 'a\\\nb\\z  \n  c\\u{7FFFFFFF}\\x41\\065' --[==[ x\n]] ]==] "
        "z = 1",
        "return (function(a, b) local c = a return function() return c, b end end)(1, 2);",
        "f{a = function() end, b = f 'x'} (g or h):i() ; (x).y = 1",
        "",
    };
    lua_State *L = luaL_newstate();
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        if (!lua_takes(L, t[i]) && t[i][0] != '#')
            fail_msg("Lua does not take: %s", t[i]);
        if (!read_text(t[i]))
            fail_msg("not read: %s", t[i]);
    }
    lua_close(L);
}

/* Files of a game are UTF-8; the tree is safe and right without that. */
static void test_any_byte(void **state)
{
    static const char *const around[][2] = {{"--", "[[ x\ny = 1"},
                                            {"x = \"", "\""},
                                            {"x = \"\\", "\" .. \"yyyyyyyyyyyyyyyyyyyyyyyy\""},
                                            {"x ", "= 1"},
                                            {"x = [[", "]]"},
                                            {"x = '\\z", "'"}};
    lua_State *L = luaL_newstate();

    (void)state;
    for (int c = 1; c < 256; c++)
        for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
            char text[80];
            snprintf(text, sizeof text, "%s%c%s", around[i][0], c, around[i][1]);
            bool good = lua_takes(L, text), read = read_text(text) != NULL;
            if (good && !read)
                fail_msg("Lua takes this with byte %x, and it is not read: %s", c, text);
        }
    lua_close(L);
}

static void test_deep_and_large_files_are_left(void **state)
{
    static char deep[4000], *large;
    size_t n = 1500000;
    (void)state;
    for (int i = 0; i < 1000; i++)
        strcat(deep, "((");
    assert_null(read_text(deep));
    large = malloc(n + 1);
    memset(large, ';', n);
    large[n] = 0;
    assert_null(read_text(large));
    free(large);
}

/* ---- names and places ------------------------------------------------------------ */

static void test_names_are_resolved(void **state)
{
    const struct syn_file *f = read_text("local a = b\n"
                                         "local function c(d) e = a + d + c + f end\n"
                                         "do local b = 1 g(b) end\n"
                                         "for i = i, 2 do h(i) end\n"
                                         "repeat local j until j\n"
                                         "local k = k\n"
                                         "function l.m:n() return self, a end");
    static const char *const global[] = {"b", "e", "f", "g", "i", "h", "k", "l"};
    (void)state;
    assert_non_null(f);
    assert_int_equal(f->nglobals, sizeof global / sizeof *global);
    for (int i = 0; i < f->nglobals; i++)
        assert_string_equal(f->global[i]->text, global[i]);
    assert_int_equal(f->global[1]->op, '=');
    assert_int_equal(f->global[0]->op, 0);
}

static void test_places_are_in_characters(void **state)
{
    const struct syn_file *f =
        read_text("local s = 'äöü€' f(s)\r\n\tlocal t = g:h(1,\n\r\n  'x')");
    (void)state;
    assert_non_null(f);
    assert_int_equal(f->ncalls, 2);
    assert_int_equal(f->call[0]->at.line, 1);
    assert_int_equal(f->call[0]->at.col, 18);
    assert_int_equal(f->call[1]->at.line, 2);
    assert_int_equal(f->call[1]->at.col, 14);
    assert_int_equal(f->call[1]->item[1]->at.line, 4);
    assert_int_equal(f->call[1]->item[1]->at.col, 3);
}

static void test_texts_are_as_they_are_meant(void **state)
{
    const struct syn_file *f = read_text("f('a\\n\\x41\\66\\u{e4}\\z\n  \\'b', [[\nx]], \"\")");
    (void)state;
    assert_non_null(f);
    assert_string_equal(f->call[0]->item[0]->text, "a\nAB\xc3\xa4'b");
    assert_string_equal(f->call[0]->item[1]->text, "x");
    assert_int_equal(f->call[0]->item[2]->len, 0);
}

/* Assigned once more: then nobody knows what it holds. */
static void test_variables_that_change(void **state)
{
    const struct syn_file *f =
        read_text("local a, b = 1, 2 a = 3 local function c() b = 4 end local d = c");
    (void)state;
    assert_non_null(f);
    for (int i = 0; i < f->nlocals; i++)
        assert_int_equal(f->local[i]->changed, f->local[i]->name[0] < 'c');
}

/* ---- the table of calls ---------------------------------------------------------- */

/* The functions of Lua that a script has are those of the table, and no others. */
static void test_the_library_is_whole(void **state)
{
    static const char *const libraries[] = {"string", "table", "math"};
    static const struct ssource none = {"none.lua", "local x = 1", 11};
    static const struct snames names = {.ruleset = "t"};
    struct serror err;
    struct script *S = script_new(&names, &none, 1, NULL, &err);
    int known = 0, listed = 0;

    (void)state;
    assert_non_null(S);
    lua_State *L = S->main;
    sc_push_environment(L); /* a new one, as chunks get it */
    lua_getmetatable(L, -1);
    lua_getfield(L, -1, "__index");
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_tostring(L, -2);
        bool table = false;
        for (size_t i = 0; i < 3; i++)
            table |= !strcmp(name, libraries[i]);
        if (!lua_isfunction(L, -1) && !table)
            continue; /* tables of hooks */
        if (!table) {
            known++;
            bool there = false;
            for (int i = 0; i < script_ncalls; i++)
                there |= !*script_calls[i].of && !strcmp(script_calls[i].name, name);
            if (!there)
                fail_msg("calls.def lacks %s", name);
            continue;
        }
        lua_getmetatable(L, -1);
        lua_getfield(L, -1, "__index");
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
            const char *of = lua_tostring(L, -2);
            bool there = false;
            known++;
            for (int i = 0; i < script_ncalls; i++)
                there |= !strcmp(script_calls[i].of, name) &&
                         !strcmp(script_calls[i].name, of) &&
                         !script_calls[i].takes == !lua_isfunction(L, -1);
            if (!there)
                fail_msg("calls.def lacks %s.%s", name, of);
        }
        lua_pop(L, 2);
    }
    for (int i = 0; i < script_ncalls; i++)
        listed += strcmp(script_calls[i].of, "g") != 0 &&
                  strcmp(script_calls[i].of, "card") != 0 &&
                  strcmp(script_calls[i].of, "seat") != 0;
    assert_int_equal(known, listed);
    lua_settop(L, 0);
    script_free(S);
}

/* What editors are told of a call has the same parameters. */
static void test_annotations_agree_with_the_table(void **state)
{
    const char *text = file_text("scripts/cantrip.lua");
    (void)state;
    for (int i = 0; i < script_ncalls; i++) {
        const struct script_call *c = &script_calls[i];
        const char *class = !strcmp(c->of, "g")      ? "Game"
                            : !strcmp(c->of, "card") ? "Card"
                            : !strcmp(c->of, "seat") ? "Seat"
                                                     : NULL;
        char line[200], call[80];
        size_t n;

        if (!class)
            continue;
        n = (size_t)snprintf(line, sizeof line, "function %s:%s(", class, c->name);
        for (const char *p = c->takes, *between = ""; *p && *p != '|'; between = ", ") {
            size_t name = strcspn(p, "?:");
            n += (size_t)snprintf(line + n, sizeof line - n, "%s%.*s", between, (int)name, p);
            p += strcspn(p, " |");
            p += *p == ' ';
        }
        snprintf(line + n, sizeof line - n, ") end");
        snprintf(call, sizeof call, "%s:%s", c->of, c->name);
        if (!strstr(text, line))
            fail_msg("scripts/cantrip.lua has not `%s`", line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_lua_takes_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_of_the_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_any_byte, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_deep_and_large_files_are_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names_are_resolved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_places_are_in_characters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_texts_are_as_they_are_meant, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_variables_that_change, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_library_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_annotations_agree_with_the_table, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
