"""Work without end: formulas, choices, rounds, loops, scripts."""
from base import game, kind, step

mod = kind("work")

CARDS = "[{a: {copies: 200}, b: {copies: 200}}]"
WIDE = "{deck: {as: pile, seen_by: nobody, shuffled: true, holds: [{}]}, hand: {seen_by: all, holds: [{}]}, heap: {as: row, seen_by: all}}"


def wide(name, ends, phases="[{choose: {who: all, card: {zone: hand}}}]", cards=CARDS, **more):
    mod(name, game(phases, cards=cards, zones=WIDE, **more), ends)


def sums(n, inner='"1"'):
    return "let: {l0: {sum: %s, cards: {zone: hand}}, %s}" % (inner, ", ".join(f"l{i}: {{sum: l{i - 1}, cards: {{zone: hand}}}}" for i in range(1, n)))


GO = "[{choose: {who: all, card: {zone: hand}, if: %s}}]"
wide("sums-of-sums", "game LIMIT-WORK", GO % "l3 > 3", more=sums(4))
wide("sums-of-sums-where", "game LIMIT-WORK", GO % "l5 > 3", more="let: {l0: {count: {zone: hand, where: it.worth > 0}}, %s}" % ", ".join(f"l{i}: {{count: {{zone: hand, where: it.worth < l{i - 1}}}}}" for i in range(1, 6)))
wide("sums-by-cards", "game FORMULA-LOOP", GO % "l0 > 3", cards="[{a: {copies: 50, points: l0}, b: {copies: 50, points: l0}}]", traits="{points: {is: number, default: 0}}", more="let: {l0: {sum: points, cards: {zone: hand}}}")
wide("formula-asks-for-itself", "game FORMULA-LOOP", GO % "card.points > 0", cards="[{a: {points: {sum: points, cards: {zone: hand, card: b}}}, b: {points: {sum: points, cards: {zone: hand, card: a}}}}]",
     traits="{points: {is: number, default: 0}}")
wide("most-of-most", "game LIMIT-WORK", GO % "l3 > 3", more="let: {l0: {most: it.worth, cards: {zone: hand}}, l1: {most: l0, cards: {zone: hand}}, l2: {least: l1, cards: {zone: hand}}, l3: {most: l2, cards: {zone: hand}}}")
wide("sums-in-score", "game LIMIT-WORK", more=sums(4), result="{score: l3}")
wide("sums-in-requires", "check LIMIT-WORK", more=sums(4) + "\nrequires: [{if: l3 > 0, says: no}]")
wide("sums-in-order", "game LIMIT-WORK", "[{each: all, by: [l3], phases: [{add: {gold: 1}}]}]", more=sums(4))
wide("sums-in-most-selector", "game LIMIT-WORK", "[{choose: {who: all, card: {zone: hand, most: l2}}}]", cards="[{a: {copies: 900}}]", more=sums(3))
wide("sums-in-one-of-each", "game LIMIT-WORK", "[{choose: {who: all, card: {zone: hand, one_of_each: l2}}}]", cards="[{a: {copies: 900}}]", more=sums(3))
wide("sums-in-seats", "game LIMIT-WORK", "[{choose: {who: {most: l3}, card: {zone: hand}}}]", more=sums(4))
wide("slots-cubed", "game LIMIT-", "[{choose: {who: all, card: {zone: hand}, helper: {zone: hand}, target: {zone: hand}, if: card.worth + helper.worth + target.worth > 9, do: []}}]", cards="[{%s}]" % ", ".join(f"c{i}: {{}}" for i in range(900)))
wide("slots-and-numbers", "game LIMIT-", "[{choose: {who: all, card: {zone: hand}, target: {zone: hand}, number: {from: 1, to: 1000000}, if: number < gold, do: []}}]")
wide("numbers-none-allowed", "game LIMIT-WORK", "[{choose: {who: all, number: {from: 1, to: 2147483646}, if: number < gold, do: []}}]")
wide("for-ever", "game ENDLESS", "[{forever: true, phases: [{add: {gold: 0}}]}]")
wide("for-ever-shuffles", "game ENDLESS", "[{forever: true, phases: [{shuffle: {zone: deck}}]}]", limits="{effects: 1000000, picks: 100000}")
wide("for-ever-shuffles-much", "game ENDLESS", "[{forever: true, phases: [{shuffle: {zone: deck}}]}]", limits="{effects: 1000000, picks: 100000, work: 100000, game_work: 700000}")
wide("for-ever-moves", "game ENDLESS", "[{forever: true, phases: [{move: {cards: {zone: hand}, to: deck}}, {move: {cards: {zone: deck}, to: hand}}]}]", limits="{effects: 1000000}")
wide("for-ever-turns", "game ENDLESS", "[{move: {cards: {zone: hand}, to: heap}}, {forever: true, phases: [{turn: {cards: {zone: heap}, face: down}}, {turn: {cards: {zone: heap}, face: up}}]}]")
wide("for-ever-empty", "game ENDLESS", "[{forever: true, phases: []}]")
wide("for-ever-random", "game ENDLESS", "[{forever: true, phases: [{each: all, by: [random], phases: [{add: {mine: 0}}]}]}]")
wide("for-ever-shows", "game ENDLESS", "[{forever: true, phases: [{show: {to: all, cards: {zone: deck}}}]}]")
wide("for-ever-fills", "game ENDLESS", "[{forever: true, phases: [{deal: {who: all, from: deck, to: heap, count: 5}}]}]")
wide("while-true", "game ENDLESS", "[{while: gold == 0, phases: [{while: gold == 0, phases: [{while: gold == 0, phases: [{add: {gold: 0}}]}]}]}]")
wide("repeats-of-repeats", "game ENDLESS", "[{repeat: 30000, phases: [{repeat: 30000, phases: [{repeat: 30000, phases: [{add: {gold: 0}}]}]}]}]")
wide("repeats-far", "game ENDLESS", "[{repeat: 3000000, phases: [{if: gold > 0, add: {gold: 1}}]}]")
wide("decisions-without-end", "game LIMIT-GAME-WORK", "[{forever: true, phases: [{choose: {who: all, may: true, card: {zone: hand}, if: l1 > 0}}]}]", more=sums(2), limits="{picks: 100000}")
wide("decisions-without-end-much", "game LIMIT-GAME-WORK", "[{forever: true, phases: [{choose: {who: all, may: true, card: {zone: hand}, if: l1 > 0}}]}]", more=sums(2), limits="{picks: 100000, work: 100000, game_work: 700000}")
wide("picks-without-end", "plays", "[{forever: true, phases: [{choose: {who: all, number: {from: 1, to: 2}, do: []}}]}]", limits="{picks: 100000}")
wide("picks-without-end-much", "plays", "[{forever: true, phases: [{choose: {who: all, number: {from: 1, to: 2}, do: []}}]}]", limits="{picks: 100000, game_work: 700000}")
wide("picks-forced-without-end", "game ", "[{forever: true, phases: [{choose: {who: all, number: {from: 1, to: 1}, do: []}}]}]", limits="{picks: 100000}")
wide("effects-a-million", "game ENDLESS", "[{trigger: {list: effects, cards: {zone: hand, first: 1}}}]", traits="{effects: {is: effects, default: [go]}}",
     more="verbs: {go: {do: [{trigger: {list: effects, cards: this}}]}}", limits="{effects: 1000000}")
