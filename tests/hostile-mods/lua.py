"""Scripts: state that is kept, what is not there, memory, strange values and syntax."""
from base import game, kind, step

mod = kind("lua")

ROUNDS = "[{repeat: 3, phases: [{run: go}, {choose: {who: all, card: {zone: hand}, do: [{add: {gold: 1}}]}}]}]"


def keeps(name, lua, ends, phases=ROUNDS):
    """A script that would remember what it did; `math.random` and counters show it if it may."""
    mod(f"keeps-{name}", game(phases, lua=lua), ends)


# What is kept in the file's own variables and tables.
keeps("upvalue", "local n = 0\nstep.go = function(g) n = n + 1 g:set('gold', n) end", "check hooks.lua")
keeps("table", "local t = {n = 0}\nstep.go = function(g) t.n = t.n + 1 g:set('gold', t.n) end", "check hooks.lua")
keeps("through-helper", "local t = {n = 0}\nlocal function put(x) x.n = x.n + 1 return x.n end\nstep.go = function(g) g:set('gold', put(t)) end", "game entry `n` of a table of the file is changed")
keeps("through-argument", "local t = {n = 0}\nlocal put = function(x, k, v) x[k] = v end\nstep.go = function(g) put(t, 'n', t.n + 1) g:set('gold', t.n) end", "game entry `n` of a table of the file is changed")
keeps("insert", "local t = {}\nstep.go = function(g) table.insert(t, 1) g:set('gold', #t) end", "check `t` belongs to the file, not the hook")
keeps("remove", "local t = {1, 2, 3, 4, 5, 6, 7, 8, 9}\nstep.go = function(g) table.remove(t) g:set('gold', #t) end", "check `t` belongs to the file, not the hook")
keeps("sort", "local t = {3, 2, 1}\nstep.go = function(g) table.sort(t, function(a, b) return a < b end) g:set('gold', t[1]) end", "check `t` belongs to the file, not the hook")
keeps("alias", "local t = {n = 0}\nstep.go = function(g) local u = t u.n = u.n + 1 g:set('gold', u.n) end", "check `t` belongs to the file, not the hook")
keeps("deep", "local t = {a = {b = {c = {n = 0}}}}\nstep.go = function(g) local u = t.a.b.c u.n = u.n + 1 g:set('gold', u.n) end", "check `t` belongs to the file, not the hook")
keeps("closure", "local function make() local n = 0 return function() n = n + 1 return n end end\nlocal f = make()\nstep.go = function(g) g:set('gold', f()) end", "check `n` belongs to the file, not the hook")
keeps("for-upvalue", "local fs = {}\nfor i = 1, 3 do fs[i] = function() i = i + 1 return i end end\nstep.go = function(g) g:set('gold', fs[1]()) end", "check `i` belongs to the file, not the hook")
keeps("hook-table", "step.go = function(g) step.went = function() end end", "game a hook writes step.went, but hooks must be defined while the script loads")
keeps("pure-table", "local memo = {}\npure.odd = function(g, n) memo[n] = (memo[n] or 0) + 1 return memo[n] end", "check `memo` belongs to the file, not the hook", "[{set: {gold: odd(1)}}, {choose: {who: all, card: {zone: hand}, if: odd(2) > 0}}]")
keeps("handles", "local kept = {}\nlocal function keep(t, x) t[1] = x end\nlocal hand = sel{zone = 'hand', of = 'all'}\nstep.go = function(g) if kept[1] then g:move(kept[1], 'heap') end keep(kept, g:card(hand)) end", "game entry 1 of a table of the file is changed")
keeps("g", "local kept = {}\nlocal function keep(t, x) t[1] = x end\nstep.go = function(g) keep(kept, g) end\npure.odd = function(g, n) kept[1]:add('gold', 1) return 1 end", "game entry 1 of a table of the file is changed", "[{run: go}, {choose: {who: all, card: {zone: hand}, if: odd(1) > 0}}]")
keeps("e", "local kept = {}\nlocal function keep(t, x) t[1] = x end\nstep.go = function(g, e) if kept[1] then g:set('gold', kept[1].number or 1) end keep(kept, e) end", "game entry 1 of a table of the file is changed")
keeps("iterator", "local kept = {}\nlocal function keep(t, x) t[1] = x end\nlocal hand = sel{zone = 'hand', of = 'all'}\nstep.go = function(g) if kept[1] then kept[1]() end keep(kept, g:cards(hand)) end", "game entry 1 of a table of the file is changed")
keeps("binding", "local kept = {}\nlocal function keep(t, x) t[1] = x end\nlocal open = sel{zone = '$1', of = 'all'}\nstep.go = function(g) if kept[1] then g:move(kept[1], 'heap') end keep(kept, open('hand')) end", "check ZONE-UNKNOWN")
keeps("string-table", "step.go = function(g) string.format = nil end", "game string cannot be changed (here: `format`)")
keeps("math-table", "step.go = function(g) math.random = function() return 4 end end", "game math cannot be changed (here: `random`)")
keeps("string-index", "local s = 'x'\nstep.go = function(g) s.y = 1 end", "check `s` belongs to the file, not the hook")
keeps("sel", "local make = ({sel})[1]\nstep.go = function(g) g:set('gold', g:count(make{zone = 'hand', of = 'all'})) end", "game sel{...} is compiled while the script loads")
keeps("holes", "local t = {1, 2, nil, 4, nil, nil, 7}\nstep.go = function(g) g:set('gold', #t) end", "plays")

