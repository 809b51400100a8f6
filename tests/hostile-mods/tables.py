"""Each table of the loader overfilled (tests/too-much writes these games), and towers of other kinds."""
import os
import subprocess

from base import game, kind

mod = kind("tables")
TOO_MUCH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "too-much")

for name in subprocess.run([TOO_MUCH, "--list"], capture_output=True, text=True, check=True).stdout.split():
    mod(f"too-many-{name}", lambda top, name=name: subprocess.run([TOO_MUCH, name, top], check=True), "check LIMIT-")


def tower(n, first, form):
    return "let: {" + ", ".join([f"l0: {first}"] + [f"l{i}: {form.replace('@', f'l{i - 1}')}" for i in range(1, n)]) + "}"


for name, more in {
        "lets-doubled": tower(60, "gold", '"@ + @"'), "lets-deep": tower(900, "gold", '"@ + 1"'), "lets-seats": tower(40, "{where: gold > 0}", "{where: {players: @, at_least: 1}, among: @}"),
        "lets-conditions": tower(40, '"gold > 0"', "{all: [@, @, {not: @}]}"), "lets-if": tower(40, "gold", '"if(@ > 0, @, @)"'), "lets-selectors": tower(14, "{count: {zone: hand, of: all}}", "{count: {zone: hand, of: all, where: it.worth < @, any: [{where: it.worth > @}, {where: it.worth == @}]}}"),
        "lets-loop": "let: {a: b + 1, b: c + 1, c: a + 1}", "lets-itself": "let: {a: a + a}", "lets-by-card": "let: {a: {sum: a, cards: {zone: hand, of: all}}}"}.items():
    mod(f"tower-{name}", game(more=more, result="{score: \"if(gold > 0, 1, 0)\"}"), "check LET-LOOP" if name in ("lets-loop", "lets-itself", "lets-by-card") else "check LET-DEPTH" if name == "lets-deep" else "check LIMIT-DEFINITION")
mod("tower-same-as", game(more="verbs: {v0: {do: []}, " + ", ".join(f"v{i}: {{same_as: v{i - 1}, says: x}}" for i in range(1, 4000)) + "}"))
mod("circle-same-as", game(more="verbs: {a: {same_as: b, says: x}, b: {same_as: a, says: x}}"), "check ")
mod("circle-like", game(cards="[{a: {like: b}, b: {like: c}, c: {like: a}}]"), "check LIKE-CYCLE")
mod("circle-like-itself", game(cards="[{a: {like: a}}]"), "check LIKE-CYCLE")
mod("tower-like", game(cards="[{c0: {worth: 1}, " + ", ".join(f"c{i}: {{like: c{i - 1}}}" for i in range(1, 3000)) + "}]"))
mod("circle-refill", game("[{deal: {who: all, from: deck, to: hand, count: 100}}]", zones="{deck: {as: pile, seen_by: nobody, refill: heap, holds: [{}]}, heap: {as: pile, seen_by: all, refill: deck}, hand: {per: player, seen_by: owner}}"))
mod("circle-refill-itself", game("[{deal: {who: all, from: deck, to: hand, count: 100}}]", zones="{deck: {as: pile, seen_by: nobody, refill: deck, holds: [{}]}, hand: {per: player, seen_by: owner}}"))
mod("circle-trait-cards", game(cards="[{a: {next: b}, b: {next: a}}]", traits="{next: {is: card}, worth: {is: number, default: 1}}"), "plays")
mod("circle-options", game(more="options: {a: {is: number, default: b}, b: {is: number, default: a}}"), "check ")
mod("options-millions", game(more="options: {o: {one_of: [" + ", ".join(f"w{i}" for i in range(150000)) + "]}}"), "check ")
mod("option-huge-is", game(more="options: {o: {one_of: {a: {is: 9999999999999999999999}, b: {is: -1}}}}"), "check ")
mod("for-bomb", game(cards="[{c-{a}-{b}-{c}: {for: {a: [%s], b: [%s], c: [%s]}}}]" % ((", ".join(map(str, range(200))),) * 3)), "check ")
mod("for-texts", game(cards="[{\"c{a}\": {for: {a: [" + ", ".join(map(str, range(1000))) + "]}, notes: \"" + "x{a}" * 200000 + "\"}}]"), "check ")