wide("effects-doubling", "game LIMIT-QUEUE", "[{trigger: {list: effects, cards: {zone: hand, first: 1}}}]", traits="{effects: {is: effects, default: [go, go]}}",
     more="verbs: {go: {do: [{trigger: {list: effects, cards: {zone: hand, first: 2}}}]}}", limits="{effects: 1000000, queue: 4000}")
wide("watchers-wake-each-other", "game ", "[{move: {cards: {zone: hand, first: 30}, to: heap}}, {trigger: {list: effects, cards: {zone: heap}}}, {add: {gold: 1}}]", traits="{effects: {is: effects, default: [{when: {add: gold}, do: [go]}]}}",
     more="verbs: {go: {do: [{add: {gold: 1}}]}}", limits="{effects: 1000000, queue: 4000, watchers: 4000}")
wide("watchers-in-zone", "game ", "[{add: {gold: 1}}]", traits="{waits: {is: watches, in: hand, default: [{when: {add: gold}, do: [{add: {gold: 1}}]}]}}", limits="{effects: 1000000, queue: 4000, watchers: 4000}")
wide("watchers-of-moves", "game ", "[{move: {cards: {zone: hand, first: 1}, to: heap}}]", traits="{waits: {is: watches, in: hand, default: [{when: {move: heap}, do: [{move: {cards: {zone: heap}, to: hand}}, {move: {cards: {zone: hand, first: 9}, to: heap}}]}]}}",
     limits="{effects: 1000000, queue: 4000, watchers: 4000}")
wide("words-of-choice", "game LIMIT-WORK", "[{repeat: 100, phases: [{choose: {who: all, card: {zone: hand}, word: kind, if: l1 > 9000000, do: []}}]}]",
     traits="{kind: {one_of: [%s]}}" % ", ".join(f"w{i}" for i in range(3000)), more=sums(2))