# The length of lists with holes, of what is not a list, orders that differ between processes.
HOLES = {
    "nil-between": "local t = {1, 2, nil, 4} g:set('gold', #t)",
    "nil-set": "local t = {1, 2, 3, 4, 5, 6, 7, 8} t[4] = nil t[8] = nil g:set('gold', #t)",
    "removed": "local t = {} for i = 1, 100 do t[i] = i end for i = 1, 100, 3 do t[i] = nil end g:set('gold', #t)",
    "hash-part": "local t = {} for i = 1, 64, 2 do t[i] = i end g:set('gold', #t)",
    "backwards": "local t = {} for i = 50, 1, -1 do t[i] = i end t[25] = nil g:set('gold', #t)",
    "far": "local t = {1, 2, [2^31 | 0] = 3, [2^40 | 0] = 4} g:set('gold', #t)",
    "concat": "local t = {1, nil, 3} g:say('hello', #table.concat(t, ','))",
    "unpack": "local t = {1, nil, 3, nil} g:set('gold', select('#', table.unpack(t)))",
    "sort": "local t = {3, nil, 1, nil, 2} table.sort(t)",
    "ipairs": "local n = 0 for i in ipairs({1, nil, 3}) do n = n + 1 end g:set('gold', n)",
    "insert": "local t = {1, nil, 3, nil} table.insert(t, 9) g:set('gold', #t)",
    "remove": "local t = {1, nil, 3, nil} table.remove(t) g:set('gold', #t)",
    "varargs": "local function f(...) return #{...} end g:set('gold', f(1, nil, 3, nil))",
}
for name, body in HOLES.items():
    mod(f"holes-{name}", step(body, more='words: {hello: "Hello {number}"}'))
