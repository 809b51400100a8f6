/* Tests of the check of scripts (core/load/lint.h): what is wrong, with its place, and that nothing is told of what is
 * right, whatever way it is written in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include <cmocka.h>

#include "load/load.h"

static const char rules[] =
    "cantrip: 1\n"
    "players: {min: 2, max: 4}\n"
    "scripts: [game.lua]\n"
    "options: {hard: {is: flag}, level: {one_of: [low, high]}, size: {is: number, default: "
    "3}}\n"
    "seats: {ghost: {count: 1, sits: end, plays: first}}\n"
    "traits:\n"
    "  worth: {is: number}\n"
    "  suit: {one_of: [red, blue]}\n"
    "  kin: {set_of: [owl, wolf]}\n"
    "  big: {is: flag}\n"
    "  twin: {is: card}\n"
    "  sum: {is: number, default: this.worth + players}\n"
    "  fx: {is: effects}\n"
    "zones:\n"
    "  deck: {as: pile, seen_by: nobody, holds: [{}]}\n"
    "  hand: {per: player, seen_by: owner}\n"
    "  row: {per: player, as: row, seen_by: all, down_seen_by: all}\n"
    "counters:\n"
    "  gold: {per: player}\n"
    "  round_won: {per: player, is: flag}\n"
    "  leader: {is: seat}\n"
    "  pot: {}\n"
    "  best: {is: card}\n"
    "  trump: {is: suit}\n"
    "  had: {per: player, set_of: suit}\n"
    "  mark: {per: card}\n"
    "verbs:\n"
    "  take: {params: {who: seats = others, count: number = 1, colour: suit optional}}\n"
    "  rest: {params: {long: flag optional}}\n"
    "actions: {play: {card: {zone: hand}, do: [{move: {to: row}}]}, pass_on: {do: []}}\n"
    "let: {rich: gold > 3, top: {card: {zone: deck}}}\n"
    "phases:\n"
    "  - name: round\n"
    "    phases:\n"
    "      - {run: go}\n"
    "      - {each: all, phases: [{run: turn}]}\n"
    "      - {choose: {card: {zone: hand, where: fits(it.worth)}, who: all, do: [{trigger: "
    "{list: fx, cards: card}}]}}\n"
    "result: {score: gold}\n"
    "words: {which: Which?, over: It is over, told: '{number}'}\n"
    "cards:\n"
    "  - a: {worth: 1, suit: red, kin: [owl], twin: b, fx: [{take: {who: all}}, rest]}\n"
    "    b: {worth: 2, suit: blue, big: true}\n"
    "notes: of scripts are {hard} {level} {size} {round_won} {leader} {pot} {best} {trump} "
    "{had} "
    "{mark} {play} {pass_on} {rich} {top} {which} {over} {told}\n";

/* All that was not as it should be is told before the test fails. */
static int misses;
#define missed(...) (print_error(__VA_ARGS__), print_error("\n"), misses++)

static char folder[64];
static struct diags diags;
static struct ct_definition *def;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/cantrip-lint-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return 0;
}

