"""Loops over cards and seats in a `do`, sets of cards, named steps, facts, counters of words and of cards, the newest first."""
import re

from base import game, kind

mod = kind("newer")

ROW = "{deck: {as: pile, seen_by: nobody}, hand: {per: player, seen_by: owner, holds: [{}]}, heap: {as: row, seen_by: all}, bag: {seen_by: nobody}}"
THOUSAND = "[{%s}]" % ", ".join(f"c{i}: {{colour: {'red' if i % 2 else 'blue'}}}" for i in range(1000))
COLOURS = "{colour: {one_of: [red, blue], default: red}, worth: {is: number, default: 1}}"
DECK = "{deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}, heap: {as: row, seen_by: all}, bag: {seen_by: nobody}}"


def many(n, text, sep=", "):
    return sep.join(text.replace("@", str(i)) for i in range(n))


# What comes of those that do not play.
ENDS = {
    "check COUNTER-HIDDEN": "words-in-hidden",
    "check COUNTER-TWICE": "brought-same-name-other-kind",
    "check KEY-CONFLICT": "each-of-seats-of-cards steps-both brought-per-player order-newest-twice order-newest-behind-class order-declined-all-pass order-declined-not-may",
    "check KEY-MISPLACED": "facts-by-computed",
    "check KEY-MISSING": "steps-empty facts-nothing",
    "check LIMIT-ACTIONS": "order-any-of-in-place-many",
    "check LIMIT-CHOOSE": "steps-tower-of-chooses order-declined-circle",
    "check LIMIT-DEFINITION": "brought-each-its-own brought-thousand-on-one",
    "check LIMIT-STEPS": "steps-tower",
    "check LIMIT-TESTS": "facts-any-huge",
    "check LIMIT-WORDS": "words-thirty-one words-thousands",
    "check LIST-EMPTY": "order-any-of-nothing",
    "check NAME-RESERVED": "steps-named-like-steps steps-named-like-phases brought-named-as-a-zone",
    "check NAME-TAKEN": "brought-named-as-a-trait order-any-of-in-place-twice order-any-of-in-place-named",
    "check NAME-UNKNOWN": "words-minus-minus words-formula",
    "check PARAM-TYPE": "steps-parameters-of-each-other",
    "check PARAM-UNKNOWN": "steps-parameters-many",
    "check PHASE-UNKNOWN": "brought-lasts-nowhere",
    "check RANGE": "each-first-negative sets-count-formula-negative steps-parameters-huge order-times-negative order-out-of-huge",
    "check STEP-CIRCLE": "steps-loop steps-loop-by-verb",
    "check STEP-PLACE": "steps-phases-in-do",
    "check TEXT-CHARACTER": "facts-says-signs order-any-of-named-signs",
    "check TEXT-PLACE": "facts-says-nested order-says-of-move",
    "check TYPE-MAP": "brought-a-list brought-like-a-like",
    "check TYPE-NUMBER": "brought-start-formula",
    "check UNBOUND": "each-feeds-itself sets-count-asks-the-set",
    "check VALUE-RANGE": "sets-count-zero sets-count-negative sets-count-backwards sets-count-33 sets-count-formula-huge sets-limit-over brought-start-huge order-out-of-zero",
    "check VALUE-UNKNOWN": "words-of-a-number",
    "check VERB-UNKNOWN": "steps-forty-thousand",
    "check WORD-UNKNOWN": "words-numbers words-start-foreign",
    "check YAML-SYNTAX": "words-compared",
    "game hooks.lua:": "facts-by-mistake-of-script words-script-words words-script-circle",
    "game DRAWN-CHOICE": "sets-random",
    "game ENDLESS": "each-while-true-seats steps-of-phases-forever order-all-pass-forever-forced",
    "game HIDDEN-FILTER": "sets-if-is-work sets-in-a-hidden-hand-filter",
    "game LIMIT-CHOICES": "sets-limit-most-with-target",
    "game LIMIT-DEPTH": "steps-tower-of-phases",
    "game LIMIT-MASKS": "order-show-for-ever",
    "game LIMIT-QUEUE": "each-in-effects-of-all order-newest-recursion",
    "game LIMIT-SETS": "sets-of-1000 sets-limit-most sets-limit-one",
    "game LIMIT-WORK": "each-of-1000 each-three-deep sets-with-everything",
    "game NO-ZONE": "order-owner-of-move",
    "game RANGE": "steps-called-as-verb order-out-of-formula",
    "game TELL-FALSE": "facts-false facts-contradict facts-contradict-later facts-contradict-later-searched facts-any-deep facts-in-choices",
    "game WATCH-HIDDEN": "steps-loop-by-watcher",
    "game hooks.lua:1": "sets-if-is-a-script-that-counts sets-if-is-a-script-that-loops",
}
ENDS = {name: ends for ends, names in ENDS.items() for name in names.split()}