ORDERS = {
    "of-tables": "local t = {} for i = 1, 50 do t[{}] = i end for k, v in pairs(t) do g:set('gold', v) return end",
    "of-functions": "local t = {} for i = 1, 50 do t[function() return i end] = i end for k, v in pairs(t) do g:set('gold', v) return end",
    "of-cards": "local t = {} for c in g:cards(hand) do t[c] = 1 end for k in pairs(t) do k:move('heap') return end",
    "of-floats": "local t = {} for i = 1, 50 do t[i + 0.5] = i end local n = 0 for k, v in pairs(t) do n = n * 3 % 1009 + v end g:set('gold', n)",
    "of-booleans": "local t = {[true] = 1, [false] = 2, x = 3} for k, v in pairs(t) do g:set('gold', v) return end",
    "of-2-to-53": "local t = {[2^53] = 1, [2^53 + 1] = 2, [math.maxinteger] = 3, [math.mininteger] = 4} local n = 0 for k, v in pairs(t) do n = n * 10 + v end g:set('gold', n)",
    "of-nan": "local t = {} t[0/0] = 1",
    "of-inf": "local t = {[1/0] = 1, [-1/0] = 2, [0] = 3, [-0.0] = 4} local n = 0 for k, v in pairs(t) do n = n * 10 + v end g:set('gold', n)",
    "names": "local n = tostring(print) .. tostring({}) .. tostring(g)",
    "addresses": "g:say('hello', #tostring(function() end) + #tostring({}) + #tostring(g))",
    "percent-p": "g:say('hello', #string.format('%p', {}))",
    "sort-lies": "local t = {} for i = 1, 100 do t[i] = i * 7 % 31 end table.sort(t, function(a, b) return (a + b) % 2 == 0 end) g:set('gold', t[1])",
    "sort-changes": "local t = {} for i = 1, 100 do t[i] = i * 7 % 31 end table.sort(t, function(a, b) t[1] = nil return a < b end)",
    "sort-mixed": "table.sort({1, 'a', {}, true})",
    "sort-asks": "local t = {3, 1, 2} for seat in g:seats('all') do table.sort(t, function(a, b) g:choose(seat, hand) return a < b end) end",
    "gsub-asks": "for seat in g:seats('all') do ('abc'):gsub('.', function() g:choose(seat, hand) return 'x' end) end",
    "next-changes": "local t = {a = 1, b = 2, c = 3} for k in pairs(t) do t[k .. 'x'] = 1 t[k] = nil end",
    "next-foreign": "next({}, 'nothing')",
}
ORDERS_END = {  # all others play
    "of-tables": "game pairs: a key is a table, which has no order", "of-functions": "game pairs: a key is a function, which has no order", "of-cards": "game pairs: a key is a card, which has no order",
    "of-floats": "game pairs: a key is", "of-booleans": "game pairs: a key is false, which has no order", "of-nan": "game table index is NaN", "of-inf": "game pairs: a key is -inf, which has no order",
    "names": "check `print` is not defined", "percent-p": "game string.format: %p is not available", "sort-mixed": "game table.sort: `a` and 1 have no order: give a comparator",
}
for name, body in ORDERS.items():
    mod(f"order-{name}", step(body, more='words: {hello: "Hello {number}"}'), ORDERS_END.get(name, "plays"))

ABSENT = {
    "pcall": "pcall(error, 'x')", "coroutine": "coroutine.wrap(function() end)()", "load": "load('return 1')()", "require": "require('os')", "io": "io.open('/etc/passwd')",
    "os": "os.time()", "debug": "debug.sethook()", "setmetatable": "setmetatable({}, {})", "getmetatable": "getmetatable('')", "rawset": "rawset(g, 1, 1)", "collectgarbage": "collectgarbage()",
    "print": "print('\\27[2J')", "dofile": "dofile('/etc/passwd')", "_G": "_G.x = 1", "_ENV": "_ENV.x = 1", "dump": "string.dump(function() end)", "pack": "string.pack('i4', 1)", "table-move": "table.move({1, 2}, 1, 2, 1 << 40)",
}
for name, body in ABSENT.items():
    mod(f"absent-{name}", step(body), f"check has nothing named `{name.split('-')[-1]}`" if name in ("dump", "pack", "table-move") else "check hooks.lua")
mod("absent-env-local", step("local _ENV = {} x = 1"))
mod("absent-env-argument", step("(function(_ENV) x = 1 end)(g)"), "game the game cannot be written to (`x`)")

