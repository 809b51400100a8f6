/* reader.c - what reader.lua knows of a game, and what is asked of it. */
#include "reader.h"

#include "tools/lsp/lsp.h"
#include "tools/report/data.h"
#include "tools/script.h"

#include <stdlib.h>
#include <string.h>

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
        script_text(L, ct_trait_name(def, i, lang));
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
        struct ct_written text = {0};
        ct_card_written(def, i, "text", &text);
        data_row(L, "s:id s:name s:file s:text", id, ct_card_name(def, i, lang), file,
                 text.text);
    }
}

/* game(folder, files, lang): its traits, cards, all cards as CSV, names, and the JSON Schema of files of
 * cards. Nothing: it does not load. */
static int game(lua_State *L)
{
    const char *lang = luaL_checkstring(L, 3);
    ct_definition *def = lsp_load(L, false, false);

    if (!def)
        return 0;
    push_traits(L, def, lang);
    push_cards(L, def, lang);
    script_text(L, ct_cards_csv(def));
    lsp_push_names(L, def);
    script_text(L, ct_schema(def));
    ct_free(def);
    return 5;
}

/* texts(folder, files, lang, first, traits): the findings of the game with these files; and, unless
 * it does not load, what its cards from `first` on say, of each the trait of that number in the list,
 * and a number for what the game means. */
static int texts(lua_State *L)
{
    const char *lang = luaL_checkstring(L, 3), *first = luaL_checkstring(L, 4);
    ct_definition *def = lsp_load(L, false, false);
    int at = 0;

    lua_pop(L, 1);
    if (!def)
        return 1;
    while (ct_card_id(def, at) && strcmp(ct_card_id(def, at), first) != 0)
        at++;
    lua_newtable(L);
    for (int i = 1; lua_rawgeti(L, 5, i) != LUA_TNIL; i++, at++) {
        script_text(L, ct_card_text(def, NULL, at, (int)lua_tointeger(L, -1), -1, lang));
        lua_rawseti(L, -3, i);
        lua_pop(L, 1);
    }
    lua_pushinteger(L, (lua_Integer)ct_get_info(def, NULL).behaviour);
    lua_replace(L, -2);
    ct_free(def);
    return 3;
}

/* Lets the script do a task. Its answer is on the stack. */
static lua_State *ask(const char *task, const char *folder, const char *lang,
                      const char *sentence, const struct ct_load_how *how)
{
    static const luaL_Reg functions[] = {{"game", game}, {"texts", texts}, {NULL, NULL}};
    lua_State *L = script_open("/web/reader.lua", functions);

    lua_call(L, 1, 1);
    lua_getfield(L, -1, task);
    data_new(L, "s:folder s:lang s:sentence", folder, lang, sentence);
    lua_newtable(L);
    for (int i = 0; how && i < how->ntexts; i++)
        data_row(L, "s:path s:text", how->texts[i].path, how->texts[i].text);
    lua_setfield(L, -2, "files");
    lua_call(L, 1, 1);
    return L;
}

int reader_run(const char *folder, const char *lang, const char *sentence, bool check)
{
    lua_State *L = ask(check ? "check" : "print", folder, lang, sentence, NULL);
    int rc = (int)lua_tointeger(L, -1);

    lua_close(L);
    return rc;
}

json_t *reader_answer(const char *folder, const char *lang, const char *sentence)
{
    lua_State *L = ask("answer", folder, lang, sentence, NULL);
    json_t *answer = script_take(L);

    lua_close(L);
    return answer;
}

static bool has_texts(const ct_definition *def)
{
    struct ct_written text;
    int i = 0;

    while (ct_card_id(def, i) && !ct_card_written(def, i, "text", &text))
        i++;
    return ct_card_id(def, i) != NULL;
}

void reader_proof(const ct_definition *def, const struct ct_load_how *how, ct_diags *diags)
{
    if (!has_texts(def))
        return;
    lua_State *L = ask("proof", ct_get_info(def, NULL).folder, ct_language(def, 0), NULL, how);

    for (int i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++, lua_settop(L, 2)) {
        lua_getfield(L, 3, "card");
        lua_getfield(L, 3, "message");
        lua_getfield(L, 3, "hint");
        ct_card_warn(def, (int)lua_tointeger(L, 4) - 1, "text", diags, "TEXT-DIFFERS",
                     lua_tostring(L, 5), lua_tostring(L, 6));
    }
    lua_close(L);
}