def newer(name, files, **more):
    mod(name, files, ENDS.get(name, "plays"), **more)


# ---- each over cards
ALL = "{zone: hand, of: all}"
for name, (phases, more) in {
    "feeds-itself": ("[{each: {cards: {zone: [hand, heap], of: all}}, do: [{move: {to: heap}}, {move: {cards: {zone: heap}, to: hand, of: you}}]}]", {}),
    "of-1000": (f"[{{each: {{cards: {ALL}}}, do: [{{each: {{cards: {ALL}}}, do: [{{add: {{gold: 1}}}}]}}]}}]", {"cards": THOUSAND, "traits": COLOURS}),
    "three-deep": (f"[{{each: {{cards: {ALL}}}, do: [{{each: {{cards: {ALL}}}, do: [{{each: {{cards: {ALL}}}, do: [{{add: {{gold: 1}}}}]}}]}}]}}]", {"cards": "[{a: {copies: 300}}]"}),
    "moves-what-comes": (f"[{{each: {{cards: {ALL}}}, do: [{{move: {{cards: {ALL}, to: out}}}}, {{add: {{mark: 1, cards: card}}}}]}}]", {"zones": ROW[:-1] + ", out: {seen_by: all, gone: true}}"}),
    "shuffles-what-comes": ("[{each: {cards: {zone: deck}}, do: [{shuffle: {zone: deck}}, {move: {to: heap}}]}]", {"zones": DECK}),
    "hidden-set": ("[{each: {cards: {zone: bag}}, do: [{move: {to: heap}}, {move: {cards: {zone: heap}, to: bag}}]}]", {"zones": DECK.replace("seen_by: nobody}}", "seen_by: nobody, holds: [{}]}}")}),
    "while-true-seats": ("[{forever: true, phases: [{each: all, while: gold == 0, do: [{add: {gold: 0}}]}]}]", {}),
    "nobody": ("[{each: {where: mine > 99}, do: [{choose: {card: {zone: hand}}}]}, {each: {cards: {zone: heap}}, do: [{choose: {who: all, card: {zone: hand}}}]}]", {}),
    "asks-1000": ("[{each: {cards: {zone: deck}}, do: [{choose: {who: all, number: {from: 1, to: 2}, do: [{move: {cards: card, to: heap}}]}}]}]", {"cards": THOUSAND, "zones": DECK, "traits": COLOURS}),
    "card-in-card": ("[{choose: {who: all, card: {zone: hand}, do: [{each: {cards: {zone: hand}}, do: [{choose: {card: {zone: hand}, do: [{move: {to: heap}}]}}, {move: {to: heap}}]}, {move: {to: heap}}]}}]", {}),
    "gone-and-back": ("[{each: {cards: {zone: heap}}, do: [{move: {to: bag}}, {move: {cards: {zone: bag}, to: heap}}, {turn: {face: down}}, {turn: {face: up}}]}]", {"zones": DECK.replace("heap: {as: row, seen_by: all}", "heap: {as: row, seen_by: all, holds: [{}]}")}),
    "of-seats-of-cards": ("[{each: {where: {count: {zone: hand}}}, by: [random, mine], from: {owner: {zone: hand, of: all, first: 1}}, do: [{each: {cards: {zone: hand}}, while: gold < 5, do: [{add: {gold: 1}}]}]}]", {}),
    "from-nobody": ("[{each: all, from: {where: mine > 99}, do: [{add: {mine: 1}}]}]", {}),
    "from-none-counter": ("[{each: all, from: lead, do: [{add: {mine: 1}}]}]", {"counters": "{gold: {}, mine: {per: player}, lead: {is: seat}}"}),
    "random-in-selector": ("[{each: {cards: {zone: deck, random: 100000}}, do: [{move: {to: heap}}]}]", {"zones": DECK}),
    "first-negative": ("[{each: {cards: {zone: deck, first: -4}}, do: [{move: {to: heap}}]}, {each: {cards: {zone: deck, last: 2147483647}}, do: [{move: {to: heap}}]}]", {"zones": DECK}),
    "in-effects-of-all": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}]", {"traits": "{effects: {is: effects, default: [{each: {cards: {zone: hand, of: all}}, do: [{trigger: {list: effects, cards: card}}]}]}}"}),
    "finish-inside": ("[{each: {cards: {zone: hand, of: all}}, do: [{finish: {because: {over: true}}}, {choose: {who: all, card: {zone: hand}}}]}, {choose: {who: all, card: {zone: hand}}}]", {"more": "words: {over: over}"}),
}.items():
    newer(f"each-{name}", game(phases, **({"zones": ROW} | more)))

