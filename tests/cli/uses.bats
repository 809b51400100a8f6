#!/usr/bin/env bats
# Parts that games share (uses:): what they give, where their errors stand, who carries their files.

load ../helper

setup() {
  export CANTRIP_PATH="$ROOT/rulesets"
  cd "$BATS_TEST_TMPDIR"
  mkdir -p g/scenarios
  cat >g/pile.yaml <<'E'
cantrip: 1
zones: {pile: {as: row, seen_by: all, says: pile}}
counters: {laid: {says: "{n:card laid|cards laid}"}}
let: {height: {count: {zone: pile}}}
actions:
  lay: {card: {zone: hand}, if: height < 2, says: "{card}", do: [put]}
steps:
  put: {do: [{move: {to: pile}}, {add: {laid: 1}}, {say: {says: "{number} laid.", number: laid}}]}
words: {which: Which card?}
E
  cat >g/ruleset.yaml <<'E'
cantrip: 1
title: G
players: 2
cards: [{hen: {copies: 4}}]
uses: [pile]
zones: {hand: {per: player, seen_by: owner, holds: [{copies: 2}]}}
phases: [{choose: {who: all, any_of: [lay], prompt: which}}]
result: {score: height}
E
}

@test "uses: a part is as if the ruleset had written it: the same rules, the same fingerprint" {
  cp -r g whole
  sed -i '/^uses/d' whole/ruleset.yaml
  grep -vE '^(cantrip|zones)' g/pile.yaml >>whole/ruleset.yaml
  sed -i 's/^zones: {/zones: {pile: {as: row, seen_by: all, says: pile}, /' whole/ruleset.yaml
  rm whole/pile.yaml
  run "$CANTRIP" check ./g ./whole
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  "$CANTRIP" sim ./g --games 1 --seed 3 --record a >/dev/null
  "$CANTRIP" sim ./whole --games 1 --seed 3 --record b >/dev/null
  grep -q '^rules: ' a
  [ "$(grep '^rules: ' a)" = "$(grep '^rules: ' b)" ]
}

@test "uses: entries of the game change those of the part, and ~ removes one" {
  cat >>g/ruleset.yaml <<'E'
counters: {laid: {says: none}}
words: {which: Choose}
E
  run "$CANTRIP" play ./g --seed 1 --bots random --as 0
  [ "$status" -eq 0 ]
  lacks "cards laid"
  sed -i 's/^counters:.*/counters: {laid: ~}/' g/ruleset.yaml
  run "$CANTRIP" check ./g
  [ "$status" -eq 2 ]
  has "g/pile.yaml:8:41: error: there is no counter 'laid' [KEY-UNKNOWN]"
}

