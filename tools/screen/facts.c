/* facts.c - a game as Lua tables and functions: what can be seen, what is offered, how it stands.
 * Seats, zones, counters and cards have their numbers as in C, from 0; choices begin at 1. */
#include "facts.h"

#include "cardview.h"
#include "tools/art.h"
#include "tools/look.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/script.h"

#include <stdlib.h>
#include <string.h>

struct board *facts_board(lua_State *L)
{
    return *(struct board **)lua_getextraspace(L);
}

static int give_text(lua_State *L, const char *text)
{
    lua_pushstring(L, mem_said(text));
    return 1;
}

/* A text of ours, which is freed. */
static int take_text(lua_State *L, char *text)
{
    script_text(L, text);
    return 1;
}

/* ---- what stays ---- */

static void set_zones(lua_State *L, const struct board *b)
{
    static const char *const as[] = {[CT_SET] = "set", [CT_ROW] = "row", [CT_PILE] = "pile"},
                             *const sight[] = {[CT_NOBODY] = "nobody",
                                               [CT_OWNER] = "owner",
                                               [CT_OTHERS] = "others",
                                               [CT_EVERYBODY] = "everybody"};
    struct ct_zone_info z;
    int i = 0;

    lua_newtable(L);
    for (; ct_get_zone(b->in.def, i, &z); i++) {
        data_new(L,
                 "s:name s:as s:up s:down b:table b:untold b:gone d:row d:column d:across "
                 "d:below",
                 mem_said(ct_zone_name(b->engine, i)), as[z.as], sight[z.up], sight[z.down],
                 z.table, z.untold, z.gone, z.row, z.column, z.grid_across, z.grid_down);
        lua_rawseti(L, -2, i);
    }
    lua_setfield(L, -2, "zones");
    data_set(L, "d:last_zone", i - 1);
}

static void set_counters(lua_State *L, const struct board *b)
{
    static const char *const of[] = {
        [CT_OF_GAME] = "game", [CT_OF_SEATS] = "seats", [CT_OF_CARDS] = "cards"};
    struct ct_counter_info c;
    int i = 0, of_card;

    lua_newtable(L);
    for (; ct_get_counter(b->in.def, i, &c); i++) {
        data_new(L, "s:name s:is s:of d:start d:lasts b:untold b:is_score",
                 mem_said(ct_counter_name(b->engine, i)),
                 c.is == CT_COUNTS_NUMBER ? "number" : "other", of[c.of], c.start, c.lasts,
                 c.untold, c.is_score);
        lua_rawseti(L, -2, i);
    }
    lua_setfield(L, -2, "counters");
    data_set(L, "d:last_counter", i - 1);
    lua_newtable(L); /* those of single cards, in the order in which cards have them, */
    lua_newtable(L); /* … and the place of each there */
    for (i = 0; (of_card = ct_card_counter(b->in.def, i)) >= 0; i++) {
        lua_pushinteger(L, i + 1);
        lua_rawseti(L, -2, of_card);
        lua_pushinteger(L, of_card);
        lua_rawseti(L, -3, i + 1);
    }
    lua_setfield(L, -3, "card_counter_at");
    lua_setfield(L, -2, "card_counters");
}

/* The names of all cards, and for a screen the numbers of the words that colour them. */
static void set_names(lua_State *L, const struct board *b)
{
    lua_newtable(L);
    lua_newtable(L);
    for (int c = 0; ct_card_id(b->in.def, c); c++) {
        lua_pushstring(L, ct_card_name(b->in.def, c, b->in.lang));
        lua_rawseti(L, -3, c);
        lua_pushinteger(L, art_colour(b->in.def, c));
        lua_rawseti(L, -2, c);
    }
    lua_setfield(L, -3, "colours");
    lua_setfield(L, -2, "names");
}