# ---- sets of cards
for name, (choose, more) in {
    "of-1000": ("cards: {zone: hand, count: {from: 1, to: 32}}", {"cards": THOUSAND, "traits": COLOURS}),
    "of-1000-none-good": ("cards: {zone: hand, count: 32, if: gold > 5}", {"cards": THOUSAND, "traits": COLOURS}),
    "of-1000-pairs-none-good": ("cards: {zone: hand, count: 2, if: {count: {among: cards, colour: red}, is: 7}}", {"cards": THOUSAND, "traits": COLOURS}),
    "count-zero": ("cards: {zone: hand, count: 0}", {}),
    "count-negative": ("cards: {zone: hand, count: {from: -3, to: -1}}", {}),
    "count-backwards": ("cards: {zone: hand, count: {from: 5, to: 2}}", {}),
    "count-33": ("cards: {zone: hand, count: 33}", {}),
    "count-formula-huge": ("cards: {zone: hand, count: {from: gold, to: 2147483646}}", {}),
    "count-formula-negative": ("cards: {zone: hand, count: 0 - 2147483647}", {}),
    "count-asks-the-set": ("cards: {zone: hand, count: {from: 1, to: n}, if: n > 0}", {"more": "let: {n: {count: {among: cards}}}"}),
    "if-is-work": ("cards: {zone: hand, count: {from: 1, to: 6}, if: l2 > 0}", {"cards": "[{%s}]" % many(40, "c@: {}"), "more": "let: {l0: {sum: worth, cards: {zone: hand, of: all}}, l1: {sum: l0, cards: {among: cards}}, l2: {sum: l1, cards: {among: cards}}}"}),
    "if-is-a-script-that-loops": ("cards: {zone: hand, count: {from: 1, to: 3}, if: odd(cards)}", {"lua": "pure.odd = function(g, t) while true do end end"}),
    "if-is-a-script-that-counts": ("cards: {zone: hand, count: {from: 1, to: 4}, if: odd(cards)}", {"cards": "[{%s}]" % many(24, "c@: {}"), "lua": "pure.odd = function(g, t) local n = 0 for i = 1, 1000 do n = n + #t end return n % 2 == 0 end"}),
    "in-a-hidden-hand": ("cards: {zone: hand, of: others, count: 2}", {"cards": THOUSAND, "traits": COLOURS}),
    "in-a-hidden-hand-filter": ("cards: {zone: hand, of: others, count: 2, if: {count: {among: cards, colour: red}}}", {"cards": THOUSAND, "traits": COLOURS}),
    "limit-most": ("cards: {zone: hand, count: {from: 1, to: 3}}", {"cards": "[{%s}]" % many(80, "c@: {}"), "limits": "{sets: 16384}"}),
    "limit-most-with-target": ("target: {zone: hand}, cards: {zone: hand, count: {from: 1, to: 3}}, number: {from: 1, to: 100}", {"cards": "[{%s}]" % many(80, "c@: {}"), "limits": "{sets: 16384}"}),
    "limit-over": ("cards: {zone: hand, count: 2}", {"limits": "{sets: 16385}"}),
    "limit-one": ("cards: {zone: hand, count: 2}", {"limits": "{sets: 1}"}),
    "moved-to-hidden": ("cards: {zone: hand, count: 3}, do: [{move: {cards: cards, to: bag}}, {choose: {card: {among: cards}}}, {move: {cards: cards, to: heap}}]", {}),
    "gone-between": ("together: true, cards: {zone: heap, count: 3}, do: [{move: {cards: cards, to: hand, of: you}}]", {"zones": ROW.replace("heap: {as: row, seen_by: all}", "heap: {as: row, seen_by: all, holds: [{}]}").replace("holds: [{}]}, heap", "}, heap")}),
    "with-everything": ("card: {zone: hand}, helper: {zone: hand}, target: {zone: hand}, cards: {zone: hand, count: {from: 1, to: 2}}, seat: all, word: colour, if: n > 9", {"traits": COLOURS, "cards": "[{%s}]" % many(60, "c@: {}"), "more": "let: {n: {count: {among: cards}}}"}),
    "one-of-each": ("cards: {zone: hand, count: {from: 1, to: 5}, one_of_each: l0}", {"cards": THOUSAND, "traits": COLOURS, "more": "let: {l0: {sum: worth, cards: {zone: hand}}}"}),
    "random": ("cards: {zone: hand, random: 3, count: 2}", {}),
    "endless": ("cards: {zone: stock, count: {from: 1, to: 32}}, do: [{move: {cards: cards, to: hand}}]", {"zones": "{hand: {per: player, seen_by: owner}, stock: {seen_by: all, endless: 5, holds: [{}]}, bag: {seen_by: nobody}, heap: {as: row, seen_by: all}, deck: {as: pile, seen_by: nobody}}"}),
}.items():
    newer(f"sets-{name}", game(f"[{{choose: {{who: all, {choose}}}}}]", **({"zones": ROW} | more)))