@test "uses: with prefixes one part is there twice, in names, formulas and texts" {
  sed -i 's/^uses.*/uses: [{pile: red}, {pile: blue}]/; s/any_of.*/any_of: [red_lay, blue_lay], prompt: red_which}}]/
    s/score: height/score: red_height - blue_height/' g/ruleset.yaml
  run "$CANTRIP" check ./g
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  run "$CANTRIP" play ./g --seed 1 --bots random --as 0
  [ "$status" -eq 0 ]
  has "1 laid."
  [ "$("$CANTRIP" view ./g --seed 1 | jq -c '.table.zones | keys')" = '["blue_pile","red_pile"]' ]
  cat >g/scenarios/s.yaml <<'E'
cantrip: 1
ruleset: g
seats: [Ann, Ben]
scenarios:
  - name: each pile counts its own cards
    given: {red_pile: [hen], Ann.hand: [hen], Ben.hand: [hen]}
    then: [{Ann: red_lay hen}, {Ben: blue_lay hen}, {expect: {Ann.score: 1, red_laid: 1, blue_laid: 1}}]
E
  run "$CANTRIP" test ./g
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "uses: what is wrong stands at its file, line and column" {
  wrong() { # sed of the ruleset, sed of the part, words...
    cp -r g w
    sed -i "$1" w/ruleset.yaml
    sed -i "$2" w/pile.yaml
    run "$CANTRIP" check ./w
    rm -r w
    [ "$status" -eq 2 ] || { echo "$output"; return 1; }
    has "${@:3}"
  }
  wrong 's/\[pile\]/[pill]/' '' "w/ruleset.yaml:5:8: error: found no part 'pill'" "did you mean 'pile'?" FILE-MISSING
  wrong 's/\[pile\]/pile/' '' "w/ruleset.yaml:5:7: error: uses must be a list" TYPE-LIST
  wrong 's/\[pile\]/[..\/g\/pile]/' '' "w/ruleset.yaml:5:8: error: '../g/pile' cannot be the name of a part" FILE-NAME
  wrong 's/\[pile\]/[{pile: Red}]/' '' "w/ruleset.yaml:5:15: error: 'Red' is not a valid prefix" NAME-SYNTAX
  wrong 's/\[pile\]/[pile, {pile: x}]/' 's/lay:/move:/' "w/pile.yaml:6:3: error: 'move' is also a key" NAME-RESERVED
  wrong '' 's/zone: pile/zone: piel/' "w/pile.yaml:4:30: error: there is no zone 'piel'" "did you mean 'pile'?"
  wrong '' 's/^cantrip.*/title: x/' "w/pile.yaml:1:1: error: the format version is missing"
  wrong '' 's/^words.*/phases: [put]/' "w/pile.yaml:9:1: error: unknown key 'phases'" "belongs in ruleset.yaml"
  wrong '' 's/^words.*/words: [which]/' "w/pile.yaml:9:8: error: words must be a map"
  wrong 's/zones: {/zones: {deck: {copies: 1}, /' '' "w/ruleset.yaml:6"
}

@test "uses: two parts with one name need a prefix; a part that is named twice, or uses itself, counts once" {
  cp g/pile.yaml g/heap.yaml
  sed -i 's/\[pile\]/[pile, heap]/' g/ruleset.yaml
  run "$CANTRIP" check ./g
  [ "$status" -eq 2 ]
  has "g/ruleset.yaml:5:14: error: 'pile' in 'heap' is already in 'zones' [NAME-TAKEN]" "give it a prefix: '{heap: PREFIX}'. The other stands in ./g/pile.yaml:2"
  sed -i 's/heap/{heap: h}/' g/ruleset.yaml
  run "$CANTRIP" check ./g
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  sed -i 's/{heap: h}/pile/' g/ruleset.yaml
  echo 'uses: [pile]' >>g/pile.yaml
  run "$CANTRIP" check ./g
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "uses: a game that extends brings its parts, and a part is read from the installed games" {
  mkdir mine
  printf 'cantrip: 1\nextends: whist\ntitle: Mine\nuses: [trumps, {dealer: x}]\ncounters: {trump: {says: Trumps}}\n' >mine/ruleset.yaml
  run "$CANTRIP" check ./mine
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  run "$CANTRIP" play ./mine --seed 1 --bots random --as 0
  has "Trumps"
  run "$CANTRIP" new other --like spades
  [ "$status" -eq 0 ]
  run "$CANTRIP" check ./other
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
}

@test "uses: bundle, editors and check carry the files of the parts" {
  mkdir -p build/wasm                   # a small page stands for the large one
  cp "$CANTRIP" build/cantrip
  printf '%s\n' '<!-- cantrip game 1 -->' '<html data-store="@ID@">' '<title>@TITLE@</title>' '<script id="game">@GAME@</script>' >build/wasm/game.html
  build/cantrip bundle ./g --out g.html
  grep -q '"pile.yaml":' g.html
  run "$CANTRIP" check "$ROOT/rulesets/shared/tricks.yaml"
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  has "whist: ok" "spades: ok" "oh-hell: ok"
}
