"""What the mods are written with: `game` makes the files of a small game with one thing in it that means no good, `mod`
puts it on the list.

What comes of a mod (`ends`) is "plays"; "check WHY": it is refused by `check`; "game WHY": it loads, and its games fail;
"test WHY": its scenarios are refused. WHY stands in the message, beside a file and line.
"""
import os

MODS = {}


class Mod:
    def __init__(self, kind, name, files, ends, folder="g", place=r"\.(yaml|lua):[0-9]+", typed=None, flags=(), cpu=None):
        self.kind, self.name, self.files, self.ends, self.folder = kind, name, files, ends, folder
        self.cpu = cpu  # seconds of processor time for a decision, where less is promised than for a command
        self.place, self.typed, self.flags = place, typed, list(flags)


def kind(word):
    """The function with which a file of mods puts them on the list."""

    def mod(name, files, ends="plays", **more):
        assert name not in MODS, name
        MODS[name] = Mod(word, name, files, ends, **more)

    return mod


class Link(str):
    """A symbolic link to what it names; {out} is the folder that holds the mod."""


class Sparse(int):
    """A file of so many bytes, of which none lies on the disk."""


FIFO, FOLDER = object(), object()

CHOOSE = "[{choose: {who: all, card: {zone: hand}, do: [{add: {gold: 1}}]}}]"


def game(phases=CHOOSE, cards="[{a: {copies: 5}, b: {copies: 5}}]", traits="{worth: {is: number, default: 1}}", more="", lua=None,
         zones="{deck: {as: pile, seen_by: nobody}, hand: {per: player, seen_by: owner, holds: [{}]}, heap: {as: row, seen_by: all}}",
         counters="{gold: {}, mine: {per: player}, mark: {per: card}}", players="2", result="{score: mine}", files=None, limits=""):
    text = f"cantrip: 1\ntitle: Mod\nplayers: {players}\ncards: {cards}\ntraits: {traits}\nzones: {zones}\ncounters: {counters}\n"
    if limits:
        text += f"limits: {limits}\n"
    if lua is not None:
        text += "scripts: [hooks.lua]\n"
    text += f"phases: {phases}\nresult: {result}\n{more}\n"
    made = {"ruleset.yaml": text}
    if lua is not None:
        made["hooks.lua"] = lua
    made.update(files or {})
    return made


def step(lua, phases="[{run: go}]", **more):
    """A game whose first step is the script's step.go; `lua` is that function's body. What `g` and `hand` are can
    be seen when it runs, and not before: here it is the bridge that must refuse."""
    return game(phases, lua=f"local hand = ({{sel{{zone = \"hand\", of = \"all\"}}}})[1]\nstep.go = function(g) g = ({{g}})[1];\n{lua}\nend\n", **more)


def write(mod, where):
    """The files of the mod, in where/mod.folder."""
    top = os.path.join(os.fsencode(where), os.fsencode(mod.folder))
    os.makedirs(top, exist_ok=True)
    if callable(mod.files):
        return mod.files(os.fsdecode(top))
    for name, what in mod.files.items():
        path = os.path.join(top, os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if isinstance(what, Link):
            os.symlink(what.replace("{out}", os.path.abspath(where)), path)
        elif what is FIFO:
            os.mkfifo(path)
        elif what is FOLDER:
            os.mkdir(path)
        elif isinstance(what, Sparse):
            with open(path, "wb") as f:
                f.truncate(what)
        else:
            with open(path, "wb") as f:
                f.write(what if isinstance(what, bytes) else what.encode("utf-8", "surrogateescape"))