static void put(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int tear_down(void **state)
{
    char path[128];
    (void)state;
    misses = 0;
    definition_free(def);
    def = NULL;
    diags_free(&diags);
    snprintf(path, sizeof path, "%s/game.lua", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/ruleset.yaml", folder);
    unlink(path);
    rmdir(folder);
    return 0;
}

/* Loads the game with what stands in GO in step.go (line 2), TURN in step.turn (3), and MORE behind (4). */
static void load(const char *go, const char *more)
{
    char text[4000];

    snprintf(text, sizeof text,
             "local mine = sel{zone = 'hand', of = 'you'} local open = sel{zone = 'row', of = "
             "'$1', suit = '$2'}\n"
             "step.go = function(g, e) %s end\n"
             "step.turn = function(g, e, you) end\n"
             "%s\n"
             "%s%s%s%s",
             go, more, strstr(more, "effect.take") ? "" : "effect.take = function(g, e) end\n",
             strstr(more, "effect.rest") ? "" : "effect.rest = function(g, e) end\n",
             strstr(more, "pure.fits") ? "" : "pure.fits = function(g, n) return n > 0 end\n",
             "");
    put("ruleset.yaml", rules);
    put("game.lua", text);
    definition_free(def);
    diags_free(&diags);
    def = definition_load(folder, &(struct load_more){0}, &diags);
}

/* ---- what is right --------------------------------------------------------------- */

/* In step.go. */
static const char *const right_go[] = {
    "",
    "g:deal('all', 'deck', 'hand', 2) g:deal(e.you, 'deck', 'hand', 'all', "
    "'down')",
    "for seat in g:seats('all') do g:deal(seat, 'deck', 'hand') seat:add('gold', 1) "
    "g:add(seat, 'gold', seat.gold) end",
    "for seat in g:seats('seats') do if seat.kind == 'ghost' then "
    "seat.left:set('round_won', seat.right.round_won) end end",
    "for card in g:cards(mine) do if card.suit == 'red' and card.zone == 'hand' then "
    "card:turn 'down' end end",
    "for card in g:cards('a') do card:set('mark', 2) card:move('row', card.owner, 'up', "
    "'first') end",
    "g:move('a', 'row', 'leader', nil, 1, false) g:move({}, 'row') "
    "g:turn(g:choose_cards('all', mine), 'up')",
    "g:set('leader', g.you) g:set('leader') g:set('leader', nil) g:add('pot', 1) "
    "g:set('trump', 'red') g:set('trump', nil)",
    "g:set('best', g:card(mine)) g:add('all', 'had', 'red') g:add('all', 'had', '-red') "
    "g:set('all', 'had', {'red', 'blue'})",
    "g:add(mine, 'mark', 1) g:add('b', 'mark', g:count(mine)) g:add(g:card('a'), 'mark', "
    "2)",
    "local s = g.trump == 'red' and g.best and g.best.worth or 0",
    "for seat, card in g:choose_all('all', mine, 'which') do seat:add('gold', card.worth) "
    "end",
    "for seat, which, card in g:choose_all('all', {'play', 'pass_on'}) do if which == "
    "'play' then card:move('row') end end",
    "local which, card = g:choose(g.leader, {'play', 'pass_on'}, 'which') if which == "
    "'play' then card:move('row') end",
    "local card = g:choose('leader', 'play') if card then card:cancel() end",
    "g:queue('take', 'all', 2, 'red') g:queue('take', {who = 'all', colour = 'blue'}) "
    "g:queue 'rest' g:queue('rest', true)",
    "g:say('told', 3, g:card(mine), g.leader) g:finish('over', 'leader', 'all') "
    "g:finish()",
    "g:block('add', 'gold', 'all', 'round') g:block('turn', 'down') g:block('move', 'row', "
    "'all')",
    "g:show('all', mine, 'game') g:show('all', mine, 'round') g:tell(mine, 'suit', 'red') "
    "g:tell(mine, 'worth', 2, false)",
    "g:trigger('fx', mine) g:cancel(mine) g:fill('all', 'hand', 'deck') g:shuffle('deck') "
    "g:shuffle('hand', 'all')",
    "g:pass('all', mine, 'left') g:roll(6) g:roll(2, 6) local n = math.random(6) + "
    "math.random(2, 6)",
    "local n = g:sum('worth', mine) + g:most('sum', mine) + g:least('mark', mine) + "
    "(g:let('rich', 'leader') and 1 or 0)",
    "local n = g:trait('a', 'worth') + 1 if g:trait('a', 'kin', 'owl') and g:trait('a', "
    "'twin') == 'b' then g:roll(n) end",
    "if g.option.hard and g.option.level == 'low' and g.option.size > 2 and g.round == 1 "
    "then g:roll(g.players) end",
    "local count, roll = g.count, g.roll roll(g, count(g, mine) + 1)",
    "local f = g['co' .. 'unt'] f(g, mine)",
    /* functions of the file, with what they are given */
    "local function turn(what, face) g:turn(what, face) end turn(mine, 'up') turn('a', "
    "'down')",
    "local function put(kind, x) if kind == 1 then g:turn(mine, x) else g:add('pot', x) "
    "end end put(1, 'up') put(2, 3)",
    "local function put(x) if type(x) == 'string' then g:turn(mine, x) else g:add('pot', "
    "x) end end put('up') put(3)",
    "local function put(x, y) if not y then return end g:turn(x, y) end put(mine, 'up') "
    "put(mine)",
    "local function n(x) return x or 3 end g:add('pot', n()) g:add('pot', n(2))",
    "local function down(n) if n > 0 then g:add('pot', 1) down(n - 1) end end",
    "local function each(list, f) for _, v in ipairs(list) do f(v) end end each({1, 2}, "
    "function(n) g:add('pot', n) end)",
    "local list = {} for seat in g:seats('all') do list[#list + 1] = seat end "
    "table.sort(list, function(a, b) return a.gold < b.gold end)",
    "local function of(how) return function(n) return how == 'a' and n or n + 1 end end "
    "g:add('pot', of('b')(3))",
    "local function call(f, ...) return f(...) end call(g.turn, g, mine, 'up')",
    "local x = 'up' for i = 1, 3 do g:turn(mine, x) x = 'down' end",
    "local x repeat x = g:roll(6) until x == 6 g:add('pot', x)",
    "local names = {gold = 'gold', pot = 'pot'} g:add('all', names.gold, 1)",
    "local text = 'a' .. 1 .. g.players text = text:upper():lower() .. (text):rep(2) .. "
    "#text",
    "for i, seat in ipairs({g.leader}) do seat:add('gold', i) end for k, v in pairs({a = "
    "1}) do g:add('pot', v) end",
    "goto out ::out:: do local _ <const> = 3 end while false do break end",
    "local a, b = (function() return 1, 2 end)() g:add('pot', a + b)",
    "local list = {g:count(mine), n = 1, [3] = 2} g:add('pot', list[1]) return",
    "local s = [[long\ntext]] .. \"\\u{48}\\x41\\65\\z\n   z\" g:add('pot', #s) --[[ done "
    "]]",
    "error('never') assert(g, 'no') local t = table.unpack({1, 2}) g:add('pot', "
    "select('#', 1, 2))",
};
/* Beside an empty step.go. */
static const char *const right_more[] = {
    "effect.take = function(g, e, who, count, colour, this) g:move(open(who, colour), "
    "'hand') g:add(who, 'gold', count) end",
    "effect.take = function(g, e) for seat in g:seats(e.who) do seat:add('gold', e.count) "
    "end if e.this then e.this:turn 'up' end end",
    "effect.take = function(g, e) g:add(e.you, 'gold', g:due('count', e.you)) local c = "
    "e.colour if c == 'red' then g:roll(2) end end",
    "local function give(g, e, who) g:add(who, 'gold', e.count) end effect.take = "
    "function(g, e, who) give(g, e, who) end",
    "effect.rest = function(g, e, long) if long then g:add('pot', 1) end g:set('all', "
    "'round_won', long or false) end",
    "local named = sel{zone = 'row', of = '$who', suit = '$colour', worth = '$1'} "
    "local function up(g, s) g:turn(s, 'up') end effect.take = function(g) up(g, named(1)) "
    "end effect.rest = function(g) if g.pot > 9 then local s = named end end",
    "pure.fits = function(g, n) return g.you and g:count(mine) > n or false end",
    "local theirs = sel{zone = 'hand', of = 'all'} pure.fits = function(g, n, x) return "
    "g:count(theirs) > n and not x end",
    /* what a function is not given it may ask for, or come to only where it is given */
    "local function f(g, n, s) if not s then return n end return n + s.gold end pure.fits = "
    "function(g, n) return f(g, n) > 0 end",
    "local function f(n, s) return s and s.gold or n == s and 1 or n end pure.fits = "
    "function(g, n) return f(n) > 0 end",
    "local function f(n, s) for i = 1, n do if i > 0 then return n end end return s.gold end "
    "pure.fits = function(g, n) return f(n) > 0 end",
    "local function f(n, s) s = s or 2 return n + s end pure.fits = function(g, n) return "
    "f(n) > 0 end",
    "local function f(n, ...) return n end pure.fits = function(g, n) return f(n) > 0 end",
    "pure.fits = function(g, n, x) local f = function() return x + 1 end return n > 1 or f() > "
    "1 end",
    "check.fine = function(g) return g.pot >= 0 end bot.value = function(g, seat) return "
    "500 + seat.gold end",
    /* nothing calls these, so they may speak of what another game has */
    "effect.other = function(g, e, coins) g:deal('all', 'box', 'hand') g:add(coins, "
    "'nothing', 'x') end",
    "pure.other = function(g, seat) return g:sum('nothing', seat) end",
};

static void test_nothing_is_told_of_what_is_right(void **state)
{
    enum { GO = sizeof right_go / sizeof *right_go };

    (void)state;
    for (size_t i = 0; i < GO + sizeof right_more / sizeof *right_more; i++) {
        bool first = i < GO;
        const char *text = first ? right_go[i] : right_more[i - GO];
        load(first ? text : "", first ? "" : text);
        for (size_t d = 0; d < diags.n; d++) {
            if (!strcmp(diags.v[d].code, "HOOK-UNUSED"))
                continue;
            diags_print(&diags, stderr, false);
            missed("told of: %s", text);
        }
    }
    assert_int_equal(misses, 0);
}

/* ---- what is wrong --------------------------------------------------------------- */

/* In step.go: the code, the column in it (from 1) and a part of the message, of the hint. */
static const struct wrong {
    const char *go, *code;
    int col;
    const char *says, *hint;
} wrong[] = {
    /* names */
    {"g:dael('all', 'deck', 'hand')", "SCRIPT-NAME", 3, "g has no `dael`", "deal"},
    {"g:add('pot', g.pott)", "SCRIPT-NAME", 16, "g has no `pott`", "pot"},
    {"g:roll(g.gold)", "SCRIPT-NAME", 10, "g has no `gold`", NULL},
    {"g:roll(g.size)", "SCRIPT-NAME", 10, "read an option as g.option.size", NULL},
    {"g:roll(g.option.sise)", "SCRIPT-NAME", 17, "g.option has no `sise`", "size"},
    {"local c = g:card(mine) g:roll(c.wroth)", "SCRIPT-NAME", 33, "a card has no `wroth`",
     "worth"},
    {"for s in g:seats('all') do s:ad('gold', 1) end", "SCRIPT-NAME", 30, "a seat has no `ad`",
     "add"},
    {"g:roll(e.nubmer)", "SCRIPT-NAME", 10, "e has no `nubmer`", "number"},
    {"g:roll(math.flor(2.5))", "SCRIPT-NAME", 13, "math has nothing named `flor`", "floor"},
    {"g:roll(pot)", "SCRIPT-NAME", 8, "`pot` is not defined", NULL},
    {"pot = 3", "SCRIPT-NAME", 1, "`pot` is not declared", NULL},
    {"take = 3", "SCRIPT-NAME", 1, "`take` is not declared", "effect.take(g, e)"},
    {"do local n = 1 end g:roll(n)", "SCRIPT-NAME", 27, "`n` is not defined",
     "declare the local variable"},
    {"local s = ('x'):uper()", "SCRIPT-NAME", 17, "string has nothing named `uper`", "upper"},
    {"g:queue('take', {cuont = 2})", "SCRIPT-NAME", 18, "take has no parameter `cuont`",
     "count"},
    {"g:roll(g:seats('all').gold)", "SCRIPT-TYPE", 23, "has no fields", NULL},
    {"g:roll(mine.worth)", "SCRIPT-TYPE", 13, "a selector has no fields", "g:cards"},
    {"local c = g:card(mine) g:roll(c.kin)", "SCRIPT-TYPE", 33, "use card:is(\"kin\", WORD)",
     NULL},
    {"local c = g:card(mine) g:roll(c.fx)", "SCRIPT-TYPE", 33, "a list of effects", NULL},
    /* how many */
    {"g:deal('all', 'deck')", "SCRIPT-COUNT", 3, "needs `to`", NULL},
    {"g:deal('all', 'deck', 'hand', 1, 'up', 2)", "SCRIPT-COUNT", 40, "at most 5,", NULL},
    {"g:count()", "SCRIPT-COUNT", 3, "needs `cards`", NULL},
    {"g:count(mine, mine)", "SCRIPT-COUNT", 15, "at most 1,", NULL},
    {"g:add('pot')", "SCRIPT-COUNT", 3, "needs `n`", NULL},
    {"local c = g:card(mine) c:cancel(1)", "SCRIPT-COUNT", 33, "at most 0,", NULL},
    {"g:turn(open('all', 'red', 1), 'up')", "SCRIPT-COUNT", 27,
     "2 open places, but gets 3 values", NULL},
    {"g:queue('rest', true, 2)", "SCRIPT-COUNT", 23, "rest has 1 parameters, but gets 2", NULL},
    {"g:roll()", "SCRIPT-COUNT", 3, "needs `n`", NULL},
    {"local function f(c, n) return c.worth + n end g:roll(f(g:card(mine)))", "SCRIPT-COUNT",
     54, "needs `n`, but does not get it", NULL},
    {"local function f(c) if c.big then return 1 end return 2 end g:roll(f())", "SCRIPT-COUNT",
     68, "needs `c`, but does not get it", NULL},
    {"math.floor()", "SCRIPT-COUNT", 6, "needs `x`", NULL},
    /* of what kind */
    {"g:deal(mine, 'deck', 3)", "SCRIPT-TYPE", 22, "`to` must be a zone, not 3", NULL},
    {"g:deal(2, 'deck', 'hand')", "SCRIPT-TYPE", 8, "must be a seat or a word for seats, not 2",
     NULL},
    {"g:turn(g:seats('all'), 'up')", "SCRIPT-TYPE", 10,
     "`cards` must be a selector or a card, not a loop", NULL},
    {"g:turn(open, 'up')", "SCRIPT-TYPE", 8, "a selector with open places",
     "call it with the values"},
    {"g:turn(mine, true)", "SCRIPT-TYPE", 14,
     "must be a face (\"up\" or \"down\"), not true or false", NULL},
    {"g:turn(mine, nil)", "SCRIPT-TYPE", 14, "not nil", NULL},
    {"g:pass('all', open, 'left')", "SCRIPT-TYPE", 15, "without open places", NULL},
    {"g:add('pot', 'much')", "SCRIPT-TYPE", 14, "must be a number", NULL},
    {"g:set('leader', 3)", "SCRIPT-TYPE", 17, "must be a seat, not 3", NULL},
    {"g:set('best', 'a')", "SCRIPT-TYPE", 15, "must be a card", NULL},
    {"g:add('leader', 1)", "SCRIPT-TYPE", 7, "leader is not a number. Use set", NULL},
    {"g:add('mark', 1)", "SCRIPT-TYPE", 7, "mark is a counter of cards. Say of which card",
     NULL},
    {"g:add('all', 'pot', 1)", "SCRIPT-TYPE", 7, "pot is a counter of the game", NULL},
    {"g:add(mine, 'gold', 1)", "", 0, "", NULL}, /* the owners of those cards */
    {"local c = g:card(mine) g:add(c, 'gold', 1)", "SCRIPT-TYPE", 30,
     "gold is a counter of seats, not of a card", NULL},
    {"local c = g:card(mine) c:add('gold', 1)", "SCRIPT-TYPE", 30,
     "gold is a counter of seats, not of cards", NULL},
    {"for s in g:seats('all') do s:set('mark', 1) end", "SCRIPT-TYPE", 34,
     "mark is a counter of cards, not of seats", NULL},
    {"g:set('all', 'round_won', 1)", "SCRIPT-TYPE", 27, "must be true or false, not 1", NULL},
    {"g:add('pot', nil)", "SCRIPT-TYPE", 14, "not nil", NULL},
    {"g:move(mine, 'row', 'you', 'up', true)", "SCRIPT-TYPE", 34,
     "a place (\"first\", \"last\" or a number)", NULL},
    {"g:say('told', {})", "SCRIPT-TYPE", 15, "must be a number, a card or a seat, not a table",
     NULL},
    {"g:queue('take', 'all', 'two')", "SCRIPT-TYPE", 24, "`count` must be a number", NULL},
    {"g:queue('rest', {long = 2})", "SCRIPT-TYPE", 25, "`long` must be true or false", NULL},
    {"local n = g.leader + 1", "SCRIPT-TYPE", 12, "a number is needed here, not a seat", NULL},
    {"local n = g:card(mine) < 3", "SCRIPT-TYPE", 13, "a number is needed here, not a card",
     NULL},
    {"local s = 'won by ' .. g.leader", "SCRIPT-TYPE", 25,
     "a text or a number is needed here, not a seat", NULL},
    {"local n = #mine", "SCRIPT-TYPE", 12, "a list or a text is needed here, not a selector",
     NULL},
    {"for c in mine do end", "SCRIPT-TYPE", 10, "nothing that `for` goes through", "g:cards"},
    {"for i = 1, mine do end", "SCRIPT-TYPE", 12, "a number is needed here", NULL},
    {"g.pot = 3", "SCRIPT-TYPE", 3, "the game cannot be written to", "g:set"},
    {"g.players()", "SCRIPT-TYPE", 3, "a number is not a function", NULL},
    {"g.count(mine)", "SCRIPT-TYPE", 3, "write g:count(…), with a colon", NULL},
    {"ipairs(g)", "SCRIPT-TYPE", 8, "must be a table, not the game", NULL},
    {"local s = sel{zone = 'hand'}", "SCRIPT-TYPE", 11, "compiled while the script loads",
     "outside of hooks"},
    /* words */
    {"g:deal('all', 'dekc', 'hand')", "SCRIPT-WORD", 15, "\"dekc\" is not a zone", "deck"},
    {"g:deal('al', 'deck', 'hand')", "SCRIPT-WORD", 8, "\"al\" is not a seat", "all"},
    {"g:deal('rich', 'deck', 'hand')", "SCRIPT-WORD", 8, "\"rich\" is not a seat", "sel{of ="},
    {"g:deal('all', 'deck', 'hand', 'lots')", "SCRIPT-WORD", 31, "is not a number or \"all\"",
     NULL},
    {"g:turn(mine, 'dwon')", "SCRIPT-WORD", 14, "\"dwon\" is not a face", "down"},
    {"g:turn('c', 'down')", "SCRIPT-WORD", 8, "\"c\" is not a selector or a card", NULL},
    {"g:add('golt', 1)", "SCRIPT-WORD", 7, "is not a counter", "gold"},
    {"g:set('trump', 'rde')", "SCRIPT-WORD", 16, "is not a word of suit", "red"},
    {"g:add('all', 'had', '-rde')", "SCRIPT-WORD", 21, "is not a word of suit", NULL},
    {"g:turn(open('all', 'rde'), 'up')", "SCRIPT-WORD", 20,
     "the selector: \"rde\" is not a word of suit", "red"},
    {"g:choose('leader', 'ply')", "SCRIPT-WORD", 20, "is not a selector, an action", "play"},
    {"g:choose('leader', mine, 'wich')", "SCRIPT-WORD", 26, "is not a key of `words`", "which"},
    {"g:queue('tkae')", "SCRIPT-WORD", 9, "is not a verb", "take"},
    {"g:block('stop', 'gold')", "SCRIPT-WORD", 9, "is not \"add\", \"turn\" or \"move\"", NULL},
    {"g:block('add', 'golt')", "SCRIPT-WORD", 16, "is not a counter", "gold"},
    {"g:block('turn', 'dwon')", "SCRIPT-WORD", 17, "is not a face", "down"},
    {"g:block('add', 'gold', 'all', 'roudn')", "SCRIPT-WORD", 31, "is not a phase", "round"},
    {"g:sum('suit', mine)", "SCRIPT-WORD", 7,
     "is not a trait or counter of cards that is a number", NULL},
    {"g:trigger('fy', mine)", "SCRIPT-WORD", 11, "is not a trait that is effects", NULL},
    {"g:let('ritch')", "SCRIPT-WORD", 7, "is not a name of `let`", "rich"},
    {"g:tell(mine, 'sum', 1)", "SCRIPT-WORD", 14, "is not a trait that is written on cards",
     NULL},
    {"g:tell(mine, 'suit', 'rde')", "SCRIPT-WORD", 22, "is not a word of suit", "red"},
    {"g:trait('c', 'worth')", "SCRIPT-WORD", 9, "is not the id of a card", NULL},
    {"local c = g:card(mine) g:roll(c:is('kin', 'wlof') and 2 or 1)", "SCRIPT-WORD", 43,
     "is not a word of kin", "wolf"},
    {"local c = g:card(mine) if c.suit == 'rde' then g:roll(2) end", "SCRIPT-WORD", 37,
     "this is never true", "red"},
    {"local c = g:card(mine) if 'hnad' ~= c.zone then g:roll(2) end", "SCRIPT-WORD", 27,
     "is not a zone", "hand"},
    {"if g.option.level == 'hihg' then g:roll(2) end", "SCRIPT-WORD", 22,
     "is not a value of the option level", "high"},
    {"local c = g:card(mine) if c == 'a' then g:roll(2) end", "SCRIPT-TYPE", 32,
     "a card is not a text", "card.id"},
    /* by way of variables and functions */
    {"local z = 'dekc' g:shuffle(z)", "SCRIPT-WORD", 11, "is not a zone", "deck"},
    {"g:turn(mine, g.pot > 0 and 'up' or 'dwon')", "SCRIPT-WORD", 36, "is not a face", "down"},
    {"local function turn(face) g:turn(mine, face) end turn('up') turn('dwon')", "SCRIPT-WORD",
     66, "is not a face", "down"},
    {"local function turn(c, f) if g:has(c) then g:turn(c, f) end end turn(mine, 'dwon')",
     "SCRIPT-WORD", 76, "is not a face", "down"},
    {"local game = g local function go() game:shufle('deck') end go()", "SCRIPT-NAME", 41,
     "g has no `shufle`", "shuffle"},
    {"local function n() return g:card(mine) end g:add('pot', n())", "SCRIPT-TYPE", 57,
     "must be a number, not a card", NULL},
    {"for seat, card in g:choose_all('all', mine) do seat:add('gold', card) end", "SCRIPT-TYPE",
     65, "not a card", NULL},
    {"local c = g:choose('leader', mine) c:trun 'up'", "SCRIPT-NAME", 38,
     "a card has no `trun`", "turn"},
    {"local f = g.turn f(g, mine, 'dwon')", "SCRIPT-WORD", 29, "is not a face", "down"},
};

static void test_what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct wrong *w = &wrong[i];
        int col = (int)strlen("step.go = function(g, e) ") + w->col;
        const struct diag *d = NULL;

        load(w->go, "");
        for (size_t k = 0; k < diags.n && !d; k++)
            if (!strcmp(diags.v[k].code, w->code) && diags.v[k].line == 2)
                d = &diags.v[k];
        if (!*w->code && !diags.n)
            continue;
        if (!d || d->col != col || !strstr(d->message, w->says) ||
            (w->hint && (!d->hint || !strstr(d->hint, w->hint)))) {
            diags_print(&diags, stderr, false);
            missed("of '%s' was wanted %s, column %d: %s (%s)", w->go, w->code, col, w->says,
                   w->hint ? w->hint : "");
        }
    }
    assert_int_equal(misses, 0);
}

