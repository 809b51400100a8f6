#!/usr/bin/env bats
# `cantrip mcp`, as a language model's program speaks to it: a game from nothing, faults that are found and mended, and
# nothing outside the folder.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir games
  export CANTRIP_PATH=$CANTRIP_ROOT/rulesets
  cat >client.py <<'P'
import json, os, subprocess, sys

class Client:
    def __init__(self, *flags):
        self.p = subprocess.Popen([os.environ["CANTRIP"], "mcp", "games", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.id = 0

    def send(self, o):
        self.p.stdin.write((o if isinstance(o, str) else json.dumps(o)) + "\n")
        self.p.stdin.flush()

    def take(self):
        m = json.loads(self.p.stdout.readline())
        assert m["jsonrpc"] == "2.0", m
        return m

    def ask(self, method, params=None):
        self.id += 1
        self.send({"jsonrpc": "2.0", "id": self.id, "method": method, **({} if params is None else {"params": params})})
        m = self.take()
        assert m["id"] == self.id, m
        return m.get("result", m.get("error"))

    def call(self, name, /, **arguments):
        """What a tool says; it must not fail."""
        r = self.ask("tools/call", {"name": name, "arguments": arguments})
        assert r.get("isError") is False, r
        assert [c["type"] for c in r["content"]] == ["text"], r
        return r["content"][0]["text"]

    def wrong(self, name, /, **arguments):
        """What a tool says that fails."""
        r = self.ask("tools/call", {"name": name, "arguments": arguments})
        assert r.get("isError") is True, (name, arguments, r)
        return r["content"][0]["text"]

    def end(self):
        self.p.stdin.close()
        return self.p.wait(timeout=60)
P
}

client() {
  { cat client.py; cat; } >all.py
  python3 all.py
}

@test "it says what it is and what its tools take" {
  client <<'P'
c = Client()
first = c.ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
assert first["protocolVersion"] == "2025-03-26" and first["serverInfo"]["name"] == "cantrip" and "tools" in first["capabilities"]
assert c.ask("initialize", {"protocolVersion": "1999-01-01"})["protocolVersion"] == "2025-06-18"
c.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
assert c.ask("ping") == {}
tools = {t["name"]: t for t in c.ask("tools/list")["tools"]}
# as the published schema has it: a name, a description, an object's schema whose required arguments are among its own
for t in tools.values():
    s = t["inputSchema"]
    assert s["type"] == "object" and set(s["required"]) <= set(s["properties"]) and t["description"][-1] in ".?", t
    for a in s["properties"].values():
        assert a["type"] in ("string", "integer", "array") and a["description"], t
        assert a["type"] != "array" or a["items"] == {"type": "string"}
    assert isinstance(t["annotations"]["readOnlyHint"], bool)
assert tools["write_file"]["inputSchema"]["required"] == ["path", "text"]
assert tools["write_file"]["annotations"]["readOnlyHint"] is False and tools["check"]["annotations"]["readOnlyHint"] is True
assert tools["test"]["inputSchema"]["required"] == ["game"]
assert c.end() == 0
P
}

@test "a game from nothing: three faults are shown, mended, tested and played" {
  client <<'P'
c = Client()
assert "new_game" in c.call("list_files")
c.call("new_game", name="well", kind="trick")
assert "well/ruleset.yaml" in c.call("list_files")
assert json.loads(c.call("test", game="well"))["failed"] == 0
text = c.call("read_file", path="well/ruleset.yaml")
for was, now in (("\nzones:", "\nzonez:"), ("\nphases:", "\nphasez:"), ("players:", "playres:")):
    assert was in text
    text = text.replace(was, now, 1)
said = c.call("write_file", path="well/ruleset.yaml", text=text)
assert said.count("[KEY-UNKNOWN]") == 3 and "did you mean 'zones'?" in said, said
assert json.loads(c.wrong("check", game="well"))[0]["ok"] is False
said = c.call("fix", folder="well")
assert said.count(" is now ") == 3 and "well: ok" in said, said
assert c.call("fix", folder="well").count(" is now ") == 0
assert json.loads(c.call("test", game="well"))["failed"] == 0
# a position, the picks that lead on, and why another one is not there
at = json.loads(c.call("position", game="well", seed=3))
pick = at["choices"][0]["pick"]
on = json.loads(c.call("position", game="well", seed=3, picks=[pick]))
assert at["observer"] in at["asked"] and on != at
assert "did you mean" in c.wrong("position", game="well", seed=3, picks=[pick[:-1]])
assert "is not offered to seat" in c.wrong("position", game="well", seed=3, picks=["nothing at all"])
closed = [w["card"] for w in on["seats"][on["observer"]]["zones"]["hand"] if w["card"] not in {x["card"] for ch in on["choices"] for x in ch["cards"]}]
assert "ruleset.yaml:" in c.call("why_not", game="well", seed=3, picks=[pick], why=closed[0])
assert json.loads(c.call("simulate", game="well", games=50, seed=1))["games"] == 50
assert "Alice" in c.call("watch", game="well", bots="random", seed=1)
# one file for a browser, where its page is built
r = c.ask("tools/call", {"name": "bundle", "arguments": {"game": "well", "out": "well.html"}})
assert "make wasm" in r["content"][0]["text"] if r["isError"] else os.path.getsize("games/well.html") > 100000, r
c.wrong("bundle", game="well", out="../well.html")
# a text that stands there once is replaced
assert "well: ok" in c.call("edit_file", path="well/ruleset.yaml", was="title: Well", now="title: Deep Well")
assert "more than once" in c.wrong("edit_file", path="well/ruleset.yaml", was=": ", now="")
assert "nowhere" in c.wrong("edit_file", path="well/ruleset.yaml", was="no such text", now="")
assert c.call("read_file", path="well/ruleset.yaml", **{"from": 3, "lines": 1}) == "title: Deep Well\n"
c.call("delete_file", path="well/README.md")
assert "README" not in c.call("list_files", folder="well")
# the guide
assert "tutorial" in c.call("guide") and c.call("guide", page="howto/bid-for-trump").startswith("# ")
assert "KEY-UNKNOWN" in c.call("explain", code="KEY-UNKNOWN") and "together" in c.call("keys", key="choose")
assert c.end() == 0
P
}

@test "nothing outside the folder is read or written" {
  echo secret >out.yaml
  mkdir out
  echo secret >out/x.yaml
  ln -s "$PWD/out.yaml" games/link.yaml
  ln -s "$PWD/out" games/linked
  mkdir games/a
  ln -s ../../out.yaml games/a/cards.csv
  mkfifo games/pipe.yaml
  echo hidden >games/.hidden.yaml
  echo data >games/program.so
  cp -r "$CANTRIP_ROOT/rulesets/crazy-eights" crazy
  find . -path ./games -prune -o -type f ! -name '*.py' ! -name before -print0 | sort -z | xargs -0 md5sum >before
  client <<'P'
c, n = Client(), 0
here = os.getcwd()
paths = ["../out.yaml", "a/../../out.yaml", f"{here}/out.yaml", "/etc/passwd", "link.yaml", "linked/x.yaml", "linked", ".hidden.yaml", "a/.x.yaml",
         "./../out.yaml", "pipe.yaml", "program.so", "", "/", ".", "..", "a//b.yaml", "a/", "-x.yaml", "a/-x.yaml", "..\\out.yaml", "a\nb.yaml", "a\u0000b.yaml",
         "~/x.yaml", "a/cards.csv", "file:///etc/passwd", "a/./b.yaml", "x" * 5000 + ".yaml", "a/b/../../../out.yaml", "\u202eb.yaml/..", "%2e%2e/out.yaml"]
for path in paths:
    if path in ("~/x.yaml", "file:///etc/passwd", "%2e%2e/out.yaml"):  # names as any other, in here
        assert "secret" not in c.wrong("read_file", path=path) and "root:" not in c.wrong("read_file", path=path)
        n += 1
        continue
    for tool, more in (("read_file", {}), ("write_file", {"text": "gone"}), ("edit_file", {"was": "secret", "now": "gone"}), ("delete_file", {})):
        said = c.wrong(tool, path=path, **more)
        assert "secret\n" not in said and "root:" not in said and "hidden\n" not in said, (tool, path, said)
        n += 1
for game in ["..", "../crazy", f"{here}/crazy", "linked", "link.yaml", "/etc", "-x", "--help", "a/../../crazy", "."]:
    for tool, more in (("check", {}), ("test", {}), ("rules", {}), ("simulate", {}), ("position", {})):
        said = c.wrong(tool, game=game, **more)
        n += 1
    said = c.wrong("fix", folder=game)
    c.wrong("new_game", name=game)
    n += 2
for bots in ["exec:touch gone", "exec:/bin/sh", "learnt:../x", "learnt:/etc/passwd", "mcts:10,policy=../x", "random;ls", "random,exec:ls", "../x"]:
    c.wrong("watch", game="crazy-eights", bots=bots)
    n += 1
for page in ["../../../../../etc/passwd", "/etc/passwd", "../../README", "howto/../../../README"]:
    assert "root:" not in c.wrong("guide", page=page)
    c.wrong("explain", code=page)
    n += 2
# words that look like flags are no flags
assert "--csv" in c.wrong("show", game="crazy-eights", card="--csv")
c.wrong("position", game="crazy-eights", picks=["--as=all"])
c.wrong("simulate", game="crazy-eights", picked="x --record=gone")
assert n > 50, n
# rules that name files outside
c.call("new_game", name="b", kind="trick")
for line in ["cards: [../../out]", "cards: [../../../../../../etc/passwd]", "cards: [/etc/passwd]", "scripts: [../../../out]", "extends: ../crazy", "rules: ../../out.yaml"]:
    c.call("write_file", path="b/ruleset.yaml", text="cantrip: 1\ntitle: B\nplayers: 2\n" + line + "\n")
    said = c.wrong("check", game="b")
    assert "secret" not in said and "root:" not in said, said
assert "secret" not in c.wrong("check", game="a")
assert c.end() == 0
P
  find . -path ./games -prune -o -type f ! -name '*.py' ! -name before -print0 | sort -z | xargs -0 md5sum | diff - before
  [ ! -e gone ] && [ ! -e games/gone ]
}

@test "a call that takes too long says what it knows, and one that is taken back says nothing" {
  client <<'P'
import time
c = Client("--time", "3")
c.call("new_game", name="well", kind="trick")
begun = time.time()
said = c.call("simulate", game="well", games=1000000000, seed=1)
assert "The time was up" in said and 0 < json.loads(said[:said.rindex("}") + 1])["games"] < 1000000000, said[:300]
assert time.time() - begun < 60
c.id += 1
c.send({"jsonrpc": "2.0", "id": c.id, "method": "tools/call", "params": {"name": "simulate", "arguments": {"game": "well", "games": 1000000000}}})
time.sleep(0.5)
c.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": c.id}})
assert c.ask("ping") == {}
assert c.end() == 0
P
}

@test "one call through a pipe is answered, and a signal ends a call with its command" {
  ask() { printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' "$1" "$2"; }
  run "$CANTRIP" mcp games < <(ask new_game '{"name":"well"}')
  [ "$status" -eq 0 ]
  [[ "$output" == *'"isError":false'* ]]
  { ask simulate '{"game":"well","games":999999937}'; sleep 30; } | "$CANTRIP" mcp games >out &
  until pgrep -f -- --games=999999937 >found; do sleep 0.1; done
  pkill -TERM -f "^$CANTRIP mcp games"
  for _ in $(seq 100); do pgrep -f -- --games=999999937 >/dev/null || break; sleep 0.1; done
  ! pgrep -f -- --games=999999937
  [ ! -s out ]
}

@test "view of a ruleset: what goes with it, and what goes with a file" {
  "$CANTRIP" new well --kind trick >out
  for flags in "--to 3" "--game 2" "--ruleset well"; do
    run "$CANTRIP" view well $flags
    [ "$status" -eq 2 ]
    [[ "$output" == "cantrip: view: --to, --game and --ruleset go with a file, not with a ruleset" ]]
  done
  "$CANTRIP" play well --bots random --seed 1 --record one.replay >out
  run "$CANTRIP" view one.replay --seats 3
  [ "$status" -eq 2 ]
  [[ "$output" == "cantrip: view: --seats, --seed, --option, --pick and --why go with a ruleset, not with a file" ]]
  run "$CANTRIP" view well --why no-such-card
  [ "$status" -eq 2 ]
  [[ "$output" == "cantrip: view: there is no card or action 'no-such-card'" ]]
}

@test "who speaks otherwise is answered, and is not the end of it" {
  client <<'P'
c = Client()
for text, code in (("not json", -32700), ("[]", -32600), ("{}", -32600), ('{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600),
                   ('{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600), ('{"jsonrpc": "2.0", "id": 1, "method": "no/such"}', -32601),
                   ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}', -32602),
                   ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "no_such"}}', -32602),
                   ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "check", "arguments": []}}', -32602)):
    c.send(text)
    m = c.take()
    assert m["error"]["code"] == code and m["error"]["message"], (text, m)
c.send("")
assert c.ask("ping") == {}
assert "'game' is missing" in c.wrong("check") and "no such argument" in c.wrong("check", game="x", more=1)
assert "must be a text" in c.wrong("check", game=7) and "whole number" in c.wrong("simulate", game="x", games="many")
assert "list of texts" in c.wrong("position", game="x", picks="one") and "list of texts" in c.wrong("position", game="x", picks=[1])
assert c.end() == 0
P
  run "$CANTRIP" mcp nowhere </dev/null
  [ "$status" -eq 2 ]
  [[ "$output" == "cantrip: mcp: nowhere: No such file or directory" ]]
}