void facts_set(lua_State *L, const struct board *b)
{
    struct ct_info i = ct_get_info(b->in.def, b->in.lang);
    const char *file;

    data_set(L, "s:title s:line s:folder d:seats d:people d:ALL b:colour b:memory", i.title,
             i.line, i.folder, ct_seats(b->game), ct_people(b->game), CT_ALL, b->colour,
             b->memory);
    set_zones(L, b);
    set_counters(L, b);
    set_names(L, b);
    lua_newtable(L);
    for (int seat = 0; seat < ct_seats(b->game); seat++) {
        lua_pushboolean(L, ct_is_person(b->game, seat));
        lua_rawseti(L, -2, seat);
    }
    lua_setfield(L, -2, "is_person");
    lua_newtable(L);
    for (int f = 0; (file = ct_source_file(b->in.def, f)); f++)
        data_text(L, file);
    lua_setfield(L, -2, "sources");
}

/* ---- words ---- */

static int word(lua_State *L)
{
    return give_text(L, own_word(&facts_board(L)->in, luaL_checkstring(L, 1)));
}

/* say(word, values): a sentence of words.def. A value is a text, a number, or {text, you = …} for a
 * seat. */
static int say(lua_State *L)
{
    enum { MOST = 8 };
    struct ct_filling with[MOST];
    int n = 0;

    lua_settop(L, 2);
    lua_pushnil(L);
    for (; n < MOST && lua_istable(L, 2) && lua_next(L, 2); lua_pop(L, 1), n++) {
        with[n] = (struct ct_filling){.name = lua_tostring(L, 3)};
        if (lua_istable(L, 4)) {
            lua_getfield(L, 4, "you");
            with[n].is = CT_FILLED_SEAT;
            with[n].you = lua_toboolean(L, 5);
            lua_rawgeti(L, 4, 1); /* it stays alive in there */
            with[n].text = lua_tostring(L, 6);
            lua_pop(L, 2);
        } else if (lua_isinteger(L, 4)) {
            with[n].is = CT_FILLED_NUMBER;
            with[n].number = lua_tointeger(L, 4);
        } else {
            with[n].text = lua_tostring(L, 4);
        }
    }
    return take_text(L, own_sentence(&facts_board(L)->in, luaL_checkstring(L, 1), with, n));
}

static int seat_name(lua_State *L)
{
    const struct board *b = facts_board(L);

    return give_text(L, ct_seat_name(b->engine, b->game, script_int(L, 1)));
}

static int seat_within(lua_State *L)
{
    const struct board *b = facts_board(L);

    return give_text(L, ct_seat_within(b->engine, b->game, script_int(L, 1)));
}

static int player(lua_State *L)
{
    char title[320];

    return give_text(L, board_player(facts_board(L), script_int(L, 1), title, sizeof title));
}

static int prompt(lua_State *L)
{
    const struct board *b = facts_board(L);

    return give_text(L, ct_prompt(b->engine, b->game));
}

/* phases(): the rounds of the phases under way, as a text to compare. */
static int phases(lua_State *L)
{
    const struct board *b = facts_board(L);
    struct ct_phase phase[8];
    int n = ct_phases(b->engine, b->game, phase, 8);

    n = n > 8 ? 8 : n;
    for (int i = 0; i < n; i++)
        lua_pushfstring(L, " %d:%d:%d", phase[i].phase, phase[i].number, phase[i].seat);
    lua_concat(L, n > 0 ? n : 0);
    return 1;
}

/* ---- cards ---- */

static void push_card(lua_State *L, const struct ct_card *c)
{
    data_new(L, "d:card b:up b:remembered d:owner d:zone d:seat d:place", c->card, c->up,
             c->remembered, c->owner, c->zone, c->seat, c->place);
}

/* cards(observer): all that they see, each with its `counters`. */
static int cards(lua_State *L)
{
    const struct board *b = facts_board(L);
    int each = ct_get_info(b->in.def, NULL).card_counters;
    struct ct_card *card;
    int32_t *value;
    int n = look_all(b->engine, b->game, script_int(L, 1), &card, &value);

    lua_newtable(L);
    for (int i = 0; i < n; i++) {
        push_card(L, &card[i]);
        lua_newtable(L);
        for (int k = 0; k < each; k++) {
            lua_pushinteger(L, value[i * each + k]);
            data_append(L);
        }
        lua_setfield(L, -2, "counters");
        data_append(L);
    }
    free(card);
    free(value);
    return 1;
}