# ---- named steps
STEPS = {
    "loop": ("[a]", "steps: {a: {do: [b]}, b: {do: [c]}, c: {do: [a]}}", {}),
    "loop-by-verb": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}]", "steps: {a: {do: [v]}}\nverbs: {v: {do: [a]}}", {"traits": "{effects: {is: effects, default: [a]}}"}),
    "loop-by-watcher": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}, {add: {gold: 1}}]", "steps: {a: {do: [{add: {gold: 1}}]}}", {"traits": "{effects: {is: effects, default: [{when: {add: gold}, by: all, do: [a]}]}}"}),
    "tower": ("[s0]", "steps: {%s, s400: {do: [{add: {gold: 1}}]}}" % many(400, "s@: {do: [s+, s+]}"), {}),
    "tower-of-phases": ("[s0]", "steps: {%s, s20: {phases: [{add: {gold: 1}}]}}" % many(20, "s@: {phases: [s+, s+]}"), {}),
    "tower-of-chooses": ("[s0]", "steps: {%s, s6: {do: [{add: {gold: 1}}]}}" % many(6, "s@: {do: [{choose: {who: all, number: {from: 1, to: 2}, do: [s+]}}]}"), {}),
    "parameters-huge": ("[{a: {n: 2147483647}}]", "steps: {a: {params: {n: number}, do: [{add: {gold: $n * 2}}]}}", {}),
    "parameters-of-each-other": ("[{a: {}}]", "steps: {a: {params: {n: number = $m, m: number = $n}, do: [{add: {gold: $n}}]}}", {}),
    "parameters-many": ("[{a: {%s}}]" % many(300, "p@: @"), "steps: {a: {params: {%s}, do: [{add: {gold: $p299}}]}}" % many(300, "p@: number"), {}),
    "phases-in-do": ("[{choose: {who: all, card: {zone: hand}, do: [a]}}]", "steps: {a: {phases: [{add: {gold: 1}}]}}", {}),
    "of-phases-forever": ("[a, a, a]", "steps: {a: {phases: [{name: x, forever: true, phases: [{each: all, phases: [{choose: {card: {zone: hand}, do: [{move: {to: heap}}]}}]}]}]}}", {}),
    "called-as-verb": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}]", "steps: {a: {params: {n: number = 1}, do: [{add: {gold: $n}}]}}", {"traits": "{effects: {is: effects, default: [{a: {n: {sum: worth, cards: {zone: hand, of: all}}}}]}, worth: {is: number, default: 100000000}}"}),
    "forty-thousand": ("[%s]" % many(4000, "a"), "steps: {a: {do: [%s]}}" % many(100, "b") + "\n", {}),
    "named-like-steps": ("[{add: {gold: 1}}]", "steps: {add: {do: []}, each: {do: []}, choose: {do: []}}", {}),
    "named-like-phases": ("[{name: 1}]", "steps: {name: {do: []}, phases: {do: []}, forever: {do: []}}", {}),
    "empty": ("[a]", "steps: {a: {}}", {}),
    "both": ("[a]", "steps: {a: {do: [], phases: []}}", {}),
    "if-else-tower": ("[{a: {}, if: gold > 0, else: [{a: {}, if: gold > 0, else: [{a: {}, if: gold > 0, else: [a]}]}]}]", "steps: {a: {do: [{add: {gold: 1}}]}}", {}),
}
for name, (phases, more, rest) in STEPS.items():
    more = re.sub(r"s(\d+): (\{(?:do|phases): .*?s\+.*?\})(?=, s\d)", lambda m: m[0].replace("s+", f"s{int(m[1]) + 1}"), more)
    newer(f"steps-{name}", game(phases, more=more, **({"zones": ROW} | rest)))