HANDLES = {
    "write-g": "g.gold = 5", "write-card": "g:card(hand).worth = 5", "index-nan": "local x = g[0/0]", "index-table": "local x = g[{}]", "metatable-name": "local x = g.__index", "gc": "g.__gc()", "call-g": "g()",
    "add-g": "local x = g + 1", "concat-card": "local x = 'a' .. g:card(hand)", "compare-cards": "local a = g:card(hand) < g:card(hand)", "length-card": "local x = #g:card(hand)",
    "other-method": "g.count(1, hand)", "method-of-card": "local c = g:card(hand) c.move(g, 'heap')", "no-self": "g.add('gold', 1)", "string-for-g": "g.add('x', 'gold', 1)",
    "card-as-seat": "g:add(g:card(hand), 'mine', 1)", "seat-as-card": "g:move(g.you, 'heap')", "list-of-lists": "g:move({{g:card(hand)}}, 'heap')", "list-with-hole": "g:move({g:card(hand), nil, g:card(hand)}, 'heap')",
    "list-twice": "local c = g:card(hand) g:move({c, c, c, c}, 'heap')", "list-giant": "local t, c = {}, g:card(hand) for i = 1, 100000 do t[i] = c end g:move(t, 'heap')",
    "list-of-itself": "local t = {} t[1] = t g:move(t, 'heap')", "arguments-many": "g:say('hello', table.unpack({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}))", "varargs-million": "local t = {} for i = 1, 1000000 do t[i] = i end g:add(table.unpack(t))",
    "varargs-200": "local t = {} for i = 1, 200 do t[i] = i end math.max(table.unpack(t))", "select-negative": "select(-1000000, 1)", "select-huge": "select(1 << 62, 1)", "byte-huge": "('x'):rep(16000):byte(1, -1)", "char-million": "string.char(table.unpack({300, -1}))",
    "format-width": "string.format('%99999999d', 1)", "format-star": "string.format('%*d', 1, 1)", "format-precision": "string.format('%.99f', 1e308)", "format-s-long": "string.format('%s%s', ('x'):rep(16000), ('x'):rep(16000))",
    "format-bad": "string.format('%', 1)", "format-n": "string.format('%n', 1)", "format-q": "string.format('%q', 1/0)", "format-missing": "string.format('%d %d %d')", "format-nan": "string.format('%d', 0/0)", "format-a": "string.format('%a', 1)",
    "format-nul": "string.format('%s', 'a\\0b')", "format-many": "string.format(('%s'):rep(200), table.unpack({}))", "rep-huge": "('x'):rep(1 << 62)", "rep-negative": "('x'):rep(-5)", "rep-separator": "('x'):rep(1 << 31, 'yyyy')",
    "sub-huge": "('x'):sub(math.mininteger, math.maxinteger)", "find-huge": "('x'):find('x', math.maxinteger)", "gsub-huge": "('x'):gsub('', ('y'):rep(16000), math.maxinteger)", "gsub-percent": "('x'):gsub('x', '%9')",
    "gsub-table": "('x'):gsub('x', {x = {}})", "pattern-bad": "('x'):find('[')", "pattern-percent": "('x'):find('%')", "pattern-parens": "('x'):find(('('):rep(200))", "tonumber-base": "tonumber('z', 99)", "tonumber-long": "tonumber(('9'):rep(16000))",
    "insert-far": "table.insert({}, 1 << 40, 1)", "concat-tables": "table.concat({{}, {}})", "concat-far": "table.concat({}, '', 1, 1 << 62)", "unpack-far": "table.unpack({}, math.mininteger, math.maxinteger)", "error-level": "error('x', 99)",
    "error-long": "error(('x'):rep(16000))", "error-lines": "error('x\\nFORGED\\nFORGED: all is well\\r')", "error-controls": "error('\\27[2J\\xc2\\x9b31m\\xe2\\x80\\xae\\xff\\0')", "error-text-number": "error(5)", "assert-card": "assert(false, g:card(hand))",
    "assert-long": "assert(false, ('\\27'):rep(16000))", "random-backwards": "math.random(5, 1)", "goto-loops": "local n = 0 ::a:: n = n + 1 if n < 1e9 then goto a end",
}
HANDLES_END = {  # all others play
    "byte-huge": "game string.byte: more than 200 values",
    "write-g": "game the game cannot be written to (`gold`)", "write-card": "game a card cannot be written to (`worth`)", "index-nan": "game name a field of g by a text, not nan",
    "index-table": "game name a field of g by a text, not a table", "metatable-name": "game g has no `__index`", "gc": "game g has no `__gc`", "call-g": "game attempt to call a userdata value (local 'g')",
    "add-g": "game attempt to perform arithmetic on a userdata value (local 'g')", "concat-card": "game attempt to concatenate a userdata value", "compare-cards": "game attempt to compare two userdata values",
    "length-card": "game `#` needs a list or a text, not a card", "method-of-card": "game a selector or a card is needed, not the game", "no-self": "game a counter is needed, not 1",
    "card-as-seat": "game mine is a counter of seats, not of cards", "seat-as-card": "game a selector or a card is needed, not nothing", "list-of-lists": "game a card is needed, not a table",
    "list-giant": "game a list of 100000 cards: there are not so many", "list-of-itself": "game a card is needed, not a table", "varargs-million": "game used more than 16 MB of memory, or called itself endlessly",
    "select-negative": "game bad argument #1 to 'select' (index out of range)", "char-million": "game bad argument #1 to 'char' (value out of range)", "format-width": "game invalid conversion specification: '%99999999d'",
    "format-star": "game string.format: %* is not available", "format-s-long": "game made a string of more than 16 KB", "format-bad": "game invalid conversion '%' to 'format'",
    "format-n": "game string.format: %n is not available", "format-q": "game string.format: %q is not available", "format-missing": "game bad argument #2 to 'format' (no value)",
    "format-nan": "game bad argument #2 to 'format' (number has no integer representation)", "format-a": "game string.format: %a is not available", "format-many": "game bad argument #2 to 'format' (no value)",
    "rep-huge": "game string.rep: the text would be longer than 16 KB", "rep-separator": "game string.rep: the text would be longer than 16 KB", "gsub-huge": "game made a string of more than 16 KB",
    "gsub-percent": "game invalid capture index %9", "gsub-table": "game invalid replacement value (a table)", "pattern-bad": "game malformed pattern (missing ']')", "pattern-percent": "game malformed pattern (ends with '%')",
    "pattern-parens": "game too many captures", "tonumber-base": "game bad argument #2 to 'tonumber' (base out of range)", "insert-far": "game table.insert: position 1099511627776 of 1",
    "concat-tables": "game invalid value (table) at index 1 in table for 'concat'", "concat-far": "game table.concat: more than 10000 entries", "unpack-far": "game table.unpack: more than 200 values",
    "error-level": "game step.go: x", "error-long": "game step.go: xxxx", "error-lines": "game x\\x0AFORGED\\x0AFORGED: all is well\\x0D", "error-controls": "game \\x1B[2J\\xC2\\x9B31m\\xE2\\x80\\xAE\\xFF",
    "error-text-number": "game the message is a number, not a text", "assert-card": "game step.go: assertion failed", "assert-long": "game step.go: \\x1B\\x1B",
    "random-backwards": "game math.random: there is no number from 5 to 1", "goto-loops": "game did too much work for one decision (limits: work)",
}
for name, body in HANDLES.items():
    mod(f"handle-{name}", step(body, more='words: {hello: "Hello {number}"}'), HANDLES_END.get(name, "plays"))

