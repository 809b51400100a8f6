"""Rules that are deep, wide, contradict each other; names that shadow words; scenarios."""
from base import game, kind

mod = kind("language")


def nest(n, inner, form):
    for _ in range(n):
        inner = form.replace("@", inner)
    return inner


for n in (60, 3000):
    mod(f"deep-selectors-{n}", game("[{if: {count: %s}, add: {gold: 1}}]" % nest(n, "{zone: hand, of: all}", "{zone: hand, of: all, except: @}")), "check YAML-LIMIT")
    mod(f"deep-any-{n}", game("[{if: {count: {zone: hand, of: all, any: [%s]}}, add: {gold: 1}}]" % nest(n, "{worth: 1}", "{any: [@]}")), "check YAML-LIMIT")
    mod(f"deep-not-{n}", game("[{if: %s, add: {gold: 1}}]" % nest(n, "gold > 0", "{not: @}")), "plays" if n == 60 else "check YAML-LIMIT")
    mod(f"deep-all-any-{n}", game("[{if: %s, add: {gold: 1}}]" % nest(n, "gold > 0", "{all: [{any: [@]}]}")), "check YAML-LIMIT")
    mod(f"deep-choose-{n}", game("[%s]" % nest(n, "{add: {gold: 1}}", "{choose: {who: all, number: {from: 1, to: 2}, do: [@]}}")), "check YAML-LIMIT")
    mod(f"deep-phases-{n}", game("[%s]" % nest(n, "{add: {gold: 1}}", "{phases: [@]}")), "check YAML-LIMIT")
    mod(f"deep-each-{n}", game("[%s]" % nest(n, "{add: {gold: 1}}", "{each: all, phases: [@]}")), "check YAML-LIMIT")
    mod(f"deep-forever-{n}", game("[%s]" % nest(n, "{add: {gold: 0}}", "{forever: true, phases: [@]}")), "check YAML-LIMIT")
    mod(f"deep-seats-{n}", game("[{add: {who: %s, mine: 1}}]" % nest(n, "all", "{where: {players: @}}")), "check YAML-LIMIT")
    mod(f"deep-parens-{n}", game('[{set: {gold: "%s"}}]' % nest(n, "gold", "(@)")), "plays" if n == 60 else "check EXPR-LONG")
    mod(f"deep-minus-{n}", game('[{set: {gold: "%s"}}]' % nest(n, "gold", "- @")), "plays" if n == 60 else "check EXPR-LONG")
    mod(f"deep-if-{n}", game('[{set: {gold: "%s"}}]' % nest(n, "gold", "if(gold > 0, 1, @)")), "check EXPR-LONG")
    mod(f"deep-watch-{n}", game(cards="[{a: {copies: 5, effects: %s}}]" % nest(n, "[]", "[{when: {add: gold}, do: @}]"), traits="{effects: {is: effects}}"), "check YAML-LIMIT")
    mod(f"long-formula-{n}", game('[{set: {gold: "%s"}}]' % " + ".join(["gold"] * n)), "plays" if n == 60 else "check EXPR-LONG")
    mod(f"long-left-{n}", game('[{add: {who: all%s, mine: 1}}]' % (".left" * n)), "check TYPE" if n == 60 else "check EXPR-LONG")
WORDS = "you them all others seats left right owner seat card helper target this it number word players true false none done and or not if min max due zone of face where any except most least first last random other name copies source notes art like for who cards constructor __index prototype".split()
for word in WORDS:
    if word in ("you", "all", "it", "not", "zone", "who", "true", "none", "__index", "number", "like", "due"):
        mod(f"name-shadows-{word}", game(counters=f"{{gold: {{}}, mine: {{per: player}}, {word}: {{}}}}"), "plays" if word == "like" else "check NAME-SYNTAX" if word == "__index" else "check NAME-RESERVED")
mod("names-twice", game(counters="{gold: {}, mine: {per: player}, worth: {}, hand: {}, deck: {}}"), "check NAME-TAKEN")
mod("counter-name-long", game(counters="{gold: {}, mine: {per: player}, " + "x" * 100 + ": {}}"), "check NAME-SYNTAX")
mod("words-unicode", game(counters="{gold: {}, mine: {per: player}, \u0430\u0441\u0435: {}}"), "check NAME-SYNTAX")
mod("cards-lookalike", game(cards="[{ace: {copies: 2}, \u0430ce: {copies: 2}}]"), "check NAME-SYNTAX")
mod("cards-case", game(cards="[{Ace: {copies: 2}, ace: {copies: 2}, ACE: {copies: 2}}]"))
mod("no-cards", game(cards="[]"), "check ")
mod("no-phases", game("[]"))
mod("no-zones", game(zones="{}"), "check ")
mod("ghosts-only", game("[{choose: {who: seats, card: {zone: hand}, do: []}}]", more="seats: {ghost: {count: players + 9, sits: end, plays: random}}"), "check SEATS")
mod("finish-twice", game("[{finish: {because: {over: true}, won: all, lost: all}}, {finish: {because: {over: true}}}]", more="words: {over: over}"))
mod("everybody-out", game("[{forever: true, phases: [{each: {where: mine > 0}, phases: [{choose: {card: {zone: hand}, do: []}}]}]}]"), "game ENDLESS")
mod("choose-nothing", game("[{forever: true, phases: [{choose: {who: all, card: {zone: deck}, do: []}}]}]"), "game ENDLESS")
mod("gone-all", game("[{move: {cards: {zone: hand, of: all}, to: out}}, {choose: {who: all, card: {zone: [hand, out]}}}]", zones="{hand: {per: player, seen_by: owner, holds: [{}]}, out: {seen_by: all, gone: true}}"))
mod("endless-taken", game("[{repeat: 100, phases: [{move: {cards: {zone: stock}, to: heap}}]}]", zones="{stock: {seen_by: all, endless: 10000, holds: [{}]}, heap: {as: row, seen_by: all}, hand: {per: player, seen_by: owner}}"), "check TOO-MANY-CARDS")
mod("cards-many", game(cards="[{" + ", ".join(f"c{i}: {{copies: 99}}" for i in range(600)) + "}]"), "check TOO-MANY-CARDS")
mod("cards-most", game("[{choose: {who: all, card: {zone: hand}}}]", cards="[{" + ", ".join(f"c{i}: {{}}" for i in range(4000)) + "}]"))
mod("counters-on-cards", game("[{add: {cards: {zone: heap}, mark: 1}}]", counters="{gold: {}, mine: {per: player}, " + ", ".join(f"m{i}: {{per: card}}" for i in range(200)) + "}"), "check LIMIT-COUNTERS")
mod("asks-for-hidden", game("[{choose: {who: all, card: {zone: hand, of: others, where: it.worth > 0}}}]"), "check HIDDEN-FILTER")
mod("asks-for-hidden-let", game("[{choose: {who: all, number: {from: 1, to: much}, do: []}}]", more="let: {much: {sum: worth, cards: {zone: hand, of: others}}}"), "game HIDDEN-FILTER")

