"""Texts in other languages (lang/) and changed cards that mean no good: links, very many, very deep, all at odds."""
from base import FIFO, FOLDER, Link, Sparse, game, kind

mod = kind("texts")

PLACE = r"(g|secret)(/[^ :]*)?:( |[0-9])"


def spoken(text, name="fr", **more):
    """A game and one file of texts."""
    return game(files={f"lang/{name}.yaml": "cantrip: 1\n" + text if isinstance(text, str) and not isinstance(text, Link) else text}, **more)


def many(n, entry):
    return ", ".join(entry.format(i=i) for i in range(n))


for name, what in {"secret": Link("{out}/secret"), "passwd": Link("/etc/passwd"), "zero": Link("/dev/zero"), "itself": Link("fr.yaml"), "pipe": FIFO, "folder": FOLDER, "sparse": Sparse(3 << 30)}.items():
    mod(f"texts-{name}", spoken(what), "check ", place=PLACE)
mod("texts-folder-link", game(files={"lang": Link("{out}")}), "check FILE-KIND", place=PLACE)
mod("texts-folder-devices", game(files={"lang": Link("/dev")}), "check FILE-KIND", place=PLACE)
mod("texts-folder-pipe", game(files={"lang": FIFO}))
mod("texts-folder-file", game(files={"lang": "FORGED"}))
mod("texts-wide", game(files={f"lang/l{i}.yaml": "cantrip: 1\n" for i in range(1100)}), "check LIMIT-FILES", place="lang")
mod("texts-name-newline", spoken("title: x\n", "fr\nFORGED"), "check LANGUAGE-FILE", place=PLACE)
mod("texts-name-colour", spoken("title: x\n", "\x1b[31m"), "check LANGUAGE-FILE", place=PLACE)
mod("texts-name-long", spoken("title: x\n", "f" * 200), "check LANGUAGE-FILE", place=PLACE)
mod("texts-colour", spoken('title: "\\e[31mFORGED"\n'), "check TEXT-CHARACTER")
mod("texts-line", spoken('title: "x\\nFORGED"\n'), "check TEXT-LINE")
mod("texts-of-megabytes", spoken("title: " + "x" * 3000000 + "\n"), "check TEXT-LINE")
mod("texts-deep", spoken("phases: " + "{day: {phases: " * 28 + "x" + "}}" * 28 + "\n"), "check TEXT-UNMATCHED")
mod("texts-deeper", spoken("phases: " + "{day: " * 5000 + "x" + "}" * 5000 + "\n"), "check YAML-LIMIT", place=r"g/lang")
mod("texts-for-nothing", spoken("words: {" + many(60000, "q{i}: t") + "}\n"), "check TEXT-UNMATCHED")
mod("texts-cards-for-nothing", spoken("cards: {" + many(60000, "q{i}: t") + "}\n"), "check TEXT-UNMATCHED")
mod("texts-phases-for-nothing", spoken("phases: {" + many(30000, "q{i}: t") + "}\n",
                                       phases="[" + many(3000, "{{name: p{i}, says: x, phases: [{{shuffle: {{zone: deck}}}}]}}") + "]"), "check ")
mod("texts-phases-of-one-name", spoken("phases: {day: t}\n", phases="[" + many(3000, "{{name: day, says: x, phases: [{{shuffle: {{zone: deck}}}}]}}") + "]"))
mod("texts-list-of-many", spoken("phases: [" + many(60000, "t") + "]\n"), "check TEXT-UNMATCHED")
mod("texts-alias", spoken("x-a: &a [b, b, b, b, b, b, b, b, b]\n" + "".join(f"x-{c}: &{c} [{', '.join(['*' + b] * 9)}]\n" for b, c in zip("abcdefgh", "bcdefghi"))), "check YAML-LIMIT", place=r"g/lang")
mod("texts-eight-languages", game(files={f"lang/l{i}.yaml": "cantrip: 1\ntitle: x\n" for i in range(8)}), "check LIMIT-NAMES", place="lang")
mod("texts-open-place", spoken("cards: {a: '{who} {card} {number} {0} %s %n'}\n", cards="[{a: {copies: 5, name: A}, b: {copies: 5}}]"))

FIELDS = many(80000, "x-{i}: {i}")
mod("changes-of-many-fields", game(cards="[pack, {a: {" + FIELDS + "}}]", files={"pack/a.yaml": "cantrip: 1\ncards: {a: {copies: 5, " + FIELDS + "}, b: {like: a}}\n"}))
mod("changes-far-away", game(cards="[pack, {c0: {" + many(2000, "x-{i}: {i}") + "}}]",
                             files={"pack/a.yaml": "cantrip: 1\ncards: {c0: {}, " + ", ".join(f"c{i}: {{like: c{i - 1}}}" for i in range(1, 4000)) + "}\n"}), "check LIMIT-MEMORY")
mod("changes-again-and-again", game(cards="[pack, " + ", ".join(["{a: {worth: 1}}"] * 20000) + "]", files={"pack/a.yaml": "cantrip: 1\ncards: {a: {copies: 9}}\n"}))
mod("changes-remove-all", game(cards="[pack, {remove: [a, b]}]", files={"pack/a.yaml": "cantrip: 1\ncards: {a: {}, b: {}}\n"}), "check CARDS-NONE")
mod("changes-remove-many", game(cards="[pack, {remove: [" + many(30000, "r{i}") + "]}]", files={"pack/a.yaml": "cantrip: 1\ncards: {a: {copies: 9}}\n"}), "check CARD-UNKNOWN")
mod("changes-new-again", game(cards="[pack, {remove: [a]}, {a: {copies: 5}}, {a: ~}, {b: {copies: 5}}]", files={"pack/a.yaml": "cantrip: 1\ncards: {a: {copies: 9}}\n"}), "check ")
mod("changes-in-a-circle", game(cards="[pack, {a: {like: b}}]", files={"pack/a.yaml": "cantrip: 1\ncards: {a: {copies: 5}, b: {like: a}}\n"}), "check LIKE-CYCLE", place="g/ruleset.yaml|pack/a.yaml")
