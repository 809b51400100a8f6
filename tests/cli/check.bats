#!/usr/bin/env bats
# `cantrip check`: every error at once, with its place. For --deep see deep.bats.

load ../helper

@test "the shipped games are without fault" {
  run "$CANTRIP" check
  [ "$status" -eq 0 ]
  has "fairytale: ok (100 cards"
  [[ "$output" != *error* ]]
}

@test "four misspellings in card and ruleset files give four messages in one run" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  sed -i '0,/- close: /s//- cloze: /' cards/fairytale/dragonvale.yaml            # a verb
  sed -i 's/^defaults: {faction: shadow/defaults: {faction: shadwo/' cards/fairytale/shadow.yaml
  sed -i '0,/ copies: /s// copeis: /' cards/fairytale/dragonvale.yaml            # a key
  sed -i 's/from: deck, to: hand/from: dekc, to: hand/' rulesets/fairytale/ruleset.yaml
  run "$CANTRIP" check fairytale
  [ "$status" -eq 2 ]
  [ "$(grep -cE '^[^ ]+:[0-9]+:[0-9]+: error: ' <<<"$output")" -eq 4 ]
  has "cards/fairytale/dragonvale.yaml:" "cards/fairytale/shadow.yaml:" "rulesets/fairytale/ruleset.yaml:"
  has "did you mean 'close'" "did you mean 'shadow'" "did you mean 'copies'" "did you mean 'deck'"
  has " | " "^"
}

@test "a path is as good as a name, and several may be given" {
  run "$CANTRIP" check rulesets/fairytale tests/rulesets/k-ask
  [ "$status" -eq 0 ]
  has "fairytale: ok" "k-ask: ok"
}

@test "a game that does not load is not played, and says so" {
  copy_games "$BATS_TEST_TMPDIR"
  cd "$BATS_TEST_TMPDIR"
  echo 'nonsense: 1' >>rulesets/fairytale/ruleset.yaml
  for c in play sim show; do
    run "$CANTRIP" $c fairytale
    [ "$status" -eq 2 ]
    has "nonsense" "fairytale cannot be loaded"
  done
  run "$CANTRIP" list
  [ "$status" -eq 0 ]
  has "does not load: cantrip check fairytale"
}
