/* lsp.c - what lsp.lua knows of games, files and the client. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "lsp.h"

#include "cantrip.h"
#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/script.h"
#include "tools/testfiles.h"
#include "tools/text/reader.h"
#include "tools/whose.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

char *uri_of(const char *path)
{
    char real[PATH_MAX];
    struct buffer out = {0};

    buffer_add(&out, "file://");
    for (const char *c = realpath(path, real) ? real : path; *c; c++)
        if (isalnum((unsigned char)*c) || strchr("/-_.~", *c))
            buffer_add(&out, "%c", *c);
        else
            buffer_add(&out, "%%%02X", (unsigned char)*c);
    return buffer_take(&out);
}

/* uri(path) */
static int uri(lua_State *L)
{
    char *text = uri_of(luaL_checkstring(L, 1));

    lua_pushstring(L, text);
    free(text);
    return 1;
}

/* real(path): where it leads to; the path itself if nothing is there. */
static int real(lua_State *L)
{
    char place[PATH_MAX];

    lua_pushstring(L, realpath(luaL_checkstring(L, 1), place) ? place : lua_tostring(L, 1));
    return 1;
}

static int add_path(void *ctx, const char *path)
{
    data_text(ctx, path);
    return 0;
}

/* scenes(folder): the paths of the scenarios of a game. */
static int scenes(lua_State *L)
{
    lua_newtable(L);
    testfiles_in(luaL_checkstring(L, 1), add_path, L);
    return 1;
}

static void add_folder(void *ctx, const char *folder)
{
    char place[PATH_MAX];

    if (realpath(folder, place))
        add_path(ctx, place);
}

/* games(path, all): the folders of the games that a file belongs to; `all` that read it. */
static int games(lua_State *L)
{
    bool all = lua_toboolean(L, 2);

    lua_newtable(L);
    if (all)
        whose_readers(luaL_checkstring(L, 1), add_folder, L);
    else
        whose_file(luaL_checkstring(L, 1), add_folder, L);
    return 1;
}

/* ---- games ---- */

/* Adds findings from number `from` on to the list on top of the stack: all, or those of a file. */
static void add_findings(lua_State *L, const ct_diags *diags, size_t from, const char *file)
{
    struct ct_diag d;

    for (size_t i = from; ct_diags_get(diags, i, &d); i++) {
        if (file && (!d.file || strcmp(d.file, file) != 0))
            continue;
        data_row(L, "b:error s:code s:file d:line d:column s:message s:hint s:instead", d.error,
                 d.code, d.file, d.line, d.column, d.message, d.hint, d.instead);
    }
}

void lsp_push_names(lua_State *L, const ct_definition *def)
{
    struct ct_name name;

    lua_newtable(L);
    for (int i = 0; ct_get_name(def, i, &name); i++)
        data_row(L, "s:name s:is s:says s:of s:file d:line d:column", name.name,
                 ct_names_says(name.is), name.says, name.of, name.file, name.line, name.column);
}

/* The path and the text of number i of a list of files, {path =, text =}. */
static struct ct_file_text file_at(lua_State *L, int list, int i)
{
    struct ct_file_text file;

    lua_rawgeti(L, list, i);
    lua_getfield(L, -1, "path");
    lua_getfield(L, -2, "text");
    file.path = lua_tostring(L, -2);
    file.text = lua_tolstring(L, -1, &file.size);
    lua_pop(L, 3); /* they stay in the list */
    return file;
}

ct_definition *lsp_load(lua_State *L, bool begins, bool proof)
{
    int n = (int)lua_rawlen(L, 2);
    struct ct_file_text *texts = mem_zero(((size_t)n + 1) * sizeof *texts);
    const char **places = ruleset_places(), *path;
    struct ct_load_how how = {.places = places, .texts = texts, .ntexts = n};
    ct_diags *diags = NULL;

    for (int i = 0; i < n; i++)
        texts[i] = file_at(L, 2, i + 1);
    ct_definition *def = ct_load_with(luaL_checkstring(L, 1), &how, &diags);
    if (def && begins)
        ct_begins(def, diags);
    if (def && proof)
        reader_proof(def, &how, diags);
    if (!diags)
        mem_die();
    lua_newtable(L);
    add_findings(L, diags, 0, NULL);
    lua_newtable(L);
    for (int i = 0; (path = ct_diags_file(diags, i)); i++)
        add_path(L, path);
    ct_diags_free(diags);
    ruleset_places_free(places);
    free(texts);
    return def;
}

/* load(folder, files, begins, proof): loads a game with these texts in place of the files on disk,
 * tries whether it `begins`, and compares its cards with their texts (`proof`). Returns its
 * findings, the paths that were read, and its names, nil if it does not load. */
static int load(lua_State *L)
{
    ct_definition *def = lsp_load(L, lua_toboolean(L, 3), lua_toboolean(L, 4));

    if (def)
        lsp_push_names(L, def);
    else
        lua_pushnil(L);
    ct_free(def);
    return 3;
}

/* play(files): the findings of files of scenarios; one without a text is read from the disk. */
static int play(lua_State *L)
{
    int n = (int)lua_rawlen(L, 1);
    const char **places = ruleset_places();
    ct_scenarios *all = ct_scenarios_new(places);

    if (!all)
        mem_die();
    lua_newtable(L);
    for (int i = 1; i <= n; i++) {
        struct ct_file_text file = file_at(L, 1, i);
        size_t before = ct_diags_count(ct_scenarios_diags(all));
        if (file.text)
            ct_scenarios_read_text(all, file.path, file.text, file.size);
        else
            ct_scenarios_read(all, file.path);
        add_findings(L, ct_scenarios_diags(all), before, file.path);
    }
    ct_scenarios_free(all);
    ruleset_places_free(places);
    return 1;
}

/* ---- calls ---- */

/* Its functions are on the stack. */
lua_State *lsp_begin(void)
{
    static const luaL_Reg functions[] = {{"uri", uri},     {"real", real}, {"scenes", scenes},
                                         {"games", games}, {"load", load}, {"play", play},
                                         {NULL, NULL}};
    lua_State *L = script_open("/web/lsp.lua", functions);

    data_set(L, "s:version d:OK d:FINDING d:USAGE", CT_VERSION, EXIT_OK, EXIT_FINDING,
             EXIT_USAGE);
    lua_call(L, 1, 1);
    return L;
}

void lsp_tell(lua_State *L, const json_t *message)
{
    lua_getfield(L, -1, message ? "tell" : "rest");
    if (message)
        script_push(L, message);
    lua_call(L, message ? 1 : 0, 0);
}

int lsp_serve(void)
{
    lua_State *L = lsp_begin();

    lua_getfield(L, -1, "serve");
    lua_call(L, 0, 1);
    int rc = (int)lua_tointeger(L, -1);
    lua_close(L);
    return rc;
}

bool fix_game(const char *folder)
{
    lua_State *L = lsp_begin();

    lua_getfield(L, -1, "fix");
    lua_pushstring(L, folder);
    lua_call(L, 1, 1);
    bool good = lua_toboolean(L, -1);
    lua_close(L);
    return good;
}
