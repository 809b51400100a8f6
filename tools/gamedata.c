/* gamedata.c - a game as a Lua table. */
#include "gamedata.h"

#include "tools/report/data.h"

static void set_options(lua_State *L, const ct_definition *def, const char *lang)
{
    static const char *const is[] = {
        [CT_FLAG] = "flag", [CT_NUMBER] = "number", [CT_WORD] = "word"};
    struct ct_option o;

    lua_newtable(L);
    for (int i = 0; ct_get_option(def, i, lang, &o); i++) {
        data_new(L, "s:name s:says s:is s:standard", o.name, o.says, is[o.kind], o.standard);
        lua_newtable(L);
        for (int v = 0; v < o.values; v++)
            data_text(L, ct_option_value(def, i, v));
        lua_setfield(L, -2, "values");
        data_append(L);
    }
    lua_setfield(L, -2, "options");
}

static void set_texts(lua_State *L, const char *name, const ct_definition *def,
                      const char *(*text)(const ct_definition *def, int i))
{
    lua_newtable(L);
    for (int i = 0; text(def, i); i++)
        data_text(L, text(def, i));
    lua_setfield(L, -2, name);
}

void gamedata_push(lua_State *L, const ct_definition *def, const char *lang)
{
    struct ct_info i = ct_get_info(def, lang);

    data_new(L, "s:id s:title s:folder s:line s:kind d:from d:to d:copies d:different", i.id,
             i.title, i.folder, i.line, i.kind, i.min_people, i.max_people, i.copies,
             i.different);
    data_set(L, "d:minutes d:weight", i.minutes, i.weight);
    set_options(L, def, lang);
    set_texts(L, "languages", def, ct_language);
    set_texts(L, "kinds", def, ct_kind_id);
    lua_newtable(L);
    for (int c = 0; ct_card_id(def, c); c++)
        data_row(L, "s:id s:name", ct_card_id(def, c), ct_card_name(def, c, lang));
    lua_setfield(L, -2, "cards");
}
