/* cmd_show.c - `cantrip show`: a game's cards as a table, or all about one card. games.lua makes the
 * table, and JSON. */
#include "tools/gamedata.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"
#include "tools/screen/cardview.h"

#include "tools/screen/table.h"

#include <stdlib.h>

/* Pushes the value as written, words as identifiers. nil: it is worked out, or a list. */
static void push_value(lua_State *L, const ct_definition *def, int card, int trait,
                       enum ct_trait_kind is)
{
    const char *word;
    int32_t n;

    if (is == CT_TRAIT_WORDS) {
        lua_newtable(L);
        for (int i = 0; (word = ct_trait_word(def, trait, i)); i++)
            if (ct_card_is(def, card, trait, i))
                data_text(L, word);
    } else if (!ct_card_value(def, card, trait, &n)) {
        lua_pushnil(L);
    } else if (is == CT_TRAIT_FLAG) {
        lua_pushboolean(L, n);
    } else if (is != CT_TRAIT_WORD) {
        lua_pushinteger(L, n);
    } else if ((word = ct_trait_word(def, trait, n))) {
        lua_pushstring(L, word);
    } else {
        lua_pushlightuserdata(L, NULL);
    }
}

/* Sets what a card has in a trait: `text`, the `entries` of a list, and its `value`. */
static void set_trait(lua_State *L, const struct showing *s, int card, int trait,
                      const struct ct_trait_info *info)
{
    char *text = card_text(s, card, trait, -1);
    int entries = trait_is_list(info) ? ct_card_entries(s->in.def, card, trait) : -1;

    data_set(L, "s:id s:text", info->id, text);
    free(text);
    push_value(L, s->in.def, card, trait, info->is);
    lua_setfield(L, -2, "value");
    if (entries < 0)
        return;
    lua_newtable(L);
    for (int i = 0; i < entries; i++) {
        text = card_text(s, card, trait, i);
        data_text(L, text);
        free(text);
    }
    lua_setfield(L, -2, "entries");
}

/* Sets `count`, `line` (its name and all that it is), `effects` and `traits` of a card. */
static void set_card(lua_State *L, const struct showing *s, int card)
{
    struct buffer line = {0}, effects = {0};
    char *count = mem_had(ct_card_count(s->in.def, card, s->in.lang));
    struct ct_trait_info info;

    lua_newtable(L);
    for (int i = 0; ct_get_trait(s->in.def, i, &info); i++) {
        if (!ct_card_has(s->in.def, card, i))
            continue;
        if (trait_is_list(&info) && !info.untold)
            list_summary(&effects, s, card, i);
        lua_newtable(L);
        set_trait(L, s, card, i, &info);
        data_append(L);
    }
    lua_setfield(L, -2, "traits");
    buffer_add(&line, "%s", ct_card_name(s->in.def, card, s->in.lang));
    card_summary(&line, s, card);
    data_set(L, "s:count s:line s:effects", count, buffer_text(&line), buffer_text(&effects));
    free(count);
    buffer_free(&line);
    buffer_free(&effects);
}

/* Pushes the game with all of its cards. */
static void push_game(lua_State *L, const struct showing *s)
{
    struct ct_info i = ct_get_info(s->in.def, s->in.lang);
    struct ct_trait_info trait;
    char *about = SENTENCE(&s->in, i.min_people != i.max_people ? "GAME_FOR_RANGE" : "GAME_FOR",
                           NUMBER("n", i.max_people), NUMBER("from", i.min_people),
                           NUMBER("cards", i.copies), NUMBER("different", i.different),
                           TEXT("folder", i.folder));

    gamedata_push(L, s->in.def, s->in.lang);
    data_set(L, "b:colour d:COLUMNS s:about s:OPTION s:DEFAULT s:ID s:NAME s:COPIES s:EFFECTS",
             s->colour, TABLE_COLUMNS, about, own_word(&s->in, "HEAD_OPTION"),
             own_word(&s->in, "HEAD_DEFAULT"), own_word(&s->in, "GRID_BACK"),
             own_word(&s->in, "HEAD_NAME"), own_word(&s->in, "COPIES"),
             own_word(&s->in, "HEAD_EFFECTS"));
    free(about);
    lua_newtable(L);
    for (int t = 0; ct_get_trait(s->in.def, t, &trait); t++) {
        char *name = trait_name(s, t);
        data_row(L, "s:id s:name b:apart", trait.id, name,
                 !trait_is_list(&trait) && !trait.untold);
        free(name);
    }
    lua_setfield(L, -2, "traits");
    lua_getfield(L, -1, "cards");
    for (int c = 0; c < i.cards; c++, lua_pop(L, 1)) {
        lua_rawgeti(L, -1, c + 1);
        set_card(L, s, c);
    }
    lua_pop(L, 1);
}

/* Runs a function of games.lua: "game", "game_json", or "card_json". */
static void tell(const char *function, const struct showing *s, int card)
{
    lua_State *L = report_begin("/web/games.lua", function);

    push_game(L, s);
    lua_pushinteger(L, card + 1);
    report_print(L, 2);
}

static void csv_print(const ct_definition *def)
{
    char *text = mem_had(ct_cards_csv(def));

    fputs(text, stdout);
    free(text);
}

int cmd_show(int argc, char **argv)
{
    const char *lang = NULL;
    bool json = false, csv = false;
    const struct flag flags[] = {
        TEXT_FLAG("lang", &lang, "XX", "names and texts in this language"),
        SET_FLAG("csv", &csv, "all cards as a table that a spreadsheet and 'cards' can read"),
        JSON_FLAG(&json),
    };
    const struct usage usage = USAGE("show", flags, 1, 2, NULL,
                                     "cantrip show fairytale\ncantrip show fairytale werewolf "
                                     "--lang fr\ncantrip show ./my-game");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    struct showing s = {.colour = use_colour(stdout), .notes = true};
    ct_definition *def = NULL;

    if (rc < 0) {
        rc = EXIT_USAGE;
        s.in.def = def = ruleset_load(rest.v[0]);
        s.in.lang = def ? language_of(def, lang) : NULL;
    }
    if (s.in.lang) {
        int card = rest.n > 1 ? card_named("show: ", &s, rest.v[1]) : 0;
        if (csv)
            csv_print(def);
        else if (json && card >= 0)
            tell(rest.n == 1 ? "game_json" : "card_json", &s, card);
        else if (rest.n == 1)
            tell("game", &s, card);
        else if (card >= 0)
            card_print(&s, card);
        rc = card >= 0 ? EXIT_OK : EXIT_USAGE;
    }
    ct_free(def);
    args_free(&rest);
    return rc;
}
