"""Files that are none, or not the mod's: links, pipes, devices, giant ones."""
from base import FIFO, FOLDER, Link, Sparse, game, kind

mod = kind("files")

PLACE = r"(g|secret|two)(/[^ :]*)?:( |[0-9])"
CARDS = "cantrip: 1\ncards: {a: {copies: 5}}\n"
for name, what in {"secret": Link("{out}/secret"), "passwd": Link("/etc/passwd"), "zero": Link("/dev/zero"), "random": Link("/dev/urandom"), "stdin": Link("/dev/stdin"), "tty": Link("/dev/tty"), "environ": Link("/proc/self/environ"), "mem": Link("/proc/self/mem"), "kmsg": Link("/proc/kmsg"),
                   "itself": Link("cards.yaml"), "nowhere": Link("/nowhere"), "pipe": FIFO, "folder-of-nothing": FOLDER, "sparse": Sparse(3 << 30), "root": Link("/")}.items():
    mod(f"cards-{name}", game(cards="[cards.yaml]", files={"cards.yaml": what}), "check ", place=PLACE)
    if name not in ("folder-of-nothing",):
        mod(f"script-{name}", game("[{run: go}]", lua="", files={"hooks.lua": what}), "check ", place=PLACE)
    if name in ("secret", "zero", "pipe", "sparse", "itself", "environ"):
        mod(f"ruleset-{name}", {"ruleset.yaml": what}, "check ", place=PLACE)
        mod(f"scenario-{name}", game(files={"scenarios/a.yaml": what}), "test ", place=PLACE)
for name, path in {"up": "../secret", "up-twice": "a/../../secret", "absolute": "/etc/passwd", "proc": "/proc/self/environ", "device": "/dev/zero", "dot": ".", "dots": "..", "empty": "", "slash": "/", "nul": "a\\0b", "long": "a/" * 3000 + "b", "name-long": "a" * 5000, "tilde": "~/secret", "percent": "%s%n", "glob": "*", "double-slash": "a//b", "self": "ruleset.yaml", "newline": "a\\nFORGED", "backslash": "..\\\\secret"}.items():
    mod(f"name-{name}", game(cards=f'["{path}"]'), "check ")
    mod(f"name-{name}-script", game(more=f'scripts: ["{path}"]'), "check ")
    mod(f"name-{name}-extends", {"ruleset.yaml": f'cantrip: 1\nextends: "{path}"\n'}, "check ")
mod("folder-link-outside", game(cards="[pack]", files={"pack": Link("{out}")}), "check ", place=PLACE)
mod("folder-link-root", game(cards="[pack/etc/passwd]", files={"pack": Link("/")}), "check ", place=PLACE)
mod("folder-circle", game(cards="[pack]", files={"pack/pack": Link("."), "pack/a.yaml": CARDS}))
mod("folder-deep", game(cards="[pack]", files={"pack/" + "d/" * 200 + "a.yaml": CARDS}), "check CARDS-NONE")
mod("folder-wide", game(cards="[pack]", files={f"pack/{i}.yaml": "" for i in range(1100)}), "check LIMIT-FILES", place="pack")
mod("folder-of-pipes", game(cards="[pack]", files={"pack/a.yaml": FIFO, "pack/b.yaml": Link("/dev/zero")}), "check ", place=PLACE)
mod("folder-hidden", game(cards="[pack]", files={"pack/.a.yaml": CARDS, "pack/b.yaml~": "FORGED"}), "check CARDS-NONE")
mod("extends-itself", {"ruleset.yaml": "cantrip: 1\nextends: g\n"}, "check EXTENDS-CYCLE")
mod("extends-circle", {"ruleset.yaml": "cantrip: 1\nextends: two\n", "rulesets/two/ruleset.yaml": "cantrip: 1\nextends: g\n", "../two/ruleset.yaml": "cantrip: 1\nextends: g\n"}, "check EXTENDS-CYCLE")
mod("extends-tower", {"ruleset.yaml": "cantrip: 1\nextends: t0\n"} | {f"../t{i}/ruleset.yaml": f"cantrip: 1\nextends: t{i + 1}\n" for i in range(300)}, "check ", place="ruleset.yaml")
mod("extends-link", {"ruleset.yaml": "cantrip: 1\nextends: two\n", "../two/ruleset.yaml": Link("{out}/secret")}, "check ", place=PLACE)
mod("extends-pipe", {"ruleset.yaml": "cantrip: 1\nextends: two\n", "../two/ruleset.yaml": FIFO}, "check ", place=PLACE)
mod("extends-removes-all", {"ruleset.yaml": "cantrip: 1\nextends: two\nphases: ~\nzones: {hand: ~}\ncounters: {gold: ~, mine: ~}\nresult: ~\nplayers: ~\n", "../two/ruleset.yaml": game()["ruleset.yaml"]}, "check ")
mod("megabytes-of-cards", game(cards="[pack]", files={f"pack/{i}.yaml": f"cantrip: 1\ncards: {{c{i}: {{}}}}\nnotes: |\n" + "  much\n" * 500000 for i in range(6)}), "check FILE-SIZE", place="pack")
