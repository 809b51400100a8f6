#!/usr/bin/env bats
# `cantrip keys` and `cantrip schema`: what may be written where, told and for editors, from the loader's table.

load ../helper

# with_schema SCHEMA FILE...: does each file hold to it? What does not, with the place. As an editor reads
# it: a validator of JSON Schemas on what libyaml makes of the file.
with_schema() {
  local py=python3
  $py -c 'import yaml, jsonschema' 2>/dev/null || py=/usr/bin/python3
  $py - "$@" <<'PY'
import json, sys, yaml
from jsonschema import Draft7Validator

schema = json.load(open(sys.argv[1]))
Draft7Validator.check_schema(schema)

def deepest(e):
    inner = [deepest(c) for c in e.context or []]
    return max(inner, key=lambda c: len(c.absolute_path)) if inner else e

wrong = 0
for path in sys.argv[2:]:
    for e in Draft7Validator(schema).iter_errors(yaml.load(open(path), yaml.CSafeLoader)):
        e = deepest(e)
        print("%s: %s: %s" % (path, "/".join(map(str, e.absolute_path)), e.message[:200]))
        wrong += 1
sys.exit(wrong > 0)
PY
}

@test "every ruleset holds to the schema of rulesets" {
  "$CANTRIP" schema >"$BATS_TEST_TMPDIR/schema.json"
  with_schema "$BATS_TEST_TMPDIR/schema.json" rulesets/*/ruleset.yaml tests/rulesets/*/ruleset.yaml
}

@test "every file of cards holds to the schema of its game" {
  for game in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    "$CANTRIP" schema "$game" >"$BATS_TEST_TMPDIR/schema.json"
    with_schema "$BATS_TEST_TMPDIR/schema.json" cards/"$game"/*.yaml
  done
}

# spoilt FILE FROM TO: the schema does not take the file with TO in the place of FROM
spoilt() {
  local bad="$BATS_TEST_TMPDIR/bad.yaml"
  sed "s/$2/$3/" "$1" >"$bad"
  ! cmp -s "$1" "$bad" || { echo "nothing to spoil: $2"; return 1; }
  ! with_schema "$BATS_TEST_TMPDIR/schema.json" "$bad" || { echo "not noticed: $3"; return 1; }
}

@test "what is misspelt in a ruleset is seen by its schema" {
  "$CANTRIP" schema >"$BATS_TEST_TMPDIR/schema.json"
  f=rulesets/fairytale/ruleset.yaml
  spoilt $f '^traits:' 'trait:'
  spoilt $f 'seen_by: nobody, holds' 'seen_bye: nobody, holds'
  spoilt $f 'seen_by: all' 'seen_by: everybody'
  spoilt $f 'together: true' 'togehter: true'
  spoilt $f 'repeat: 4' 'repaet: 4'
  spoilt $f 'zone: story, of' 'zone: story, off'
  spoilt $f 'lasts: play' 'last: play'
  spoilt $f '{move: {to: kept}}' '{move: {too: kept}}'
  spoilt $f '{move: {to: kept}}' '{moove: {to: kept}}'
  spoilt $f 'tied: share' 'tied: shared'
}

@test "what is misspelt in a card is seen by the schema of its game" {
  "$CANTRIP" schema fairytale >"$BATS_TEST_TMPDIR/schema.json"
  f=cards/fairytale/dragonvale.yaml
  spoilt $f 'faction: dragonvale' 'faction: dragonvail'
  spoilt $f 'points:' 'pionts:'
  spoilt $f '- close:' '- cloze:'
  spoilt $f '{faction: this.faction}' '{fraction: this.faction}'
  spoilt $f 'count: {card' 'cuont: {card'
}

@test "keys lists places, a place's keys, and the places of a key" {
  run "$CANTRIP" keys
  [ "$status" -eq 0 ]
  has 'zone       zones: {NAME: …}' 'choose     choose:'
  run "$CANTRIP" keys counter
  has 'per    game | player | seat | KIND | card' 'phase at whose end it goes back to its start'
  run "$CANTRIP" keys lasts
  has 'counter  lasts' 'block    lasts  word   needed'
  run "$CANTRIP" keys selector
  has 'the traits of the ruleset and its counters'
  run "$CANTRIP" keys --json zone
  jq -e 'map(select(.place == "zone" and .key == "holds"))[0] | .inside == "hold" and .type == "[…]"' <<<"$output"
  run "$CANTRIP" keys zoen
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: keys: 'zoen' is no place and no key; did you mean 'zone'?" ]
  run "$CANTRIP" schema fairtale
  [ "$status" -eq 2 ]
  has "did you mean 'fairytale'?"
}

@test "every key stands in the documents" {
  missing=
  for key in $("$CANTRIP" keys --json | jq -r '.[].key' | sort -u); do
    grep -qw -- "$key" rulesets/README.md cards/README.md || missing="$missing $key"
  done
  [ -z "$missing" ] || { echo "not in rulesets/README.md:$missing"; return 1; }
}