/* may_be(observer, zone, seat, place, most): the cards that a hidden one may be, if that says
 * something and they are no more; or nil. */
static int may_be(lua_State *L)
{
    enum { WORDS = 128 };
    const struct board *b = facts_board(L);
    int all = ct_get_info(b->in.def, NULL).cards;
    uint64_t may[WORDS] = {0};
    int n = all > 64 * WORDS
                ? 0
                : ct_candidates(b->engine, b->game, script_int(L, 1), script_int(L, 2),
                                script_int(L, 3), script_int(L, 4), may);

    if (n < 1 || n > script_int(L, 5) || n == all) /* that it may be any card says nothing */
        return 0;
    lua_newtable(L);
    for (int c = 0; c < all; c++)
        if (may[c / 64] >> (c % 64) & 1) {
            lua_pushinteger(L, c);
            data_append(L);
        }
    return 1;
}

/* counter(c, seat): its value; nil: there is none. */
static int counter(lua_State *L)
{
    const struct board *b = facts_board(L);
    int32_t value;

    if (!ct_counter(b->engine, b->game, script_int(L, 1), script_int(L, 2), &value))
        return 0;
    lua_pushinteger(L, value);
    return 1;
}

static int counter_text(lua_State *L)
{
    const struct board *b = facts_board(L);

    return give_text(L,
                     ct_counter_text(b->engine, b->game, script_int(L, 1), script_int(L, 2)));
}

/* waiting(observer): the effects that wait, in order: `seat`, `card` and `target` (-1: none), `text`. */
static int waiting(lua_State *L)
{
    enum { MOST = 64 };
    const struct board *b = facts_board(L);
    struct ct_waiting w[MOST];
    int n = ct_waiting(b->engine, b->game, script_int(L, 1), w, MOST);

    lua_newtable(L);
    for (int i = 0; i < n && i < MOST; i++)
        data_row(L, "d:seat d:card d:target s:text", w[i].seat,
                 w[i].of_card ? w[i].card.card : -1, w[i].aimed ? w[i].target.card : -1,
                 mem_said(ct_effect_text(b->engine, b->game, w[i].effect, -1)));
    return 1;
}

/* ---- a card of the definition ---- */

static struct showing showing(lua_State *L)
{
    const struct board *b = facts_board(L);

    return (struct showing){.in = b->in, .game = b->game, .colour = b->colour};
}

static int summary(lua_State *L)
{
    struct showing s = showing(L);
    struct buffer text = {0};

    card_summary(&text, &s, script_int(L, 1));
    give_text(L, buffer_text(&text));
    buffer_free(&text);
    return 1;
}

/* card_named(word): its number, or -1 after a message. */
static int named(lua_State *L)
{
    struct showing s = showing(L);

    fflush(stdout);
    lua_pushinteger(L, card_named("", &s, luaL_checkstring(L, 1)));
    return 1;
}

static int print_card(lua_State *L)
{
    struct showing s = showing(L);

    card_print(&s, script_int(L, 1));
    return 0;
}

/* card_traits(card): the names and texts of all traits that players see, an entry of a list each. */
static int card_traits(lua_State *L)
{
    struct showing s = showing(L);
    struct ct_trait_info info;
    int card = script_int(L, 1);

    lua_newtable(L);
    for (int t = 0; ct_get_trait(s.in.def, t, &info); t++) {
        bool list = trait_is_list(&info);
        int n = list ? ct_card_entries(s.in.def, card, t) : 1;
        char *name = trait_name(&s, t);
        for (int e = 0; e < n && !info.untold && ct_card_has(s.in.def, card, t); e++) {
            char *text = card_text(&s, card, t, list ? e : -1);
            if (*text)
                data_row(L, "s:name s:text", name, text);
            free(text);
        }
        free(name);
    }
    return 1;
}