# ---- facts
for name, (phases, more) in {
    "false": ("[{tell: {cards: {zone: deck}, are: {colour: blue}}}, {choose: {who: all, card: {zone: heap}}}]", {"cards": "[{a: {copies: 5, colour: red}}]"}),
    "contradict": ("[{tell: {cards: {zone: deck, first: 1}, are: {colour: red}, are_not: {colour: red}}}]", {"cards": "[{a: {copies: 5, colour: red}}]"}),
    "contradict-later": ("[{tell: {cards: {zone: deck, colour: red}, are: {colour: red}}}, {tell: {cards: {zone: deck, colour: red}, are_not: {colour: red}}}]", {"cards": "[{a: {copies: 5, colour: red}, b: {copies: 5, colour: blue}}]"}),
    "of-1000": ("[{tell: {cards: {zone: deck, colour: red}, are: {colour: red}}}, {tell: {cards: {zone: deck, colour: blue}, are_not: {colour: red}}}, {deal: {who: all, from: deck, to: hand, count: 9}}, {choose: {who: all, card: {zone: hand}}}]", {"cards": THOUSAND}),
    "of-1000-each": ("[{each: {cards: {zone: deck}}, do: [{tell: {cards: card, are_not: {card: c7}, says: none}, if: card.worth == 2}]}, {choose: {who: all, number: {from: 1, to: 2}}}]", {"cards": THOUSAND}),
    "of-1000-each-true": ("[{each: {cards: {zone: deck}}, do: [{if: card.colour == red, tell: {cards: card, are: {colour: red}}, else: [{tell: {cards: card, are_not: {colour: red}}}]}]}, {deal: {who: all, from: deck, to: hand, count: 20}}, {choose: {who: all, card: {zone: hand}}}]", {"cards": THOUSAND, "limits": "{work: 100000, game_work: 700000}"}),
    "of-sets-mixed": ("[{repeat: 30, phases: [{tell: {cards: {zone: bag, colour: red}, are: {colour: red}}}, {move: {cards: {zone: bag, random: 5}, to: bag2}}, {tell: {cards: {zone: bag2, colour: red}, are: {colour: red}}}, {move: {cards: {zone: bag2, random: 3}, to: bag}}]}, {choose: {who: all, number: {from: 1, to: 2}}}]", {"cards": "[{%s}]" % many(60, "c@: {colour: red, copies: 1}") , "zones": DECK[:-1].replace("bag: {seen_by: nobody", "bag: {seen_by: nobody, holds: [{}]").replace("nobody, holds: [{}]}, hand", "nobody}, hand") + ", bag2: {seen_by: nobody}}"}),
    "by-formula": ("[{tell: {cards: {zone: deck}, are: {worth: {at_least: 1}}}}, {choose: {who: all, number: {from: 1, to: 2}}}]", {}),
    "by-computed": ("[{tell: {cards: {zone: deck}, are: {worth: {at_least: 1}}}}, {choose: {who: all, number: {from: 1, to: 2}}}]", {"cards": "[{a: {copies: 5, worth: {sum: worth, cards: {zone: deck}}}, b: {copies: 5}}]"}),
    "any-huge": ("[{tell: {cards: {zone: deck}, are: {any: [%s]}}}, {choose: {who: all, number: {from: 1, to: 2}}}]" % many(1000, "{card: c@}"), {"cards": THOUSAND}),
    "any-deep": ("[{tell: {cards: {zone: deck}, are: %s}}]" % ("{except: " * 20 + "{colour: blue}" + "}" * 20), {}),
    "nothing": ("[{tell: {cards: {zone: deck}, are: {}}}, {tell: {cards: {zone: deck}, are_not: {}}}]", {}),
    "nobody-s": ("[{tell: {cards: {zone: heap}, are: {colour: red}}}, {tell: {cards: {zone: heap}, are_not: {colour: red}}}]", {}),
    "says-signs": ("[{tell: {cards: {zone: deck}, are: {colour: red}, says: \"{what} \\e[31m FORGED\"}}]", {}),
    "says-nested": ("[{tell: {cards: {zone: deck}, are: {colour: red}, says: \"{what} {what} [{what}] {cards} {who} {nothing}\"}}]", {}),
    "in-choices": ("[{choose: {who: all, together: true, card: {zone: hand}, do: [{tell: {cards: {zone: hand}, are: {colour: red}}}]}}]", {"cards": "[{a: {copies: 5, colour: red}, b: {copies: 5, colour: blue}}]", "zones": ROW}),
    "by-mistake-of-script": ("[{run: go}]", {"lua": "local d = sel{zone = 'deck'}\nstep.go = function(g) g:tell(d, 'worth', 2^53 | 0) end"}),
    "by-script-of-1000": ("[{run: go}, {choose: {who: all, number: {from: 1, to: 2}}}]", {"cards": THOUSAND, "lua": "local d = sel{zone = 'deck'}\nstep.go = function(g) for c in g:cards(d) do g:tell(c, 'colour', c.colour) end end"}),
}.items():
    more = {"traits": COLOURS, "zones": DECK} | more
    newer(f"facts-{name}", game(phases, **more))
    if name.startswith("of-") or name == "contradict-later":
        newer(f"facts-{name}-searched", game(phases, **more), flags=["--bots", "mcts:4,random"])

