#!/usr/bin/env bats
# Graded results (`result: {out_of: …}`) at the command line; tests/unit/result.c says what they are.

load ../helper

tower=tests/rulesets/features/graded

@test "a search plays for the greater part, and all at the table for the same" {
  run "$CANTRIP" sim $tower --games 20 --seed 1 --bots first
  has "0.0 % of the highest possible score was reached"
  run "$CANTRIP" sim $tower --games 20 --seed 1 --bots mcts:100
  has "100.0 % of the highest possible score was reached"
}

@test "what was reached stands at the end of a game" {
  run "$CANTRIP" play $tower --seed 1 --bots first
  has "0 of 10 reached."
}

@test "as JSON: reached, out_of" {
  run bash -c "'$CANTRIP' sim $tower --games 2 --seed 1 --bots first --json | jq -c '[.reached, .nobody]'"
  [ "$output" = '[0,2]' ]
  "$CANTRIP" play $tower --seed 1 --bots first --record "$BATS_TEST_TMPDIR/r" >/dev/null
  run bash -c "'$CANTRIP' view '$BATS_TEST_TMPDIR/r' | jq -c '.result.out_of'"
  [ "$output" = '[10,10,10,10]' ]
}

@test "an arena counts the part reached as the share of the win" {
  run "$CANTRIP" arena $tower --games 4 --seed 1 --bots mcts:100,mcts:100,mcts:100,mcts:100
  has "1.000"
}

@test "an arena of two bots who win or lose together says that it compares nothing" {
  run "$CANTRIP" arena $tower --games 4 --seed 1 --bots first,random
  has "In each game all seats had the same result" "(--bots first, then --bots random)"
  lacks "ahead"
  run "$CANTRIP" arena fairytale --games 4 --seed 1 --bots first,random
  has "ahead"
  lacks "compares nothing"
}

@test "whom the rules name lost has reached nothing, and no part is told" {
  mkdir -p "$BATS_TEST_TMPDIR/g"
  cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
players: 2
options: {over: {is: flag}}
cards: [{ant: {}}]
zones: {row: {seen_by: all, holds: [{}]}}
counters: {slain: {start: 3}}
phases: [{if: over, finish: {because: {fallen: true}, lost: all}}]
result: {score: slain, out_of: 12}
words: {fallen: all have fallen}
Y
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots first --option over=true
  has "All have fallen." "Nobody wins."
  lacks "3 of 12"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --seed 1 --bots first
  has "3 of 12 reached."
}
