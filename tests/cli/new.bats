#!/usr/bin/env bats
# cantrip new: a small game that is whole, of every kind and like every game here.

load ../helper

setup() {
  export CANTRIP_PATH=$ROOT/rulesets XDG_DATA_HOME=$BATS_TEST_TMPDIR/none
  cd "$BATS_TEST_TMPDIR"
}

kinds() { "$CANTRIP" new --help | sed -nE 's/^  ([a-z]+): .*/\1/p'; }

# whole FOLDER: it checks without a word of warning, its scenarios pass, its games end, nothing is left of the template
whole() {
  run "$CANTRIP" check "$1"
  echo "$output"
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 1 ]
  run "$CANTRIP" test "$1"
  echo "$output"
  [ "$status" -eq 0 ]
  ! grep -rF '{{' "$1" || return 1
  ! grep -rE 'dot-' "$1" || return 1
  jq -e . "$1"/.vscode/*.json "$1"/schemas/*.json >/dev/null
  grep -qx '# yaml-language-server: $schema=schemas/ruleset.json' "$1/ruleset.yaml"
  [ -s "$1/README.md" ] && [ -s "$1/.nvim.lua" ]
}

# bats test_tags=long
@test "every kind is a game that checks, passes its scenarios and is played to its end by any number of people" {
  [ "$(kinds | wc -l)" -ge 6 ]
  for kind in $(kinds); do
    "$CANTRIP" new ./"my-$kind" --kind $kind
    whole ./"my-$kind"
    run "$CANTRIP" sim ./"my-$kind" --games 200 --seed 1 --json
    jq -e '.unfinished == 0 and .games == 200' <<<"$output"
    # every number of people, every law; and nothing in it that never comes up
    run "$CANTRIP" check ./"my-$kind" --deep --games 24
    echo "$output"
    [ "$status" -eq 0 ]
    ! grep -q 'note:' <<<"$output" || return 1
  done
}

# bats test_tags=long
@test "the schemas that it brings accept its files, and find a slip in them" {
  for kind in $(kinds); do
    "$CANTRIP" new "$kind" --kind $kind
    python3 - "$kind" <<'P'
import json, os, sys, yaml, jsonschema
folder = sys.argv[1]
scenarios = "scenarios/" + os.listdir(folder + "/scenarios")[0]
for schema, file in (("ruleset", "ruleset.yaml"), ("cards", "cards/cards.yaml"), ("scenarios", scenarios)):
    s = json.load(open(f"{folder}/schemas/{schema}.json"))
    text = open(f"{folder}/{file}").read()
    jsonschema.validate(yaml.safe_load(text), s)
    assert text.splitlines()[0].endswith(f"schemas/{schema}.json"), file
    try:
        jsonschema.validate(yaml.safe_load(text + "\nnonsense: 1\n"), s)
    except jsonschema.ValidationError:
        continue
    assert False, f"{schema} accepts a key that there is not"
P
  done
}

@test "the problem matcher of VS Code reads what check prints" {
  "$CANTRIP" new river
  cd river
  sed -i 's/copies: 8/copeis: 8/' cards/cards.yaml
  "$CANTRIP" check . >out || true
  python3 - <<'P'
import json, re
tasks = json.load(open(".vscode/tasks.json"))["tasks"]
pattern = next(t for t in tasks if t["label"] == "check")["problemMatcher"]["pattern"]
found = [m for m in (re.match(pattern["regexp"], line) for line in open("out").read().splitlines()) if m]
got = [[m.group(pattern[k]) for k in ("file", "line", "severity", "code")] for m in found]
assert ["cards/cards.yaml", "4", "error", "KEY-UNKNOWN"] in got, got
P
}

@test "--like: a game that lies beside, and nowhere else" {
  "$CANTRIP" new river
  "$CANTRIP" new stream --like ./river
  "$CANTRIP" check ./stream
  mkdir far
  "$CANTRIP" new far/lake
  "$CANTRIP" new far/pond --like far/lake
  "$CANTRIP" check far/pond
}

# bats test_tags=long
@test "--like: a game that extends another, whichever it is" {
  for game in "$ROOT"/rulesets/*/ruleset.yaml; do
    game=$(basename "${game%/*}")
    "$CANTRIP" new "like-$game" --like $game
    whole "./like-$game"
    grep -qx "extends: $game" "like-$game/ruleset.yaml"
    [ "$("$CANTRIP" show "./like-$game" | grep -c '^my-')" -eq 1 ]
  done
}

@test "where it cannot be made it is said why, and nothing is left behind" {
  "$CANTRIP" new river >out
  has_lines "cantrip play ./river"
  refuse() { # refuse TEXT ARGUMENT...
    run "$CANTRIP" new "${@:2}"
    [ "$status" -eq 2 ]
    [[ "$output" == *"$1"* ]] || { echo "$output"; return 1; }
  }
  refuse "river: it already exists" river
  refuse "is not a name for a game" River
  refuse "is not a name for a game" 'a b'
  refuse "is not a name for a game" .
  refuse "did you mean 'trick'?" x --kind tirck
  refuse "do not go together" x --kind trick --like fairytale
  refuse "did you mean 'fairytale'?" x --like fairytail
  refuse "nowhere/x: No such file or directory" nowhere/x
  # a game that cannot be extended by its name from here
  mkdir -p far/away
  cp -r river far/away/lonely
  refuse "x: the new game does not load" x --like far/away/lonely
  [ "$(ls)" = $'far\nout\nriver' ]
}

@test "folders whose names are like those of unfinished games stay" {
  mkdir -p .river.new.ideas .river.new.idea22/sub .river.new.aB3xYz/river
  touch .river.new.ideas/a .river.new.idea22/sub/b .river.new.aB3xYz/river/c
  "$CANTRIP" new river
  [ -e .river.new.ideas/a ]
  [ -e .river.new.idea22/sub/b ]
  [ ! -e .river.new.aB3xYz ] # what a killed writer left
}

has_lines() { grep -q -- "$1" out; }

@test "without a name the folder's is asked for, not a game that there is" {
  run "$CANTRIP" new --kind draft
  [ "$status" -eq 2 ]
  [[ $output == "cantrip: new: NAME is missing"* ]]
  [ -z "$(ls)" ]
}
