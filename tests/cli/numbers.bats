#!/usr/bin/env bats
# Numbers that 64 bits do not hold (counters, parameters, choices: 31) are an error of the ruleset, which names the
# place where the formula is written. Nothing wraps, nothing is undefined; by an engine without shortcuts the same.

load ../helper

# The greatest counter g; big = g * g is nearly 2^62; least is the least number of 64 bits.
game() { # game PHASES [SCORE]
  cat >"$BATS_TEST_TMPDIR/ruleset.yaml" <<Y
cantrip: 1
players: 2
cards: [{a: {copies: 3, effects: [{give: {count: g * g}}]}}]
traits: {effects: {is: effects}, much: {is: number, default: g * g}}
zones: {hand: {per: player, seen_by: owner, holds: [{}]}}
counters: {g: {}, one: {start: -1}, out: {}, mine: {per: player}}
verbs: {give: {params: {count: number}, do: [{add: {out: \$count}}]}}
let:
  big: g * g
  lo: -big - big - g * 4 - 2
  hi: big + big + g * 4 + 1
phases:
  - set: {g: 2147483646}
  - add: {g: 1}
  - $1
result: {score: "${2:-0}"${3:-}}
Y
}

goes() { # goes PHASE [SCORE]: no error
  game "$@"
  run "$CANTRIP" sim "$BATS_TEST_TMPDIR" --games 1 --seed 1
  [ "$status" -eq 0 ] || { echo "$1: $output"; return 1; }
}

# wrong PHASE PLACE [SCORE]: RANGE at ruleset.yaml:PLACE, with shortcuts and without
wrong() {
  game "$1" "${@:3}"
  local plain
  for plain in '' --plain; do
    run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seed 1 $plain
    [ "$status" -eq 2 ] || { echo "$1: status $status: $output"; return 1; }
    has "[RANGE]" "ruleset.yaml:$2"
  done
}

@test "the least and the greatest number are numbers" {
  goes '{if: "lo < 0 and hi > 0 and lo + hi == -1 and -hi - 1 == lo", set: {out: 1}}' '1 // out'
  goes '{if: "lo % one == 0 and lo // 1 == lo and hi // one == -hi and min(lo, hi) == lo", set: {out: 1}}' '1 // out'
}

@test "division of the least number by -1" {
  wrong '{if: "lo // one > 0", set: {out: 1}}' 15:10
}

@test "plus, minus, unary minus" {
  wrong '{if: "hi + 1 > 0", set: {out: 1}}' 15:10
  wrong '{if: "lo - 1 > 0", set: {out: 1}}' 15:10
  wrong '{if: "-lo > 0", set: {out: 1}}' 15:10
  wrong '{if: "0 - lo > 0", set: {out: 1}}' 15:10
}

@test "products" {
  wrong '{if: "big * 2 > 0", set: {out: 1}}' 15:10
}

@test "sums over cards, in a formula and in a script" {
  wrong '{add: {out: {sum: it.much, cards: {zone: hand, of: all}}}}' 15:17
  game '{run: add}'
  sed -i 's/^players/scripts: [s.lua]\nplayers/' "$BATS_TEST_TMPDIR/ruleset.yaml"
  echo 'local all = sel{zone = "hand", of = "all"}
step.add = function(g) g:set("out", g:sum("much", all)) end' >"$BATS_TEST_TMPDIR/s.lua"
  run "$CANTRIP" play "$BATS_TEST_TMPDIR" --seed 1
  [ "$status" -eq 2 ]
  has "s.lua:2"
}

@test "scores of a side together" {
  wrong '{set: {out: 1}}' 16:17 'big + big' ', side: 1'
}

@test "the greatest and the least of cards, and who has it, where they are opposites" {
  goes '{each: all, phases: [{if: {least: "if(you == left, hi, lo)"}, set: {out: 1}}]}'
  goes '{each: {least: "lo"}, phases: [{set: {out: 1}}]}'
  goes '{if: {count: {zone: hand, of: all, least: "lo"}, is: 3}, set: {out: 1}}' 
}

@test "what is kept in 31 bits: counters, choices, parameters" {
  wrong '{add: {out: big}}' 15:6
  wrong '{set: {out: hi}}' 15:6
  wrong '{each: all, phases: [{add: {mine: lo}}]}' 15:
  wrong '{choose: {who: all, number: {from: hi - 1, to: hi}, do: []}}' 15:6
  wrong '{trigger: {list: effects, cards: {zone: hand, of: all, first: 1}}}' 3:
}

@test "what is known at load is a finding there, with its place in the formula" {
  game '{set: {out: 2000000000 * 2}}'
  run "$CANTRIP" check "$BATS_TEST_TMPDIR"
  [ "$status" -ne 0 ]
  has "ruleset.yaml:15:" "[RANGE]"
}

@test "an option beyond its range" {
  game '{set: {out: 1}}'
  sed -i 's/^players/options: {x: {is: number, default: 0}}\nplayers/' "$BATS_TEST_TMPDIR/ruleset.yaml"
  for x in 9223372036854775808 -9223372036854775809 2147483648 99999999999999999999999; do
    run "$CANTRIP" play "$BATS_TEST_TMPDIR" --option x=$x
    [ "$status" -eq 2 ]
    has "a whole number from -1000000000 to 1000000000 is needed"
  done
  sed -i 's/default: 0/default: 10, from: 1, to: 100/' "$BATS_TEST_TMPDIR/ruleset.yaml"
  for x in 0 101 -5 x; do
    run "$CANTRIP" play "$BATS_TEST_TMPDIR" --option x=$x
    [ "$status" -eq 2 ]
    has "option x: a whole number from 1 to 100 is needed, not '$x'"
  done
  for x in 1 100; do
    run "$CANTRIP" play "$BATS_TEST_TMPDIR" --option x=$x --bots random
    [ "$status" -eq 0 ]
  done
  mkdir "$BATS_TEST_TMPDIR/scenarios"
  printf 'cantrip: 1\nruleset: %s\nseats: 2\noptions: {x: 0}\nscenarios: [{name: a, at: end}]\n' "${BATS_TEST_TMPDIR##*/}" >"$BATS_TEST_TMPDIR/scenarios/s.yaml"
  run "$CANTRIP" test "$BATS_TEST_TMPDIR/scenarios/s.yaml"
  has "'x' must be a number from 1 to 100 [OPTION-VALUE]"
}