# A card that has left the game lies in no zone: steps do nothing to it.
GONE = {
    "moves": "c:move('heap')", "moves-in-list": "g:move({c, c}, 'heap', nil, nil, 1)", "moves-twice": "local d = g:card(hand) g:move({d, d, c, d}, 'out')", "told": "g:tell(c, 'worth', 1)", "shown": "g:show('all', c, 'game')",
    "marked": "c:set('mark', 1) g:set({c}, 'mark', 1) c:add('mark', 1)", "waits": "g:queue('go', c) g:trigger('effects', c) c:cancel()", "all": "local t = {} for x in g:cards(hand) do t[#t + 1] = x x:move('out') end g:move(t, 'heap') g:turn(t, 'down') g:set('gold', g:count(t))",
}
for name, body in GONE.items():
    mod(f"left-{name}", step(f"local c = g:card(hand) c:move('out') {body}", zones="{hand: {per: player, seen_by: owner, holds: [{}]}, heap: {as: row, seen_by: all}, out: {seen_by: all, gone: true}}",
                             traits="{worth: {is: number, default: 1}, effects: {is: effects, default: [{add: {cards: this, mark: 1}}]}}", more="verbs: {go: {params: {c: card}, main: c, do: [{move: {cards: $c, to: heap}}]}}"))

