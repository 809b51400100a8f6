/* newgame.c - what new.lua knows of games and templates, and how it writes a game. The folder gets
 * its name when the game loads. */
#include "newgame.h"

#include "tools/common.h"
#include "tools/newfolder.h"
#include "tools/report/data.h"
#include "tools/script.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct newfolder *folder_of(lua_State *L)
{
    return *(struct newfolder **)lua_getextraspace(L);
}

/* begin(path): the folder of the draft; or nil and why not. */
static int begin(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    struct stat st = {0};
    bool good = lstat(path, &st) && newfolder_begin(folder_of(L), path);

    lua_pushstring(L, good ? buffer_text(&folder_of(L)->path) : NULL);
    lua_pushstring(L, st.st_nlink ? "it already exists" : strerror(errno));
    return 2;
}

/* finish(wanted): why the game is not there, though it is wanted; or nil. */
static int finish(lua_State *L)
{
    bool good = newfolder_end(folder_of(L), lua_toboolean(L, 1), false);

    lua_pushstring(L, good ? NULL : strerror(errno));
    return 1;
}

/* make(folder): nil, or why it cannot be made. */
static int make(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    struct stat st;
    bool there = (!stat(path, &st) && S_ISDIR(st.st_mode)) || !mkdir(path, 0777);

    lua_pushstring(L, there ? NULL : strerror(errno));
    return 1;
}

/* put(path, text): nil, or why it cannot be written. */
static int put(lua_State *L)
{
    size_t n;
    const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &n);
    char *wrong = NULL;
    bool good = ct_file_replace(path, text, n, false, &wrong);

    lua_pushstring(L, good ? NULL : reason(wrong));
    free(wrong);
    return 1;
}

static void add_taken(lua_State *L, char *text)
{
    script_text(L, text);
    data_append(L);
}

/* load(folder, near, tell): the schemas of its rules, cards and scenarios; nil if it does not load,
 * after messages if it is to `tell`. It may extend what lies in `near`. */
static int load(lua_State *L)
{
    ct_diags *diags = NULL;
    ct_definition *def =
        ruleset_open_near(luaL_checkstring(L, 1), luaL_checkstring(L, 2), &diags);

    if (!def && lua_toboolean(L, 3))
        print_findings(diags);
    ct_diags_free(diags);
    if (!def)
        return 0;
    lua_newtable(L);
    add_taken(L, ct_schema(NULL));
    add_taken(L, ct_schema(def));
    add_taken(L, ct_schema_scenarios(def));
    ct_free(def);
    return 1;
}

/* The state of the game at its first question. A game without questions is over. */
static const char *first_result(const ct_definition *def, int people)
{
    const struct ct_setup setup = {.people = people, .seed = 1};
    ct_engine *engine = ct_engine_new(def, NULL);
    ct_state *game = engine ? ct_game_new(engine, &setup) : NULL;
    bool over = game && !ct_advance(engine, game);

    ct_state_free(game);
    ct_engine_free(engine);
    return over ? "over" : "running";
}

/* open(ruleset): the game that is extended, and its cards; nil after a message. */
static int open_like(lua_State *L)
{
    ct_definition *def = ruleset_load(luaL_checkstring(L, 1));

    if (!def)
        return 0;
    struct ct_info info = ct_get_info(def, NULL);
    data_new(L, "s:id d:people s:result", info.id, info.min_people,
             first_result(def, info.min_people));
    for (int i = 0; i < info.cards; i++)
        data_row(L, "s:id s:name", ct_card_id(def, i), ct_card_name(def, i, NULL));
    ct_free(def);
    return 1;
}

bool newgame_make(const char *path, const char *kind, const char *of)
{
    static const luaL_Reg functions[] = {
        {"begin", begin}, {"finish", finish},  {"make", make}, {"put", put},
        {"load", load},   {"open", open_like}, {NULL, NULL}};
    lua_State *L = script_open("/web/new.lua", functions);
    struct newfolder folder;

    *(struct newfolder **)lua_getextraspace(L) = &folder;
    lua_newtable(L);
    for (const struct new_file *f = new_files; f->name; f++)
        data_row(L, "s:name s:text", f->name, (const char *)f->bytes);
    lua_setfield(L, -2, "templates");
    data_set(L, "s:path s:kind s:like", path, kind, of);
    lua_call(L, 1, 1);
    bool made = lua_toboolean(L, -1);
    lua_close(L);
    return made;
}