static int card_count(lua_State *L)
{
    const struct board *b = facts_board(L);

    return take_text(L, ct_card_count(b->in.def, script_int(L, 1), b->in.lang));
}

static int rules(lua_State *L)
{
    char *text = rules_told(&facts_board(L)->in);

    lua_pushstring(L, text);
    free(text);
    return 1;
}

/* ---- choices ---- */

/* The card that a choice is about. A card of a set is not: beside "Ant and Bee" the traits of Ant
 * would look like those of both. */
static int card_of(const struct board *b, int seat, int i, const struct ct_choice *c)
{
    return c->ncards > 1 && c->part[0] == CT_PART_SET
               ? -1
               : ct_choice_card(b->engine, b->game, seat, i);
}

static void push_choice(lua_State *L, const struct board *b, int seat, int i)
{
    static const char *const is[] = {"none", "done", "action", "card", "effect"},
                             *const parts[] = {"card", "helper", "target", "set"};
    struct ct_choice c;

    if (ct_get_choice(b->engine, b->game, seat, i, &c))
        mem_die();
    data_new(L, "s:is d:action d:seat b:numbered d:word d:card", is[c.is], c.action, c.seat,
             c.numbered, c.word, card_of(b, seat, i, &c));
    data_set(L, "s:text", mem_said(ct_choice_text(b->engine, b->game, seat, i)));
    data_set(L, "s:pick", mem_said(ct_choice_pick(b->engine, b->game, seat, i)));
    data_set(L, "s:said", mem_said(ct_chosen_text(b->engine, b->game, &c)));
    lua_newtable(L);
    for (int k = 0; k < c.ncards; k++) {
        push_card(L, &c.card[k]);
        data_set(L, "s:part", parts[c.part[k]]);
        data_append(L);
    }
    lua_setfield(L, -2, "cards");
}

/* choices(seat): what a seat that is asked may choose; nil: the engine failed. */
static int choices(lua_State *L)
{
    const struct board *b = facts_board(L);
    int seat = script_int(L, 1), n = ct_choices(b->engine, b->game, seat);

    if (n < 0)
        return 0;
    lua_newtable(L);
    for (int i = 0; i < n; i++) {
        push_choice(L, b, seat, i);
        data_append(L);
    }
    return 1;
}

/* is_action(name): is it an action with this name, which no card has? */
static int is_action(lua_State *L)
{
    const ct_definition *def = facts_board(L)->in.def;
    const char *id, *name = luaL_checkstring(L, 1);
    bool is = false;

    for (int a = 0; *name && (id = ct_action_id(def, a)); a++)
        is |= strcmp(id, name) == 0;
    for (int c = 0; is && (id = ct_card_id(def, c)); c++)
        is = strcmp(id, name) != 0;
    lua_pushboolean(L, is);
    return 1;
}

/* why(seat, card): why the card, or the action of this name, is not offered; or nil and why that
 * is not told. */
static int why(lua_State *L)
{
    const struct board *b = facts_board(L);
    int seat = script_int(L, 1);
    char *text = lua_isinteger(L, 2)
                     ? ct_why(b->engine, b->game, seat, script_int(L, 2))
                     : ct_why_action(b->engine, b->game, seat, luaL_checkstring(L, 2));

    lua_pushstring(L, text);
    free(text);
    if (!text)
        take_text(L, mem_had(ct_shown(ct_error(b->engine), true)));
    return text ? 1 : 2;
}

/* A reason, for the list on the stack; below it is whether the card is offered. */
static void add_reason(void *ctx, const struct ct_reason *reason)
{
    lua_State *L = ctx;

    if (reason->against == CT_AGAINST_NOTHING) {
        lua_pushboolean(L, true);
        lua_replace(L, -3);
    }
    data_text(L, reason->text);
}

