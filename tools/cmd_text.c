/* cmd_text.c - `cantrip text`: sentences on cards become the YAML that says them. */
#include "common.h"

#include "tools/lsp/lsp.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/script.h"

#include <stdlib.h>
#include <string.h>

/* Pushes a text and frees it. */
static void push_taken(lua_State *L, char *text)
{
    lua_pushstring(L, mem_had(text));
    free(text);
}

static void push_traits(lua_State *L, const ct_definition *def, const char *lang)
{
    static const char *const kinds[] = {
        [CT_TRAIT_NUMBER] = "number",   [CT_TRAIT_CONDITION] = "condition",
        [CT_TRAIT_FLAG] = "flag",       [CT_TRAIT_WORD] = "word",
        [CT_TRAIT_WORDS] = "words",     [CT_TRAIT_CARD] = "card",
        [CT_TRAIT_EFFECTS] = "effects", [CT_TRAIT_WATCHES] = "watches"};
    struct ct_trait_info trait;

    lua_newtable(L);
    for (int i = 0; ct_get_trait(def, i, &trait); i++) {
        lua_newtable(L);
        data_set(L, "d:at s:id s:is b:untold", i, trait.id, kinds[trait.is], trait.untold);
        push_taken(L, ct_trait_name(def, i, lang));
        lua_setfield(L, -2, "name");
        data_append(L);
    }
}

static void push_cards(lua_State *L, const ct_definition *def, const char *lang)
{
    const char *id;
    int line = 0;

    lua_newtable(L);
    for (int i = 0; (id = ct_card_id(def, i)); i++) {
        const char *file = ct_card_file(def, i, &line);
        lua_newtable(L);
        data_set(L, "s:id s:name s:file", id, ct_card_name(def, i, lang), file);
        data_append(L);
    }
}

/* game(folder, {}, lang): its traits, cards, all cards as CSV, names, and the JSON Schema of files of
 * cards. */
static int game(lua_State *L)
{
    const char *lang = luaL_checkstring(L, 3);
    ct_definition *def = lsp_load(L, false);

    push_traits(L, def, lang);
    push_cards(L, def, lang);
    push_taken(L, ct_cards_csv(def));
    lsp_push_names(L, def);
    push_taken(L, ct_schema(def));
    ct_free(def);
    return 5;
}

/* texts(folder, files, lang, first, traits): the findings of the game with these files; and, unless
 * it does not load, what its cards from `first` on say, of each the trait of that number in the list,
 * and a number for what the game means. */
static int texts(lua_State *L)
{
    const char *lang = luaL_checkstring(L, 3), *first = luaL_checkstring(L, 4);
    ct_definition *def = lsp_load(L, false);
    int at = 0;

    lua_pop(L, 1);
    if (!def)
        return 1;
    while (ct_card_id(def, at) && strcmp(ct_card_id(def, at), first) != 0)
        at++;
    lua_newtable(L);
    for (int i = 1; lua_rawgeti(L, 5, i) != LUA_TNIL; i++, at++) {
        push_taken(L, ct_card_text(def, NULL, at, (int)lua_tointeger(L, -1), -1, lang));
        lua_rawseti(L, -3, i);
        lua_pop(L, 1);
    }
    lua_pushinteger(L, (lua_Integer)ct_get_info(def, NULL).behaviour);
    lua_replace(L, -2);
    ct_free(def);
    return 3;
}

static int run(const ct_definition *def, const char *lang, const char *read, bool check)
{
    static const luaL_Reg functions[] = {{"game", game}, {"texts", texts}, {NULL, NULL}};
    lua_State *L = script_open("/web/reader.lua", functions);

    lua_call(L, 1, 1);
    lua_newtable(L);
    data_set(L, "s:folder s:lang s:sentence b:check", ct_get_info(def, lang).folder, lang, read,
             check);
    lua_call(L, 1, 1);
    int rc = (int)lua_tointeger(L, -1);
    lua_close(L);
    return rc;
}

int cmd_text(int argc, char **argv)
{
    const char *lang = NULL, *read = NULL;
    bool check = false;
    const struct flag flags[] = {
        TEXT_FLAG("read", &read, "TEXT", "read this sentence (else each line of stdin)"),
        SET_FLAG("check", &check, "read back what every card of the game says"),
        LANG_FLAG(&lang)};
    const struct usage usage = USAGE(
        "text", flags, 1, 1,
        "Type what a card is to say, and you get the YAML for it. The sentence is one that "
        "the game's own words make.\n",
        "cantrip text fairytale --read 'Everyone: close 2 Shadow cards'\n"
        "cantrip text card-ring --check --lang fr");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    ct_definition *def = rc < 0 ? ruleset_load(rest.v[0]) : NULL;

    if (rc < 0)
        rc = EXIT_USAGE;
    lang = def ? language_of(def, lang) : NULL;
    if (lang)
        rc = run(def, lang, read, check);
    ct_free(def);
    args_free(&rest);
    return rc;
}
