"""Numbers at the ends of 64 and 31 bits, in formulas and in scripts."""
from base import game, kind, step

mod = kind("arithmetic")

LETS = "let: {big: g * g, lo: -big - big - g * 4 - 2, hi: big + big + g * 4 + 1}"


def number(name, formula, ends, **more):
    mod(name, game(f'[{{set: {{g: 2147483646}}}}, {{add: {{g: 1}}}}, {{if: "{formula}", set: {{out: 1}}}}]',
                   counters="{g: {}, one: {start: -1}, out: {}, mine: {per: player}}", more=LETS, **more), ends)


for name, formula in {
        "least-by-minus-one": "lo // one > 0", "least-negated": "-lo > 0", "one-more": "hi + 1 > 0", "one-less": "lo - 1 > 0", "times": "big * 2 > 0",
        "by-zero": "1 // (g - g) > 0", "modulo-zero": "1 % (g - g) > 0", "by-zero-least": "lo // (g - g) > 0", "abs": "max(-lo, hi) > 0",
        "in-if": "if(g > 0, hi + hi, 0) > 0", "in-min": "min(hi + 1, 0) > 0", "deep": "(" * 40 + "hi + 1" + ")" * 40 + " > 0"}.items():
    number(f"number-{name}", formula, "game " + ("DIVISION-BY-ZERO" if "zero" in name else "RANGE"))
number("number-least-modulo", "lo % one == 0", "plays")
number("number-ends", "lo + hi == -1 and hi // one == -hi and lo // 1 == lo", "plays")
for name, literal in {"huge": "9" * 4000, "2-to-63": "9223372036854775808", "minus-2-to-63": "-9223372036854775809", "2-to-31": "2147483648 * 2147483648 * 4"}.items():
    mod(f"literal-{name}", game(f'[{{set: {{gold: "{literal}"}}}}]'), "check ")
for name, literal in {"float": "1.5", "exponent": "1e9", "hex": "0x7fffffff", "underscores": "1_000", "nan": ".nan", "inf": "-.inf", "sexagesimal": "1:30:00",
                      "binary": "0b1111", "arabic": "\u0663"}.items():
    mod(f"literal-{name}", game(f"[{{deal: {{who: all, from: deck, to: hand, count: {literal}}}}}]"), "check ")
mod("wrapping-sum", game("[{set: {gold: {sum: worth, cards: {zone: hand, of: all}}}}]", cards="[{a: {copies: 9}}]",
                         traits="{worth: {is: number, default: 4611686018427387904}}"), "check RANGE")
mod("wrapping-sum-in-game", game("[{set: {gold: 2147483646}}, {set: {gold: {sum: much, cards: {zone: hand, of: all}}}}]", cards="[{a: {copies: 9}}]",
                                 traits="{much: {is: number, default: gold * gold}}"), "game RANGE")
mod("wrapping-times", game("[{set: {gold: 2147483646}}, {if: {count: {zone: hand, of: all}, times: gold, at_least: 3}, add: {gold: 0}}]"), "plays")
mod("copies-huge", game(cards="[{a: {copies: 2147483647}}]"), "check ")
mod("copies-formula-huge", game(zones="{hand: {per: player, seen_by: owner, holds: [{copies: 2147483646 * 2147483646}]}}"), "check RANGE")
mod("copies-negative", game(cards="[{a: {copies: -5}}]"), "check ")
mod("players-zero", game(players="0"), "check ")
mod("players-negative", game(players="-3"), "check ")
mod("players-millions", game(players="3000000"), "check ")
mod("players-max-least", game(players="{min: 9, max: 2}"), "check ")
mod("players-huge-number", game(players="99999999999999999999"), "check ")
mod("seats-millions", game(more="seats: {ghost: {count: 4000000, sits: end, plays: first}}"), "check PLAYERS")
mod("seats-negative", game(more="seats: {ghost: {count: players - 6, sits: end, plays: first}}"), "plays")
mod("zone-size-negative", game("[{fill: {who: all, zone: hand, from: deck}}]", zones="{deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner, size: -3}, heap: {seen_by: all}}"), "plays")
mod("zone-endless-negative", game(zones="{deck: {seen_by: all, endless: -2, holds: [{}]}, hand: {per: player, seen_by: owner}}"), "check ")
mod("zone-endless-huge", game(zones="{deck: {seen_by: all, endless: 2000000000, holds: [{}]}, hand: {per: player, seen_by: owner}}"), "check VALUE-RANGE")
for word in "queue watchers masks depth picks effects work game_work".split():
    mod(f"limit-{word}-zero", game(limits=f"{{{word}: 0}}"), "check VALUE-RANGE")
    mod(f"limit-{word}-huge", game(limits=f"{{{word}: 4294967297}}"), "check VALUE-RANGE")