# ---- counters of words and of cards
W30 = "{colour: {one_of: [%s]}, worth: {is: number, default: 1}}"
for name, (phases, more) in {
    "thirty": ("[{set: {had: [%s]}}, {add: {had: -w3}}]" % many(30, "w@"), {"traits": W30 % many(30, "w@")}),
    "thirty-one": ("[{set: {had: [%s]}}]" % many(31, "w@"), {"traits": W30 % many(31, "w@")}),
    "thousands": ("[{set: {had: w1}}]", {"traits": W30 % many(3000, "w@")}),
    "of-a-number": ("[{set: {had: 3}}]", {"counters": "{had: {set_of: worth}}"}),
    "of-itself": ("[{set: {had: had}}, {add: {had: had}}, {set: {had: none}}]", {}),
    "minus-minus": ("[{add: {had: --red}}]", {}),
    "formula": ("[{add: {had: red + 1}}]", {}),
    "numbers": ("[{add: {had: 7}}]", {}),
    "in-sum": ("[{set: {gold: had * 2147483646 + had * 2147483646}}]", {}),
    "of-cards-1000": ("[{each: {cards: {zone: deck}}, do: [{move: {to: heap}}, {add: {cards: card, marks: [red, blue]}}]}, {choose: {who: all, card: {zone: heap, marks: red}}}]", {"cards": THOUSAND, "limits": "{work: 100000, game_work: 700000}"}),
    "in-hidden": ("[{add: {cards: {zone: deck}, marks: red}}, {set: {cards: {zone: bag}, marks: red}}]", {"zones": DECK}),
    "start-foreign": ("[]", {"counters": "{had: {set_of: colour, start: [green]}}"}),
    "start-twice": ("[{set: {gold: had}}]", {"counters": "{gold: {}, had: {set_of: colour, start: [red, red, red]}}"}),
    "compared": ("[{if: had == [red], add: {gold: 1}}]", {}),
    "script-words": ("[{run: go}]", {"lua": "step.go = function(g) g:set('had', {}) g:add('had', {({'green'})[1]}) end"}),
    "script-table": ("[{run: go}]", {"lua": "step.go = function(g) local t = {} for i = 1, 100000 do t[i] = 'red' end g:set('had', t) end"}),
    "script-circle": ("[{run: go}]", {"lua": "step.go = function(g) local t = {} t[1] = t g:set('had', t) end"}),
    "script-holes": ("[{run: go}]", {"lua": "step.go = function(g) g:set('had', {[2] = 'red', [1e9] = 'blue', x = 'red'}) end"}),
}.items():
    more = {"traits": COLOURS, "zones": DECK, "counters": "{gold: {}, mine: {per: player}, had: {set_of: colour}, marks: {per: card, set_of: colour}}", "result": "{score: gold}"} | more
    if "gold" not in more["counters"]:
        more["result"] = "{score: 0}"
    newer(f"words-{name}", game(phases, **more))