wide("any-of-any", "game LIMIT-WORK", "[{if: {count: %s}, add: {gold: 1}}]" % ("{zone: hand, where: l1 == 1, any: [" + ", ".join(["{where: l1 < 0}"] * 60) + "]}"), more=sums(2))
wide("except-of-except", "game LIMIT-WORK", "[{if: {count: %s}, add: {gold: 1}}]" % ("{zone: hand, except: " * 8 + "{where: l1 < 0}" + "}" * 8), more=sums(2))
wide("players-ghosts", "check SEATS", "[{each: seats, phases: [{each: seats, phases: [{each: seats, phases: [{add: {gold: 1}}]}]}]}]", more="seats: {ghost: {count: players, sits: end, plays: first}}", players="12")

# ---- scripts
LOOPS = {
    "while": "while true do end",
    "repeat": "repeat until false",
    "goto": "::again:: goto again",
    "for-far": "for i = 1, math.maxinteger do end",
    "for-float": "for i = 1, 1e308 do end",
    "for-nan": "local n = 0 for i = 0, 1/0 do n = n + 1 end",
    "loops-of-loops": "for a = 1, 1e6 do for b = 1, 1e6 do for c = 1, 1e6 do end end end",
    "tail-calls": "local function f(n) return f(n + 1) end f(0)",
    "tail-calls-each-other": "local a, b function a() return b() end function b() return a() end a()",
    "reverse": "local t = ('x'):rep(16000) while true do t = t:reverse() end",
    "rep": "while true do local t = ('x'):rep(16000) end",
    "rep-of-nothing": "local t = (''):rep(1e9) while true do t = (''):rep(1e9) end",
    "upper": "local t = ('x'):rep(16000) while true do t:upper() end",
    "byte": "local t = ('x'):rep(200) while true do t:byte(1, 200) end",
    "gsub": "local t = ('x'):rep(16000) while true do t:gsub('x', 'x') end",
    "gsub-function": "local t = ('x'):rep(16000) while true do t:gsub('x', function() return 'x' end) end",
    "find-plain": "local t = ('a'):rep(16000) while true do t:find(('a'):rep(8000) .. 'b', 1, true) end",
    "compare": "local a, b = ('x'):rep(16000) .. 'a', ('x'):rep(16000) .. 'b' while a < b do end",
    "equal": "local a, b = ('x'):rep(16000) .. 'a', ('x'):rep(16000) .. 'a' while a == b do end",
    "concat": "local t = {} for i = 1, 1000 do t[i] = 'xxxxxxxxxx' end while true do table.concat(t) end",
    "concat-operator": "local a = ('x'):rep(8000) while true do local b = a .. 'y' end",
    "sort": "local t = {} for i = 1, 1024 do t[i] = -i end while true do table.sort(t) end",
    "sort-lies": "local t = {} for i = 1, 1024 do t[i] = i end while true do table.sort(t, function() return true end) end",
    "sort-loops": "local t = {3, 2, 1} table.sort(t, function() while true do end end)",
    "insert-first": "local t = {} while true do table.insert(t, 1, 1) table.remove(t, 1) if #t < 9000 then t[#t + 1] = 1 end end",
    "remove-first": "local t = {} for i = 1, 100000 do t[i] = i end while #t > 0 do table.remove(t, 1) end",
    "unpack": "local t = {} for i = 1, 200 do t[i] = i end while true do table.unpack(t) end",
    "select": "local function f(...) while true do local n = select('#', ...) end end f(table.unpack({1, 2, 3}))",
    "pairs": "local t = {} for i = 1, 20000 do t['k' .. i] = i end while true do for k, v in pairs(t) do end end",
    "pairs-grows": "local t = {1} for k, v in pairs(t) do t[k + 1] = 1 end while true do local x = #t end",
    "next": "local t = {} for i = 1, 20000 do t[i .. ''] = i end while true do local k = next(t) while k do k = next(t, k) end end",
    "length": "local t = {} for i = 1, 100000 do t[i] = i end while true do local n = #t end",
    "tostring": "while true do tostring(1.5) end",
    "tonumber": "local t = ('1'):rep(16000) while true do tonumber(t) tonumber(t, 36) end",
    "floor-of-text": "local t = ('9'):rep(16000) while true do math.floor(t) end",
    "add-texts": "local t = ('9'):rep(16000) while true do local n = t + 0 end",
    "math": "while true do math.max(1, 2, 3) math.abs(-1) math.tointeger(3.0) end",
    "count": "while true do g:count(hand) end",
    "sum": "while true do g:sum('worth', hand) end",
    "cards": "while true do for c in g:cards(hand) do local x = c.worth end end",
    "random": "while true do math.random(6) end",
    "shuffles": "while true do g:shuffle('deck') end",
    "moves": "while true do g:move(hand, 'deck') g:move(deck, 'hand') end",
    "adds": "while true do g:add('gold', 1) g:add('gold', -1) end",
    "marks": "while true do for c in g:cards(hand) do c:add('mark', 1) c:add('mark', -1) end end",
    "says": "while true do g:say('hello', 1) end",
    "shows": "while true do g:show('all', deck) end",
    "queues": "while true do g:queue('go_verb') end",
    "lets": "while true do g:let('much') end",
    "closures": "while true do local f = function() return g end f() end",
    "tables": "while true do local t = {1, 2, 3} end",
    "bindings": "while true do local s = open('you') g:count(s) end",
    "reads": "while true do local x = g.gold x = g.players x = g.you end",
}
for name, body in LOOPS.items():
    head = 'local hand, deck, open = sel{zone = "hand"}, sel{zone = "deck"}, sel{zone = "hand", of = "$1"}\n'
    files = game("[{run: go}]", cards="[{a: {copies: 9}, b: {copies: 9}}]", zones=WIDE, lua=f"{head}step.go = function(g)\n{body}\nend\n",
                 more='let: {much: gold + 1}\nverbs: {go_verb: {do: [{add: {gold: 1}}]}}\nwords: {hello: "Hello {number}"}')
    mod(f"loop-{name}", files, "game hooks.lua")
