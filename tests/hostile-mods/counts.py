"""Scripts whose single instructions and calls take long: what they do must count by the bytes, values and keys that
they go through. Each decision ends within two seconds of processor time at the default limits."""
from base import game, kind, step

put = kind("counts")
WORK, MEMORY, AGAIN = "game did too much work for one decision", "game used more than 16 MB", "[{forever: true, phases: [{run: go}]}]"


def mod(name, files, ends=WORK, **more):
    put(name, files, ends, cpu=2, **more)


def go(lua, before=""):
    """A step that takes long at once."""
    return game("[{run: go}]", lua=f"{before}\nlocal hand = sel{{zone = 'hand', of = 'all'}}\nstep.go = function(g)\n{lua}\nend\n")


TEXTS = "local a, b = ('x'):rep(16000) .. 'a', ('x'):rep(16000) .. 'a' "
ZEROS = "local a, b = ('\\0'):rep({n}) .. 'a', ('\\0'):rep({n}) .. 'a' "
FLOATS = "local x, y = 1.7e308 / 3, 3e-308 "
VALUES = "local function go(...) while true do {body} end end go(table.unpack({{}}, 1, 200))"

# Texts, byte by byte.
mod("counts-equal", go(TEXTS + "while true do local _ = a == b end"))
mod("counts-less", go(TEXTS + "while true do local _ = a < b end"))
mod("counts-less-zeros", go(ZEROS.format(n=16000) + "while true do local _ = a < b end"))
mod("counts-less-few-zeros", go(ZEROS.format(n=100) + "while true do " + "if a < b then end " * 60 + "end"))
mod("counts-equal-of-file", go("for i = 1, 1e9 do local _ = a == b end", before=TEXTS))
mod("counts-key-long", go(TEXTS + "local t = {[a] = 1} while true do local _ = t[b] end"))
mod("counts-limit-of-for", go("local s = ({('0'):rep(16000) .. '1'})[1] while true do for i = 1, s do end end"))
mod("counts-joined", go("local a = ('x'):rep(8000) while true do local b = a .. 'y' end"), MEMORY)
mod("counts-joined-whole", go("local x = math.maxinteger while true do " + "local z = x .. '' " * 50 + "end"))
mod("counts-joined-floats", go(FLOATS + "while true do " + "local z = x .. x " * 50 + "end"))
mod("counts-sort-long", go("local t = {} for i = 1, 500 do t[i] = ('x'):rep(4000) .. i end while true do table.sort(t) end"))
mod("counts-pairs-long", go("local t = {} for i = 1, 500 do t[('x'):rep(4000) .. i] = i end while true do for k in pairs(t) do end end"))
mod("counts-tostring", go(FLOATS + "while true do local s = tostring(x) end"))
mod("counts-format", go(FLOATS + "while true do local s = ('%.3e%.3e'):format(x, x) end"))
mod("counts-concat-nothing", go("local t = {} for i = 1, 200 do t[i] = '' end while true do table.concat(t) end"))
mod("counts-remainder-floats", go(FLOATS + "while true do " + "local z = x % y " * 50 + "end"))

# Values: arguments, results, lists.
mod("counts-varargs-grow", go("local function leaf(...) end local function grow(n, ...) if n == 0 then for i = 1, 1e9 do leaf(...) end return end return grow(n - 1, "
                              + "1, " * 100 + "...) end grow(700)"), "game the function of line 4: a call takes at most 200 values")
mod("counts-varargs", go(VALUES.format(body="leaf(...)").join(["local function leaf(...) end ", ""])))
mod("counts-varargs-dropped", go("local function leaf() end " + VALUES.format(body="leaf(...) " * 50)))
mod("counts-varargs-table", go(VALUES.format(body="local t = {...}")), MEMORY)
mod("counts-select", go(VALUES.format(body="local n = select('#', ...)").replace("200", "199")))
mod("counts-select-many", go("local function go(...) return select('#', ...) end go(table.unpack({}, 1, 200))"), "game select: a call takes at most 200 values")
mod("counts-results-grow", go("local function f(n) if n == 0 then return 1 end return " + "1, " * 100 + "f(n - 1) end while true do f(700) end"), "game f: a call gives at most 200 values")
mod("counts-unpack", go("local t = {} for i = 1, 200 do t[i] = i end while true do local a = table.unpack(t) end"))
mod("counts-bytes", go("local s = ('x'):rep(16000) while true do local t = s:byte(1, 200) end"))
mod("counts-bytes-all", go("local s = ('x'):rep(16000) while true do local t = {s:byte(1, -1)} end"), "game string.byte: more than 200 values")
mod("counts-nothing", go("while true do local " + ", ".join(f"a{i}" for i in range(150)) + " end"))
mod("counts-closures", go("local " + ", ".join(f"a{i}" for i in range(100)) + " while true do local f = function() return " + " + ".join(f"a{i}" for i in range(100)) + " end end"), MEMORY)

# Keys that fall together, tables that grow, big heaps.
mod("counts-keys-floats", go("local t = {} for i = 1, 1e9 do t[1 + i * 2 ^ -50] = i end"))
mod("counts-keys-whole", go("local t = {} for i = 1, 1e9 do t[i * 65535] = i end"))
mod("counts-keys-looked-up", go("local t = {} for i = 1, 2000 do t[i * 2047] = i end while true do local _ = t[2047] end"))
mod("counts-keys-few", go("local t = {} for i = 1, 15 do t[i * 15] = i end while true do " + "local _ = t[15] " * 90 + "end"))
mod("counts-keys-pairs", go("local t = {} for i = 1, 2000 do t[i * 2047] = i end while true do for k in pairs(t) do end end"))
mod("counts-keys-of-file", game(AGAIN, lua="local t = {} for i = 1, 1500 do t[i * 2047] = i end\nstep.go = function(g) for i = 1, 30 do local _ = t[2047] end end"))
mod("counts-table-grows", go("local t = {} for i = 1, 200000 do t[i] = i end local k = 1 while true do t['a' .. k % 7] = nil t['b' .. k % 11] = 1 t['c' .. k % 13] = 1 k = k + 1 "
                             "t['b' .. k % 11] = nil t['c' .. k % 13] = nil t['a' .. k % 7] = 1 end"))
mod("counts-garbage", game(AGAIN, lua="step.go = function(g) local t = {} for i = 1, 90000 do t[i] = {i} end end"))
mod("counts-garbage-and-heap", game(AGAIN, lua="local big = {} for i = 1, 120000 do big[i] = {i} end\nstep.go = function(g) local t = {} for i = 1, 90000 do t[i] = {i} end return big[1] == t end"))

# Functions that lead to each other without a loop, and loops over calls that do little.
mod("counts-itself", go("local f f = function() return f() end f()"))
mod("counts-by-table", go("return step.go(g)"))
mod("counts-tree", go("local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end while true do f(25) end"))
mod("counts-of-type", go("for x in type, 1 do end"))
mod("counts-cards", go("for a in g:cards(hand) do " + "for b in g:cards(hand) do " * 8 + "local n = 0" + " end" * 9))
mod("counts-pure", game("[{repeat: 1000000, phases: [{set: {gold: 'f(1)'}}]}]", lua="pure.f = function(g, n) local a = 0 for i = 1, 60 do a = a + i end return a end"), "game LIMIT-WORK")
mod("counts-callbacks", step("local n = 0 while true do ('aaaaaaaa'):gsub('a', function() n = n + 1 end) end"), MEMORY)