for name, cards in {
    "each-its-own": "[{%s}]" % many(1000, "c@: {counters: {own@: {}}}"),
    "thousand-on-one": "[{a: {copies: 5, counters: {%s}}}]" % many(1000, "own@: {}"),
    "same-name-other-kind": "[{a: {copies: 5, counters: {x: {is: number}}}, b: {copies: 5, counters: {x: {is: flag}}}}]",
    "named-as-a-trait": "[{a: {copies: 5, counters: {worth: {}}}}]",
    "named-as-a-zone": "[{a: {copies: 5, counters: {hand: {}, gold: {}, zone: {}}}}]",
    "per-player": "[{a: {copies: 5, counters: {x: {per: player}}}}]",
    "lasts-nowhere": "[{a: {copies: 5, counters: {x: {lasts: nowhere}}}}]",
    "start-huge": "[{a: {copies: 5, counters: {x: {start: 99999999999}}}}]",
    "start-formula": "[{a: {copies: 5, counters: {x: {start: 1 // 0}}}}]",
    "a-list": "[{a: {copies: 5, counters: [x, x]}}]",
    "like-a-like": "[{a: {copies: 5, counters: {x: {}}}, b: {copies: 5, like: a, counters: ~}}]",
}.items():
    newer(f"brought-{name}", game("[{choose: {who: all, card: {zone: hand}, do: [{move: {to: heap}}, {add: {cards: card, x: 1}}]}}]".replace("x: 1", "x: 1" if " x: {" in cards or "{x: {" in cards else "mark: 1"), cards=cards))

