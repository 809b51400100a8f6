"""What would act on a terminal or forge a line, in every text there is, in names of files and folders."""
from base import game, kind

mod = kind("terminal")

SIGNS = {"esc": "\x1b[2J", "c1": "\u009b31m", "cr": "ok\rFORGED", "newline": "x\nFORGED", "bidi": "\u202eFORGED", "isolate": "\u2066x", "bell": "\x07", "backspace": "x\x08\x08", "del": "\x7f", "bom": "x\ufeff", "separator": "x\u2028FORGED", "nul": "x\x00y"}


def quoted(text):
    """As a text of YAML, its signs as escapes."""
    return '"' + "".join(c if 32 <= ord(c) < 127 else f"\\u{ord(c):04x}" for c in text) + '"'


PLACES = {
    "title": lambda t: game(more="").copy() | {"ruleset.yaml": game()["ruleset.yaml"].replace("title: Mod", f"title: {t}")},
    "card-name": lambda t: game(cards=f"[{{a: {{copies: 5, name: {t}}}}}]"), "card-id": lambda t: game(cards=f"[{{{t}: {{copies: 5}}}}]"), "trait": lambda t: game(traits=f"{{worth: {{is: number, default: 1}}, {t}: {{is: flag}}}}"),
    "trait-says": lambda t: game(traits=f"{{worth: {{is: number, default: 1, says: {t}}}}}"), "trait-word": lambda t: game(traits=f"{{worth: {{one_of: [{t}, b]}}}}", result="{score: 1}"), "zone": lambda t: game(zones=f"{{hand: {{per: player, seen_by: owner, holds: [{{}}]}}, {t}: {{seen_by: all}}}}"),
    "zone-says": lambda t: game(zones=f"{{hand: {{per: player, seen_by: owner, holds: [{{}}], says: {t}}}}}"), "counter-says": lambda t: game(counters=f"{{gold: {{says: {t}}}, mine: {{per: player}}}}"), "word": lambda t: game(more=f"words: {{hello: {t}}}"),
    "prompt": lambda t: game(f"[{{choose: {{who: all, card: {{zone: hand}}, prompt: {t}}}}}]"), "action-says": lambda t: game("[{choose: {who: all, any_of: [go]}}]", more=f"actions: {{go: {{card: {{zone: hand}}, says: {t}, do: []}}}}"),
    "verb-says": lambda t: game(more=f"verbs: {{go: {{says: {t}, do: []}}}}"), "requires-says": lambda t: game(more=f"requires: [{{if: gold > 0, says: {t}}}]"), "option": lambda t: game(more=f"options: {{{t}: {{is: flag}}}}"), "option-word": lambda t: game(more=f"options: {{o: {{one_of: [{t}, b]}}}}"),
    "option-says": lambda t: game(more=f"options: {{o: {{is: flag, says: {t}}}}}"), "seats-says": lambda t: game(more=f"seats: {{ghost: {{count: 1, sits: end, plays: first, says: {t}}}}}"), "language": lambda t: game(more=f"languages: [{t}]"), "phase": lambda t: game(f"[{{name: {t}, phases: [{{add: {{gold: 1}}}}]}}]"),
    "formula": lambda t: game(f"[{{set: {{gold: {t}}}}}]"), "formula-says": lambda t: game(more=f"let: {{a: {{is: 1, says: {t}}}}}"), "card-file": lambda t: game(cards=f"[{t}]"), "script-file": lambda t: game(more=f"scripts: [{t}]"), "extends": lambda t: {"ruleset.yaml": f"cantrip: 1\nextends: {t}\n"},
    "key": lambda t: game(more=f"{t}: 1"), "note-key": lambda t: game(more=f"x-{t[1:-1]}: 1") if False else game(more=f'"x-{t[1:-1]}": 1'), "because": lambda t: game(f"[{{finish: {{because: {{{t}: true}}}}}}]"), "version": lambda t: {"ruleset.yaml": game()["ruleset.yaml"].replace("cantrip: 1", f"cantrip: {t}")},
}
for i, (place, make) in enumerate(PLACES.items()):
    for j, (sign, text) in enumerate(SIGNS.items()):
        if (i + j) % 4 == 0:  # each place meets three signs, each sign seven places
            mod(f"sign-{sign}-in-{place}", make(quoted(text)), "plays" if (sign, place) == ("newline", "formula-says") else "check TEXT-CHARACTER" if place == "note-key" else "check ", place=r"ruleset\.yaml(:[0-9]+|: )")
for sign, text in SIGNS.items():
    mod(f"sign-{sign}-raw", game(more=f"notes: {text.encode('utf-8', 'surrogatepass').decode()}"), "check " if sign != "newline" else "check YAML-SYNTAX")
    mod(f"sign-{sign}-in-script", game("[{run: go}]", lua=f"step.go = function(g) local s = '{text}' end"), "check " )
    if sign != "nul":
        mod(f"sign-{sign}-in-file", game("[{run: go}]", cards=f"[pack]", lua="step.go = function(g) error(g.players) end", files={f"pack/a{text}.yaml": "cantrip: 1\ncards: {a: {copies: 5, nothing: 1}}\n"}), "check ")
        mod(f"sign-{sign}-in-folder", game(), "check NAME-SYNTAX", folder=f"g{text}", place=r"\./g.*: error: ")
mod("sign-bytes-in-file", game(cards="[pack]", files={b"pack/a\xff\xfe\x1b[2J.yaml".decode("utf-8", "surrogateescape"): "cantrip: 1\ncards: {a: {copies: 5, nothing: 1}}\n"}), "check ")
mod("sign-long-file", game(cards="[pack]", files={"pack/" + "a" * 240 + ".yaml": "cantrip: 1\ncards: {a: {copies: 5, nothing: 1}}\n"}), "check ")
mod("texts-long", game(cards="[{" + ", ".join(f"c{i}: {{name: {'x' * 1000}}}" for i in range(100)) + "}]"), "plays")
mod("texts-braces", game("[{choose: {who: all, any_of: [go]}}]", more="actions: {go: {card: {zone: hand}, says: \"{card} {card.worth} {card:a|b} [{card}] {{card}} {nothing} {\", do: []}}"), "check TEXT-PLACE")
mod("texts-brackets-deep", game("[{choose: {who: all, any_of: [go]}}]", more="actions: {go: {card: {zone: hand}, says: \"" + "[" * 400 + "{card}" + "]" * 400 + "\", do: []}}"))
mod("texts-percent", game(more='words: {hello: "%s %n %d %99999d"}', lua="step.go = function(g) g:say('hello', 1) end", phases="[{run: go}]"))
mod("typed-signs", game(), "plays", typed="\x1b[2J\nwhy \x1b[2J\n\u202e\n\x00\n" + "x" * 100000 + "\n1\n1\n")
mod("typed-nothing", game(), "plays", typed="\n" * 1000)
