#!/usr/bin/env bats
# `cantrip lsp`, as an editor speaks to it: files that are not saved, findings as they come and go, names.

load ../helper

setup() {
  unset CANTRIP_PATH
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  cat >client.py <<'P'
import json, os, re, subprocess, sys, threading, queue

class Client:
    def __init__(self):
        self.p = subprocess.Popen([os.environ["CANTRIP"], "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.q, self.id, self.shown, self.text = queue.Queue(), 0, {}, {}
        threading.Thread(target=self.read, daemon=True).start()
        self.caps = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
        self.tell("initialized", {})

    def read(self):
        while True:
            n = 0
            while (line := self.p.stdout.readline().strip()):
                n = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else n
            if not n:
                return self.q.put(None)
            self.q.put(json.loads(self.p.stdout.read(n)))

    def send(self, o):
        body = json.dumps(o).encode()
        self.p.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.p.stdin.flush()

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def take(self):
        m = self.q.get(timeout=300)
        if m and m.get("method") == "textDocument/publishDiagnostics":
            self.shown[m["params"]["uri"]] = m["params"]["diagnostics"]
        return m

    def ask(self, method, params):
        self.id += 1
        self.send({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        while True:
            m = self.take()
            if m.get("id") == self.id:
                return m["result"] if "result" in m else m["error"]

    def uri(self, path):
        return "file://" + os.path.realpath(path)

    def open(self, path, text=None):
        self.text[path] = open(path).read() if text is None else text
        self.tell("textDocument/didOpen", {"textDocument": {"uri": self.uri(path), "languageId": "yaml", "version": 1, "text": self.text[path]}})

    def change(self, path, a, b):
        assert a in self.text[path], a
        self.text[path] = self.text[path].replace(a, b, 1)
        self.tell("textDocument/didChange", {"textDocument": {"uri": self.uri(path), "version": 2}, "contentChanges": [{"text": self.text[path]}]})

    def findings(self, path):
        """What is shown of a file, when the next findings of it have come."""
        self.shown.pop(self.uri(path), None)
        while self.uri(path) not in self.shown:
            self.take()
        return self.shown[self.uri(path)]

    def at(self, path, what, off=0):
        i = self.text[path].index(what) + off
        before = self.text[path][:i]
        return {"textDocument": {"uri": self.uri(path)},
                "position": {"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2}}

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.p.wait(timeout=60)

c = Client()
P
}

client() { { cat client.py; cat; } >run.py; CANTRIP=$CANTRIP python3 run.py; }

# bats test_tags=long
@test "what is typed and not saved is checked; findings come, with their place, and go" {
  client <<'P'
card = "cards/fairytale/shadow.yaml"
c.open(card)
c.change(card, "close:", "cloze:")
found = c.findings(card)
d = next(d for d in found if d["code"] == "VERB-UNKNOWN")
at = c.at(card, "cloze")["position"]
assert d["range"] == {"start": at, "end": {"line": at["line"], "character": at["character"] + 5}}, d
assert d["severity"] == 1 and d["source"] == "cantrip" and "did you mean 'close'?" in d["message"], d
# a rule that another file breaks is shown there
rules = "rulesets/fairytale/ruleset.yaml"
c.change(card, "cloze:", "close:")
assert c.findings(card) == []
c.open(rules)
c.change(rules, "  close:", "  shut:")
assert any(d["code"] == "VERB-UNKNOWN" for d in c.findings(card))
c.change(rules, "  shut:", "  close:")
assert c.findings(card) == []
# and the files on the disk are as they were
assert "cloze" not in open(card).read()
assert c.end() == 0
P
}

# bats test_tags=long
@test "a card's text that says something else than its data is a finding, by what is typed in both files" {
  client <<'P'
card, rules = "cards/fairytale/shadow.yaml", "rulesets/fairytale/ruleset.yaml"
def differ(path=card):
    return [(d["range"]["start"], d["message"]) for d in c.findings(path) if d["code"] == "TEXT-DIFFERS"]
c.open(card)
c.change(card, "    points: 6\n", "    points: 6\n    text: 'You: close 2 cards'\n")
at = c.at(card, "You: close 2")["position"]
assert differ() == [(at, "the text of 'pale-rider' says 'You: close 2 cards', but its data says 'You: close 1 card'\n"
                     "if the text is right, write effects: [{close: {count: 2}}]")], c.shown
c.open(rules)
c.change(rules, "{who}: close {count}", "{who}: shut {count}")
assert differ() == [], "these words are no words of the game any more"
c.change(card, "You: close 2 cards", "You: shut 3 cards")
assert "says 'You: shut 1 card'" in differ()[0][1]
c.change(card, "You: shut 3 cards", "You: shut 1 card")
assert differ() == []
# a game in one file, which is not as it is on the disk
os.mkdir("coop")
coop = "coop/ruleset.yaml"
open(coop, "w").write("""cantrip: 1
title: Coop
players: 2
cards: [{hen: {copies: 8, text: Lose 2, effects: [{gain: 3}]}}]
traits: {effects: {is: effects}}
counters: {eggs: {per: player}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, yard: {per: player, as: row, seen_by: all}}
verbs: {gain: {params: {n: number}, main: n, says: "gain {n}", do: [{add: {eggs: $n}}]}}
phases: [{deal: {who: all, from: deck, to: yard, count: 2}}, {trigger: {list: effects, cards: {zone: yard, of: all}}}]
result: {score: eggs}
""")
c.open(coop)
c.change(coop, "says: \"gain", "says: \"lose")
assert "its data says 'Lose 3'" in differ(coop)[0][1]
assert c.end() == 0
P
}

@test "scripts and scenarios are checked, too; columns are units of UTF-16" {
  client <<'P'
lua = "rulesets/fairytale/fairytale.lua"
c.open(lua)
c.change(lua, "g:", "local 𝄞é = 1; g:nonsense(); g:")
d = next(d for d in c.findings(lua) if "nonsense" in d["message"] or d["code"].startswith("SCRIPT"))
scene = "rulesets/fairytale/scenarios/hunts.yaml"
c.open(scene)
c.change(scene, "name: ", "name: 𝄞𝄞 ")
c.change(scene, "white-hunter", "wihte-hunter")
c.change(lua, "local 𝄞é = 1; g:nonsense(); g:", "g:")
d = c.findings(scene)[0]
assert d["range"]["start"]["line"] == c.at(scene, "wihte-hunter")["position"]["line"], d
assert "white-hunter" in d["message"]
rules = "rulesets/fairytale/ruleset.yaml"
c.open(rules, open(rules).read().replace("title:", "notes: {𝄞𝄞é: 1}\nx-𝄞: {a: 1}\ntitle:", 1).replace("players:", "plaiers:", 1))
d = next(d for d in c.findings(rules) if d["code"].startswith("KEY"))
assert d["range"]["start"] == c.at(rules, "plaiers")["position"], d
assert c.end() == 0
P
}

@test "hover, definition, completion: names of the game, of what is written now; keys of the format" {
  client <<'P'
assert c.caps["hoverProvider"] and c.caps["definitionProvider"] and "completionProvider" in c.caps
card, rules = "cards/fairytale/dragonvale.yaml", "rulesets/fairytale/ruleset.yaml"
c.open(card)
hover = c.ask("textDocument/hover", c.at(card, "close:", 2))
assert "**close**, a verb" in hover["contents"]["value"], hover
[place] = c.ask("textDocument/definition", c.at(card, "close:", 2))
assert place["uri"] == c.uri(rules)
assert open(rules).read().splitlines()[place["range"]["start"]["line"]].strip().startswith("close:")
hover = c.ask("textDocument/hover", c.at(card, "copies", 1))
assert "how many copies there are" in hover["contents"]["value"], hover
assert c.ask("textDocument/hover", {"textDocument": {"uri": c.uri(card)}, "position": {"line": 0, "character": 9999}}) is None
labels = {i["label"]: i["detail"] for i in c.ask("textDocument/completion", c.at(card, "close:"))["items"]}
assert labels["werewolf"] == "a card" and labels["close"] == "a verb" and labels["story"] == "a zone" and "copies" in labels
# a card that is not saved yet is known at once
c.change(card, "cards:\n", "cards:\n  brand-new: {name: Brand New, points: 1, level: basic}\n")
labels = {i["label"] for i in c.ask("textDocument/completion", c.at(card, "close:"))["items"]}
assert "brand-new" in labels
# what fits behind a key stands first: a zone, a word of the trait, a word of the format
def first(path, text):
    items = c.ask("textDocument/completion", c.at(path, text, len(text)))["items"]
    assert all("sortText" in i for i in items), items[:3]
    return {i["label"] for i in items if i["sortText"].startswith("0")}, {i["label"] for i in items}
c.open(rules)
fits, others = first(rules, "from: ")
assert {"deck", "hand", "story"} <= fits and "werewolf" not in fits and "werewolf" in others and "copies" not in others
fits, others = first(card, "level: ")
assert fits == {"basic", "expert"}, fits
fits, others = first(rules, "seen_by: ")
assert {"nobody", "owner", "all"} <= fits and "werewolf" not in fits
# where a key is needed keys stand first: of a card its own, traits, verbs
c.change(card, "  brand-new: {name: Brand New, ", "  brand-new: {name: Brand New, ki")
fits, others = first(card, "Brand New, ki")
assert {"copies", "like", "points", "level", "close"} <= fits and "any_of" not in fits and "werewolf" not in fits and "basic" not in fits, fits
assert {"any_of", "werewolf"} <= others
# the name of a let, with its formula
quest = "rulesets/wizard-quest/ruleset.yaml"
c.open(quest)
hover = c.ask("textDocument/hover", c.at(quest, "at_most: might", 10))
assert "**might**" in hover["contents"]["value"] and "strongest)" in hover["contents"]["value"], hover
[place] = c.ask("textDocument/definition", c.at(quest, "at_most: might", 10))
assert open(quest).read().splitlines()[place["range"]["start"]["line"]].strip().startswith("might:")
assert c.end() == 0
P
}

# bats test_tags=long
@test "a word that is not known is put right where it stands: names, keys, quoted ones, aliases, scripts' and scenarios'" {
  client <<'P'
assert c.caps["codeActionProvider"] == {"codeActionKinds": ["quickfix"]}
def fix(path, wrong, right, off=1):
    """The one fix that is offered within the wrong word is done: it is the right one."""
    place = c.at(path, wrong, off)["position"]
    [one] = c.ask("textDocument/codeAction", {"textDocument": {"uri": c.uri(path)}, "range": {"start": place, "end": place}, "context": {"diagnostics": []}})
    assert one["title"] == f"Write '{right}'" and one["kind"] == "quickfix" and one["diagnostics"][0]["severity"] == 1, one
    [edit] = one["edit"]["changes"][c.uri(path)]
    lines = c.text[path].split("\n")
    a, b = edit["range"]["start"], edit["range"]["end"]
    assert a["line"] == b["line"]
    units = lines[a["line"]].encode("utf-16-le")
    lines[a["line"]] = (units[:2 * a["character"]] + edit["newText"].encode("utf-16-le") + units[2 * b["character"]:]).decode("utf-16-le")
    c.change(path, c.text[path], "\n".join(lines))
    assert c.findings(path) == [], c.shown
card, rules = "cards/fairytale/shadow.yaml", "rulesets/fairytale/ruleset.yaml"
before = open(card).read()
c.open(card)
c.change(card, "close:", "cloze:")
fix(card, "cloze", "close")
assert c.text[card] == before
c.open(rules)
before = c.text[rules]
for right, wrong in (("players:", "plaiers:"), ("to: hand, count", "to: 'hnad', count"), ("lasts: play", 'lasts: "plya"'), ("players * 20", "plaiers * 20")):
    c.change(rules, right, wrong)
    word = wrong.split(": ")[-1].split(",")[0].split(" ")[0].strip("'\":")
    fix(rules, word, right.split(": ")[-1].split(",")[0].split(" ")[0].strip(":"))
    if "'" in wrong or '"' in wrong:  # the quotes stay
        assert wrong.replace(word, right.split(": ")[-1].split(",")[0]) in c.text[rules]
        c.change(rules, wrong.replace(word, right.split(": ")[-1].split(",")[0]), right)
    assert c.text[rules] == before
c.change(rules, "players * 20", "3-plaiers-1")  # of a formula the word alone
fix(rules, "plaiers", "players")
assert "3-players-1" in c.text[rules]
c.change(rules, "3-players-1", "players * 20")
scene = "rulesets/fairytale/scenarios/hunts.yaml"
c.open(scene)
c.change(scene, "white-hunter", "wihte-hunter")
fix(scene, "wihte-hunter", "white-hunter")
lua = "rulesets/fairytale/fairytale.lua"
c.open(lua)
c.change(lua, "g:cancel", "g:cancle")
fix(lua, "cancle", "cancel")
c.change(lua, "g:cancel", "local late = 3-g.raund-1; g:cancel")
fix(lua, "raund", "round")
assert "3-g.round-1" in c.text[lua]
c.change(lua, "recent = 1, faction", "recent = 1, factoin")
fix(lua, "factoin", "faction")
c.change(rules, "title: Fairy Tale", "x-a: &first {a: 1}\nx-b: *frist\ntitle: Fairy Tale")
place = c.at(rules, "*frist", 2)["position"]
[one] = c.ask("textDocument/codeAction", {"textDocument": {"uri": c.uri(rules)}, "range": {"start": place, "end": place}, "context": {}})
assert one["title"] == "Write 'first'", one
[edit] = one["edit"]["changes"][c.uri(rules)]
assert edit["newText"] == "first" and edit["range"]["start"] == c.at(rules, "*frist", 1)["position"], edit
# elsewhere, and of what is right, nothing is offered
nothing = {"textDocument": {"uri": c.uri(card)}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}, "context": {"diagnostics": []}}
assert c.ask("textDocument/codeAction", nothing) == []
assert c.ask("textDocument/codeAction", {}) == []
assert c.end() == 0
P
}

# bats test_tags=long
@test "the outline of a file, and all places of a name: rules, cards, scripts, scenarios, as they stand in the editor" {
  client <<'P'
assert c.caps["referencesProvider"] and c.caps["documentSymbolProvider"]
rules, card, lua, scene = ("rulesets/fairytale/ruleset.yaml", "cards/fairytale/shadow.yaml",
    "rulesets/fairytale/fairytale.lua", "rulesets/fairytale/scenarios/hunts.yaml")
def text(path, place):
    """What stands at the place."""
    line = c.text.get(path, None) or open(path).read()
    units = line.split("\n")[place["start"]["line"]].encode("utf-16-le")
    assert place["start"]["line"] == place["end"]["line"]
    return units[2 * place["start"]["character"]:2 * place["end"]["character"]].decode("utf-16-le")
c.open(rules)
outline = {s["name"]: s for s in c.ask("textDocument/documentSymbol", {"textDocument": {"uri": c.uri(rules)}})}
for name, what in (("story", "a zone"), ("hunt", "a verb"), ("fresh", "a counter"), ("faction", "a trait of cards"), ("draft", "a phase"), ("hunt_scope", "an option")):
    assert outline[name]["detail"] == what and text(rules, outline[name]["selectionRange"]) == name, outline[name]
assert "werewolf" not in outline
c.open(card)
outline = {s["name"]: s["detail"] for s in c.ask("textDocument/documentSymbol", {"textDocument": {"uri": c.uri(card)}})}
assert outline["werewolf"] == "a card" and "story" not in outline
# a name in all files; in comments it is none, nor as a part of another
def places(path, what, off=1):
    params = c.at(path, what, off) | {"context": {"includeDeclaration": True}}
    found = {}
    for p in c.ask("textDocument/references", params):
        found.setdefault(p["uri"], []).append(p["range"])
    return found
c.open(lua)
found = places(rules, "story:")
assert {c.uri(f) for f in (rules, lua)} <= set(found), found
for path in (rules, lua):
    assert {text(path, r) for r in found[c.uri(path)]} == {"story"}
    lines = [l.split("#" if path == rules else "--")[0] for l in c.text[path].split("\n")]
    assert len(found[c.uri(path)]) == sum(len(re.findall(r"(?<![\w-])story(?![\w-])", l)) for l in lines)
assert any(u.startswith(c.uri("rulesets/fairytale/scenarios/")) for u in found), found
assert {text(card, r) for r in places(card, "werewolf")[c.uri(card)]} == {"werewolf"}
# as it stands in the editor; a comment more counts for nothing
n = len(found[c.uri(lua)])
c.change(lua, "local prey", "-- story\nlocal odd = sel{zone = 'story'}\nlocal prey")
assert len(places(rules, "story:")[c.uri(lua)]) == n + 1
# what is no name has no places
assert places(rules, "cantrip: 1") == {}
assert c.ask("textDocument/documentSymbol", {"textDocument": {"uri": "file:///nowhere"}}) == []
assert c.end() == 0
P
}

# bats test_tags=long
@test "a name becomes another wherever it is meant, and nowhere else; what would not load is refused" {
  client <<'P'
assert c.caps["renameProvider"] == {"prepareProvider": True}
rules, card, lua, scene = ("rulesets/fairytale/ruleset.yaml", "cards/fairytale/shadow.yaml",
    "rulesets/fairytale/fairytale.lua", "rulesets/fairytale/scenarios/hunts.yaml")
def rename(path, what, new, off=1):
    return c.ask("textDocument/rename", c.at(path, what, off) | {"newName": new})
def apply(changes):
    for uri, edits in changes.items():
        path = uri[7:]
        lines = open(path).read().split("\n")
        for e in sorted(edits, key=lambda e: (e["range"]["start"]["line"], -e["range"]["start"]["character"])):
            a, b = e["range"]["start"], e["range"]["end"]
            units = lines[a["line"]].encode("utf-16-le")
            lines[a["line"]] = (units[:2 * a["character"]] + e["newText"].encode("utf-16-le") + units[2 * b["character"]:]).decode("utf-16-le")
        open(path, "w").write("\n".join(lines))
def passes(game):
    for command in ("check", "test"):
        ran = subprocess.run([os.environ["CANTRIP"], command, game], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    return subprocess.run([os.environ["CANTRIP"], "check", "--deep", "--games", "4", "--hash", "--jobs", "1", game], capture_output=True, text=True).stdout
before = passes("fairytale")
c.open(rules)
# a zone: in rules, scripts, scenarios; a text for people that has the word keeps it
c.change(rules, "keep_one:  Keep one card", "keep_one:  Keep one story card")
open(rules, "w").write(c.text[rules])
assert c.ask("textDocument/prepareRename", c.at(rules, "story:", 1))["start"] == c.at(rules, "story:")["position"]
said = rename(rules, "story:", "tale"); assert "changes" in said, said; changes = said["changes"]
assert {c.uri(f) for f in (rules, lua)} <= set(changes), changes.keys()
apply(changes)
assert "Keep one story card" in open(rules).read() and "zone: tale" in open(rules).read() and "says: story" in open(rules).read()
assert 'zone = "tale"' in open(lua).read() and 'zone = "story"' not in open(lua).read()
print(before, passes("fairytale"))
# a card, from its own file
c = Client()
c.open(card)
changes = rename(card, "werewolf:", "wolf-man")["changes"]
apply(changes)
passes("fairytale")
# a phase that two places declare, and scenarios name among others
c, ring = Client(), "rulesets/card-ring/ruleset.yaml"
c.open(ring)
changes = rename(ring, "name: dispute", "quarrel", 7)["changes"]
apply(changes)
assert open(ring).read().count("name: quarrel") == 2 and "dispute" not in open(ring).read()
assert "at: turn buying quarrel" in open("rulesets/card-ring/scenarios/rounds.yaml").read()
# what cannot be is refused, and says why
c = Client()
c.open(rules)
for new, why in (("hand", "the name 'hand' is taken"), ("a b", "'a b' cannot be a name"), ("", "'' cannot be a name"),
                 ("if", "with the name 'if' the game does not load: ")):
    said = rename(rules, "kept: ", new)
    assert said["code"] == -32803 and said["message"].startswith(why), said
assert rename(rules, "cantrip: 1", "x")["message"] == "this is not a name of the game"
assert c.ask("textDocument/prepareRename", c.at(rules, "cantrip: 1", 1)) is None
assert c.end() == 0
P
}

# bats test_tags=long
@test "a renaming reaches formulas with signs, what scripts alone know, and games that extend the one; words of the format and names of games stay" {
  mkdir -p own/rulesets/gold/scenarios own/rulesets/silver
  cat >own/rulesets/gold/ruleset.yaml <<'E'
cantrip: 1
title: Gold
players: {min: 2, max: 2}
scripts: [gold.lua]
traits: {worth: {is: number}}
cards: [{ant: {copies: 6, worth: 1}, bee: {copies: 6, worth: 2}}]
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
  row:  {per: player, as: row, seen_by: all}
counters: {gold: {per: player}, silver: {}, given: {}}
actions:
  lay: {card: {zone: hand}, says: "lay {card}"}
phases:
  - deal: {who: all, from: deck, to: hand, count: 3}
  - {name: turn, each: all, by: ["-gold"], phases: [{run: turn}, {set: {silver: "gold-1"}}]}
result: {score: gold}
notes: "{given}: scenarios set it"
E
  cat >own/rulesets/gold/gold.lua <<'E'
step.turn = function(g, e, you)
  local which, first = g:choose(you, {"lay"})
  local own = {worth = 1}
  you:add("gold", first.worth + own.worth - 1)
  for seat, what, card in g:choose_all("all", {"lay"}) do
    card:move("row")
  end
end
E
  cat >own/rulesets/gold/scenarios/gold.yaml <<'E'
cantrip: 1
ruleset: gold
scenarios:
  - name: nobody has gold
    given: {given: 1}
    then: [{expect: {A.gold: 0, B.gold: 0, given: 1}}]
E
  printf 'cantrip: 1\nextends: gold\ntitle: Silver\nresult: {score: "gold-silver"}\n' >own/rulesets/silver/ruleset.yaml
  cp client.py own
  cd own
  client <<'P'
def check(game):
    ran = subprocess.run([os.environ["CANTRIP"], "check", "--deep", "--games", "4", "--hash", "--jobs", "1", f"rulesets/{game}"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    test = subprocess.run([os.environ["CANTRIP"], "test", "rulesets/gold"], capture_output=True, text=True)
    assert test.returncode == 0, test.stdout + test.stderr
    return ran.stdout
def rename(path, what, new, off=1):
    c = Client()
    c.open(path)
    said = c.ask("textDocument/rename", c.at(path, what, off) | {"newName": new})
    assert c.end() == 0
    assert "changes" in said, said
    for uri, edits in said["changes"].items():
        lines = open(uri[7:]).read().split("\n")
        for e in sorted(edits, key=lambda e: (e["range"]["start"]["line"], -e["range"]["start"]["character"])):
            a, b = e["range"]["start"], e["range"]["end"]
            lines[a["line"]] = lines[a["line"]][:a["character"]] + e["newText"] + lines[a["line"]][b["character"]:]
        open(uri[7:], "w").write("\n".join(lines))
rules, scene, lua, silver = "rulesets/gold/ruleset.yaml", "rulesets/gold/scenarios/gold.yaml", "rulesets/gold/gold.lua", "rulesets/silver/ruleset.yaml"
before = [check("gold"), check("silver")]
c.open(rules)
found = {p["uri"] for p in c.ask("textDocument/references", c.at(rules, "-gold", 2))}
assert c.uri(silver) in found, found
rename(rules, "gold-1", "coins")
assert open(scene).read() == "cantrip: 1\nruleset: gold\nscenarios:\n  - name: nobody has gold\n    given: {given: 1}\n    then: [{expect: {A.coins: 0, B.coins: 0, given: 1}}]\n"
assert 'by: ["-coins"]' in open(rules).read() and '"coins-1"' in open(rules).read()
assert '"coins-silver"' in open(silver).read()
rename(rules, "given:", "taken")
assert open(scene).read().endswith("    given: {taken: 1}\n    then: [{expect: {A.coins: 0, B.coins: 0, taken: 1}}]\n")
rename(rules, "row:", "street")
assert "street:  {per: player, as: row, seen_by: all}" in open(rules).read()
assert 'card:move("street")' in open(lua).read()
rename(rules, "worth:", "value")
assert "first.value + own.value" in open(lua).read() and "{value = 1}" in open(lua).read()
assert [check("gold"), check("silver")] == before
# renamed and not saved: scenarios are read against the rules on the disk, so nothing would be learnt from them
c = Client()
c.open(rules)
c.open(scene)
c.change(rules, "coins: {per", "money: {per")
c.text[rules] = c.text[rules].replace("-coins", "-money").replace('"coins-1"', '"money-1"').replace("score: coins", "score: money")
c.open(lua, open(lua).read().replace('"coins"', '"money"'))
c.open(silver, open(silver).read().replace("coins", "money"))
c.change(rules, "title: Gold", "title: Money")
c.text[scene] = c.text[scene].replace("coins", "money")
c.change(scene, "nobody has gold", "nobody has money")
said = c.ask("textDocument/rename", c.at(rules, "money: {per", 1) | {"newName": "cash"})
assert said["message"] == "'money' in gold.yaml has an error. Fix it, or save all files, first", said
c.change(scene, "then: [", "then: [[")
said = c.ask("textDocument/rename", c.at(rules, "street:", 1) | {"newName": "road"})
assert "changes" in said, said  # the word stands in no scenario
assert c.end() == 0
P
}

# bats test_tags=long
@test "who speaks otherwise is answered, and is not the end of it" {
  client <<'P'
assert c.ask("no/such", {})["code"] == -32601
c.p.stdin.write(b"Content-Length: 9\r\n\r\nnot json!")
c.p.stdin.flush()
assert c.take()["error"]["code"] == -32700
for wrong in ({"id": 7, "method": 5}, {"method": None}, []):
    c.send(wrong)
    m = c.take()
    assert m["error"]["code"] == -32600 and m["id"] == (7 if "id" in wrong else None), m
c.send({"id": 9, "result": None})  # an answer to what was never asked
c.tell("textDocument/didChange", {})
c.tell("textDocument/didOpen", {"textDocument": {"uri": "untitled:1", "text": "x"}})
c.tell("$/whatever", None)
assert c.ask("textDocument/hover", {}) is None
assert c.ask("textDocument/definition", {"textDocument": {"uri": "file:///nowhere"}, "position": {"line": -4, "character": -4}}) == []
c.tell("exit", None)
assert c.p.wait(timeout=60) == 1  # without shutdown
c = Client()
c.p.stdin.close()
assert c.p.wait(timeout=60) == 0
# a file with a NUL is a file that is open, and has a finding as long as it is there
c, card = Client(), "cards/fairytale/shadow.yaml"
c.open(card, open(card).read() + "# \0 here\n")
assert [d["code"] for d in c.findings(card)] == ["FILE-ENCODING"]
c.change(card, "# \0 here", "")
assert c.findings(card) == []
assert c.end() == 0
P
  run "$CANTRIP" lsp --help
  [ "$status" -eq 0 ]
}

@test "nothing is asked before initialize" {
  ask='{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}'
  note='{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}'
  leave='{"jsonrpc":"2.0","method":"exit"}'
  for message in "$note" "$ask" "$leave"; do
    printf 'Content-Length: %d\r\n\r\n%s' ${#message} "$message"
  done >in
  run "$CANTRIP" lsp <in
  [ "$status" -eq 1 ]
  [[ "$output" == *'"code":-32002'*'"id":1'* ]]
  [ "$(grep -c Content-Length <<<"$output")" -eq 1 ]
}

@test "a message that has no end is one too many" {
  for header in 'Content-Length: -1\r\n\r\n{}' 'Content-Length: 99999999999\r\n\r\n{}' \
    'Content-Type: x\r\n\r\n{}' '\r\n\r\n{}'; do
    printf "$header" >in
    run "$CANTRIP" lsp <in
    [ "$status" -eq 2 ]
    [ "$output" = "cantrip: lsp: this is not a message: it needs a length of at most 64 MB" ]
  done
  head -c 100000 /dev/zero >in
  run "$CANTRIP" lsp <in
  [ "$status" -eq 2 ]
}