# What is not read to its end, or runs out while it is loaded, has no line.
WHOLE = r"(hooks\.lua|ruleset\.yaml):( error: |[0-9]+:)"

MEMORY = {
    "texts": "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(16000) .. i end", "tables": "local t = {} for i = 1, 1e9 do t[i] = {} end", "array": "local t = {} for i = 1, 1e9 do t[i] = i end", "doubling": "local s = 'x' while true do s = s .. s end",
    "recursion": "local function f(n) return 1 + f(n + 1) end f(1)", "closures": "local t = {} for i = 1, 1e9 do t[i] = function() return i end end", "nested": "local t = {} while true do t = {t} end", "gsub": "local s = ('x'):rep(100) while true do s = s:gsub('x', 'xx') end",
    "concat": "local t = {} for i = 1, 5000 do t[i] = ('x'):rep(16000) end table.concat(t)", "garbage": "while true do local s = ('x'):rep(8000) .. math.random(9) end", "keys": "local t = {} for i = 1, 1e9 do t['k' .. i] = true end",
    "coroutines-of-questions": "for i = 1, 31 do g:choose_all('all', hand) end local t = {} for i = 1, 1e9 do t[i] = {} end",
}
for name, body in MEMORY.items():
    mod(f"memory-{name}", step(body), "game ")
mod("memory-in-pure", game("[{choose: {who: all, card: {zone: hand}, if: odd(1) > 0}}]", lua="pure.odd = function(g, n) local t = {} while true do t[#t + 1] = {} end end"), "game ")
mod("memory-at-load", game("[{run: go}]", lua="local t = {}\nfor i = 1, 1e9 do t[i] = {} end\nstep.go = function(g) end"), "check ", place=WHOLE)
mod("memory-of-constants", game("[{run: go}]", lua="local t = {" + "{{{{}}}}," * 60000 + "}\nstep.go = function(g) return t[1] and nil end"), "check used more than 64 MB", place=WHOLE)
mod("memory-pures-each-other", game("[{choose: {who: all, card: {zone: hand}, if: odd(1) > 0}}]", lua="local far = sel{zone = 'hand', of = 'all', where = 'odd(1) > 0'}\npure.odd = function(g, n) return g:count(far) end"), "game pure hooks call each other endlessly")

