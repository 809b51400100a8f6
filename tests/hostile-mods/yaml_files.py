"""YAML itself: what the reader meets before there is a game."""
from base import game, kind

mod = kind("yaml_files")

HEAD = "cantrip: 1\nplayers: 2\ncards: [{a: {copies: 4}}]\nzones: {hand: {per: player, seen_by: owner, holds: [{}]}}\nphases: [{choose: {who: all, card: {zone: hand}}}]\n"
N = 100000
BAD = {
    "alias-bomb": HEAD + "x-a: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(f"x-{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]\n" for i in range(1, 9)),
    "alias-bomb-maps": HEAD + "x-a: &a0 {a: x, b: x}\n" + "".join(f"x-{i}: &a{i} {{a: *a{i - 1}, b: *a{i - 1}, c: *a{i - 1}}}\n" for i in range(1, 30)),
    "alias-of-itself": HEAD + "x-a: &a [*a]\n", "alias-of-itself-map": HEAD + "x-a: &a {b: *a}\n", "alias-of-parent": HEAD + "let: &a {b: {c: *a}}\n", "alias-unknown": HEAD + "x-a: *nothing\n", "alias-as-key": HEAD + "x-a: &a b\n*a : c\n",
    "anchor-long": HEAD + "x-a: &" + "a" * N + " b\n", "anchors-many": HEAD + "x-a: [" + ", ".join(f"&a{i} x" for i in range(30000)) + "]\n", "anchor-twice": HEAD + "x-a: [&a x, &a y, *a]\n",
    "deep-lists": HEAD + "x-a: " + "[" * N + "]" * N + "\n", "deep-maps": HEAD + "x-a: " + "{a: " * N + "}" * N + "\n", "deep-lists-open": HEAD + "x-a: " + "[" * N, "deep-block": HEAD + "x-a:\n" + "".join(" " * i + "- \n" for i in range(1, 2000)),
    "deep-dashes": HEAD + "x-a:\n " + "- " * 50000 + "x\n", "deep-questions": HEAD + "x-a:\n " + "? " * 50000 + "x\n", "merge": HEAD + "x-a: &a {b: 1}\nlet: {<<: *a}\n", "merge-list": HEAD + "let: {<<: [{a: 1}, {b: 2}]}\n",
    "duplicate": HEAD + "players: 3\n", "duplicate-many": HEAD + "let: {" + "a: 1, " * 30000 + "}\n", "duplicate-card": HEAD.replace("{a:", "{a: {}, a:"), "not-utf-8": HEAD.encode() + b"title: \xff\xfe\n", "overlong": HEAD.encode() + b"title: \xc0\xaf\n", "surrogate": HEAD.encode() + b"title: \xed\xa0\x80\n",
    "beyond": HEAD.encode() + b"title: \xf5\x80\x80\x80\n", "cut": HEAD.encode() + b"title: \xe2\x82", "nul": HEAD.encode() + b"title: a\0b\n", "nul-escape": HEAD + 'title: "a\\0b"\n', "utf-16": ("\ufeff" + HEAD).encode("utf-16-le"), "utf-16-be": ("\ufeff" + HEAD).encode("utf-16-be"), "utf-32": HEAD.encode("utf-32"),
    "bom-within": (HEAD + "title: a\ufeffb\n"), "huge-scalar": HEAD + "title: " + "x" * 3000000 + "\n", "huge-key": HEAD + "x" * 3000000 + ": 1\n", "huge-block": HEAD + "title: |\n" + "  x\n" * 500000, "huge-quoted": HEAD + 'title: "' + "\\\n  " * 300000 + '"\n',
    "huge-comment": "#" + "x" * 5000000 + "\n" + HEAD, "tag": HEAD + "title: !!python/object/apply:os.system [id]\n", "tag-local": HEAD + "title: !x y\n", "tag-long": HEAD + "title: !" + "x" * N + " y\n", "tag-binary": HEAD + "title: !!binary aGVsbG8=\n", "tag-directive": "%TAG ! tag:example.com,2000:\n---\n" + HEAD,
    "version-directive": "%YAML 9.9\n---\n" + HEAD, "directive-unknown": "%FORGED " + "x" * N + "\n---\n" + HEAD, "documents": HEAD + "---\n" + HEAD, "documents-many": HEAD + "---\n" * N, "document-end": HEAD + "...\nFORGED\n", "empty": "", "only-comment": "# nothing\n", "only-scalar": "hello", "only-list": "- a\n- b\n", "only-null": "~\n",
    "tab-indent": HEAD + "let:\n\ta: 1\n", "unclosed": HEAD + "let: {a: 1\n", "unclosed-quote": HEAD + 'title: "abc\n', "key-list": HEAD + "? [a, b]\n: c\n", "key-map": HEAD + "? {a: b}\n: c\n", "key-null": HEAD + "~: c\n", "key-empty": HEAD + '"": c\n', "key-number": HEAD + "5: c\n", "key-on": HEAD + "on: c\n", "key-long": HEAD + "? " + "x" * 2000 + "\n: c\n",
    "wide-list": HEAD + "x-a: [" + "x, " * 600000 + "x]\n", "wide-map": HEAD + "x-a: {" + ", ".join(f"k{i}: 1" for i in range(250000)) + "}\n", "colons": HEAD + "x-a: " + "a: " * 50000 + "\n", "commas": HEAD + "x-a: [" + "," * 50000 + "]\n", "flow-keys": HEAD + "x-a: {" + "? " * 50000 + "}\n",
    "ansi-in-error": HEAD.encode() + b"\x1b[2J: [\n", "line-of-error-long": HEAD + "let: {a: " + "b c " * 100000 + ": }\n", "nel": HEAD + "title: a\u0085b\n", "ls": HEAD + "title: a\u2028FORGED\n", "del": HEAD + "title: a\x7fb\n", "c1": HEAD + "title: a\x9bb\n", "noncharacter": HEAD + "title: a\ufffeb\n",
    "bell-escape": HEAD + 'title: "a\\a\\b\\eb"\n', "u-escape": HEAD + 'title: "\\u202e\\U0000009b"\n', "escape-surrogate": HEAD + 'title: "\\ud800"\n', "escape-beyond": HEAD + 'title: "\\UFFFFFFFF"\n', "newline-in-title": HEAD + 'title: "a\\nFORGED"\n', "cr-in-title": HEAD + 'title: "a\\rFORGED"\n', "block-in-title": HEAD + "title: |\n  a\n  FORGED\n",
    "cards-and-no-list": HEAD.replace("cards: [", "cards: [[[[[").replace("}}]\nzones", "}}]]]]]\nzones"), "every-key-wrong-type": "".join(f"{k}: {v}\n" for k, v in zip("cantrip players phases cards title words languages extends options requires seats traits zones counters field let verbs resolution actions result scripts limits".split(), ["[1]", "{a: b}", "7", "7", "{}", "[]", "{}", "{}", "[]", "7", "[]", "[]", "7", "[]", "[]", "7", "[]", "{}", "7", "[]", "{}", "[]"])),
    "every-key-null": "".join(f"{k}: ~\n" for k in "cantrip players phases cards title words languages extends options requires seats traits zones counters field let verbs resolution actions result scripts limits".split()),
    "unknown-keys": HEAD + "".join(f"key{i}: 1\n" for i in range(20000)),
}
PLAYS = "anchor-long anchor-twice huge-quoted tag-directive".split()
for name, text in BAD.items():
    mod(f"yaml-{name}", {"ruleset.yaml": text}, "plays" if name in PLAYS else "check ", place=r"ruleset\.yaml(:[0-9]+|: )")
mod("yaml-bom", {"ruleset.yaml": "\ufeff" + HEAD}, "plays")
mod("yaml-crlf", {"ruleset.yaml": HEAD.replace("\n", "\r\n")}, "plays")
mod("yaml-cr", {"ruleset.yaml": HEAD.replace("\n", "\r")})