/* Hooks know what they are given; in line 4. */
static void test_what_hooks_are_given(void **state)
{
    static const struct {
        const char *more, *code, *says;
    } t[] = {
        {"effect.take = function(g, e, who, cuont) end", "SCRIPT-NAME",
         "effect.take has no parameter `cuont`"},
        {"effect.take = function(g, e, who, count) g:add(count, 'gold', who) end",
         "SCRIPT-TYPE", "counter of seats, not of a number"},
        {"effect.take = function(g, e) g:add(e.woh, 'gold', 1) end", "SCRIPT-NAME",
         "e has no `woh`"},
        {"effect.take = function(g, e) if e.colour == 'rde' then g:roll(2) end end",
         "SCRIPT-WORD", "\"rde\" is not a word of suit"},
        {"effect.rest = function(g, e) g:roll(e.count) end", "SCRIPT-NAME", "e has no `count`"},
        {"local s = sel{zone = 'row', of = '$who'} effect.rest = function(g) g:turn(s, 'up') "
         "end",
         "SCRIPT-NAME", "this selector needs $who, which only hooks of a verb with"},
        {"local s = sel{zone = 'row', of = '$who', suit = '$1'} pure.fits = function(g, n) "
         "return "
         "g:has(s('red')) end",
         "SCRIPT-NAME", "this selector needs $who"},
        {"local s = sel{zone = 'row', of = '$count'} effect.take = function(g) g:turn(s, 'up') "
         "end",
         "SCRIPT-TYPE", "$count of take does not fit its place in this selector"},
        {"local s = sel{zone = 'row', of = '$whom'} effect.rest = function(g) end",
         "PARAM-UNKNOWN", "no verb has a parameter 'whom'"},
        {"effect.take = function(g, e) g:roll(g:due('cuont', e.you)) end", "SCRIPT-WORD",
         "is not a parameter of the verb"},
        {"effect.take = function(g, e, this) this:turn('dwon') end", "SCRIPT-WORD",
         "is not a face"},
        {"pure.fits = function(g, n) return 'yes' end", "SCRIPT-TYPE",
         "a number, true or false, a seat or a card is needed here"},
        {"pure.fits = function(g, n) g:shuffle('deck') return true end", "SCRIPT-PURE",
         "pure.fits may not change the game: g:shuffle"},
        {"pure.fits = function(g, n) return g:count(mine) > n end", "SCRIPT-NAME",
         "this selector needs `you`, but pure.fits gets no seat"},
        {"pure.fits = function(g, n) return n.worth > 1 end", "SCRIPT-TYPE",
         "a number has no fields"},
        {"check.fine = function(g) g:add('pot', 1) return true end", "SCRIPT-PURE",
         "check.fine may not change the game"},
        {"bot.value = function(g, seat) return seat.glod end", "SCRIPT-NAME",
         "a seat has no `glod`"},
        {"function effect.take(g, e) local function f(x) g:add(x, 'glod', 1) end f(e.you) end",
         "SCRIPT-WORD", "is not a counter"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        const struct diag *d = NULL;
        load("", t[i].more);
        for (size_t k = 0; k < diags.n && !d; k++)
            if (!strcmp(diags.v[k].code, t[i].code) && diags.v[k].line == 4 &&
                strstr(diags.v[k].message, t[i].says))
                d = &diags.v[k];
        if (d)
            continue;
        diags_print(&diags, stderr, false);
        missed("of '%s' was wanted %s: %s", t[i].more, t[i].code, t[i].says);
    }
    assert_int_equal(misses, 0);
}

static size_t errors_of(const char *code)
{
    size_t n = 0;
    for (size_t i = 0; i < diags.n; i++)
        n += !strcmp(diags.v[i].code, code);
    return n;
}

static void test_all_are_told_in_one_run(void **state)
{
    (void)state;
    load("g:dael() g:shufle() nothing() other()",
         "effect.take = function(g, e, woh) g:add(who, 'gold', 'x') end");
    assert_int_equal(errors_of("SCRIPT-NAME"), 5); /* and not `who`, which woh explains */
    assert_int_equal(errors_of("SCRIPT-TYPE"), 1);
    assert_int_equal(errors_of("SCRIPT"), 0);
    load("g:shufle('deck')", "local broken = sel{zone = 'dekc', of = 'you'}");
    assert_int_equal(errors_of("SCRIPT-NAME"), 1);
    assert_int_equal(errors_of("ZONE-UNKNOWN"), 1);
    load("", "local broken = sel{zone = 'row', siut = '$1'}\n"
             "effect.take = function(g, e) g:count(broken('red')) end");
    assert_int_equal(errors_of("KEY-UNKNOWN"), 1);
    assert_int_equal(diags.n, 1); /* nothing of its open places, which are not known */
}

/* Selectors: the place of the key or word within the table. */
static void test_selectors_have_places(void **state)
{
    static const struct {
        const char *more, *code;
        int line, col;
    } t[] = {
        {"local x = sel{zone = 'dekc'}", "ZONE-UNKNOWN", 4, 23},
        {"local x = sel{zone = 'row',\n  siut = 'red'}", "KEY-UNKNOWN", 5, 3},
        {"local x = sel{zone = 'row',\n  suit = {'red', 'bleu'}}", "WORD-UNKNOWN", 5, 19},
        {"local x = sel{zone = 'row', where = 'it.worth > golt'}", "NAME-UNKNOWN", 4, 49},
        {"local x, y = sel{zone = 'row'}, sel{zone = 'rwo'}", "ZONE-UNKNOWN", 4, 45},
        {"local x = sel {\n zone = 'row',\n value = {at_mots = 3},\n}", "KEY-UNKNOWN", 6, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        const struct diag *d = NULL;
        load("", t[i].more);
        for (size_t k = 0; k < diags.n && !d; k++)
            if (!strcmp(diags.v[k].code, t[i].code))
                d = &diags.v[k];
        if (d && d->line == t[i].line && d->col == t[i].col)
            continue;
        diags_print(&diags, stderr, false);
        missed("of '%s' was wanted %s at %d:%d", t[i].more, t[i].code, t[i].line, t[i].col);
    }
    assert_int_equal(misses, 0);
}

/* Where it is no Lua: the place of the slip, not of what Lua met in the end. */
static void test_syntax_is_told_where_it_ends(void **state)
{
    static const struct {
        const char *more;
        int line;
        const char *hint;
    } t[] = {
        {"local function f(g)\n  if g then\n    g:roll(2)\nend", 7,
         "the 'if' of line 5 is not closed"},
        {"local function f(g)\n  for i = 1, 2 do\n    g:roll(2)\n  end\n  end\nend", 8,
         "one too many"},
        {"local x = math.floor(3\nlocal y = 2", 4, NULL},
        {"local x = {1, 2,\n  3\nlocal y = 2", 5, NULL},
        {"local x = 'abc\nlocal y = 2", 4, NULL},
        {"local x = = 3", 4, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        load("", t[i].more);
        if (diags.n && diags.v[0].line == t[i].line &&
            (!t[i].hint || (diags.v[0].hint && strstr(diags.v[0].hint, t[i].hint))))
            continue;
        diags_print(&diags, stderr, false);
        missed("'%s' was wanted in line %d", t[i].more, t[i].line);
    }
    assert_int_equal(misses, 0);
}

/* A large file costs bounded work, and one that is too large to be looked at still loads. */
static void test_large_files_are_not_in_the_way(void **state)
{
    static char text[600000];
    size_t n = 0;
    (void)state;
    n = (size_t)snprintf(text, sizeof text, "local function f0(g, x) return x end\n");
    for (int i = 1; i < 40; i++) /* each calls the one before twice */
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "local function f%d(g, x) f%d(g, x) f%d(g, x) return x end\n", i,
                              i - 1, i - 1);
    n += (size_t)snprintf(
        text + n, sizeof text - n,
        "step.go = function(g, e) f39(g, 1) end step.turn = function() end\n"
        "effect.take = function() end effect.rest = effect.take and function() end\n"
        "pure.fits = function(g, n) return n > 0 end\n");
    put("ruleset.yaml", rules);
    put("game.lua", text);
    def = definition_load(folder, &(struct load_more){0}, &diags);
    diags_print(&diags, stderr, false);
    assert_int_equal(diags.errors, 0);
    definition_free(def);
    while (n + 40 < sizeof text)
        n += (size_t)snprintf(text + n, sizeof text - n, "do local a = 1 + 2 * 3 end\n");
    put("game.lua", text);
    def = definition_load(folder, &(struct load_more){0}, &diags);
    assert_int_equal(diags.errors, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_is_told_of_what_is_right, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_wrong_is_told_with_its_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_what_hooks_are_given, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_are_told_in_one_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_selectors_have_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_syntax_is_told_where_it_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_files_are_not_in_the_way, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