# ---- the newest first, declined, all_pass
for name, (phases, more, rest) in {
    "newest-recursion": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}]", "verbs: {go: {do: [{trigger: {list: effects, cards: {zone: hand, of: all}}}]}}\nresolution: [newest]", {"traits": "{effects: {is: effects, default: [go]}}"}),
    "newest-twice": ("[]", "resolution: [newest, newest, newest]", {}),
    "newest-before-chosen": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}]", "options: {o: {is: flag, default: true}}\nverbs: {go: {do: [{choose: {card: {zone: hand}, do: [{move: {to: heap}}, {trigger: {list: effects, cards: card}}]}}]}}\nresolution: [newest, {chosen: o}]", {"traits": "{effects: {is: effects, default: [go, go]}}"}),
    "newest-behind-class": ("[{trigger: {list: effects, cards: {zone: hand, of: all}}}]", "verbs: {go: {class: b, do: [{add: {gold: 1}}]}}\nresolution: [{class: [a, b]}, newest, newest, arrival, {class: [c]}]", {"traits": "{effects: {is: effects, default: [go]}}"}),
    "declined-circle": ("[{choose: {who: all, may: true, card: {zone: hand}, declined: [{choose: {may: true, card: {zone: hand}, declined: [{choose: {may: true, card: {zone: hand}, declined: [{choose: {may: true, card: {zone: hand}, declined: [{choose: {may: true, card: {zone: hand}}}]}}]}}]}}]}}]", "", {}),
    "declined-all-pass": ("[{choose: {who: all, together: true, times: any, done: all_pass, card: {zone: hand}, declined: [{add: {mine: 1}}]}}]", "", {}),
    "all-pass-forever": ("[{choose: {who: all, together: true, times: any, done: all_pass, number: {from: 1, to: 2}, do: [{add: {mine: 1}}]}}]", "", {}),
    "all-pass-forever-forced": ("[{choose: {who: all, together: true, times: 2147483646, number: {from: 1, to: 1}, do: []}}]", "", {}),
    "times-negative": ("[{choose: {who: all, times: 0 - 5, card: {zone: hand}}}, {choose: {who: all, times: -2147483648, card: {zone: hand}}}]", "", {}),
    "declined-not-may": ("[{choose: {who: all, card: {zone: hand}, declined: [{add: {mine: 1}}]}}]", "", {}),
    "any-of-in-place-twice": ("[{choose: {who: all, any_of: [{x: {card: {zone: hand}}}, {x: {number: {from: 1, to: 9}}}]}}]", "", {}),
    "any-of-in-place-named": ("[{choose: {who: all, any_of: [x, {x: {number: {from: 1, to: 9}}}]}}]", "actions: {x: {card: {zone: hand}}}", {}),
    "any-of-in-place-many": ("[{choose: {who: all, any_of: [%s]}}]" % many(5000, "{x@: {number: {from: 1, to: 9}}}"), "", {}),
    "any-of-named-signs": ("[{choose: {who: all, any_of: [{\"x\\e[31m\": {card: {zone: hand}}}]}}]", "", {}),
    "any-of-nothing": ("[{choose: {who: all, any_of: []}}]", "", {}),
    "says-of-move": ("[{move: {cards: {zone: hand, of: all}, to: heap, says: \"{who} {cards} {cards} {card.worth} {nothing}\"}}]", "", {}),
    "owner-of-move": ("[{move: {cards: {zone: hand, of: all}, to: heap, owner: {where: mine > 99}}}, {move: {cards: {zone: heap}, to: hand}}, {move: {cards: {zone: hand, of: all}, to: heap, owner: none}}, {move: {cards: {zone: heap}, to: hand}}]", "", {}),
    "seen-by-others": ("[{choose: {who: all, card: {zone: hand}, do: [{move: {to: heap}}]}}]", "", {"zones": "{deck: {as: pile, seen_by: others}, hand: {per: player, seen_by: others, as: row, holds: [{}]}, heap: {as: row, seen_by: others, down_seen_by: all}}"}),
    "show-for-ever": ("[{repeat: 300, phases: [{each: all, phases: [{show: {to: you, cards: {zone: deck, random: 3}, lasts: game}}]}]}, {choose: {who: all, number: {from: 1, to: 2}}}]", "", {"zones": DECK, "cards": THOUSAND, "traits": COLOURS}),
    "side-of-cards": ("[{choose: {who: all, card: {zone: hand}}}]", "", {"result": "{score: mine, side: {sum: worth, cards: {zone: hand}}}"}),
    "out-of-zero": ("[]", "", {"result": "{score: mine, out_of: 0}"}),
    "out-of-formula": ("[{set: {gold: -5}}]", "", {"result": "{score: mine, out_of: gold}"}),
    "out-of-huge": ("[{add: {who: all, mine: 2147483647}}]", "", {"result": "{score: mine * 4000000, out_of: 2147483647}"}),
}.items():
    newer(f"order-{name}", game(phases, more=more, **({"zones": ROW} | rest)))