mod("count-negative", game("[{deal: {who: all, from: hand, to: hand, count: gold - 2147483646}}]"), "plays")
mod("count-negative-written", game("[{deal: {who: all, from: hand, to: hand, count: -2147483646}}]"), "check VALUE-RANGE")
mod("count-huge", game("[{move: {cards: {zone: hand, of: all, first: 2147483646}, to: deck}}, {deal: {who: all, from: deck, to: hand, count: 2147483646}}]"), "plays")
mod("repeat-huge", game("[{repeat: 2147483646, phases: [{add: {gold: 0}}]}]"), "game ENDLESS")
mod("repeat-negative", game("[{repeat: gold - 5, phases: [{add: {gold: 1}}]}]"), "plays")
mod("numbers-to-choose-huge", game("[{choose: {who: all, number: {from: -2147483646, to: 2147483646}, do: []}}]"), "game LIMIT-CHOICES")
mod("numbers-to-choose-backwards", game("[{choose: {who: all, number: {from: 5, to: -5}, do: []}}]"), "check VALUE-RANGE")
mod("place-huge", game("[{move: {cards: {zone: hand, of: all}, to: heap, place: 2147483646}}, {move: {cards: {zone: heap}, to: heap, place: gold - 5}}]"), "game RANGE")
mod("option-range", game("[{set: {gold: 2147483646 // o}}]", more="options: {o: {is: number, default: 0}}"), "game DIVISION-BY-ZERO")
mod("roll-huge", step("math.random(-2^31 | 0, 2^31 - 1 | 0) g:roll(2147483647) math.random(math.mininteger, math.maxinteger)"), "game ")
mod("roll-negative", step("g:roll(-1)"), "game ")
mod("roll-zero", step("math.random(0)"), "game ")
mod("roll-nan", step("g:roll(0/0)"), "game ")

for name, value in {"nan": "0/0", "inf": "1/0", "minus-zero": "-0.0", "half": "0.5", "2-to-53": "2^53", "2-to-31": "2^31", "least": "math.mininteger", "wrapped": "math.maxinteger + 1",
                    "least-by-minus-one": "math.mininteger // -1", "text": '"5"', "text-hex": '"0x10"', "true": "true", "table": "{}", "function": "function() end", "shift": "1 << 63", "float-31": "5.0"}.items():
    ends = "plays" if name in ("minus-zero", "float-31") else "game hooks.lua"
    mod(f"script-number-{name}", step(f'g:set("gold", {value})'), ends)
mod("script-by-zero", step('g:set("gold", 1 // 0)'), "game hooks.lua:3")
mod("script-pure-nan", game("[{set: {gold: odd(1)}}]", lua="pure.odd = function(g, n) return 0/0 end"), "game odd")
mod("script-pure-huge", game("[{set: {gold: odd(1)}}]", lua="pure.odd = function(g, n) return math.mininteger end"), "game odd")
mod("script-pure-types", game("[{set: {gold: odd(1)}}]", lua="pure.odd = function(g, n) return ({1, true, 'x'})[g.gold + 2] end"), "game odd")
