#!/usr/bin/env bats
# `cantrip keys` and `cantrip schema`: what may be written where, told and for editors, from the loader's table.

load ../helper

# validator PROGRAM ARGUMENT...: Python with a validator of JSON Schemas, and files as libyaml reads them, as
# editors do: first(schema, text) is what does not hold, with the place, or None.
validator() {
  local py=python3 program=$1
  shift
  $py -c 'import yaml, jsonschema' 2>/dev/null || py=/usr/bin/python3
  $py -c '
import json, sys, yaml
from jsonschema import Draft7Validator

def deepest(e):
    inner = [deepest(c) for c in e.context or []]
    return max(inner, key=lambda c: len(c.absolute_path)) if inner else e

def schema_of(path):
    schema = json.load(open(path))
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)

def first(schema, text):
    for e in schema.iter_errors(yaml.load(text, yaml.CSafeLoader)):
        e = deepest(e)
        return "/".join(map(str, e.absolute_path)) + ": " + e.message[:200]
'"$program" "$@"
}

# with_schema SCHEMA FILE...: does each file hold to it?
with_schema() {
  validator '
schema = schema_of(sys.argv[1])
wrong = [(f, w) for f in sys.argv[2:] for w in [first(schema, open(f).read())] if w]
for f, w in wrong: print(f, w)
sys.exit(len(wrong) > 0)' "$@"
}

# spoilt SCHEMA FILE FROM TO ...: the schema takes the file as it is, and with no FROM made a TO
spoilt() {
  validator '
schema, text = schema_of(sys.argv[1]), open(sys.argv[2]).read()
assert first(schema, text) is None
for a, b in zip(sys.argv[3::2], sys.argv[4::2]):
    assert a in text, "nothing to spoil: " + a
    assert first(schema, text.replace(a, b, 1)), "not noticed: " + b' "$@"
}