PATTERNS = {
    "stars": ("('a'):rep(16000)", "('.-'):rep(9) .. 'b'"), "anchors": ("('a'):rep(10000)", "'(a*)*(a*)*b'"), "classes": ("('a'):rep(16000)", "'[a-z]*[a-z]*[a-z]*[a-z]*!'"),
    "balance": ("('('):rep(16000)", "'%b()'"), "frontier": ("('a'):rep(16000)", "'%f[b]%f[b]%f[b]'"), "captures": ("('a'):rep(16000)", "('(a)'):rep(40)"),
    "long": ("('a'):rep(16000)", "('a?'):rep(5000) .. ('a'):rep(5000)"), "back": ("('a'):rep(16000)", "'(a*)%1%1%1b'"),
}
for name, (text, pattern) in PATTERNS.items():
    mod(f"pattern-{name}", step(f"local t, p = {text}, {pattern} while true do t:find(p) end"), "game hooks.lua")
mod("loop-in-pure", game("[{choose: {who: all, card: {zone: hand}, if: odd(1) > 0}}]", lua="pure.odd = function(g, n) while true do end end"), "game hooks.lua")
mod("loop-in-pure-much", game("[{choose: {who: all, card: {zone: hand}, if: odd(1) > 0}}]", lua="pure.odd = function(g, n) while true do end end", limits="{work: 100000, game_work: 700000}"), "game hooks.lua")
mod("loop-in-bot-value", game(lua="bot.value = function(g, seat) while true do end end"), "game hooks.lua", flags=["--bots", "greedy,random"])
mod("loop-in-hopeless", game(players="1", lua="bot.hopeless = function(g, seat) while true do end end"))
mod("loop-in-check", game(lua="check.all_well = function(g) while true do end end"), "plays")
mod("loop-at-load", game(lua="while true do end"), "check hooks.lua")
mod("loop-at-load-texts", game(lua="local t = ('x'):rep(16000) while true do t = 'y' .. t:sub(2) end"), "check used more than 64 MB", place=r"hooks\.lua: error: ")
mod("loop-at-load-sel", game(lua="while true do sel{zone = 'hand'} end"), "check ")
mod("loop-at-load-hooks", game(lua="for i = 1, 1e9 do step['s' .. i] = function() end end"), "check did too much work for one decision (limits: work): an endless loop?")
mod("loop-in-helper-hooks", game("[{forever: true, phases: [{run: go}]}]", lua="step.go = function(g) for i = 1, 4000000 do end end"), "game hooks.lua")
mod("giant-tables-reached", game("[{run: go}]", lua="local big = {}\nfor i = 1, 20000 do big[i] = {i} end\nfor i = 1, 2000 do pure['s' .. i] = function(g) return big[1] end end\nstep.go = function(g) end"))
mod("giant-tables-deep", game("[{run: go}]", lua="local t = {}\nfor i = 1, 100000 do t = {t} end\nstep.go = function(g) return t[1] end"))
mod("giant-tables-circle", game("[{run: go}]", lua="local a, b = {}, {}\na.b = b b.a = a\nfor i = 1, 10000 do a[i] = b end\nstep.go = function(g) return a.b.a and nil end"))
mod("giant-texts", game("[{run: go}]", lua="local t = {}\nfor i = 1, 3000 do t[i] = ('x'):rep(16000) .. i end\nstep.go = function(g) return t[1] and nil end"), "check did too much work for one decision (limits: work): an endless loop?")
