/* complete.c - what complete.lua knows of commands and games. */
#include "complete.h"

#include "bots.h"
#include "commands.h"
#include "gamedata.h"
#include "levels.h"
#include "script.h"
#include "tools/report/data.h"

#include <stdlib.h>

/* is_line(text) */
static int is_line(lua_State *L)
{
    lua_pushboolean(L, ct_is_line(luaL_checkstring(L, 1)));
    return 1;
}

/* game(ruleset): nil if it does not load. */
static int game(lua_State *L)
{
    char *folder = ruleset_folder(luaL_checkstring(L, 1));
    ct_diags *diags = NULL;
    ct_definition *def = folder ? ruleset_open(folder, &diags) : NULL;

    if (def)
        gamedata_push(L, def, language_of(def, NULL));
    else
        lua_pushnil(L);
    ct_diags_free(diags);
    ct_free(def);
    free(folder);
    return 1;
}

static void add_says(void *ctx, const char *name, const char *says)
{
    data_row(ctx, "s:name s:says", name, says);
}

/* rulesets(): the games that have a name. */
static int rulesets(lua_State *L)
{
    lua_newtable(L);
    rulesets_each(add_says, L);
    return 1;
}

static void set_bots(lua_State *L)
{
    static const char *const options[] = {
#define X(option) option,
        CT_BOT_OPTIONS(X)
#undef X
    };

    lua_newtable(L);
#define X(id, name, least, more, says)                                                         \
    lua_newtable(L);                                                                           \
    data_set(L, "s:name s:word s:says b:file", #name, BOT_FORM(name, least, ":", ""), says,    \
             sizeof more > 1);                                                                 \
    data_append(L);
    CT_BOTS(X)
#undef X
    lua_setfield(L, -2, "bots");
    data_texts(L, "bot_options", options, sizeof options / sizeof *options);
}

void complete_command(const struct usage *u, int argc, char **argv)
{
    static const luaL_Reg functions[] = {
        {"is_line", is_line}, {"game", game}, {"rulesets", rulesets}, {NULL, NULL}};
    lua_State *L = script_open("/web/complete.lua", functions);

    data_set(L, "s:arguments d:SEATS", command_find(u->command)->arguments, CT_MAX_SEATS);
    set_bots(L);
    lua_newtable(L);
    for (int i = 0; i < NLEVELS; i++)
        add_says(L, level_name((enum level)i), level_player((enum level)i));
    lua_setfield(L, -2, "levels");
    lua_newtable(L);
    for (const struct flag *f = u->flags; f < u->flags + u->nflags; f++)
        data_row(L, "s:name s:argument s:help b:alone b:again b:text", f->name, f->argument,
                 f->help, f->kind == FLAG_SET, f->kind == FLAG_LIST,
                 f->kind == FLAG_TEXT || f->kind == FLAG_LIST);
    lua_setfield(L, -2, "flags");
    data_texts(L, "words", (const char *const *)argv, argc);
    lua_call(L, 1, 0);
    lua_close(L);
}