# bats test_tags=long
@test "every ruleset holds to the schema of rulesets" {
  local some
  some=(tests/rulesets/{idioms,variants}/*/ruleset.yaml)
  [ "$(often 0 1)" = 0 ] || some=(tests/rulesets/*/*/ruleset.yaml)
  "$CANTRIP" schema >"$BATS_TEST_TMPDIR/schema.json"
  with_schema "$BATS_TEST_TMPDIR/schema.json" rulesets/*/ruleset.yaml "${some[@]}"
}

# bats test_tags=long
@test "every file of cards holds to the schema of its game" {
  for game in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    "$CANTRIP" schema "$game" >"$BATS_TEST_TMPDIR/schema.json"
    with_schema "$BATS_TEST_TMPDIR/schema.json" cards/"$game"/*.yaml
  done
}

# bats test_tags=long
@test "every file of texts holds to the schema's part for such files" {
  "$CANTRIP" schema | jq '.allOf = [{"$ref": "#/definitions/lang"}]' >"$BATS_TEST_TMPDIR/schema.json"
  with_schema "$BATS_TEST_TMPDIR/schema.json" rulesets/*/lang/*.yaml
  spoilt "$BATS_TEST_TMPDIR/schema.json" rulesets/fairytale/lang/fr.yaml 'zones:' 'zone:' 'title: ' 'titel: '
}

# bats test_tags=long
@test "what is misspelt in a ruleset is seen by its schema" {
  "$CANTRIP" schema >"$BATS_TEST_TMPDIR/schema.json"
  spoilt "$BATS_TEST_TMPDIR/schema.json" rulesets/fairytale/ruleset.yaml \
    'traits:' 'trait:' 'seen_by: nobody,' 'seen_bye: nobody,' \
    'seen_by: all' 'seen_by: everybody' 'together: true' 'togehter: true' 'repeat: 4' 'repaet: 4' \
    'zone: story, of' 'zone: story, off' 'lasts: play' 'last: play' '{move: {to: kept}}' '{move: {too: kept}}' \
    '{move: {to: kept}}' '{move: {to: kept}, iff: true}' 'tied: share' 'tied: shared'
}

# bats test_tags=long
@test "named steps are known to the schema of their game" {
  mkdir -p "$BATS_TEST_TMPDIR/game"
  cp "$ROOT"/tests/rulesets/features/calls/* "$BATS_TEST_TMPDIR/game"
  "$CANTRIP" schema "$BATS_TEST_TMPDIR/game" >"$BATS_TEST_TMPDIR/schema.json"
  printf 'cantrip: 1\ncards:\n  gnu: {effects: [{note: 1, class: early}, {class: late, each: all, do: [{offer: 2}, spoil]}]}\n' \
    >"$BATS_TEST_TMPDIR/gnu.yaml"
  spoilt "$BATS_TEST_TMPDIR/schema.json" "$BATS_TEST_TMPDIR/gnu.yaml" '{note:' '{noat:' '{offer: 2}' '{ofer: 2}' 'offer: 2' 'offer: {mosst: 2}'
}

# bats test_tags=long
@test "what is misspelt in a card is seen by the schema of its game" {
  "$CANTRIP" schema fairytale >"$BATS_TEST_TMPDIR/schema.json"
  spoilt "$BATS_TEST_TMPDIR/schema.json" cards/fairytale/dragonvale.yaml \
    'faction: dragonvale' 'faction: dragonvail' 'points:' 'pionts:' '- close:' '- cloze:' \
    '{faction: this.faction}' '{fraction: this.faction}' 'count: {card' 'cuont: {card'
}

# bats test_tags=long
@test "every file of scenarios holds to the schema of its game, and a slip in one is seen" {
  for game in fairytale fairytale-factions wizard-quest once-upon-a-draft card-ring; do
    "$CANTRIP" schema "$game" --scenarios >"$BATS_TEST_TMPDIR/$game.json"
    with_schema "$BATS_TEST_TMPDIR/$game.json" rulesets/"$game"/scenarios/*.yaml
  done
  "$CANTRIP" schema --scenarios >"$BATS_TEST_TMPDIR/any.json"
  with_schema "$BATS_TEST_TMPDIR/any.json" tests/scenario/*.yaml tests/rulesets/*/*/scenarios/*.yaml rulesets/*/scenarios/*.yaml
  cat >"$BATS_TEST_TMPDIR/s.yaml" <<'Y'
cantrip: 1
ruleset: fairytale
seats: [A, B]
options: {hunt_scope: round}
scenarios:
  - name: a hunt
    at: play
    given: {A.story: [homesteaders], A: {hand: [werewolf, oak]}, B.hand: [white-hunter], round: 2}
    then:
      - {A: werewolf, B: [white-hunter, done]}
      - expect: {A.story: [homesteaders], asks: [A, B], result: running, A.hand.count: 0, B.score: 3}
Y
  spoilt "$BATS_TEST_TMPDIR/fairytale.json" "$BATS_TEST_TMPDIR/s.yaml" \
    'given:' 'givne:' 'expect:' 'expct:' 'A.story: [home' 'A.stroy: [home' 'hunt_scope: round' 'hunt_scope: ruond' 'hunt_scope:' 'hunt_scop:' \
    'result: running' 'result: runing' 'count: 0' 'cuont: 0' 'scenarios:' 'scenario:' 'name:' 'nmae:' 'B.score' 'B.sorce'
}

@test "the schema of a game says what its own traits, verbs, parameters and counters are, and knows their words" {
  mkdir -p "$BATS_TEST_TMPDIR/game"
  cd "$BATS_TEST_TMPDIR"
  cat >game/ruleset.yaml <<'Y'
cantrip: 1
title: Said
players: 2
traits:
  hue:  {one_of: [red, blue], says: colour}
  fuel: {is: number, default: 0}
  fx:   {is: effects}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}]}
  row:  {per: player, as: row, seen_by: all}
field: {zone: row}
counters: {heat: {per: player, says: warmth}}
verbs:
  warm:
    params: {n: number, who: seats = you, hue: hue optional}
    main: n
    says: "{who}: warm up by {n}"
    do: [{add: {who: $who, heat: $n}}]
cards: [{ember: {hue: red, fx: [{warm: 1}]}}]
phases: [{deal: {who: all, from: deck, to: row}}]
result: {score: heat}
Y
  "$CANTRIP" schema ./game >s.json
  # said WHAT: as an editor looks for it
  said() { jq -r ".definitions$1.description" s.json; }
  [ "$(said .card.properties.hue)" = "colour. A word: red, blue" ]
  [ "$(said .card.properties.fuel)" = "A number, or a formula" ]
  [ "$(said .effect.properties.warm)" = "{who}: warm up by {n}. n: number; what stands alone is that. who: seats, may be left out. hue: hue, may be left out" ]
  [ "$(said .add.properties.heat)" = "warmth. A counter of each player" ]
  jq -e '[.definitions.effect.properties.warm | .. | .enum? // empty] == [["red", "blue"]]' s.json
  jq -e '[.definitions.selector.properties.hue | .. | .enum? // empty] == [["red", "blue"]]' s.json
  jq -e '.definitions["a-zone"].anyOf[0].enum == ["deck", "row"] and .definitions["a-card"].anyOf[0].enum == ["ember"]' s.json
}

@test "keys lists places, a place's keys, and the places of a key" {
  run "$CANTRIP" keys
  [ "$status" -eq 0 ]
  has 'zone       zones: {NAME: …}' 'choose     choose:'
  run "$CANTRIP" keys counter
  has 'per        game | player | seat | KIND | card' 'the phase after which it goes back to its start'
  run "$CANTRIP" keys lasts
  has 'counter  lasts' 'block    lasts  word   needed'
  run "$CANTRIP" keys selector
  has 'the traits of the ruleset and its counters'
  run "$CANTRIP" keys --json zone
  jq -e 'map(select(.place == "zone" and .key == "holds"))[0] | .inside == "hold" and .type == "[…]"' <<<"$output"
  run "$CANTRIP" keys zoen
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: keys: there is no place or key 'zoen'; did you mean 'zone'?" ]
  run "$CANTRIP" schema fairtale
  [ "$status" -eq 2 ]
  has "did you mean 'fairytale'?"
}

@test "keys: how many copies of a stamp there may be, and how large a file, is what the guide says" {
  run "$CANTRIP" keys zone
  has "at most so many at a time"
  tr '\n' ' ' <rulesets/guide/reference/rules/zones.md | grep -q "With N at most N copies of a card are in the game"
  tr '\n' ' ' <rulesets/guide/reference/rules/limits.md |
    grep -q "4 MB and $(sed -n 's/.*NODE_MAX_NODES = \([0-9]*\)000,.*/\1/p' core/base/node.h),000 values"
}
