"""Scenarios that mean no good: sets, counters of words, luck, what seats know, combinations."""
from base import game, kind

mod = kind("scenes")

HEAD = "cantrip: 1\nruleset: g\nseats: [A, B]\nscenarios:\n  - name: x\n"
ZONES = "{deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}, heap: {as: row, seen_by: all, down_seen_by: nobody}, bag: {seen_by: nobody}}"
GAME = game("[{name: day, repeat: 3, phases: [{deal: {who: all, from: deck, to: hand, count: 3}}, {choose: {who: all, together: true, may: true, any_of: [one, some]}}]}]",
            cards="[{%s}]" % ", ".join(f"c{i}: {{copies: 3, colour: {'red' if i % 2 else 'blue'}}}" for i in range(8)),
            traits="{colour: {one_of: [red, blue]}, worth: {is: number, default: 1}, effects: {is: effects, default: [{when: {add: gold}, do: [{add: {mine: 1}}]}]}}", zones=ZONES,
            counters="{gold: {}, mine: {per: player}, had: {per: player, set_of: colour}, mark: {per: card}, lead: {is: seat}, what: {is: card}}",
            more="actions: {one: {card: {zone: hand}, do: [{move: {to: heap}}]}, some: {cards: {zone: hand, count: {from: 1, to: 3}}, do: [{move: {cards: cards, to: heap}}]}}")
LONG = "c1+" * 3000 + "c1"

# What it says in the scenario, behind its name; what comes of it.
SCENES = {
    "set-long": (f"    then: [{{A: some {LONG}}}]", "test "),
    "set-number-huge": ("    then: [{A: some c1+c1#99999999999999999999}]", "test "),
    "set-number-negative": ("    then: [{A: 'some c1+c2#-1'}]", "test "),
    "set-of-nothing": ("    then: [{A: some +}, {A: some ++c1}, {A: +}]", "test "),
    "set-zones": ("    then: [{A: some A.hand.c1+B.hand.c2+bag.c3+nowhere.c4}]", "test "),
    "card-number-huge": ("    then: [{A: 'one c1#4294967297'}]", "test "),
    "words-many": ("    given: {A.had: [" + "red, " * 20000 + "red]}\n    then: [{expect: {A.mine: 0}}]", "plays"),
    "words-foreign": ("    given: {A.had: [green]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "words-of-a-card": ("    given: {heap: [c1 mark=red+blue]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "marks-huge": ("    given: {heap: [c1 mark=99999999999999]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "marks-many": ("    given: {heap: [c1 " + "mark=1 " * 5000 + "]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "marks-unknown": ("    given: {heap: ['c1 \\u202e=1 nothing=2']}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "seat-counter": ("    given: {lead: Z, what: [c1, c2]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "watching-huge": ("    given: {watching: [" + "A c1, " * 3000 + "A c1]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "watching-nobody": ("    given: {watching: [Z c1, A nothing, c1 A, A]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "seen-of-nobody": ("    given: {seen: {Z: [A.hand], A: [nowhere], B: 7}}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "luck-foreign": ("    luck: [[c1, c1, c1, c1, c1], Z, 99999999999, nothing]\n    then: [{expect: {A.mine: 0}}]", "test "),
    "luck-deep": ("    luck: " + "[" * 60 + "]" * 60 + "\n    then: [{expect: {A.mine: 0}}]", "test "),
    "at-number": ("    at: 7\n    given: {day: 99999999999}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "round-past-the-end": ("    at: day\n    given: {day: 2000000000}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "round-negative": ("    at: day\n    given: {day: -3}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "copies-of-all": ("    given: {A.hand: [3x c0, 3x c0, 3x c0]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "copies-times": ("    given: {A.hand: [1000x c0]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "rest-twice": ("    given: {deck: [..., ...], A.hand: [...]}\n    then: [{expect: {A.mine: 0}}]", "test "),
    "cards-named-as-seats": ('    cards: {A: {copies: 3, colour: red}, "2x": {copies: 3, colour: red}, done: {copies: 2, colour: red}}\n    given: {A.hand: [A, 2x 2x, done]}\n    then: [{expect: {A.mine: 0}}]', "plays"),
    "for-each-names-itself": ('    for_each: {a: ["{a}{a}", "{b}"], b: ["{a}", "{b}{b}"]}\n    given: {A.hand: ["{a}{b}"]}\n    then: [{expect: {A.mine: 0}}]', "test "),
    "for-each-doubles": ("    for_each: {a: [" + ", ".join(['"' + "x" * 900 + '"'] * 30) + "], b: [" + ", ".join(['"' + "y" * 900 + '"'] * 30) + ']}\n    given: {A.hand: ["' + "{a}{b}" * 200 + '"]}\n    then: [{expect: {A.mine: 0}}]', "test "),
    "expect-many": ("    then: [" + ", ".join(["{expect: {A.mine: 0}}"] * 20000) + "]", "plays"),
    "expect-sees-deep": ("    then: [{expect: {A.sees: {A.sees: {A.sees: {A.hand: []}}}}}]", "test "),
    "offers-many": ("    then: [{offers: {A: [" + "c1, " * 20000 + "c1]}}]", "test "),
    "offers-signs": ('    then: [{offers: {A: ["\\t", "a\\u009bb"]}}]', "test "),
    "pick-of-everything": ("    then: [{pick: 1}, {pick: [1]}, {pick: {}}, {pick: ~}, {A: {B: c1}}, {A: ~}, {Z: c1}, 7, ~, [], {}]", "test "),
    "seats-twice": ("    seats: [A, A]\n    then: [{expect: {A.mine: 0}}]", "test "),
    "seats-as-words": ("    seats: [pick, offers]\n    then: [{pick: c1}]", "test "),
}
for name, (body, ends) in SCENES.items():
    mod(f"scene-{name}", GAME | {"scenarios/a.yaml": HEAD + body + "\n"}, ends, place=r"scenarios/a\.yaml")
