"""Games that fail after the first pick, in a hook or in YAML, while their picks are recorded."""
from base import game, kind, step

mod = kind("after")

LUA = {
    "error": ('error("after")', "after"),
    "error-table": ("error({1, 2})", "hooks.lua:3"),
    "error-nil": ("error(nil)", "hooks.lua"),
    "error-card": ('error(g:card(hand))', "hooks.lua"),
    "nil-index": ("return g.nothing.here", "hooks.lua:3"),
    "nil-call": ("local f = ({})[1] f()", "hooks.lua:3"),
    "for-ever": ("while true do end", "did too much work"),
    "recursion": ("local function f() return 1 + f() end; f()", "endlessly"),
    "memory": ("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(16000) .. i end", "memory"),
    "half-a-move": ('g:move(hand, "heap") error("half")', "half"),
    "in-a-question": ('for seat, card in g:choose_all("all", sel_mine) do card:move("heap") error("half") end', "half"),
    "two-questions": ('g:choose(g.you or 0, sel_mine) error("x")', "hooks.lua:3"),
    "no-zone": ('g:move(hand, "nowhere")', "nowhere"),
    "no-seat": ('g:add(99, "mine", 1)', "hooks.lua:3"),
    "no-counter": ('g:add("all", "nothing", 1)', "nothing"),
    "range": ('g:set("gold", 2^31 | 0)', "hooks.lua:3"),
    "finish-nobody": ('g:finish("nothing")', "nothing"),
    "queue-nothing": ('g:queue("nothing")', "nothing"),
    "many-questions": ('for i = 1, 100 do g:choose_all("all", sel_mine) end error("x")', "hooks.lua"),
}
for name, (body, why) in LUA.items():
    files = game("[{choose: {who: all, card: {zone: hand}, do: [{run_it: 1}]}}]".replace("{run_it: 1}", "{add: {gold: 1}}")[:-1] + ", {run: go}]",
                 cards="[{a: {copies: 5}, b: {copies: 5}}]",
                 lua=f'local hand = sel{{zone = "hand", of = "all"}} local sel_mine = sel{{zone = "hand", of = "you"}}\nstep.go = function(g) g = ({{g}})[1];\n{body}\nend\n')
    mod(f"after-{name}", files, f"game {why}")

YAML = {
    "divide": ("{set: {gold: 1 // (gold - gold)}}", "DIVISION-BY-ZERO"),
    "range": ("{set: {gold: 2147483646 * (gold + 1)}}", "RANGE"),
    "queue": ("{trigger: {list: effects, cards: {zone: hand, of: all}}}", "LIMIT-QUEUE"),
    "endless": ("{forever: true, phases: [{add: {mine: 0, who: all}}]}", "ENDLESS"),
    "depth": ("{choose: {who: all, number: {from: 1, to: 2}, do: [{choose: {number: {from: 1, to: 2}, do: [{choose: {number: {from: 1, to: 2}, do: [{choose: {number: {from: 1, to: 2}, do: []}}]}}]}}]}}", "LIMIT-DEPTH"),
    "watchers": ("{repeat: 9, phases: [{move: {cards: {zone: hand, of: all, first: 1}, to: heap}}, {trigger: {list: waits, cards: {zone: heap, first: 1}}}]}", "LIMIT-WATCHERS"),
    "watch-hidden": ("{trigger: {list: waits, cards: {zone: hand, of: all, first: 1}}}", "WATCH-HIDDEN"),
    "hidden": ("{each: all, phases: [{choose: {number: {from: 1, to: much}, do: []}}]}", "HIDDEN-FILTER"),
    "masks": ("{repeat: 9, phases: [{block: {who: all, add: [mine], lasts: game}}]}", "LIMIT-MASKS"),
}
for name, (phase, why) in YAML.items():
    mod(f"after-{name}-yaml", game(f"[{{choose: {{who: all, card: {{zone: hand}}, do: [{{add: {{gold: 1}}}}]}}}}, {phase}]",
                                   cards="[{a: {copies: 5, effects: [go], waits: [{when: {add: mine}, do: [go]}]}, b: {copies: 5, effects: [go]}}]",
                                   traits="{cost: {is: number, default: 1}, effects: {is: effects}, waits: {is: effects}}", more="let: {much: {sum: cost, cards: {zone: hand, of: others}}}\nverbs: {go: {do: [{add: {gold: 1}}]}}",
                                   limits="{queue: 4, watchers: 4, masks: 4, depth: 3}"), f"game {why}")
mod("after-score", game(result='{score: "1 // (mine - mine)"}'), "game DIVISION-BY-ZERO")
mod("after-ties", game(result='{score: 0, ties: ["1 // (mine - mine)"]}'), "game DIVISION-BY-ZERO")
mod("after-side", game(result='{score: 0, side: "1 // (mine - mine)"}'), "game DIVISION-BY-ZERO")