SCENARIO = "cantrip: 1\nruleset: g\nseats: [A, B]\nscenarios:\n"


def scenario(name, body, ends="test ", **more):
    mod(f"scenario-{name}", game(files={"scenarios/a.yaml": SCENARIO + body}, **more), ends)


MANY = ", ".join(map(str, range(200)))
scenario("for-each", f"  - name: x\n    for_each: {{a: [{MANY}], b: [{MANY}], c: [{MANY}], d: [{MANY}]}}\n    then: []\n", "test LIMIT-SCENARIOS")
scenario("loops", "  - name: x\n    then: []\n", phases="[{forever: true, phases: [{shuffle: {zone: deck}}]}]")
scenario("loops-in-script", "  - name: x\n    then: []\n", phases="[{run: go}]", lua="step.go = function(g) while true do end end")
scenario("memory-in-script", "  - name: x\n    then: []\n", phases="[{run: go}]", lua="step.go = function(g) local t = {} while true do t[#t + 1] = {} end end")
scenario("picks-many", "  - name: x\n    then:\n" + "      - {A: a}\n" * 30000)
scenario("given-huge", "  - name: x\n    given: {A.hand: [2000000000x a]}\n    then: []\n")
scenario("given-negative", "  - name: x\n    given: {A.hand: [-5x a], gold: -99999999999}\n    then: []\n")
scenario("given-range", "  - name: x\n    given: {gold: 99999999999999999999}\n    then: []\n")
scenario("seats-none", "  - name: x\n    seats: []\n    then: []\n")
scenario("seats-many", "  - name: x\n    seats: [%s]\n    then: []\n" % ", ".join(f"S{i}" for i in range(1000)))
scenario("seats-signs", '  - name: x\n    seats: ["A\\e[2J", "B\\nFORGED"]\n    then: []\n')
scenario("name-signs", '  - name: "x\\nFORGED"\n    then: [{A: "a\\nFORGED"}]\n')
scenario("at-nowhere", "  - name: x\n    at: nowhere\n    then: []\n")
scenario("luck-endless", "  - name: x\n    luck: [" + "a, " * 50000 + "...]\n    then: []\n")
scenario("ruleset-outside", "  - name: x\n    ruleset: ../../etc/passwd\n    then: []\n")
scenario("ruleset-absolute", "  - name: x\n    ruleset: /etc/passwd\n    then: []\n")
scenario("cards-bomb", f'  - name: x\n    for_each: {{a: [{MANY}]}}\n    cards: {{"own-{{a}}": {{copies: "{{a}}"}}}}\n    then: []\n')
scenario("expect-huge", "  - name: x\n    then: [{expect: {A.mine: 99999999999999999999, nothing: 1, A.sees: {B.hand: [999999999x unknown]}}}]\n")
scenario("deep", "  - name: x\n    then: " + "[" * 5000 + "]" * 5000 + "\n")
scenario("no-list", "  7\n")

# What asks for itself, or is another at each look.
mod("field-asks-for-itself", game("[{choose: {who: all, card: {}}}]", more="field: {zone: hand, of: {where: {count: {}}}}"), "check FIELD-LOOP")
mod("field-asks-by-let", game("[{choose: {who: all, card: {}}}]", more="field: {zone: hand, of: {most: l0}}\nlet: {l0: {count: {}}}"), "check -LOOP")
mod("score-by-lot", game("[{choose: {who: all, card: {zone: hand}}}]", result="{score: {sum: worth, cards: {zone: hand, random: 2}}}"), "game DRAWN-CHOICE")
mod("score-by-lot-of-a-card", game("[{choose: {who: all, card: {zone: hand}}}]", traits="{worth: {is: number}}", cards="[{a: {copies: 5, worth: {count: {zone: hand, random: 3}}}}]", result="{score: {sum: worth, cards: {zone: hand}}}"), "game DRAWN-CHOICE")
mod("text-names-itself", game("[{choose: {who: all, card: {zone: hand}, do: [{move: {to: heap}}, {trigger: {list: effects, cards: card}}]}}]", traits="{ok: {is: condition}, effects: {is: effects}}",
                              cards="[{a: {copies: 5, ok: {any: [this.ok, gold > 1]}, effects: [{when: {add: gold}, lasts: game, if: this.ok, do: [{add: {mine: 1}}]}]}}]"), "plays")