/* why_each(seat, card): a sentence for each place of the card, and whether it is offered. */
static int why_each(lua_State *L)
{
    const struct board *b = facts_board(L);

    lua_pushboolean(L, false);
    lua_newtable(L);
    ct_why_each(b->engine, b->game, script_int(L, 1), script_int(L, 2), add_reason, L);
    lua_insert(L, -2);
    return 2;
}

/* ---- how it stands ---- */

static void set_numbers(lua_State *L, const char *name, const int64_t *v, int n)
{
    lua_newtable(L);
    for (int i = 0; i < n; i++) {
        lua_pushinteger(L, v[i]);
        lua_rawseti(L, -2, i);
    }
    lua_setfield(L, -2, name);
}

/* result(observer): as far as they may know it; nil: the engine failed. */
static int result(lua_State *L)
{
    const struct board *b = facts_board(L);
    int seats = ct_seats(b->game);
    int64_t side[CT_MAX_SEATS];
    struct ct_result r;
    unsigned known;

    if (ct_result_for(b->engine, b->game, script_int(L, 1), &r, &known))
        return 0;
    for (int i = 0; i < seats; i++)
        side[i] = r.side[i];
    data_new(L, "b:over b:scored b:graded d:winners d:sides d:won d:lost d:known",
             r.status == CT_OVER, r.scored, r.graded, (int)r.winners, r.sides, (int)r.won,
             (int)r.lost, (int)known);
    set_numbers(L, "score", r.score, seats);
    set_numbers(L, "out_of", r.out_of, seats);
    set_numbers(L, "side", side, seats);
    set_numbers(L, "side_score", r.side_score, seats);
    return 1;
}

/* places(): each seat's place, what broke a tie, and its value; nil: the engine failed. */
static int places(lua_State *L)
{
    const struct board *b = facts_board(L);
    int place[CT_MAX_SEATS];
    const char *tie;
    int64_t value;

    if (ct_places(b->engine, b->game, place, &tie, &value))
        return 0;
    lua_newtable(L);
    for (int i = 0; i < ct_seats(b->game); i++) {
        lua_pushinteger(L, place[i]);
        lua_rawseti(L, -2, i);
    }
    lua_pushstring(L, tie);
    lua_pushinteger(L, value);
    return 3;
}

static int reasons(lua_State *L)
{
    const struct board *b = facts_board(L);

    return give_text(L, ct_reasons(b->engine, b->game));
}

/* score_cards(seat): what each card scored, if the score is a sum over cards; or nil. */
static int score_cards(lua_State *L)
{
    const struct board *b = facts_board(L);
    int seat = script_int(L, 1), n = ct_score_cards(b->engine, b->game, seat, NULL, 0);
    struct ct_scored *got = mem_alloc((size_t)(n > 0 ? n : 1) * sizeof *got);
    bool any = n > 0 && ct_score_cards(b->engine, b->game, seat, got, n) == n;

    lua_newtable(L);
    for (int i = 0; any && i < n; i++)
        data_row(L, "d:card u:points", got[i].card, (uint64_t)got[i].points);
    free(got);
    return any;
}

const luaL_Reg facts[] = {{"word", word},
                          {"say", say},
                          {"seat_name", seat_name},
                          {"seat_within", seat_within},
                          {"player", player},
                          {"prompt", prompt},
                          {"phases", phases},
                          {"cards", cards},
                          {"may_be", may_be},
                          {"counter", counter},
                          {"counter_text", counter_text},
                          {"waiting", waiting},
                          {"card_summary", summary},
                          {"card_named", named},
                          {"card_print", print_card},
                          {"card_traits", card_traits},
                          {"card_count", card_count},
                          {"rules", rules},
                          {"choices", choices},
                          {"is_action", is_action},
                          {"why", why},
                          {"why_each", why_each},
                          {"result", result},
                          {"places", places},
                          {"reasons", reasons},
                          {"score_cards", score_cards},
                          {NULL, NULL}};