PLAYS = "crlf cr many-upvalues many-constants".split()
LACKS = "deep-brackets long-line long-name huge-number hex-float empty returns".split()
SYNTAX = {
    "binary": b"\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08xV", "bytecode-truncated": b"\x1bLua", "shebang": b"#!/bin/sh\nstep.go = function(g) end\n", "bom": b"\xef\xbb\xbfstep.go = function(g) end\n", "nul": b"step.go = function(g) end\n\0",
    "latin-1": "-- \xe9\nstep.go = function(g) end\n".encode("latin-1"), "crlf": b"step.go = function(g)\r\nend\r\n", "cr": b"step.go = function(g)\rend\r",
    "deep-parens": b"step.go = function(g) return " + b"(" * 100000 + b"1" + b")" * 100000 + b" end", "deep-tables": b"local t = " + b"{" * 100000 + b"}" * 100000, "deep-functions": b"return " + b"function() return " * 50000 + b"1" + b" end" * 50000,
    "deep-blocks": b"do " * 100000 + b"end " * 100000, "deep-not": b"return " + b"not " * 100000 + b"1", "deep-concat": b"return " + b"'a' .. " * 100000 + b"'a'", "deep-power": b"return " + b"2 ^ " * 100000 + b"1",
    "deep-brackets": b"return [" + b"=" * 100000 + b"[x]" + b"=" * 100000 + b"]", "many-locals": b"".join(b"local v%d = 1\n" % i for i in range(300)), "many-upvalues": b"".join(b"local v%d = 1\n" % i for i in range(150)) + b"step.go = function(g) return " + b"+".join(b"v%d" % i for i in range(150)) + b" end",
    "many-constants": b"local t = {" + b",".join(b"'c%d'" % i for i in range(60000)) + b"}\nstep.go = function(g) end", "many-functions": b"".join(b"step.s%d = function() end\n" % i for i in range(20000)), "many-selectors": b"".join(b"local _ = sel{zone = 'hand'}\n" for i in range(5000)),
    "unclosed-text": b"local s = 'abc", "unclosed-long": b"local s = [[abc", "unclosed-comment": b"--[[ abc", "long-line": b"local s = '" + b"x" * 900000 + b"'", "long-name": b"local " + b"x" * 900000 + b" = 1", "escape-text": b"error('\\27[2J')", "escape-raw": b"error('\x1b[2J')",
    "goto-nowhere": b"goto nowhere", "break-nowhere": b"break", "attribs": b"local x <close> = {}", "const": b"local x <const> = 1 x = 2", "control-name": b"local \x01 = 1", "huge-number": b"local n = " + b"9" * 100000, "hex-float": b"local n = 0x" + b"f" * 50000 + b"p99999", "too-large": b"-- " + b"x" * (1 << 20) + b"\n", "empty": b"", "returns": b"return {}",
}
for name, text in SYNTAX.items():
    ends = "plays" if name in PLAYS else "check HOOK-MISSING" if name in LACKS else "check hooks.lua"
    mod(f"syntax-{name}", game("[{run: go}]", lua="", files={"hooks.lua": text}), ends, place=WHOLE)
SEL = {
    "deep": "local s = {zone = 'hand'} for i = 1, 5000 do s = {zone = 'hand', except = s} end sel(s)", "itself": "local s = {zone = 'hand'} s.except = s sel(s)", "any-itself": "local s = {zone = 'hand', any = {}} s.any[1] = s sel(s)", "wide": "local a = {} for i = 1, 100000 do a[i] = {zone = 'hand'} end sel{zone = 'hand', any = a}",
    "long-where": "sel{zone = 'hand', where = ('1 + '):rep(3000) .. '1 > 0'}", "control": "sel{zone = 'hand\\27[2J'}", "control-key": "sel{['\\27[2J\\nFORGED'] = 1}", "function": "sel{zone = function() end}", "number-key": "sel{[1.5] = 'hand'}", "places": "sel{zone = '$9', of = '$0', card = '$1000000'}", "nan": "sel{zone = 'hand', first = 0/0}", "secret-path": "sel{zone = '../secret'}",
}
for name, body in SEL.items():
    mod(f"sel-{name}", game("[{run: go}]", lua=body + "\nstep.go = function(g) end"), "check hooks.lua", place=WHOLE)
